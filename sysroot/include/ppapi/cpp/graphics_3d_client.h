/* Told when what is drawn on has gone. Programs derive from it. */
#ifndef PPAPI_CPP_GRAPHICS_3D_CLIENT_H
#define PPAPI_CPP_GRAPHICS_3D_CLIENT_H

#include <ppapi/cpp/instance_handle.h>

namespace pp {

class Instance;

class Graphics3DClient {
public:
    explicit Graphics3DClient(Instance *instance);
    virtual ~Graphics3DClient();
    virtual void Graphics3DContextLost() = 0;

private:
    InstanceHandle associated_instance_;
};

} // namespace pp

#endif
