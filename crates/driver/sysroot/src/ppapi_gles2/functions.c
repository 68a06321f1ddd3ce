/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <ppapi/c/dev/ppb_opengles2ext_dev.h>
#include <ppapi/c/ppb_opengles2.h>

#include "ppapi_gles2/context.h"

static const struct PPB_OpenGLES2_1_0 *core;
static const struct PPB_OpenGLES2ChromiumEnableFeature_1_0 *enable_feature;
static const struct PPB_OpenGLES2ChromiumMapSub_1_0 *map_sub;
static const struct PPB_OpenGLES2DrawBuffers_Dev_1_0 *draw_buffers;
static const struct PPB_OpenGLES2FramebufferBlit_1_0 *framebuffer_blit;
static const struct PPB_OpenGLES2FramebufferMultisample_1_0 *framebuffer_multisample;
static const struct PPB_OpenGLES2InstancedArrays_1_0 *instanced_arrays;
static const struct PPB_OpenGLES2Query_1_0 *query;
static const struct PPB_OpenGLES2VertexArrayObject_1_0 *vertex_array_object;

GLboolean __gles2_find_interfaces(PPB_GetInterface get_interface) {
    core = get_interface("PPB_OpenGLES2;1.0");
    enable_feature = get_interface("PPB_OpenGLES2ChromiumEnableFeature;1.0");
    map_sub = get_interface("PPB_OpenGLES2ChromiumMapSub;1.0");
    draw_buffers = get_interface("PPB_OpenGLES2DrawBuffers(Dev);1.0");
    framebuffer_blit = get_interface("PPB_OpenGLES2FramebufferBlit;1.0");
    framebuffer_multisample = get_interface("PPB_OpenGLES2FramebufferMultisample;1.0");
    instanced_arrays = get_interface("PPB_OpenGLES2InstancedArrays;1.0");
    query = get_interface("PPB_OpenGLES2Query;1.0");
    vertex_array_object = get_interface("PPB_OpenGLES2VertexArrayObject;1.0");
    return core ? GL_TRUE : GL_FALSE;
}

void glActiveTexture(GLenum texture) {
    core->ActiveTexture(__gles2_context, texture);
}

void glAttachShader(GLuint program, GLuint shader) {
    core->AttachShader(__gles2_context, program, shader);
}

void glBindAttribLocation(GLuint program, GLuint index, const GLchar* name) {
    core->BindAttribLocation(__gles2_context, program, index, name);
}

void glBindBuffer(GLenum target, GLuint buffer) {
    core->BindBuffer(__gles2_context, target, buffer);
}

void glBindFramebuffer(GLenum target, GLuint framebuffer) {
    core->BindFramebuffer(__gles2_context, target, framebuffer);
}

void glBindRenderbuffer(GLenum target, GLuint renderbuffer) {
    core->BindRenderbuffer(__gles2_context, target, renderbuffer);
}

void glBindTexture(GLenum target, GLuint texture) {
    core->BindTexture(__gles2_context, target, texture);
}

void glBlendColor(GLclampf red, GLclampf green, GLclampf blue, GLclampf alpha) {
    core->BlendColor(__gles2_context, red, green, blue, alpha);
}

void glBlendEquation(GLenum mode) {
    core->BlendEquation(__gles2_context, mode);
}

void glBlendEquationSeparate(GLenum mode_rgb, GLenum mode_alpha) {
    core->BlendEquationSeparate(__gles2_context, mode_rgb, mode_alpha);
}

void glBlendFunc(GLenum sfactor, GLenum dfactor) {
    core->BlendFunc(__gles2_context, sfactor, dfactor);
}

void glBlendFuncSeparate(
    GLenum src_rgb, GLenum dst_rgb, GLenum src_alpha, GLenum dst_alpha) {
    core->BlendFuncSeparate(__gles2_context, src_rgb, dst_rgb, src_alpha, dst_alpha);
}

void glBufferData(
    GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
    core->BufferData(__gles2_context, target, size, data, usage);
}

void glBufferSubData(
    GLenum target, GLintptr offset, GLsizeiptr size, const void* data) {
    core->BufferSubData(__gles2_context, target, offset, size, data);
}

GLenum glCheckFramebufferStatus(GLenum target) {
    return core->CheckFramebufferStatus(__gles2_context, target);
}

void glClear(GLbitfield mask) {
    core->Clear(__gles2_context, mask);
}

void glClearColor(GLclampf red, GLclampf green, GLclampf blue, GLclampf alpha) {
    core->ClearColor(__gles2_context, red, green, blue, alpha);
}

void glClearDepthf(GLclampf depth) {
    core->ClearDepthf(__gles2_context, depth);
}

void glClearStencil(GLint s) {
    core->ClearStencil(__gles2_context, s);
}

void glColorMask(
    GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
    core->ColorMask(__gles2_context, red, green, blue, alpha);
}

void glCompileShader(GLuint shader) {
    core->CompileShader(__gles2_context, shader);
}

void glCompressedTexImage2D(
    GLenum target, GLint level, GLenum internalformat, GLsizei width,
    GLsizei height, GLint border, GLsizei image_size, const void* data) {
    core->CompressedTexImage2D(__gles2_context, target, level, internalformat, width, height, border, image_size, data);
}

void glCompressedTexSubImage2D(
    GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
    GLsizei height, GLenum format, GLsizei image_size, const void* data) {
    core->CompressedTexSubImage2D(__gles2_context, target, level, xoffset, yoffset, width, height, format, image_size, data);
}

void glCopyTexImage2D(
    GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
    GLsizei width, GLsizei height, GLint border) {
    core->CopyTexImage2D(__gles2_context, target, level, internalformat, x, y, width, height, border);
}

void glCopyTexSubImage2D(
    GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x,
    GLint y, GLsizei width, GLsizei height) {
    core->CopyTexSubImage2D(__gles2_context, target, level, xoffset, yoffset, x, y, width, height);
}

GLuint glCreateProgram(void) {
    return core->CreateProgram(__gles2_context);
}

GLuint glCreateShader(GLenum type) {
    return core->CreateShader(__gles2_context, type);
}

void glCullFace(GLenum mode) {
    core->CullFace(__gles2_context, mode);
}

void glDeleteBuffers(GLsizei n, const GLuint* buffers) {
    core->DeleteBuffers(__gles2_context, n, buffers);
}

void glDeleteFramebuffers(GLsizei n, const GLuint* framebuffers) {
    core->DeleteFramebuffers(__gles2_context, n, framebuffers);
}

void glDeleteProgram(GLuint program) {
    core->DeleteProgram(__gles2_context, program);
}

void glDeleteRenderbuffers(GLsizei n, const GLuint* renderbuffers) {
    core->DeleteRenderbuffers(__gles2_context, n, renderbuffers);
}

void glDeleteShader(GLuint shader) {
    core->DeleteShader(__gles2_context, shader);
}

void glDeleteTextures(GLsizei n, const GLuint* textures) {
    core->DeleteTextures(__gles2_context, n, textures);
}

void glDepthFunc(GLenum func) {
    core->DepthFunc(__gles2_context, func);
}

void glDepthMask(GLboolean flag) {
    core->DepthMask(__gles2_context, flag);
}

void glDepthRangef(GLclampf z_near, GLclampf z_far) {
    core->DepthRangef(__gles2_context, z_near, z_far);
}

void glDetachShader(GLuint program, GLuint shader) {
    core->DetachShader(__gles2_context, program, shader);
}

void glDisable(GLenum cap) {
    core->Disable(__gles2_context, cap);
}

void glDisableVertexAttribArray(GLuint index) {
    core->DisableVertexAttribArray(__gles2_context, index);
}

void glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    core->DrawArrays(__gles2_context, mode, first, count);
}

void glDrawElements(
    GLenum mode, GLsizei count, GLenum type, const void* indices) {
    core->DrawElements(__gles2_context, mode, count, type, indices);
}

void glEnable(GLenum cap) {
    core->Enable(__gles2_context, cap);
}

void glEnableVertexAttribArray(GLuint index) {
    core->EnableVertexAttribArray(__gles2_context, index);
}

void glFinish(void) {
    core->Finish(__gles2_context);
}

void glFlush(void) {
    core->Flush(__gles2_context);
}

void glFramebufferRenderbuffer(
    GLenum target, GLenum attachment, GLenum renderbuffertarget,
    GLuint renderbuffer) {
    core->FramebufferRenderbuffer(__gles2_context, target, attachment, renderbuffertarget, renderbuffer);
}

void glFramebufferTexture2D(
    GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
    GLint level) {
    core->FramebufferTexture2D(__gles2_context, target, attachment, textarget, texture, level);
}

void glFrontFace(GLenum mode) {
    core->FrontFace(__gles2_context, mode);
}

void glGenBuffers(GLsizei n, GLuint* buffers) {
    core->GenBuffers(__gles2_context, n, buffers);
}

void glGenerateMipmap(GLenum target) {
    core->GenerateMipmap(__gles2_context, target);
}

void glGenFramebuffers(GLsizei n, GLuint* framebuffers) {
    core->GenFramebuffers(__gles2_context, n, framebuffers);
}

void glGenRenderbuffers(GLsizei n, GLuint* renderbuffers) {
    core->GenRenderbuffers(__gles2_context, n, renderbuffers);
}

void glGenTextures(GLsizei n, GLuint* textures) {
    core->GenTextures(__gles2_context, n, textures);
}

void glGetActiveAttrib(
    GLuint program, GLuint index, GLsizei bufsize, GLsizei* length,
    GLint* size, GLenum* type, GLchar* name) {
    core->GetActiveAttrib(__gles2_context, program, index, bufsize, length, size, type, name);
}

void glGetActiveUniform(
    GLuint program, GLuint index, GLsizei bufsize, GLsizei* length,
    GLint* size, GLenum* type, GLchar* name) {
    core->GetActiveUniform(__gles2_context, program, index, bufsize, length, size, type, name);
}

void glGetAttachedShaders(
    GLuint program, GLsizei maxcount, GLsizei* count, GLuint* shaders) {
    core->GetAttachedShaders(__gles2_context, program, maxcount, count, shaders);
}

GLint glGetAttribLocation(GLuint program, const GLchar* name) {
    return core->GetAttribLocation(__gles2_context, program, name);
}

void glGetBooleanv(GLenum pname, GLboolean* params) {
    core->GetBooleanv(__gles2_context, pname, params);
}

void glGetBufferParameteriv(GLenum target, GLenum pname, GLint* params) {
    core->GetBufferParameteriv(__gles2_context, target, pname, params);
}

GLenum glGetError(void) {
    return core->GetError(__gles2_context);
}

void glGetFloatv(GLenum pname, GLfloat* params) {
    core->GetFloatv(__gles2_context, pname, params);
}

void glGetFramebufferAttachmentParameteriv(
    GLenum target, GLenum attachment, GLenum pname, GLint* params) {
    core->GetFramebufferAttachmentParameteriv(__gles2_context, target, attachment, pname, params);
}

void glGetIntegerv(GLenum pname, GLint* params) {
    core->GetIntegerv(__gles2_context, pname, params);
}

void glGetProgramiv(GLuint program, GLenum pname, GLint* params) {
    core->GetProgramiv(__gles2_context, program, pname, params);
}

void glGetProgramInfoLog(
    GLuint program, GLsizei bufsize, GLsizei* length, GLchar* infolog) {
    core->GetProgramInfoLog(__gles2_context, program, bufsize, length, infolog);
}

void glGetRenderbufferParameteriv(GLenum target, GLenum pname, GLint* params) {
    core->GetRenderbufferParameteriv(__gles2_context, target, pname, params);
}

void glGetShaderiv(GLuint shader, GLenum pname, GLint* params) {
    core->GetShaderiv(__gles2_context, shader, pname, params);
}

void glGetShaderInfoLog(
    GLuint shader, GLsizei bufsize, GLsizei* length, GLchar* infolog) {
    core->GetShaderInfoLog(__gles2_context, shader, bufsize, length, infolog);
}

void glGetShaderPrecisionFormat(
    GLenum shadertype, GLenum precisiontype, GLint* range, GLint* precision) {
    core->GetShaderPrecisionFormat(__gles2_context, shadertype, precisiontype, range, precision);
}

void glGetShaderSource(
    GLuint shader, GLsizei bufsize, GLsizei* length, GLchar* source) {
    core->GetShaderSource(__gles2_context, shader, bufsize, length, source);
}

const GLubyte* glGetString(GLenum name) {
    return core->GetString(__gles2_context, name);
}

void glGetTexParameterfv(GLenum target, GLenum pname, GLfloat* params) {
    core->GetTexParameterfv(__gles2_context, target, pname, params);
}

void glGetTexParameteriv(GLenum target, GLenum pname, GLint* params) {
    core->GetTexParameteriv(__gles2_context, target, pname, params);
}

void glGetUniformfv(GLuint program, GLint location, GLfloat* params) {
    core->GetUniformfv(__gles2_context, program, location, params);
}

void glGetUniformiv(GLuint program, GLint location, GLint* params) {
    core->GetUniformiv(__gles2_context, program, location, params);
}

GLint glGetUniformLocation(GLuint program, const GLchar* name) {
    return core->GetUniformLocation(__gles2_context, program, name);
}

void glGetVertexAttribfv(GLuint index, GLenum pname, GLfloat* params) {
    core->GetVertexAttribfv(__gles2_context, index, pname, params);
}

void glGetVertexAttribiv(GLuint index, GLenum pname, GLint* params) {
    core->GetVertexAttribiv(__gles2_context, index, pname, params);
}

void glGetVertexAttribPointerv(GLuint index, GLenum pname, void** pointer) {
    core->GetVertexAttribPointerv(__gles2_context, index, pname, pointer);
}

void glHint(GLenum target, GLenum mode) {
    core->Hint(__gles2_context, target, mode);
}

GLboolean glIsBuffer(GLuint buffer) {
    return core->IsBuffer(__gles2_context, buffer);
}

GLboolean glIsEnabled(GLenum cap) {
    return core->IsEnabled(__gles2_context, cap);
}

GLboolean glIsFramebuffer(GLuint framebuffer) {
    return core->IsFramebuffer(__gles2_context, framebuffer);
}

GLboolean glIsProgram(GLuint program) {
    return core->IsProgram(__gles2_context, program);
}

GLboolean glIsRenderbuffer(GLuint renderbuffer) {
    return core->IsRenderbuffer(__gles2_context, renderbuffer);
}

GLboolean glIsShader(GLuint shader) {
    return core->IsShader(__gles2_context, shader);
}

GLboolean glIsTexture(GLuint texture) {
    return core->IsTexture(__gles2_context, texture);
}

void glLineWidth(GLfloat width) {
    core->LineWidth(__gles2_context, width);
}

void glLinkProgram(GLuint program) {
    core->LinkProgram(__gles2_context, program);
}

void glPixelStorei(GLenum pname, GLint param) {
    core->PixelStorei(__gles2_context, pname, param);
}

void glPolygonOffset(GLfloat factor, GLfloat units) {
    core->PolygonOffset(__gles2_context, factor, units);
}

void glReadPixels(
    GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
    GLenum type, void* pixels) {
    core->ReadPixels(__gles2_context, x, y, width, height, format, type, pixels);
}

void glReleaseShaderCompiler(void) {
    core->ReleaseShaderCompiler(__gles2_context);
}

void glRenderbufferStorage(
    GLenum target, GLenum internalformat, GLsizei width, GLsizei height) {
    core->RenderbufferStorage(__gles2_context, target, internalformat, width, height);
}

void glSampleCoverage(GLclampf value, GLboolean invert) {
    core->SampleCoverage(__gles2_context, value, invert);
}

void glScissor(GLint x, GLint y, GLsizei width, GLsizei height) {
    core->Scissor(__gles2_context, x, y, width, height);
}

void glShaderBinary(
    GLsizei n, const GLuint* shaders, GLenum binaryformat, const void* binary,
    GLsizei length) {
    core->ShaderBinary(__gles2_context, n, shaders, binaryformat, binary, length);
}

void glShaderSource(
    GLuint shader, GLsizei count, const GLchar* const* str,
    const GLint* length) {
    core->ShaderSource(__gles2_context, shader, count, (const char**) str, length);
}

void glStencilFunc(GLenum func, GLint ref, GLuint mask) {
    core->StencilFunc(__gles2_context, func, ref, mask);
}

void glStencilFuncSeparate(GLenum face, GLenum func, GLint ref, GLuint mask) {
    core->StencilFuncSeparate(__gles2_context, face, func, ref, mask);
}

void glStencilMask(GLuint mask) {
    core->StencilMask(__gles2_context, mask);
}

void glStencilMaskSeparate(GLenum face, GLuint mask) {
    core->StencilMaskSeparate(__gles2_context, face, mask);
}

void glStencilOp(GLenum fail, GLenum zfail, GLenum zpass) {
    core->StencilOp(__gles2_context, fail, zfail, zpass);
}

void glStencilOpSeparate(GLenum face, GLenum fail, GLenum zfail, GLenum zpass) {
    core->StencilOpSeparate(__gles2_context, face, fail, zfail, zpass);
}

void glTexImage2D(
    GLenum target, GLint level, GLint internalformat, GLsizei width,
    GLsizei height, GLint border, GLenum format, GLenum type,
    const void* pixels) {
    core->TexImage2D(__gles2_context, target, level, internalformat, width, height, border, format, type, pixels);
}

void glTexParameterf(GLenum target, GLenum pname, GLfloat param) {
    core->TexParameterf(__gles2_context, target, pname, param);
}

void glTexParameterfv(GLenum target, GLenum pname, const GLfloat* params) {
    core->TexParameterfv(__gles2_context, target, pname, params);
}

void glTexParameteri(GLenum target, GLenum pname, GLint param) {
    core->TexParameteri(__gles2_context, target, pname, param);
}

void glTexParameteriv(GLenum target, GLenum pname, const GLint* params) {
    core->TexParameteriv(__gles2_context, target, pname, params);
}

void glTexSubImage2D(
    GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
    GLsizei height, GLenum format, GLenum type, const void* pixels) {
    core->TexSubImage2D(__gles2_context, target, level, xoffset, yoffset, width, height, format, type, pixels);
}

void glUniform1f(GLint location, GLfloat x) {
    core->Uniform1f(__gles2_context, location, x);
}

void glUniform1fv(GLint location, GLsizei count, const GLfloat* v) {
    core->Uniform1fv(__gles2_context, location, count, v);
}

void glUniform1i(GLint location, GLint x) {
    core->Uniform1i(__gles2_context, location, x);
}

void glUniform1iv(GLint location, GLsizei count, const GLint* v) {
    core->Uniform1iv(__gles2_context, location, count, v);
}

void glUniform2f(GLint location, GLfloat x, GLfloat y) {
    core->Uniform2f(__gles2_context, location, x, y);
}

void glUniform2fv(GLint location, GLsizei count, const GLfloat* v) {
    core->Uniform2fv(__gles2_context, location, count, v);
}

void glUniform2i(GLint location, GLint x, GLint y) {
    core->Uniform2i(__gles2_context, location, x, y);
}

void glUniform2iv(GLint location, GLsizei count, const GLint* v) {
    core->Uniform2iv(__gles2_context, location, count, v);
}

void glUniform3f(GLint location, GLfloat x, GLfloat y, GLfloat z) {
    core->Uniform3f(__gles2_context, location, x, y, z);
}

void glUniform3fv(GLint location, GLsizei count, const GLfloat* v) {
    core->Uniform3fv(__gles2_context, location, count, v);
}

void glUniform3i(GLint location, GLint x, GLint y, GLint z) {
    core->Uniform3i(__gles2_context, location, x, y, z);
}

void glUniform3iv(GLint location, GLsizei count, const GLint* v) {
    core->Uniform3iv(__gles2_context, location, count, v);
}

void glUniform4f(GLint location, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    core->Uniform4f(__gles2_context, location, x, y, z, w);
}

void glUniform4fv(GLint location, GLsizei count, const GLfloat* v) {
    core->Uniform4fv(__gles2_context, location, count, v);
}

void glUniform4i(GLint location, GLint x, GLint y, GLint z, GLint w) {
    core->Uniform4i(__gles2_context, location, x, y, z, w);
}

void glUniform4iv(GLint location, GLsizei count, const GLint* v) {
    core->Uniform4iv(__gles2_context, location, count, v);
}

void glUniformMatrix2fv(
    GLint location, GLsizei count, GLboolean transpose, const GLfloat* value) {
    core->UniformMatrix2fv(__gles2_context, location, count, transpose, value);
}

void glUniformMatrix3fv(
    GLint location, GLsizei count, GLboolean transpose, const GLfloat* value) {
    core->UniformMatrix3fv(__gles2_context, location, count, transpose, value);
}

void glUniformMatrix4fv(
    GLint location, GLsizei count, GLboolean transpose, const GLfloat* value) {
    core->UniformMatrix4fv(__gles2_context, location, count, transpose, value);
}

void glUseProgram(GLuint program) {
    core->UseProgram(__gles2_context, program);
}

void glValidateProgram(GLuint program) {
    core->ValidateProgram(__gles2_context, program);
}

void glVertexAttrib1f(GLuint indx, GLfloat x) {
    core->VertexAttrib1f(__gles2_context, indx, x);
}

void glVertexAttrib1fv(GLuint indx, const GLfloat* values) {
    core->VertexAttrib1fv(__gles2_context, indx, values);
}

void glVertexAttrib2f(GLuint indx, GLfloat x, GLfloat y) {
    core->VertexAttrib2f(__gles2_context, indx, x, y);
}

void glVertexAttrib2fv(GLuint indx, const GLfloat* values) {
    core->VertexAttrib2fv(__gles2_context, indx, values);
}

void glVertexAttrib3f(GLuint indx, GLfloat x, GLfloat y, GLfloat z) {
    core->VertexAttrib3f(__gles2_context, indx, x, y, z);
}

void glVertexAttrib3fv(GLuint indx, const GLfloat* values) {
    core->VertexAttrib3fv(__gles2_context, indx, values);
}

void glVertexAttrib4f(GLuint indx, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    core->VertexAttrib4f(__gles2_context, indx, x, y, z, w);
}

void glVertexAttrib4fv(GLuint indx, const GLfloat* values) {
    core->VertexAttrib4fv(__gles2_context, indx, values);
}

void glVertexAttribPointer(
    GLuint indx, GLint size, GLenum type, GLboolean normalized,
    GLsizei stride, const void* ptr) {
    core->VertexAttribPointer(__gles2_context, indx, size, type, normalized, stride, ptr);
}

void glViewport(GLint x, GLint y, GLsizei width, GLsizei height) {
    core->Viewport(__gles2_context, x, y, width, height);
}

GLboolean glEnableFeatureCHROMIUM(const GLchar* feature) {
    return enable_feature->EnableFeatureCHROMIUM(__gles2_context, feature);
}

void* glMapBufferSubDataCHROMIUM(
    GLuint target, GLintptr offset, GLsizeiptr size, GLenum access) {
    return map_sub->MapBufferSubDataCHROMIUM(__gles2_context, target, offset, size, access);
}

void glUnmapBufferSubDataCHROMIUM(const void* mem) {
    map_sub->UnmapBufferSubDataCHROMIUM(__gles2_context, mem);
}

void* glMapTexSubImage2DCHROMIUM(
    GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
    GLsizei height, GLenum format, GLenum type, GLenum access) {
    return map_sub->MapTexSubImage2DCHROMIUM(__gles2_context, target, level, xoffset, yoffset, width, height, format, type, access);
}

void glUnmapTexSubImage2DCHROMIUM(const void* mem) {
    map_sub->UnmapTexSubImage2DCHROMIUM(__gles2_context, mem);
}

void glDrawBuffersEXT(GLsizei count, const GLenum* bufs) {
    draw_buffers->DrawBuffersEXT(__gles2_context, count, bufs);
}

void glBlitFramebufferEXT(
    GLint src_x0, GLint src_y0, GLint src_x1, GLint src_y1, GLint dst_x0,
    GLint dst_y0, GLint dst_x1, GLint dst_y1, GLbitfield mask, GLenum filter) {
    framebuffer_blit->BlitFramebufferEXT(__gles2_context, src_x0, src_y0, src_x1, src_y1, dst_x0, dst_y0, dst_x1, dst_y1, mask, filter);
}

void glRenderbufferStorageMultisampleEXT(
    GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
    GLsizei height) {
    framebuffer_multisample->RenderbufferStorageMultisampleEXT(__gles2_context, target, samples, internalformat, width, height);
}

void glDrawArraysInstancedANGLE(
    GLenum mode, GLint first, GLsizei count, GLsizei primcount) {
    instanced_arrays->DrawArraysInstancedANGLE(__gles2_context, mode, first, count, primcount);
}

void glDrawElementsInstancedANGLE(
    GLenum mode, GLsizei count, GLenum type, const void* indices,
    GLsizei primcount) {
    instanced_arrays->DrawElementsInstancedANGLE(__gles2_context, mode, count, type, indices, primcount);
}

void glVertexAttribDivisorANGLE(GLuint index, GLuint divisor) {
    instanced_arrays->VertexAttribDivisorANGLE(__gles2_context, index, divisor);
}

void glGenQueriesEXT(GLsizei n, GLuint* queries) {
    query->GenQueriesEXT(__gles2_context, n, queries);
}

void glDeleteQueriesEXT(GLsizei n, const GLuint* queries) {
    query->DeleteQueriesEXT(__gles2_context, n, queries);
}

GLboolean glIsQueryEXT(GLuint id) {
    return query->IsQueryEXT(__gles2_context, id);
}

void glBeginQueryEXT(GLenum target, GLuint id) {
    query->BeginQueryEXT(__gles2_context, target, id);
}

void glEndQueryEXT(GLenum target) {
    query->EndQueryEXT(__gles2_context, target);
}

void glGetQueryivEXT(GLenum target, GLenum pname, GLint* params) {
    query->GetQueryivEXT(__gles2_context, target, pname, params);
}

void glGetQueryObjectuivEXT(GLuint id, GLenum pname, GLuint* params) {
    query->GetQueryObjectuivEXT(__gles2_context, id, pname, params);
}

void glGenVertexArraysOES(GLsizei n, GLuint* arrays) {
    vertex_array_object->GenVertexArraysOES(__gles2_context, n, arrays);
}

void glDeleteVertexArraysOES(GLsizei n, const GLuint* arrays) {
    vertex_array_object->DeleteVertexArraysOES(__gles2_context, n, arrays);
}

GLboolean glIsVertexArrayOES(GLuint array) {
    return vertex_array_object->IsVertexArrayOES(__gles2_context, array);
}

void glBindVertexArrayOES(GLuint array) {
    vertex_array_object->BindVertexArrayOES(__gles2_context, array);
}
