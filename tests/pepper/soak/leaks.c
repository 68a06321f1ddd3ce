/* Leaks, a little with each message, what the message says: "memory", "references", "vars",
 * "frames" of its stack, or "nothing". */

#include "../../../examples/pepper/program.h"

#include <stdlib.h>

static struct PP_Var kept;
static int depth;
/* What keeps the compiler from taking a leak away. */
static void *volatile sink;

static int32_t start(void) {
    kept = vars->VarFromUtf8("kept", 4);
    return PP_OK;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}

/* Posts a line from a frame that is deeper in the stack with each message. */
static void post_from(int frames) {
    volatile char room[64];
    sink = (void *)room;
    if (frames > 0) {
        post_from(frames - 1);
    } else {
        say("deep");
    }
    room[0] = 0;
}

static void message_came(struct PP_Var message) {
    uint32_t length;
    const char *text = vars->VarToUtf8(message, &length);
    switch (text == NULL ? 0 : text[0]) {
    case 'm':
        sink = malloc(4096);
        break;
    case 'r':
        vars->AddRef(kept);
        break;
    case 'v':
        vars->VarFromUtf8("leaked", 6);
        break;
    case 'f':
        post_from(depth++);
        break;
    default:
        say("%s", "nothing");
    }
}
