//! Wraps an FFmpeg decoder with its input and output buffers.

use super::functions::{Frame, Functions, Packet};
use crate::decoder::{Coding, DecodeError, MAX_PIXELS, Picture};
use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

/// `AVERROR_INVALIDDATA`.
const INVALID_DATA: c_int = -i32::from_le_bytes(*b"INDA");

/// `SWS_BILINEAR`, `SWS_ACCURATE_RND` and `SWS_BITEXACT`. They give the same colours on every
/// processor.
const SCALING: c_int = 2 | 0x40000 | 0x80000;

/// Alignment of rows for the conversion, in bytes. It is the size of the largest vector register.
const ALIGNMENT: usize = 64;

/// The result of requesting a picture from a decoder.
pub(crate) enum Received {
    /// A picture.
    Picture(Picture),
    /// No picture is available until more data arrives.
    Nothing,
}

/// An open decoder.
#[derive(Debug)]
pub(crate) struct Context {
    functions: Arc<Functions>,
    /// `AVCodecContext`.
    codec: NonNull<c_void>,
    packet: NonNull<Packet>,
    frame: NonNull<Frame>,
    /// `SwsContext`; null until the first picture is converted.
    converter: *mut c_void,
    /// The pixel format RGBA.
    rgba: c_int,
}

// SAFETY: FFmpeg keeps no state per thread, and each object here belongs to a single context.
unsafe impl Send for Context {}

impl Context {
    /// Opens a decoder that uses no threads.
    pub(super) fn new(functions: Arc<Functions>, coding: Coding) -> Option<Context> {
        let name = match coding {
            Coding::H264 => c"h264",
            Coding::Vp8 => c"vp8",
            Coding::Vp9 => c"vp9",
        };
        // SAFETY: the name ends with a zero byte. `context` owns the allocation from here on and
        // frees it even if opening fails.
        let (decoder, mut context) = unsafe {
            let decoder = (functions.avcodec_find_decoder_by_name)(name.as_ptr());
            if decoder.is_null() {
                return None;
            }
            let mut codec = (functions.avcodec_alloc_context3)(decoder);
            let mut packet = (functions.av_packet_alloc)();
            let mut frame = (functions.av_frame_alloc)();
            let all = (
                NonNull::new(codec),
                NonNull::new(packet),
                NonNull::new(frame),
            );
            let (Some(codec), Some(packet), Some(frame)) = all else {
                // All of these accept a null pointer.
                (functions.avcodec_free_context)(&raw mut codec);
                (functions.av_packet_free)(&raw mut packet);
                (functions.av_frame_free)(&raw mut frame);
                return None;
            };
            let rgba = (functions.av_get_pix_fmt)(c"rgba".as_ptr());
            let context = Context {
                functions,
                codec,
                packet,
                frame,
                converter: ptr::null_mut(),
                rgba,
            };
            (decoder, context)
        };
        context.open(decoder, coding).then_some(context)
    }

    /// Opens the decoder. Returns true on success.
    fn open(&mut self, decoder: *const c_void, coding: Coding) -> bool {
        let pixels = CString::new(MAX_PIXELS.to_string()).unwrap_or_default();
        let mut options: Vec<(&CStr, &CStr)> = vec![
            (c"threads", c"1"),
            (c"flags", c"low_delay"),
            (c"max_pixels", &pixels),
        ];
        // A program may send one NAL unit at a time.
        if coding == Coding::H264 {
            options.push((c"flags2", c"chunks"));
        }
        let mut dictionary = ptr::null_mut();
        // SAFETY: names and values end with zero bytes, and the dictionary copies them. The decoder
        // belongs to the library, and the context is not open.
        unsafe {
            for (name, value) in options {
                (self.functions.av_dict_set)(&raw mut dictionary, name.as_ptr(), value.as_ptr(), 0);
            }
            let result =
                (self.functions.avcodec_open2)(self.codec.as_ptr(), decoder, &raw mut dictionary);
            (self.functions.av_dict_free)(&raw mut dictionary);
            result >= 0
        }
    }

    /// Sends data of the stream. It must not be empty.
    pub(crate) fn send(&mut self, unit: u32, bytes: &[u8]) -> Result<(), DecodeError> {
        let size = c_int::try_from(bytes.len()).map_err(|_| DecodeError::Failed)?;
        let packet = self.packet.as_ptr();
        // SAFETY: the packet is empty, and gets memory for the bytes, with zeros after them that
        // FFmpeg may read. The decoder keeps a reference of its own to it.
        let result = unsafe {
            if (self.functions.av_new_packet)(packet, size) < 0 {
                return Err(DecodeError::Failed);
            }
            ptr::copy_nonoverlapping(bytes.as_ptr(), (*packet).data, bytes.len());
            (*packet).time = i64::from(unit);
            (*packet).decoding_time = i64::from(unit);
            let result = (self.functions.avcodec_send_packet)(self.codec.as_ptr(), packet);
            (self.functions.av_packet_unref)(packet);
            result
        };
        outcome(result)
    }

    /// Sends the end of the stream.
    pub(crate) fn send_end(&mut self) -> Result<(), DecodeError> {
        // SAFETY: a null pointer is the end of the stream.
        outcome(unsafe { (self.functions.avcodec_send_packet)(self.codec.as_ptr(), ptr::null()) })
    }

    /// Requests the next picture.
    pub(crate) fn receive(&mut self) -> Result<Received, DecodeError> {
        // SAFETY: the decoder and the frame are valid; the frame's previous contents are freed.
        let result = unsafe {
            (self.functions.avcodec_receive_frame)(self.codec.as_ptr(), self.frame.as_ptr())
        };
        match result {
            0.. => {}
            INVALID_DATA => return Err(DecodeError::Malformed),
            // The decoder needs more data, or the end was reached.
            _ => return Ok(Received::Nothing),
        }
        let picture = self.convert();
        // SAFETY: the frame is valid.
        unsafe { (self.functions.av_frame_unref)(self.frame.as_ptr()) };
        picture.map(Received::Picture)
    }

    /// Converts the picture in the frame to RGBA.
    fn convert(&mut self) -> Result<Picture, DecodeError> {
        // SAFETY: the decoder has filled the frame.
        let frame = unsafe { self.frame.as_ref() };
        let side = |side: c_int| u32::try_from(side).ok().filter(|&side| side > 0);
        let (Some(width), Some(height)) = (side(frame.width), side(frame.height)) else {
            return Err(DecodeError::Failed);
        };
        let pixels = width.checked_mul(height);
        if pixels.is_none_or(|pixels| pixels > MAX_PIXELS) {
            return Err(DecodeError::Failed);
        }
        // Conversion may write up to the end of a vector register after each row.
        let row = width as usize * 4;
        let stride = row.next_multiple_of(ALIGNMENT);
        let mut rgba = vec![0; stride * height as usize + ALIGNMENT];
        let rows = [
            rgba.as_mut_ptr(),
            ptr::null_mut(),
            ptr::null_mut(),
            ptr::null_mut(),
        ];
        let line_sizes = [
            c_int::try_from(stride).map_err(|_| DecodeError::Failed)?,
            0,
            0,
            0,
        ];
        // SAFETY: sizes and format are the frame's. The destination has `height` rows of `stride`
        // bytes, each with room for `width` pixels of four bytes, and some more at the end.
        let converted = unsafe {
            self.converter = (self.functions.sws_getCachedContext)(
                self.converter,
                frame.width,
                frame.height,
                frame.format,
                frame.width,
                frame.height,
                self.rgba,
                SCALING,
                ptr::null_mut(),
                ptr::null_mut(),
                ptr::null(),
            );
            !self.converter.is_null()
                && (self.functions.sws_scale)(
                    self.converter,
                    frame.data.as_ptr().cast(),
                    frame.line_sizes.as_ptr(),
                    0,
                    frame.height,
                    rows.as_ptr(),
                    line_sizes.as_ptr(),
                ) == frame.height
        };
        if !converted {
            return Err(DecodeError::Failed);
        }
        for index in 1..height as usize {
            rgba.copy_within(index * stride..index * stride + row, index * row);
        }
        rgba.truncate(row * height as usize);
        Ok(Picture {
            // `send` has stored the number of the unit there.
            unit: frame.time as u32,
            size: [width, height],
            rgba,
        })
    }

    /// Discards all data in the decoder.
    pub(crate) fn forget(&mut self) {
        // SAFETY: the decoder is open.
        unsafe { (self.functions.avcodec_flush_buffers)(self.codec.as_ptr()) };
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let (mut codec, mut packet, mut frame) = (
            self.codec.as_ptr(),
            self.packet.as_ptr(),
            self.frame.as_ptr(),
        );
        // SAFETY: these were allocated by the library, and nothing else has them. The converter may
        // be null.
        unsafe {
            (self.functions.sws_freeContext)(self.converter);
            (self.functions.av_frame_free)(&raw mut frame);
            (self.functions.av_packet_free)(&raw mut packet);
            (self.functions.avcodec_free_context)(&raw mut codec);
        }
    }
}

/// Converts the return value of an FFmpeg function.
fn outcome(result: c_int) -> Result<(), DecodeError> {
    match result {
        0.. => Ok(()),
        INVALID_DATA => Err(DecodeError::Malformed),
        _ => Err(DecodeError::Failed),
    }
}
