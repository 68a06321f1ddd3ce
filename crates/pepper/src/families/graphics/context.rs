//! Contexts of OpenGL ES: `PPB_Graphics3D`, and what of its functions needs the
//! program's memory.
//!
//! Strings of `glGetString` lie in the program's memory as long as the context. What is
//! mapped is a block there, which goes to the device when it is unmapped.
//!
//! Source: Chromium's `ppapi/proxy/ppb_graphics_3d_proxy.cc`,
//! `content/renderer/pepper/ppb_graphics_3d_impl.cc`,
//! `gpu/command_buffer/client/gles2_implementation.cc`.

use crate::device::gl::{ContextAttributes, Function};
use crate::families::graphics::display::Presentation;
use crate::kernel::call::{Call, NOTHING, word};
use crate::kernel::heap::Block;
use crate::kernel::resource::{Abandon, BOXED, PLACE, Resource};
use crate::kernel::scheduler::{After, ProgramCall};
use crate::kernel::startup::{Offered, procedure};
use crate::kernel::state::{INSTANCE, Kernel};
use crate::kernel::task_queue::{Task, Work};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// A context.
#[derive(Debug, Default)]
pub(crate) struct Context {
    pub(crate) presentation: Presentation,
    /// The strings that were asked for, by their names.
    strings: Vec<(u32, Block)>,
    mapped: Vec<Mapped>,
}

impl Resource for Context {
    fn name(&self) -> &'static str {
        "Graphics3d"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn abandon(&self) -> Abandon {
        |id, kernel| kernel.surface_abandoned(id)
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.context_gone(id, *self);
    }
}

/// A part of a buffer or a texture that the program writes.
#[derive(Debug)]
struct Mapped {
    block: Block,
    /// What `glBufferSubData` or `glTexSubImage2D` take before the address.
    target: Vec<u64>,
    is_texture: bool,
}

/// A program has at most so much mapped at a time.
const MAX_MAPPED: usize = 1024;

impl Kernel {
    /// A context is gone, with what it had in the program's memory.
    fn context_gone(&mut self, id: u32, context: Context) {
        self.surface_abandoned(id);
        for (_, block) in context.strings {
            self.free_later(block);
        }
        for mapped in context.mapped {
            self.free_later(mapped.block);
        }
        if id != 0 {
            self.devices.gl.destroy(id);
        }
    }

    /// A context does nothing any more: the element shows it no longer, and the program is
    /// told.
    pub(crate) fn context_lost(&mut self, id: u32) {
        if self.resources.is::<Context>(id) {
            self.surface_lost(id);
            self.post_to_main(Work::task(ContextLost));
        }
    }
}

/// The interface by which programs learn that their contexts are lost.
const PPP_GRAPHICS_3D: Offered = Offered("PPP_Graphics_3D;1.0");

/// Tells the program that what its contexts had is lost.
#[derive(Debug)]
struct ContextLost;

impl Task for ContextLost {
    fn needs(&self) -> Option<Offered> {
        Some(PPP_GRAPHICS_3D)
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        call.tell_of_lost_context().map(Some)
    }
}

impl Call<'_, '_> {
    /// The call of `PPP_Graphics_3D.Graphics3DContextLost`.
    pub(crate) fn tell_of_lost_context(&mut self) -> Result<ProgramCall, Fault> {
        let table = self.kernel.life.offered(PPP_GRAPHICS_3D).unwrap_or(0);
        let context_lost = self.context.memory.load_u32(table)?;
        Ok((procedure(context_lost, &[INSTANCE]), After::Nothing))
    }

    /// Makes a context; 0 if the device can make none.
    pub(crate) fn create_context(
        &mut self,
        attributes: &ContextAttributes,
        share: Option<u32>,
    ) -> u32 {
        let bytes = self.kernel.devices.gl.context_bytes(attributes.size);
        if !self.kernel.has_room(bytes) {
            return 0;
        }
        let id = self.create(Context::default());
        if id == 0 {
            return 0;
        }
        if !self.kernel.devices.gl.create(id, attributes, share) {
            self.kernel.release_resource(id);
            return 0;
        }
        id
    }

    fn gl_context(&mut self) -> Option<&mut Context> {
        self.resource(0)
    }

    /// `GetString(context, name)`.
    pub(crate) fn gl_string(&mut self) -> Result<Action, Fault> {
        let (id, name) = (self.arg(0), self.arg(1));
        let Some(context) = self.gl_context() else {
            return NOTHING;
        };
        if let Some((_, block)) = context.strings.iter().find(|(known, _)| *known == name) {
            return word(block.address());
        }
        let Some(text) = self.kernel.devices.gl.string(id, name) else {
            return NOTHING;
        };
        let mut bytes = text.into_bytes();
        bytes.push(0);
        let Some(block) = self.bytes(&bytes)? else {
            return NOTHING;
        };
        let address = block.address();
        if let Some(context) = self.gl_context() {
            context.strings.push((name, block));
        }
        word(address)
    }

    fn gl(&mut self, function: Function, args: &[u64]) -> Result<u64, Fault> {
        let id = self.arg(0);
        let memory = &mut *self.context.memory;
        self.kernel.devices.gl.call(id, function, args, memory)
    }

    /// `MapBufferSubDataCHROMIUM` and `MapTexSubImage2DCHROMIUM`: all arguments but the
    /// last, which is the access, are those with which the bytes go to the device.
    pub(crate) fn gl_map(&mut self, function: Function) -> Result<Action, Fault> {
        let args = &self.args[1..];
        let target = args[..args.len() - 1].to_vec();
        let is_full = |context: &mut Context| context.mapped.len() >= MAX_MAPPED;
        if self.gl_context().is_none_or(is_full) {
            return NOTHING;
        }
        let Ok(len) = u32::try_from(self.gl(function, args)?) else {
            return NOTHING;
        };
        if len == 0 {
            return NOTHING;
        }
        let Some(block) = self.allocate(len) else {
            return NOTHING;
        };
        let address = block.address();
        self.context.memory.fill(address, len, 0)?;
        if let Some(context) = self.gl_context() {
            let is_texture = function == Function::MapTexSubImage2DCHROMIUM;
            context.mapped.push(Mapped {
                block,
                target,
                is_texture,
            });
        }
        word(address)
    }

    /// `UnmapBufferSubDataCHROMIUM` and `UnmapTexSubImage2DCHROMIUM`.
    pub(crate) fn gl_unmap(&mut self, function: Function) -> Result<Action, Fault> {
        let address = self.arg(1);
        let is_texture = function == Function::UnmapTexSubImage2DCHROMIUM;
        let found = self.gl_context().and_then(|context| {
            let is_it =
                |one: &Mapped| one.block.address() == address && one.is_texture == is_texture;
            let place = context.mapped.iter().position(is_it)?;
            Some(context.mapped.remove(place))
        });
        let Some(mut mapped) = found else {
            self.gl(function, &self.args[1..])?;
            return NOTHING;
        };
        mapped.target.push(u64::from(address));
        let function = match is_texture {
            true => Function::TexSubImage2D,
            false => Function::BufferSubData,
        };
        let result = self.gl(function, &mapped.target);
        self.free(mapped.block);
        result?;
        NOTHING
    }
}
