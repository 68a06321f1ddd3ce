//! Contexts of OpenGL ES: `PPB_Graphics3D`, and the functions that need blocks of the program's
//! memory.
//!
//! Strings returned by `glGetString` stay in the program's memory as long as the context exists. A
//! mapping is a block of the program's memory, which is sent to the device when it is unmapped.
//!
//! Source: Chromium's `ppapi/proxy/ppb_graphics_3d_proxy.cc`,
//! `content/renderer/pepper/ppb_graphics_3d_impl.cc`,
//! `gpu/command_buffer/client/gles2_implementation.cc`.

mod saved;

pub(crate) use saved::SAVED;

use crate::device::gl::{ContextAttributes, Function};
use crate::families::graphics::display::{self, Presentation};
use crate::kernel::call::Call;
use crate::kernel::callback::procedure;
use crate::kernel::heap::Block;
use crate::kernel::interface::After;
use crate::kernel::interface::ProgramCall;
use crate::kernel::interface::Task;
use crate::kernel::interface::Work;
use crate::kernel::pending::PendingId;
use crate::kernel::program::Offered;
use crate::kernel::resource::{Abandon, BOXED, PLACE, Resource};
use crate::kernel::state::{INSTANCE, Kernel};
use crate::table::typed::Res;
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Refusal, Writer};

/// A context.
#[derive(Debug, Default)]
pub(crate) struct Context {
    pub(crate) presentation: Presentation,
    /// The strings that were requested, by name.
    strings: Vec<(u32, Block)>,
    mapped: Vec<Mapped>,
}

impl Resource for Context {
    fn name(&self) -> &'static str {
        "Graphics3d"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }

    fn saved_operation(&self) -> Option<PendingId> {
        self.presentation.operation()
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn abandon(&self) -> Abandon {
        |id, kernel| display::surface_abandoned(kernel, id)
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        display::surface_abandoned(kernel, id);
        for (_, block) in self.strings {
            kernel.free_later(block);
        }
        for mapped in self.mapped {
            kernel.free_later(mapped.block);
        }
        if id != 0 {
            kernel.devices.gl.destroy(id);
        }
    }
}

/// A part of a buffer or a texture that the program has mapped for writing.
#[derive(Debug)]
struct Mapped {
    block: Block,
    /// The arguments of `glBufferSubData` or `glTexSubImage2D` before the address.
    target: Vec<u64>,
    is_texture: bool,
}

/// Maximum number of simultaneous mappings of a context.
const MAX_MAPPED: usize = 1024;

/// Handles a lost context: the element stops showing it, and the program is notified.
pub(crate) fn context_lost(kernel: &mut Kernel, id: u32) {
    if kernel.resources.is::<Context>(id) {
        display::surface_lost(kernel, id);
        kernel.post_to_main(Work::task(ContextLost));
    }
}

/// The interface that tells programs that their contexts are lost.
pub(crate) const PPP_GRAPHICS_3D: Offered = Offered("PPP_Graphics_3D;1.0");

/// Notifies the program that its contexts are lost.
#[derive(Debug)]
struct ContextLost;

impl Task for ContextLost {
    fn needs(&self) -> Option<Offered> {
        Some(PPP_GRAPHICS_3D)
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        tell_of_lost_context(call).map(Some)
    }
}

/// Returns the call of `PPP_Graphics_3D.Graphics3DContextLost`.
fn tell_of_lost_context(call: &mut Call<'_, '_>) -> Result<ProgramCall, Fault> {
    let table = call.kernel.life.offered(PPP_GRAPHICS_3D).unwrap_or(0);
    let context_lost = call.context.memory.load_u32(table)?;
    Ok((procedure(context_lost, &[INSTANCE]), After::Nothing))
}

/// Creates a context. Returns 0 if the device cannot create one.
pub(super) fn create(
    call: &mut Call<'_, '_>,
    attributes: &ContextAttributes,
    share: Option<u32>,
) -> u32 {
    let bytes = call.kernel.devices.gl.context_bytes(attributes.size);
    if !call.has_room(bytes) {
        return 0;
    }
    let id = call.create(Context::default());
    if id == 0 {
        return 0;
    }
    if !call.kernel.devices.gl.create(id, attributes, share) {
        call.kernel.release_resource(id);
        return 0;
    }
    id
}

/// Implements `GetString(context, name)`. Returns the address of the text, or 0 if there is none.
pub(super) fn string(
    call: &mut Call<'_, '_>,
    named: Res<Context>,
    name: u32,
) -> Result<u32, Fault> {
    let Some(context) = call.get(named) else {
        return Ok(0);
    };
    if let Some((_, block)) = context.strings.iter().find(|(known, _)| *known == name) {
        return Ok(block.address());
    }
    let Some(text) = call.kernel.devices.gl.string(named.id, name) else {
        return Ok(0);
    };
    let mut bytes = text.into_bytes();
    bytes.push(0);
    let Some(block) = call.bytes(&bytes)? else {
        return Ok(0);
    };
    let address = block.address();
    if let Some(context) = call.get(named) {
        context.strings.push((name, block));
    }
    Ok(address)
}

/// Calls a function of the device.
pub(super) fn run(
    call: &mut Call<'_, '_>,
    named: Res<Context>,
    function: Function,
    args: &[u64],
) -> Result<u64, Fault> {
    let memory = &mut *call.context.memory;
    let gl = &mut call.kernel.devices.gl;
    gl.call(named.id, function, args, memory)
}

/// Implements `MapBufferSubDataCHROMIUM` and `MapTexSubImage2DCHROMIUM`. The last argument is the
/// access; the others are used later to send the bytes to the device. Returns the address of the
/// mapping, or 0 if it fails.
pub(super) fn map(
    call: &mut Call<'_, '_>,
    named: Res<Context>,
    function: Function,
    args: &[u64],
) -> Result<u32, Fault> {
    let target = args[..args.len() - 1].to_vec();
    let is_full = |context: &mut Context| context.mapped.len() >= MAX_MAPPED;
    if call.get(named).is_none_or(is_full) {
        return Ok(0);
    }
    let Ok(len) = u32::try_from(run(call, named, function, args)?) else {
        return Ok(0);
    };
    if len == 0 {
        return Ok(0);
    }
    let Some(block) = call.allocate(len) else {
        return Ok(0);
    };
    let address = block.address();
    call.context.memory.fill(address, len, 0)?;
    if let Some(context) = call.get(named) {
        let is_texture = function == Function::MapTexSubImage2DCHROMIUM;
        context.mapped.push(Mapped {
            block,
            target,
            is_texture,
        });
    }
    Ok(address)
}

/// Implements `UnmapBufferSubDataCHROMIUM` and `UnmapTexSubImage2DCHROMIUM` for an address.
pub(super) fn unmap(
    call: &mut Call<'_, '_>,
    named: Res<Context>,
    function: Function,
    args: &[u64],
) -> Result<(), Fault> {
    let address = args[0] as u32;
    let is_texture = function == Function::UnmapTexSubImage2DCHROMIUM;
    let found = call.get(named).and_then(|context| {
        let is_it = |one: &Mapped| one.block.address() == address && one.is_texture == is_texture;
        let place = context.mapped.iter().position(is_it)?;
        Some(context.mapped.remove(place))
    });
    let Some(mut mapped) = found else {
        run(call, named, function, args)?;
        return Ok(());
    };
    mapped.target.push(u64::from(address));
    let function = match is_texture {
        true => Function::TexSubImage2D,
        false => Function::BufferSubData,
    };
    let result = run(call, named, function, &mapped.target);
    call.free(mapped.block);
    result?;
    Ok(())
}
