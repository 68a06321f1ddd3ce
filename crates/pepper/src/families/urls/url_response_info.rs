//! `PPB_URLResponseInfo`: the head of a response.
//!
//! Source: Chromium's `ppapi/proxy/url_response_info_resource.cc`.

use crate::families::urls::loader::Response;
use crate::kernel::call::{Call, boolean, word};
use crate::kernel::var::Var;
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const URL_RESPONSE_INFO_1_0: Interface = interface! { "PPB_URLResponseInfo" "1.0" Stable:
    IsURLResponseInfo(resource: PP_Resource) -> PP_Bool = is_url_response_info;
    GetProperty(response: PP_Resource, property: PP_URLResponseProperty) -> PP_Var = get_property;
    GetBodyAsFileRef(response: PP_Resource) -> PP_Resource = get_body_as_file_ref;
};

fn is_url_response_info(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<Response>(0).is_some())
}

fn get_property(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let property = call.arg(2);
    let Some(response) = call.resource::<Response>(1) else {
        return call.give_var(0, Var::Undefined);
    };
    let head = &response.head;
    let text = match property {
        0 => Some(head.url.clone()),
        1 => head.redirect.clone(),
        // Chrome gave the text of the status for the method of a redirect.
        2 => head.redirect.as_ref().map(|_| head.status_text.clone()),
        3 => {
            let status = Var::Int32(head.status.into());
            return call.give_var(0, status);
        }
        4 => Some(head.status_text.clone()),
        5 => Some(response.headers()),
        _ => None,
    };
    let var = text.map_or(Var::Undefined, |text| call.kernel.vars.string(&text));
    call.give_var(0, var)
}

/// With a new reference for the caller; 0 if the body is in no file.
fn get_body_as_file_ref(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let file_ref = call.resource::<Response>(0).map_or(0, |one| one.file_ref);
    call.kernel.resources.add_ref(file_ref);
    word(file_ref)
}
