//! OpenGL ES 2: contexts, and their functions.
//!
//! The functions are those of `PPB_OpenGLES2` and its extensions. Their arguments come as the
//! program passes them, without the context, so pointers among them are addresses in its memory; an
//! invalid one ends the program. Any other error is recorded until `glGetError` returns it.

pub mod steps;

use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// A program's requirements for a context. Sizes are minimums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ContextAttributes {
    /// Width and height of the framebuffer in pixels; may be 0.
    pub size: [u32; 2],
    /// True if the alpha of the framebuffer is used when the picture is shown.
    pub has_alpha: bool,
    /// Bits of the depth buffer.
    pub depth: u32,
    /// Bits of the stencil buffer.
    pub stencil: u32,
    /// Number of samples per pixel; 0 if there is no multisampling.
    pub samples: u32,
}

macro_rules! functions {
    ($($name:ident)*) => {
        /// A function of OpenGL ES 2 or an extension, named without `gl`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // They are OpenGL's.
        #[repr(u8)]
        pub enum Function { $($name,)* }

        impl Function {
            /// All functions.
            pub const ALL: &'static [Function] = &[$(Function::$name,)*];

            /// Returns the name without `gl`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Function::$name => stringify!($name),)* }
            }
        }
    };
}

functions! {
    GenVertexArraysOES
    DeleteVertexArraysOES
    IsVertexArrayOES
    BindVertexArrayOES
    GenQueriesEXT
    DeleteQueriesEXT
    IsQueryEXT
    BeginQueryEXT
    EndQueryEXT
    GetQueryivEXT
    GetQueryObjectuivEXT
    DrawArraysInstancedANGLE
    DrawElementsInstancedANGLE
    VertexAttribDivisorANGLE
    RenderbufferStorageMultisampleEXT
    BlitFramebufferEXT
    DrawBuffersEXT
    MapBufferSubDataCHROMIUM
    UnmapBufferSubDataCHROMIUM
    MapTexSubImage2DCHROMIUM
    UnmapTexSubImage2DCHROMIUM
    EnableFeatureCHROMIUM
    ActiveTexture
    AttachShader
    BindAttribLocation
    BindBuffer
    BindFramebuffer
    BindRenderbuffer
    BindTexture
    BlendColor
    BlendEquation
    BlendEquationSeparate
    BlendFunc
    BlendFuncSeparate
    BufferData
    BufferSubData
    CheckFramebufferStatus
    Clear
    ClearColor
    ClearDepthf
    ClearStencil
    ColorMask
    CompileShader
    CompressedTexImage2D
    CompressedTexSubImage2D
    CopyTexImage2D
    CopyTexSubImage2D
    CreateProgram
    CreateShader
    CullFace
    DeleteBuffers
    DeleteFramebuffers
    DeleteProgram
    DeleteRenderbuffers
    DeleteShader
    DeleteTextures
    DepthFunc
    DepthMask
    DepthRangef
    DetachShader
    Disable
    DisableVertexAttribArray
    DrawArrays
    DrawElements
    Enable
    EnableVertexAttribArray
    Finish
    Flush
    FramebufferRenderbuffer
    FramebufferTexture2D
    FrontFace
    GenBuffers
    GenerateMipmap
    GenFramebuffers
    GenRenderbuffers
    GenTextures
    GetActiveAttrib
    GetActiveUniform
    GetAttachedShaders
    GetAttribLocation
    GetBooleanv
    GetBufferParameteriv
    GetError
    GetFloatv
    GetFramebufferAttachmentParameteriv
    GetIntegerv
    GetProgramiv
    GetProgramInfoLog
    GetRenderbufferParameteriv
    GetShaderiv
    GetShaderInfoLog
    GetShaderPrecisionFormat
    GetShaderSource
    GetString
    GetTexParameterfv
    GetTexParameteriv
    GetUniformfv
    GetUniformiv
    GetUniformLocation
    GetVertexAttribfv
    GetVertexAttribiv
    GetVertexAttribPointerv
    Hint
    IsBuffer
    IsEnabled
    IsFramebuffer
    IsProgram
    IsRenderbuffer
    IsShader
    IsTexture
    LineWidth
    LinkProgram
    PixelStorei
    PolygonOffset
    ReadPixels
    ReleaseShaderCompiler
    RenderbufferStorage
    SampleCoverage
    Scissor
    ShaderBinary
    ShaderSource
    StencilFunc
    StencilFuncSeparate
    StencilMask
    StencilMaskSeparate
    StencilOp
    StencilOpSeparate
    TexImage2D
    TexParameterf
    TexParameterfv
    TexParameteri
    TexParameteriv
    TexSubImage2D
    Uniform1f
    Uniform1fv
    Uniform1i
    Uniform1iv
    Uniform2f
    Uniform2fv
    Uniform2i
    Uniform2iv
    Uniform3f
    Uniform3fv
    Uniform3i
    Uniform3iv
    Uniform4f
    Uniform4fv
    Uniform4i
    Uniform4iv
    UniformMatrix2fv
    UniformMatrix3fv
    UniformMatrix4fv
    UseProgram
    ValidateProgram
    VertexAttrib1f
    VertexAttrib1fv
    VertexAttrib2f
    VertexAttrib2fv
    VertexAttrib3f
    VertexAttrib3fv
    VertexAttrib4f
    VertexAttrib4fv
    VertexAttribPointer
    Viewport
}

/// A device that draws. A context has the same id as its resource.
pub trait Gl {
    /// Creates a context. If another context is given, the two share their objects. Returns true on
    /// success.
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool;

    /// Destroys a context that is no longer needed.
    fn destroy(&mut self, id: u32);

    /// Resizes framebuffer 0. Its contents are lost.
    fn resize(&mut self, id: u32, size: [u32; 2]);

    /// Displays the current contents of framebuffer 0.
    fn swap(&mut self, id: u32);

    /// Calls a function. Returns its result, 0 if it has none.
    ///
    /// `MapBufferSubDataCHROMIUM` and `MapTexSubImage2DCHROMIUM` return the number of bytes to map,
    /// 0 if mapping is refused. Unmapped data is passed to `BufferSubData` and `TexSubImage2D`. The
    /// two functions that unmap are only called if nothing is mapped at the address. `GetString` is
    /// not called; see [`Gl::string`].
    ///
    /// # Errors
    ///
    /// Fails if a pointer is invalid.
    fn call(
        &mut self,
        id: u32,
        function: Function,
        args: &[u64],
        memory: &mut Memory,
    ) -> Result<u64, Fault>;

    /// Returns the parts of the program's memory that the last [`Gl::call`] has written without
    /// [`Memory`], as addresses and lengths. They may overlap.
    fn written(&mut self) -> Vec<(u32, u32)> {
        Vec::new()
    }

    /// Approximate size in bytes of all contexts' objects in the device's memory; 0 if the device
    /// bounds it itself.
    fn bytes(&self) -> u64 {
        0
    }

    /// Estimates the device memory, in bytes, of a context whose framebuffer 0 has this size.
    /// Returns 0 if the device limits it itself.
    fn context_bytes(&self, _size: [u32; 2]) -> u64 {
        0
    }

    /// Writes all contexts to a saved state. By default they cannot be saved.
    ///
    /// # Errors
    ///
    /// Fails with the part that cannot be saved.
    fn save(&mut self, _to: &mut Writer) -> Result<(), Refusal> {
        Err(Refusal::of("an OpenGL context"))
    }

    /// Replaces all contexts with those of a saved state. Their objects may take at most `limit`
    /// bytes.
    ///
    /// # Errors
    ///
    /// Fails if the state is damaged or the device cannot make the contexts.
    fn restore(&mut self, _from: &mut Reader, _limit: u32) -> Result<(), Unusable> {
        Err(Unusable::because(
            "it has an OpenGL context, which this host cannot restore; continue with pinnacle run",
        ))
    }

    /// Returns the result of `glGetString`, or `None` if the name is invalid, which is an error.
    fn string(&mut self, id: u32, name: u32) -> Option<String>;
}
