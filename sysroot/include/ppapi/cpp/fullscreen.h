/* The whole screen. */
#ifndef PPAPI_CPP_FULLSCREEN_H
#define PPAPI_CPP_FULLSCREEN_H

#include <ppapi/c/ppb_fullscreen.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/size.h>

namespace pp {

class Fullscreen {
public:
    explicit Fullscreen(const InstanceHandle &instance) : instance_(instance) {}
    virtual ~Fullscreen() {}
    bool IsFullscreen();
    bool SetFullscreen(bool fullscreen);
    bool GetScreenSize(Size *size);

private:
    InstanceHandle instance_;
};

} // namespace pp

#endif
