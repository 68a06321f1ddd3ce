/* Reports of the processor's exceptions. The interface of the IRT that this needs is one that hosts
   of portable programs may lack: then no function has an effect, and EHHanderInstalled gives 0. */
#ifndef _ERROR_HANDLING_ERROR_HANDLING_H
#define _ERROR_HANDLING_ERROR_HANDLING_H

#include "error_handling/string_stream.h"
#include "sdk_util/macros.h"

EXTERN_C_BEGIN

struct NaClExceptionContext;

typedef void (*EHRawHandler)(struct NaClExceptionContext *__context);
typedef void (*EHJsonHandler)(const char *__text);

/* A call that had not come back. */
typedef struct {
    uint32_t prog_ctr;
    uint32_t frame_ptr;
    uint32_t next_ptr;
} EHFrame;

/* Have a function called for an exception of any thread: with what the host says of it, or with that
   and the stack as JSON. */
void EHRequestExceptionsRaw(EHRawHandler __handler);
void EHRequestExceptionsJson(EHJsonHandler __handler);

/* Gives handlers of exceptions of this thread a stack of their own. MAP_FAILED if that fails. */
void *EHRequestExceptionStackOnThread(size_t __size);

/* Not zero if exceptions are handled. */
int EHHanderInstalled(void);

/* The frame in which an exception was, and the frame that called it. 0 without one. The stream
   gets nothing and may be null. */
int EHGetTopFrame(sstream_t *__stream, struct NaClExceptionContext *__context, EHFrame *__frame);
int EHUnwindFrame(EHFrame *__frame);

EXTERN_C_END

#endif
