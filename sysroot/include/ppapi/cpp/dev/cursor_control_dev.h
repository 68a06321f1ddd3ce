/* How the mouse is shown, as programs of the first years say it. */
#ifndef PPAPI_CPP_DEV_CURSOR_CONTROL_DEV_H
#define PPAPI_CPP_DEV_CURSOR_CONTROL_DEV_H

#include <ppapi/c/dev/ppb_cursor_control_dev.h>
#include <ppapi/cpp/image_data.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/point.h>

namespace pp {

class CursorControl_Dev {
public:
    explicit CursorControl_Dev(const InstanceHandle &instance) : instance_(instance) {}
    bool SetCursor(
        PP_CursorType_Dev type, const ImageData &image = ImageData(), const Point &hot_spot = Point(0, 0));
    bool LockCursor();
    bool UnlockCursor();
    bool HasCursorLock();
    bool CanLockCursor();

private:
    InstanceHandle instance_;
};

} // namespace pp

#endif
