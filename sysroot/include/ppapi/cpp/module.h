/* The module: what there is once for all instances. A program defines pp::CreateModule. */
#ifndef PPAPI_CPP_MODULE_H
#define PPAPI_CPP_MODULE_H

#include <map>
#include <string>

#include <ppapi/c/pp_instance.h>
#include <ppapi/c/pp_module.h>
#include <ppapi/c/ppb.h>
#include <ppapi/cpp/core.h>

namespace pp {

class Instance;

class Module {
public:
    typedef std::map<PP_Instance, Instance *> InstanceMap;

    Module() = default;
    Module(const Module &) = delete;
    Module &operator=(const Module &) = delete;
    virtual ~Module();

    static Module *Get();

    virtual bool Init() { return true; }
    /* A null pointer where an instance cannot be made. */
    virtual Instance *CreateInstance(PP_Instance instance) = 0;

    PP_Module pp_module() const { return module_; }
    PPB_GetInterface get_browser_interface() const { return browser_; }
    Core *core() { return &core_; }
    const void *GetBrowserInterface(const char *name) { return browser_(name); }
    Instance *InstanceForPPInstance(PP_Instance instance);
    const InstanceMap &current_instances() const { return instances_; }

    /* What the browser is given when it asks for an interface of the program. */
    const void *GetPluginInterface(const char *name);
    void AddPluginInterface(const std::string &name, const void *interface) { interfaces_[name] = interface; }

    /* For the start of the program. */
    bool InternalInit(PP_Module module, PPB_GetInterface browser);
    InstanceMap &internal_instances() { return instances_; }

private:
    PP_Module module_ = 0;
    PPB_GetInterface browser_ = nullptr;
    Core core_;
    InstanceMap instances_;
    std::map<std::string, const void *> interfaces_;
};

/* Defined by the program. */
Module *CreateModule();

} // namespace pp

#endif
