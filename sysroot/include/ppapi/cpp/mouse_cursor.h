/* How the mouse is shown. */
#ifndef PPAPI_CPP_MOUSE_CURSOR_H
#define PPAPI_CPP_MOUSE_CURSOR_H

#include <ppapi/c/ppb_mouse_cursor.h>
#include <ppapi/cpp/image_data.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/point.h>

namespace pp {

class MouseCursor {
public:
    static bool SetCursor(const InstanceHandle &instance, PP_MouseCursor_Type type,
        const ImageData &image = ImageData(), const Point &hot_spot = Point(0, 0));
};

} // namespace pp

#endif
