//! `PPB_Graphics2D`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const GRAPHICS2_D_1_2: Interface = interface! { "PPB_Graphics2D" "1.2" Stable:
    Create(instance: PP_Instance, size: *const PP_Size, is_always_opaque: PP_Bool) -> PP_Resource = unfinished;
    IsGraphics2D(resource: PP_Resource) -> PP_Bool = unfinished;
    Describe(graphics_2d: PP_Resource, size: *mut PP_Size, is_always_opaque: *mut PP_Bool) -> PP_Bool = unfinished;
    PaintImageData(graphics_2d: PP_Resource, image_data: PP_Resource, top_left: *const PP_Point, src_rect: *const PP_Rect) = unfinished;
    Scroll(graphics_2d: PP_Resource, clip_rect: *const PP_Rect, amount: *const PP_Point) = unfinished;
    ReplaceContents(graphics_2d: PP_Resource, image_data: PP_Resource) = unfinished;
    Flush(graphics_2d: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    SetScale(resource: PP_Resource, scale: float) -> PP_Bool = unfinished;
    GetScale(resource: PP_Resource) -> float = unfinished;
    SetLayerTransform(resource: PP_Resource, scale: float, origin: *const PP_Point, translate: *const PP_Point) -> PP_Bool = unfinished;
};

pub(super) const GRAPHICS2_D_1_1: Interface = GRAPHICS2_D_1_2.earlier("1.1", 9);

pub(super) const GRAPHICS2_D_1_0: Interface = GRAPHICS2_D_1_2.earlier("1.0", 7);
