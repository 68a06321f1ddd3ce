//! `PPB_MediaStreamVideoTrack`: video tracks of a page, frame by frame.

use crate::families::media::track::{self, VideoFrame, VideoTrack};
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_Resource, int32_t};
use crate::table::typed::{At, CallbackArg, Res};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const MEDIA_STREAM_VIDEO_TRACK_0_1: Interface = interface! { "PPB_MediaStreamVideoTrack" "0.1" Stable:
    IsMediaStreamVideoTrack(resource: PP_Resource) -> PP_Bool => is_media_stream_video_track;
    Configure(video_track: PP_Resource, attrib_list: *const int32_t, callback: PP_CompletionCallback) -> int32_t => configure;
    GetAttrib(video_track: PP_Resource, attrib: PP_MediaStreamVideoTrack_Attrib, value: *mut int32_t) -> int32_t => get_attrib;
    GetId(video_track: PP_Resource) -> PP_Var => get_id;
    HasEnded(video_track: PP_Resource) -> PP_Bool => has_ended;
    GetFrame(video_track: PP_Resource, frame: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => get_frame;
    RecycleFrame(video_track: PP_Resource, frame: PP_Resource) -> int32_t => recycle_frame;
    Close(video_track: PP_Resource) => close;
}
.with_support(FROM_PAGES);

/// Tracks come only from pages.
pub(crate) const FROM_PAGES: Support =
    Support::Partly("only pages provide tracks, in Chromium and its relatives");

fn is_media_stream_video_track(call: &mut Call<'_, '_>, resource: Res<VideoTrack>) -> bool {
    call.get(resource).is_some()
}

fn configure(
    call: &mut Call<'_, '_>,
    track: Res<VideoTrack>,
    attributes: At<int32_t>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(track);
    call.complete(callback, owner, |call, _| {
        track::configure(call, track, attributes)
    })
}

fn get_attrib(
    call: &mut Call<'_, '_>,
    track: Res<VideoTrack>,
    name: u32,
    value: At<int32_t>,
) -> Result<i32, Fault> {
    track::get_attribute(call, track, name, value)
}

fn get_id(call: &mut Call<'_, '_>, track: Res<VideoTrack>) -> Var {
    track::get_id(call, track)
}

/// Returns true if the track has ended or does not exist.
fn has_ended(call: &mut Call<'_, '_>, track: Res<VideoTrack>) -> bool {
    call.get(track).is_none_or(|track| track.has_ended())
}

fn get_frame(
    call: &mut Call<'_, '_>,
    track: Res<VideoTrack>,
    frame: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(track);
    call.complete(callback, owner, |call, id| {
        Ok(track::get_frame(call, track, frame, id))
    })
}

fn recycle_frame(call: &mut Call<'_, '_>, track: Res<VideoTrack>, frame: Res<VideoFrame>) -> i32 {
    track::recycle(call, track, frame)
}

fn close(call: &mut Call<'_, '_>, track: Res<VideoTrack>) {
    track::close(call.kernel, track.id);
}
