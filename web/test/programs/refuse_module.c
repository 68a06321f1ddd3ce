// A program whose module cannot be initialized.
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppp.h>

int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
    return PP_ERROR_FAILED;
}

const void *PPP_GetInterface(const char *name) {
    return 0;
}

void PPP_ShutdownModule(void) {
}
