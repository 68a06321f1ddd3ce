/* The current context. */
#include <ppapi/lib/gl/gles2/gl2ext_ppapi.h>

#include "ppapi_gles2/context.h"

__thread PP_Resource __gles2_context;

static const void *no_interface(const char *name) {
    (void) name;
    return NULL;
}

GLboolean glInitializePPAPI(PPB_GetInterface get_browser_interface) {
    return __gles2_find_interfaces(get_browser_interface);
}

GLboolean glTerminatePPAPI(void) {
    __gles2_context = 0;
    __gles2_find_interfaces(no_interface);
    return GL_TRUE;
}

void glSetCurrentContextPPAPI(PP_Resource context) {
    __gles2_context = context;
}

PP_Resource glGetCurrentContextPPAPI(void) {
    return __gles2_context;
}
