//! `PPB_OpenGLES2` and its extensions: OpenGL ES 2.0 on a context of
//! `PPB_Graphics3D`.
//!
//! A call for a context that does not exist does nothing and returns 0. All other calls go to the
//! device, except those that return addresses in the program's memory.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_opengles2_shared.cc`.

use crate::device::gl::Function;
use crate::families::graphics::context::{self, Context};
use crate::kernel::call::{Call, NOTHING, word};
use crate::table::ctypes::{PP_Resource, void};
use crate::table::typed::{Res, Words};
use crate::table::{Exposure, Interface, Method, Parameter, Support, declared};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// Declares an interface whose methods are OpenGL functions. The device takes the words of a call
/// unchanged, so only these methods have no typed parameters.
macro_rules! gl_interface {
    ($interface:literal $version:literal $exposure:ident:
        $($method:ident($($param:ident: $(*$pointer:ident)? $ty:ident),* $(,)?)
            $(-> $(*$result_pointer:ident)? $result:ident)?;)*
    ) => {
        Interface {
            name: $interface,
            version: $version,
            exposure: Exposure::$exposure,
            support: Support::Whole,
            methods: &[$(Method {
                name: stringify!($method),
                parameters: &[$(Parameter {
                    name: stringify!($param),
                    declared: declared!($(*$pointer)? $ty),
                }),*],
                result: declared!($($(*$result_pointer)? $result)?),
                run: |call| forward(call, Function::$method),
            }),*],
        }
    };
}

/// Calls a function of the device. The words after the context are its arguments.
fn forward(call: &mut Call<'_, '_>, function: Function) -> Result<Action, Fault> {
    let args = call.args;
    let context: Res<Context> = Words::new::<void>(args).take::<PP_Resource, _>();
    if call.get(context).is_none() {
        return match function {
            Function::GetAttribLocation | Function::GetUniformLocation => word(u32::MAX),
            _ => NOTHING,
        };
    }
    let args = &args[1..];
    match function {
        Function::GetString => word(context::string(call, context, args[0] as u32)?),
        Function::MapBufferSubDataCHROMIUM | Function::MapTexSubImage2DCHROMIUM => {
            word(context::map(call, context, function, args)?)
        }
        Function::UnmapBufferSubDataCHROMIUM | Function::UnmapTexSubImage2DCHROMIUM => {
            context::unmap(call, context, function, args)?;
            NOTHING
        }
        _ => context::run(call, context, function, args).map(Action::Return),
    }
}

pub(crate) const OPENGLES2_VERTEX_ARRAY_OBJECT_1_0: Interface = gl_interface! { "PPB_OpenGLES2VertexArrayObject" "1.0" Stable:
    GenVertexArraysOES(context: PP_Resource, n: GLsizei, arrays: *mut GLuint);
    DeleteVertexArraysOES(context: PP_Resource, n: GLsizei, arrays: *const GLuint);
    IsVertexArrayOES(context: PP_Resource, array: GLuint) -> GLboolean;
    BindVertexArrayOES(context: PP_Resource, array: GLuint);
};

pub(crate) const OPENGLES2_QUERY_1_0: Interface = gl_interface! { "PPB_OpenGLES2Query" "1.0" Stable:
    GenQueriesEXT(context: PP_Resource, n: GLsizei, queries: *mut GLuint);
    DeleteQueriesEXT(context: PP_Resource, n: GLsizei, queries: *const GLuint);
    IsQueryEXT(context: PP_Resource, id: GLuint) -> GLboolean;
    BeginQueryEXT(context: PP_Resource, target: GLenum, id: GLuint);
    EndQueryEXT(context: PP_Resource, target: GLenum);
    GetQueryivEXT(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint);
    GetQueryObjectuivEXT(context: PP_Resource, id: GLuint, pname: GLenum, params: *mut GLuint);
};

pub(crate) const OPENGLES2_INSTANCED_ARRAYS_1_0: Interface = gl_interface! { "PPB_OpenGLES2InstancedArrays" "1.0" Stable:
    DrawArraysInstancedANGLE(context: PP_Resource, mode: GLenum, first: GLint, count: GLsizei, primcount: GLsizei);
    DrawElementsInstancedANGLE(context: PP_Resource, mode: GLenum, count: GLsizei, type: GLenum, indices: *const void, primcount: GLsizei);
    VertexAttribDivisorANGLE(context: PP_Resource, index: GLuint, divisor: GLuint);
};

pub(crate) const OPENGLES2_FRAMEBUFFER_MULTISAMPLE_1_0: Interface = gl_interface! { "PPB_OpenGLES2FramebufferMultisample" "1.0" Stable:
    RenderbufferStorageMultisampleEXT(context: PP_Resource, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei);
};

pub(crate) const OPENGLES2_FRAMEBUFFER_BLIT_1_0: Interface = gl_interface! { "PPB_OpenGLES2FramebufferBlit" "1.0" Stable:
    BlitFramebufferEXT(context: PP_Resource, src_x0: GLint, src_y0: GLint, src_x1: GLint, src_y1: GLint, dst_x0: GLint, dst_y0: GLint, dst_x1: GLint, dst_y1: GLint, mask: GLbitfield, filter: GLenum);
};

pub(crate) const OPENGLES2_DRAW_BUFFERS_DEV_1_0: Interface = gl_interface! { "PPB_OpenGLES2DrawBuffers(Dev)" "1.0" Dev:
    DrawBuffersEXT(context: PP_Resource, count: GLsizei, bufs: *const GLenum);
};

pub(crate) const OPENGLES2_CHROMIUM_MAP_SUB_1_0: Interface = gl_interface! { "PPB_OpenGLES2ChromiumMapSub" "1.0" Stable:
    MapBufferSubDataCHROMIUM(context: PP_Resource, target: GLuint, offset: GLintptr, size: GLsizeiptr, access: GLenum) -> *mut void;
    UnmapBufferSubDataCHROMIUM(context: PP_Resource, mem: *const void);
    MapTexSubImage2DCHROMIUM(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, access: GLenum) -> *mut void;
    UnmapTexSubImage2DCHROMIUM(context: PP_Resource, mem: *const void);
};

/// The earlier name of the interface.
pub(crate) const OPENGLES2_CHROMIUM_MAP_SUB_DEV_1_0: Interface =
    OPENGLES2_CHROMIUM_MAP_SUB_1_0.named("PPB_OpenGLES2ChromiumMapSub(Dev)");

pub(crate) const OPENGLES2_CHROMIUM_ENABLE_FEATURE_1_0: Interface = gl_interface! { "PPB_OpenGLES2ChromiumEnableFeature" "1.0" Stable:
    EnableFeatureCHROMIUM(context: PP_Resource, feature: *const char) -> GLboolean;
};

pub(crate) const OPENGLES2_1_0: Interface = gl_interface! { "PPB_OpenGLES2" "1.0" Stable:
    ActiveTexture(context: PP_Resource, texture: GLenum);
    AttachShader(context: PP_Resource, program: GLuint, shader: GLuint);
    BindAttribLocation(context: PP_Resource, program: GLuint, index: GLuint, name: *const char);
    BindBuffer(context: PP_Resource, target: GLenum, buffer: GLuint);
    BindFramebuffer(context: PP_Resource, target: GLenum, framebuffer: GLuint);
    BindRenderbuffer(context: PP_Resource, target: GLenum, renderbuffer: GLuint);
    BindTexture(context: PP_Resource, target: GLenum, texture: GLuint);
    BlendColor(context: PP_Resource, red: GLclampf, green: GLclampf, blue: GLclampf, alpha: GLclampf);
    BlendEquation(context: PP_Resource, mode: GLenum);
    BlendEquationSeparate(context: PP_Resource, mode_rgb: GLenum, mode_alpha: GLenum);
    BlendFunc(context: PP_Resource, sfactor: GLenum, dfactor: GLenum);
    BlendFuncSeparate(context: PP_Resource, src_rgb: GLenum, dst_rgb: GLenum, src_alpha: GLenum, dst_alpha: GLenum);
    BufferData(context: PP_Resource, target: GLenum, size: GLsizeiptr, data: *const void, usage: GLenum);
    BufferSubData(context: PP_Resource, target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *const void);
    CheckFramebufferStatus(context: PP_Resource, target: GLenum) -> GLenum;
    Clear(context: PP_Resource, mask: GLbitfield);
    ClearColor(context: PP_Resource, red: GLclampf, green: GLclampf, blue: GLclampf, alpha: GLclampf);
    ClearDepthf(context: PP_Resource, depth: GLclampf);
    ClearStencil(context: PP_Resource, s: GLint);
    ColorMask(context: PP_Resource, red: GLboolean, green: GLboolean, blue: GLboolean, alpha: GLboolean);
    CompileShader(context: PP_Resource, shader: GLuint);
    CompressedTexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, image_size: GLsizei, data: *const void);
    CompressedTexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, image_size: GLsizei, data: *const void);
    CopyTexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei, border: GLint);
    CopyTexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei);
    CreateProgram(context: PP_Resource) -> GLuint;
    CreateShader(context: PP_Resource, type: GLenum) -> GLuint;
    CullFace(context: PP_Resource, mode: GLenum);
    DeleteBuffers(context: PP_Resource, n: GLsizei, buffers: *const GLuint);
    DeleteFramebuffers(context: PP_Resource, n: GLsizei, framebuffers: *const GLuint);
    DeleteProgram(context: PP_Resource, program: GLuint);
    DeleteRenderbuffers(context: PP_Resource, n: GLsizei, renderbuffers: *const GLuint);
    DeleteShader(context: PP_Resource, shader: GLuint);
    DeleteTextures(context: PP_Resource, n: GLsizei, textures: *const GLuint);
    DepthFunc(context: PP_Resource, func: GLenum);
    DepthMask(context: PP_Resource, flag: GLboolean);
    DepthRangef(context: PP_Resource, z_near: GLclampf, z_far: GLclampf);
    DetachShader(context: PP_Resource, program: GLuint, shader: GLuint);
    Disable(context: PP_Resource, cap: GLenum);
    DisableVertexAttribArray(context: PP_Resource, index: GLuint);
    DrawArrays(context: PP_Resource, mode: GLenum, first: GLint, count: GLsizei);
    DrawElements(context: PP_Resource, mode: GLenum, count: GLsizei, type: GLenum, indices: *const void);
    Enable(context: PP_Resource, cap: GLenum);
    EnableVertexAttribArray(context: PP_Resource, index: GLuint);
    Finish(context: PP_Resource);
    Flush(context: PP_Resource);
    FramebufferRenderbuffer(context: PP_Resource, target: GLenum, attachment: GLenum, renderbuffertarget: GLenum, renderbuffer: GLuint);
    FramebufferTexture2D(context: PP_Resource, target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint);
    FrontFace(context: PP_Resource, mode: GLenum);
    GenBuffers(context: PP_Resource, n: GLsizei, buffers: *mut GLuint);
    GenerateMipmap(context: PP_Resource, target: GLenum);
    GenFramebuffers(context: PP_Resource, n: GLsizei, framebuffers: *mut GLuint);
    GenRenderbuffers(context: PP_Resource, n: GLsizei, renderbuffers: *mut GLuint);
    GenTextures(context: PP_Resource, n: GLsizei, textures: *mut GLuint);
    GetActiveAttrib(context: PP_Resource, program: GLuint, index: GLuint, bufsize: GLsizei, length: *mut GLsizei, size: *mut GLint, type: *mut GLenum, name: *mut char);
    GetActiveUniform(context: PP_Resource, program: GLuint, index: GLuint, bufsize: GLsizei, length: *mut GLsizei, size: *mut GLint, type: *mut GLenum, name: *mut char);
    GetAttachedShaders(context: PP_Resource, program: GLuint, maxcount: GLsizei, count: *mut GLsizei, shaders: *mut GLuint);
    GetAttribLocation(context: PP_Resource, program: GLuint, name: *const char) -> GLint;
    GetBooleanv(context: PP_Resource, pname: GLenum, params: *mut GLboolean);
    GetBufferParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint);
    GetError(context: PP_Resource) -> GLenum;
    GetFloatv(context: PP_Resource, pname: GLenum, params: *mut GLfloat);
    GetFramebufferAttachmentParameteriv(context: PP_Resource, target: GLenum, attachment: GLenum, pname: GLenum, params: *mut GLint);
    GetIntegerv(context: PP_Resource, pname: GLenum, params: *mut GLint);
    GetProgramiv(context: PP_Resource, program: GLuint, pname: GLenum, params: *mut GLint);
    GetProgramInfoLog(context: PP_Resource, program: GLuint, bufsize: GLsizei, length: *mut GLsizei, infolog: *mut char);
    GetRenderbufferParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint);
    GetShaderiv(context: PP_Resource, shader: GLuint, pname: GLenum, params: *mut GLint);
    GetShaderInfoLog(context: PP_Resource, shader: GLuint, bufsize: GLsizei, length: *mut GLsizei, infolog: *mut char);
    GetShaderPrecisionFormat(context: PP_Resource, shadertype: GLenum, precisiontype: GLenum, range: *mut GLint, precision: *mut GLint);
    GetShaderSource(context: PP_Resource, shader: GLuint, bufsize: GLsizei, length: *mut GLsizei, source: *mut char);
    GetString(context: PP_Resource, name: GLenum) -> *const GLubyte;
    GetTexParameterfv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLfloat);
    GetTexParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *mut GLint);
    GetUniformfv(context: PP_Resource, program: GLuint, location: GLint, params: *mut GLfloat);
    GetUniformiv(context: PP_Resource, program: GLuint, location: GLint, params: *mut GLint);
    GetUniformLocation(context: PP_Resource, program: GLuint, name: *const char) -> GLint;
    GetVertexAttribfv(context: PP_Resource, index: GLuint, pname: GLenum, params: *mut GLfloat);
    GetVertexAttribiv(context: PP_Resource, index: GLuint, pname: GLenum, params: *mut GLint);
    GetVertexAttribPointerv(context: PP_Resource, index: GLuint, pname: GLenum, pointer: *mut void_pointer);
    Hint(context: PP_Resource, target: GLenum, mode: GLenum);
    IsBuffer(context: PP_Resource, buffer: GLuint) -> GLboolean;
    IsEnabled(context: PP_Resource, cap: GLenum) -> GLboolean;
    IsFramebuffer(context: PP_Resource, framebuffer: GLuint) -> GLboolean;
    IsProgram(context: PP_Resource, program: GLuint) -> GLboolean;
    IsRenderbuffer(context: PP_Resource, renderbuffer: GLuint) -> GLboolean;
    IsShader(context: PP_Resource, shader: GLuint) -> GLboolean;
    IsTexture(context: PP_Resource, texture: GLuint) -> GLboolean;
    LineWidth(context: PP_Resource, width: GLfloat);
    LinkProgram(context: PP_Resource, program: GLuint);
    PixelStorei(context: PP_Resource, pname: GLenum, param: GLint);
    PolygonOffset(context: PP_Resource, factor: GLfloat, units: GLfloat);
    ReadPixels(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, pixels: *mut void);
    ReleaseShaderCompiler(context: PP_Resource);
    RenderbufferStorage(context: PP_Resource, target: GLenum, internalformat: GLenum, width: GLsizei, height: GLsizei);
    SampleCoverage(context: PP_Resource, value: GLclampf, invert: GLboolean);
    Scissor(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei);
    ShaderBinary(context: PP_Resource, n: GLsizei, shaders: *const GLuint, binaryformat: GLenum, binary: *const void, length: GLsizei);
    ShaderSource(context: PP_Resource, shader: GLuint, count: GLsizei, str: *mut const_char_pointer, length: *const GLint);
    StencilFunc(context: PP_Resource, func: GLenum, ref: GLint, mask: GLuint);
    StencilFuncSeparate(context: PP_Resource, face: GLenum, func: GLenum, ref: GLint, mask: GLuint);
    StencilMask(context: PP_Resource, mask: GLuint);
    StencilMaskSeparate(context: PP_Resource, face: GLenum, mask: GLuint);
    StencilOp(context: PP_Resource, fail: GLenum, zfail: GLenum, zpass: GLenum);
    StencilOpSeparate(context: PP_Resource, face: GLenum, fail: GLenum, zfail: GLenum, zpass: GLenum);
    TexImage2D(context: PP_Resource, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, type: GLenum, pixels: *const void);
    TexParameterf(context: PP_Resource, target: GLenum, pname: GLenum, param: GLfloat);
    TexParameterfv(context: PP_Resource, target: GLenum, pname: GLenum, params: *const GLfloat);
    TexParameteri(context: PP_Resource, target: GLenum, pname: GLenum, param: GLint);
    TexParameteriv(context: PP_Resource, target: GLenum, pname: GLenum, params: *const GLint);
    TexSubImage2D(context: PP_Resource, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type: GLenum, pixels: *const void);
    Uniform1f(context: PP_Resource, location: GLint, x: GLfloat);
    Uniform1fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat);
    Uniform1i(context: PP_Resource, location: GLint, x: GLint);
    Uniform1iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint);
    Uniform2f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat);
    Uniform2fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat);
    Uniform2i(context: PP_Resource, location: GLint, x: GLint, y: GLint);
    Uniform2iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint);
    Uniform3f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat, z: GLfloat);
    Uniform3fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat);
    Uniform3i(context: PP_Resource, location: GLint, x: GLint, y: GLint, z: GLint);
    Uniform3iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint);
    Uniform4f(context: PP_Resource, location: GLint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat);
    Uniform4fv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLfloat);
    Uniform4i(context: PP_Resource, location: GLint, x: GLint, y: GLint, z: GLint, w: GLint);
    Uniform4iv(context: PP_Resource, location: GLint, count: GLsizei, v: *const GLint);
    UniformMatrix2fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat);
    UniformMatrix3fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat);
    UniformMatrix4fv(context: PP_Resource, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat);
    UseProgram(context: PP_Resource, program: GLuint);
    ValidateProgram(context: PP_Resource, program: GLuint);
    VertexAttrib1f(context: PP_Resource, indx: GLuint, x: GLfloat);
    VertexAttrib1fv(context: PP_Resource, indx: GLuint, values: *const GLfloat);
    VertexAttrib2f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat);
    VertexAttrib2fv(context: PP_Resource, indx: GLuint, values: *const GLfloat);
    VertexAttrib3f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat, z: GLfloat);
    VertexAttrib3fv(context: PP_Resource, indx: GLuint, values: *const GLfloat);
    VertexAttrib4f(context: PP_Resource, indx: GLuint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat);
    VertexAttrib4fv(context: PP_Resource, indx: GLuint, values: *const GLfloat);
    VertexAttribPointer(context: PP_Resource, indx: GLuint, size: GLint, type: GLenum, normalized: GLboolean, stride: GLsizei, ptr: *const void);
    Viewport(context: PP_Resource, x: GLint, y: GLint, width: GLsizei, height: GLsizei);
};
