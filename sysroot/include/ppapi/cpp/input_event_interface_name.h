/* The name of the interface of input events, for `get_interface`. */
#ifndef PPAPI_CPP_INPUT_EVENT_INTERFACE_NAME_H
#define PPAPI_CPP_INPUT_EVENT_INTERFACE_NAME_H

#include <ppapi/c/ppb_input_event.h>
#include <ppapi/cpp/module_impl.h>

namespace pp {
namespace {

template <> const char *interface_name<PPB_InputEvent_1_0>() {
    return PPB_INPUT_EVENT_INTERFACE_1_0;
}

} // namespace
} // namespace pp

#endif
