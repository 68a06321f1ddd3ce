//! `PPB_TCPSocket`: connections and servers.
//!
//! Source: Chromium's `ppapi/proxy/tcp_socket_resource.cc`.

use crate::device::network::{Request, SocketOption, Target};
use crate::families::network::sockets::address::{self, NetAddress};
use crate::families::network::sockets::tcp::operations::{
    accept, change, close, read, set_option as begin_to_set, write,
};
use crate::families::network::sockets::tcp::{Tcp, TcpSocket, Transition, Version};
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TCP_SOCKET_1_2: Interface = interface! { "PPB_TCPSocket" "1.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool => is_tcp_socket;
    Bind(tcp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => bind;
    Connect(tcp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => connect;
    GetLocalAddress(tcp_socket: PP_Resource) -> PP_Resource => get_local_address;
    GetRemoteAddress(tcp_socket: PP_Resource) -> PP_Resource => get_remote_address;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t => read::<TcpSocket>;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t => write::<TcpSocket>;
    Listen(tcp_socket: PP_Resource, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t => listen;
    Accept(tcp_socket: PP_Resource, accepted_tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => accept::<TcpSocket>;
    Close(tcp_socket: PP_Resource) => close::<TcpSocket>;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t => set_option;
};

pub(crate) const TCP_SOCKET_1_1: Interface = TCP_SOCKET_1_2.earlier("1.1", 12);

pub(crate) const TCP_SOCKET_1_0: Interface = interface! { "PPB_TCPSocket" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create_1_0;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool => is_tcp_socket;
    Connect(tcp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => connect;
    GetLocalAddress(tcp_socket: PP_Resource) -> PP_Resource => get_local_address;
    GetRemoteAddress(tcp_socket: PP_Resource) -> PP_Resource => get_remote_address;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t => read::<TcpSocket>;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t => write::<TcpSocket>;
    Close(tcp_socket: PP_Resource) => close::<TcpSocket>;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t => set_option;
};

fn create_of(call: &mut Call<'_, '_>, instance: Instance, version: Version) -> u32 {
    match instance.is_own() {
        true => call.create(TcpSocket(Tcp::new(version))),
        false => 0,
    }
}

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    create_of(call, instance, Version::V1_1)
}

fn create_1_0(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    create_of(call, instance, Version::V1_0)
}

fn is_tcp_socket(call: &mut Call<'_, '_>, resource: Res<TcpSocket>) -> bool {
    call.get(resource).is_some()
}

fn bind(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocket>,
    address: Res<NetAddress>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let Some(address) = address::named(call, address) else {
            return Ok(PpError::BadArgument.into());
        };
        let request = Request::BindTcp(address);
        Ok(change(call, socket.id, pending, Transition::Bind, request))
    })
}

fn connect(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocket>,
    address: Res<NetAddress>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let Some(address) = address::named(call, address) else {
            return Ok(PpError::BadArgument.into());
        };
        let request = Request::Connect(Target::Address(address));
        Ok(change(
            call,
            socket.id,
            pending,
            Transition::Connect,
            request,
        ))
    })
}

fn get_local_address(call: &mut Call<'_, '_>, socket: Res<TcpSocket>) -> u32 {
    let address = call.get(socket).and_then(|socket| socket.0.local());
    address::create(call, address)
}

fn get_remote_address(call: &mut Call<'_, '_>, socket: Res<TcpSocket>) -> u32 {
    let address = call.get(socket).and_then(|socket| socket.0.remote());
    address::create(call, address)
}

fn listen(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocket>,
    backlog: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        if backlog <= 0 {
            return Ok(PpError::BadArgument.into());
        }
        let backlog = backlog.unsigned_abs();
        let (transition, request) = (Transition::Listen(backlog), Request::Listen(backlog));
        Ok(change(call, socket.id, pending, transition, request))
    })
}

/// Maximum size of a socket's buffer in bytes.
const MOST_BUFFER: i32 = 1 << 30;

fn set_option(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocket>,
    name: u32,
    value: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let option = option(name, value.read(call)?);
        Ok(begin_to_set(call, socket.id, pending, option))
    })
}

/// Converts a socket option if its name is known and its value has the right type.
fn option(name: u32, value: Var) -> Option<SocketOption> {
    match (name, value) {
        (0, Var::Bool(value)) => Some(SocketOption::NoDelay(value)),
        (1, Var::Int32(size @ 1..=MOST_BUFFER)) => Some(SocketOption::SendBufferSize(size as u32)),
        (2, Var::Int32(size @ 1..=MOST_BUFFER)) => {
            Some(SocketOption::ReceiveBufferSize(size as u32))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::device::network::{
        NetworkError, NetworkEvent, Operation, Request, SocketOption, Target,
    };
    use crate::families::network::sockets;
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
    use crate::kernel::var::Var;
    use core::net::SocketAddr;

    const OLD: &str = "PPB_TCPSocket;1.0";
    const NEW: &str = "PPB_TCPSocket;1.2";
    const CALLBACK: u32 = 99;

    struct Socket {
        program: Program,
        id: u64,
        interface: &'static str,
        address: u64,
        callback: u64,
    }

    fn place(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    impl Socket {
        fn new(interface: &'static str) -> Socket {
            let mut program = Program::started().allow_network();
            let id = program.call(interface, "Create", &[1]);
            let plain = program.bytes(&[0, 80, 1, 2, 3, 4]);
            let args = [1, plain.into()];
            let address = program.call("PPB_NetAddress;1.0", "CreateFromIPv4Address", &args);
            let callback = program.callback(CALLBACK, true);
            Socket {
                program,
                id,
                interface,
                address,
                callback,
            }
        }

        /// Creates a connected socket.
        fn connected(interface: &'static str) -> Socket {
            let mut socket = Socket::new(interface);
            assert_eq!(socket.connect(), COMPLETION_PENDING);
            let [local, remote] = ["5.6.7.8:1000", "1.2.3.4:80"].map(place);
            socket.happens(NetworkEvent::Connected { local, remote });
            assert_eq!(socket.end(), OK);
            socket
        }

        /// Creates a socket that accepts connections.
        fn listening() -> Socket {
            let mut socket = Socket::new(NEW);
            let args = [socket.address, socket.callback];
            assert_eq!(socket.code("Bind", &args), COMPLETION_PENDING);
            socket.happens(NetworkEvent::Bound(place("1.2.3.4:80")));
            assert_eq!(socket.end(), OK);
            let args = [5, socket.callback];
            assert_eq!(socket.code("Listen", &args), COMPLETION_PENDING);
            assert_eq!(socket.program.request().1, Request::Listen(5));
            socket.happens(NetworkEvent::Listening);
            assert_eq!(socket.end(), OK);
            socket
        }

        fn code(&mut self, method: &str, args: &[u64]) -> i32 {
            let args = [&[self.id], args].concat();
            self.program.code(self.interface, method, &args)
        }

        fn connect(&mut self) -> i32 {
            self.code("Connect", &[self.address, self.callback])
        }

        fn read(&mut self, at: u32, len: u64) -> i32 {
            self.code("Read", &[at.into(), len, self.callback])
        }

        fn write(&mut self, at: u32, len: u64) -> i32 {
            self.code("Write", &[at.into(), len, self.callback])
        }

        fn accept(&mut self) -> (i32, u32) {
            let at = self.program.words(&[0]);
            (self.code("Accept", &[at.into(), self.callback]), at)
        }

        fn set(&mut self, option: u64, value: Var) -> i32 {
            let value = self.program.var(value);
            self.code("SetOption", &[option, value.into(), self.callback])
        }

        fn happens(&mut self, event: NetworkEvent) {
            self.program.happens(self.id, event);
        }

        fn fails(&mut self, operation: Operation, error: NetworkError) {
            self.happens(NetworkEvent::Failed(operation, error));
        }

        fn end(&mut self) -> i32 {
            self.program.called_back(CALLBACK)
        }
    }

    #[test]
    fn a_page_may_not_connect_and_learns_it_later() {
        for interface in [OLD, NEW] {
            let mut socket = Socket::new(interface);
            socket.program.fake.world().allows_network = false;
            assert_eq!(socket.connect(), COMPLETION_PENDING);
            assert_eq!(socket.end(), PpError::NoAccess.code());
        }
    }

    #[test]
    fn a_connection_has_two_addresses() {
        let mut socket = Socket::connected(NEW);
        let address = place("1.2.3.4:80");
        let request = Request::Connect(Target::Address(address));
        assert_eq!(socket.program.request(), (socket.id as u32, request));
        for (method, text) in [
            ("GetLocalAddress", "5.6.7.8:1000"),
            ("GetRemoteAddress", "1.2.3.4:80"),
        ] {
            let address = socket.code(method, &[]) as u64;
            let var = socket.program.var(Var::Null);
            let args = [var.into(), address, 1];
            socket
                .program
                .call("PPB_NetAddress;1.0", "DescribeAsString", &args);
            assert_eq!(socket.program.read_text(var), text);
        }
        assert_eq!(socket.connect(), PpError::Failed.code());
    }

    #[test]
    fn a_socket_without_connection_does_nothing() {
        let mut socket = Socket::new(NEW);
        let at = socket.program.words(&[0]);
        assert_eq!(socket.read(at, 4), PpError::Failed.code());
        assert_eq!(socket.write(at, 4), PpError::Failed.code());
        assert_eq!(socket.accept().0, PpError::Failed.code());
        assert_eq!(socket.code("GetLocalAddress", &[]), 0);
        assert_eq!(socket.code("GetRemoteAddress", &[]), 0);
        let callback = socket.callback;
        let listen = socket.code("Listen", &[1, callback]);
        assert_eq!(listen, PpError::Failed.code());
        let listen = socket.code("Listen", &[0, callback]);
        assert_eq!(listen, PpError::BadArgument.code());
    }

    #[test]
    fn the_first_version_can_connect_again_and_later_ones_cannot() {
        for (interface, again) in [(OLD, COMPLETION_PENDING), (NEW, PpError::Failed.code())] {
            let mut socket = Socket::new(interface);
            socket.connect();
            assert_eq!(socket.connect(), PpError::InProgress.code());
            socket.fails(Operation::Connect, NetworkError::ConnectionRefused);
            assert_eq!(socket.end(), PpError::ConnectionRefused.code());
            assert_eq!(socket.connect(), again, "{interface}");
        }
    }

    #[test]
    fn data_is_stored_when_the_callback_runs() {
        let mut socket = Socket::connected(NEW);
        let at = socket.program.words(&[0, 0]);
        assert_eq!(socket.read(at, 8), COMPLETION_PENDING);
        assert_eq!(socket.program.request().1, Request::Read(8));
        assert_eq!(socket.read(at, 8), PpError::InProgress.code());
        socket.happens(NetworkEvent::Read(vec![1, 2, 3]));
        assert_eq!(socket.end(), 3);
        assert_eq!(socket.program.memory.load_u32(at), Ok(0x0003_0201));
        assert_eq!(socket.read(at, 2 << 20), COMPLETION_PENDING);
        assert_eq!(socket.program.request().1, Request::Read(1 << 20));
        socket.happens(NetworkEvent::Read(Vec::new()));
        assert_eq!(socket.end(), 0, "the other side has closed");
    }

    #[test]
    fn bytes_are_written_as_they_were_when_that_was_asked() {
        let mut socket = Socket::connected(NEW);
        let at = socket.program.words(&[0x0403_0201]);
        assert_eq!(socket.write(at, 4), COMPLETION_PENDING);
        assert_eq!(socket.write(at, 4), PpError::InProgress.code());
        let request = Request::Write(vec![1, 2, 3, 4]);
        assert_eq!(socket.program.request().1, request);
        socket.happens(NetworkEvent::Written(2));
        assert_eq!(socket.end(), 2);
        socket.write(at, 4);
        socket.fails(Operation::Write, NetworkError::ConnectionReset);
        assert_eq!(socket.end(), PpError::ConnectionReset.code());
    }

    #[test]
    fn wrong_buffers_are_refused() {
        let mut socket = Socket::connected(NEW);
        let at = socket.program.words(&[0]);
        for (at, len) in [(0, 4), (at, 0), (at, u64::from(u32::MAX))] {
            assert_eq!(socket.read(at, len), PpError::BadArgument.code());
            assert_eq!(socket.write(at, len), PpError::BadArgument.code());
        }
        let address = socket.callback;
        let args = [77, address];
        assert_eq!(socket.code("Connect", &args), PpError::BadArgument.code());
        socket.id = 77;
        assert_eq!(socket.read(at, 4), PpError::BadResource.code());
    }

    #[test]
    fn closing_aborts_what_is_under_way() {
        let mut socket = Socket::connected(NEW);
        let at = socket.program.words(&[0]);
        socket.read(at, 4);
        socket.code("Close", &[]);
        socket.happens(NetworkEvent::Read(vec![1]));
        assert_eq!(socket.end(), PpError::Aborted.code());
        assert_eq!(socket.program.memory.load_u32(at), Ok(0));
        assert_eq!(socket.read(at, 4), PpError::Failed.code());
        assert_eq!(socket.program.fake.world().closed, [socket.id as u32]);
    }

    #[test]
    fn options_have_types_and_their_time() {
        let mut old = Socket::new(OLD);
        let early = old.set(0, Var::Bool(true));
        assert_eq!(early, PpError::Failed.code(), "not connected");
        let mut socket = Socket::new(NEW);
        for (option, value) in [
            (0, Var::Int32(1)),
            (1, Var::Bool(true)),
            (2, Var::Int32(0)),
            (2, Var::Int32((1 << 30) + 1)),
            (3, Var::Bool(true)),
        ] {
            let error = socket.set(option, value);
            assert_eq!(error, PpError::BadArgument.code(), "{option} {value:?}");
        }
        assert_eq!(socket.set(0, Var::Bool(true)), COMPLETION_PENDING);
        let request = Request::SetOption(SocketOption::NoDelay(true));
        assert_eq!(socket.program.request().1, request);
        socket.happens(NetworkEvent::Changed);
        assert_eq!(socket.end(), OK);
    }

    #[test]
    fn an_accepted_connection_is_a_socket_of_the_program_s() {
        let mut socket = Socket::listening();
        let (pending, at) = socket.accept();
        assert_eq!(pending, COMPLETION_PENDING);
        assert_eq!(socket.accept().0, PpError::InProgress.code());
        let Request::Accept(connection) = socket.program.request().1 else {
            panic!("another request");
        };
        let [local, remote] = ["1.2.3.4:80", "9.9.9.9:9"].map(place);
        socket.happens(NetworkEvent::Accepted { local, remote });
        assert_eq!(socket.end(), OK);
        assert_eq!(socket.program.memory.load_u32(at), Ok(connection));
        socket.id = connection.into();
        assert_ne!(socket.code("GetRemoteAddress", &[]), 0);
        socket
            .program
            .call("PPB_Core;1.0", "ReleaseResource", &[connection.into()]);
        assert_eq!(socket.code("IsTCPSocket", &[]), 0);
    }

    #[test]
    fn a_server_that_closes_forgets_the_connection_it_waits_for() {
        for has_come in [false, true] {
            let mut socket = Socket::listening();
            let before = socket.program.pepper.core_for_test().resources.len();
            socket.accept();
            if has_come {
                let [local, remote] = ["1.2.3.4:80", "9.9.9.9:9"].map(place);
                let event = NetworkEvent::Accepted { local, remote };
                let kernel = socket.program.pepper.core_for_test();
                sockets::happened(kernel, socket.id as u32, event);
            }
            socket.code("Close", &[]);
            assert_eq!(socket.end(), PpError::Aborted.code());
            let after = socket.program.pepper.core_for_test().resources.len();
            assert_eq!(after, before);
        }
    }
}
