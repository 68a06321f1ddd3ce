//! `PPB_ImageData`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const IMAGE_DATA_1_0: Interface = interface! { "PPB_ImageData" "1.0" Stable:
    GetNativeImageDataFormat() -> PP_ImageDataFormat = unfinished;
    IsImageDataFormatSupported(format: PP_ImageDataFormat) -> PP_Bool = unfinished;
    Create(instance: PP_Instance, format: PP_ImageDataFormat, size: *const PP_Size, init_to_zero: PP_Bool) -> PP_Resource = unfinished;
    IsImageData(image_data: PP_Resource) -> PP_Bool = unfinished;
    Describe(image_data: PP_Resource, desc: *mut PP_ImageDataDesc) -> PP_Bool = unfinished;
    Map(image_data: PP_Resource) -> *mut void = unfinished;
    Unmap(image_data: PP_Resource) = unfinished;
};
