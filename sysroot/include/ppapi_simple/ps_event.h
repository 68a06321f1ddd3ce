/* What the browser tells the program, in the order in which it came. */
#ifndef _PPAPI_SIMPLE_PS_EVENT_H
#define _PPAPI_SIMPLE_PS_EVENT_H

#include <ppapi/c/pp_bool.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_var.h>

#include "sdk_util/macros.h"

EXTERN_C_BEGIN

/* Kinds of events, and which member of the event has what it is about. */
typedef enum {
    PSE_NONE = 0,
    /* as_resource: an input event. */
    PSE_INSTANCE_HANDLEINPUT = 1,
    /* as_var: a message. */
    PSE_INSTANCE_HANDLEMESSAGE = 2,
    /* as_resource: a view. */
    PSE_INSTANCE_DIDCHANGEVIEW = 4,
    /* as_bool: whether the element has the focus. */
    PSE_INSTANCE_DIDCHANGEFOCUS = 8,
    /* Nothing. */
    PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST = 16,
    PSE_MOUSELOCK_MOUSELOCKLOST = 32,

    PSE_ALL = -1,
} PSEventType;

typedef uint32_t PSEventTypeMask;

typedef struct PSEvent {
    PSEventType type;
    union {
        PP_Bool as_bool;
        PP_Resource as_resource;
        struct PP_Var as_var;
    };
    /* The library's own. */
    struct PSEvent *next;
} PSEvent;

typedef void (*PSMessageHandler_t)(struct PP_Var __key, struct PP_Var __value, void *__user_data);

/* Takes the next event: null without one, or after waiting for one. The caller releases it. */
PSEvent *PSEventTryAcquire(void);
PSEvent *PSEventWaitAcquire(void);
void PSEventRelease(PSEvent *__event);

/* Says which kinds of events are given; those of other kinds that wait are dropped. Before the first
   call none is given, but they wait, so that the first view is not lost. */
void PSEventSetFilter(PSEventTypeMask __mask);

/* Adds an event, with a reference of what it is about, if its kind is kept. */
void PSEventPost(PSEventType __type);
void PSEventPostBool(PSEventType __type, PP_Bool __state);
void PSEventPostVar(PSEventType __type, struct PP_Var __value);
void PSEventPostResource(PSEventType __type, PP_Resource __resource);

/* Has a function called, in the thread in which messages come, for messages {name: value}, which make
   no events then. Null takes it back. */
void PSEventRegisterMessageHandler(const char *__name, PSMessageHandler_t __handler, void *__user_data);

EXTERN_C_END

#endif
