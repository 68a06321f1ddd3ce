/* What the library says on standard error, and functions with which programs say more. */
#ifndef _PPAPI_SIMPLE_PS_INSTANCE_H
#define _PPAPI_SIMPLE_PS_INSTANCE_H

#include <stdarg.h>

#include <ppapi/c/pp_instance.h>
#include <ppapi/c/pp_stdint.h>
#include <ppapi/c/ppb_var.h>

#include "ppapi_simple/ps_event.h"

EXTERN_C_BEGIN

enum PSVerbosity {
    PSV_SILENT = 0,
    PSV_ERROR = 1,
    PSV_WARN = 2,
    PSV_LOG = 3,
    PSV_TRACE = 4,
};

/* Says only what is at most of this kind. It is PSV_LOG at first. */
void PSInstanceSetVerbosity(enum PSVerbosity __verbosity);

void PSInstanceTrace(const char *__format, ...) PRINTF_LIKE(1, 2);
void PSInstanceLog(const char *__format, ...) PRINTF_LIKE(1, 2);
void PSInstanceWarn(const char *__format, ...) PRINTF_LIKE(1, 2);
void PSInstanceError(const char *__format, ...) PRINTF_LIKE(1, 2);

EXTERN_C_END

#endif
