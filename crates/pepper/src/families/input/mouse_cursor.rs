//! `PPB_MouseCursor`: the appearance of the pointer over the element.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_instance_shared.cc`.

use crate::device::page::Cursor;
use crate::families::graphics::image_data::NATIVE;
use crate::families::graphics::surface::{Image, picture_bytes};
use crate::kernel::call::Call;
use crate::table::ctypes::PP_Point;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const MOUSE_CURSOR_1_0: Interface = interface! { "PPB_MouseCursor" "1.0" Stable:
    SetCursor(instance: PP_Instance, type: PP_MouseCursor_Type, image: PP_Resource, hot_spot: *const PP_Point) -> PP_Bool => set_cursor;
};

/// `PP_MOUSECURSOR_TYPE_CUSTOM`.
const CUSTOM: i32 = -1;
/// `PP_MOUSECURSOR_TYPE_GRABBING`, the last one.
const LAST: i32 = 42;
/// Maximum width and height of the picture of a pointer.
const MAX_SIZE: u32 = 32;

/// Shows a pointer. Only the custom type uses an image.
pub(super) fn set_cursor(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: i32,
    image: Res<Image>,
    hot_spot: At<PP_Point>,
) -> Result<bool, Fault> {
    let cursor = match ty {
        _ if !instance.is_own() => None,
        CUSTOM => custom(call, image, hot_spot)?,
        0..=LAST if image.id == 0 => Some(Cursor::Standard(ty as u32)),
        _ => None,
    };
    Ok(cursor.is_some_and(|cursor| call.kernel.devices.page.set_cursor(cursor)))
}

/// Converts an image to a pointer; `None` if it is unsuitable.
fn custom(
    call: &mut Call<'_, '_>,
    image: Res<Image>,
    hot_spot: At<PP_Point>,
) -> Result<Option<Cursor>, Fault> {
    let Some(image) = call.get(image).map(|image| image.pixels()) else {
        return Ok(None);
    };
    let [width, height] = image.size;
    let is_large = width > MAX_SIZE || height > MAX_SIZE;
    if image.format != NATIVE || is_large || hot_spot.address == 0 {
        return Ok(None);
    }
    let hot_spot: [u32; 2] = hot_spot.read_words(call)?;
    if hot_spot[0] >= width || hot_spot[1] >= height {
        return Ok(None);
    }
    let bytes = picture_bytes(image.size) as u32;
    let mut rgba = call.memory().bytes(image.address, bytes)?;
    let (pixels, _) = rgba.as_chunks_mut();
    for pixel in pixels {
        let [blue, green, red, alpha] = *pixel;
        let straight = |colour| straight(colour, alpha);
        *pixel = [straight(red), straight(green), straight(blue), alpha];
    }
    Ok(Some(Cursor::Custom {
        width,
        height,
        rgba,
        hot_spot: hot_spot.map(|one| one as i32),
    }))
}

/// Converts a colour from premultiplied to straight alpha.
fn straight(colour: u8, alpha: u8) -> u8 {
    let (colour, alpha) = (u32::from(colour), u32::from(alpha));
    (colour * 255 + alpha / 2)
        .checked_div(alpha)
        .map_or(0, |straight| straight.min(255) as u8)
}

#[cfg(test)]
mod tests {
    use crate::device::page::Cursor;
    use crate::harness::Program;

    const CURSOR: &str = "PPB_MouseCursor;1.0";

    fn set(program: &mut Program, ty: i32, image: u64, hot_spot: Option<[u32; 2]>) -> bool {
        let hot_spot = hot_spot.map_or(0, |point| program.words(&point));
        let args = [1, u64::from(ty as u32), image, u64::from(hot_spot)];
        program.call(CURSOR, "SetCursor", &args) == 1
    }

    fn image(program: &mut Program, format: u64, size: [u32; 2]) -> u64 {
        let size = u64::from(program.words(&size));
        program.call("PPB_ImageData;1.0", "Create", &[1, format, size, 1])
    }

    #[test]
    fn the_page_shows_a_pointer_of_a_type() {
        let mut program = Program::started();
        assert!(set(&mut program, 0, 0, None));
        assert!(set(&mut program, 42, 0, Some([99, 99])));
        let shown = program.fake.world().cursors.clone();
        assert_eq!(shown, [Cursor::Standard(0), Cursor::Standard(42)]);
    }

    #[test]
    fn other_types_are_refused() {
        let mut program = Program::started();
        for ty in [-2, 43, i32::MIN, i32::MAX] {
            assert!(!set(&mut program, ty, 0, None), "{ty}");
        }
    }

    #[test]
    fn a_type_that_is_not_custom_takes_no_image() {
        let mut program = Program::started();
        let image = image(&mut program, 0, [8, 8]);
        assert!(!set(&mut program, 3, image, None));
    }

    #[test]
    fn another_instance_has_no_pointer() {
        let mut program = Program::started();
        assert_eq!(program.call(CURSOR, "SetCursor", &[2, 0, 0, 0]), 0);
    }

    #[test]
    fn a_custom_pointer_looks_like_its_image() {
        let mut program = Program::started();
        let image = image(&mut program, 0, [2, 1]);
        let at = program.call("PPB_ImageData;1.0", "Map", &[image]) as u32;
        let pixels = [10, 20, 30, 255, 10, 20, 128, 128];
        program.memory.write(at, &pixels).unwrap();
        assert!(set(&mut program, -1, image, Some([1, 0])));
        let expected = Cursor::Custom {
            width: 2,
            height: 1,
            rgba: vec![30, 20, 10, 255, 255, 40, 20, 128],
            hot_spot: [1, 0],
        };
        assert_eq!(program.fake.world().cursors, [expected]);
    }

    #[test]
    fn a_custom_pointer_is_small() {
        let mut program = Program::started();
        for (size, fits) in [([32, 32], true), ([33, 1], false), ([1, 33], false)] {
            let image = image(&mut program, 0, size);
            assert_eq!(set(&mut program, -1, image, Some([0, 0])), fits);
        }
    }

    #[test]
    fn a_custom_pointer_has_the_native_format() {
        let mut program = Program::started();
        let image = image(&mut program, 1, [8, 8]);
        assert!(!set(&mut program, -1, image, Some([0, 0])));
    }

    #[test]
    fn a_custom_pointer_points_within_itself() {
        let mut program = Program::started();
        let image = image(&mut program, 0, [8, 4]);
        for hot_spot in [[8, 0], [0, 4], [u32::MAX, 0]] {
            assert!(!set(&mut program, -1, image, Some(hot_spot)));
        }
        assert!(!set(&mut program, -1, image, None));
    }

    #[test]
    fn a_custom_pointer_has_an_image() {
        let mut program = Program::started();
        assert!(!set(&mut program, -1, 0, Some([0, 0])));
        assert!(!set(&mut program, -1, 77, Some([0, 0])));
    }
}
