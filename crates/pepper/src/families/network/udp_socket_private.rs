//! `PPB_UDPSocket_Private`: datagrams.
//!
//! Source: Chromium's `ppapi/proxy/udp_socket_private_resource.cc`.

use crate::device::network::SocketOption;
use crate::families::network::sockets::address::{read_private, write_private};
use crate::families::network::sockets::udp::operations::{self, close};
use crate::families::network::sockets::udp::{Udp, UdpSocketPrivate};
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_NetAddress_Private, PP_Var, char};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const UDP_SOCKET_PRIVATE_0_4: Interface = interface! { "PPB_UDPSocket_Private" "0.4" Private:
    Create(instance_id: PP_Instance) -> PP_Resource => create;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool => is_udp_socket;
    SetSocketFeature(udp_socket: PP_Resource, name: PP_UDPSocketFeature_Private, value: PP_Var) -> int32_t => set_socket_feature;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => bind;
    GetBoundAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool => get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t => recv_from;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool => get_recv_from_address;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => send_to;
    Close(udp_socket: PP_Resource) => close::<UdpSocketPrivate>;
};

pub(crate) const UDP_SOCKET_PRIVATE_0_3: Interface = interface! { "PPB_UDPSocket_Private" "0.3" Private:
    Create(instance_id: PP_Instance) -> PP_Resource => create;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool => is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => bind;
    GetBoundAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool => get_bound_address;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t => recv_from;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool => get_recv_from_address;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => send_to;
    Close(udp_socket: PP_Resource) => close::<UdpSocketPrivate>;
};

pub(crate) const UDP_SOCKET_PRIVATE_0_2: Interface = interface! { "PPB_UDPSocket_Private" "0.2" Private:
    Create(instance_id: PP_Instance) -> PP_Resource => create;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool => is_udp_socket;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => bind;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t => recv_from;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool => get_recv_from_address;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => send_to;
    Close(udp_socket: PP_Resource) => close::<UdpSocketPrivate>;
};

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(UdpSocketPrivate(Udp::new(true, true))),
        false => 0,
    }
}

fn is_udp_socket(call: &mut Call<'_, '_>, resource: Res<UdpSocketPrivate>) -> bool {
    call.get(resource).is_some()
}

/// Returns immediately if the setting is supported: there is no callback.
fn set_socket_feature(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    name: u32,
    value: At<PP_Var>,
) -> Result<i32, Fault> {
    let value = value.read(call)?;
    if call.get(socket).is_none() {
        return Ok(PpError::BadResource.code());
    }
    let option = match (name, value) {
        (0, Var::Bool(value)) => Some(SocketOption::AddressReuse(value)),
        (1, Var::Bool(value)) => Some(SocketOption::Broadcast(value)),
        _ => None,
    };
    Ok(operations::set_feature(call.kernel, socket.id, option))
}

fn bind(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    address: At<PP_NetAddress_Private>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let address = read_private(call, address)?;
        Ok(operations::bind(call, socket.id, pending, address))
    })
}

/// Stores an address of a socket.
fn give_address(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    at: At<PP_NetAddress_Private>,
    address: fn(&Udp) -> Option<SocketAddr>,
) -> Result<bool, Fault> {
    let address = call.get(socket).and_then(|socket| address(&socket.0));
    if address.is_none() || at.address == 0 {
        return Ok(false);
    }
    write_private(call, at, address)?;
    Ok(true)
}

fn get_bound_address(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    at: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    give_address(call, socket, at, Udp::bound)
}

fn get_recv_from_address(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    at: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    give_address(call, socket, at, |socket| socket.received_from)
}

fn recv_from(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    buffer: At<char>,
    len: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        Ok(operations::receive(
            call,
            socket.id,
            pending,
            (buffer, len),
            None,
        ))
    })
}

fn send_to(
    call: &mut Call<'_, '_>,
    socket: Res<UdpSocketPrivate>,
    buffer: At<char>,
    len: i32,
    to: At<PP_NetAddress_Private>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let to = read_private(call, to)?;
        operations::send(call, socket.id, pending, (buffer, len), to)
    })
}
