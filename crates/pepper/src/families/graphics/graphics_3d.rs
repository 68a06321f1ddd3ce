//! `PPB_Graphics3D`: contexts for OpenGL ES.
//!
//! Source: Chromium's `ppapi/proxy/ppb_graphics_3d_proxy.cc` and
//! `content/renderer/pepper/ppb_graphics_3d_impl.cc`.

use crate::device::gl::ContextAttributes;
use crate::families::graphics::context::{self, Context};
use crate::families::graphics::display;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::table::ctypes::int32_t;
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const GRAPHICS3_D_1_0: Interface = interface! { "PPB_Graphics3D" "1.0" Stable:
    GetAttribMaxValue(instance: PP_Resource, attribute: int32_t, value: *mut int32_t) -> int32_t => get_attrib_max_value;
    Create(instance: PP_Instance, share_context: PP_Resource, attrib_list: *const int32_t) -> PP_Resource => create;
    IsGraphics3D(resource: PP_Resource) -> PP_Bool => is_graphics_3d;
    GetAttribs(context: PP_Resource, attrib_list: *mut int32_t) -> int32_t => get_or_set_attribs;
    SetAttribs(context: PP_Resource, attrib_list: *const int32_t) -> int32_t => get_or_set_attribs;
    GetError(context: PP_Resource) -> int32_t => get_error;
    ResizeBuffers(context: PP_Resource, width: int32_t, height: int32_t) -> int32_t => resize_buffers;
    SwapBuffers(context: PP_Resource, callback: PP_CompletionCallback) -> int32_t => swap_buffers;
};

/// `PP_Graphics3DAttrib`: attributes of contexts, and the end marker of their list.
mod attribute {
    use crate::table::ctypes::PP_Graphics3DAttrib;

    const fn number_of(name: &str) -> u32 {
        PP_Graphics3DAttrib.number_of(name).cast_unsigned()
    }

    pub(crate) const NONE: u32 = number_of("PP_GRAPHICS3DATTRIB_NONE");
    pub(crate) const ALPHA_SIZE: u32 = number_of("PP_GRAPHICS3DATTRIB_ALPHA_SIZE");
    pub(crate) const DEPTH_SIZE: u32 = number_of("PP_GRAPHICS3DATTRIB_DEPTH_SIZE");
    pub(crate) const STENCIL_SIZE: u32 = number_of("PP_GRAPHICS3DATTRIB_STENCIL_SIZE");
    pub(crate) const SAMPLES: u32 = number_of("PP_GRAPHICS3DATTRIB_SAMPLES");
    pub(crate) const HEIGHT: u32 = number_of("PP_GRAPHICS3DATTRIB_HEIGHT");
    pub(crate) const WIDTH: u32 = number_of("PP_GRAPHICS3DATTRIB_WIDTH");

    pub(crate) const KNOWN: [u32; 13] = [
        ALPHA_SIZE,
        DEPTH_SIZE,
        STENCIL_SIZE,
        SAMPLES,
        HEIGHT,
        WIDTH,
        number_of("PP_GRAPHICS3DATTRIB_BLUE_SIZE"),
        number_of("PP_GRAPHICS3DATTRIB_GREEN_SIZE"),
        number_of("PP_GRAPHICS3DATTRIB_RED_SIZE"),
        number_of("PP_GRAPHICS3DATTRIB_SAMPLE_BUFFERS"),
        number_of("PP_GRAPHICS3DATTRIB_SINGLE_BUFFER"),
        number_of("PP_GRAPHICS3DATTRIB_SWAP_BEHAVIOR"),
        number_of("PP_GRAPHICS3DATTRIB_GPU_PREFERENCE"),
    ];
}

/// Maximum number of attributes in a list. Each attribute may occur several times.
const MAX_ATTRIBUTES: u32 = 256;

/// Reads the attributes of a context and their values; `None` if one is unknown or the list does
/// not end.
fn attributes(call: &mut Call<'_, '_>, list: At<int32_t>) -> Result<Option<Vec<[u32; 2]>>, Fault> {
    let mut asked = Vec::new();
    let mut address = list.address;
    while address != 0 && asked.len() < MAX_ATTRIBUTES as usize {
        let attribute = call.memory().load_u32(address)?;
        if attribute == attribute::NONE {
            return Ok(Some(asked));
        }
        if !attribute::KNOWN.contains(&attribute) {
            return Ok(None);
        }
        let value = call.memory().load_u32(address.wrapping_add(4))?;
        asked.push([attribute, value]);
        address = address.wrapping_add(8);
    }
    Ok((asked.is_empty() && address == 0).then_some(asked))
}

/// Maximum width and height of a framebuffer.
const MAX_SIDE: u32 = 16384;

/// Converts attributes to those of a device. If an attribute occurs several times, its last value
/// is used.
fn meaning(asked: &[[u32; 2]]) -> ContextAttributes {
    let mut attributes = ContextAttributes::default();
    for &[attribute, value] in asked {
        let value = (value as i32).max(0) as u32;
        match attribute {
            attribute::ALPHA_SIZE => attributes.has_alpha = value > 0,
            attribute::DEPTH_SIZE => attributes.depth = value,
            attribute::STENCIL_SIZE => attributes.stencil = value,
            attribute::SAMPLES => attributes.samples = value,
            attribute::WIDTH => attributes.size[0] = value.min(MAX_SIDE),
            attribute::HEIGHT => attributes.size[1] = value.min(MAX_SIDE),
            _ => {}
        }
    }
    attributes
}

fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    share: Res<Context>,
    list: At<int32_t>,
) -> Result<u32, Fault> {
    let is_context = share.id == 0 || call.get(share).is_some();
    if !instance.is_own() || !is_context {
        return Ok(0);
    }
    let Some(asked) = attributes(call, list)? else {
        return Ok(0);
    };
    let share = (share.id != 0).then_some(share.id);
    Ok(context::create(call, &meaning(&asked), share))
}

fn is_graphics_3d(call: &mut Call<'_, '_>, resource: Res<Context>) -> bool {
    call.get(resource).is_some()
}

/// Returns what Chrome returned for queries about a context.
fn get_error(call: &mut Call<'_, '_>, context: Res<Context>) -> i32 {
    let error = match call.get(context) {
        Some(_) => PpError::Failed,
        None => PpError::BadResource,
    };
    error.code()
}

fn get_attrib_max_value(
    call: &mut Call<'_, '_>,
    context: Res<Context>,
    _attribute: i32,
    _value: At<int32_t>,
) -> i32 {
    get_error(call, context)
}

fn get_or_set_attribs(call: &mut Call<'_, '_>, context: Res<Context>, _list: At<int32_t>) -> i32 {
    get_error(call, context)
}

fn resize_buffers(call: &mut Call<'_, '_>, context: Res<Context>, width: i32, height: i32) -> i32 {
    if call.get(context).is_none() {
        return PpError::BadResource.code();
    }
    let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else {
        return PpError::BadArgument.code();
    };
    let size = [width, height].map(|side| side.min(MAX_SIDE));
    let gl = &call.kernel.devices.gl;
    let bytes = gl.context_bytes(size) - gl.context_bytes([0; 2]);
    // The old buffers are released only once the new ones exist.
    if !call.has_room(bytes) {
        return PpError::NoMemory.code();
    }
    call.kernel.devices.gl.resize(context.id, size);
    OK
}

fn swap_buffers(
    call: &mut Call<'_, '_>,
    context: Res<Context>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(context);
    call.complete(callback, owner, |call, pending| {
        if display::is_presenting(call.kernel, context.id) {
            return Ok(PpError::InProgress.into());
        }
        call.kernel.devices.gl.swap(context.id);
        Ok(display::present(call, context.id, pending, true))
    })
}

#[cfg(test)]
mod tests {
    use super::attribute::{ALPHA_SIZE, HEIGHT, NONE, WIDTH};
    use super::*;
    use crate::harness::Program;
    use crate::kernel::call::NOTHING;
    use crate::kernel::errors::COMPLETION_PENDING;
    use crate::table::typed::{Argument, Pointer};

    const GRAPHICS: &str = "PPB_Graphics3D;1.0";
    const GL: &str = "PPB_OpenGLES2;1.0";

    fn read(list: &[u32]) -> Option<Vec<[u32; 2]>> {
        let mut program = Program::started();
        let at = program.words(list);
        let mut found = None;
        program
            .pepper
            .call_for_test(&mut program.memory, 0, &[u64::from(at)], |call| {
                let list = Argument::<Pointer<int32_t>>::from_word(call.args[0]);
                found = attributes(call, list)?;
                NOTHING
            });
        found
    }

    #[test]
    fn attributes_are_pairs_up_to_the_end_of_the_list() {
        let asked = read(&[WIDTH, 640, HEIGHT, 480, NONE]);
        assert_eq!(asked, Some(vec![[WIDTH, 640], [HEIGHT, 480]]));
    }

    #[test]
    fn an_unknown_attribute_makes_the_list_worthless() {
        assert_eq!(read(&[WIDTH, 640, 0x1234, 1, NONE]), None);
    }

    #[test]
    fn a_list_that_does_not_end_is_worthless() {
        assert_eq!(read(&[WIDTH; 600]), None);
    }

    #[test]
    fn without_a_driver_no_context_is_made() {
        let mut program = Program::started();
        let list = program.words(&[NONE]);
        for list in [0, list] {
            let args = [1, 0, u64::from(list)];
            assert_eq!(program.call(GRAPHICS, "Create", &args), 0);
        }
        assert_eq!(program.call(GRAPHICS, "IsGraphics3D", &[1]), 0);
    }

    #[test]
    fn a_list_of_attributes_that_leads_nowhere_stops_the_program() {
        let mut program = Program::started();
        let action = program.answer(GRAPHICS, "Create", &[1, 0, 4]);
        assert!(matches!(action, Action::Trap(_)), "{action:?}");
    }

    #[test]
    fn calls_without_a_context_fail() {
        let mut program = Program::started();
        let bad = PpError::BadResource.code();
        for (method, args) in [
            ("GetAttribMaxValue", &[7, ALPHA_SIZE.into(), 0][..]),
            ("GetAttribs", &[7, 0]),
            ("SetAttribs", &[7, 0]),
            ("GetError", &[7]),
            ("ResizeBuffers", &[7, 1, 1]),
        ] {
            assert_eq!(program.code(GRAPHICS, method, args), bad, "{method}");
        }
    }

    #[test]
    fn a_required_callback_of_a_swap_learns_later_that_there_is_no_context() {
        let mut program = Program::started();
        let callback = program.callback(99, false);
        let result = program.code(GRAPHICS, "SwapBuffers", &[7, callback]);
        assert_eq!(result, COMPLETION_PENDING);
        assert_eq!(program.called_back(99), PpError::BadResource.code());
    }

    #[test]
    fn gl_without_a_context_does_nothing() {
        let mut program = Program::started();
        assert_eq!(program.call(GL, "GetString", &[7, 0x1f00]), 0);
        assert_eq!(program.call(GL, "GetError", &[7]), 0);
        assert_eq!(program.call(GL, "GenBuffers", &[7, 1, 4]), 0);
        assert_eq!(program.code(GL, "GetUniformLocation", &[7, 1, 4]), -1);
        assert_eq!(program.code(GL, "GetAttribLocation", &[7, 1, 4]), -1);
    }
}
