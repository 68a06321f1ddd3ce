//! Types of input.

use super::*;

headers! {
    "pp_touch_point.h" {
        struct PP_TouchPoint {
            id: uint32_t,
            position: PP_FloatPoint,
            radius: PP_FloatPoint,
            rotation_angle: float,
            pressure: float,
        }
    }
    "ppb_gamepad.h" {
        struct PP_GamepadSampleData {
            axes_length: uint32_t,
            axes: float[16],
            buttons_length: uint32_t,
            buttons: float[32],
            timestamp: double,
            id: uint16_t[128],
            connected: PP_Bool,
            unused_pad_: char[4],
        }
        struct PP_GamepadsSampleData {
            length: uint32_t,
            unused_pad_: char[4],
            items: PP_GamepadSampleData[4],
        }
        interface "PPB_Gamepad" PPB_Gamepad PPB_GAMEPAD;
    }
    "ppb_input_event.h" {
        enum PP_InputEvent_Class {
            PP_INPUTEVENT_CLASS_MOUSE = 1,
            PP_INPUTEVENT_CLASS_KEYBOARD = 2,
            PP_INPUTEVENT_CLASS_WHEEL = 4,
            PP_INPUTEVENT_CLASS_TOUCH = 8,
            PP_INPUTEVENT_CLASS_IME = 16,
            PP_INPUTEVENT_CLASS_COALESCED_TOUCH = 32,
        }
        enum PP_InputEvent_Modifier {
            PP_INPUTEVENT_MODIFIER_SHIFTKEY = 1,
            PP_INPUTEVENT_MODIFIER_CONTROLKEY = 2,
            PP_INPUTEVENT_MODIFIER_ALTKEY = 4,
            PP_INPUTEVENT_MODIFIER_METAKEY = 8,
            PP_INPUTEVENT_MODIFIER_ISKEYPAD = 16,
            PP_INPUTEVENT_MODIFIER_ISAUTOREPEAT = 32,
            PP_INPUTEVENT_MODIFIER_LEFTBUTTONDOWN = 64,
            PP_INPUTEVENT_MODIFIER_MIDDLEBUTTONDOWN = 128,
            PP_INPUTEVENT_MODIFIER_RIGHTBUTTONDOWN = 256,
            PP_INPUTEVENT_MODIFIER_CAPSLOCKKEY = 512,
            PP_INPUTEVENT_MODIFIER_NUMLOCKKEY = 1024,
            PP_INPUTEVENT_MODIFIER_ISLEFT = 2048,
            PP_INPUTEVENT_MODIFIER_ISRIGHT = 4096,
            PP_INPUTEVENT_MODIFIER_ISPEN = 8192,
            PP_INPUTEVENT_MODIFIER_ISERASER = 16384,
        }
        enum PP_InputEvent_MouseButton {
            PP_INPUTEVENT_MOUSEBUTTON_NONE = -1,
            PP_INPUTEVENT_MOUSEBUTTON_LEFT = 0,
            PP_INPUTEVENT_MOUSEBUTTON_MIDDLE = 1,
            PP_INPUTEVENT_MOUSEBUTTON_RIGHT = 2,
        }
        enum PP_InputEvent_Type {
            PP_INPUTEVENT_TYPE_UNDEFINED = -1,
            PP_INPUTEVENT_TYPE_MOUSEDOWN = 0,
            PP_INPUTEVENT_TYPE_MOUSEUP = 1,
            PP_INPUTEVENT_TYPE_MOUSEMOVE = 2,
            PP_INPUTEVENT_TYPE_MOUSEENTER = 3,
            PP_INPUTEVENT_TYPE_MOUSELEAVE = 4,
            PP_INPUTEVENT_TYPE_WHEEL = 5,
            PP_INPUTEVENT_TYPE_RAWKEYDOWN = 6,
            PP_INPUTEVENT_TYPE_KEYDOWN = 7,
            PP_INPUTEVENT_TYPE_KEYUP = 8,
            PP_INPUTEVENT_TYPE_CHAR = 9,
            PP_INPUTEVENT_TYPE_CONTEXTMENU = 10,
            PP_INPUTEVENT_TYPE_IME_COMPOSITION_START = 11,
            PP_INPUTEVENT_TYPE_IME_COMPOSITION_UPDATE = 12,
            PP_INPUTEVENT_TYPE_IME_COMPOSITION_END = 13,
            PP_INPUTEVENT_TYPE_IME_TEXT = 14,
            PP_INPUTEVENT_TYPE_TOUCHSTART = 15,
            PP_INPUTEVENT_TYPE_TOUCHMOVE = 16,
            PP_INPUTEVENT_TYPE_TOUCHEND = 17,
            PP_INPUTEVENT_TYPE_TOUCHCANCEL = 18,
        }
        enum PP_TouchListType {
            PP_TOUCHLIST_TYPE_TOUCHES = 0,
            PP_TOUCHLIST_TYPE_CHANGEDTOUCHES = 1,
            PP_TOUCHLIST_TYPE_TARGETTOUCHES = 2,
        }
        interface "PPB_IMEInputEvent" PPB_IMEInputEvent PPB_IME_INPUT_EVENT;
        interface "PPB_InputEvent" PPB_InputEvent PPB_INPUT_EVENT;
        interface "PPB_KeyboardInputEvent" PPB_KeyboardInputEvent PPB_KEYBOARD_INPUT_EVENT;
        interface "PPB_MouseInputEvent" PPB_MouseInputEvent PPB_MOUSE_INPUT_EVENT;
        interface "PPB_TouchInputEvent" PPB_TouchInputEvent PPB_TOUCH_INPUT_EVENT;
        interface "PPB_WheelInputEvent" PPB_WheelInputEvent PPB_WHEEL_INPUT_EVENT;
    }
    "ppb_mouse_cursor.h" {
        enum PP_MouseCursor_Type {
            PP_MOUSECURSOR_TYPE_CUSTOM = -1,
            PP_MOUSECURSOR_TYPE_POINTER = 0,
            PP_MOUSECURSOR_TYPE_CROSS = 1,
            PP_MOUSECURSOR_TYPE_HAND = 2,
            PP_MOUSECURSOR_TYPE_IBEAM = 3,
            PP_MOUSECURSOR_TYPE_WAIT = 4,
            PP_MOUSECURSOR_TYPE_HELP = 5,
            PP_MOUSECURSOR_TYPE_EASTRESIZE = 6,
            PP_MOUSECURSOR_TYPE_NORTHRESIZE = 7,
            PP_MOUSECURSOR_TYPE_NORTHEASTRESIZE = 8,
            PP_MOUSECURSOR_TYPE_NORTHWESTRESIZE = 9,
            PP_MOUSECURSOR_TYPE_SOUTHRESIZE = 10,
            PP_MOUSECURSOR_TYPE_SOUTHEASTRESIZE = 11,
            PP_MOUSECURSOR_TYPE_SOUTHWESTRESIZE = 12,
            PP_MOUSECURSOR_TYPE_WESTRESIZE = 13,
            PP_MOUSECURSOR_TYPE_NORTHSOUTHRESIZE = 14,
            PP_MOUSECURSOR_TYPE_EASTWESTRESIZE = 15,
            PP_MOUSECURSOR_TYPE_NORTHEASTSOUTHWESTRESIZE = 16,
            PP_MOUSECURSOR_TYPE_NORTHWESTSOUTHEASTRESIZE = 17,
            PP_MOUSECURSOR_TYPE_COLUMNRESIZE = 18,
            PP_MOUSECURSOR_TYPE_ROWRESIZE = 19,
            PP_MOUSECURSOR_TYPE_MIDDLEPANNING = 20,
            PP_MOUSECURSOR_TYPE_EASTPANNING = 21,
            PP_MOUSECURSOR_TYPE_NORTHPANNING = 22,
            PP_MOUSECURSOR_TYPE_NORTHEASTPANNING = 23,
            PP_MOUSECURSOR_TYPE_NORTHWESTPANNING = 24,
            PP_MOUSECURSOR_TYPE_SOUTHPANNING = 25,
            PP_MOUSECURSOR_TYPE_SOUTHEASTPANNING = 26,
            PP_MOUSECURSOR_TYPE_SOUTHWESTPANNING = 27,
            PP_MOUSECURSOR_TYPE_WESTPANNING = 28,
            PP_MOUSECURSOR_TYPE_MOVE = 29,
            PP_MOUSECURSOR_TYPE_VERTICALTEXT = 30,
            PP_MOUSECURSOR_TYPE_CELL = 31,
            PP_MOUSECURSOR_TYPE_CONTEXTMENU = 32,
            PP_MOUSECURSOR_TYPE_ALIAS = 33,
            PP_MOUSECURSOR_TYPE_PROGRESS = 34,
            PP_MOUSECURSOR_TYPE_NODROP = 35,
            PP_MOUSECURSOR_TYPE_COPY = 36,
            PP_MOUSECURSOR_TYPE_NONE = 37,
            PP_MOUSECURSOR_TYPE_NOTALLOWED = 38,
            PP_MOUSECURSOR_TYPE_ZOOMIN = 39,
            PP_MOUSECURSOR_TYPE_ZOOMOUT = 40,
            PP_MOUSECURSOR_TYPE_GRAB = 41,
            PP_MOUSECURSOR_TYPE_GRABBING = 42,
        }
        interface "PPB_MouseCursor" PPB_MouseCursor PPB_MOUSECURSOR;
    }
    "ppb_mouse_lock.h" {
        interface "PPB_MouseLock" PPB_MouseLock PPB_MOUSELOCK;
    }
    "ppb_text_input_controller.h" {
        enum PP_TextInput_Type {
            PP_TEXTINPUT_TYPE_NONE = 0,
            PP_TEXTINPUT_TYPE_TEXT = 1,
            PP_TEXTINPUT_TYPE_PASSWORD = 2,
            PP_TEXTINPUT_TYPE_SEARCH = 3,
            PP_TEXTINPUT_TYPE_EMAIL = 4,
            PP_TEXTINPUT_TYPE_NUMBER = 5,
            PP_TEXTINPUT_TYPE_TELEPHONE = 6,
            PP_TEXTINPUT_TYPE_URL = 7,
        }
        interface "PPB_TextInputController" PPB_TextInputController PPB_TEXTINPUTCONTROLLER;
    }
    "ppp_input_event.h" {
        interface "PPP_InputEvent" PPP_InputEvent PPP_INPUT_EVENT;
    }
    "ppp_mouse_lock.h" {
        interface "PPP_MouseLock" PPP_MouseLock PPP_MOUSELOCK;
    }
}
