/* The instance: its arguments, its main thread, and what the browser tells it. */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ppapi/c/pp_errors.h>
#include <ppapi_simple/ps_instance.h>
#include <ppapi_simple/ps_interface.h>
#include <ppapi_simple/ps_main.h>

#include "ppapi_simple/simple.h"

PPB_GetInterface __ps_get_interface;

static PP_Instance this_instance;

PP_Instance PSGetInstanceId(void) {
    return this_instance;
}

const void *PSGetInterface(const char *name) {
    return __ps_get_interface ? __ps_get_interface(name) : NULL;
}

struct start {
    int count;
    char **arguments;
};

/* Attributes become variables of the environment, their names in capital letters. */
static void set_environment(uint32_t count, const char *names[], const char *values[]) {
    for (uint32_t index = 0; index < count; ++index) {
        char *name = strdup(names[index]);
        for (char *next = name; next && *next; ++next)
            *next = (char) toupper((unsigned char) *next);
        if (name && *name && !strchr(name, '='))
            setenv(name, values[index] ? values[index] : "", 1);
        free(name);
    }
    setenv("SRC", "NMF?", 0);
    setenv("ARG0", getenv("SRC"), 0);
}

/* ARG0, ARG1 and so on, of which there are at most one more than attributes. */
static struct start *arguments(uint32_t most) {
    struct start *start = calloc(1, sizeof(*start));
    if (start)
        start->arguments = calloc((size_t) most + 2, sizeof(char *));
    if (!start || !start->arguments) {
        free(start);
        return NULL;
    }
    while ((uint32_t) start->count <= most) {
        char name[32];
        snprintf(name, sizeof(name), "ARG%d", start->count);
        const char *value = getenv(name);
        char *copy = value ? strdup(value) : NULL;
        if (!copy)
            break;
        start->arguments[start->count++] = copy;
    }
    return start;
}

static void *run_main(void *argument) {
    struct start *start = argument;
    PP_Resource loop = PSInterfaceMessageLoop()->Create(this_instance);
    if (PSInterfaceMessageLoop()->AttachToCurrentThread(loop) != PP_OK) {
        PSInstanceError("Unable to attach message loop to thread.\n");
        return NULL;
    }
    PSMainFunc_t function = PSUserMainGet();
    if (!function) {
        PSInstanceError("No main defined.\n");
        return NULL;
    }
    int status = function(start->count, start->arguments);
    PSInstanceLog("Main thread returned with %d.\n", status);
    exit(status);
}

PP_Bool __ps_created(PP_Instance instance, uint32_t count, const char *names[], const char *values[]) {
    this_instance = instance;
    PSInterfaceInputEvent()->RequestInputEvents(instance,
        PP_INPUTEVENT_CLASS_MOUSE | PP_INPUTEVENT_CLASS_KEYBOARD | PP_INPUTEVENT_CLASS_WHEEL |
            PP_INPUTEVENT_CLASS_TOUCH);
    set_environment(count, names, values);
    const char *verbosity = getenv("PS_VERBOSITY");
    if (verbosity)
        PSInstanceSetVerbosity((enum PSVerbosity) atoi(verbosity));
    struct start *start = arguments(count);
    if (!start || !__ps_set_up_files()) {
        PSInstanceError("Unable to set up files.\n");
        return PP_FALSE;
    }
    for (uint32_t index = 0; index < count; ++index)
        PSInstanceTrace("attribs[%d] '%s=%s'\n", (int) index, names[index], values[index] ? values[index] : "");
    for (int index = 0; index < start->count; ++index)
        PSInstanceTrace("argv[%d] '%s'\n", index, start->arguments[index]);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run_main, start);
    if (error)
        PSInstanceError("Unable to start main: %s\n", strerror(error));
    return PP_FromBool(error == 0);
}

void __ps_view_changed(PP_Resource view) {
    struct PP_Rect place;
    if (!PSInterfaceView()->GetRect(view, &place))
        return;
    PSInstanceLog("Got View change: %d,%d\n", place.size.width, place.size.height);
    PSEventPostResource(PSE_INSTANCE_DIDCHANGEVIEW, view);
}

void __ps_focus_changed(PP_Bool has_focus) {
    PSInstanceLog("Got Focus change: %s\n", has_focus ? "FOCUS ON" : "FOCUS OFF");
    PSEventPostBool(PSE_INSTANCE_DIDCHANGEFOCUS, has_focus);
}

void __ps_message(struct PP_Var message) {
    PSInstanceTrace("Got Message\n");
    PSEventPostVar(PSE_INSTANCE_HANDLEMESSAGE, message);
}

PP_Bool __ps_input(PP_Resource event) {
    PSEventPostResource(PSE_INSTANCE_HANDLEINPUT, event);
    return PP_TRUE;
}

void __ps_mouse_lock_lost(void) {
    PSInstanceLog("MouseLockLost\n");
    PSEventPost(PSE_MOUSELOCK_MOUSELOCKLOST);
}

void __ps_context_lost(void) {
    PSInstanceLog("Graphics3DContextLost\n");
    PSEventPost(PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST);
}
