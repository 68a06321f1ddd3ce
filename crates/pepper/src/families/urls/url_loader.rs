//! `PPB_URLLoader`: loads URLs.

use crate::families::urls::loader::{self, Loader};
use crate::families::urls::request::RequestInfo;
use crate::kernel::call::Call;
use crate::table::ctypes::{int64_t, void};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const URL_LOADER_1_0: Interface = interface! { "PPB_URLLoader" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsURLLoader(resource: PP_Resource) -> PP_Bool => is_url_loader;
    Open(loader: PP_Resource, request_info: PP_Resource, callback: PP_CompletionCallback) -> int32_t => open;
    FollowRedirect(loader: PP_Resource, callback: PP_CompletionCallback) -> int32_t => follow_redirect;
    GetUploadProgress(loader: PP_Resource, bytes_sent: *mut int64_t, total_bytes_to_be_sent: *mut int64_t) -> PP_Bool => get_upload_progress;
    GetDownloadProgress(loader: PP_Resource, bytes_received: *mut int64_t, total_bytes_to_be_received: *mut int64_t) -> PP_Bool => get_download_progress;
    GetResponseInfo(loader: PP_Resource) -> PP_Resource => get_response_info;
    ReadResponseBody(loader: PP_Resource, buffer: *mut void, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t => read_response_body;
    FinishStreamingToFile(loader: PP_Resource, callback: PP_CompletionCallback) -> int32_t => finish_streaming_to_file;
    Close(loader: PP_Resource) => close;
};

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    if !instance.is_own() {
        return 0;
    }
    let loader = Loader::new(&call.kernel.budget);
    call.create(loader)
}

fn is_url_loader(call: &mut Call<'_, '_>, resource: Res<Loader>) -> bool {
    call.get(resource).is_some()
}

/// Opens a URL. The operation completes when the head of a response has arrived, whatever its
/// status.
fn open(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    request: Res<RequestInfo>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(loader);
    call.complete(callback, owner, |call, id| {
        Ok(loader::open(call.kernel, loader, request, id))
    })
}

/// Follows a redirect. The operation completes when the head of the next response has arrived.
fn follow_redirect(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(loader);
    call.complete(callback, owner, |call, id| {
        Ok(loader::follow_redirect(call.kernel, loader, id))
    })
}

/// Returns the progress of a load. Pending events are handled first, because a thread may call this
/// repeatedly until everything has arrived, and meanwhile the main loop does not run.
fn progress(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    of: impl FnOnce(&Loader) -> Option<[i64; 2]>,
) -> Option<[i64; 2]> {
    call.poll_events();
    call.get(loader).and_then(|one| of(one))
}

/// Stores the progress of a load; zeros if it is not recorded.
fn store_progress(
    call: &mut Call<'_, '_>,
    places: [At<int64_t>; 2],
    progress: Option<[i64; 2]>,
) -> Result<bool, Fault> {
    for (place, value) in places.into_iter().zip(progress.unwrap_or([0; 2])) {
        let memory = &mut *call.context.memory;
        memory.store(place.address, value.to_le_bytes())?;
    }
    Ok(progress.is_some())
}

fn get_upload_progress(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    sent: At<int64_t>,
    to_send: At<int64_t>,
) -> Result<bool, Fault> {
    let progress = progress(call, loader, Loader::upload_progress);
    store_progress(call, [sent, to_send], progress)
}

fn get_download_progress(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    received: At<int64_t>,
    to_receive: At<int64_t>,
) -> Result<bool, Fault> {
    let progress = progress(call, loader, Loader::download_progress);
    store_progress(call, [received, to_receive], progress)
}

/// Returns the response with a new reference for the caller; 0 if there is none yet.
fn get_response_info(call: &mut Call<'_, '_>, loader: Res<Loader>) -> u32 {
    let response = call.get(loader).map_or(0, |one| one.response());
    call.kernel.resources.add_ref(response);
    response
}

/// Reads a part of the body. The operation completes with the number of bytes, or 0 at the end.
fn read_response_body(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    buffer: At<void>,
    len: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(loader);
    call.complete(callback, owner, |call, id| {
        loader::read_body(call, loader, (buffer.address, len), id)
    })
}

/// Completes when the whole body has been written to its file.
fn finish_streaming_to_file(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(loader);
    call.complete(callback, owner, |call, id| {
        Ok(loader::finish_file(call.kernel, loader, id))
    })
}

fn close(call: &mut Call<'_, '_>, loader: Res<Loader>) {
    loader::close(call.kernel, loader);
}
