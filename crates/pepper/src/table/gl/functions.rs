//! OpenGL functions: the part of a host that implements each, and its parameter classes.

use super::classes::Class;
use crate::device::gl::Function as F;

/// A part of a host, by the kind of objects that it manages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handler {
    /// State of the context: the function only sets numbers. Its rule lists the class of each
    /// parameter.
    State,
    /// Draws.
    Draw,
    /// Buffers.
    Buffer,
    /// Vertex arrays and attributes.
    Vertices,
    /// Textures and pixels.
    Texture,
    /// Framebuffers and renderbuffers.
    Framebuffer,
    /// Queries.
    Query,
    /// Shaders.
    Shader,
    /// Programs.
    Program,
    /// Uniforms.
    Uniform,
    /// Queries the state of a context.
    Get,
    /// Strings, as returned by [`Gl::string`](crate::device::gl::Gl::string).
    Strings,
}

/// The rule of a function.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The part of a host that implements it.
    pub handler: Handler,
    /// Classes of its parameters, for functions of [`Handler::State`].
    pub parameters: &'static [Class],
}

macro_rules! functions {
    ($($handler:ident { $($name:ident $(($($class:ident),*))?)* })*) => {
        const fn rule_of(function: F) -> Rule {
            match function {
                $($(F::$name => Rule {
                    handler: Handler::$handler,
                    parameters: &[$($(Class::$class),*)?],
                },)*)*
            }
        }
    };
}

const COUNT: usize = F::ALL.len();

static RULES: [Rule; COUNT] = {
    let mut rules = [rule_of(F::ALL[0]); COUNT];
    let mut place = 0;
    while place < COUNT {
        // A function's number is the index of its rule in the list.
        rules[F::ALL[place] as usize] = rule_of(F::ALL[place]);
        place += 1;
    }
    rules
};

/// Returns the rule of a function.
#[inline]
#[must_use]
pub fn rule(function: F) -> &'static Rule {
    &RULES[function as usize]
}

functions! {
    State {
        ActiveTexture(Any)
        BlendColor(Any, Any, Any, Any)
        BlendEquation(BlendEquation)
        BlendEquationSeparate(BlendEquation, BlendEquation)
        BlendFunc(BlendFactor, BlendFactor)
        BlendFuncSeparate(BlendFactor, BlendFactor, BlendFactor, BlendFactor)
        Clear(ClearMask)
        ClearColor(Any, Any, Any, Any)
        ClearDepthf(Any)
        ClearStencil(Any)
        ColorMask(Any, Any, Any, Any)
        CullFace(Face)
        DepthFunc(Comparison)
        DepthMask(Any)
        DepthRangef(Any, Any)
        Disable(Capability)
        Enable(Capability)
        Finish()
        Flush()
        FrontFace(FrontFace)
        GenerateMipmap(TextureTarget)
        Hint(HintTarget, HintMode)
        LineWidth(Any)
        PolygonOffset(Any, Any)
        SampleCoverage(Any, Any)
        Scissor(Any, Any, Any, Any)
        StencilFunc(Comparison, Any, Any)
        StencilFuncSeparate(Face, Comparison, Any, Any)
        StencilMask(Any)
        StencilMaskSeparate(Face, Any)
        StencilOp(StencilOperation, StencilOperation, StencilOperation)
        StencilOpSeparate(Face, StencilOperation, StencilOperation, StencilOperation)
        Uniform1f(Any, Any)
        Uniform1i(Any, Any)
        Uniform2f(Any, Any, Any)
        Uniform2i(Any, Any, Any)
        Uniform3f(Any, Any, Any, Any)
        Uniform3i(Any, Any, Any, Any)
        Uniform4f(Any, Any, Any, Any, Any)
        Uniform4i(Any, Any, Any, Any, Any)
        Viewport(Any, Any, Any, Any)
    }
    Draw {
        DrawArrays DrawArraysInstancedANGLE DrawElements DrawElementsInstancedANGLE
    }
    Buffer {
        BindBuffer BufferData BufferSubData DeleteBuffers GenBuffers GetBufferParameteriv
        IsBuffer MapBufferSubDataCHROMIUM UnmapBufferSubDataCHROMIUM
    }
    Vertices {
        EnableVertexAttribArray DisableVertexAttribArray VertexAttribPointer
        VertexAttribDivisorANGLE VertexAttrib1f VertexAttrib1fv VertexAttrib2f VertexAttrib2fv
        VertexAttrib3f VertexAttrib3fv VertexAttrib4f VertexAttrib4fv GetVertexAttribfv
        GetVertexAttribiv GetVertexAttribPointerv GenVertexArraysOES DeleteVertexArraysOES
        IsVertexArrayOES BindVertexArrayOES
    }
    Texture {
        BindTexture CompressedTexImage2D CompressedTexSubImage2D CopyTexImage2D
        CopyTexSubImage2D DeleteTextures GenTextures GetTexParameterfv GetTexParameteriv
        IsTexture PixelStorei ReadPixels TexImage2D TexParameterf TexParameterfv TexParameteri
        TexParameteriv TexSubImage2D MapTexSubImage2DCHROMIUM UnmapTexSubImage2DCHROMIUM
    }
    Framebuffer {
        BindFramebuffer BindRenderbuffer BlitFramebufferEXT CheckFramebufferStatus
        DeleteFramebuffers DeleteRenderbuffers DrawBuffersEXT FramebufferRenderbuffer
        FramebufferTexture2D GenFramebuffers GenRenderbuffers
        GetFramebufferAttachmentParameteriv GetRenderbufferParameteriv IsFramebuffer
        IsRenderbuffer RenderbufferStorage RenderbufferStorageMultisampleEXT
    }
    Query {
        GenQueriesEXT DeleteQueriesEXT IsQueryEXT BeginQueryEXT EndQueryEXT GetQueryivEXT
        GetQueryObjectuivEXT
    }
    Shader {
        CreateShader DeleteShader CompileShader ShaderSource ShaderBinary ReleaseShaderCompiler
        GetShaderiv GetShaderInfoLog GetShaderSource GetShaderPrecisionFormat IsShader
    }
    Program {
        CreateProgram DeleteProgram AttachShader DetachShader BindAttribLocation LinkProgram
        UseProgram ValidateProgram GetActiveAttrib GetActiveUniform GetAttachedShaders
        GetAttribLocation GetUniformLocation GetProgramiv GetProgramInfoLog IsProgram
    }
    Uniform {
        GetUniformfv GetUniformiv Uniform1fv Uniform1iv Uniform2fv Uniform2iv Uniform3fv
        Uniform3iv Uniform4fv Uniform4iv UniformMatrix2fv UniformMatrix3fv UniformMatrix4fv
    }
    Get {
        GetBooleanv GetFloatv GetIntegerv GetError IsEnabled EnableFeatureCHROMIUM
    }
    Strings { GetString }
}
