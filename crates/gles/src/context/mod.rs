//! A context as its program sees it, and its calls.
//!
//! The checks here are those that the driver cannot make or must not be relied on for: of the
//! program's memory, of the ranges that draws read, of values beyond OpenGL ES 2, and of
//! framebuffer 0, which is an ordinary framebuffer object for the driver. The driver checks
//! everything else. `glGetError` reports the errors of both, those found here first.

mod buffers;
mod compressed;
mod draws;
mod framebuffers;
mod frames;
mod gets;
pub(crate) mod memory;
pub(crate) mod names;
mod pixels;
mod programs;
mod queries;
pub(crate) mod saved;
mod shader_size;
mod shaders;
mod strings;
mod textures;
mod uniforms;
mod vertices;

use crate::Pixels;
use crate::command::{Batch, Op, Reply};
use crate::thread::DriverThread;
use buffers::{Buffer, BufferRef};
use names::Named;
use pinnacle_pepper::device::gl::{ContextAttributes, Function as F};
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::functions::{Handler, rule};
use pinnacle_pepper::table::gl::limits::MAX_TEXT;
use pinnacle_system::memory::{Fault, Memory};
use pixels::PixelStore;
use shaders::ShaderObject;
use strings::Extensions;
use vertices::VertexArray;

/// An error of OpenGL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GlError {
    InvalidEnum = gl::INVALID_ENUM as isize,
    InvalidValue = gl::INVALID_VALUE as isize,
    InvalidOperation = gl::INVALID_OPERATION as isize,
    OutOfMemory = gl::OUT_OF_MEMORY as isize,
}

/// The result of a check.
type Checked<T = ()> = Result<T, GlError>;

/// The failure of a call: a fault ends the program, an error is recorded.
#[derive(Debug)]
pub(super) enum Stop {
    Fault(Fault),
    Error(GlError),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<GlError> for Stop {
    fn from(error: GlError) -> Stop {
        Stop::Error(error)
    }
}

type Result<T = (), E = Stop> = std::result::Result<T, E>;

/// The objects that contexts share.
#[derive(Debug, Default)]
pub(super) struct Objects {
    pub(super) buffers: Named<Buffer>,
    pub(super) textures: Named<memory::Texture>,
    pub(super) renderbuffers: Named<memory::Renderbuffer>,
    /// Shaders and programs share one name space.
    pub(super) shaders: Named<ShaderObject>,
    /// The serial number of the last buffer.
    serial: u32,
    /// Estimated bytes of the objects and contexts, including those in the driver.
    pub(super) bytes: u64,
}

/// A context.
pub(super) struct Context {
    pub(super) id: u32,
    /// Index of its group of shared objects.
    pub(super) group: usize,
    batch: Batch,
    /// Errors that have not been reported yet. Each occurs once.
    errors: Vec<GlError>,
    has_alpha: bool,
    /// The attributes that the program has requested.
    attributes: ContextAttributes,
    /// Width and height of framebuffer 0.
    size: [u32; 2],
    extensions: Extensions,
    max_vertex_attribs: u32,
    /// Number of texture units that the program can use.
    max_units: u32,
    /// The vertex arrays; the first is the default one.
    arrays: Named<VertexArray>,
    default_array: VertexArray,
    array: u32,
    /// The buffer bound to `GL_ARRAY_BUFFER`.
    array_buffer: BufferRef,
    /// The values of attributes that have no array.
    constants: Vec<[f32; 4]>,
    program: u32,
    /// The active texture unit, and the 2D texture and cube map bound to each unit.
    unit: usize,
    textures: Vec<[u32; 2]>,
    renderbuffer: u32,
    unpack: PixelStore,
    pack_alignment: u32,
    framebuffers: Named<framebuffers::Framebuffer>,
    /// The framebuffers bound for draws and for reads.
    draw_framebuffer: u32,
    read_framebuffer: u32,
    queries: Named<queries::Query>,
    /// The active queries, by target.
    active_queries: Vec<(u32, u32)>,
    /// True if `pepper3d_allow_buffers_on_multiple_targets` is enabled.
    any_target: bool,
    /// True if `pepper3d_support_fixed_attribs` is enabled.
    fixed_attributes: bool,
    /// Bytes charged for the context itself and for objects that it does not share.
    own_bytes: u64,
}

impl Context {
    pub(super) fn new(
        id: u32,
        group: usize,
        attributes: &ContextAttributes,
        driver: &DriverThread,
    ) -> Context {
        let mut context = Context {
            id,
            group,
            batch: Batch::default(),
            errors: Vec::new(),
            has_alpha: attributes.has_alpha,
            attributes: *attributes,
            size: attributes.size,
            extensions: Extensions::default(),
            max_vertex_attribs: 0,
            max_units: 0,
            arrays: Named::default(),
            default_array: VertexArray::default(),
            array: 0,
            array_buffer: BufferRef::default(),
            constants: Vec::new(),
            program: 0,
            unit: 0,
            textures: Vec::new(),
            renderbuffer: 0,
            unpack: PixelStore::default(),
            pack_alignment: 4,
            framebuffers: Named::default(),
            draw_framebuffer: 0,
            read_framebuffer: 0,
            queries: Named::default(),
            active_queries: Vec::new(),
            any_target: false,
            fixed_attributes: false,
            own_bytes: memory::CONTEXT,
        };
        context.learn(driver);
        context
    }

    /// Returns the attributes that would create this context with its current size.
    pub(super) fn attributes(&self) -> ContextAttributes {
        ContextAttributes {
            size: self.size,
            ..self.attributes
        }
    }

    /// Sends the batch to the driver's thread.
    pub(super) fn hand_over(&mut self, driver: &DriverThread) {
        driver.run(self.id, &mut self.batch);
    }

    pub(super) fn resize(&mut self, size: [u32; 2], objects: &mut Objects) {
        objects.screen_resized(self.size, size);
        self.size = size;
        self.batch.push(Op::Resize, &size);
    }

    /// Releases the context's charges, including framebuffer 0.
    pub(super) fn gone(&self, objects: &mut Objects) {
        objects.screen_resized(self.size, [0; 2]);
        objects.bytes -= self.own_bytes;
    }

    pub(super) fn swap(&mut self, driver: &DriverThread) {
        self.batch.push(Op::Swap, &[]);
        self.hand_over(driver);
    }

    pub(super) fn picture(&mut self, driver: &DriverThread) -> Pixels {
        self.batch.push(Op::Picture, &[]);
        let reply = driver.ask(self.id, &mut self.batch);
        let &[width, height] = &reply.words[..] else {
            return Pixels::default();
        };
        let row = width as usize * 4;
        let rows = reply.bytes.chunks_exact(row.max(1)).rev();
        Pixels {
            width,
            height,
            has_alpha: self.has_alpha,
            bytes: rows.flatten().copied().collect(),
        }
    }

    fn error(&mut self, error: GlError) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Returns the bound vertex array.
    #[inline]
    fn vertex_array(&mut self) -> &mut VertexArray {
        match self.arrays.get_mut(self.array) {
            Some(array) => array,
            None => &mut self.default_array,
        }
    }
}

/// A call of a program.
pub(super) struct Call<'a> {
    pub(super) context: &'a mut Context,
    pub(super) objects: &'a mut Objects,
    pub(super) driver: &'a DriverThread,
    pub(super) memory: &'a mut Memory,
    pub(super) args: &'a [u64],
    /// Bytes charged for contexts of other groups.
    pub(super) others: u64,
}

impl Call<'_> {
    /// Runs the call. An invalid call becomes an error of the context.
    pub(super) fn run(&mut self, function: F) -> std::result::Result<u64, Fault> {
        let result = self.dispatch(function);
        if self.context.batch.is_full() {
            self.context.hand_over(self.driver);
        }
        match result {
            Ok(result) => Ok(u64::from(result)),
            Err(Stop::Fault(fault)) => Err(fault),
            Err(Stop::Error(error)) => {
                self.context.error(error);
                Ok(match function {
                    F::GetAttribLocation | F::GetUniformLocation => u64::from(u32::MAX),
                    _ => 0,
                })
            }
        }
    }

    #[inline]
    fn arg(&self, index: usize) -> u32 {
        self.args[index] as u32
    }

    #[inline]
    fn int(&self, index: usize) -> i32 {
        self.args[index] as i32
    }

    /// Returns an argument that must not be negative.
    #[inline]
    fn count(&self, index: usize) -> Checked<u32> {
        u32::try_from(self.int(index)).map_err(|_| GlError::InvalidValue)
    }

    /// Forwards the function to the driver with its arguments unchanged.
    #[inline]
    fn pass(&mut self, function: F) {
        let mut words = [0; crate::command::MAX_ARGS];
        let count = self.args.len();
        for (word, arg) in words.iter_mut().zip(self.args) {
            *word = *arg as u32;
        }
        self.context.batch.push(Op::Call(function), &words[..count]);
    }

    #[inline]
    fn push(&mut self, function: F, args: &[u32]) {
        self.context.batch.push(Op::Call(function), args);
    }

    /// Calls a function of the driver and waits for its result.
    fn ask(&mut self, function: F, args: &[u32]) -> Reply {
        self.push(function, args);
        self.driver.ask(self.context.id, &mut self.context.batch)
    }

    /// Calls a function of the driver that returns a number, and waits for it.
    fn ask_word(&mut self, function: F, args: &[u32]) -> u32 {
        self.ask(function, args).words.first().copied().unwrap_or(0)
    }

    /// Stores words at an address given by an argument.
    fn store(&mut self, index: usize, words: &[u32]) -> std::result::Result<(), Fault> {
        let address = self.arg(index);
        for (place, word) in (0..).zip(words) {
            self.memory
                .store_u32(address.wrapping_add(4 * place), *word)?;
        }
        Ok(())
    }

    /// Reads the zero-terminated text at an address given by an argument.
    fn text(&mut self, index: usize) -> Result<String> {
        let bytes = self.memory.c_string(self.arg(index), MAX_TEXT)?;
        let bytes = bytes.ok_or(GlError::InvalidValue)?;
        String::from_utf8(bytes).map_err(|_| GlError::InvalidValue.into())
    }

    /// Writes a text as OpenGL does: at most `size` bytes including the terminating zero, and its
    /// length without the zero.
    fn give_text(&mut self, text: &str, size: usize, length: usize, at: usize) -> Result {
        let size = self.count(size)?;
        let len = (text.len() as u32).min(size.saturating_sub(1));
        if size > 0 {
            let mut bytes = text.as_bytes()[..len as usize].to_vec();
            bytes.push(0);
            self.memory.write(self.arg(at), &bytes)?;
        }
        if self.arg(length) != 0 {
            self.store(length, &[len])?;
        }
        Ok(())
    }

    fn dispatch(&mut self, function: F) -> Result<u32> {
        match rule(function).handler {
            Handler::State => self.set_state(function).map(|()| 0),
            Handler::Draw => self.draw(function).map(|()| 0),
            Handler::Buffer => self.buffer(function),
            Handler::Vertices => self.vertices(function),
            Handler::Texture => self.texture(function),
            Handler::Framebuffer => self.framebuffer(function),
            Handler::Query => self.query(function),
            Handler::Shader => self.shader(function),
            Handler::Program => self.program(function),
            Handler::Uniform => self.uniform(function),
            Handler::Get => self.get(function),
            // These functions are not called; see `Contexts::string`.
            Handler::Strings => Ok(0),
        }
    }

    /// Implements a function that sets numbers, if each parameter has an allowed value.
    fn set_state(&mut self, function: F) -> Result {
        let mut values = rule(function).parameters.iter().zip(self.args);
        if !values.all(|(class, &value)| class.allows(value as u32)) {
            return Err(match function {
                F::Clear => GlError::InvalidValue.into(),
                _ => GlError::InvalidEnum.into(),
            });
        }
        match function {
            F::ActiveTexture => {
                let unit = self.arg(0).checked_sub(gl::TEXTURE0);
                let unit = unit.filter(|&unit| unit < self.context.max_units);
                self.context.unit = unit.ok_or(GlError::InvalidEnum)? as usize;
            }
            F::GenerateMipmap => self.mipmaps_take(self.arg(0))?,
            F::Uniform1f
            | F::Uniform2f
            | F::Uniform3f
            | F::Uniform4f
            | F::Uniform1i
            | F::Uniform2i
            | F::Uniform3i
            | F::Uniform4i => {
                self.pass_uniform(function);
                return Ok(());
            }
            _ => {}
        }
        self.pass(function);
        Ok(())
    }
}
