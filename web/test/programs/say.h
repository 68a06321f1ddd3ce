// For programs that tell the page by texts what they do.

#include <stdarg.h>

#include "check.h"

#include <ppapi/c/ppb_messaging.h>

// Posts a text.
static void say(const char *format, ...) {
    char line[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    struct PP_Var text = text_var(line);
    ((const PPB_Messaging *) ask(PPB_MESSAGING_INTERFACE))->PostMessage(instance, text);
    vars->Release(text);
}

// What a callback got, whose data is the name of the call.
static void done(void *name, int32_t result) {
    say("%s: %d", (const char *) name, (int) result);
}
