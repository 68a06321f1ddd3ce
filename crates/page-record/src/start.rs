//! Encodes the state in which a page started a program.

use crate::event;
use pinnacle_pepper::view::{Rect, View};
use pinnacle_record::bytes::{Reader, put_bytes, put_number, put_signed};
use pinnacle_record::{Kind, Recording};
use std::time::Duration;

/// The state in which a page started a program, in addition to the header of the recording.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// The first view of the element.
    pub view: View,
    /// The base URL of relative addresses in the document.
    pub base_url: String,
    /// The number of processors that the program sees.
    pub processors: u32,
    /// The time at which the recording begins, since the start of 1970.
    pub time: Duration,
    /// True if the program has threads, which took turns.
    pub takes_turns: bool,
}

impl Start {
    /// Encodes the state.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_view(&mut bytes, &self.view);
        put_bytes(&mut bytes, self.base_url.as_bytes());
        put_number(&mut bytes, self.processors.into());
        put_number(&mut bytes, nanoseconds(self.time));
        bytes.push(self.takes_turns.into());
        bytes
    }

    /// Decodes the state. Returns `None` if the bytes are malformed.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Start> {
        let mut reader = Reader::new(bytes);
        let start = Start {
            view: read_view(&mut reader)?,
            base_url: reader.text()?,
            processors: reader.small()?,
            time: Duration::from_nanos(reader.number()?),
            takes_turns: read_bool(&mut reader)?,
        };
        reader.is_at_end().then_some(start)
    }
}

/// Checks the parts of a recording that only this crate can decode.
///
/// # Errors
///
/// Fails with a message if an event of the page is malformed.
pub fn check(recording: &Recording) -> Result<(), String> {
    let malformed = recording
        .answers(Kind::Event)
        .filter(|bytes| event::from_bytes(bytes).is_none())
        .count();
    match malformed {
        0 => Ok(()),
        count => Err(format!(
            "the recording has {count} malformed events of the page; record the run again"
        )),
    }
}

/// Returns a duration in nanoseconds, or the largest number if it is too long.
pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Appends a 32-bit floating-point number.
pub(crate) fn put_f32(bytes: &mut Vec<u8>, number: f32) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

/// Reads what [`put_f32`] writes.
pub(crate) fn read_f32(reader: &mut Reader<'_>) -> Option<f32> {
    Some(f32::from_le_bytes(reader.take(4)?.try_into().ok()?))
}

/// Appends a 64-bit floating-point number.
pub(crate) fn put_f64(bytes: &mut Vec<u8>, number: f64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

/// Reads what [`put_f64`] writes.
pub(crate) fn read_f64(reader: &mut Reader<'_>) -> Option<f64> {
    Some(f64::from_le_bytes(reader.take(8)?.try_into().ok()?))
}

/// Reads a 32-bit signed number.
pub(crate) fn read_i32(reader: &mut Reader<'_>) -> Option<i32> {
    reader.signed()?.try_into().ok()
}

/// Reads a byte that is 0 or 1.
pub(crate) fn read_bool(reader: &mut Reader<'_>) -> Option<bool> {
    match reader.byte()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// Appends a view.
pub(crate) fn put_view(bytes: &mut Vec<u8>, view: &View) {
    for rect in [&view.rect, &view.clip] {
        for number in [rect.x, rect.y, rect.width, rect.height] {
            put_signed(bytes, number.into());
        }
    }
    bytes.push(view.is_fullscreen.into());
    bytes.push(view.is_page_visible.into());
    put_f32(bytes, view.device_scale);
    put_f32(bytes, view.css_scale);
    for number in view.scroll_offset {
        put_signed(bytes, number.into());
    }
}

/// Reads what [`put_view`] writes.
pub(crate) fn read_view(reader: &mut Reader<'_>) -> Option<View> {
    let rect = |reader: &mut Reader<'_>| {
        Some(Rect {
            x: read_i32(reader)?,
            y: read_i32(reader)?,
            width: read_i32(reader)?,
            height: read_i32(reader)?,
        })
    };
    Some(View {
        rect: rect(reader)?,
        clip: rect(reader)?,
        is_fullscreen: read_bool(reader)?,
        is_page_visible: read_bool(reader)?,
        device_scale: read_f32(reader)?,
        css_scale: read_f32(reader)?,
        scroll_offset: [read_i32(reader)?, read_i32(reader)?],
    })
}
