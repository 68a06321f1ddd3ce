/* The smallest program that talks to its page: it answers every text that the page
 * posts, and says in the console that it has started.
 *
 *   pinnacle cc -O2 hello.c -lppapi -o hello.pexe
 *   pinnacle run hello.pexe --post '"Ada"' --messages -
 */

#include <stdio.h>
#include <string.h>

#include "ppapi/c/pp_errors.h"
#include "ppapi/c/pp_module.h"
#include "ppapi/c/pp_var.h"
#include "ppapi/c/ppb.h"
#include "ppapi/c/ppb_console.h"
#include "ppapi/c/ppb_messaging.h"
#include "ppapi/c/ppb_var.h"
#include "ppapi/c/ppp.h"
#include "ppapi/c/ppp_instance.h"
#include "ppapi/c/ppp_messaging.h"

static const PPB_Console *console;
static const PPB_Messaging *messaging;
static const PPB_Var *vars;

static struct PP_Var text_var(const char *text) {
    return vars->VarFromUtf8(text, strlen(text));
}

static PP_Bool did_create(PP_Instance instance, uint32_t argc, const char *argn[],
                          const char *argv[]) {
    struct PP_Var line = text_var("hello has started");
    (void)argc, (void)argn, (void)argv;
    console->Log(instance, PP_LOGLEVEL_LOG, line);
    vars->Release(line);
    return PP_TRUE;
}

static void did_destroy(PP_Instance instance) {
    (void)instance;
}

static void did_change_view(PP_Instance instance, PP_Resource view) {
    (void)instance, (void)view;
}

static void did_change_focus(PP_Instance instance, PP_Bool has_focus) {
    (void)instance, (void)has_focus;
}

static PP_Bool handle_document_load(PP_Instance instance, PP_Resource loader) {
    (void)instance, (void)loader;
    return PP_FALSE;
}

static void handle_message(PP_Instance instance, struct PP_Var message) {
    uint32_t length;
    const char *name = vars->VarToUtf8(message, &length);
    if (name != NULL) {
        char answer[256];
        struct PP_Var var;
        snprintf(answer, sizeof answer, "Hello, %.*s!", (int)length, name);
        var = text_var(answer);
        messaging->PostMessage(instance, var);
        vars->Release(var);
    }
    /* The reference that came with the message is ours. */
    vars->Release(message);
}

PP_EXPORT int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
    (void)module;
    console = get_interface(PPB_CONSOLE_INTERFACE);
    messaging = get_interface(PPB_MESSAGING_INTERFACE);
    vars = get_interface(PPB_VAR_INTERFACE);
    return console && messaging && vars ? PP_OK : PP_ERROR_NOINTERFACE;
}

PP_EXPORT void PPP_ShutdownModule(void) {}

PP_EXPORT const void *PPP_GetInterface(const char *name) {
    static const PPP_Instance instance = {did_create, did_destroy, did_change_view,
                                          did_change_focus, handle_document_load};
    static const PPP_Messaging messages = {handle_message};
    if (strcmp(name, PPP_INSTANCE_INTERFACE) == 0) {
        return &instance;
    }
    return strcmp(name, PPP_MESSAGING_INTERFACE) == 0 ? &messages : NULL;
}
