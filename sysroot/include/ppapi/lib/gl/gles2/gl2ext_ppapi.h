/* libppapi_gles2: the functions of OpenGL ES on the context that is current on the
   calling thread. */
#ifndef PPAPI_LIB_GL_GLES2_GL2EXT_PPAPI_H_
#define PPAPI_LIB_GL_GLES2_GL2EXT_PPAPI_H_

#include <GLES2/gl2.h>

#include "ppapi/c/dev/ppb_opengles2ext_dev.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/ppb.h"
#include "ppapi/c/ppb_opengles2.h"

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

/* The interfaces that glInitializePPAPI found; NULL for one that the browser lacks. */
GL_APICALL const struct PPB_OpenGLES2* GL_APIENTRY glGetInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2InstancedArrays* GL_APIENTRY
glGetInstancedArraysInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2FramebufferBlit* GL_APIENTRY
glGetFramebufferBlitInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2FramebufferMultisample* GL_APIENTRY
glGetFramebufferMultisampleInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2ChromiumEnableFeature* GL_APIENTRY
glGetChromiumEnableFeatureInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2ChromiumMapSub* GL_APIENTRY
glGetChromiumMapSubInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2Query* GL_APIENTRY
glGetQueryInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2VertexArrayObject* GL_APIENTRY
glGetVertexArrayObjectInterfacePPAPI(void);
GL_APICALL const struct PPB_OpenGLES2DrawBuffers_Dev* GL_APIENTRY
glGetDrawBuffersInterfacePPAPI(void);

#ifdef __cplusplus
}
#endif

#endif
