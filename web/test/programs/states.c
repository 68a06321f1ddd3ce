/* A program whose state can be saved. It draws a bar that is as long as the sum of the numbers in
 * its messages, and posts that sum. The message "later" asks for a message in three seconds, with
 * the time that has passed by both clocks. */

#include "../../../examples/pepper/canvas.h"

static int sum;
static PP_Time asked_at;
static PP_TimeTicks asked_at_tick;

static void draw(void) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            pixels[y * width + x] = x < 10 * sum ? 0xff268bd2u : 0xfffdf6e3u;
        }
    }
}

static void later(void *data, int32_t result) {
    (void)data, (void)result;
    double time = core->GetTime() - asked_at, ticks = core->GetTimeTicks() - asked_at_tick;
    int is_true = time > 2.9 && time < 300 && ticks > 2.9 && ticks < 300;
    if (is_true) {
        say("later");
    } else {
        say("the clocks say that %f s and %f s have passed", time, ticks);
    }
}

static int32_t start(void) {
    return canvas_start();
}

static void view_changed(struct PP_Rect rect) {
    canvas_resize(rect);
}

static void message_came(struct PP_Var message) {
    if (message.type == PP_VARTYPE_INT32) {
        sum += message.value.as_int;
        say("%d", sum);
        return;
    }
    asked_at = core->GetTime();
    asked_at_tick = core->GetTimeTicks();
    core->CallOnMainThread(3000, PP_MakeCompletionCallback(later, NULL), 0);
    say("asked");
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
