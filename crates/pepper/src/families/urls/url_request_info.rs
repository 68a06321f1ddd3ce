//! `PPB_URLRequestInfo`: the properties of a request.

use crate::device::page::LogLevel;
use crate::families::files::file::FileRef;
use crate::families::files::transfer::FilePart;
use crate::families::urls::request::RequestInfo;
use crate::kernel::call::Call;
use crate::table::ctypes::{PP_Var, void};
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const URL_REQUEST_INFO_1_0: Interface = interface! { "PPB_URLRequestInfo" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsURLRequestInfo(resource: PP_Resource) -> PP_Bool => is_url_request_info;
    SetProperty(request: PP_Resource, property: PP_URLRequestProperty, value: PP_Var) -> PP_Bool => set_property;
    AppendDataToBody(request: PP_Resource, data: *const void, len: uint32_t) -> PP_Bool => append_data_to_body;
    AppendFileToBody(request: PP_Resource, file_ref: PP_Resource, start_offset: int64_t, number_of_bytes: int64_t, expected_last_modified_time: PP_Time) -> PP_Bool => append_file_to_body;
};

const WRONG_PROPERTY: &str =
    "PPB_URLRequestInfo.SetProperty: there is no such property, or it takes another type";

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    if !instance.is_own() {
        return 0;
    }
    let request = RequestInfo::new(call.kernel.budget.empty_charge());
    call.create(request)
}

fn is_url_request_info(call: &mut Call<'_, '_>, resource: Res<RequestInfo>) -> bool {
    call.get(resource).is_some()
}

fn set_property(
    call: &mut Call<'_, '_>,
    request: Res<RequestInfo>,
    property: u32,
    value: At<PP_Var>,
) -> Result<bool, Fault> {
    let value = value.read(call)?;
    let text = call.kernel.vars.text(value).cloned();
    if !call.has_room(text.as_ref().map_or(0, |text| text.len() as u64)) {
        return Ok(false);
    }
    let Some(request) = call.get(request) else {
        return Ok(false);
    };
    let is_set = request.set(property, value, text.as_ref());
    if !is_set {
        let page = &mut call.kernel.devices.page;
        page.log(LogLevel::Error, WRONG_PROPERTY);
    }
    Ok(is_set)
}

/// Appends a copy of bytes to the body.
fn append_data_to_body(
    call: &mut Call<'_, '_>,
    request: Res<RequestInfo>,
    data: At<void>,
    len: u32,
) -> Result<bool, Fault> {
    // For a moment, two copies exist.
    if call.get(request).is_none() || !call.has_room(2 * u64::from(len)) {
        return Ok(false);
    }
    if len == 0 {
        return Ok(true);
    }
    let bytes = call.context.memory.bytes(data.address, len)?;
    let request = call.get(request);
    Ok(request.is_some_and(|request| request.append(&bytes).is_ok()))
}

/// Appends a part of a file to the body. The file is read when the request is sent.
fn append_file_to_body(
    call: &mut Call<'_, '_>,
    request: Res<RequestInfo>,
    file: Res<FileRef>,
    start: i64,
    count: i64,
    modified: f64,
) -> bool {
    let are_there = call.get(request).is_some() && call.get(file).is_some();
    let Ok(start) = u64::try_from(start) else {
        return false;
    };
    if !are_there || count < -1 {
        return false;
    }
    if count != 0 {
        let part = FilePart {
            file_ref: file.id,
            start,
            count: u64::try_from(count).ok(),
            modified,
        };
        let appended = call.get(request).map(|one| one.append_file(part));
        if appended != Some(Ok(())) {
            return false;
        }
        call.kernel.resources.hold(file.id);
    }
    true
}
