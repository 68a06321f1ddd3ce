// What a user does: the events that a program asks for, in order.
// view: 100x80
// script: {"after":"ready","mouse":{"action":"move","x":10,"y":20}}
// script: {"mouse":{"action":"down","button":"left"}}
// script: {"mouse":{"action":"up","button":"left"}}
// script: {"mouse":{"action":"click","button":"right","x":30,"y":40,"modifiers":["shift"]}}
// script: {"key":"a"}
// script: {"wheel":{"x":0,"y":3}}
// script: {"after":"no mouse","mouse":{"action":"click","x":5,"y":5}}
// script: {"key":"Enter"}
#include "check.h"

#include <ppapi/c/ppb_input_event.h>
#include <ppapi/c/ppb_messaging.h>

static const PPB_InputEvent *events;
static const PPB_MouseInputEvent *mice;
static const PPB_WheelInputEvent *wheels;
static const PPB_KeyboardInputEvent *keys;
static const PPB_Messaging *messaging;

static void say(const char *text) {
    struct PP_Var var = text_var(text);
    messaging->PostMessage(instance, var);
    vars->Release(var);
}

static PP_InputEvent_Type seen[64];
static int count, focused;
static PP_Resource kept;
static double last_time;

static int find(PP_InputEvent_Type type, int from) {
    for (int index = from; index < count; index++)
        if (seen[index] == type)
            return index;
    return -1;
}

static void order(void) {
    int move = find(PP_INPUTEVENT_TYPE_MOUSEMOVE, 0), down = find(PP_INPUTEVENT_TYPE_MOUSEDOWN, 0);
    int up = find(PP_INPUTEVENT_TYPE_MOUSEUP, 0), menu = find(PP_INPUTEVENT_TYPE_CONTEXTMENU, 0);
    int key = find(PP_INPUTEVENT_TYPE_KEYDOWN, 0), text = find(PP_INPUTEVENT_TYPE_CHAR, 0);
    int key_up = find(PP_INPUTEVENT_TYPE_KEYUP, 0), turn = find(PP_INPUTEVENT_TYPE_WHEEL, 0);
    CHECK_TRUE("the mouse moves first", move >= 0 && move < down);
    CHECK_TRUE("a press comes before a release", down < up);
    CHECK_TRUE("a right click opens a menu", menu > find(PP_INPUTEVENT_TYPE_MOUSEDOWN, down + 1));
    CHECK_TRUE("a key goes down, has a text and goes up", up < key && key < text && text < key_up);
    CHECK_TRUE("the wheel turns last", turn > key_up);
    CHECK("no raw key comes", find(PP_INPUTEVENT_TYPE_RAWKEYDOWN, 0), -1);
    CHECK("a press gives the focus", focused, 1);
    CHECK_TRUE("an event that is held stays", events->IsInputEvent(kept));
    core->ReleaseResource(kept);
    CHECK_FALSE("and goes with its last reference", events->IsInputEvent(kept));
}

static PP_Bool second(PP_Resource event) {
    PP_InputEvent_Type type = events->GetType(event);
    if (type >= PP_INPUTEVENT_TYPE_MOUSEDOWN && type <= PP_INPUTEVENT_TYPE_MOUSELEAVE)
        printf("FAILED no mouse: got an event of type %d, expected none\n", type);
    if (type == PP_INPUTEVENT_TYPE_CHAR) {
        struct PP_Var text = keys->GetCharacterText(event);
        CHECK_TEXT("the text of Enter", text, "\r");
        vars->Release(text);
    }
    if (type == PP_INPUTEVENT_TYPE_KEYDOWN)
        CHECK("the code of Enter", keys->GetKeyCode(event), 13);
    if (type == PP_INPUTEVENT_TYPE_KEYUP)
        finish();
    return PP_TRUE;
}

static PP_Bool first(PP_Resource event) {
    PP_InputEvent_Type type = events->GetType(event);
    if (!count)
        CHECK_TRUE("events come to the main thread", core->IsMainThread());
    if (count < 64)
        seen[count++] = type;
    if (events->GetTimeStamp(event) < last_time)
        printf("FAILED times: an event is older than the one before\n");
    last_time = events->GetTimeStamp(event);
    static int downs, ups;
    switch (type) {
        case PP_INPUTEVENT_TYPE_MOUSEDOWN:
            if (!downs++) {
                CHECK("a press has its button", mice->GetButton(event), PP_INPUTEVENT_MOUSEBUTTON_LEFT);
                CHECK("its place", mice->GetPosition(event).x, 10);
                CHECK("its height", mice->GetPosition(event).y, 20);
                CHECK("its clicks", mice->GetClickCount(event), 1);
                CHECK_TRUE("its time is that of the ticks", core->GetTimeTicks() - last_time < 60);
                core->AddRefResource(event);
                kept = event;
            } else {
                CHECK("the other button", mice->GetButton(event), PP_INPUTEVENT_MOUSEBUTTON_RIGHT);
                CHECK("the other place", mice->GetPosition(event).y, 40);
                CHECK_TRUE("shift is down", events->GetModifiers(event) & PP_INPUTEVENT_MODIFIER_SHIFTKEY);
            }
            break;
        case PP_INPUTEVENT_TYPE_MOUSEUP:
            if (!ups++) {
                CHECK("a release has its button", mice->GetButton(event), PP_INPUTEVENT_MOUSEBUTTON_LEFT);
                CHECK_FALSE("which is down no more",
                            events->GetModifiers(event) & PP_INPUTEVENT_MODIFIER_LEFTBUTTONDOWN);
            }
            break;
        case PP_INPUTEVENT_TYPE_MOUSEMOVE:
            if (count < 4)
                CHECK("a move has no clicks", mice->GetClickCount(event), 0);
            break;
        case PP_INPUTEVENT_TYPE_KEYDOWN: {
            struct PP_Var code = keys->GetCode(event);
            CHECK("a key has its code", keys->GetKeyCode(event), 'A');
            CHECK_TEXT("and its place", code, "KeyA");
            vars->Release(code);
            break;
        }
        case PP_INPUTEVENT_TYPE_CHAR: {
            struct PP_Var text = keys->GetCharacterText(event);
            CHECK_TEXT("a character has its text", text, "a");
            vars->Release(text);
            break;
        }
        case PP_INPUTEVENT_TYPE_WHEEL:
            CHECK_TRUE("the wheel turns down", wheels->GetDelta(event).y != 0);
            CHECK_REAL("not aside", wheels->GetDelta(event).x, 0);
            CHECK_FALSE("not by pages", wheels->GetScrollByPage(event));
            order();
            events->ClearInputEventRequest(instance, PP_INPUTEVENT_CLASS_MOUSE | PP_INPUTEVENT_CLASS_WHEEL);
            on_input = second;
            say("no mouse");
            break;
        default:
            break;
    }
    return PP_TRUE;
}

static void focus(PP_Bool has_focus) {
    if (has_focus)
        focused++;
}

static void begin(void) {
    events = ask(PPB_INPUT_EVENT_INTERFACE);
    mice = ask(PPB_MOUSE_INPUT_EVENT_INTERFACE);
    wheels = ask(PPB_WHEEL_INPUT_EVENT_INTERFACE);
    keys = ask(PPB_KEYBOARD_INPUT_EVENT_INTERFACE);
    messaging = ask(PPB_MESSAGING_INTERFACE);
    events->RequestInputEvents(instance, PP_INPUTEVENT_CLASS_MOUSE | PP_INPUTEVENT_CLASS_WHEEL);
    events->RequestFilteringInputEvents(instance, PP_INPUTEVENT_CLASS_KEYBOARD);
    on_input = first;
    on_focus = focus;
    say("ready");
}
