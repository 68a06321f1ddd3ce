//! `PPB_MediaStreamVideoTrack`: pictures of a page's, which come as they are made.

use crate::families::media::track::VideoTrack;
use crate::kernel::call::{Call, NOTHING, boolean, code};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const MEDIA_STREAM_VIDEO_TRACK_0_1: Interface = interface! { "PPB_MediaStreamVideoTrack" "0.1" Stable:
    IsMediaStreamVideoTrack(resource: PP_Resource) -> PP_Bool = is_media_stream_video_track;
    Configure(video_track: PP_Resource, attrib_list: *const int32_t, callback: PP_CompletionCallback) -> int32_t = configure;
    GetAttrib(video_track: PP_Resource, attrib: PP_MediaStreamVideoTrack_Attrib, value: *mut int32_t) -> int32_t = get_attrib;
    GetId(video_track: PP_Resource) -> PP_Var = get_id;
    HasEnded(video_track: PP_Resource) -> PP_Bool = has_ended;
    GetFrame(video_track: PP_Resource, frame: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = get_frame;
    RecycleFrame(video_track: PP_Resource, frame: PP_Resource) -> int32_t = recycle_frame;
    Close(video_track: PP_Resource) = close;
}
.with_support(FROM_PAGES);

/// Where there are tracks.
pub(crate) const FROM_PAGES: Support =
    Support::Partly("tracks come from pages alone, in Chromium and its relatives");

fn is_media_stream_video_track(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<VideoTrack>(0).is_some())
}

fn configure(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<VideoTrack>(0);
    call.complete(2, owner, |call, _| call.track_configure())
}

fn get_attrib(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let result = call.track_attribute()?;
    code(result)
}

fn get_id(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    call.track_id()
}

fn has_ended(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.track_has_ended())
}

fn get_frame(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<VideoTrack>(0);
    call.complete(2, owner, |call, id| Ok(call.track_get_frame(id)))
}

fn recycle_frame(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    code(call.track_recycle())
}

fn close(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    call.track_close();
    NOTHING
}
