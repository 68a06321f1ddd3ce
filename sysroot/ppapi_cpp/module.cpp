/* The module and its instances: what the browser calls. */
#include <cstring>

#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppb_core.h>
#include <ppapi/c/ppp.h>
#include <ppapi/c/ppp_input_event.h>
#include <ppapi/c/ppp_instance.h>
#include <ppapi/c/ppp_messaging.h>
#include <ppapi/cpp/input_event.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/url_loader.h>

#include "interfaces.h"

static pp::Module *module;

INTERFACE(core_interface, PPB_Core, PPB_CORE_INTERFACE)

static pp::Instance *instance_of(PP_Instance instance) {
    return module ? module->InstanceForPPInstance(instance) : nullptr;
}

static PP_Bool did_create(PP_Instance handle, uint32_t count, const char *names[], const char *values[]) {
    pp::Instance *instance = module->CreateInstance(handle);
    if (!instance)
        return PP_FALSE;
    module->internal_instances()[handle] = instance;
    return PP_FromBool(instance->Init(count, names, values));
}

static void did_destroy(PP_Instance handle) {
    pp::Instance *instance = instance_of(handle);
    module->internal_instances().erase(handle);
    delete instance;
}

static void did_change_view(PP_Instance handle, PP_Resource view) {
    if (pp::Instance *instance = instance_of(handle))
        instance->DidChangeView(pp::View(view));
}

static void did_change_focus(PP_Instance handle, PP_Bool focus) {
    if (pp::Instance *instance = instance_of(handle))
        instance->DidChangeFocus(PP_ToBool(focus));
}

static PP_Bool handle_document_load(PP_Instance handle, PP_Resource loader) {
    pp::Instance *instance = instance_of(handle);
    return PP_FromBool(instance && instance->HandleDocumentLoad(pp::URLLoader(loader)));
}

static const PPP_Instance instance_interface = {
    did_create, did_destroy, did_change_view, did_change_focus, handle_document_load,
};

static PP_Bool handle_input_event(PP_Instance handle, PP_Resource event) {
    pp::Instance *instance = instance_of(handle);
    return PP_FromBool(instance && instance->HandleInputEvent(pp::InputEvent(event)));
}

static const PPP_InputEvent input_interface = {handle_input_event};

static void handle_message(PP_Instance handle, PP_Var message) {
    if (pp::Instance *instance = instance_of(handle))
        instance->HandleMessage(pp::Var(pp::PASS_REF, message)); // The reference is the program's.
}

static const PPP_Messaging messaging_interface = {handle_message};

extern "C" {

int32_t PPP_InitializeModule(PP_Module handle, PPB_GetInterface browser) {
    module = pp::CreateModule();
    return module && module->InternalInit(handle, browser) ? PP_OK : PP_ERROR_FAILED;
}

void PPP_ShutdownModule(void) {
    delete module;
    module = nullptr;
}

const void *PPP_GetInterface(const char *name) {
    return module ? module->GetPluginInterface(name) : nullptr;
}

}

namespace pp {

Module::~Module() {}

Module *Module::Get() {
    return module;
}

void Instance::RemovePerInstanceObject(const std::string &name, void *object) {
    auto found = objects_.find(name);
    if (found != objects_.end() && found->second == object)
        objects_.erase(found);
}

void Instance::RemovePerInstanceObject(const InstanceHandle &handle, const std::string &name, void *object) {
    /* The instance may have gone before what it had. */
    if (Instance *instance = instance_of(handle.pp_instance()))
        instance->RemovePerInstanceObject(name, object);
}

void *Instance::GetPerInstanceObject(PP_Instance handle, const std::string &name) {
    Instance *instance = instance_of(handle);
    if (!instance)
        return nullptr;
    auto found = instance->objects_.find(name);
    return found == instance->objects_.end() ? nullptr : found->second;
}

Instance *Module::InstanceForPPInstance(PP_Instance instance) {
    auto found = instances_.find(instance);
    return found == instances_.end() ? nullptr : found->second;
}

const void *Module::GetPluginInterface(const char *name) {
    if (std::strcmp(name, PPP_INSTANCE_INTERFACE) == 0)
        return &instance_interface;
    if (std::strcmp(name, PPP_INPUT_EVENT_INTERFACE) == 0)
        return &input_interface;
    if (std::strcmp(name, PPP_MESSAGING_INTERFACE) == 0)
        return &messaging_interface;
    auto found = interfaces_.find(name);
    return found == interfaces_.end() ? nullptr : found->second;
}

bool Module::InternalInit(PP_Module handle, PPB_GetInterface browser) {
    module_ = handle;
    browser_ = browser;
    return Init();
}

void Core::AddRefResource(PP_Resource resource) {
    core_interface()->AddRefResource(resource);
}

void Core::ReleaseResource(PP_Resource resource) {
    core_interface()->ReleaseResource(resource);
}

PP_Time Core::GetTime() {
    return core_interface()->GetTime();
}

PP_TimeTicks Core::GetTimeTicks() {
    return core_interface()->GetTimeTicks();
}

void Core::CallOnMainThread(int32_t delay, const CompletionCallback &callback, int32_t result) {
    core_interface()->CallOnMainThread(delay, callback.pp_completion_callback(), result);
}

bool Core::IsMainThread() {
    return PP_ToBool(core_interface()->IsMainThread());
}

int32_t CompletionCallback::MayForce(int32_t result) const {
    if (result == PP_OK_COMPLETIONPENDING || IsOptional())
        return result;
    Module::Get()->core()->CallOnMainThread(0, *this, result);
    return PP_OK_COMPLETIONPENDING;
}

Resource::Resource(const Resource &other) : Resource(other.resource_) {}

Resource::Resource(PP_Resource resource) : resource_(resource) {
    if (resource_)
        core_interface()->AddRefResource(resource_);
}

Resource &Resource::operator=(const Resource &other) {
    PP_Resource before = resource_;
    resource_ = other.resource_;
    if (resource_)
        core_interface()->AddRefResource(resource_);
    if (before)
        core_interface()->ReleaseResource(before);
    return *this;
}

Resource::~Resource() {
    Clear();
}

void Resource::Clear() {
    if (resource_)
        core_interface()->ReleaseResource(resource_);
    resource_ = 0;
}

} // namespace pp
