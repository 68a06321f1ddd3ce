/* What the two files of libppapi_gles2 share. */
#ifndef CONTEXT_H
#define CONTEXT_H

#include <GLES2/gl2.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/ppb.h>

/* The context that is current on this thread, or 0. */
extern __thread PP_Resource __gles2_context;

/* Asks for all interfaces. False if there is no OpenGL ES. */
GLboolean __gles2_find_interfaces(PPB_GetInterface get_interface);

#endif
