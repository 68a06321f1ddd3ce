// Gamepads: PPB_Gamepad.
// script: {"after": "without", "gamepad": {"id": "First", "axes": [0.5, -1, 0, 0]}}
// script: {"after": "moved", "gamepad": {"buttons": [0, 1, 0.25]}}
// script: {"after": "pressed", "gamepad": {"connected": false}}
#include "check.h"

#include <ppapi/c/ppb_gamepad.h>

static const PPB_Gamepad *gamepads;
static struct PP_GamepadsSampleData data;

static const struct PP_GamepadSampleData *sample(void) {
    memset(&data, 9, sizeof data);
    gamepads->Sample(instance, &data);
    return &data.items[0];
}

static void unplugged(void) {
    if (sample()->connected) {
        later(5, unplugged);
        return;
    }
    CHECK("a gamepad that is gone has no axes", data.items[0].axes_length, 0);
    finish();
}

static void pressed(void) {
    const struct PP_GamepadSampleData *gamepad = sample();
    if (gamepad->buttons_length < 3 || gamepad->buttons[1] != 1) {
        later(5, pressed);
        return;
    }
    CHECK_REAL("a button can be pressed in part", gamepad->buttons[2], 0.25);
    CHECK_REAL("the axes stay", gamepad->axes[0], 0.5);
    tell("pressed");
    unplugged();
}

static void moved(void) {
    const struct PP_GamepadSampleData *gamepad = sample();
    if (!gamepad->connected) {
        later(5, moved);
        return;
    }
    CHECK("it has the name's first letter", gamepad->id[0], 'F');
    CHECK("it has four axes", gamepad->axes_length, 4);
    CHECK_REAL("one is moved half of its way", gamepad->axes[0], 0.5);
    CHECK_REAL("one to its end", gamepad->axes[1], -1);
    CHECK_TRUE("it tells when", gamepad->timestamp >= 0);
    CHECK("the second place is empty", data.items[1].connected, 0);
    tell("moved");
    pressed();
}

static void begin(void) {
    gamepads = ask(PPB_GAMEPAD_INTERFACE);
    sample();
    CHECK("there are four places", data.length, 4);
    CHECK("the first is empty", data.items[0].connected, 0);
    tell("without");
    moved();
}
