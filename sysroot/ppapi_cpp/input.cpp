/* What users do, and what helps them to write. */
#include <ppapi/cpp/input_event.h>
#include <ppapi/cpp/text_input_controller.h>

#include "interfaces.h"

INTERFACE(events, PPB_InputEvent, PPB_INPUT_EVENT_INTERFACE)
INTERFACE(mouse_events, PPB_MouseInputEvent, PPB_MOUSE_INPUT_EVENT_INTERFACE)
INTERFACE(wheel_events, PPB_WheelInputEvent, PPB_WHEEL_INPUT_EVENT_INTERFACE)
INTERFACE(key_events, PPB_KeyboardInputEvent, PPB_KEYBOARD_INPUT_EVENT_INTERFACE)
INTERFACE(touch_events, PPB_TouchInputEvent, PPB_TOUCH_INPUT_EVENT_INTERFACE)
INTERFACE(compositions, PPB_IMEInputEvent, PPB_IME_INPUT_EVENT_INTERFACE)
INTERFACE(controllers, PPB_TextInputController, PPB_TEXTINPUTCONTROLLER_INTERFACE)

namespace pp {

PP_InputEvent_Type InputEvent::GetType() const {
    return events()->GetType(pp_resource());
}

PP_TimeTicks InputEvent::GetTimeStamp() const {
    return events()->GetTimeStamp(pp_resource());
}

uint32_t InputEvent::GetModifiers() const {
    return events()->GetModifiers(pp_resource());
}

MouseInputEvent::MouseInputEvent(const InputEvent &event) {
    if (mouse_events()->IsMouseInputEvent(event.pp_resource()))
        static_cast<Resource &>(*this) = event;
}

MouseInputEvent::MouseInputEvent(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time,
    uint32_t modifiers, PP_InputEvent_MouseButton button, const Point &position, int32_t click_count,
    const Point &movement) {
    PassRefFromConstructor(mouse_events()->Create(instance.pp_instance(), type, time, modifiers, button,
        &position.pp_point(), click_count, &movement.pp_point()));
}

PP_InputEvent_MouseButton MouseInputEvent::GetButton() const {
    return mouse_events()->GetButton(pp_resource());
}

Point MouseInputEvent::GetPosition() const {
    return mouse_events()->GetPosition(pp_resource());
}

int32_t MouseInputEvent::GetClickCount() const {
    return mouse_events()->GetClickCount(pp_resource());
}

Point MouseInputEvent::GetMovement() const {
    return mouse_events()->GetMovement(pp_resource());
}

WheelInputEvent::WheelInputEvent(const InputEvent &event) {
    if (wheel_events()->IsWheelInputEvent(event.pp_resource()))
        static_cast<Resource &>(*this) = event;
}

WheelInputEvent::WheelInputEvent(const InstanceHandle &instance, PP_TimeTicks time, uint32_t modifiers,
    const FloatPoint &delta, const FloatPoint &ticks, bool scroll_by_page) {
    PassRefFromConstructor(wheel_events()->Create(instance.pp_instance(), time, modifiers, &delta.pp_float_point(),
        &ticks.pp_float_point(), PP_FromBool(scroll_by_page)));
}

FloatPoint WheelInputEvent::GetDelta() const {
    return wheel_events()->GetDelta(pp_resource());
}

FloatPoint WheelInputEvent::GetTicks() const {
    return wheel_events()->GetTicks(pp_resource());
}

bool WheelInputEvent::GetScrollByPage() const {
    return PP_ToBool(wheel_events()->GetScrollByPage(pp_resource()));
}

KeyboardInputEvent::KeyboardInputEvent(const InputEvent &event) {
    if (key_events()->IsKeyboardInputEvent(event.pp_resource()))
        static_cast<Resource &>(*this) = event;
}

KeyboardInputEvent::KeyboardInputEvent(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time,
    uint32_t modifiers, uint32_t key_code, const Var &character_text, const Var &code) {
    PassRefFromConstructor(key_events()->Create(
        instance.pp_instance(), type, time, modifiers, key_code, character_text.pp_var(), code.pp_var()));
}

uint32_t KeyboardInputEvent::GetKeyCode() const {
    return key_events()->GetKeyCode(pp_resource());
}

Var KeyboardInputEvent::GetCharacterText() const {
    return Var(PASS_REF, key_events()->GetCharacterText(pp_resource()));
}

Var KeyboardInputEvent::GetCode() const {
    return Var(PASS_REF, key_events()->GetCode(pp_resource()));
}

TouchInputEvent::TouchInputEvent(const InputEvent &event) {
    if (touch_events()->IsTouchInputEvent(event.pp_resource()))
        static_cast<Resource &>(*this) = event;
}

TouchInputEvent::TouchInputEvent(
    const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time, uint32_t modifiers) {
    PassRefFromConstructor(touch_events()->Create(instance.pp_instance(), type, time, modifiers));
}

void TouchInputEvent::AddTouchPoint(PP_TouchListType list, PP_TouchPoint point) {
    touch_events()->AddTouchPoint(pp_resource(), list, &point);
}

uint32_t TouchInputEvent::GetTouchCount(PP_TouchListType list) const {
    return touch_events()->GetTouchCount(pp_resource(), list);
}

TouchPoint TouchInputEvent::GetTouchByIndex(PP_TouchListType list, uint32_t index) const {
    return TouchPoint(touch_events()->GetTouchByIndex(pp_resource(), list, index),
        touch_events()->GetTouchTiltByIndex(pp_resource(), list, index));
}

TouchPoint TouchInputEvent::GetTouchById(PP_TouchListType list, uint32_t id) const {
    return TouchPoint(touch_events()->GetTouchById(pp_resource(), list, id),
        touch_events()->GetTouchTiltById(pp_resource(), list, id));
}

IMEInputEvent::IMEInputEvent(const InputEvent &event) {
    if (compositions()->IsIMEInputEvent(event.pp_resource()))
        static_cast<Resource &>(*this) = event;
}

IMEInputEvent::IMEInputEvent(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time,
    const Var &text, const std::vector<uint32_t> &segment_offsets, int32_t target_segment,
    const std::pair<uint32_t, uint32_t> &selection) {
    uint32_t segments = segment_offsets.empty() ? 0 : segment_offsets.size() - 1;
    PassRefFromConstructor(compositions()->Create(instance.pp_instance(), type, time, text.pp_var(), segments,
        segment_offsets.data(), target_segment, selection.first, selection.second));
}

Var IMEInputEvent::GetText() const {
    return Var(PASS_REF, compositions()->GetText(pp_resource()));
}

uint32_t IMEInputEvent::GetSegmentNumber() const {
    return compositions()->GetSegmentNumber(pp_resource());
}

uint32_t IMEInputEvent::GetSegmentOffset(uint32_t index) const {
    return compositions()->GetSegmentOffset(pp_resource(), index);
}

int32_t IMEInputEvent::GetTargetSegment() const {
    return compositions()->GetTargetSegment(pp_resource());
}

void IMEInputEvent::GetSelection(uint32_t *start, uint32_t *end) const {
    compositions()->GetSelection(pp_resource(), start, end);
}

void TextInputController::SetTextInputType(PP_TextInput_Type type) {
    controllers()->SetTextInputType(instance_.pp_instance(), type);
}

void TextInputController::UpdateCaretPosition(const Rect &caret) {
    controllers()->UpdateCaretPosition(instance_.pp_instance(), &caret.pp_rect());
}

void TextInputController::CancelCompositionText() {
    controllers()->CancelCompositionText(instance_.pp_instance());
}

void TextInputController::UpdateSurroundingText(const Var &text, uint32_t caret, uint32_t anchor) {
    controllers()->UpdateSurroundingText(instance_.pp_instance(), text.pp_var(), caret, anchor);
}

} // namespace pp
