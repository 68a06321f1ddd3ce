// A program whose instance cannot be created.
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppp.h>
#include <ppapi/c/ppp_instance.h>
#include <string.h>

static PP_Bool did_create(PP_Instance instance, uint32_t argc, const char *argn[], const char *argv[]) {
    return PP_FALSE;
}

static const struct PPP_Instance_1_1 functions = {.DidCreate = did_create};

int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
    return PP_OK;
}

const void *PPP_GetInterface(const char *name) {
    return strcmp(name, PPP_INSTANCE_INTERFACE_1_1) == 0 ? &functions : 0;
}

void PPP_ShutdownModule(void) {
}
