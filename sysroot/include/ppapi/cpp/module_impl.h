/* Interfaces of the browser by their type. A source file specialises `interface_name` for each. */
#ifndef PPAPI_CPP_MODULE_IMPL_H
#define PPAPI_CPP_MODULE_IMPL_H

#include <ppapi/cpp/module.h>

namespace pp {
namespace {

template <typename T> const char *interface_name();

/* Asks the browser once. */
template <typename T> inline const T *get_interface() {
    static const T *const found =
        static_cast<const T *>(Module::Get()->GetBrowserInterface(interface_name<T>()));
    return found;
}

template <typename T> inline bool has_interface() {
    return get_interface<T>() != nullptr;
}

} // namespace
} // namespace pp

#endif
