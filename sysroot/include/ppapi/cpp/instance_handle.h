#ifndef PPAPI_CPP_INSTANCE_HANDLE_H
#define PPAPI_CPP_INSTANCE_HANDLE_H

#include <ppapi/c/pp_instance.h>

namespace pp {

class Instance;

/* Which instance, for threads that must not touch its object. */
class InstanceHandle {
public:
    InstanceHandle(Instance *instance);
    explicit InstanceHandle(PP_Instance instance) : instance_(instance) {}
    PP_Instance pp_instance() const { return instance_; }

private:
    PP_Instance instance_;
};

} // namespace pp

#endif
