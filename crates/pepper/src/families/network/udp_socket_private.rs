//! `PPB_UDPSocket_Private`: messages without connections.
//!
//! Source: Chromium's `ppapi/proxy/udp_socket_private_resource.cc`.

use crate::device::network::SocketOption;
use crate::families::network::sockets::address::write_private;
use crate::families::network::sockets::udp::{UdpSocket, UdpSocketPrivate};
use crate::kernel::call::{Call, NOTHING, boolean, code, word};
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::{Interface, interface};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const UDP_SOCKET_PRIVATE_0_4: Interface = interface! { "PPB_UDPSocket_Private" "0.4" Private:
    Create(instance_id: PP_Instance) -> PP_Resource = create;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool = is_udp_socket;
    SetSocketFeature(udp_socket: PP_Resource, name: PP_UDPSocketFeature_Private, value: PP_Var) -> int32_t = set_socket_feature;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = bind;
    GetBoundAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t = recv_from;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = get_recv_from_address;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = send_to;
    Close(udp_socket: PP_Resource) = close;
};

pub(crate) const UDP_SOCKET_PRIVATE_0_3: Interface = interface! { "PPB_UDPSocket_Private" "0.3" Private:
    Create(instance_id: PP_Instance) -> PP_Resource = create;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool = is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = bind;
    GetBoundAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t = recv_from;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = get_recv_from_address;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = send_to;
    Close(udp_socket: PP_Resource) = close;
};

pub(crate) const UDP_SOCKET_PRIVATE_0_2: Interface = interface! { "PPB_UDPSocket_Private" "0.2" Private:
    Create(instance_id: PP_Instance) -> PP_Resource = create;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool = is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = bind;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t = recv_from;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = get_recv_from_address;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = send_to;
    Close(udp_socket: PP_Resource) = close;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let socket = UdpSocketPrivate(UdpSocket::new(true, true));
    let id = call.create(socket);
    word(id)
}

fn is_udp_socket(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<UdpSocketPrivate>(0).is_some())
}

/// Without a callback: whether the setting can be made.
fn set_socket_feature(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let value = call.var(2)?;
    let (owner, name) = (call.arg(0), call.arg(1));
    if call.resource::<UdpSocketPrivate>(0).is_none() {
        return code(PpError::BadResource.code());
    }
    let option = match (name, value) {
        (0, Var::Bool(value)) => Some(SocketOption::AddressReuse(value)),
        (1, Var::Bool(value)) => Some(SocketOption::Broadcast(value)),
        _ => None,
    };
    let result = call.kernel.udp_set_feature(owner, option);
    code(result)
}

fn bind(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<UdpSocketPrivate>(0);
    call.complete(2, owner, |call, id| {
        let address = call.private_address(1)?;
        Ok(call.udp_bind(id, address))
    })
}

/// Stores an address of a socket.
fn give_address(
    call: &mut Call<'_, '_>,
    address: fn(&UdpSocket) -> Option<SocketAddr>,
) -> Result<Action, Fault> {
    let socket = call.resource::<UdpSocketPrivate>(0);
    let address = socket.and_then(|socket| address(&socket.0));
    let at = call.arg(1);
    if address.is_none() || at == 0 {
        return boolean(false);
    }
    write_private(call.context.memory, at, address)?;
    boolean(true)
}

fn get_bound_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    give_address(call, UdpSocket::bound)
}

fn get_recv_from_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    give_address(call, |socket| socket.received_from)
}

fn recv_from(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<UdpSocketPrivate>(0);
    let places = [call.arg(1), call.arg(2), 0];
    call.complete(3, owner, |call, id| Ok(call.udp_receive(id, places)))
}

fn send_to(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<UdpSocketPrivate>(0);
    let bytes = [1, 2].map(|index| call.arg(index));
    call.complete(4, owner, |call, id| {
        let to = call.private_address(3)?;
        call.udp_send(id, bytes, to)
    })
}

fn close(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.resource::<UdpSocketPrivate>(0).is_some() {
        call.kernel.udp_close(call.arg(0));
    }
    NOTHING
}
