/* Where a finger is. */
#ifndef PPAPI_CPP_TOUCH_POINT_H
#define PPAPI_CPP_TOUCH_POINT_H

#include <ppapi/c/pp_touch_point.h>
#include <ppapi/c/ppb_input_event.h>
#include <ppapi/cpp/point.h>

namespace pp {

class TouchPoint {
public:
    TouchPoint() : point_(PP_MakeTouchPoint()), tilt_(PP_MakeFloatPoint(0, 0)) {}
    TouchPoint(const PP_TouchPoint &point) : point_(point), tilt_(PP_MakeFloatPoint(0, 0)) {}
    TouchPoint(const PP_TouchPoint &point, const PP_FloatPoint &tilt) : point_(point), tilt_(tilt) {}
    uint32_t id() const { return point_.id; }
    FloatPoint position() const { return point_.position; }
    FloatPoint radii() const { return point_.radius; }
    float rotation_angle() const { return point_.rotation_angle; }
    float pressure() const { return point_.pressure; }
    FloatPoint tilt() const { return tilt_; }
    const PP_TouchPoint &pp_touch_point() const { return point_; }

private:
    PP_TouchPoint point_;
    PP_FloatPoint tilt_;
};

} // namespace pp

/* Last, since it needs the class above. */
#include <ppapi/cpp/input_event.h>

#endif
