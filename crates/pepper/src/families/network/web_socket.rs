//! `PPB_WebSocket`: messages to and from a server.
//!
//! Source: Chromium's `ppapi/proxy/websocket_resource.cc`.

use crate::families::network::sockets::web_socket::{
    self, ReadyState, WebSocket, is_protocol, url,
};
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::var::{VAR_SIZE, Var};
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::collections::BTreeSet;

pub(crate) const WEB_SOCKET_1_0: Interface = interface! { "PPB_WebSocket" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsWebSocket(resource: PP_Resource) -> PP_Bool => is_web_socket;
    Connect(web_socket: PP_Resource, url: PP_Var, protocols: *const PP_Var, protocol_count: uint32_t, callback: PP_CompletionCallback) -> int32_t => connect;
    Close(web_socket: PP_Resource, code: uint16_t, reason: PP_Var, callback: PP_CompletionCallback) -> int32_t => close;
    ReceiveMessage(web_socket: PP_Resource, message: *mut PP_Var, callback: PP_CompletionCallback) -> int32_t => receive_message;
    SendMessage(web_socket: PP_Resource, message: PP_Var) -> int32_t => send_message;
    GetBufferedAmount(web_socket: PP_Resource) -> uint64_t => get_buffered_amount;
    GetCloseCode(web_socket: PP_Resource) -> uint16_t => get_close_code;
    GetCloseReason(web_socket: PP_Resource) -> PP_Var => get_close_reason;
    GetCloseWasClean(web_socket: PP_Resource) -> PP_Bool => get_close_was_clean;
    GetExtensions(web_socket: PP_Resource) -> PP_Var => get_extensions;
    GetProtocol(web_socket: PP_Resource) -> PP_Var => get_protocol;
    GetReadyState(web_socket: PP_Resource) -> PP_WebSocketReadyState => get_ready_state;
    GetURL(web_socket: PP_Resource) -> PP_Var => get_url;
};

/// `PP_WEBSOCKETSTATUSCODE_NOT_SPECIFIED`: no code and no reason.
const NOT_SPECIFIED: u16 = 1005;
/// `PP_WEBSOCKETSTATUSCODE_NORMAL_CLOSURE`.
const NORMAL: u16 = 1000;
/// Status codes that programs may use freely.
const FREE: std::ops::RangeInclusive<u16> = 3000..=4999;

/// Maximum length of a reason in bytes.
const MAX_REASON: usize = 123;

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    if !instance.is_own() {
        return 0;
    }
    let socket = WebSocket::new(&call.kernel.budget);
    call.create(socket)
}

fn is_web_socket(call: &mut Call<'_, '_>, resource: Res<WebSocket>) -> bool {
    call.get(resource).is_some()
}

fn connect(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    url: At<PP_Var>,
    protocols: At<PP_Var>,
    count: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        web_socket::connect(call, socket, pending, |call| {
            remember_url(call, socket, url)?;
            address_and_protocols(call, url, protocols, count)
        })
    })
}

/// Keeps the URL as given, for `GetURL` after a failed `Connect`.
fn remember_url(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    url: At<PP_Var>,
) -> Result<(), Fault> {
    let url = url.read(call)?;
    let text = call.kernel.vars.text(url).map(ToString::to_string);
    if let (Some(socket), Some(text)) = (call.get(socket), text) {
        socket.url = text;
    }
    Ok(())
}

/// Reads the arguments of `Connect`; `None` if they are invalid.
fn address_and_protocols(
    call: &mut Call<'_, '_>,
    address: At<PP_Var>,
    protocols: At<PP_Var>,
    count: u32,
) -> Result<Option<(String, Vec<String>)>, Fault> {
    let address = address.read(call)?;
    let Some(address) = call.kernel.vars.text(address).and_then(|text| url(text)) else {
        return Ok(None);
    };
    let at = protocols.address;
    let mut protocols = Vec::new();
    let mut known = BTreeSet::new();
    for index in 0..count {
        let mut bytes = [0; VAR_SIZE as usize];
        let at = at.wrapping_add(index.wrapping_mul(VAR_SIZE));
        call.context.memory.read(at, &mut bytes)?;
        let name = call.kernel.vars.text(Var::from_bytes(bytes));
        let Some(name) = name.filter(|name| is_protocol(name)) else {
            return Ok(None);
        };
        if !known.insert(name.clone()) {
            return Ok(None);
        }
        protocols.push(name.to_string());
    }
    Ok(Some((address, protocols)))
}

fn close(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    code: u32,
    reason: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let code = code as u16;
        let reason = reason.read(call)?;
        let is_unconnected = call
            .get(socket)
            .is_some_and(|socket| socket.state == ReadyState::Invalid);
        if is_unconnected {
            return Ok(PpError::Failed.into());
        }
        if code == NOT_SPECIFIED {
            let reason = String::new();
            return Ok(web_socket::close(call, socket, pending, None, reason));
        }
        if code != NORMAL && !FREE.contains(&code) {
            return Ok(PpError::NoAccess.into());
        }
        let reason = match reason {
            Var::Undefined => Some(String::new()),
            reason => {
                let text = call.kernel.vars.text(reason);
                let text = text.filter(|text| text.len() <= MAX_REASON);
                text.map(ToString::to_string)
            }
        };
        Ok(match reason {
            Some(reason) => web_socket::close(call, socket, pending, Some(code), reason),
            None => PpError::BadArgument.into(),
        })
    })
}

fn receive_message(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    message: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        Ok(web_socket::receive(call, socket, pending, message))
    })
}

fn send_message(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    message: At<PP_Var>,
) -> Result<i32, Fault> {
    let message = message.read(call)?;
    web_socket::send(call, socket, message)
}

fn get_buffered_amount(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> Action {
    Action::Return(call.get(socket).map_or(0, |socket| socket.buffered()))
}

fn get_close_code(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> u32 {
    call.get(socket)
        .map_or(0, |socket| socket.close_code.into())
}

fn get_close_was_clean(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> bool {
    call.get(socket).is_some_and(|socket| socket.was_clean)
}

fn get_ready_state(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> i32 {
    call.get(socket)
        .map_or(ReadyState::Invalid, |socket| socket.state) as i32
}

/// Returns a string property of a WebSocket, or an undefined var if the socket does not exist.
fn text(
    call: &mut Call<'_, '_>,
    socket: Res<WebSocket>,
    text: impl FnOnce(&WebSocket) -> String,
) -> Var {
    let text = call.get(socket).map(|socket| text(socket));
    text.map_or(Var::Undefined, |text| call.kernel.vars.string(&text))
}

fn get_close_reason(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> Var {
    text(call, socket, |socket| socket.close_reason.clone())
}

/// Returns an empty string, as in Chrome.
fn get_extensions(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> Var {
    text(call, socket, |_| String::new())
}

fn get_protocol(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> Var {
    text(call, socket, |socket| socket.protocol.clone())
}

fn get_url(call: &mut Call<'_, '_>, socket: Res<WebSocket>) -> Var {
    text(call, socket, |socket| socket.url.clone())
}

#[cfg(test)]
mod tests {
    use crate::device::network::{
        NetworkError, NetworkEvent, Operation, Request, WebSocketMessage,
    };
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
    use crate::kernel::var::{VAR_SIZE, Var};

    const SOCKET: &str = "PPB_WebSocket;1.0";
    const CALLBACK: u32 = 99;

    struct Socket {
        program: Program,
        id: u64,
    }

    impl Socket {
        fn new() -> Socket {
            let mut program = Program::started().allow_network();
            let id = program.call(SOCKET, "Create", &[1]);
            Socket { program, id }
        }

        /// Creates a socket that is open.
        fn open() -> Socket {
            let mut socket = Socket::new();
            assert_eq!(socket.connect("ws://host/", &[]), COMPLETION_PENDING);
            let protocol = "chat".into();
            socket.happens(NetworkEvent::Opened { protocol });
            assert_eq!(socket.program.called_back(CALLBACK), OK);
            socket
        }

        fn happens(&mut self, event: NetworkEvent) {
            self.program.happens(self.id, event);
        }

        fn connect(&mut self, url: &str, protocols: &[&str]) -> i32 {
            let url = self.program.text_var(url);
            let mut vars = Vec::new();
            for name in protocols {
                let var = self.program.text_var(name);
                vars.extend(self.program.read_var(var).to_bytes());
            }
            let vars = self.program.bytes(&vars);
            let callback = self.program.callback(CALLBACK, true);
            let args = [
                self.id,
                url.into(),
                vars.into(),
                protocols.len() as u64,
                callback,
            ];
            self.program.code(SOCKET, "Connect", &args)
        }

        fn close(&mut self, code: u64, reason: u32) -> i32 {
            let callback = self.program.callback(CALLBACK + 1, true);
            let args = [self.id, code, reason.into(), callback];
            self.program.code(SOCKET, "Close", &args)
        }

        /// Starts to receive. Returns the result and the address for the message.
        fn receive(&mut self) -> (i32, u32) {
            let place = self.program.bytes(&[0; VAR_SIZE as usize]);
            let callback = self.program.callback(CALLBACK + 2, true);
            let args = [self.id, place.into(), callback];
            (self.program.code(SOCKET, "ReceiveMessage", &args), place)
        }

        fn state(&mut self) -> i32 {
            self.program.code(SOCKET, "GetReadyState", &[self.id])
        }

        fn text(&mut self, method: &str) -> String {
            let var = self.program.bytes(&[0; VAR_SIZE as usize]);
            self.program.call(SOCKET, method, &[var.into(), self.id]);
            self.program.read_text(var)
        }

        fn send(&mut self, text: &str) -> i32 {
            let var = self.program.text_var(text);
            self.program
                .code(SOCKET, "SendMessage", &[self.id, var.into()])
        }

        fn says(&mut self, text: &str) {
            let message = WebSocketMessage::Text(text.into());
            self.happens(NetworkEvent::Message(message));
        }
    }

    #[test]
    fn a_new_socket_is_nothing_yet() {
        let mut socket = Socket::new();
        assert_eq!(socket.state(), -1);
        assert_eq!(socket.text("GetURL"), "");
        assert_eq!(socket.text("GetExtensions"), "");
        assert_eq!(socket.receive().0, PpError::BadArgument.code());
        assert_eq!(socket.send("x"), PpError::BadArgument.code());
        let none = socket.program.var(Var::Undefined);
        assert_eq!(socket.close(1000, none), PpError::Failed.code());
    }

    #[test]
    fn other_resources_have_no_socket_state() {
        let mut program = Program::started();
        assert_eq!(program.code(SOCKET, "GetReadyState", &[77]), -1);
        assert_eq!(program.call(SOCKET, "IsWebSocket", &[77]), 0);
        assert_eq!(program.call(SOCKET, "Create", &[2]), 0);
        let var = program.var(Var::Null);
        program.call(SOCKET, "GetURL", &[var.into(), 77]);
        assert_eq!(program.read_var(var), Var::Undefined);
        let error = program.code(SOCKET, "SendMessage", &[77, var.into()]);
        assert_eq!(error, PpError::BadResource.code());
    }

    #[test]
    fn a_socket_that_opens_knows_its_protocol() {
        let mut socket = Socket::new();
        let names = ["chat", "talk"];
        assert_eq!(socket.connect("WS://Host", &names), COMPLETION_PENDING);
        assert_eq!(socket.state(), 0);
        let url = "ws://host/".into();
        let protocols = names.map(String::from).to_vec();
        let request = Request::OpenWebSocket { url, protocols };
        assert_eq!(socket.program.request(), (socket.id as u32, request));
        let protocol = "talk".into();
        socket.happens(NetworkEvent::Opened { protocol });
        assert_eq!(socket.program.called_back(CALLBACK), OK);
        assert_eq!(socket.state(), 1);
        assert_eq!(socket.text("GetProtocol"), "talk");
        assert_eq!(socket.text("GetURL"), "ws://host/");
        assert_eq!(socket.connect("ws://a/", &[]), PpError::InProgress.code());
    }

    #[test]
    fn wrong_arguments_use_a_socket_up() {
        for (url, protocols) in [
            ("http://host/", &[][..]),
            ("ws://host/", &["a", "a"]),
            ("ws://host/", &[""]),
            ("ws://host/", &["a b"]),
        ] {
            let mut socket = Socket::new();
            assert_eq!(socket.connect(url, protocols), PpError::BadArgument.code());
            assert_eq!(socket.state(), 3);
            assert_eq!(socket.text("GetURL"), url);
            let again = socket.connect("ws://host/", &[]);
            assert_eq!(again, PpError::InProgress.code());
        }
    }

    #[test]
    fn a_refused_connection_fails_later() {
        let mut socket = Socket::new();
        socket.program.fake.world().allows_network = false;
        assert_eq!(socket.connect("ws://host/", &[]), COMPLETION_PENDING);
        assert_eq!(socket.program.called_back(CALLBACK), PpError::Failed.code());
        assert_eq!(socket.state(), 3);
        let code = socket.program.call(SOCKET, "GetCloseCode", &[socket.id]);
        assert_eq!(code, 1006);
    }

    #[test]
    fn messages_arrive_in_order_before_and_after_a_receive() {
        let mut socket = Socket::open();
        let budget = socket.program.pepper.core_for_test().budget.clone();
        let before = budget.charged();
        let (pending, first) = socket.receive();
        assert_eq!(pending, COMPLETION_PENDING);
        assert_eq!(socket.receive().0, PpError::InProgress.code());
        socket.says("one");
        socket.says("two");
        let message = WebSocketMessage::Binary(vec![1, 2]);
        socket.happens(NetworkEvent::Message(message));
        assert_eq!(socket.program.called_back(CALLBACK + 2), OK);
        assert_eq!(socket.program.read_text(first), "one");
        let (result, second) = socket.receive();
        assert_eq!(result, OK);
        assert_eq!(socket.program.read_text(second), "two");
        let (result, third) = socket.receive();
        assert_eq!(result, OK);
        let len = socket.program.words(&[0]);
        let args = [third.into(), len.into()];
        assert_eq!(
            socket
                .program
                .call("PPB_VarArrayBuffer;1.0", "ByteLength", &args),
            1
        );
        assert_eq!(socket.program.memory.load_u32(len), Ok(2));
        for place in [first, second, third] {
            let args = [place.into()];
            socket.program.call("PPB_Var;1.2", "Release", &args);
        }
        assert_eq!(budget.charged(), before, "nothing waits");
    }

    #[test]
    fn queued_data_counts_until_it_is_sent() {
        let mut socket = Socket::open();
        assert_eq!(socket.send("hello"), OK);
        let message = WebSocketMessage::Text("hello".into());
        assert_eq!(socket.program.request().1, Request::SendMessage(message));
        let args = [socket.id];
        assert_eq!(socket.program.call(SOCKET, "GetBufferedAmount", &args), 5);
        socket.happens(NetworkEvent::Sent(5));
        socket.program.turn();
        assert_eq!(socket.program.call(SOCKET, "GetBufferedAmount", &args), 0);
        let number = socket.program.var(Var::Int32(1));
        let args = [socket.id, number.into()];
        let error = socket.program.code(SOCKET, "SendMessage", &args);
        assert_eq!(error, PpError::NotSupported.code());
    }

    #[test]
    fn closing_checks_code_and_reason() {
        let mut socket = Socket::open();
        let (none, number) = (
            socket.program.var(Var::Undefined),
            socket.program.var(Var::Int32(1)),
        );
        let long = socket.program.text_var(&"x".repeat(124));
        assert_eq!(socket.close(1001, none), PpError::NoAccess.code());
        assert_eq!(socket.close(2999, none), PpError::NoAccess.code());
        assert_eq!(socket.close(5000, none), PpError::NoAccess.code());
        assert_eq!(socket.close(1000, number), PpError::BadArgument.code());
        assert_eq!(socket.close(4999, long), PpError::BadArgument.code());
        assert_eq!(socket.state(), 1);
    }

    #[test]
    fn a_closed_socket_says_why() {
        let mut socket = Socket::open();
        let (_, _) = socket.receive();
        let reason = socket.program.text_var("bye");
        assert_eq!(socket.close(3001, reason), COMPLETION_PENDING);
        let code = Some(3001);
        let reason: String = "bye".into();
        let request = Request::CloseWebSocket {
            code,
            reason: reason.clone(),
        };
        assert_eq!(socket.program.request().1, request);
        assert_eq!(socket.state(), 2);
        let aborted = socket.program.called_back(CALLBACK + 2);
        assert_eq!(aborted, PpError::Aborted.code(), "the receipt");
        let none = socket.program.var(Var::Undefined);
        assert_eq!(socket.close(1000, none), PpError::InProgress.code());
        let (was_clean, code) = (true, 3001);
        socket.happens(NetworkEvent::Closed {
            was_clean,
            code,
            reason,
        });
        assert_eq!(socket.program.called_back(CALLBACK + 1), OK);
        assert_eq!(socket.state(), 3);
        assert_eq!(socket.text("GetCloseReason"), "bye");
        let args = [socket.id];
        assert_eq!(socket.program.call(SOCKET, "GetCloseCode", &args), 3001);
        assert_eq!(socket.program.call(SOCKET, "GetCloseWasClean", &args), 1);
        assert_eq!(socket.close(1000, none), OK);
        assert_eq!(socket.send("late"), PpError::Failed.code());
        assert_eq!(socket.program.call(SOCKET, "GetBufferedAmount", &args), 10);
        assert_eq!(socket.receive().0, PpError::BadArgument.code());
    }

    #[test]
    fn closing_before_the_connection_aborts_it() {
        let mut socket = Socket::new();
        socket.connect("ws://host/", &[]);
        let none = socket.program.var(Var::Undefined);
        assert_eq!(socket.close(1000, none), COMPLETION_PENDING);
        assert_eq!(socket.state(), 2);
        let first = socket.program.turn();
        let first = crate::harness::called(&first);
        assert_eq!((first.address, first.args[1] as i32), (CALLBACK, -3));
        assert_eq!(socket.program.called_back(CALLBACK + 1), OK);
        assert_eq!(socket.state(), 3);
        assert_eq!(socket.program.fake.world().closed, [socket.id as u32]);
    }

    #[test]
    fn a_broken_connection_ends_what_waits_and_keeps_what_came() {
        let mut socket = Socket::open();
        socket.says("last");
        socket.happens(NetworkEvent::Failed(Operation::Read, NetworkError::Failed));
        socket.says("lost");
        socket.program.turn();
        let (result, place) = socket.receive();
        assert_eq!(result, OK);
        assert_eq!(socket.program.read_text(place), "last");
        assert_eq!(socket.receive().0, PpError::Failed.code());
    }

    #[test]
    fn messages_that_do_not_fit_end_the_connection() {
        let mut socket = Socket::open();
        let budget = socket.program.pepper.core_for_test().budget.clone();
        let _rest = budget.charge(budget.room() - 4096).unwrap();
        socket.says(&"too much".repeat(1000));
        socket.program.turn();
        assert_eq!(socket.state(), 3);
        let code = socket.program.call(SOCKET, "GetCloseCode", &[socket.id]);
        assert_eq!(code, 1009);
    }

    #[test]
    fn a_released_socket_is_closed_and_forgets_its_messages() {
        let mut socket = Socket::open();
        let budget = socket.program.pepper.core_for_test().budget.clone();
        let before = budget.charged();
        socket.says(&"one".repeat(1000));
        socket.program.turn();
        assert!(budget.charged() > before + 3000);
        socket
            .program
            .call("PPB_Core;1.0", "ReleaseResource", &[socket.id]);
        assert!(budget.charged() < before);
        assert_eq!(socket.program.fake.world().closed, [socket.id as u32]);
    }
}
