//! `PPB_UDPSocket`: datagrams.
//!
//! Source: Chromium's `ppapi/proxy/udp_socket_resource.cc`.

use crate::device::network::{Request, SocketOption};
use crate::families::network::sockets::address::{self, NetAddress};
use crate::families::network::sockets::udp::operations::{self, close};
use crate::families::network::sockets::udp::{Udp, UdpSocket};
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_Resource, PP_Var, char};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use core::net::IpAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const UDP_SOCKET_1_2: Interface = interface! { "PPB_UDPSocket" "1.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsUDPSocket(resource: PP_Resource) -> PP_Bool => is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => bind;
    GetBoundAddress(udp_socket: PP_Resource) -> PP_Resource => get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, addr: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => recv_from;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => send_to;
    Close(udp_socket: PP_Resource) => close::<UdpSocket>;
    SetOption(udp_socket: PP_Resource, name: PP_UDPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t => set_option;
    JoinGroup(udp_socket: PP_Resource, group: PP_Resource, callback: PP_CompletionCallback) -> int32_t => join_group;
    LeaveGroup(udp_socket: PP_Resource, group: PP_Resource, callback: PP_CompletionCallback) -> int32_t => leave_group;
};

pub(crate) const UDP_SOCKET_1_1: Interface = interface! { "PPB_UDPSocket" "1.1" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsUDPSocket(resource: PP_Resource) -> PP_Bool => is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => bind;
    GetBoundAddress(udp_socket: PP_Resource) -> PP_Resource => get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, addr: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => recv_from;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => send_to;
    Close(udp_socket: PP_Resource) => close::<UdpSocket>;
    SetOption(udp_socket: PP_Resource, name: PP_UDPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t => set_early_option;
};

pub(crate) const UDP_SOCKET_1_0: Interface = interface! { "PPB_UDPSocket" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create_1_0;
    IsUDPSocket(resource: PP_Resource) -> PP_Bool => is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => bind;
    GetBoundAddress(udp_socket: PP_Resource) -> PP_Resource => get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, addr: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => recv_from;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t => send_to;
    Close(udp_socket: PP_Resource) => close::<UdpSocket>;
    SetOption(udp_socket: PP_Resource, name: PP_UDPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t => set_early_option;
};

fn create_of(call: &mut Call<'_, '_>, instance: Instance, is_old: bool) -> u32 {
    match instance.is_own() {
        true => call.create(UdpSocket(Udp::new(is_old, false))),
        false => 0,
    }
}

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    create_of(call, instance, false)
}

fn create_1_0(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    create_of(call, instance, true)
}

fn is_udp_socket(call: &mut Call<'_, '_>, resource: Res<UdpSocket>) -> bool {
    call.get(resource).is_some()
}

fn bind(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    address: Res<NetAddress>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let address = address::named(call, address);
        Ok(operations::bind(call, socket.id, pending, address))
    })
}

fn get_bound_address(call: &mut Call<'_, '_>, socket: Res<UdpSocket>) -> u32 {
    let address = call.get(socket).and_then(|socket| socket.0.bound());
    address::create(call, address)
}

fn recv_from(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    buffer: At<char>,
    len: i32,
    from: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let (buffer, from) = ((buffer, len), Some(from));
        Ok(operations::receive(call, socket.id, pending, buffer, from))
    })
}

fn send_to(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    buffer: At<char>,
    len: i32,
    to: Res<NetAddress>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let to = address::named(call, to);
        operations::send(call, socket.id, pending, (buffer, len), to)
    })
}

/// Maximum size of a socket's buffer in bytes.
const MOST_BUFFER: i32 = 1 << 30;

fn set_option(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    name: u32,
    value: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let option = option(name, value.read(call)?);
        Ok(operations::set_option(call, socket.id, pending, option))
    })
}

/// Implements `SetOption` before version 1.2, which has no multicast options.
fn set_early_option(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    name: u32,
    value: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let option = option(name, value.read(call)?);
        let is_late = |option: &SocketOption| {
            matches!(
                option,
                SocketOption::MulticastLoop(_) | SocketOption::MulticastTimeToLive(_)
            )
        };
        let option = option.filter(|option| !is_late(option));
        Ok(operations::set_option(call, socket.id, pending, option))
    })
}

/// Converts a socket option if its name is known and its value has the right type.
fn option(name: u32, value: Var) -> Option<SocketOption> {
    match (name, value) {
        (0, Var::Bool(value)) => Some(SocketOption::AddressReuse(value)),
        (1, Var::Bool(value)) => Some(SocketOption::Broadcast(value)),
        (2, Var::Int32(size @ 1..=MOST_BUFFER)) => Some(SocketOption::SendBufferSize(size as u32)),
        (3, Var::Int32(size @ 1..=MOST_BUFFER)) => {
            Some(SocketOption::ReceiveBufferSize(size as u32))
        }
        (4, Var::Bool(value)) => Some(SocketOption::MulticastLoop(value)),
        (5, Var::Int32(hops @ 0..=255)) => Some(SocketOption::MulticastTimeToLive(hops as u8)),
        _ => None,
    }
}

fn join_group(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    group: Res<NetAddress>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    change_group(call, socket, group, callback, Request::JoinGroup)
}

fn leave_group(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    group: Res<NetAddress>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    change_group(call, socket, group, callback, Request::LeaveGroup)
}

fn change_group(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocket>,
    group: Res<NetAddress>,
    callback: CallbackArg,
    request: fn(IpAddr) -> Request,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let group = address::named(call, group);
        Ok(operations::change_group(
            call, socket.id, pending, group, request,
        ))
    })
}

#[cfg(test)]
mod tests {
    use crate::device::network::{NetworkEvent, Request, SocketOption};
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
    use crate::kernel::var::Var;
    use core::net::SocketAddr;

    const OLD: &str = "PPB_UDPSocket;1.0";
    const NEW: &str = "PPB_UDPSocket;1.2";
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

        fn bound(interface: &'static str) -> Socket {
            let mut socket = Socket::new(interface);
            assert_eq!(socket.bind(), COMPLETION_PENDING);
            socket.happens(NetworkEvent::Bound(place("1.2.3.4:80")));
            assert_eq!(socket.program.called_back(CALLBACK), OK);
            socket
        }

        fn code(&mut self, method: &str, args: &[u64]) -> i32 {
            let args = [&[self.id], args].concat();
            self.program.code(self.interface, method, &args)
        }

        fn bind(&mut self) -> i32 {
            self.code("Bind", &[self.address, self.callback])
        }

        fn receive(&mut self, at: u32, len: u64, from: u32) -> i32 {
            self.code("RecvFrom", &[at.into(), len, from.into(), self.callback])
        }

        fn send(&mut self, at: u32, len: u64) -> i32 {
            self.code("SendTo", &[at.into(), len, self.address, self.callback])
        }

        fn set(&mut self, option: u64, value: Var) -> i32 {
            let value = self.program.var(value);
            self.code("SetOption", &[option, value.into(), self.callback])
        }

        fn happens(&mut self, event: NetworkEvent) {
            self.program.happens(self.id, event);
        }
    }

    #[test]
    fn a_page_may_not_bind_and_learns_it_later() {
        let mut socket = Socket::new(NEW);
        socket.program.fake.world().allows_network = false;
        assert_eq!(socket.bind(), COMPLETION_PENDING);
        let error = socket.program.called_back(CALLBACK);
        assert_eq!(error, PpError::NoAccess.code());
        assert_eq!(socket.code("GetBoundAddress", &[]), 0);
    }

    #[test]
    fn a_socket_is_bound_once() {
        let mut socket = Socket::new(NEW);
        assert_eq!(socket.bind(), COMPLETION_PENDING);
        assert_eq!(socket.bind(), PpError::InProgress.code());
        let mut socket = Socket::bound(NEW);
        assert_eq!(socket.bind(), PpError::Failed.code());
        assert_ne!(socket.code("GetBoundAddress", &[]), 0);
        let args = [77, socket.callback];
        assert_eq!(socket.code("Bind", &args), PpError::BadArgument.code());
    }

    #[test]
    fn nothing_is_sent_or_received_before() {
        let mut socket = Socket::new(NEW);
        let at = socket.program.words(&[0]);
        assert_eq!(socket.receive(at, 4, at), PpError::Failed.code());
        assert_eq!(socket.send(at, 4), PpError::Failed.code());
        let args = [socket.address, socket.callback];
        assert_eq!(socket.code("JoinGroup", &args), PpError::Failed.code());
        assert_eq!(socket.receive(0, 4, at), PpError::BadArgument.code());
        assert_eq!(socket.send(at, 0), PpError::BadArgument.code());
    }

    #[test]
    fn a_message_comes_with_its_sender() {
        let mut socket = Socket::bound(NEW);
        let (at, from_at) = (socket.program.words(&[0]), socket.program.words(&[0]));
        assert_eq!(socket.receive(at, 1 << 20, from_at), COMPLETION_PENDING);
        assert_eq!(socket.program.request().1, Request::Read(128 << 10));
        let from = place("9.9.9.9:9");
        let bytes = vec![7];
        socket.happens(NetworkEvent::Received { from, bytes });
        assert_eq!(socket.program.called_back(CALLBACK), 1);
        assert_eq!(socket.program.memory.load_u32(at), Ok(7));
        let address = socket.program.memory.load_u32(from_at).unwrap();
        let args = [address.into()];
        assert_eq!(
            socket
                .program
                .call("PPB_NetAddress;1.0", "GetFamily", &args),
            1
        );
    }

    #[test]
    fn a_message_is_sent_to_somebody() {
        let mut socket = Socket::bound(NEW);
        let at = socket.program.words(&[5]);
        assert_eq!(socket.send(at, 1), COMPLETION_PENDING);
        let request = Request::SendTo(place("1.2.3.4:80"), vec![5]);
        assert_eq!(socket.program.request().1, request);
        assert_eq!(socket.send(at, 1), PpError::InProgress.code());
        socket.happens(NetworkEvent::Written(1));
        assert_eq!(socket.program.called_back(CALLBACK), 1);
    }

    #[test]
    fn settings_have_types_and_their_time() {
        let size = Var::Int32(4096);
        for (interface, bound, option, value, result) in [
            (OLD, false, 2, size, PpError::Failed.code()),
            (NEW, false, 2, size, COMPLETION_PENDING),
            (OLD, true, 1, Var::Bool(true), PpError::Failed.code()),
            (NEW, true, 1, Var::Bool(true), COMPLETION_PENDING),
            (NEW, true, 0, Var::Bool(true), PpError::Failed.code()),
            (NEW, false, 0, size, PpError::BadArgument.code()),
            (NEW, false, 5, Var::Int32(256), PpError::BadArgument.code()),
            (NEW, false, 6, size, PpError::BadArgument.code()),
        ] {
            let mut socket = match bound {
                true => Socket::bound(interface),
                false => Socket::new(interface),
            };
            assert_eq!(socket.set(option, value), result, "{interface} {option}");
        }
    }

    #[test]
    fn changes_end_in_order() {
        let mut socket = Socket::bound(NEW);
        assert_eq!(socket.set(4, Var::Bool(false)), COMPLETION_PENDING);
        let request = Request::SetOption(SocketOption::MulticastLoop(false));
        assert_eq!(socket.program.request().1, request);
        let args = [socket.address, socket.callback];
        assert_eq!(socket.code("JoinGroup", &args), COMPLETION_PENDING);
        let request = Request::JoinGroup(place("1.2.3.4:80").ip());
        assert_eq!(socket.program.request().1, request);
        socket.happens(NetworkEvent::Changed);
        assert_eq!(socket.program.called_back(CALLBACK), OK);
        socket.happens(NetworkEvent::Changed);
        assert_eq!(socket.program.called_back(CALLBACK), OK);
    }

    #[test]
    fn closing_aborts_what_is_under_way() {
        let mut socket = Socket::bound(NEW);
        let at = socket.program.words(&[0]);
        socket.receive(at, 4, 0);
        socket.code("Close", &[]);
        let end = socket.program.called_back(CALLBACK);
        assert_eq!(end, PpError::Aborted.code());
        assert_eq!(socket.bind(), PpError::Failed.code());
        assert_eq!(socket.set(2, Var::Int32(1)), PpError::Failed.code());
    }
}
