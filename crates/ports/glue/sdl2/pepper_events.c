/* From events of the browser to those of SDL. */
#include "pepper.h"

#include "../../events/SDL_events_c.h"
#include "../../events/SDL_keyboard_c.h"
#include "../../events/SDL_mouse_c.h"
#include "../../events/SDL_touch_c.h"
#include "../../events/SDL_windowevents_c.h"

#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_event.h>
#include <ppapi_simple/ps_interface.h>

/* The kinds of events that are taken; messages are left to the program. */
#define KINDS                                                                                \
    (PSE_INSTANCE_HANDLEINPUT | PSE_INSTANCE_DIDCHANGEVIEW | PSE_INSTANCE_DIDCHANGEFOCUS |   \
        PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST | PSE_MOUSELOCK_MOUSELOCKLOST)

#define TOUCH 1

static void take_key(PP_Resource event, Uint8 state) {
    const PPB_KeyboardInputEvent *keyboard = PSGetInterface(PPB_KEYBOARD_INPUT_EVENT_INTERFACE);
    Uint32 modifiers = PSInterfaceInputEvent()->GetModifiers(event);
    SDL_Scancode code = pepper_scancode(keyboard->GetKeyCode(event), modifiers);
    if (code != SDL_SCANCODE_UNKNOWN)
        SDL_SendKeyboardKey(state, code);
}

static void take_text(PP_Resource event) {
    const PPB_KeyboardInputEvent *keyboard = PSGetInterface(PPB_KEYBOARD_INPUT_EVENT_INTERFACE);
    struct PP_Var text = keyboard->GetCharacterText(event);
    uint32_t size = 0;
    const char *bytes = PSInterfaceVar()->VarToUtf8(text, &size);
    char copy[SDL_TEXTINPUTEVENT_TEXT_SIZE];
    /* Control characters are keys, not text. */
    if (bytes && size > 0 && size < sizeof(copy) && (Uint8) bytes[0] >= ' ' && bytes[0] != 0x7f) {
        SDL_memcpy(copy, bytes, size);
        copy[size] = 0;
        SDL_SendKeyboardText(copy);
    }
    PSInterfaceVar()->Release(text);
}

static Uint8 button_of(PP_InputEvent_MouseButton button) {
    switch (button) {
    case PP_INPUTEVENT_MOUSEBUTTON_LEFT:
        return SDL_BUTTON_LEFT;
    case PP_INPUTEVENT_MOUSEBUTTON_MIDDLE:
        return SDL_BUTTON_MIDDLE;
    case PP_INPUTEVENT_MOUSEBUTTON_RIGHT:
        return SDL_BUTTON_RIGHT;
    default:
        return 0;
    }
}

static void take_motion(const PPB_MouseInputEvent *mouse, PP_Resource event) {
    if (pepper.is_locked) {
        struct PP_Point by = mouse->GetMovement(event);
        SDL_SendMouseMotion(pepper.window, 0, 1, by.x, by.y);
    } else {
        struct PP_Point at = mouse->GetPosition(event);
        SDL_SendMouseMotion(pepper.window, 0, 0, at.x, at.y);
    }
}

static void take_button(PP_Resource event, Uint8 state) {
    const PPB_MouseInputEvent *mouse = PSGetInterface(PPB_MOUSE_INPUT_EVENT_INTERFACE);
    Uint8 button = button_of(mouse->GetButton(event));
    take_motion(mouse, event);
    /* A browser locks the mouse after a click only. */
    if (state == SDL_PRESSED && SDL_GetRelativeMouseMode() && !pepper.is_locked)
        SDL_GetMouse()->SetRelativeMouseMode(SDL_TRUE);
    if (button)
        SDL_SendMouseButton(pepper.window, 0, state, button);
}

static void take_wheel(PP_Resource event) {
    const PPB_WheelInputEvent *wheel = PSGetInterface(PPB_WHEEL_INPUT_EVENT_INTERFACE);
    struct PP_FloatPoint ticks = wheel->GetTicks(event);
    /* Up is positive for both, but left for Pepper and right for SDL. */
    SDL_SendMouseWheel(pepper.window, 0, -ticks.x, ticks.y, SDL_MOUSEWHEEL_NORMAL);
}

static void take_touches(PP_Resource event, PP_InputEvent_Type type) {
    const PPB_TouchInputEvent *touches = PSGetInterface(PPB_TOUCH_INPUT_EVENT_INTERFACE);
    if (!touches || !pepper.window)
        return;
    uint32_t count = touches->GetTouchCount(event, PP_TOUCHLIST_TYPE_CHANGEDTOUCHES);
    SDL_AddTouch(TOUCH, SDL_TOUCH_DEVICE_DIRECT, "touch");
    for (uint32_t index = 0; index < count; ++index) {
        struct PP_TouchPoint point = touches->GetTouchByIndex(event, PP_TOUCHLIST_TYPE_CHANGEDTOUCHES, index);
        float x = point.position.x / (float) SDL_max(pepper.window->w, 1);
        float y = point.position.y / (float) SDL_max(pepper.window->h, 1);
        if (type == PP_INPUTEVENT_TYPE_TOUCHMOVE)
            SDL_SendTouchMotion(TOUCH, point.id, pepper.window, x, y, point.pressure);
        else
            SDL_SendTouch(TOUCH, point.id, pepper.window, type == PP_INPUTEVENT_TYPE_TOUCHSTART, x, y, point.pressure);
    }
}

static void take_input(PP_Resource event) {
    PP_InputEvent_Type type = PSInterfaceInputEvent()->GetType(event);
    switch (type) {
    case PP_INPUTEVENT_TYPE_RAWKEYDOWN:
    case PP_INPUTEVENT_TYPE_KEYDOWN:
        take_key(event, SDL_PRESSED);
        break;
    case PP_INPUTEVENT_TYPE_KEYUP:
        take_key(event, SDL_RELEASED);
        break;
    case PP_INPUTEVENT_TYPE_CHAR:
        take_text(event);
        break;
    case PP_INPUTEVENT_TYPE_MOUSEDOWN:
        take_button(event, SDL_PRESSED);
        break;
    case PP_INPUTEVENT_TYPE_MOUSEUP:
        take_button(event, SDL_RELEASED);
        break;
    case PP_INPUTEVENT_TYPE_MOUSEENTER:
        SDL_SetMouseFocus(pepper.window);
        break;
    case PP_INPUTEVENT_TYPE_MOUSELEAVE:
        SDL_SetMouseFocus(NULL);
        break;
    case PP_INPUTEVENT_TYPE_MOUSEMOVE:
        take_motion(PSGetInterface(PPB_MOUSE_INPUT_EVENT_INTERFACE), event);
        break;
    case PP_INPUTEVENT_TYPE_WHEEL:
        take_wheel(event);
        break;
    case PP_INPUTEVENT_TYPE_TOUCHSTART:
    case PP_INPUTEVENT_TYPE_TOUCHMOVE:
    case PP_INPUTEVENT_TYPE_TOUCHEND:
    case PP_INPUTEVENT_TYPE_TOUCHCANCEL:
        take_touches(event, type);
        break;
    default:
        break;
    }
}

/* The size of the display is that of the element; a window that has its size keeps it. */
static void take_view(PP_Resource view) {
    struct PP_Rect place;
    if (!PSInterfaceView()->GetRect(view, &place))
        return;
    if (place.size.width == pepper.width && place.size.height == pepper.height)
        return;
    pepper.width = place.size.width;
    pepper.height = place.size.height;
    SDL_VideoDevice *device = SDL_GetVideoDevice();
    if (!device || device->num_displays == 0)
        return;
    SDL_DisplayMode mode = device->displays[0].desktop_mode;
    mode.w = pepper.width;
    mode.h = pepper.height;
    device->displays[0].desktop_mode = mode;
    device->displays[0].current_mode = mode;
    SDL_AddDisplayMode(&device->displays[0], &mode);
    SDL_Window *window = pepper.window;
    if (window && (window->flags & (SDL_WINDOW_RESIZABLE | SDL_WINDOW_FULLSCREEN))) {
        SDL_SendWindowEvent(window, SDL_WINDOWEVENT_RESIZED, pepper.width, pepper.height);
        pepper_resize_opengl(window);
    }
}

static void take(PSEvent *event) {
    switch (event->type) {
    case PSE_INSTANCE_DIDCHANGEVIEW:
        take_view(event->as_resource);
        break;
    case PSE_INSTANCE_DIDCHANGEFOCUS:
        pepper.has_focus = event->as_bool == PP_TRUE;
        SDL_SetKeyboardFocus(pepper.has_focus ? pepper.window : NULL);
        break;
    case PSE_INSTANCE_HANDLEINPUT:
        take_input(event->as_resource);
        break;
    case PSE_MOUSELOCK_MOUSELOCKLOST:
        pepper.is_locked = SDL_FALSE;
        break;
    case PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST:
        SDL_SendAppEvent(SDL_RENDER_DEVICE_RESET);
        break;
    default:
        break;
    }
}

void pepper_begin_events(void) {
    PSEventSetFilter(KINDS);
    while (pepper.width == 0 || pepper.height == 0) {
        PSEvent *event = PSEventWaitAcquire();
        if (event->type == PSE_INSTANCE_DIDCHANGEVIEW)
            take(event);
        PSEventRelease(event);
    }
}

void pepper_pump_events(_THIS) {
    (void) _this;
    PSEvent *event;
    while ((event = PSEventTryAcquire()) != NULL) {
        take(event);
        PSEventRelease(event);
    }
}
