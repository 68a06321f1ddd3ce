//! `PPB_ImageData`: pixels in the program's memory.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_image_data_shared.cc` and
//! `ppapi/proxy/ppb_image_data_proxy.cc`.

use crate::device::screen::PixelFormat;
use crate::families::graphics::surface::{Image, PIXEL, picture_bytes, picture_size};
use crate::kernel::call::Call;
use crate::kernel::heap::LARGEST_CLASS;
use crate::table::ctypes::{PP_ImageDataDesc, PP_Size};
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const IMAGE_DATA_1_0: Interface = interface! { "PPB_ImageData" "1.0" Stable:
    GetNativeImageDataFormat() -> PP_ImageDataFormat => get_native_image_data_format;
    IsImageDataFormatSupported(format: PP_ImageDataFormat) -> PP_Bool => is_image_data_format_supported;
    Create(instance: PP_Instance, format: PP_ImageDataFormat, size: *const PP_Size, init_to_zero: PP_Bool) -> PP_Resource => create;
    IsImageData(image_data: PP_Resource) -> PP_Bool => is_image_data;
    Describe(image_data: PP_Resource, desc: *mut PP_ImageDataDesc) -> PP_Bool => describe;
    Map(image_data: PP_Resource) -> *mut void => map;
    Unmap(image_data: PP_Resource) => unmap;
};

/// `PP_ImageDataFormat`.
const FORMATS: [PixelFormat; 2] = [PixelFormat::Bgra, PixelFormat::Rgba];

/// The format that Chrome used on desktops.
pub(crate) const NATIVE: PixelFormat = PixelFormat::Bgra;

fn get_native_image_data_format(_: &mut Call<'_, '_>) -> u32 {
    NATIVE as u32
}

fn is_image_data_format_supported(_: &mut Call<'_, '_>, format: u32) -> bool {
    (format as usize) < FORMATS.len()
}

/// Creates an image. Without `init_to_zero`, the pixels have arbitrary values.
fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    format: u32,
    size: At<PP_Size>,
    init_to_zero: bool,
) -> Result<u32, Fault> {
    let format = FORMATS.get(format as usize).copied();
    let (true, Some(format)) = (instance.is_own(), format) else {
        return Ok(0);
    };
    let Some(size) = picture_size(size.read_words(call)?) else {
        return Ok(0);
    };
    let bytes = picture_bytes(size) as u32;
    let Some(block) = call.allocate(bytes) else {
        return Ok(0);
    };
    // Larger blocks have pages of their own, which are zero.
    if init_to_zero && bytes <= LARGEST_CLASS {
        call.memory().fill(block.address(), bytes, 0)?;
    }
    Ok(call.create(Image {
        format,
        size,
        block,
    }))
}

fn is_image_data(call: &mut Call<'_, '_>, resource: Res<Image>) -> bool {
    call.get(resource).is_some()
}

fn describe(
    call: &mut Call<'_, '_>,
    image: Res<Image>,
    desc: At<PP_ImageDataDesc>,
) -> Result<bool, Fault> {
    let Some(image) = call.get(image) else {
        return Ok(false);
    };
    let (format, [width, height]) = (image.format as u32, image.size);
    desc.write_words(call, [format, width, height, width * PIXEL])?;
    Ok(true)
}

/// Returns the address of the pixels, which never changes.
fn map(call: &mut Call<'_, '_>, image: Res<Image>) -> u32 {
    call.get(image).map_or(0, |image| image.block.address())
}

/// Does nothing: the pixels always stay in the program's memory.
fn unmap(_: &mut Call<'_, '_>, _image: Res<Image>) {}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use pinnacle_system::host::Action;

    const IMAGE: &str = "PPB_ImageData;1.0";
    const CORE: &str = "PPB_Core;1.0";

    fn create(program: &mut Program, format: u64, width: i32, height: i32) -> u64 {
        let size = program.words(&[width as u32, height as u32]);
        program.call(IMAGE, "Create", &[1, format, u64::from(size), 1])
    }

    #[test]
    fn both_formats_are_supported_and_blue_comes_first() {
        let mut program = Program::started();
        assert_eq!(program.call(IMAGE, "GetNativeImageDataFormat", &[]), 0);
        for (format, is_supported) in [(0, 1), (1, 1), (2, 0), (u64::from(u32::MAX), 0)] {
            let result = program.call(IMAGE, "IsImageDataFormatSupported", &[format]);
            assert_eq!(result, is_supported, "{format}");
        }
    }

    #[test]
    fn an_image_describes_itself() {
        let mut program = Program::started();
        let image = create(&mut program, 1, 30, 20);
        assert_eq!(program.call(IMAGE, "IsImageData", &[image]), 1);
        let place = program.words(&[9; 4]);
        let args = [image, u64::from(place)];
        assert_eq!(program.call(IMAGE, "Describe", &args), 1);
        let words = [0, 4, 8, 12].map(|at| program.memory.load_u32(place + at).unwrap());
        assert_eq!(words, [1, 30, 20, 120]);
    }

    #[test]
    fn the_pixels_start_as_zeros_and_stay_in_their_place() {
        let mut program = Program::started();
        let first = create(&mut program, 0, 8, 8);
        let at = program.call(IMAGE, "Map", &[first]) as u32;
        program.memory.fill(at, 256, 7).unwrap();
        program.call(IMAGE, "Unmap", &[first]);
        assert_eq!(program.call(IMAGE, "Map", &[first]) as u32, at);
        program.call(CORE, "ReleaseResource", &[first]);
        let second = create(&mut program, 0, 8, 8);
        let at = program.call(IMAGE, "Map", &[second]) as u32;
        assert_eq!(program.memory.bytes(at, 256).unwrap(), [0; 256]);
    }

    #[test]
    fn a_size_that_is_not_positive_or_too_large_makes_no_image() {
        let mut program = Program::started();
        for (width, height) in [
            (0, 1),
            (1, 0),
            (-1, 1),
            (1, -1),
            (1 << 15, 1 << 14),
            (i32::MAX, i32::MAX),
        ] {
            assert_eq!(
                create(&mut program, 0, width, height),
                0,
                "{width} {height}"
            );
        }
    }

    #[test]
    fn an_image_beyond_the_memory_is_not_made() {
        let mut program = Program::started();
        assert_eq!(create(&mut program, 0, 1 << 14, 1 << 14), 0);
    }

    #[test]
    fn an_unknown_format_makes_no_image() {
        let mut program = Program::started();
        assert_eq!(create(&mut program, 2, 1, 1), 0);
    }

    #[test]
    fn another_instance_makes_no_image() {
        let mut program = Program::started();
        let size = program.words(&[1, 1]);
        let args = [2, 0, u64::from(size), 1];
        assert_eq!(program.call(IMAGE, "Create", &args), 0);
    }

    #[test]
    fn a_size_that_cannot_be_read_stops_the_program() {
        let mut program = Program::started();
        let action = program.answer(IMAGE, "Create", &[1, 0, 8, 1]);
        assert!(matches!(action, Action::Trap(_)), "{action:?}");
    }

    #[test]
    fn other_resources_have_no_pixels() {
        let mut program = Program::started();
        let message_loop = program.call("PPB_MessageLoop;1.0", "Create", &[1]);
        for id in [0, 77, message_loop] {
            assert_eq!(program.call(IMAGE, "IsImageData", &[id]), 0);
            assert_eq!(program.call(IMAGE, "Map", &[id]), 0);
            assert_eq!(program.call(IMAGE, "Describe", &[id, 8]), 0);
            program.call(IMAGE, "Unmap", &[id]);
        }
    }
}
