/* What the library says on standard error. */
#include <stdio.h>

#include <ppapi_simple/ps_instance.h>

static enum PSVerbosity verbosity = PSV_LOG;

void PSInstanceSetVerbosity(enum PSVerbosity wanted) {
    verbosity = wanted;
}

static void say(enum PSVerbosity kind, const char *format, va_list arguments) {
    if (kind > verbosity)
        return;
    fputs("ps: ", stderr);
    vfprintf(stderr, format, arguments);
}

#define SAYING(function, kind)                \
    void function(const char *format, ...) {  \
        va_list arguments;                    \
        va_start(arguments, format);          \
        say(kind, format, arguments);         \
        va_end(arguments);                    \
    }
SAYING(PSInstanceTrace, PSV_TRACE)
SAYING(PSInstanceLog, PSV_LOG)
SAYING(PSInstanceWarn, PSV_WARN)
SAYING(PSInstanceError, PSV_ERROR)
