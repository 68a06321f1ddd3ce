//! `PPB_Graphics2D`: pictures that the element can show.
//!
//! Changes are queued, and `Flush` executes them. An invalid operation is not queued, and the
//! console reports it.
//!
//! Source: Chromium's `ppapi/proxy/graphics_2d_resource.cc` and
//! `content/renderer/pepper/pepper_graphics_2d_host.cc`.

use crate::device::page::LogLevel;
use crate::families::graphics::surface::{Area, Image, Operation, Size, Surface, picture_size};
use crate::families::graphics::{display, drawing};
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::table::ctypes::{PP_Bool, PP_Point, PP_Rect, PP_Size};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const GRAPHICS2_D_1_2: Interface = interface! { "PPB_Graphics2D" "1.2" Stable:
    Create(instance: PP_Instance, size: *const PP_Size, is_always_opaque: PP_Bool) -> PP_Resource => create;
    IsGraphics2D(resource: PP_Resource) -> PP_Bool => is_graphics_2d;
    Describe(graphics_2d: PP_Resource, size: *mut PP_Size, is_always_opaque: *mut PP_Bool) -> PP_Bool => describe;
    PaintImageData(graphics_2d: PP_Resource, image_data: PP_Resource, top_left: *const PP_Point, src_rect: *const PP_Rect) => paint_image_data;
    Scroll(graphics_2d: PP_Resource, clip_rect: *const PP_Rect, amount: *const PP_Point) => scroll;
    ReplaceContents(graphics_2d: PP_Resource, image_data: PP_Resource) => replace_contents;
    Flush(graphics_2d: PP_Resource, callback: PP_CompletionCallback) -> int32_t => flush;
    SetScale(resource: PP_Resource, scale: float) -> PP_Bool => set_scale;
    GetScale(resource: PP_Resource) -> float => get_scale;
    SetLayerTransform(resource: PP_Resource, scale: float, origin: *const PP_Point, translate: *const PP_Point) -> PP_Bool => set_layer_transform;
};

/// Without `SetLayerTransform`.
pub(crate) const GRAPHICS2_D_1_1: Interface = GRAPHICS2_D_1_2.earlier("1.1", 9);

/// Without `SetScale` and `GetScale`.
pub(crate) const GRAPHICS2_D_1_0: Interface = GRAPHICS2_D_1_2.earlier("1.0", 7);

fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    size: At<PP_Size>,
    is_opaque: bool,
) -> Result<u32, Fault> {
    if !instance.is_own() {
        return Ok(0);
    }
    let size = picture_size(size.read_words(call)?);
    Ok(size.map_or(0, |size| drawing::create(call, size, is_opaque)))
}

fn is_graphics_2d(call: &mut Call<'_, '_>, resource: Res<Surface>) -> bool {
    call.get(resource).is_some()
}

fn describe(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    size: At<PP_Size>,
    is_always_opaque: At<PP_Bool>,
) -> Result<bool, Fault> {
    let surface = call.get(graphics);
    let Some((pixels, is_opaque)) = surface.map(|one| (one.size(), one.is_opaque())) else {
        return Ok(false);
    };
    size.write_words(call, pixels)?;
    is_always_opaque.write_words(call, [u32::from(is_opaque)])?;
    Ok(true)
}

/// Queues an operation, or reports on the console why it is invalid.
fn queue(call: &mut Call<'_, '_>, graphics: Res<Surface>, operation: Result<Operation, &str>) {
    let reason = match operation {
        Ok(operation) if drawing::queue(call, graphics.id, operation) => return,
        Ok(_) => "out of memory",
        Err(reason) => reason,
    };
    let text = format!("PPB_Graphics2D: nothing is drawn: {reason}");
    call.kernel.devices.page.log(LogLevel::Error, &text);
}

const NO_SURFACE: &str = "this is not a PPB_Graphics2D resource";
const NO_IMAGE: &str = "this is not a PPB_ImageData resource";

/// Returns the sizes of a surface and an image.
fn sizes(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    image: Res<Image>,
) -> Result<(Size, Size), &'static str> {
    let surface = call.get(graphics).ok_or(NO_SURFACE)?.size();
    let image = call.get(image).ok_or(NO_IMAGE)?.size;
    Ok((surface, image))
}

/// Returns the part of a picture that an optional `PP_Rect` selects.
fn area(call: &mut Call<'_, '_>, rect: At<PP_Rect>, size: Size) -> Result<Option<Area>, Fault> {
    match rect.address {
        0 => Ok(Some(Area::whole(size))),
        _ => Ok(Area::within(size, rect.read_words(call)?)),
    }
}

/// Reads a `PP_Point`.
fn point(call: &mut Call<'_, '_>, at: At<PP_Point>) -> Result<[i32; 2], Fault> {
    Ok(at.read_words(call)?.map(|word| word as i32))
}

/// Paints without clipping: if a part is not entirely within the surface, nothing is painted.
fn paint_image_data(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    image: Res<Image>,
    top_left: At<PP_Point>,
    source: At<PP_Rect>,
) -> Result<(), Fault> {
    let (surface, size) = match sizes(call, graphics, image) {
        Ok(sizes) => sizes,
        Err(reason) => {
            queue(call, graphics, Err(reason));
            return Ok(());
        }
    };
    let top_left = point(call, top_left)?;
    let source = area(call, source, size)?;
    let target = source.and_then(|source| source.moved(surface, top_left));
    let operation = match (source, target) {
        (None, _) => Err("the rectangle is not within the image"),
        (_, None) => Err("the rectangle would not be within the surface"),
        (Some(source), Some(target)) => Ok(Operation::Paint {
            image: image.id,
            source,
            target,
        }),
    };
    queue(call, graphics, operation);
    Ok(())
}

fn scroll(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    clip: At<PP_Rect>,
    amount: At<PP_Point>,
) -> Result<(), Fault> {
    let Some(size) = call.get(graphics).map(|surface| surface.size()) else {
        queue(call, graphics, Err(NO_SURFACE));
        return Ok(());
    };
    let by = point(call, amount)?;
    let is_far = by
        .iter()
        .zip(size)
        .any(|(by, len)| by.unsigned_abs() >= len);
    let operation = match area(call, clip, size)? {
        None => Err("the rectangle is not within the surface"),
        Some(_) if is_far => Err("it is scrolled by more than its size"),
        Some(clip) => Ok(Operation::Scroll { clip, by }),
    };
    queue(call, graphics, operation);
    Ok(())
}

fn replace_contents(call: &mut Call<'_, '_>, graphics: Res<Surface>, image: Res<Image>) {
    let sizes = sizes(call, graphics, image);
    let operation = sizes.and_then(|(surface, size)| match surface == size {
        true => Ok(Operation::Replace { image: image.id }),
        false => Err("the image has another size than the surface"),
    });
    queue(call, graphics, operation);
}

fn flush(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(graphics);
    call.complete(callback, owner, |call, pending| {
        if display::is_presenting(call.kernel, graphics.id) {
            return Ok(PpError::InProgress.into());
        }
        drawing::flush(call, graphics.id, pending)
    })
}

/// Returns true if a scale is valid. Zero, negative numbers and NaN are not.
fn is_scale(scale: f32) -> bool {
    scale > 0.0
}

/// Sets the scale, which applies from the next picture on. Returns false if it is invalid.
fn set_scale(call: &mut Call<'_, '_>, graphics: Res<Surface>, scale: f32) -> bool {
    let Some(surface) = call.get(graphics).filter(|_| is_scale(scale)) else {
        return false;
    };
    surface.scale = scale;
    display::surface_changed(call.kernel, graphics.id);
    true
}

fn get_scale(call: &mut Call<'_, '_>, graphics: Res<Surface>) -> f32 {
    call.get(graphics).map_or(0.0, |surface| surface.scale)
}

/// Scales the layer around `origin`, and moves it to the left and up by `translate`.
fn set_layer_transform(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    scale: f32,
    origin: At<PP_Point>,
    translate: At<PP_Point>,
) -> Result<bool, Fault> {
    if call.get(graphics).is_none() || !is_scale(scale) {
        return Ok(false);
    }
    let (origin, translate) = (point(call, origin)?, point(call, translate)?);
    let offset = [0, 1].map(|axis| (1.0 - scale) * origin[axis] as f32 - translate[axis] as f32);
    let transform = Operation::Transform { scale, offset };
    Ok(drawing::queue(call, graphics.id, transform))
}
