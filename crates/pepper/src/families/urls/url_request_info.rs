//! `PPB_URLRequestInfo`: what is asked for.

use crate::device::page::LogLevel;
use crate::families::files::file::FileRef;
use crate::families::urls::request::RequestInfo;
use crate::kernel::call::{Call, boolean, word};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const URL_REQUEST_INFO_1_0: Interface = interface! { "PPB_URLRequestInfo" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsURLRequestInfo(resource: PP_Resource) -> PP_Bool = is_url_request_info;
    SetProperty(request: PP_Resource, property: PP_URLRequestProperty, value: PP_Var) -> PP_Bool = set_property;
    AppendDataToBody(request: PP_Resource, data: *const void, len: uint32_t) -> PP_Bool = append_data_to_body;
    AppendFileToBody(request: PP_Resource, file_ref: PP_Resource, start_offset: int64_t, number_of_bytes: int64_t, expected_last_modified_time: PP_Time) -> PP_Bool = append_file_to_body;
};

const WRONG_PROPERTY: &str =
    "PPB_URLRequestInfo.SetProperty: there is no such property, or it takes another type";

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let request = RequestInfo::new(call.kernel.budget.empty_charge());
    word(call.create(request))
}

fn is_url_request_info(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<RequestInfo>(0).is_some())
}

fn set_property(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (number, value) = (call.arg(1), call.var(2)?);
    let text = call.kernel.vars.text(value).cloned();
    if !call.has_room(text.as_ref().map_or(0, |text| text.len() as u64)) {
        return boolean(false);
    }
    let Some(request) = call.resource::<RequestInfo>(0) else {
        return boolean(false);
    };
    let is_set = request.set(number, value, text.as_ref());
    if !is_set {
        call.kernel
            .devices
            .page
            .log(LogLevel::Error, WRONG_PROPERTY);
    }
    boolean(is_set)
}

/// The bytes are copied.
fn append_data_to_body(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (data, len) = (call.arg(1), call.arg(2));
    // There are two copies for a moment.
    if call.resource::<RequestInfo>(0).is_none() || !call.has_room(2 * u64::from(len)) {
        return boolean(false);
    }
    if len == 0 {
        return boolean(true);
    }
    let bytes = call.context.memory.bytes(data, len)?;
    let request = call.resource::<RequestInfo>(0);
    boolean(request.is_some_and(|request| request.append(&bytes).is_ok()))
}

/// The file is read when the request is made.
fn append_file_to_body(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (file_ref, start, count) = (call.arg(1), call.long_arg(2), call.long_arg(3));
    let modified = call.double_arg(4);
    let are_there =
        call.resource::<RequestInfo>(0).is_some() && call.resource::<FileRef>(1).is_some();
    let Ok(start) = u64::try_from(start) else {
        return boolean(false);
    };
    if !are_there || count < -1 {
        return boolean(false);
    }
    if count != 0 {
        let count = u64::try_from(count).ok();
        let request = call.resource::<RequestInfo>(0);
        let appended = request.map(|one| one.append_file(file_ref, start, count, modified));
        if appended != Some(Ok(())) {
            return boolean(false);
        }
        call.kernel.resources.hold(file_ref);
    }
    boolean(true)
}
