//! `PPB_VideoFrame`: the frames of video tracks.

use crate::families::media::media_stream_video_track::FROM_PAGES;
use crate::families::media::track::{FramePicture, VideoFrame};
use crate::kernel::call::Call;
use crate::table::ctypes::PP_Size;
use crate::table::typed::{At, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const VIDEO_FRAME_0_1: Interface = interface! { "PPB_VideoFrame" "0.1" Stable:
    IsVideoFrame(resource: PP_Resource) -> PP_Bool => is_video_frame;
    GetTimestamp(frame: PP_Resource) -> PP_TimeDelta => get_timestamp;
    SetTimestamp(frame: PP_Resource, timestamp: PP_TimeDelta) => set_timestamp;
    GetFormat(frame: PP_Resource) -> PP_VideoFrame_Format => get_format;
    GetSize(frame: PP_Resource, size: *mut PP_Size) -> PP_Bool => get_size;
    GetDataBuffer(frame: PP_Resource) -> *mut void => get_data_buffer;
    GetDataBufferSize(frame: PP_Resource) -> uint32_t => get_data_buffer_size;
}
.with_support(FROM_PAGES);

/// Returns the frame, unless it was recycled.
fn frame<'a>(call: &'a mut Call<'_, '_>, named: Res<VideoFrame>) -> Option<&'a mut VideoFrame> {
    call.get(named).filter(|frame| frame.picture.is_some())
}

fn picture<'a>(call: &'a mut Call<'_, '_>, named: Res<VideoFrame>) -> Option<&'a FramePicture> {
    call.get(named)?.picture.as_ref()
}

fn is_video_frame(call: &mut Call<'_, '_>, resource: Res<VideoFrame>) -> bool {
    call.get(resource).is_some()
}

fn get_timestamp(call: &mut Call<'_, '_>, named: Res<VideoFrame>) -> f64 {
    frame(call, named).map_or(0.0, |frame| frame.time)
}

fn set_timestamp(call: &mut Call<'_, '_>, named: Res<VideoFrame>, time: f64) {
    if let Some(frame) = frame(call, named) {
        frame.time = time;
    }
}

fn get_format(call: &mut Call<'_, '_>, named: Res<VideoFrame>) -> u32 {
    picture(call, named).map_or(0, |picture| picture.format)
}

fn get_size(
    call: &mut Call<'_, '_>,
    named: Res<VideoFrame>,
    size: At<PP_Size>,
) -> Result<bool, Fault> {
    let Some(pixels) = picture(call, named).map(|picture| picture.size) else {
        return Ok(false);
    };
    size.write_words(call, pixels)?;
    Ok(true)
}

fn get_data_buffer(call: &mut Call<'_, '_>, named: Res<VideoFrame>) -> u32 {
    picture(call, named).map_or(0, FramePicture::address)
}

fn get_data_buffer_size(call: &mut Call<'_, '_>, named: Res<VideoFrame>) -> u32 {
    picture(call, named).map_or(0, |picture| picture.len)
}
