//! `PPB_Graphics3D`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const GRAPHICS3_D_1_0: Interface = interface! { "PPB_Graphics3D" "1.0" Stable:
    GetAttribMaxValue(instance: PP_Resource, attribute: int32_t, value: *mut int32_t) -> int32_t = unfinished;
    Create(instance: PP_Instance, share_context: PP_Resource, attrib_list: *const int32_t) -> PP_Resource = unfinished;
    IsGraphics3D(resource: PP_Resource) -> PP_Bool = unfinished;
    GetAttribs(context: PP_Resource, attrib_list: *mut int32_t) -> int32_t = unfinished;
    SetAttribs(context: PP_Resource, attrib_list: *const int32_t) -> int32_t = unfinished;
    GetError(context: PP_Resource) -> int32_t = unfinished;
    ResizeBuffers(context: PP_Resource, width: int32_t, height: int32_t) -> int32_t = unfinished;
    SwapBuffers(context: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
};
