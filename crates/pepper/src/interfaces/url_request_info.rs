//! `PPB_URLRequestInfo`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const URL_REQUEST_INFO_1_0: Interface = interface! { "PPB_URLRequestInfo" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsURLRequestInfo(resource: PP_Resource) -> PP_Bool = unfinished;
    SetProperty(request: PP_Resource, property: PP_URLRequestProperty, value: PP_Var) -> PP_Bool = unfinished;
    AppendDataToBody(request: PP_Resource, data: *const void, len: uint32_t) -> PP_Bool = unfinished;
    AppendFileToBody(request: PP_Resource, file_ref: PP_Resource, start_offset: int64_t, number_of_bytes: int64_t, expected_last_modified_time: PP_Time) -> PP_Bool = unfinished;
};
