/* Keys by the numbers that browsers give them, which are those of Windows. */
#include "pepper.h"

#include <ppapi/c/ppb_input_event.h>

static const Uint8 keys[256] = {
    [0x08] = SDL_SCANCODE_BACKSPACE,
    [0x09] = SDL_SCANCODE_TAB,
    [0x0c] = SDL_SCANCODE_CLEAR,
    [0x0d] = SDL_SCANCODE_RETURN,
    [0x10] = SDL_SCANCODE_LSHIFT,
    [0x11] = SDL_SCANCODE_LCTRL,
    [0x12] = SDL_SCANCODE_LALT,
    [0x13] = SDL_SCANCODE_PAUSE,
    [0x14] = SDL_SCANCODE_CAPSLOCK,
    [0x1b] = SDL_SCANCODE_ESCAPE,
    [0x20] = SDL_SCANCODE_SPACE,
    [0x21] = SDL_SCANCODE_PAGEUP,
    [0x22] = SDL_SCANCODE_PAGEDOWN,
    [0x23] = SDL_SCANCODE_END,
    [0x24] = SDL_SCANCODE_HOME,
    [0x25] = SDL_SCANCODE_LEFT,
    [0x26] = SDL_SCANCODE_UP,
    [0x27] = SDL_SCANCODE_RIGHT,
    [0x28] = SDL_SCANCODE_DOWN,
    [0x2c] = SDL_SCANCODE_PRINTSCREEN,
    [0x2d] = SDL_SCANCODE_INSERT,
    [0x2e] = SDL_SCANCODE_DELETE,
    [0x30] = SDL_SCANCODE_0,
    [0x5b] = SDL_SCANCODE_LGUI,
    [0x5c] = SDL_SCANCODE_RGUI,
    [0x5d] = SDL_SCANCODE_APPLICATION,
    [0x60] = SDL_SCANCODE_KP_0,
    [0x6a] = SDL_SCANCODE_KP_MULTIPLY,
    [0x6b] = SDL_SCANCODE_KP_PLUS,
    [0x6d] = SDL_SCANCODE_KP_MINUS,
    [0x6e] = SDL_SCANCODE_KP_PERIOD,
    [0x6f] = SDL_SCANCODE_KP_DIVIDE,
    [0x90] = SDL_SCANCODE_NUMLOCKCLEAR,
    [0x91] = SDL_SCANCODE_SCROLLLOCK,
    [0xa0] = SDL_SCANCODE_LSHIFT,
    [0xa1] = SDL_SCANCODE_RSHIFT,
    [0xa2] = SDL_SCANCODE_LCTRL,
    [0xa3] = SDL_SCANCODE_RCTRL,
    [0xa4] = SDL_SCANCODE_LALT,
    [0xa5] = SDL_SCANCODE_RALT,
    [0xba] = SDL_SCANCODE_SEMICOLON,
    [0xbb] = SDL_SCANCODE_EQUALS,
    [0xbc] = SDL_SCANCODE_COMMA,
    [0xbd] = SDL_SCANCODE_MINUS,
    [0xbe] = SDL_SCANCODE_PERIOD,
    [0xbf] = SDL_SCANCODE_SLASH,
    [0xc0] = SDL_SCANCODE_GRAVE,
    [0xdb] = SDL_SCANCODE_LEFTBRACKET,
    [0xdc] = SDL_SCANCODE_BACKSLASH,
    [0xdd] = SDL_SCANCODE_RIGHTBRACKET,
    [0xde] = SDL_SCANCODE_APOSTROPHE,
    [0xe2] = SDL_SCANCODE_NONUSBACKSLASH,
};

/* Keys that there are twice: on the right, or on the number pad. */
static SDL_Scancode other_key(SDL_Scancode code, Uint32 modifiers) {
    if (modifiers & PP_INPUTEVENT_MODIFIER_ISKEYPAD) {
        if (code >= SDL_SCANCODE_1 && code <= SDL_SCANCODE_0)
            return code - SDL_SCANCODE_1 + SDL_SCANCODE_KP_1;
        return code == SDL_SCANCODE_RETURN ? SDL_SCANCODE_KP_ENTER : code;
    }
    if (modifiers & PP_INPUTEVENT_MODIFIER_ISRIGHT) {
        switch (code) {
        case SDL_SCANCODE_LSHIFT:
            return SDL_SCANCODE_RSHIFT;
        case SDL_SCANCODE_LCTRL:
            return SDL_SCANCODE_RCTRL;
        case SDL_SCANCODE_LALT:
            return SDL_SCANCODE_RALT;
        case SDL_SCANCODE_LGUI:
            return SDL_SCANCODE_RGUI;
        default:
            break;
        }
    }
    return code;
}

SDL_Scancode pepper_scancode(Uint32 code, Uint32 modifiers) {
    if (code >= 'A' && code <= 'Z')
        return SDL_SCANCODE_A + (code - 'A');
    if (code >= 0x70 && code <= 0x7b)
        return SDL_SCANCODE_F1 + (code - 0x70);
    if (code >= 0x7c && code <= 0x87)
        return SDL_SCANCODE_F13 + (code - 0x7c);
    if (code >= 0x61 && code <= 0x69)
        return SDL_SCANCODE_KP_1 + (code - 0x61);
    if (code >= '1' && code <= '9')
        return other_key(SDL_SCANCODE_1 + (code - '1'), modifiers);
    return code < SDL_arraysize(keys) ? other_key(keys[code], modifiers) : SDL_SCANCODE_UNKNOWN;
}
