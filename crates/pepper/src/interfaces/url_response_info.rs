//! `PPB_URLResponseInfo`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const URL_RESPONSE_INFO_1_0: Interface = interface! { "PPB_URLResponseInfo" "1.0" Stable:
    IsURLResponseInfo(resource: PP_Resource) -> PP_Bool = unfinished;
    GetProperty(response: PP_Resource, property: PP_URLResponseProperty) -> PP_Var = unfinished;
    GetBodyAsFileRef(response: PP_Resource) -> PP_Resource = unfinished;
};
