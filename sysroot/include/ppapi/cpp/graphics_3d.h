/* What OpenGL ES draws on. */
#ifndef PPAPI_CPP_GRAPHICS_3D_H
#define PPAPI_CPP_GRAPHICS_3D_H

#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class Graphics3D : public Resource {
public:
    Graphics3D() {}
    Graphics3D(const InstanceHandle &instance, const int32_t attributes[]);
    Graphics3D(const InstanceHandle &instance, const Graphics3D &shared, const int32_t attributes[]);
    static int32_t GetAttribMaxValue(Resource instance, int32_t attribute, int32_t *value);
    int32_t GetAttribs(int32_t attributes[]) const;
    int32_t SetAttribs(const int32_t attributes[]);
    int32_t GetError();
    int32_t ResizeBuffers(int32_t width, int32_t height);
    int32_t SwapBuffers(const CompletionCallback &callback);
};

} // namespace pp

#endif
