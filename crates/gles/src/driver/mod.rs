//! The machine's OpenGL ES, which EGL loads at run time. This is the only module with unsafe code.
//!
//! OpenGL checks everything except pointers and, without robust access, the ranges that draws read
//! from buffers. Pointers always come from slices, whose lengths are checked here next to each
//! call. Vertices and indices are always in buffers, and the module `context` has checked that
//! draws stay inside them. Robust access is requested as well.
//!
//! A program's framebuffer 0 is a framebuffer object of the driver, with a texture for its colours.
//! The displayed picture is a copy of this texture.

#![allow(unsafe_code)]

mod execute;
mod screen;

use crate::command::{Batch, Reply};
use crate::context::names::Named;
use crate::thread::Warnings;
use glow::HasContext;
use khronos_egl as egl;
use pinnacle_pepper::device::gl::ContextAttributes;
use screen::ScreenBuffers;
use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

type Egl = egl::DynamicInstance<egl::EGL1_5>;

/// The reason why OpenGL is not available.
#[derive(Clone, Debug)]
pub struct Unavailable(pub(crate) String);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no OpenGL ES: {}; on Debian: apt-get install libegl1 libgles2 libgl1-mesa-dri",
            self.0
        )
    }
}

impl std::error::Error for Unavailable {}

/// `EGL_PLATFORM_SURFACELESS_MESA`.
const SURFACELESS: egl::Enum = 0x31DD;
/// `EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT`.
const ROBUST_ACCESS: egl::Int = 0x30BF;

/// The driver, with its contexts.
pub(crate) struct Driver {
    egl: Egl,
    display: egl::Display,
    config: egl::Config,
    /// The contexts, unsorted. Their IDs are those of the program's resources.
    contexts: Vec<Context>,
    /// The current context.
    current: Option<u32>,
    warnings: Arc<Warnings>,
}

/// Names of objects that belong to the host, not to the program. They are lower than all names of
/// the program. The driver must not choose names itself: it takes the name after the largest one,
/// which may be the program's next name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ReservedNames {
    /// Contexts may share objects, so each context has its own range of names.
    place: u32,
}

impl ReservedNames {
    /// Number of names per context, for its vertex buffers and a few other objects.
    const COUNT: u32 = 64;

    /// Returns names that no other context has.
    fn unused(contexts: &[Context]) -> ReservedNames {
        let mut names = ReservedNames { place: 0 };
        while contexts.iter().any(|context| context.reserved == names) {
            names.place += 1;
        }
        names
    }

    fn name(self, index: u32) -> NonZeroU32 {
        debug_assert!(index < Self::COUNT);
        NonZeroU32::MIN.saturating_add(self.place * Self::COUNT + index)
    }
}

/// A context.
struct Context {
    id: u32,
    reserved: ReservedNames,
    context: egl::Context,
    gl: glow::Context,
    screen: ScreenBuffers,
    /// Objects whose names the driver chooses, indexed by the program's names.
    names: Names,
    /// The buffer bound to `GL_ARRAY_BUFFER`, because streamed arrays change the binding.
    array_buffer: u32,
    streams: Streams,
    /// True if no draw has found the program's framebuffer complete yet.
    is_framebuffer_unsure: bool,
    /// The framebuffer status of the last warning.
    warned_status: u32,
    warnings: Arc<Warnings>,
}

/// The driver's names of objects, indexed by the program's names.
#[derive(Default)]
struct Names {
    programs: Named<glow::Program>,
    shaders: Named<glow::Shader>,
    vertex_arrays: Named<glow::VertexArray>,
    /// Programs may choose any name for framebuffers, and drivers share the names between contexts,
    /// although OpenGL does not.
    framebuffers: HashMap<u32, glow::Framebuffer>,
    queries: Named<glow::Query>,
}

/// Buffers for data that draws take from the program's memory.
#[derive(Default)]
struct Streams {
    vertices: Vec<glow::Buffer>,
    /// Number of these buffers that hold vertices for the next draw.
    used: usize,
    /// Upper bound of the size in bytes of the vertices in these buffers.
    bytes: usize,
}

fn failed(what: &str) -> impl Fn(egl::Error) -> Unavailable {
    move |error| Unavailable(format!("{what}: {error}"))
}

impl Driver {
    /// Loads the driver. The contexts belong to the calling thread.
    pub(crate) fn load(warnings: Arc<Warnings>) -> Result<Driver, Unavailable> {
        // SAFETY: the library is the system's EGL, whose initializers are safe to run.
        let egl = unsafe { Egl::load_required_from_filename("libEGL.so.1") }
            .map_err(|_| Unavailable("libEGL.so.1 1.5 cannot be loaded".into()))?;
        // SAFETY: the platform uses the default display, which is a null pointer.
        let surfaceless = unsafe {
            egl.get_platform_display(SURFACELESS, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE])
        };
        let display = surfaceless.or_else(|_| {
            // SAFETY: the default display exists on every system.
            let display = unsafe { egl.get_display(egl::DEFAULT_DISPLAY) };
            display.ok_or_else(|| Unavailable("there is no display".into()))
        })?;
        egl.initialize(display).map_err(failed("eglInitialize"))?;
        egl.bind_api(egl::OPENGL_ES_API)
            .map_err(failed("eglBindAPI"))?;
        let wanted = [
            egl::RENDERABLE_TYPE,
            egl::OPENGL_ES3_BIT,
            egl::SURFACE_TYPE,
            0,
            egl::NONE,
        ];
        let config = egl
            .choose_first_config(display, &wanted)
            .map_err(failed("eglChooseConfig"))?
            .ok_or_else(|| Unavailable("the driver has no OpenGL ES 3".into()))?;
        Ok(Driver {
            egl,
            display,
            config,
            contexts: Vec::new(),
            current: None,
            warnings,
        })
    }

    fn place(&self, id: u32) -> Option<usize> {
        self.contexts.iter().position(|context| context.id == id)
    }

    /// Creates a context. Returns true on success.
    pub(crate) fn create(
        &mut self,
        id: u32,
        attributes: &ContextAttributes,
        share: Option<u32>,
    ) -> bool {
        self.try_create(id, attributes, share).is_some()
    }

    fn try_create(
        &mut self,
        id: u32,
        attributes: &ContextAttributes,
        share: Option<u32>,
    ) -> Option<()> {
        let share = match share {
            Some(share) => Some(self.contexts.get(self.place(share)?)?.context),
            None => None,
        };
        let version = [egl::CONTEXT_CLIENT_VERSION, 3];
        let robust = [version[0], version[1], ROBUST_ACCESS, 1, egl::NONE];
        let plain = [version[0], version[1], egl::NONE];
        let create = |wanted: &[egl::Int]| {
            self.egl
                .create_context(self.display, self.config, share, wanted)
        };
        let context = create(&robust).or_else(|_| create(&plain)).ok()?;
        let is_current = self
            .egl
            .make_current(self.display, None, None, Some(context))
            .is_ok();
        if !is_current {
            let _ = self.egl.destroy_context(self.display, context);
            return None;
        }
        self.current = Some(id);
        let load = |name: &std::ffi::CStr| {
            let function = name
                .to_str()
                .ok()
                .and_then(|name| self.egl.get_proc_address(name));
            function.map_or(std::ptr::null(), |function| function as *const _)
        };
        // SAFETY: a context is current, and the functions are loaded from its driver.
        let gl = unsafe { glow::Context::from_loader_function_cstr(load) };
        // SAFETY: none of these functions passes a pointer.
        unsafe {
            gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
        }
        let reserved = ReservedNames::unused(&self.contexts);
        let screen = ScreenBuffers::new(&gl, attributes, reserved)?;
        self.contexts.push(Context {
            id,
            reserved,
            context,
            gl,
            screen,
            names: Names::default(),
            array_buffer: 0,
            streams: Streams::default(),
            is_framebuffer_unsure: false,
            warned_status: 0,
            warnings: self.warnings.clone(),
        });
        Some(())
    }

    /// Destroys a context that is no longer needed.
    pub(crate) fn destroy(&mut self, id: u32) {
        let Some(place) = self.place(id) else {
            return;
        };
        if self.current == Some(id) {
            let _ = self.egl.make_current(self.display, None, None, None);
            self.current = None;
        }
        let gone = self.contexts.remove(place);
        let _ = self.egl.destroy_context(self.display, gone.context);
    }

    /// Executes commands. Returns the reply to the last one.
    pub(crate) fn run(&mut self, id: u32, batch: &Batch) -> Reply {
        let mut reply = Reply::default();
        let Some(place) = self.place(id) else {
            return reply;
        };
        if self.current != Some(id) {
            let context = self.contexts[place].context;
            let made = self
                .egl
                .make_current(self.display, None, None, Some(context));
            self.current = made.is_ok().then_some(id);
            if self.current.is_none() {
                return reply;
            }
        }
        let context = &mut self.contexts[place];
        for (command, data) in batch.iter() {
            reply.words.clear();
            context.execute(command, data, &mut reply);
        }
        reply
    }
}

/// The display is not closed, because the whole process shares it.
impl Drop for Driver {
    fn drop(&mut self) {
        while let Some(context) = self.contexts.first() {
            let id = context.id;
            self.destroy(id);
        }
    }
}
