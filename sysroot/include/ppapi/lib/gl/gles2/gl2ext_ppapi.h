/* libppapi_gles2: the functions of OpenGL ES on the context that is current on the
   calling thread. */
#ifndef PPAPI_LIB_GL_GLES2_GL2EXT_PPAPI_H_
#define PPAPI_LIB_GL_GLES2_GL2EXT_PPAPI_H_

#include <GLES2/gl2.h>

#include "ppapi/c/pp_resource.h"
#include "ppapi/c/ppb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the interfaces of OpenGL ES. To be called before all else; false if the
   browser has none. */
GL_APICALL GLboolean GL_APIENTRY glInitializePPAPI(
    PPB_GetInterface get_browser_interface);

/* Undoes that. */
GL_APICALL GLboolean GL_APIENTRY glTerminatePPAPI(void);

/* Makes a context current on the calling thread; 0 for none. */
GL_APICALL void GL_APIENTRY glSetCurrentContextPPAPI(PP_Resource context);

/* The context that is current on the calling thread. */
GL_APICALL PP_Resource GL_APIENTRY glGetCurrentContextPPAPI(void);

#ifdef __cplusplus
}
#endif

#endif
