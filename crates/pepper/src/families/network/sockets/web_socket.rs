//! WebSockets.
//!
//! Received messages wait here until the program takes them; they are charged to the program's
//! memory budget. A program that exhausts it loses the connection.
//!
//! Source: Chromium's `ppapi/proxy/websocket_resource.cc` and
//! `content/renderer/pepper/pepper_websocket_host.cc`.

use super::{finish_taken, request};
use crate::device::network::{NetworkEvent, Operation, Request, WebSocketMessage};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::kernel::var::{Object, Var, VarType};
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, Res};
use pinnacle_system::memory::Fault;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::collections::VecDeque;

/// `PP_WebSocketReadyState`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
#[repr(i32)]
pub(crate) enum ReadyState {
    Invalid = -1,
    Connecting = 0,
    Open = 1,
    Closing = 2,
    Closed = 3,
}

/// `PP_WEBSOCKETSTATUSCODE_ABNORMAL_CLOSURE`: the connection broke.
const ABNORMAL: u16 = 1006;
/// `PP_WEBSOCKETSTATUSCODE_MESSAGE_TOO_BIG`.
const TOO_BIG: u16 = 1009;

/// Overhead of a message in the queue in bytes.
const MESSAGE_SIZE: u64 = 64;

/// A WebSocket.
#[derive(Debug)]
pub(crate) struct WebSocket {
    pub(crate) state: ReadyState,
    pub(crate) url: String,
    pub(crate) protocol: String,
    pub(crate) close_code: u16,
    pub(crate) close_reason: String,
    pub(crate) was_clean: bool,
    /// True after an error. No more messages are received.
    has_failed: bool,
    connecting: Option<PendingId>,
    closing: Option<PendingId>,
    /// The pending receive, and the address for the message.
    receiving: Option<(PendingId, u32)>,
    received: VecDeque<(WebSocketMessage, Charge)>,
    /// Charge for the bytes of messages that have not been sent yet.
    unsent: Charge,
    /// Number of bytes in frames that the program has sent after the connection was closed.
    unsendable: u64,
}

impl Resource for WebSocket {
    fn name(&self) -> &'static str {
        "WebSocket"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

impl WebSocket {
    /// Makes a WebSocket that is not connected. Waiting messages are charged to a budget.
    pub(crate) fn new(budget: &MemoryBudget) -> WebSocket {
        WebSocket {
            state: ReadyState::Invalid,
            url: String::new(),
            protocol: String::new(),
            close_code: 0,
            close_reason: String::new(),
            was_clean: false,
            has_failed: false,
            connecting: None,
            closing: None,
            receiving: None,
            received: VecDeque::new(),
            unsent: budget.empty_charge(),
            unsendable: 0,
        }
    }
}

/// Returns the size in bytes of a frame that a client sends.
fn frame_size(payload: u64) -> u64 {
    let header = match payload {
        0..=126 => 6,
        127..=0x1_0000 => 8,
        _ => 14,
    };
    payload.saturating_add(header)
}

impl WebSocket {
    /// Returns the number of bytes that the program has sent and the device has not.
    pub(crate) fn buffered(&self) -> u64 {
        self.unsent.bytes().saturating_add(self.unsendable)
    }
}

/// Starts to connect. A WebSocket can do this only once, even if the arguments were invalid.
pub(crate) fn connect(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    pending: PendingId,
    arguments: impl FnOnce(&mut Call<'_, '_>) -> Result<Option<(String, Vec<String>)>, Fault>,
) -> Result<Begun, Fault> {
    let Some(known) = call.get(socket) else {
        return Ok(PpError::BadResource.into());
    };
    if known.state != ReadyState::Invalid {
        return Ok(PpError::InProgress.into());
    }
    known.state = ReadyState::Closed;
    let Some((url, protocols)) = arguments(call)? else {
        return Ok(PpError::BadArgument.into());
    };
    if let Some(known) = call.get(socket) {
        known.state = ReadyState::Connecting;
        known.url.clone_from(&url);
        known.connecting = Some(pending);
    }
    let wanted = Request::OpenWebSocket { url, protocols };
    request(call.kernel, socket.id, wanted);
    Ok(Begun::Later)
}

/// Starts to close the connection. The code and the reason are valid.
pub(crate) fn close(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    pending: PendingId,
    code: Option<u16>,
    reason: String,
) -> Begun {
    let Some(known) = call.get(socket) else {
        return PpError::BadResource.into();
    };
    match known.state {
        ReadyState::Invalid => return PpError::Failed.into(),
        ReadyState::Closing => return PpError::InProgress.into(),
        ReadyState::Closed => return OK.into(),
        ReadyState::Connecting | ReadyState::Open => {}
    }
    let was_connecting = known.state == ReadyState::Connecting;
    known.state = ReadyState::Closing;
    known.closing = Some(pending);
    let receiving = known.receiving.take().map(|receiving| receiving.0);
    let aborted = [known.connecting.take(), receiving];
    for pending in aborted.into_iter().flatten() {
        call.kernel.abort(pending);
    }
    let owner = socket.id;
    if was_connecting {
        call.kernel.devices.network.close(owner);
        // The program sees the state "closing" until its callback runs.
        let ending = Ending::with_output(move |call| {
            closed(call.kernel, owner, false, ABNORMAL, String::new());
            Ok(Delivery::Result(OK))
        });
        call.kernel.finish(pending, ending);
    } else {
        request(call.kernel, owner, Request::CloseWebSocket { code, reason });
    }
    Begun::Later
}

/// Begins to receive a message.
pub(crate) fn receive(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    pending: PendingId,
    message: At<PP_Var>,
) -> Begun {
    let known = call.get(socket);
    let busy = known.and_then(|known| Some(known.receiving?.0));
    if call.kernel.is_busy(busy) {
        return PpError::InProgress.into();
    }
    let Some(known) = call.get(socket) else {
        return PpError::BadResource.into();
    };
    if known.state < ReadyState::Open {
        return PpError::BadArgument.into();
    }
    if known.received.is_empty() {
        if known.state == ReadyState::Closed {
            return PpError::BadArgument.into();
        }
        if known.has_failed {
            return PpError::Failed.into();
        }
        known.receiving = Some((pending, message.address));
        return Begun::Later;
    }
    known.receiving = Some((pending, message.address));
    Begun::Done(received(socket.id, message.address))
}

/// Sends a var. Returns the method's result.
pub(crate) fn send(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    var: Var,
) -> Result<i32, Fault> {
    let Some(known) = call.get(socket) else {
        return Ok(PpError::BadResource.code());
    };
    let state = known.state;
    if state < ReadyState::Open {
        return Ok(PpError::BadArgument.code());
    }
    if !matches!(var, Var::Counted(VarType::String | VarType::ArrayBuffer, _)) {
        return Ok(PpError::NotSupported.code());
    }
    let len = match call.kernel.vars.get(var) {
        Some(Object::String { text, .. }) => Some(text.len() as u64),
        Some(Object::ArrayBuffer { len, .. }) => Some(u64::from(*len)),
        _ => None,
    };
    if state > ReadyState::Open {
        if let Some(known) = call.get(socket) {
            let frame = frame_size(len.unwrap_or(0));
            known.unsendable = known.unsendable.saturating_add(frame);
        }
        return Ok(PpError::Failed.code());
    }
    let Some(len) = len else {
        return Ok(PpError::BadArgument.code());
    };
    if !call.has_room(len + MESSAGE_SIZE) {
        return Ok(PpError::NoMemory.code());
    }
    let message = match call.kernel.vars.get(var) {
        Some(Object::String { text, .. }) => WebSocketMessage::Text(text.to_string()),
        Some(Object::ArrayBuffer { block, len }) => {
            let bytes = call.context.memory.bytes(block.address(), *len)?;
            WebSocketMessage::Binary(bytes)
        }
        _ => return Ok(PpError::BadArgument.code()),
    };
    if let Some(known) = call.get(socket) {
        // There is room, because that was checked before.
        if known.unsent.grow(len).is_err() {
            return Ok(PpError::NoMemory.code());
        }
    }
    call.context.bytes += len;
    request(call.kernel, socket.id, Request::SendMessage(message));
    Ok(OK)
}

/// Returns the ending of an operation that receives the next message.
fn received(id: u32, at: u32) -> Ending {
    Ending::with_output(move |call| Ok(Delivery::Result(hand_over(call, id, at)?)))
}

/// Stores the next message at an address, as a var.
fn hand_over(call: &mut Call<'_, '_>, id: u32, at: u32) -> Result<i32, Fault> {
    let Some(known) = call.kernel.resources.of_mut::<WebSocket>(id) else {
        return Ok(PpError::Failed.code());
    };
    let Some((message, _)) = known.received.pop_front() else {
        return Ok(PpError::Failed.code());
    };
    let var = match message {
        WebSocketMessage::Text(text) => call.kernel.vars.string(&text),
        WebSocketMessage::Binary(bytes) => {
            let Some(block) = call.bytes(&bytes)? else {
                return Ok(PpError::NoMemory.code());
            };
            let len = bytes.len() as u32;
            call.context.bytes += u64::from(len);
            let object = Object::ArrayBuffer { block, len };
            call.kernel.vars.create(object)
        }
    };
    call.context.memory.write(at, &var.to_bytes())?;
    Ok(OK)
}

/// Handles a network event for a WebSocket.
pub(super) fn happened(kernel: &mut Kernel, id: u32, event: NetworkEvent) {
    let Some(socket) = kernel.resources.of_mut::<WebSocket>(id) else {
        return;
    };
    match event {
        NetworkEvent::Opened { protocol } if socket.state == ReadyState::Connecting => {
            socket.state = ReadyState::Open;
            socket.protocol = protocol;
            let connecting = socket.connecting.take();
            finish_taken(kernel, connecting, OK);
        }
        NetworkEvent::Message(message) => message_came(kernel, id, message),
        NetworkEvent::Sent(len) => {
            socket.unsent.shrink(len.min(socket.unsent.bytes()));
        }
        NetworkEvent::Closed {
            was_clean,
            code,
            reason,
        } => closed(kernel, id, was_clean, code, reason),
        // Nothing more is received; the end of the connection follows.
        NetworkEvent::Failed(Operation::Read, _) => {
            socket.has_failed = true;
            let receiving = socket.receiving.map(|receiving| receiving.0);
            finish_taken(kernel, receiving, PpError::Failed.code());
        }
        NetworkEvent::Failed(_, _) => {
            closed(kernel, id, false, ABNORMAL, String::new());
        }
        _ => {}
    }
}

/// Handles a received message.
fn message_came(kernel: &mut Kernel, id: u32, message: WebSocketMessage) {
    let size = message.len() as u64 + MESSAGE_SIZE;
    let charge = kernel.budget.charge(size);
    let Some(socket) = kernel.resources.of_mut::<WebSocket>(id) else {
        return;
    };
    let is_open = matches!(socket.state, ReadyState::Open | ReadyState::Closing);
    if !is_open || socket.has_failed {
        return;
    }
    let Ok(charge) = charge else {
        kernel.devices.network.close(id);
        return closed(kernel, id, false, TOO_BIG, String::new());
    };
    socket.received.push_back((message, charge));
    if let Some((receiving, at)) = socket.receiving {
        kernel.finish(receiving, received(id, at));
    }
}

/// Records that a WebSocket is closed, and ends its operations.
fn closed(kernel: &mut Kernel, id: u32, was_clean: bool, code: u16, reason: String) {
    let Some(socket) = kernel.resources.of_mut::<WebSocket>(id) else {
        return;
    };
    if matches!(socket.state, ReadyState::Invalid | ReadyState::Closed) {
        return;
    }
    socket.state = ReadyState::Closed;
    socket.was_clean = was_clean;
    (socket.close_code, socket.close_reason) = (code, reason);
    let connecting = socket.connecting.take();
    let closing = socket.closing.take();
    let receiving = socket.receiving.map(|receiving| receiving.0);
    for pending in [connecting, receiving] {
        finish_taken(kernel, pending, PpError::Failed.code());
    }
    finish_taken(kernel, closing, OK);
}

/// Converts a URL to the form that programs get, or returns `None` if it is not valid for a
/// WebSocket.
pub(crate) fn url(text: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_graphic() || byte >= 0x80;
    if !text.bytes().all(is_plain) || text.contains(['#', '\\']) {
        return None;
    }
    let (scheme, rest) = text.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match &*scheme {
        "ws" => 80,
        "wss" => 443,
        _ => return None,
    };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (user, place) = match authority.rsplit_once('@') {
        Some((user, place)) => (format!("{user}@"), place),
        None => (String::new(), authority),
    };
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (place, ""),
    };
    let is_bracketed = host.starts_with('[') && host.ends_with(']');
    if host.is_empty() || host.contains(':') && !is_bracketed {
        return None;
    }
    let number = match port {
        "" => default_port,
        port if port.bytes().all(|byte| byte.is_ascii_digit()) => port.parse().ok()?,
        _ => return None,
    };
    if is_blocked(number) {
        return None;
    }
    let port = match number == default_port {
        true => String::new(),
        false => format!(":{number}"),
    };
    let slash = if path.starts_with('/') { "" } else { "/" };
    let host = host.to_ascii_lowercase();
    Some(format!("{scheme}://{user}{host}{port}{slash}{path}"))
}

/// Returns true if a text is a valid name of a sub-protocol.
pub(crate) fn is_protocol(name: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_graphic() && !b"\"(),/:;<=>?@[\\]{}".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token)
}

/// Returns true for ports of other services, to which no page may connect.
///
/// Source: Chromium's `net/base/port_util.cc`.
fn is_blocked(port: u16) -> bool {
    const BLOCKED: [u16; 64] = [
        1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 77, 79, 87, 95, 101, 102,
        103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 139, 143, 179, 389, 465, 512, 513,
        514, 515, 526, 530, 531, 532, 540, 556, 563, 587, 601, 636, 993, 995, 2049, 3659, 4045,
        6000, 6665, 6666, 6667, 6668, 6669,
    ];
    BLOCKED.binary_search(&port).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_made_whole() {
        for (given, told) in [
            ("ws://Host", "ws://host/"),
            ("WSS://host:443/a?b", "wss://host/a?b"),
            ("ws://host:8080?x", "ws://host:8080/?x"),
            ("ws://[::1]:8080/", "ws://[::1]:8080/"),
            ("ws://[::1]", "ws://[::1]/"),
            ("ws://me@host:80/", "ws://me@host/"),
        ] {
            assert_eq!(url(given).as_deref(), Some(told), "{given}");
        }
    }

    #[test]
    fn urls_of_other_schemes_are_refused() {
        for given in [
            "",
            "http://host/",
            "ws:host",
            "ws://",
            "ws://host/#",
            "ws://host:25/",
            "ws://host:99999/",
            "ws://host:x/",
            "ws://a b/",
            "ws://::1/",
        ] {
            assert_eq!(url(given), None, "{given}");
        }
    }

    #[test]
    fn names_of_protocols_are_tokens() {
        assert!(is_protocol("x.chat-1"));
        for name in ["", "a b", "a,b", "a/b", "\u{e9}", "\u{7f}"] {
            assert!(!is_protocol(name), "{name}");
        }
    }

    #[test]
    fn frames_have_headers_of_three_sizes() {
        let sizes = [0, 126, 127, 65_536, 65_537].map(frame_size);
        assert_eq!(sizes, [6, 132, 135, 65_544, 65_551]);
        assert_eq!(frame_size(u64::MAX), u64::MAX);
    }
}
