//! `PPB_URLResponseInfo`: the head of a response.
//!
//! Source: Chromium's `ppapi/proxy/url_response_info_resource.cc`.

use crate::families::urls::loader::Response;
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::typed::Res;
use crate::table::{Interface, interface};

pub(crate) const URL_RESPONSE_INFO_1_0: Interface = interface! { "PPB_URLResponseInfo" "1.0" Stable:
    IsURLResponseInfo(resource: PP_Resource) -> PP_Bool => is_url_response_info;
    GetProperty(response: PP_Resource, property: PP_URLResponseProperty) -> PP_Var => get_property;
    GetBodyAsFileRef(response: PP_Resource) -> PP_Resource => get_body_as_file_ref;
};

fn is_url_response_info(call: &mut Call<'_, '_>, resource: Res<Response>) -> bool {
    call.get(resource).is_some()
}

fn get_property(call: &mut Call<'_, '_>, response: Res<Response>, property: u32) -> Var {
    let Some(response) = call.get(response) else {
        return Var::Undefined;
    };
    let head = &response.head;
    let text = match property {
        0 => Some(head.url.clone()),
        1 => head.redirect.clone(),
        // For the property "redirect method", Chrome returned the status text.
        2 => head.redirect.as_ref().map(|_| head.status_text.clone()),
        3 => return Var::Int32(head.status.into()),
        4 => Some(head.status_text.clone()),
        5 => Some(response.headers()),
        _ => None,
    };
    text.map_or(Var::Undefined, |text| call.kernel.vars.string(&text))
}

/// Returns the file with the body, with a new reference for the caller; 0 if the body is not in a
/// file.
fn get_body_as_file_ref(call: &mut Call<'_, '_>, response: Res<Response>) -> u32 {
    let file_ref = call.get(response).map_or(0, |one| one.file_ref);
    call.kernel.resources.add_ref(file_ref);
    file_ref
}
