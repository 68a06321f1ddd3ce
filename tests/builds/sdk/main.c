#include <stdio.h>
#include <string.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppp.h>
#include <ppapi/c/ppp_instance.h>

const char *words(void);
static const PPB_Console *console;
static const PPB_Var *vars;

static PP_Bool did_create(PP_Instance instance, uint32_t count, const char *names[], const char *values[]) {
    struct PP_Var text = vars->VarFromUtf8(words(), (uint32_t) strlen(words()));
    console->Log(instance, PP_LOGLEVEL_LOG, text);
    vars->Release(text);
    return PP_TRUE;
}
static void did_destroy(PP_Instance instance) {}
static void did_change_view(PP_Instance instance, PP_Resource view) {}
static void did_change_focus(PP_Instance instance, PP_Bool focus) {}
static PP_Bool handle_load(PP_Instance instance, PP_Resource loader) { return PP_FALSE; }

static const PPP_Instance interface = {did_create, did_destroy, did_change_view, did_change_focus, handle_load};

int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get) {
    console = get(PPB_CONSOLE_INTERFACE);
    vars = get(PPB_VAR_INTERFACE);
    return PP_OK;
}
void PPP_ShutdownModule(void) {}
const void *PPP_GetInterface(const char *name) { return strcmp(name, PPP_INSTANCE_INTERFACE) == 0 ? &interface : NULL; }
