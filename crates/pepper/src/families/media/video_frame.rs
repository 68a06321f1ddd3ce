//! `PPB_VideoFrame`: pictures of tracks.

use crate::families::media::media_stream_video_track::FROM_PAGES;
use crate::families::media::track::{FramePicture, VideoFrame};
use crate::kernel::call::{Call, NOTHING, boolean, double, word};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const VIDEO_FRAME_0_1: Interface = interface! { "PPB_VideoFrame" "0.1" Stable:
    IsVideoFrame(resource: PP_Resource) -> PP_Bool = is_video_frame;
    GetTimestamp(frame: PP_Resource) -> PP_TimeDelta = get_timestamp;
    SetTimestamp(frame: PP_Resource, timestamp: PP_TimeDelta) = set_timestamp;
    GetFormat(frame: PP_Resource) -> PP_VideoFrame_Format = get_format;
    GetSize(frame: PP_Resource, size: *mut PP_Size) -> PP_Bool = get_size;
    GetDataBuffer(frame: PP_Resource) -> *mut void = get_data_buffer;
    GetDataBufferSize(frame: PP_Resource) -> uint32_t = get_data_buffer_size;
}
.with_support(FROM_PAGES);

/// The frame, unless it was given back.
fn frame<'a>(call: &'a mut Call<'_, '_>) -> Option<&'a mut VideoFrame> {
    let frame = call.resource::<VideoFrame>(0)?;
    frame.picture.is_some().then_some(frame)
}

fn picture<'a>(call: &'a mut Call<'_, '_>) -> Option<&'a FramePicture> {
    frame(call)?.picture.as_ref()
}

fn is_video_frame(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<VideoFrame>(0).is_some())
}

fn get_timestamp(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    double(frame(call).map_or(0.0, |frame| frame.time))
}

fn set_timestamp(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let time = call.double_arg(1);
    if let Some(frame) = frame(call) {
        frame.time = time;
    }
    NOTHING
}

fn get_format(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(picture(call).map_or(0, |picture| picture.format))
}

fn get_size(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some(size) = picture(call).map(|picture| picture.size) else {
        return boolean(false);
    };
    call.store_words(1, size)?;
    boolean(true)
}

fn get_data_buffer(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(picture(call).map_or(0, FramePicture::address))
}

fn get_data_buffer_size(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(picture(call).map_or(0, |picture| picture.len))
}
