/* The module of a program in C++, so that classes of Pepper work, and its instance. */
#include <ppapi/cpp/graphics_3d_client.h>
#include <ppapi/cpp/input_event.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/module.h>
#include <ppapi/cpp/mouse_lock.h>
#include <ppapi/cpp/var.h>
#include <ppapi/cpp/view.h>

#include "ppapi_simple/simple.h"

namespace {

class SimpleInstance : public pp::Instance, public pp::MouseLock, public pp::Graphics3DClient {
public:
    explicit SimpleInstance(PP_Instance instance)
        : pp::Instance(instance), pp::MouseLock(this), pp::Graphics3DClient(this) {}

    bool Init(uint32_t count, const char *names[], const char *values[]) override {
        return PP_ToBool(__ps_created(pp_instance(), count, names, values));
    }
    void DidChangeView(const pp::View &view) override { __ps_view_changed(view.pp_resource()); }
    void DidChangeFocus(bool has_focus) override { __ps_focus_changed(PP_FromBool(has_focus)); }
    bool HandleInputEvent(const pp::InputEvent &event) override { return PP_ToBool(__ps_input(event.pp_resource())); }
    void HandleMessage(const pp::Var &message) override { __ps_message(message.pp_var()); }
    void MouseLockLost() override { __ps_mouse_lock_lost(); }
    void Graphics3DContextLost() override { __ps_context_lost(); }
};

class SimpleModule : public pp::Module {
public:
    bool Init() override {
        __ps_get_interface = get_browser_interface();
        return true;
    }
    pp::Instance *CreateInstance(PP_Instance instance) override { return new SimpleInstance(instance); }
};

} // namespace

namespace pp {

Module *CreateModule() {
    return new SimpleModule();
}

} // namespace pp
