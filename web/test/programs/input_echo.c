// Says what it gets: each input, each change of its view and of its focus is a message to the page.
// What the page posts is done: "request 3", "filter 2", "clear 1" for classes of inputs, "answer 0"
// for what HandleInputEvent says from then on, "lock", "unlock", "cursor 2", "picture", "full 1",
// "text 1", "caret", "cancel", "gamepads", "screen", "draw", "hang".
#define INITIALIZE
#define OFFERS
#include <stdarg.h>

#include "check.h"

#include <ppapi/c/ppb_fullscreen.h>
#include <ppapi/c/ppb_gamepad.h>
#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/c/ppb_image_data.h>
#include <ppapi/c/ppb_input_event.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_mouse_cursor.h>
#include <ppapi/c/ppb_mouse_lock.h>
#include <ppapi/c/ppb_text_input_controller.h>
#include <ppapi/c/ppb_view.h>
#include <ppapi/c/ppp_mouse_lock.h>

static const PPB_InputEvent *events;
static const PPB_View *views;
static PP_Bool answer = PP_TRUE;
static struct PP_Size size;
static int draws;

static void say(const char *format, ...) {
    char line[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    struct PP_Var text = text_var(line);
    ((const PPB_Messaging *) ask(PPB_MESSAGING_INTERFACE))->PostMessage(instance, text);
    vars->Release(text);
}

// The text of a var, for as long as the next one is not asked for.
static const char *text_of(struct PP_Var var) {
    static char copy[2][500];
    static int turn;
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(var, &length);
    turn = !turn;
    snprintf(copy[turn], sizeof copy[turn], "%.*s", text ? (int) length : 0, text ? text : "");
    vars->Release(var);
    return copy[turn];
}

static void say_mouse(const char *name, PP_Resource event, uint32_t modifiers) {
    const PPB_MouseInputEvent *mice = ask(PPB_MOUSE_INPUT_EVENT_INTERFACE);
    struct PP_Point at = mice->GetPosition(event), moved = mice->GetMovement(event);
    say("%s button %d at %d,%d clicks %d moved %d,%d modifiers %u", name, mice->GetButton(event), at.x, at.y,
        mice->GetClickCount(event), moved.x, moved.y, modifiers);
}

static void say_wheel(PP_Resource event, uint32_t modifiers) {
    const PPB_WheelInputEvent *wheels = ask(PPB_WHEEL_INPUT_EVENT_INTERFACE);
    struct PP_FloatPoint delta = wheels->GetDelta(event), ticks = wheels->GetTicks(event);
    say("wheel %g,%g ticks %g,%g pages %d modifiers %u", delta.x, delta.y, ticks.x, ticks.y,
        wheels->GetScrollByPage(event), modifiers);
}

static void say_key(const char *name, PP_Resource event, uint32_t modifiers) {
    const PPB_KeyboardInputEvent *keys = ask(PPB_KEYBOARD_INPUT_EVENT_INTERFACE);
    const char *text = text_of(keys->GetCharacterText(event));
    say("%s %u '%s' %s modifiers %u", name, keys->GetKeyCode(event), text, text_of(keys->GetCode(event)), modifiers);
}

static void say_touch(const char *name, PP_Resource event) {
    const PPB_TouchInputEvent *touches = ask(PPB_TOUCH_INPUT_EVENT_INTERFACE);
    char line[500];
    int used = snprintf(line, sizeof line, "%s", name);
    for (int list = 0; list < 3; list++) {
        static const char *names[] = {"all", "changed", "target"};
        uint32_t count = touches->GetTouchCount(event, (PP_TouchListType) list);
        used += snprintf(line + used, sizeof line - used, " %s", names[list]);
        for (uint32_t index = 0; index < count; index++) {
            struct PP_TouchPoint point = touches->GetTouchByIndex(event, (PP_TouchListType) list, index);
            used += snprintf(line + used, sizeof line - used, " (%g,%g)", point.position.x, point.position.y);
        }
    }
    say("%s", line);
}

static void say_composition(const char *name, PP_Resource event) {
    const PPB_IMEInputEvent *compositions = ask(PPB_IME_INPUT_EVENT_INTERFACE);
    uint32_t start, end, number = compositions->GetSegmentNumber(event);
    compositions->GetSelection(event, &start, &end);
    say("%s '%s' segments %u to %u target %d selected %u,%u", name, text_of(compositions->GetText(event)), number,
        compositions->GetSegmentOffset(event, number), compositions->GetTargetSegment(event), start, end);
}

static PP_Bool say_input(PP_Resource event) {
    static const char *names[] = {"mousedown",   "mouseup",    "mousemove",  "mouseenter",  "mouseleave",
                                  "wheel",       "rawkeydown", "keydown",    "keyup",       "char",
                                  "contextmenu", "imestart",   "imeupdate",  "imeend",      "imetext",
                                  "touchstart",  "touchmove",  "touchend",   "touchcancel"};
    PP_InputEvent_Type type = events->GetType(event);
    uint32_t modifiers = events->GetModifiers(event);
    const char *name = names[type];
    if (type <= PP_INPUTEVENT_TYPE_MOUSELEAVE || type == PP_INPUTEVENT_TYPE_CONTEXTMENU)
        say_mouse(name, event, modifiers);
    else if (type == PP_INPUTEVENT_TYPE_WHEEL)
        say_wheel(event, modifiers);
    else if (type <= PP_INPUTEVENT_TYPE_CHAR)
        say_key(name, event, modifiers);
    else if (type <= PP_INPUTEVENT_TYPE_IME_TEXT)
        say_composition(name, event);
    else
        say_touch(name, event);
    return answer;
}

// Four fields of different colours, so that one sees where the picture lies and how it is turned.
static void draw(void) {
    const PPB_Graphics2D *graphics = ask(PPB_GRAPHICS_2D_INTERFACE);
    const PPB_ImageData *images = ask(PPB_IMAGEDATA_INTERFACE);
    PP_ImageDataFormat format = images->GetNativeImageDataFormat();
    PP_Resource surface = graphics->Create(instance, &size, PP_TRUE), image;
    struct PP_Point corner = {0, 0};
    struct PP_ImageDataDesc form;
    if (!surface)
        return;
    image = images->Create(instance, format, &size, PP_FALSE);
    images->Describe(image, &form);
    for (int y = 0; y < size.height; y++) {
        uint32_t *row = (uint32_t *) ((char *) images->Map(image) + y * form.stride);
        for (int x = 0; x < size.width; x++) {
            uint32_t left = y * 2 < size.height ? 0xFFFF0000 : 0xFF0000FF;
            uint32_t right = y * 2 < size.height ? 0xFF00FF00 : 0xFFFFFF00;
            row[x] = x * 2 < size.width ? left : right;
        }
    }
    graphics->PaintImageData(surface, image, &corner, NULL);
    ((const PPB_Instance *) ask(PPB_INSTANCE_INTERFACE))->BindGraphics(instance, surface);
    graphics->Flush(surface, OPTIONAL(step, (void *) begin));
    core->ReleaseResource(image);
}

static void say_view(PP_Resource view) {
    struct PP_Rect rect, clip;
    struct PP_Point scrolled = {0, 0};
    views->GetRect(view, &rect);
    views->GetClipRect(view, &clip);
    views->GetScrollOffset(view, &scrolled);
    say("view %d,%d %dx%d clip %d,%d %dx%d full %d visible %d page %d scale %g css %g scrolled %d,%d", rect.point.x,
        rect.point.y, rect.size.width, rect.size.height, clip.point.x, clip.point.y, clip.size.width, clip.size.height,
        views->IsFullscreen(view), views->IsVisible(view), views->IsPageVisible(view), views->GetDeviceScale(view),
        views->GetCSSScale(view), scrolled.x, scrolled.y);
    int is_resized = size.width != rect.size.width || size.height != rect.size.height;
    size = rect.size;
    if (draws && is_resized)
        draw();
}

static void say_focus(PP_Bool has_focus) {
    say("focus %d", has_focus);
}

static void locked(void *data, int32_t result) {
    (void) data;
    say("locked %d", (int) result);
}

static void lock_lost(PP_Instance unlocked) {
    (void) unlocked;
    say("lock lost");
}

static void say_gamepads(void) {
    struct PP_GamepadsSampleData pads;
    ((const PPB_Gamepad *) ask(PPB_GAMEPAD_INTERFACE))->Sample(instance, &pads);
    for (uint32_t index = 0; index < pads.length; index++) {
        struct PP_GamepadSampleData *pad = &pads.items[index];
        if (pad->connected)
            say("gamepad %u %c%c%c axes %u %g,%g buttons %u %g,%g", index, (char) pad->id[0], (char) pad->id[1],
                (char) pad->id[2], pad->axes_length, pad->axes[0], pad->axes[1], pad->buttons_length, pad->buttons[0],
                pad->buttons[1]);
    }
    say("gamepads %u", pads.length);
}

// A picture of a pointer, of one colour, with the middle as its hot spot.
static PP_Bool picture(void) {
    const PPB_ImageData *images = ask(PPB_IMAGEDATA_INTERFACE);
    struct PP_Size small = {16, 16};
    struct PP_Point middle = {8, 8};
    PP_Resource image = images->Create(instance, images->GetNativeImageDataFormat(), &small, PP_TRUE);
    memset(images->Map(image), 0xFF, 16 * 16 * 4);
    const PPB_MouseCursor *cursors = ask(PPB_MOUSECURSOR_INTERFACE);
    PP_Bool is_set = cursors->SetCursor(instance, PP_MOUSECURSOR_TYPE_CUSTOM, image, &middle);
    core->ReleaseResource(image);
    return is_set;
}

static void obey(struct PP_Var message) {
    vars->AddRef(message);
    char word[20] = "";
    int number = 0;
    sscanf(text_of(message), "%19s %d", word, &number);
    const PPB_MouseLock *locks = ask(PPB_MOUSELOCK_INTERFACE);
    const PPB_Fullscreen *fullscreen = ask(PPB_FULLSCREEN_INTERFACE);
    const PPB_TextInputController *texts = ask(PPB_TEXTINPUTCONTROLLER_INTERFACE);
    const PPB_MouseCursor *cursors = ask(PPB_MOUSECURSOR_INTERFACE);
    struct PP_Rect caret = {{20, 10}, {2, 16}};
    struct PP_Size screen;
    int32_t result = 0;
    if (!strcmp(word, "request"))
        result = events->RequestInputEvents(instance, number);
    else if (!strcmp(word, "filter"))
        result = events->RequestFilteringInputEvents(instance, number);
    else if (!strcmp(word, "clear"))
        events->ClearInputEventRequest(instance, number);
    else if (!strcmp(word, "answer"))
        answer = number;
    else if (!strcmp(word, "lock"))
        result = locks->LockMouse(instance, CALLBACK(locked, NULL));
    else if (!strcmp(word, "unlock"))
        locks->UnlockMouse(instance);
    else if (!strcmp(word, "cursor"))
        result = cursors->SetCursor(instance, number, 0, NULL);
    else if (!strcmp(word, "picture"))
        result = picture();
    else if (!strcmp(word, "full"))
        result = fullscreen->SetFullscreen(instance, number);
    else if (!strcmp(word, "text"))
        texts->SetTextInputType(instance, number);
    else if (!strcmp(word, "caret"))
        texts->UpdateCaretPosition(instance, &caret);
    else if (!strcmp(word, "cancel"))
        texts->CancelCompositionText(instance);
    else if (!strcmp(word, "hang"))
        for (volatile int turn = 0;; turn++) {
        }
    else if (!strcmp(word, "gamepads"))
        say_gamepads();
    else if (!strcmp(word, "screen")) {
        fullscreen->GetScreenSize(instance, &screen);
        say("screen %dx%d", screen.width, screen.height);
    } else if (!strcmp(word, "draw")) {
        draws = 1;
        draw();
    }
    say("done %s %d", word, (int) result);
}

static const void *offers(const char *name) {
    static const PPP_MouseLock mouse_locks = {lock_lost};
    return strcmp(name, PPP_MOUSELOCK_INTERFACE) ? NULL : &mouse_locks;
}

static void initialize(PP_Module module) {
    (void) module;
    events = ask(PPB_INPUT_EVENT_INTERFACE);
    views = ask(PPB_VIEW_INTERFACE);
    on_message = obey;
    on_view = say_view;
    on_focus = say_focus;
    on_input = say_input;
}

static void begin(void) {
}
