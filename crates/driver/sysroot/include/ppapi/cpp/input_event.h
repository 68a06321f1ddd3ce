/* What a user does. */
#ifndef PPAPI_CPP_INPUT_EVENT_H
#define PPAPI_CPP_INPUT_EVENT_H

#include <ppapi/c/ppb_input_event.h>
#include <ppapi/cpp/point.h>
#include <ppapi/cpp/resource.h>
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

/* Each of these is null if the event is of another kind. */
class MouseInputEvent : public InputEvent {
public:
    MouseInputEvent() {}
    explicit MouseInputEvent(const InputEvent &event);
    PP_InputEvent_MouseButton GetButton() const;
    Point GetPosition() const;
    int32_t GetClickCount() const;
    Point GetMovement() const;
};

class WheelInputEvent : public InputEvent {
public:
    WheelInputEvent() {}
    explicit WheelInputEvent(const InputEvent &event);
    FloatPoint GetDelta() const;
    FloatPoint GetTicks() const;
    bool GetScrollByPage() const;
};

class KeyboardInputEvent : public InputEvent {
public:
    KeyboardInputEvent() {}
    explicit KeyboardInputEvent(const InputEvent &event);
    uint32_t GetKeyCode() const;
    Var GetCharacterText() const;
    Var GetCode() const;
};

} // namespace pp

#endif
