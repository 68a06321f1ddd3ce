//! `PPB_OpenGLES2` and its extensions: OpenGL ES 2.0 on a context of
//! `PPB_Graphics3D`.
//!
//! No context can be made yet, so no call has one. Chrome ignored such calls.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_opengles2_shared.cc`.

use crate::call::{Call, code, word};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// How far these interfaces go.
const NO_GL: Support = Support::Refused("no context can be made, as in a Chrome without WebGL");

/// A call without a context does nothing and gives 0.
fn no_context(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(0)
}

/// What has no context has no place in a program either.
fn no_location(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    code(-1)
}

pub(super) const OPENGLES2_VERTEX_ARRAY_OBJECT_1_0: Interface =
    interface! { "PPB_OpenGLES2VertexArrayObject" "1.0" Stable:
        GenVertexArraysOES(context: PP_Resource, n: GLsizei, arrays: *mut GLuint) = no_context;
        DeleteVertexArraysOES(context: PP_Resource, n: GLsizei, arrays: *const GLuint) = no_context;
        IsVertexArrayOES(context: PP_Resource, array: GLuint) -> GLboolean = no_context;
        BindVertexArrayOES(context: PP_Resource, array: GLuint) = no_context;
    }
    .with_support(NO_GL);

pub(super) const OPENGLES2_QUERY_1_0: Interface = interface! { "PPB_OpenGLES2Query" "1.0" Stable:
    GenQueriesEXT(context: PP_Resource, n: GLsizei, queries: *mut GLuint) = no_context;
    DeleteQueriesEXT(context: PP_Resource, n: GLsizei, queries: *const GLuint) = no_context;
    IsQueryEXT(context: PP_Resource, id: GLuint) -> GLboolean = no_context;
    BeginQueryEXT(context: PP_Resource, target: GLenum, id: GLuint) = no_context;
    EndQueryEXT(context: PP_Resource, target: GLenum) = no_context;
    GetQueryivEXT(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = no_context;
    GetQueryObjectuivEXT(context: PP_Resource, id: GLuint, pname: GLenum, params: *mut GLuint) = no_context;
}
.with_support(NO_GL);

pub(super) const OPENGLES2_INSTANCED_ARRAYS_1_0: Interface = interface! { "PPB_OpenGLES2InstancedArrays" "1.0" Stable:
    DrawArraysInstancedANGLE(context: PP_Resource, mode: GLenum, first: GLint, count: GLsizei, primcount: GLsizei) = no_context;
    DrawElementsInstancedANGLE(context: PP_Resource, mode: GLenum, count: GLsizei, type: GLenum, indices: *const void, primcount: GLsizei) = no_context;
    VertexAttribDivisorANGLE(context: PP_Resource, index: GLuint, divisor: GLuint) = no_context;
}
.with_support(NO_GL);

pub(super) const OPENGLES2_FRAMEBUFFER_MULTISAMPLE_1_0: Interface = interface! { "PPB_OpenGLES2FramebufferMultisample" "1.0" Stable:
    RenderbufferStorageMultisampleEXT(context: PP_Resource, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei) = no_context;
}
.with_support(NO_GL);

pub(super) const OPENGLES2_FRAMEBUFFER_BLIT_1_0: Interface = interface! { "PPB_OpenGLES2FramebufferBlit" "1.0" Stable:
    BlitFramebufferEXT(context: PP_Resource, src_x0: GLint, src_y0: GLint, src_x1: GLint, src_y1: GLint, dst_x0: GLint, dst_y0: GLint, dst_x1: GLint, dst_y1: GLint, mask: GLbitfield, filter: GLenum) = no_context;
}
.with_support(NO_GL);

pub(super) const OPENGLES2_DRAW_BUFFERS_DEV_1_0: Interface =
    interface! { "PPB_OpenGLES2DrawBuffers(Dev)" "1.0" Dev:
        DrawBuffersEXT(context: PP_Resource, count: GLsizei, bufs: *const GLenum) = no_context;
    }
    .with_support(NO_GL);

pub(super) const OPENGLES2_CHROMIUM_MAP_SUB_1_0: Interface = interface! { "PPB_OpenGLES2ChromiumMapSub" "1.0" Stable:
    MapBufferSubDataCHROMIUM(context: PP_Resource, target: GLuint, offset: GLintptr, size: GLsizeiptr, access: GLenum) -> *mut void = no_context;
    UnmapBufferSubDataCHROMIUM(context: PP_Resource, mem: *const void) = no_context;
    MapTexSubImage2DCHROMIUM(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, access: GLenum) -> *mut void = no_context;
    UnmapTexSubImage2DCHROMIUM(context: PP_Resource, mem: *const void) = no_context;
}
.with_support(NO_GL);

/// Its name in the years before.
pub(super) const OPENGLES2_CHROMIUM_MAP_SUB_DEV_1_0: Interface =
    OPENGLES2_CHROMIUM_MAP_SUB_1_0.named("PPB_OpenGLES2ChromiumMapSub(Dev)");

pub(super) const OPENGLES2_CHROMIUM_ENABLE_FEATURE_1_0: Interface =
    interface! { "PPB_OpenGLES2ChromiumEnableFeature" "1.0" Stable:
        EnableFeatureCHROMIUM(context: PP_Resource, feature: *const char) -> GLboolean = no_context;
    }
    .with_support(NO_GL);

pub(super) const OPENGLES2_1_0: Interface = interface! { "PPB_OpenGLES2" "1.0" Stable:
    ActiveTexture(context: PP_Resource, texture: GLenum) = no_context;
    AttachShader(context: PP_Resource, program: GLuint, shader: GLuint) = no_context;
    BindAttribLocation(context: PP_Resource, program: GLuint, index: GLuint, name: *const char) = no_context;
    BindBuffer(context: PP_Resource, target: GLenum, buffer: GLuint) = no_context;
    BindFramebuffer(context: PP_Resource, target: GLenum, framebuffer: GLuint) = no_context;
    BindRenderbuffer(context: PP_Resource, target: GLenum, renderbuffer: GLuint) = no_context;
    BindTexture(context: PP_Resource, target: GLenum, texture: GLuint) = no_context;
    BlendColor(context: PP_Resource, red: GLclampf, green: GLclampf, blue: GLclampf, alpha: GLclampf) = no_context;
    BlendEquation(context: PP_Resource, mode: GLenum) = no_context;
    BlendEquationSeparate(context: PP_Resource, mode_rgb: GLenum, mode_alpha: GLenum) = no_context;
    BlendFunc(context: PP_Resource, sfactor: GLenum, dfactor: GLenum) = no_context;
    BlendFuncSeparate(context: PP_Resource, src_rgb: GLenum, dst_rgb: GLenum, src_alpha: GLenum, dst_alpha: GLenum) = no_context;
    BufferData(context: PP_Resource, target: GLenum, size: GLsizeiptr, data: *const void, usage: GLenum) = no_context;
    BufferSubData(context: PP_Resource, target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *const void) = no_context;
    CheckFramebufferStatus(context: PP_Resource, target: GLenum) -> GLenum = no_context;
    Clear(context: PP_Resource, mask: GLbitfield) = no_context;
    ClearColor(context: PP_Resource, red: GLclampf, green: GLclampf, blue: GLclampf, alpha: GLclampf) = no_context;
    ClearDepthf(context: PP_Resource, depth: GLclampf) = no_context;
    ClearStencil(context: PP_Resource, s: GLint) = no_context;
    ColorMask(context: PP_Resource, red: GLboolean, green: GLboolean, blue: GLboolean, alpha: GLboolean) = no_context;
    CompileShader(context: PP_Resource, shader: GLuint) = no_context;
    CompressedTexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, image_size: GLsizei, data: *const void) = no_context;
    CompressedTexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, image_size: GLsizei, data: *const void) = no_context;
    CopyTexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei, border: GLint) = no_context;
    CopyTexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) = no_context;
    CreateProgram(context: PP_Resource) -> GLuint = no_context;
    CreateShader(context: PP_Resource, type: GLenum) -> GLuint = no_context;
    CullFace(context: PP_Resource, mode: GLenum) = no_context;
    DeleteBuffers(context: PP_Resource, n: GLsizei, buffers: *const GLuint) = no_context;
    DeleteFramebuffers(context: PP_Resource, n: GLsizei, framebuffers: *const GLuint) = no_context;
    DeleteProgram(context: PP_Resource, program: GLuint) = no_context;
    DeleteRenderbuffers(context: PP_Resource, n: GLsizei, renderbuffers: *const GLuint) = no_context;
    DeleteShader(context: PP_Resource, shader: GLuint) = no_context;
    DeleteTextures(context: PP_Resource, n: GLsizei, textures: *const GLuint) = no_context;
    DepthFunc(context: PP_Resource, func: GLenum) = no_context;
    DepthMask(context: PP_Resource, flag: GLboolean) = no_context;
    DepthRangef(context: PP_Resource, z_near: GLclampf, z_far: GLclampf) = no_context;
    DetachShader(context: PP_Resource, program: GLuint, shader: GLuint) = no_context;
    Disable(context: PP_Resource, cap: GLenum) = no_context;
    DisableVertexAttribArray(context: PP_Resource, index: GLuint) = no_context;
    DrawArrays(context: PP_Resource, mode: GLenum, first: GLint, count: GLsizei) = no_context;
    DrawElements(context: PP_Resource, mode: GLenum, count: GLsizei, type: GLenum, indices: *const void) = no_context;
    Enable(context: PP_Resource, cap: GLenum) = no_context;
    EnableVertexAttribArray(context: PP_Resource, index: GLuint) = no_context;
    Finish(context: PP_Resource) = no_context;
    Flush(context: PP_Resource) = no_context;
    FramebufferRenderbuffer(context: PP_Resource, target: GLenum, attachment: GLenum, renderbuffertarget: GLenum, renderbuffer: GLuint) = no_context;
    FramebufferTexture2D(context: PP_Resource, target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint) = no_context;
    FrontFace(context: PP_Resource, mode: GLenum) = no_context;
    GenBuffers(context: PP_Resource, n: GLsizei, buffers: *mut GLuint) = no_context;
    GenerateMipmap(context: PP_Resource, target: GLenum) = no_context;
    GenFramebuffers(context: PP_Resource, n: GLsizei, framebuffers: *mut GLuint) = no_context;
    GenRenderbuffers(context: PP_Resource, n: GLsizei, renderbuffers: *mut GLuint) = no_context;
    GenTextures(context: PP_Resource, n: GLsizei, textures: *mut GLuint) = no_context;
    GetActiveAttrib(context: PP_Resource, program: GLuint, index: GLuint, bufsize: GLsizei, length: *mut GLsizei, size: *mut GLint, type: *mut GLenum, name: *mut char) = no_context;
    GetActiveUniform(context: PP_Resource, program: GLuint, index: GLuint, bufsize: GLsizei, length: *mut GLsizei, size: *mut GLint, type: *mut GLenum, name: *mut char) = no_context;
    GetAttachedShaders(context: PP_Resource, program: GLuint, maxcount: GLsizei, count: *mut GLsizei, shaders: *mut GLuint) = no_context;
    GetAttribLocation(context: PP_Resource, program: GLuint, name: *const char) -> GLint = no_location;
    GetBooleanv(context: PP_Resource, pname: GLenum, params: *mut GLboolean) = no_context;
    GetBufferParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = no_context;
    GetError(context: PP_Resource) -> GLenum = no_context;
    GetFloatv(context: PP_Resource, pname: GLenum, params: *mut GLfloat) = no_context;
    GetFramebufferAttachmentParameteriv(context: PP_Resource, target: GLenum, attachment: GLenum, pname: GLenum, params: *mut GLint) = no_context;
    GetIntegerv(context: PP_Resource, pname: GLenum, params: *mut GLint) = no_context;
    GetProgramiv(context: PP_Resource, program: GLuint, pname: GLenum, params: *mut GLint) = no_context;
    GetProgramInfoLog(context: PP_Resource, program: GLuint, bufsize: GLsizei, length: *mut GLsizei, infolog: *mut char) = no_context;
    GetRenderbufferParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = no_context;
    GetShaderiv(context: PP_Resource, shader: GLuint, pname: GLenum, params: *mut GLint) = no_context;
    GetShaderInfoLog(context: PP_Resource, shader: GLuint, bufsize: GLsizei, length: *mut GLsizei, infolog: *mut char) = no_context;
    GetShaderPrecisionFormat(context: PP_Resource, shadertype: GLenum, precisiontype: GLenum, range: *mut GLint, precision: *mut GLint) = no_context;
    GetShaderSource(context: PP_Resource, shader: GLuint, bufsize: GLsizei, length: *mut GLsizei, source: *mut char) = no_context;
    GetString(context: PP_Resource, name: GLenum) -> *const GLubyte = no_context;
    GetTexParameterfv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLfloat) = no_context;
    GetTexParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint) = no_context;
    GetUniformfv(context: PP_Resource, program: GLuint, location: GLint, params: *mut GLfloat) = no_context;
    GetUniformiv(context: PP_Resource, program: GLuint, location: GLint, params: *mut GLint) = no_context;
    GetUniformLocation(context: PP_Resource, program: GLuint, name: *const char) -> GLint = no_location;
    GetVertexAttribfv(context: PP_Resource, index: GLuint, pname: GLenum, params: *mut GLfloat) = no_context;
    GetVertexAttribiv(context: PP_Resource, index: GLuint, pname: GLenum, params: *mut GLint) = no_context;
    GetVertexAttribPointerv(context: PP_Resource, index: GLuint, pname: GLenum, pointer: *mut void_pointer) = no_context;
    Hint(context: PP_Resource, target: GLenum, mode: GLenum) = no_context;
    IsBuffer(context: PP_Resource, buffer: GLuint) -> GLboolean = no_context;
    IsEnabled(context: PP_Resource, cap: GLenum) -> GLboolean = no_context;
    IsFramebuffer(context: PP_Resource, framebuffer: GLuint) -> GLboolean = no_context;
    IsProgram(context: PP_Resource, program: GLuint) -> GLboolean = no_context;
    IsRenderbuffer(context: PP_Resource, renderbuffer: GLuint) -> GLboolean = no_context;
    IsShader(context: PP_Resource, shader: GLuint) -> GLboolean = no_context;
    IsTexture(context: PP_Resource, texture: GLuint) -> GLboolean = no_context;
    LineWidth(context: PP_Resource, width: GLfloat) = no_context;
    LinkProgram(context: PP_Resource, program: GLuint) = no_context;
    PixelStorei(context: PP_Resource, pname: GLenum, param: GLint) = no_context;
    PolygonOffset(context: PP_Resource, factor: GLfloat, units: GLfloat) = no_context;
    ReadPixels(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, pixels: *mut void) = no_context;
    ReleaseShaderCompiler(context: PP_Resource) = no_context;
    RenderbufferStorage(context: PP_Resource, target: GLenum, internalformat: GLenum, width: GLsizei, height: GLsizei) = no_context;
    SampleCoverage(context: PP_Resource, value: GLclampf, invert: GLboolean) = no_context;
    Scissor(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei) = no_context;
    ShaderBinary(context: PP_Resource, n: GLsizei, shaders: *const GLuint, binaryformat: GLenum, binary: *const void, length: GLsizei) = no_context;
    ShaderSource(context: PP_Resource, shader: GLuint, count: GLsizei, str: *mut const_char_pointer, length: *const GLint) = no_context;
    StencilFunc(context: PP_Resource, func: GLenum, ref: GLint, mask: GLuint) = no_context;
    StencilFuncSeparate(context: PP_Resource, face: GLenum, func: GLenum, ref: GLint, mask: GLuint) = no_context;
    StencilMask(context: PP_Resource, mask: GLuint) = no_context;
    StencilMaskSeparate(context: PP_Resource, face: GLenum, mask: GLuint) = no_context;
    StencilOp(context: PP_Resource, fail: GLenum, zfail: GLenum, zpass: GLenum) = no_context;
    StencilOpSeparate(context: PP_Resource, face: GLenum, fail: GLenum, zfail: GLenum, zpass: GLenum) = no_context;
    TexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, type: GLenum, pixels: *const void) = no_context;
    TexParameterf(context: PP_Resource, target: GLenum, pname: GLenum, param: GLfloat) = no_context;
    TexParameterfv(context: PP_Resource, target: GLenum, pname: GLenum, params: *const GLfloat) = no_context;
    TexParameteri(context: PP_Resource, target: GLenum, pname: GLenum, param: GLint) = no_context;
    TexParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *const GLint) = no_context;
    TexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, pixels: *const void) = no_context;
    Uniform1f(context: PP_Resource, location: GLint, x: GLfloat) = no_context;
    Uniform1fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = no_context;
    Uniform1i(context: PP_Resource, location: GLint, x: GLint) = no_context;
    Uniform1iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = no_context;
    Uniform2f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat) = no_context;
    Uniform2fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = no_context;
    Uniform2i(context: PP_Resource, location: GLint, x: GLint, y: GLint) = no_context;
    Uniform2iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = no_context;
    Uniform3f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat, z: GLfloat) = no_context;
    Uniform3fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = no_context;
    Uniform3i(context: PP_Resource, location: GLint, x: GLint, y: GLint, z: GLint) = no_context;
    Uniform3iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = no_context;
    Uniform4f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat) = no_context;
    Uniform4fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat) = no_context;
    Uniform4i(context: PP_Resource, location: GLint, x: GLint, y: GLint, z: GLint, w: GLint) = no_context;
    Uniform4iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint) = no_context;
    UniformMatrix2fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat) = no_context;
    UniformMatrix3fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat) = no_context;
    UniformMatrix4fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat) = no_context;
    UseProgram(context: PP_Resource, program: GLuint) = no_context;
    ValidateProgram(context: PP_Resource, program: GLuint) = no_context;
    VertexAttrib1f(context: PP_Resource, indx: GLuint, x: GLfloat) = no_context;
    VertexAttrib1fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = no_context;
    VertexAttrib2f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat) = no_context;
    VertexAttrib2fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = no_context;
    VertexAttrib3f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat, z: GLfloat) = no_context;
    VertexAttrib3fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = no_context;
    VertexAttrib4f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat) = no_context;
    VertexAttrib4fv(context: PP_Resource, indx: GLuint, values: *const GLfloat) = no_context;
    VertexAttribPointer(context: PP_Resource, indx: GLuint, size: GLint, type: GLenum, normalized: GLboolean, stride: GLsizei, ptr: *const void) = no_context;
    Viewport(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei) = no_context;
}
.with_support(NO_GL);
