//! `PPB_OpenGLES2ChromiumEnableFeature`, `PPB_OpenGLES2ChromiumMapSub`, `PPB_OpenGLES2DrawBuffers(Dev)`, `PPB_OpenGLES2FramebufferBlit`, `PPB_OpenGLES2FramebufferMultisample`, `PPB_OpenGLES2InstancedArrays`, `PPB_OpenGLES2Query`, `PPB_OpenGLES2VertexArrayObject`, `PPB_OpenGLES2`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const OPENGLES2_VERTEX_ARRAY_OBJECT_1_0: Interface = interface! { "PPB_OpenGLES2VertexArrayObject" "1.0" Stable:
    GenVertexArraysOES(context: PP_Resource, n: GLsizei, arrays: *mut GLuint) = unfinished;
    DeleteVertexArraysOES(context: PP_Resource, n: GLsizei, arrays: *const GLuint) = unfinished;
    IsVertexArrayOES(context: PP_Resource, array: GLuint) -> GLboolean = unfinished;
    BindVertexArrayOES(context: PP_Resource, array: GLuint) = unfinished;
};

pub(super) const OPENGLES2_QUERY_1_0: Interface = interface! { "PPB_OpenGLES2Query" "1.0" Stable:
    GenQueriesEXT(context: PP_Resource, n: GLsizei, queries: *mut GLuint) = unfinished;
    DeleteQueriesEXT(context: PP_Resource, n: GLsizei, queries: *const GLuint) = unfinished;
    IsQueryEXT(context: PP_Resource, id: GLuint) -> GLboolean = unfinished;
    BeginQueryEXT(context: PP_Resource, target: GLenum, id: GLuint) = unfinished;
    EndQueryEXT(context: PP_Resource, target: GLenum) = unfinished;
    GetQueryivEXT(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = unfinished;
    GetQueryObjectuivEXT(context: PP_Resource, id: GLuint, pname: GLenum, params: *mut GLuint) = unfinished;
};

pub(super) const OPENGLES2_INSTANCED_ARRAYS_1_0: Interface = interface! { "PPB_OpenGLES2InstancedArrays" "1.0" Stable:
    DrawArraysInstancedANGLE(context: PP_Resource, mode: GLenum, first: GLint, count: GLsizei, primcount: GLsizei) = unfinished;
    DrawElementsInstancedANGLE(context: PP_Resource, mode: GLenum, count: GLsizei, type: GLenum, indices: *const void, primcount: GLsizei) = unfinished;
    VertexAttribDivisorANGLE(context: PP_Resource, index: GLuint, divisor: GLuint) = unfinished;
};

pub(super) const OPENGLES2_FRAMEBUFFER_MULTISAMPLE_1_0: Interface = interface! { "PPB_OpenGLES2FramebufferMultisample" "1.0" Stable:
    RenderbufferStorageMultisampleEXT(context: PP_Resource, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei) = unfinished;
};

pub(super) const OPENGLES2_FRAMEBUFFER_BLIT_1_0: Interface = interface! { "PPB_OpenGLES2FramebufferBlit" "1.0" Stable:
    BlitFramebufferEXT(context: PP_Resource, src_x0: GLint, src_y0: GLint, src_x1: GLint, src_y1: GLint, dst_x0: GLint, dst_y0: GLint, dst_x1: GLint, dst_y1: GLint, mask: GLbitfield, filter: GLenum) = unfinished;
};

pub(super) const OPENGLES2_DRAW_BUFFERS_DEV_1_0: Interface = interface! { "PPB_OpenGLES2DrawBuffers(Dev)" "1.0" Dev:
    DrawBuffersEXT(context: PP_Resource, count: GLsizei, bufs: *const GLenum) = unfinished;
};

pub(super) const OPENGLES2_CHROMIUM_MAP_SUB_1_0: Interface = interface! { "PPB_OpenGLES2ChromiumMapSub" "1.0" Stable:
    MapBufferSubDataCHROMIUM(context: PP_Resource, target: GLuint, offset: GLintptr, size: GLsizeiptr, access: GLenum) -> *mut void = unfinished;
    UnmapBufferSubDataCHROMIUM(context: PP_Resource, mem: *const void) = unfinished;
    MapTexSubImage2DCHROMIUM(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, access: GLenum) -> *mut void = unfinished;
    UnmapTexSubImage2DCHROMIUM(context: PP_Resource, mem: *const void) = unfinished;
};

pub(super) const OPENGLES2_CHROMIUM_ENABLE_FEATURE_1_0: Interface = interface! { "PPB_OpenGLES2ChromiumEnableFeature" "1.0" Stable:
    EnableFeatureCHROMIUM(context: PP_Resource, feature: *const char) -> GLboolean = unfinished;
};

pub(super) const OPENGLES2_1_0: Interface = interface! { "PPB_OpenGLES2" "1.0" Stable:
    ActiveTexture(context: PP_Resource, texture: GLenum) = unfinished;
    AttachShader(context: PP_Resource, program: GLuint, shader: GLuint) = unfinished;
    BindAttribLocation(context: PP_Resource, program: GLuint, index: GLuint, name: *const char) = unfinished;
    BindBuffer(context: PP_Resource, target: GLenum, buffer: GLuint) = unfinished;
    BindFramebuffer(context: PP_Resource, target: GLenum, framebuffer: GLuint) = unfinished;
    BindRenderbuffer(context: PP_Resource, target: GLenum, renderbuffer: GLuint) = unfinished;
    BindTexture(context: PP_Resource, target: GLenum, texture: GLuint) = unfinished;
    BlendColor(context: PP_Resource, red: GLclampf, green: GLclampf, blue: GLclampf, alpha: GLclampf) = unfinished;
    BlendEquation(context: PP_Resource, mode: GLenum) = unfinished;
    BlendEquationSeparate(context: PP_Resource, mode_rgb: GLenum, mode_alpha: GLenum) = unfinished;
    BlendFunc(context: PP_Resource, sfactor: GLenum, dfactor: GLenum) = unfinished;
    BlendFuncSeparate(context: PP_Resource, src_rgb: GLenum, dst_rgb: GLenum, src_alpha: GLenum, dst_alpha: GLenum) = unfinished;
    BufferData(context: PP_Resource, target: GLenum, size: GLsizeiptr, data: *const void, usage: GLenum) = unfinished;
    BufferSubData(context: PP_Resource, target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *const void) = unfinished;
    CheckFramebufferStatus(context: PP_Resource, target: GLenum) -> GLenum = unfinished;
    Clear(context: PP_Resource, mask: GLbitfield) = unfinished;
    ClearColor(context: PP_Resource, red: GLclampf, green: GLclampf, blue: GLclampf, alpha: GLclampf) = unfinished;
    ClearDepthf(context: PP_Resource, depth: GLclampf) = unfinished;
    ClearStencil(context: PP_Resource, s: GLint) = unfinished;
    ColorMask(context: PP_Resource, red: GLboolean, green: GLboolean, blue: GLboolean, alpha: GLboolean) = unfinished;
    CompileShader(context: PP_Resource, shader: GLuint) = unfinished;
    CompressedTexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, image_size: GLsizei, data: *const void) = unfinished;
    CompressedTexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, image_size: GLsizei, data: *const void) = unfinished;
    CopyTexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei, border: GLint) = unfinished;
    CopyTexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) = unfinished;
    CreateProgram(context: PP_Resource) -> GLuint = unfinished;
    CreateShader(context: PP_Resource, type: GLenum) -> GLuint = unfinished;
    CullFace(context: PP_Resource, mode: GLenum) = unfinished;
    DeleteBuffers(context: PP_Resource, n: GLsizei, buffers: *const GLuint) = unfinished;
    DeleteFramebuffers(context: PP_Resource, n: GLsizei, framebuffers: *const GLuint) = unfinished;
    DeleteProgram(context: PP_Resource, program: GLuint) = unfinished;
    DeleteRenderbuffers(context: PP_Resource, n: GLsizei, renderbuffers: *const GLuint) = unfinished;
    DeleteShader(context: PP_Resource, shader: GLuint) = unfinished;
    DeleteTextures(context: PP_Resource, n: GLsizei, textures: *const GLuint) = unfinished;
    DepthFunc(context: PP_Resource, func: GLenum) = unfinished;
    DepthMask(context: PP_Resource, flag: GLboolean) = unfinished;
    DepthRangef(context: PP_Resource, z_near: GLclampf, z_far: GLclampf) = unfinished;
    DetachShader(context: PP_Resource, program: GLuint, shader: GLuint) = unfinished;
    Disable(context: PP_Resource, cap: GLenum) = unfinished;
    DisableVertexAttribArray(context: PP_Resource, index: GLuint) = unfinished;
    DrawArrays(context: PP_Resource, mode: GLenum, first: GLint, count: GLsizei) = unfinished;
    DrawElements(context: PP_Resource, mode: GLenum, count: GLsizei, type: GLenum, indices: *const void) = unfinished;
    Enable(context: PP_Resource, cap: GLenum) = unfinished;
    EnableVertexAttribArray(context: PP_Resource, index: GLuint) = unfinished;
    Finish(context: PP_Resource) = unfinished;
    Flush(context: PP_Resource) = unfinished;
    FramebufferRenderbuffer(context: PP_Resource, target: GLenum, attachment: GLenum, renderbuffertarget: GLenum, renderbuffer: GLuint) = unfinished;
    FramebufferTexture2D(context: PP_Resource, target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint) = unfinished;
    FrontFace(context: PP_Resource, mode: GLenum) = unfinished;
    GenBuffers(context: PP_Resource, n: GLsizei, buffers: *mut GLuint) = unfinished;
    GenerateMipmap(context: PP_Resource, target: GLenum) = unfinished;
    GenFramebuffers(context: PP_Resource, n: GLsizei, framebuffers: *mut GLuint) = unfinished;
    GenRenderbuffers(context: PP_Resource, n: GLsizei, renderbuffers: *mut GLuint) = unfinished;
    GenTextures(context: PP_Resource, n: GLsizei, textures: *mut GLuint) = unfinished;
    GetActiveAttrib(context: PP_Resource, program: GLuint, index: GLuint, bufsize: GLsizei, length: *mut GLsizei, size: *mut GLint, type: *mut GLenum, name: *mut char) = unfinished;
    GetActiveUniform(context: PP_Resource, program: GLuint, index: GLuint, bufsize: GLsizei, length: *mut GLsizei, size: *mut GLint, type: *mut GLenum, name: *mut char) = unfinished;
    GetAttachedShaders(context: PP_Resource, program: GLuint, maxcount: GLsizei, count: *mut GLsizei, shaders: *mut GLuint) = unfinished;
    GetAttribLocation(context: PP_Resource, program: GLuint, name: *const char) -> GLint = unfinished;
    GetBooleanv(context: PP_Resource, pname: GLenum, params: *mut GLboolean) = unfinished;
    GetBufferParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = unfinished;
    GetError(context: PP_Resource) -> GLenum = unfinished;
    GetFloatv(context: PP_Resource, pname: GLenum, params: *mut GLfloat) = unfinished;
    GetFramebufferAttachmentParameteriv(context: PP_Resource, target: GLenum, attachment: GLenum, pname: GLenum, params: *mut GLint) = unfinished;
    GetIntegerv(context: PP_Resource, pname: GLenum, params: *mut GLint) = unfinished;
    GetProgramiv(context: PP_Resource, program: GLuint, pname: GLenum, params: *mut GLint) = unfinished;
    GetProgramInfoLog(context: PP_Resource, program: GLuint, bufsize: GLsizei, length: *mut GLsizei, infolog: *mut char) = unfinished;
    GetRenderbufferParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = unfinished;
    GetShaderiv(context: PP_Resource, shader: GLuint, pname: GLenum, params: *mut GLint) = unfinished;
    GetShaderInfoLog(context: PP_Resource, shader: GLuint, bufsize: GLsizei, length: *mut GLsizei, infolog: *mut char) = unfinished;
    GetShaderPrecisionFormat(context: PP_Resource, shadertype: GLenum, precisiontype: GLenum, range: *mut GLint, precision: *mut GLint) = unfinished;
    GetShaderSource(context: PP_Resource, shader: GLuint, bufsize: GLsizei, length: *mut GLsizei, source: *mut char) = unfinished;
    GetString(context: PP_Resource, name: GLenum) -> *const GLubyte = unfinished;
    GetTexParameterfv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLfloat) = unfinished;
    GetTexParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = unfinished;
    GetUniformfv(context: PP_Resource, program: GLuint, location: GLint, params: *mut GLfloat) = unfinished;
    GetUniformiv(context: PP_Resource, program: GLuint, location: GLint, params: *mut GLint) = unfinished;
    GetUniformLocation(context: PP_Resource, program: GLuint, name: *const char) -> GLint = unfinished;
    GetVertexAttribfv(context: PP_Resource, index: GLuint, pname: GLenum, params: *mut GLfloat) = unfinished;
    GetVertexAttribiv(context: PP_Resource, index: GLuint, pname: GLenum, params: *mut GLint) = unfinished;
    GetVertexAttribPointerv(context: PP_Resource, index: GLuint, pname: GLenum, pointer: *mut void_pointer) = unfinished;
    Hint(context: PP_Resource, target: GLenum, mode: GLenum) = unfinished;
    IsBuffer(context: PP_Resource, buffer: GLuint) -> GLboolean = unfinished;
    IsEnabled(context: PP_Resource, cap: GLenum) -> GLboolean = unfinished;
    IsFramebuffer(context: PP_Resource, framebuffer: GLuint) -> GLboolean = unfinished;
    IsProgram(context: PP_Resource, program: GLuint) -> GLboolean = unfinished;
    IsRenderbuffer(context: PP_Resource, renderbuffer: GLuint) -> GLboolean = unfinished;
    IsShader(context: PP_Resource, shader: GLuint) -> GLboolean = unfinished;
    IsTexture(context: PP_Resource, texture: GLuint) -> GLboolean = unfinished;
    LineWidth(context: PP_Resource, width: GLfloat) = unfinished;
    LinkProgram(context: PP_Resource, program: GLuint) = unfinished;
    PixelStorei(context: PP_Resource, pname: GLenum, param: GLint) = unfinished;
    PolygonOffset(context: PP_Resource, factor: GLfloat, units: GLfloat) = unfinished;
    ReadPixels(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, pixels: *mut void) = unfinished;
    ReleaseShaderCompiler(context: PP_Resource) = unfinished;
    RenderbufferStorage(context: PP_Resource, target: GLenum, internalformat: GLenum, width: GLsizei, height: GLsizei) = unfinished;
    SampleCoverage(context: PP_Resource, value: GLclampf, invert: GLboolean) = unfinished;
    Scissor(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei) = unfinished;
    ShaderBinary(context: PP_Resource, n: GLsizei, shaders: *const GLuint, binaryformat: GLenum, binary: *const void, length: GLsizei) = unfinished;
    ShaderSource(context: PP_Resource, shader: GLuint, count: GLsizei, str: *mut const_char_pointer, length: *const GLint) = unfinished;
    StencilFunc(context: PP_Resource, func: GLenum, ref: GLint, mask: GLuint) = unfinished;
    StencilFuncSeparate(context: PP_Resource, face: GLenum, func: GLenum, ref: GLint, mask: GLuint) = unfinished;
    StencilMask(context: PP_Resource, mask: GLuint) = unfinished;
    StencilMaskSeparate(context: PP_Resource, face: GLenum, mask: GLuint) = unfinished;
    StencilOp(context: PP_Resource, fail: GLenum, zfail: GLenum, zpass: GLenum) = unfinished;
    StencilOpSeparate(context: PP_Resource, face: GLenum, fail: GLenum, zfail: GLenum, zpass: GLenum) = unfinished;
    TexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, type: GLenum, pixels: *const void) = unfinished;
    TexParameterf(context: PP_Resource, target: GLenum, pname: GLenum, param: GLfloat) = unfinished;
    TexParameterfv(context: PP_Resource, target: GLenum, pname: GLenum, params: *const GLfloat) = unfinished;
    TexParameteri(context: PP_Resource, target: GLenum, pname: GLenum, param: GLint) = unfinished;
    TexParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *const GLint) = unfinished;
    TexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, pixels: *const void) = unfinished;
    Uniform1f(context: PP_Resource, location: GLint, x: GLfloat) = unfinished;
    Uniform1fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = unfinished;
    Uniform1i(context: PP_Resource, location: GLint, x: GLint) = unfinished;
    Uniform1iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = unfinished;
    Uniform2f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat) = unfinished;
    Uniform2fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = unfinished;
    Uniform2i(context: PP_Resource, location: GLint, x: GLint, y: GLint) = unfinished;
    Uniform2iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = unfinished;
    Uniform3f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat, z: GLfloat) = unfinished;
    Uniform3fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = unfinished;
    Uniform3i(context: PP_Resource, location: GLint, x: GLint, y: GLint, z: GLint) = unfinished;
    Uniform3iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = unfinished;
    Uniform4f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat) = unfinished;
    Uniform4fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = unfinished;
    Uniform4i(context: PP_Resource, location: GLint, x: GLint, y: GLint, z: GLint, w: GLint) = unfinished;
    Uniform4iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = unfinished;
    UniformMatrix2fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat) = unfinished;
    UniformMatrix3fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat) = unfinished;
    UniformMatrix4fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat) = unfinished;
    UseProgram(context: PP_Resource, program: GLuint) = unfinished;
    ValidateProgram(context: PP_Resource, program: GLuint) = unfinished;
    VertexAttrib1f(context: PP_Resource, indx: GLuint, x: GLfloat) = unfinished;
    VertexAttrib1fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = unfinished;
    VertexAttrib2f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat) = unfinished;
    VertexAttrib2fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = unfinished;
    VertexAttrib3f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat, z: GLfloat) = unfinished;
    VertexAttrib3fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = unfinished;
    VertexAttrib4f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat) = unfinished;
    VertexAttrib4fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = unfinished;
    VertexAttribPointer(context: PP_Resource, indx: GLuint, size: GLint, type: GLenum, normalized: GLboolean, stride: GLsizei, ptr: *const void) = unfinished;
    Viewport(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei) = unfinished;
};
