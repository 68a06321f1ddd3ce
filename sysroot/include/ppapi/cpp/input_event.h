/* What a user does. */
#ifndef PPAPI_CPP_INPUT_EVENT_H
#define PPAPI_CPP_INPUT_EVENT_H

#include <utility>
#include <vector>

#include <ppapi/c/ppb_input_event.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/point.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/touch_point.h>
#include <ppapi/cpp/var.h>

namespace pp {

class InputEvent : public Resource {
public:
    InputEvent() {}
    explicit InputEvent(PP_Resource event) : Resource(event) {}
    PP_InputEvent_Type GetType() const;
    PP_TimeTicks GetTimeStamp() const;
    uint32_t GetModifiers() const;
};

/* Each of these is null if the event is of another kind. Programs can make events of their own. */
class MouseInputEvent : public InputEvent {
public:
    MouseInputEvent() {}
    explicit MouseInputEvent(const InputEvent &event);
    MouseInputEvent(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time, uint32_t modifiers,
        PP_InputEvent_MouseButton button, const Point &position, int32_t click_count, const Point &movement);
    PP_InputEvent_MouseButton GetButton() const;
    Point GetPosition() const;
    int32_t GetClickCount() const;
    Point GetMovement() const;
};

class WheelInputEvent : public InputEvent {
public:
    WheelInputEvent() {}
    explicit WheelInputEvent(const InputEvent &event);
    WheelInputEvent(const InstanceHandle &instance, PP_TimeTicks time, uint32_t modifiers, const FloatPoint &delta,
        const FloatPoint &ticks, bool scroll_by_page);
    FloatPoint GetDelta() const;
    FloatPoint GetTicks() const;
    bool GetScrollByPage() const;
};

class KeyboardInputEvent : public InputEvent {
public:
    KeyboardInputEvent() {}
    explicit KeyboardInputEvent(const InputEvent &event);
    KeyboardInputEvent(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time,
        uint32_t modifiers, uint32_t key_code, const Var &character_text, const Var &code = Var());
    uint32_t GetKeyCode() const;
    Var GetCharacterText() const;
    Var GetCode() const;
};

class TouchInputEvent : public InputEvent {
public:
    TouchInputEvent() {}
    explicit TouchInputEvent(const InputEvent &event);
    TouchInputEvent(
        const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time, uint32_t modifiers);
    void AddTouchPoint(PP_TouchListType list, PP_TouchPoint point);
    uint32_t GetTouchCount(PP_TouchListType list) const;
    TouchPoint GetTouchByIndex(PP_TouchListType list, uint32_t index) const;
    TouchPoint GetTouchById(PP_TouchListType list, uint32_t id) const;
};

class IMEInputEvent : public InputEvent {
public:
    IMEInputEvent() {}
    explicit IMEInputEvent(const InputEvent &event);
    /* One more offset than there are segments. */
    IMEInputEvent(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time, const Var &text,
        const std::vector<uint32_t> &segment_offsets, int32_t target_segment,
        const std::pair<uint32_t, uint32_t> &selection);
    Var GetText() const;
    uint32_t GetSegmentNumber() const;
    uint32_t GetSegmentOffset(uint32_t index) const;
    int32_t GetTargetSegment() const;
    void GetSelection(uint32_t *start, uint32_t *end) const;
};

} // namespace pp

#endif
