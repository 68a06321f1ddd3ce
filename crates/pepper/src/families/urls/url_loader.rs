//! `PPB_URLLoader`: loads of URLs.

use crate::families::urls::loader::Loader;
use crate::kernel::call::{Call, NOTHING, boolean, word};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const URL_LOADER_1_0: Interface = interface! { "PPB_URLLoader" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsURLLoader(resource: PP_Resource) -> PP_Bool = is_url_loader;
    Open(loader: PP_Resource, request_info: PP_Resource, callback: PP_CompletionCallback) -> int32_t = open;
    FollowRedirect(loader: PP_Resource, callback: PP_CompletionCallback) -> int32_t = follow_redirect;
    GetUploadProgress(loader: PP_Resource, bytes_sent: *mut int64_t, total_bytes_to_be_sent: *mut int64_t) -> PP_Bool = get_upload_progress;
    GetDownloadProgress(loader: PP_Resource, bytes_received: *mut int64_t, total_bytes_to_be_received: *mut int64_t) -> PP_Bool = get_download_progress;
    GetResponseInfo(loader: PP_Resource) -> PP_Resource = get_response_info;
    ReadResponseBody(loader: PP_Resource, buffer: *mut void, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = read_response_body;
    FinishStreamingToFile(loader: PP_Resource, callback: PP_CompletionCallback) -> int32_t = finish_streaming_to_file;
    Close(loader: PP_Resource) = close;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let loader = Loader::new(&call.kernel.budget);
    word(call.create(loader))
}

fn is_url_loader(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<Loader>(0).is_some())
}

/// Ends when the head of a response has come, whatever its status is.
fn open(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Loader>(0);
    let (loader, request) = (call.arg(0), call.arg(1));
    call.complete(2, owner, |call, id| {
        Ok(call.open_loader(loader, request, id))
    })
}

/// Ends when the head of the next response has come.
fn follow_redirect(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Loader>(0);
    let loader = call.arg(0);
    call.complete(1, owner, |call, id| Ok(call.follow_redirect(loader, id)))
}

/// Stores how far a load is; zeros if that is not recorded.
fn give_progress(
    call: &mut Call<'_, '_>,
    progress: fn(&Loader) -> Option<[i64; 2]>,
) -> Result<Action, Fault> {
    let progress = call.resource::<Loader>(0).and_then(|one| progress(one));
    for (index, value) in (1..).zip(progress.unwrap_or([0; 2])) {
        let place = call.arg(index);
        call.context.memory.store(place, value.to_le_bytes())?;
    }
    boolean(progress.is_some())
}

fn get_upload_progress(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    give_progress(call, Loader::upload_progress)
}

fn get_download_progress(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    give_progress(call, Loader::download_progress)
}

/// With a new reference for the caller; 0 before there is a response.
fn get_response_info(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let response = call.resource::<Loader>(0).map_or(0, |one| one.response());
    call.kernel.resources.add_ref(response);
    word(response)
}

/// Ends with the number of bytes, 0 at the end.
fn read_response_body(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Loader>(0);
    let (loader, buffer, len) = (call.arg(0), call.arg(1), call.arg(2) as i32);
    call.complete(3, owner, |call, id| call.read_body(loader, buffer, len, id))
}

/// Ends when the whole body is in its file.
fn finish_streaming_to_file(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<Loader>(0);
    let loader = call.arg(0);
    call.complete(1, owner, |call, id| Ok(call.finish_file(loader, id)))
}

fn close(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    call.close_loader(call.arg(0));
    NOTHING
}
