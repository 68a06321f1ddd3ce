/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_DEV_PPB_OPENGLES2EXT_DEV_H_
#define PPAPI_C_DEV_PPB_OPENGLES2EXT_DEV_H_

#include "ppapi/c/pp_gl_types.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_resource.h"

#define PPB_OPENGLES2DRAWBUFFERS_DEV_INTERFACE_1_0 "PPB_OpenGLES2DrawBuffers(Dev);1.0"
#define PPB_OPENGLES2DRAWBUFFERS_DEV_INTERFACE PPB_OPENGLES2DRAWBUFFERS_DEV_INTERFACE_1_0

#define PPB_OPENGLES2CHROMIUMMAPSUB_DEV_INTERFACE_1_0 "PPB_OpenGLES2ChromiumMapSub(Dev);1.0"
#define PPB_OPENGLES2CHROMIUMMAPSUB_DEV_INTERFACE PPB_OPENGLES2CHROMIUMMAPSUB_DEV_INTERFACE_1_0

struct PPB_OpenGLES2DrawBuffers_Dev_1_0 {
  void (*DrawBuffersEXT)(
      PP_Resource context, GLsizei count, const GLenum* bufs);
};

typedef struct PPB_OpenGLES2DrawBuffers_Dev_1_0 PPB_OpenGLES2DrawBuffers_Dev;

struct PPB_OpenGLES2ChromiumMapSub_Dev_1_0 {
  void* (*MapBufferSubDataCHROMIUM)(
      PP_Resource context, GLuint target, GLintptr offset, GLsizeiptr size,
      GLenum access);
  void (*UnmapBufferSubDataCHROMIUM)(PP_Resource context, const void* mem);
  void* (*MapTexSubImage2DCHROMIUM)(
      PP_Resource context, GLenum target, GLint level, GLint xoffset,
      GLint yoffset, GLsizei width, GLsizei height, GLenum format,
      GLenum type, GLenum access);
  void (*UnmapTexSubImage2DCHROMIUM)(PP_Resource context, const void* mem);
};

typedef struct PPB_OpenGLES2ChromiumMapSub_Dev_1_0 PPB_OpenGLES2ChromiumMapSub_Dev;

#endif
