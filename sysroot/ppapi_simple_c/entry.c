/* What the browser calls of a program in C. */
#include <string.h>

#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppp.h>
#include <ppapi/c/ppp_graphics_3d.h>
#include <ppapi/c/ppp_input_event.h>
#include <ppapi/c/ppp_instance.h>
#include <ppapi/c/ppp_messaging.h>
#include <ppapi/c/ppp_mouse_lock.h>

#include <ppapi_simple/ps_interface.h>

#include "ppapi_simple/simple.h"

static void did_destroy(PP_Instance instance) {
    (void) instance;
}

static void did_change_view(PP_Instance instance, PP_Resource view) {
    (void) instance;
    __ps_view_changed(view);
}

static void did_change_focus(PP_Instance instance, PP_Bool has_focus) {
    (void) instance;
    __ps_focus_changed(has_focus);
}

static PP_Bool handle_document_load(PP_Instance instance, PP_Resource loader) {
    (void) instance;
    (void) loader;
    return PP_FALSE;
}

static void handle_message(PP_Instance instance, struct PP_Var message) {
    (void) instance;
    __ps_message(message);
    // The reference is the program's, and an event has one of its own.
    PSInterfaceVar()->Release(message);
}

static PP_Bool handle_input(PP_Instance instance, PP_Resource event) {
    (void) instance;
    return __ps_input(event);
}

static void mouse_lock_lost(PP_Instance instance) {
    (void) instance;
    __ps_mouse_lock_lost();
}

static void context_lost(PP_Instance instance) {
    (void) instance;
    __ps_context_lost();
}

static const PPP_Instance instance_functions = {
    __ps_created, did_destroy, did_change_view, did_change_focus, handle_document_load,
};
static const PPP_Messaging message_functions = {handle_message};
static const PPP_InputEvent input_functions = {handle_input};
static const PPP_MouseLock mouse_functions = {mouse_lock_lost};
static const PPP_Graphics3D graphics_functions = {context_lost};

static const struct {
    const char *name;
    const void *functions;
} interfaces[] = {
    {PPP_INSTANCE_INTERFACE, &instance_functions},   {PPP_MESSAGING_INTERFACE, &message_functions},
    {PPP_INPUT_EVENT_INTERFACE, &input_functions},   {PPP_MOUSELOCK_INTERFACE, &mouse_functions},
    {PPP_GRAPHICS_3D_INTERFACE, &graphics_functions},
};

int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
    (void) module;
    __ps_get_interface = get_interface;
    return PP_OK;
}

void PPP_ShutdownModule(void) {
}

const void *PPP_GetInterface(const char *name) {
    for (size_t index = 0; index < sizeof(interfaces) / sizeof(interfaces[0]); ++index) {
        if (strcmp(interfaces[index].name, name) == 0)
            return interfaces[index].functions;
    }
    return NULL;
}
