/* What the examples that draw, play and store have in common: the interfaces that a
 * program asked for, and functions that do nothing for what it does not care about. */

#ifndef EXAMPLES_PEPPER_PROGRAM_H
#define EXAMPLES_PEPPER_PROGRAM_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_errors.h"
#include "ppapi/c/pp_module.h"
#include "ppapi/c/pp_var.h"
#include "ppapi/c/ppb.h"
#include "ppapi/c/ppb_core.h"
#include "ppapi/c/ppb_instance.h"
#include "ppapi/c/ppb_messaging.h"
#include "ppapi/c/ppb_var.h"
#include "ppapi/c/ppb_view.h"
#include "ppapi/c/ppp.h"
#include "ppapi/c/ppp_input_event.h"
#include "ppapi/c/ppp_instance.h"
#include "ppapi/c/ppp_messaging.h"

static PP_Instance the_instance;
static PPB_GetInterface browser;
static const PPB_Core *core;
static const PPB_Instance *instances;
static const PPB_Messaging *messaging;
static const PPB_Var *vars;
static const PPB_View *views;

/* What each program defines. */
static int32_t start(void);
static void view_changed(struct PP_Rect rect);
static void message_came(struct PP_Var message);
static PP_Bool input_came(PP_Resource event);

/* Posts a line of text to the page. */
static void say(const char *format, ...) {
    char line[512];
    struct PP_Var var;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    var = vars->VarFromUtf8(line, strlen(line));
    messaging->PostMessage(the_instance, var);
    vars->Release(var);
}

static PP_Bool did_create(PP_Instance instance, uint32_t argc, const char *argn[],
                          const char *argv[]) {
    (void)argc, (void)argn, (void)argv;
    the_instance = instance;
    return PP_FromBool(start() == PP_OK);
}

static void did_destroy(PP_Instance instance) {
    (void)instance;
}

static void did_change_view(PP_Instance instance, PP_Resource view) {
    struct PP_Rect rect;
    (void)instance;
    if (views->GetRect(view, &rect)) {
        view_changed(rect);
    }
}

static void did_change_focus(PP_Instance instance, PP_Bool has_focus) {
    (void)instance, (void)has_focus;
}

static PP_Bool handle_document_load(PP_Instance instance, PP_Resource loader) {
    (void)instance, (void)loader;
    return PP_FALSE;
}

static void handle_message(PP_Instance instance, struct PP_Var message) {
    (void)instance;
    message_came(message);
    vars->Release(message);
}

static PP_Bool handle_input_event(PP_Instance instance, PP_Resource event) {
    (void)instance;
    return input_came(event);
}

PP_EXPORT int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
    (void)module;
    browser = get_interface;
    core = browser(PPB_CORE_INTERFACE);
    instances = browser(PPB_INSTANCE_INTERFACE);
    messaging = browser(PPB_MESSAGING_INTERFACE);
    vars = browser(PPB_VAR_INTERFACE);
    views = browser(PPB_VIEW_INTERFACE);
    return core && instances && messaging && vars && views ? PP_OK : PP_ERROR_NOINTERFACE;
}

PP_EXPORT void PPP_ShutdownModule(void) {}

PP_EXPORT const void *PPP_GetInterface(const char *name) {
    static const PPP_Instance instance = {did_create, did_destroy, did_change_view,
                                          did_change_focus, handle_document_load};
    static const PPP_Messaging messages = {handle_message};
    static const PPP_InputEvent inputs = {handle_input_event};
    if (strcmp(name, PPP_INSTANCE_INTERFACE) == 0) {
        return &instance;
    }
    if (strcmp(name, PPP_MESSAGING_INTERFACE) == 0) {
        return &messages;
    }
    return strcmp(name, PPP_INPUT_EVENT_INTERFACE) == 0 ? &inputs : NULL;
}

#endif
