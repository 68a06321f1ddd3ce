/* A sheet to draw on: the left button draws, a key wipes the sheet. Each stroke is
 * told to the page when it ends.
 *
 *   pinnacle cc -O2 sketch.c -lppapi -lm -o sketch.pexe
 *   pinnacle run sketch.pexe --view 320x240 --script sketch.jsonl --screenshot sketch.png
 */

#include "canvas.h"

#include <math.h>

#include "ppapi/c/ppb_input_event.h"

#define PAPER 0xfffdf6e3u
#define INK 0xff268bd2u
#define RADIUS 3

static const PPB_InputEvent *inputs;
static const PPB_MouseInputEvent *mouse;
static int is_drawing, points, wipe = 1;
static struct PP_Point last;

static void dot(int x, int y) {
    for (int dy = -RADIUS; dy <= RADIUS; dy++) {
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            int inside = dx * dx + dy * dy <= RADIUS * RADIUS;
            int px = x + dx, py = y + dy;
            if (inside && px >= 0 && py >= 0 && px < width && py < height) {
                pixels[py * width + px] = INK;
            }
        }
    }
}

static void line_to(struct PP_Point to) {
    double dx = to.x - last.x, dy = to.y - last.y;
    int steps = (int)ceil(sqrt(dx * dx + dy * dy));
    for (int step = 0; step <= steps; step++) {
        double part = steps ? (double)step / steps : 0;
        dot((int)lround(last.x + part * dx), (int)lround(last.y + part * dy));
    }
    last = to;
    points++;
}

static void draw(void) {
    if (wipe) {
        for (int place = 0; place < width * height; place++) {
            pixels[place] = PAPER;
        }
        wipe = 0;
    }
}

static int32_t start(void) {
    inputs = browser(PPB_INPUT_EVENT_INTERFACE);
    mouse = browser(PPB_MOUSE_INPUT_EVENT_INTERFACE);
    if (!inputs || !mouse) {
        return PP_ERROR_NOINTERFACE;
    }
    inputs->RequestInputEvents(the_instance, PP_INPUTEVENT_CLASS_MOUSE);
    inputs->RequestFilteringInputEvents(the_instance, PP_INPUTEVENT_CLASS_KEYBOARD);
    return canvas_start();
}

static void view_changed(struct PP_Rect rect) {
    wipe = wipe || rect.size.width != width || rect.size.height != height;
    canvas_resize(rect);
}

static void message_came(struct PP_Var message) {
    (void)message;
}

static PP_Bool input_came(PP_Resource event) {
    PP_InputEvent_Type type = inputs->GetType(event);
    if (type == PP_INPUTEVENT_TYPE_KEYDOWN) {
        wipe = 1;
        say("wiped");
        return PP_TRUE;
    }
    if (!mouse->IsMouseInputEvent(event)) {
        return PP_FALSE;
    }
    if (type == PP_INPUTEVENT_TYPE_MOUSEDOWN &&
        mouse->GetButton(event) == PP_INPUTEVENT_MOUSEBUTTON_LEFT) {
        is_drawing = 1;
        points = 0;
        last = mouse->GetPosition(event);
    }
    if (is_drawing) {
        line_to(mouse->GetPosition(event));
    }
    if (type == PP_INPUTEVENT_TYPE_MOUSEUP && is_drawing) {
        is_drawing = 0;
        say("a stroke of %d points", points);
    }
    return PP_TRUE;
}
