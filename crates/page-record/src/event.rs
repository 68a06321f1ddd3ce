//! Encodes the events of a page: a byte for the kind, then the content.
//!
//! Numbers and strings are encoded as in [`pinnacle_record::bytes`]. Events of video are not
//! recorded, because a replay would lack the pictures. Events of sockets that pages do not have are
//! not recorded either.

use crate::input;
use crate::network;
use crate::start::{put_view, read_bool, read_view};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::storage::Stored;
use pinnacle_pepper::message::wire;
use pinnacle_record::bytes::{Reader, put_bytes, put_number};
use pinnacle_system::Errno;

const MESSAGE: u8 = 1;
const BLOCKING_MESSAGE: u8 = 2;
const VIEW: u8 = 3;
const FOCUS: u8 = 4;
const INPUT: u8 = 5;
const FULLSCREEN_REFUSED: u8 = 6;
const MOUSE_LOCK: u8 = 7;
const MOUSE_LOCK_LOST: u8 = 8;
const FRAME: u8 = 9;
const CONTEXT_LOST: u8 = 10;
const END: u8 = 11;
const FETCH: u8 = 12;
const STORED: u8 = 13;
const NETWORK: u8 = 14;

/// Encodes an event. Returns `None` if it cannot be recorded.
pub(crate) fn to_bytes(event: &Event) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    match event {
        Event::Message(message) => {
            bytes.push(MESSAGE);
            bytes.extend(wire::to_bytes(message));
        }
        Event::BlockingMessage(message) => {
            bytes.push(BLOCKING_MESSAGE);
            bytes.extend(wire::to_bytes(message));
        }
        Event::View(view) => {
            bytes.push(VIEW);
            put_view(&mut bytes, view);
        }
        Event::Focus(has_focus) => bytes.extend([FOCUS, (*has_focus).into()]),
        Event::Input(event) => {
            bytes.push(INPUT);
            input::put(&mut bytes, event);
        }
        Event::FullscreenRefused => bytes.push(FULLSCREEN_REFUSED),
        Event::MouseLock(is_locked) => bytes.extend([MOUSE_LOCK, (*is_locked).into()]),
        Event::MouseLockLost => bytes.push(MOUSE_LOCK_LOST),
        Event::Frame => bytes.push(FRAME),
        Event::ContextLost(id) => {
            bytes.push(CONTEXT_LOST);
            put_number(&mut bytes, (*id).into());
        }
        Event::End => bytes.push(END),
        Event::Fetch { id, event } => {
            bytes.push(FETCH);
            put_number(&mut bytes, (*id).into());
            network::put_fetch(&mut bytes, event);
        }
        Event::Stored(stored) => {
            bytes.push(STORED);
            put_number(&mut bytes, stored.until);
            let errno = stored.result.map_or_else(Errno::word, |()| 0);
            put_number(&mut bytes, errno);
        }
        Event::Network { id, event } => {
            bytes.push(NETWORK);
            put_number(&mut bytes, (*id).into());
            network::put_socket(&mut bytes, event)?;
        }
        Event::Video { .. } | Event::Track { .. } | Event::Save => return None,
    }
    Some(bytes)
}

/// Decodes an event. Returns `None` if the bytes are malformed.
pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Event> {
    let (&kind, rest) = bytes.split_first()?;
    // A message is encoded differently, and extends to the end of the bytes.
    match kind {
        MESSAGE => return wire::from_bytes(rest).map(Event::Message),
        BLOCKING_MESSAGE => return wire::from_bytes(rest).map(Event::BlockingMessage),
        _ => {}
    }
    let mut reader = Reader::new(rest);
    let event = read(kind, &mut reader)?;
    reader.is_at_end().then_some(event)
}

fn read(kind: u8, reader: &mut Reader<'_>) -> Option<Event> {
    Some(match kind {
        VIEW => Event::View(read_view(reader)?),
        FOCUS => Event::Focus(read_bool(reader)?),
        INPUT => Event::Input(input::read(reader)?),
        FULLSCREEN_REFUSED => Event::FullscreenRefused,
        MOUSE_LOCK => Event::MouseLock(read_bool(reader)?),
        MOUSE_LOCK_LOST => Event::MouseLockLost,
        FRAME => Event::Frame,
        CONTEXT_LOST => Event::ContextLost(reader.small()?),
        END => Event::End,
        FETCH => Event::Fetch {
            id: reader.small()?,
            event: network::read_fetch(reader)?,
        },
        STORED => Event::Stored(Stored {
            until: reader.number()?,
            result: match reader.small()? {
                0 => Ok(()),
                number => Err(Errno::from_number(number)?),
            },
        }),
        NETWORK => Event::Network {
            id: reader.small()?,
            event: network::read_socket(reader)?,
        },
        _ => return None,
    })
}

/// Appends a list of pairs of strings.
pub(crate) fn put_pairs(bytes: &mut Vec<u8>, pairs: &[(String, String)]) {
    put_number(bytes, pairs.len() as u64);
    for (name, value) in pairs {
        put_bytes(bytes, name.as_bytes());
        put_bytes(bytes, value.as_bytes());
    }
}

/// Reads what [`put_pairs`] writes.
pub(crate) fn read_pairs(reader: &mut Reader<'_>) -> Option<Vec<(String, String)>> {
    reader.list(|part| Some((part.text()?, part.text()?)))
}
