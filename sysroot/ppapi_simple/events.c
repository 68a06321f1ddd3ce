/* The queue of events, and handlers of messages by name. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <ppapi_simple/ps_event.h>
#include <ppapi_simple/ps_interface.h>

#include "ppapi_simple/simple.h"

/* A program that asks for events and takes none keeps no more than these; one that has not asked yet,
   which then gets what it asks for, fewer. */
#define MOST 65536
#define MOST_BEFORE 1024

struct handler {
    char *name;
    PSMessageHandler_t function;
    void *user_data;
    struct handler *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_event = PTHREAD_COND_INITIALIZER;
static PSEvent *first, **end = &first;
static unsigned count;
static PSEventTypeMask kept = (PSEventTypeMask) PSE_ALL;
/* Set once the program has said which kinds it takes. Before, events wait and none is given. */
static bool has_filter;
static struct handler *handlers;

static PSEvent *take(void) {
    PSEvent *event = has_filter ? first : NULL;
    if (event) {
        first = event->next;
        end = first ? end : &first;
        --count;
    }
    return event;
}

PSEvent *PSEventTryAcquire(void) {
    pthread_mutex_lock(&lock);
    PSEvent *event = take();
    pthread_mutex_unlock(&lock);
    return event;
}

PSEvent *PSEventWaitAcquire(void) {
    pthread_mutex_lock(&lock);
    while (!first || !has_filter)
        pthread_cond_wait(&has_event, &lock);
    PSEvent *event = take();
    pthread_mutex_unlock(&lock);
    return event;
}

static bool has_resource(PSEventType type) {
    return type == PSE_INSTANCE_HANDLEINPUT || type == PSE_INSTANCE_DIDCHANGEVIEW;
}

void PSEventRelease(PSEvent *event) {
    if (!event)
        return;
    if (event->type == PSE_INSTANCE_HANDLEMESSAGE)
        PSInterfaceVar()->Release(event->as_var);
    else if (has_resource(event->type) && event->as_resource)
        PSInterfaceCore()->ReleaseResource(event->as_resource);
    free(event);
}

void PSEventSetFilter(PSEventTypeMask mask) {
    PSEvent *dropped = NULL;
    pthread_mutex_lock(&lock);
    kept = mask;
    has_filter = true;
    for (PSEvent **place = &first; *place;) {
        PSEvent *event = *place;
        if (event->type & mask) {
            place = &event->next;
            continue;
        }
        *place = event->next;
        event->next = dropped;
        dropped = event;
        --count;
    }
    end = &first;
    while (*end)
        end = &(*end)->next;
    pthread_cond_broadcast(&has_event);
    pthread_mutex_unlock(&lock);
    while (dropped) {
        PSEvent *next = dropped->next;
        PSEventRelease(dropped);
        dropped = next;
    }
}

/* Adds an event. What it is about is kept first, if it is added. */
static void post(PSEvent content) {
    pthread_mutex_lock(&lock);
    bool is_kept = kept & content.type && count < (has_filter ? MOST : MOST_BEFORE);
    PSEvent *event = is_kept ? malloc(sizeof(*event)) : NULL;
    if (event) {
        *event = content;
        if (content.type == PSE_INSTANCE_HANDLEMESSAGE)
            PSInterfaceVar()->AddRef(content.as_var);
        else if (has_resource(content.type) && content.as_resource)
            PSInterfaceCore()->AddRefResource(content.as_resource);
        *end = event;
        end = &event->next;
        ++count;
        pthread_cond_signal(&has_event);
    }
    pthread_mutex_unlock(&lock);
}

void PSEventPost(PSEventType type) {
    post((PSEvent) {.type = type});
}

void PSEventPostBool(PSEventType type, PP_Bool state) {
    post((PSEvent) {.type = type, .as_bool = state});
}

void PSEventPostResource(PSEventType type, PP_Resource resource) {
    post((PSEvent) {.type = type, .as_resource = resource});
}

void PSEventRegisterMessageHandler(const char *name, PSMessageHandler_t function, void *user_data) {
    struct handler *made = function ? calloc(1, sizeof(*made)) : NULL, *old = NULL;
    if (function && (!made || !(made->name = strdup(name)))) {
        free(made);
        return;
    }
    pthread_mutex_lock(&lock);
    for (struct handler **place = &handlers; *place; place = &(*place)->next) {
        if (strcmp((*place)->name, name) == 0) {
            old = *place;
            *place = old->next;
            break;
        }
    }
    if (made) {
        made->function = function;
        made->user_data = user_data;
        made->next = handlers;
        handlers = made;
    }
    pthread_mutex_unlock(&lock);
    if (old)
        free(old->name);
    free(old);
}

/* The handler for a key, with its function; false without one. */
static bool handler_for(struct PP_Var key, struct handler *found) {
    uint32_t size;
    const char *name = key.type == PP_VARTYPE_STRING ? PSInterfaceVar()->VarToUtf8(key, &size) : NULL;
    bool is_found = false;
    pthread_mutex_lock(&lock);
    for (struct handler *handler = handlers; name && handler && !is_found; handler = handler->next) {
        is_found = strlen(handler->name) == size && memcmp(handler->name, name, size) == 0;
        if (is_found)
            *found = *handler;
    }
    pthread_mutex_unlock(&lock);
    return is_found;
}

/* Calls the handler of a message that is a dictionary with one key, if the key has one. */
static bool is_handled(struct PP_Var message) {
    if (message.type != PP_VARTYPE_DICTIONARY || !PSInterfaceVarArray() || !PSInterfaceVarDictionary())
        return false;
    struct PP_Var keys = PSInterfaceVarDictionary()->GetKeys(message);
    struct handler handler;
    bool is_found = false;
    if (PSInterfaceVarArray()->GetLength(keys) == 1) {
        struct PP_Var key = PSInterfaceVarArray()->Get(keys, 0);
        is_found = handler_for(key, &handler);
        if (is_found) {
            struct PP_Var value = PSInterfaceVarDictionary()->Get(message, key);
            handler.function(key, value, handler.user_data);
            PSInterfaceVar()->Release(value);
        }
        PSInterfaceVar()->Release(key);
    }
    PSInterfaceVar()->Release(keys);
    return is_found;
}

void PSEventPostVar(PSEventType type, struct PP_Var value) {
    if (type != PSE_INSTANCE_HANDLEMESSAGE || !is_handled(value))
        post((PSEvent) {.type = type, .as_var = value});
}
