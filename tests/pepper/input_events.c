// Events that a program makes itself, and who may hide, lock and see what:
// PPB_InputEvent and its five kinds, PPB_MouseLock, PPB_MouseCursor, PPB_Fullscreen,
// PPB_Gamepad, PPB_TextInputController.
#include "check.h"

#include <ppapi/c/ppb_fullscreen.h>
#include <ppapi/c/ppb_gamepad.h>
#include <ppapi/c/ppb_input_event.h>
#include <ppapi/c/ppb_mouse_cursor.h>
#include <ppapi/c/ppb_mouse_lock.h>
#include <ppapi/c/ppb_text_input_controller.h>

static const PPB_InputEvent *events;
static const PPB_MouseInputEvent *mice;
static const PPB_WheelInputEvent *wheels;
static const PPB_KeyboardInputEvent *keys;
static const PPB_TouchInputEvent *touches;
static const PPB_IMEInputEvent *compositions;

static void requests(void) {
    CHECK("mouse events can be asked for", events->RequestInputEvents(instance, PP_INPUTEVENT_CLASS_MOUSE), PP_OK);
    CHECK("keys can be filtered", events->RequestFilteringInputEvents(instance, PP_INPUTEVENT_CLASS_KEYBOARD), PP_OK);
    CHECK("no class", events->RequestInputEvents(instance, 0), PP_OK);
    CHECK("an unknown class", events->RequestInputEvents(instance, 1u << 30), PP_ERROR_NOTSUPPORTED);
    CHECK("touches together", events->RequestInputEvents(instance, PP_INPUTEVENT_CLASS_COALESCED_TOUCH),
          PP_ERROR_NOTSUPPORTED);
    CHECK("no instance", events->RequestInputEvents(DEAD, PP_INPUTEVENT_CLASS_MOUSE), PP_ERROR_BADARGUMENT);
    CHECK("no instance to filter for", events->RequestFilteringInputEvents(0, 1), PP_ERROR_BADARGUMENT);
    events->ClearInputEventRequest(instance, 0xFFFF);
    events->ClearInputEventRequest(DEAD, 0xFFFF);
}

static void kind(const char *what, PP_Resource event, int is_mouse, int is_wheel, int is_key, int is_touch, int is_ime) {
    char name[100];
#define NAMED(says) (snprintf(name, sizeof name, "%s %s", what, says), name)
    CHECK(NAMED("is an event"), events->IsInputEvent(event), is_mouse | is_wheel | is_key | is_touch | is_ime);
    CHECK(NAMED("of the mouse"), mice->IsMouseInputEvent(event), is_mouse);
    CHECK(NAMED("of the wheel"), wheels->IsWheelInputEvent(event), is_wheel);
    CHECK(NAMED("of a key"), keys->IsKeyboardInputEvent(event), is_key);
    CHECK(NAMED("of a finger"), touches->IsTouchInputEvent(event), is_touch);
    CHECK(NAMED("of a composition"), compositions->IsIMEInputEvent(event), is_ime);
}

static void mouse(void) {
    struct PP_Point at = {3, -4}, moved = {5, 6};
    PP_Resource event = mice->Create(instance, PP_INPUTEVENT_TYPE_MOUSEDOWN, 12.5, PP_INPUTEVENT_MODIFIER_SHIFTKEY,
                                     PP_INPUTEVENT_MOUSEBUTTON_RIGHT, &at, 2, &moved);
    kind("a press", event, 1, 0, 0, 0, 0);
    CHECK("its type", events->GetType(event), PP_INPUTEVENT_TYPE_MOUSEDOWN);
    CHECK_REAL("its time", events->GetTimeStamp(event), 12.5);
    CHECK("its modifiers", events->GetModifiers(event), PP_INPUTEVENT_MODIFIER_SHIFTKEY);
    CHECK("its button", mice->GetButton(event), PP_INPUTEVENT_MOUSEBUTTON_RIGHT);
    CHECK("its place from the left", mice->GetPosition(event).x, 3);
    CHECK("its place from the top", mice->GetPosition(event).y, -4);
    CHECK("its number of clicks", mice->GetClickCount(event), 2);
    CHECK("its movement", mice->GetMovement(event).y, 6);
    CHECK("it is no key", keys->GetKeyCode(event), 0);
    CHECK("it has no text", keys->GetCharacterText(event).type, PP_VARTYPE_UNDEFINED);
    CHECK_REAL("it does not scroll", wheels->GetDelta(event).x, 0);
    CHECK("it has no fingers", touches->GetTouchCount(event, PP_TOUCHLIST_TYPE_TOUCHES), 0);
    core->ReleaseResource(event);
    CHECK("an event that is gone has no type", events->GetType(event), PP_INPUTEVENT_TYPE_UNDEFINED);
    CHECK_REAL("nor a time", events->GetTimeStamp(event), 0);
    CHECK("nor modifiers", events->GetModifiers(event), 0);
    CHECK("nor a button", mice->GetButton(event), PP_INPUTEVENT_MOUSEBUTTON_NONE);
    CHECK("nor a place", mice->GetPosition(event).x, 0);
    CHECK("nor clicks", mice->GetClickCount(event), 0);
    CHECK("a key is no mouse", mice->Create(instance, PP_INPUTEVENT_TYPE_KEYDOWN, 0, 0, 0, &at, 0, &moved), 0);
    CHECK("no instance, no event", mice->Create(DEAD, PP_INPUTEVENT_TYPE_MOUSEUP, 0, 0, 0, &at, 0, &moved), 0);
    const struct PPB_MouseInputEvent_1_0 *first = ask(PPB_MOUSE_INPUT_EVENT_INTERFACE_1_0);
    event = first->Create(instance, PP_INPUTEVENT_TYPE_MOUSEMOVE, 0, 0, PP_INPUTEVENT_MOUSEBUTTON_NONE, &at, 0);
    CHECK("the first version knows no movement", mice->GetMovement(event).x, 0);
    core->ReleaseResource(event);
}

static void wheel(void) {
    struct PP_FloatPoint delta = {1.5f, -2}, ticks = {0.25f, 3};
    PP_Resource event = wheels->Create(instance, 1, 0, &delta, &ticks, PP_TRUE);
    kind("a turn", event, 0, 1, 0, 0, 0);
    CHECK("the type of a turn", events->GetType(event), PP_INPUTEVENT_TYPE_WHEEL);
    CHECK_REAL("its way", wheels->GetDelta(event).x, 1.5);
    CHECK_REAL("its way down", wheels->GetDelta(event).y, -2);
    CHECK_REAL("its ticks", wheels->GetTicks(event).x, 0.25);
    CHECK_TRUE("by pages", wheels->GetScrollByPage(event));
    core->ReleaseResource(event);
    CHECK_FALSE("a turn that is gone", wheels->GetScrollByPage(event));
}

static void key(void) {
    struct PP_Var text = text_var("\xc3\xa4"), code = text_var("Quote"), got;
    PP_Resource event = keys->Create(instance, PP_INPUTEVENT_TYPE_CHAR, 0, 0, 222, text, code);
    kind("a character", event, 0, 0, 1, 0, 0);
    CHECK("its code", keys->GetKeyCode(event), 222);
    got = keys->GetCharacterText(event);
    CHECK_TEXT("its text", got, "\xc3\xa4");
    vars->Release(got);
    got = keys->GetCode(event);
    CHECK_TEXT("its key", got, "Quote");
    vars->Release(got);
    core->ReleaseResource(event);
    CHECK("a character that is gone", keys->GetKeyCode(event), 0);
    CHECK("a mouse is no key", keys->Create(instance, PP_INPUTEVENT_TYPE_MOUSEUP, 0, 0, 1, text, code), 0);
    vars->Release(text);
    vars->Release(code);
}

static void touch(void) {
    struct PP_TouchPoint first = {7, {1, 2}, {3, 4}, 5, 0.5f}, second = {9, {10, 20}, {1, 1}, 0, 1};
    PP_Resource event = touches->Create(instance, PP_INPUTEVENT_TYPE_TOUCHSTART, 0, 0);
    kind("a touch", event, 0, 0, 0, 1, 0);
    touches->AddTouchPoint(event, PP_TOUCHLIST_TYPE_TOUCHES, &first);
    touches->AddTouchPoint(event, PP_TOUCHLIST_TYPE_TOUCHES, &second);
    touches->AddTouchPoint(event, PP_TOUCHLIST_TYPE_CHANGEDTOUCHES, &second);
    CHECK("its fingers", touches->GetTouchCount(event, PP_TOUCHLIST_TYPE_TOUCHES), 2);
    CHECK("those that changed", touches->GetTouchCount(event, PP_TOUCHLIST_TYPE_CHANGEDTOUCHES), 1);
    CHECK("none of the rest", touches->GetTouchCount(event, PP_TOUCHLIST_TYPE_TARGETTOUCHES), 0);
    CHECK("no other list", touches->GetTouchCount(event, (PP_TouchListType) 5), 0);
    struct PP_TouchPoint got = touches->GetTouchByIndex(event, PP_TOUCHLIST_TYPE_TOUCHES, 0);
    CHECK("a finger by its place", got.id, 7);
    CHECK_REAL("its position", got.position.y, 2);
    CHECK_REAL("its radius", got.radius.x, 3);
    CHECK_REAL("its angle", got.rotation_angle, 5);
    CHECK_REAL("its pressure", got.pressure, 0.5);
    CHECK_REAL("a finger by its number", touches->GetTouchById(event, PP_TOUCHLIST_TYPE_TOUCHES, 9).position.x, 10);
    CHECK("no finger", touches->GetTouchByIndex(event, PP_TOUCHLIST_TYPE_TOUCHES, 2).id, 0);
    CHECK_REAL("no finger of that number", touches->GetTouchById(event, PP_TOUCHLIST_TYPE_TOUCHES, 8).pressure, 0);
    CHECK_REAL("no tilt", touches->GetTouchTiltByIndex(event, PP_TOUCHLIST_TYPE_TOUCHES, 0).x, 0);
    core->ReleaseResource(event);
    CHECK("a mouse is no finger", touches->Create(instance, PP_INPUTEVENT_TYPE_MOUSEUP, 0, 0), 0);
}

static void composition(void) {
    struct PP_Var text = text_var("kana"), got;
    uint32_t offsets[] = {0, 2, 4}, start = 0, end = 0;
    PP_Resource event = compositions->Create(instance, PP_INPUTEVENT_TYPE_IME_COMPOSITION_UPDATE, 0, text, 2, offsets,
                                             1, 2, 4);
    kind("a composition", event, 0, 0, 0, 0, 1);
    got = compositions->GetText(event);
    CHECK_TEXT("the text of a composition", got, "kana");
    vars->Release(got);
    CHECK("its segments", compositions->GetSegmentNumber(event), 2);
    CHECK("where one begins", compositions->GetSegmentOffset(event, 1), 2);
    CHECK("where the last ends", compositions->GetSegmentOffset(event, 2), 4);
    CHECK("no such segment", compositions->GetSegmentOffset(event, 3), 0);
    CHECK("the segment at work", compositions->GetTargetSegment(event), 1);
    compositions->GetSelection(event, &start, &end);
    CHECK("the start of what is selected", start, 2);
    CHECK("its end", end, 4);
    core->ReleaseResource(event);
    CHECK("a composition that is gone has no segments", compositions->GetSegmentNumber(event), 0);
    CHECK("a key is no composition",
          compositions->Create(instance, PP_INPUTEVENT_TYPE_KEYUP, 0, text, 0, offsets, 0, 0, 0), 0);
    vars->Release(text);
}

static void the_rest(void) {
    const PPB_MouseCursor *cursors = ask(PPB_MOUSECURSOR_INTERFACE);
    const PPB_Fullscreen *fullscreen = ask(PPB_FULLSCREEN_INTERFACE);
    const PPB_Gamepad *gamepads = ask(PPB_GAMEPAD_INTERFACE);
    const PPB_TextInputController *texts = ask(PPB_TEXTINPUTCONTROLLER_INTERFACE);
    struct PP_Point spot = {0, 0};
    struct PP_Size size = {0, 0};
    CHECK_TRUE("a pointer", cursors->SetCursor(instance, PP_MOUSECURSOR_TYPE_HAND, 0, &spot));
    CHECK_TRUE("no pointer", cursors->SetCursor(instance, PP_MOUSECURSOR_TYPE_NONE, 0, &spot));
    CHECK_FALSE("a pointer of no image", cursors->SetCursor(instance, PP_MOUSECURSOR_TYPE_CUSTOM, 0, &spot));
    CHECK_FALSE("an image for a pointer that has one", cursors->SetCursor(instance, PP_MOUSECURSOR_TYPE_HAND, DEAD, &spot));
    CHECK_FALSE("an unknown pointer", cursors->SetCursor(instance, (PP_MouseCursor_Type) 99, 0, &spot));
    CHECK_FALSE("a pointer for no instance", cursors->SetCursor(DEAD, PP_MOUSECURSOR_TYPE_HAND, 0, &spot));
    CHECK_FALSE("the element does not fill the screen", fullscreen->IsFullscreen(instance));
    CHECK_FALSE("nor may it without a gesture", fullscreen->SetFullscreen(instance, PP_TRUE));
    CHECK_FALSE("it need not be told to stop", fullscreen->SetFullscreen(instance, PP_FALSE));
    CHECK_TRUE("there is a screen", fullscreen->GetScreenSize(instance, &size));
    CHECK_TRUE("which has a size", size.width > 0 && size.height > 0);
    CHECK_FALSE("no instance has none", fullscreen->GetScreenSize(DEAD, &size));
    struct PP_GamepadsSampleData pads;
    memset(&pads, 0xFF, sizeof pads);
    gamepads->Sample(instance, &pads);
    CHECK("there are four places for gamepads", pads.length, 4);
    CHECK_FALSE("and no gamepad", pads.items[0].connected | pads.items[3].connected);
    struct PP_Var text = text_var("text");
    struct PP_Rect caret = {{1, 2}, {3, 4}};
    texts->SetTextInputType(instance, PP_TEXTINPUT_TYPE_SEARCH);
    texts->UpdateCaretPosition(instance, &caret);
    texts->CancelCompositionText(instance);
    texts->UpdateSurroundingText(instance, text, 1, 2);
    CHECK_TEXT("hints keep their text", text, "text");
    vars->Release(text);
}

static void unlocked(void) {
    finish();
}

static void begin(void) {
    events = ask(PPB_INPUT_EVENT_INTERFACE);
    mice = ask(PPB_MOUSE_INPUT_EVENT_INTERFACE);
    wheels = ask(PPB_WHEEL_INPUT_EVENT_INTERFACE);
    keys = ask(PPB_KEYBOARD_INPUT_EVENT_INTERFACE);
    touches = ask(PPB_TOUCH_INPUT_EVENT_INTERFACE);
    compositions = ask(PPB_IME_INPUT_EVENT_INTERFACE);
    const PPB_MouseLock *locks = ask(PPB_MOUSELOCK_INTERFACE);
    requests();
    mouse();
    wheel();
    key();
    touch();
    composition();
    the_rest();
    CHECK("the lock of no instance", locks->LockMouse(DEAD, unexpected("no lock")), PP_ERROR_BADARGUMENT);
    locks->UnlockMouse(DEAD);
    CHECK("the main thread does not wait for the mouse", locks->LockMouse(instance, BLOCKING), PP_ERROR_BLOCKS_MAIN_THREAD);
    locks->LockMouse(instance, expect("without a gesture the mouse is not locked", PP_ERROR_NO_USER_GESTURE, unlocked));
}
