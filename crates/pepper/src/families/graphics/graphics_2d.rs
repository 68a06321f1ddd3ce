//! `PPB_Graphics2D`: pictures that the element can show.
//!
//! Changes are queued; `Flush` does them. What cannot be done at all is not queued, and
//! the console says so.
//!
//! Source: Chromium's `ppapi/proxy/graphics_2d_resource.cc` and
//! `content/renderer/pepper/pepper_graphics_2d_host.cc`.

use crate::device::page::LogLevel;
use crate::families::graphics::surface::{Area, Image, Operation, Size, Surface, picture_size};
use crate::kernel::call::{Call, NOTHING, boolean, float, word};
use crate::kernel::completion::Begun;
use crate::kernel::errors::PpError;
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const GRAPHICS2_D_1_2: Interface = interface! { "PPB_Graphics2D" "1.2" Stable:
    Create(instance: PP_Instance, size: *const PP_Size, is_always_opaque: PP_Bool) -> PP_Resource = create;
    IsGraphics2D(resource: PP_Resource) -> PP_Bool = is_graphics_2d;
    Describe(graphics_2d: PP_Resource, size: *mut PP_Size, is_always_opaque: *mut PP_Bool) -> PP_Bool = describe;
    PaintImageData(graphics_2d: PP_Resource, image_data: PP_Resource, top_left: *const PP_Point, src_rect: *const PP_Rect) = paint_image_data;
    Scroll(graphics_2d: PP_Resource, clip_rect: *const PP_Rect, amount: *const PP_Point) = scroll;
    ReplaceContents(graphics_2d: PP_Resource, image_data: PP_Resource) = replace_contents;
    Flush(graphics_2d: PP_Resource, callback: PP_CompletionCallback) -> int32_t = flush;
    SetScale(resource: PP_Resource, scale: float) -> PP_Bool = set_scale;
    GetScale(resource: PP_Resource) -> float = get_scale;
    SetLayerTransform(resource: PP_Resource, scale: float, origin: *const PP_Point, translate: *const PP_Point) -> PP_Bool = set_layer_transform;
};

/// Without the transform of the layer.
pub(crate) const GRAPHICS2_D_1_1: Interface = GRAPHICS2_D_1_2.earlier("1.1", 9);

/// Without scales.
pub(crate) const GRAPHICS2_D_1_0: Interface = GRAPHICS2_D_1_2.earlier("1.0", 7);

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let size = picture_size(call.words(1)?);
    let is_opaque = call.arg(2) != 0;
    let id = size.map_or(0, |size| call.create_surface(size, is_opaque));
    word(id)
}

fn is_graphics_2d(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<Surface>(0).is_some())
}

fn describe(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let surface = call.resource::<Surface>(0);
    let Some((size, is_opaque)) = surface.map(|one| (one.size(), one.is_opaque())) else {
        return boolean(false);
    };
    call.store_words(1, size)?;
    call.store_word(2, u32::from(is_opaque))?;
    boolean(true)
}

/// Queues an operation, or says on the console what is wrong with it.
fn queue(call: &mut Call<'_, '_>, operation: Result<Operation, &str>) -> Result<Action, Fault> {
    let id = call.arg(0);
    let reason = match operation {
        Ok(operation) if call.queue(id, operation) => return NOTHING,
        Ok(_) => "there is no memory for it",
        Err(reason) => reason,
    };
    let text = format!("PPB_Graphics2D: nothing is drawn: {reason}");
    call.kernel.devices.page.log(LogLevel::Error, &text);
    NOTHING
}

const NO_SURFACE: &str = "this is no PPB_Graphics2D resource";
const NO_IMAGE: &str = "this is no PPB_ImageData resource";

/// The sizes of the surface and the image that the first arguments name.
fn sizes(call: &mut Call<'_, '_>) -> Result<(Size, Size), &'static str> {
    let surface = call.resource::<Surface>(0).ok_or(NO_SURFACE)?.size();
    let image = call.resource::<Image>(1).ok_or(NO_IMAGE)?.size;
    Ok((surface, image))
}

/// The part of a picture that an optional `PP_Rect` means.
fn area(call: &mut Call<'_, '_>, index: usize, size: Size) -> Result<Option<Area>, Fault> {
    match call.arg(index) {
        0 => Ok(Some(Area::whole(size))),
        _ => Ok(Area::within(size, call.words(index)?)),
    }
}

/// The `PP_Point` that an argument points to.
fn point(call: &mut Call<'_, '_>, index: usize) -> Result<[i32; 2], Fault> {
    Ok(call.words(index)?.map(|word| word as i32))
}

/// Nothing is clipped: a part that does not lie within the surface is not painted.
fn paint_image_data(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (surface, image) = match sizes(call) {
        Ok(sizes) => sizes,
        Err(reason) => return queue(call, Err(reason)),
    };
    let top_left = point(call, 2)?;
    let source = area(call, 3, image)?;
    let target = source.and_then(|source| source.moved(surface, top_left));
    let operation = match (source, target) {
        (None, _) => Err("the rectangle is not within the image"),
        (_, None) => Err("the rectangle would not be within the surface"),
        (Some(source), Some(target)) => Ok(Operation::Paint {
            image: call.arg(1),
            source,
            target,
        }),
    };
    queue(call, operation)
}

fn scroll(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some(size) = call.resource::<Surface>(0).map(|surface| surface.size()) else {
        return queue(call, Err(NO_SURFACE));
    };
    let by = point(call, 2)?;
    let is_far = by
        .iter()
        .zip(size)
        .any(|(by, len)| by.unsigned_abs() >= len);
    let operation = match area(call, 1, size)? {
        None => Err("the rectangle is not within the surface"),
        Some(_) if is_far => Err("it is scrolled by more than its size"),
        Some(clip) => Ok(Operation::Scroll { clip, by }),
    };
    queue(call, operation)
}

fn replace_contents(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let image = call.arg(1);
    let operation = sizes(call).and_then(|(surface, size)| match surface == size {
        true => Ok(Operation::Replace { image }),
        false => Err("the image has another size than the surface"),
    });
    queue(call, operation)
}

fn flush(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Surface>(0);
    call.complete(1, owner, |call, pending| {
        let id = call.arg(0);
        if call.kernel.is_presenting(id) {
            return Ok(Begun::from(PpError::InProgress));
        }
        call.flush(id, pending)
    })
}

/// Whether a scale can be; "not a number" cannot.
fn is_scale(scale: f32) -> bool {
    scale > 0.0
}

/// Counts from the next picture on.
fn set_scale(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (id, scale) = (call.arg(0), call.float_arg(1));
    let Some(surface) = call.resource::<Surface>(0).filter(|_| is_scale(scale)) else {
        return boolean(false);
    };
    surface.scale = scale;
    call.kernel.surface_changed(id);
    boolean(true)
}

fn get_scale(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let surface = call.resource::<Surface>(0);
    float(surface.map_or(0.0, |surface| surface.scale))
}

/// The layer is made larger around `origin`, and moved by `translate` to the left and
/// up.
fn set_layer_transform(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let scale = call.float_arg(1);
    if call.resource::<Surface>(0).is_none() || !is_scale(scale) {
        return boolean(false);
    }
    let (origin, translate) = (point(call, 2)?, point(call, 3)?);
    let offset = [0, 1].map(|axis| (1.0 - scale) * origin[axis] as f32 - translate[axis] as f32);
    let id = call.arg(0);
    boolean(call.queue(id, Operation::Transform { scale, offset }))
}
