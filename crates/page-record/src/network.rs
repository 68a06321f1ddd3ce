//! Encodes the events of requests and connections.

use crate::event::{put_pairs, read_pairs};
use crate::input::{put_choice, read_choice};
use crate::start::read_bool;
use pinnacle_pepper::device::fetch::{FetchError, FetchEvent, Head};
use pinnacle_pepper::device::network::{NetworkError, NetworkEvent, Operation, WebSocketMessage};
use pinnacle_record::bytes::{Reader, put_bytes, put_number};

const SENT: u8 = 1;
const HEAD: u8 = 2;
const DATA: u8 = 3;
const END: u8 = 4;
const FAILED: u8 = 5;
const OPENED: u8 = 6;
const TEXT: u8 = 7;
const BINARY: u8 = 8;
const CLOSED: u8 = 9;

const FETCH_ERRORS: [FetchError; 2] = [FetchError::NoAccess, FetchError::Failed];

const OPERATIONS: [Operation; 9] = [
    Operation::Connect,
    Operation::Close,
    Operation::Bind,
    Operation::Listen,
    Operation::Accept,
    Operation::Read,
    Operation::Write,
    Operation::Change,
    Operation::Resolve,
];

pub(crate) const NETWORK_ERRORS: [NetworkError; 15] = [
    NetworkError::NoAccess,
    NetworkError::Failed,
    NetworkError::NotSupported,
    NetworkError::NoMemory,
    NetworkError::ConnectionClosed,
    NetworkError::ConnectionReset,
    NetworkError::ConnectionRefused,
    NetworkError::ConnectionAborted,
    NetworkError::ConnectionFailed,
    NetworkError::ConnectionTimedOut,
    NetworkError::AddressInvalid,
    NetworkError::AddressUnreachable,
    NetworkError::AddressInUse,
    NetworkError::MessageTooBig,
    NetworkError::NameNotResolved,
];

/// Appends an event of a URL request.
pub(crate) fn put_fetch(bytes: &mut Vec<u8>, event: &FetchEvent) {
    match event {
        FetchEvent::Sent(count) => {
            bytes.push(SENT);
            put_number(bytes, *count);
        }
        FetchEvent::Head(head) => {
            bytes.push(HEAD);
            put_bytes(bytes, head.url.as_bytes());
            put_number(bytes, head.status.into());
            put_bytes(bytes, head.status_text.as_bytes());
            put_pairs(bytes, &head.headers);
            bytes.push(head.redirect.is_some().into());
            if let Some(redirect) = &head.redirect {
                put_bytes(bytes, redirect.as_bytes());
            }
            bytes.push(head.length.is_some().into());
            if let Some(length) = head.length {
                put_number(bytes, length);
            }
        }
        FetchEvent::Data(data) => {
            bytes.push(DATA);
            put_bytes(bytes, data);
        }
        FetchEvent::End => bytes.push(END),
        FetchEvent::Failed(error) => {
            bytes.push(FAILED);
            put_choice(bytes, &FETCH_ERRORS, error);
        }
    }
}

/// Reads what [`put_fetch`] writes.
pub(crate) fn read_fetch(reader: &mut Reader<'_>) -> Option<FetchEvent> {
    Some(match reader.byte()? {
        SENT => FetchEvent::Sent(reader.number()?),
        HEAD => FetchEvent::Head(Head {
            url: reader.text()?,
            status: reader.small()?.try_into().ok()?,
            status_text: reader.text()?,
            headers: read_pairs(reader)?,
            redirect: match read_bool(reader)? {
                true => Some(reader.text()?),
                false => None,
            },
            length: match read_bool(reader)? {
                true => Some(reader.number()?),
                false => None,
            },
        }),
        DATA => FetchEvent::Data(reader.bytes()?.to_vec()),
        END => FetchEvent::End,
        FAILED => FetchEvent::Failed(read_choice(reader, &FETCH_ERRORS)?),
        _ => return None,
    })
}

/// Appends an event of a WebSocket. Returns `None` for events of other sockets, which pages do not
/// have.
pub(crate) fn put_socket(bytes: &mut Vec<u8>, event: &NetworkEvent) -> Option<()> {
    match event {
        NetworkEvent::Opened { protocol } => {
            bytes.push(OPENED);
            put_bytes(bytes, protocol.as_bytes());
        }
        NetworkEvent::Message(WebSocketMessage::Text(text)) => {
            bytes.push(TEXT);
            put_bytes(bytes, text.as_bytes());
        }
        NetworkEvent::Message(WebSocketMessage::Binary(data)) => {
            bytes.push(BINARY);
            put_bytes(bytes, data);
        }
        NetworkEvent::Sent(count) => {
            bytes.push(SENT);
            put_number(bytes, *count);
        }
        NetworkEvent::Closed {
            was_clean,
            code,
            reason,
        } => {
            bytes.extend([CLOSED, (*was_clean).into()]);
            put_number(bytes, (*code).into());
            put_bytes(bytes, reason.as_bytes());
        }
        NetworkEvent::Failed(operation, error) => {
            bytes.push(FAILED);
            put_choice(bytes, &OPERATIONS, operation);
            put_choice(bytes, &NETWORK_ERRORS, error);
        }
        NetworkEvent::Bound(_)
        | NetworkEvent::Connected { .. }
        | NetworkEvent::Listening
        | NetworkEvent::Accepted { .. }
        | NetworkEvent::Read(_)
        | NetworkEvent::Received { .. }
        | NetworkEvent::Written(_)
        | NetworkEvent::Changed
        | NetworkEvent::Resolved { .. } => return None,
    }
    Some(())
}

/// Reads what [`put_socket`] writes.
pub(crate) fn read_socket(reader: &mut Reader<'_>) -> Option<NetworkEvent> {
    Some(match reader.byte()? {
        OPENED => NetworkEvent::Opened {
            protocol: reader.text()?,
        },
        TEXT => NetworkEvent::Message(WebSocketMessage::Text(reader.text()?)),
        BINARY => NetworkEvent::Message(WebSocketMessage::Binary(reader.bytes()?.to_vec())),
        SENT => NetworkEvent::Sent(reader.number()?),
        CLOSED => NetworkEvent::Closed {
            was_clean: read_bool(reader)?,
            code: reader.small()?.try_into().ok()?,
            reason: reader.text()?,
        },
        FAILED => NetworkEvent::Failed(
            read_choice(reader, &OPERATIONS)?,
            read_choice(reader, &NETWORK_ERRORS)?,
        ),
        _ => return None,
    })
}
