//! `PPB_TCPSocket_Private`: connections to addresses and host names.
//!
//! Source: Chromium's `ppapi/proxy/tcp_socket_private_resource.cc`.

use crate::device::network::{Request, SocketOption, Target};
use crate::families::network::sockets::address::{read_private, write_private};
use crate::families::network::sockets::host_name;
use crate::families::network::sockets::tcp::operations::{
    change, close, read, set_option as begin_to_set, write,
};
use crate::families::network::sockets::tcp::{Tcp, TcpSocketPrivate, Transition, Version};
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_NetAddress_Private, PP_Var, char};
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, Support, interface};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TCP_SOCKET_PRIVATE_0_5: Interface = interface! { "PPB_TCPSocket_Private" "0.5" Private:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool => is_tcp_socket;
    Connect(tcp_socket: PP_Resource, host: *const char, port: uint16_t, callback: PP_CompletionCallback) -> int32_t => connect;
    ConnectWithNetAddress(tcp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => connect_with_net_address;
    GetLocalAddress(tcp_socket: PP_Resource, local_addr: *mut PP_NetAddress_Private) -> PP_Bool => get_local_address;
    GetRemoteAddress(tcp_socket: PP_Resource, remote_addr: *mut PP_NetAddress_Private) -> PP_Bool => get_remote_address;
    SSLHandshake(tcp_socket: PP_Resource, server_name: *const char, server_port: uint16_t, callback: PP_CompletionCallback) -> int32_t => ssl_handshake;
    GetServerCertificate(tcp_socket: PP_Resource) -> PP_Resource => get_server_certificate;
    AddChainBuildingCertificate(tcp_socket: PP_Resource, certificate: PP_Resource, is_trusted: PP_Bool) -> PP_Bool => add_chain_building_certificate;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t => read::<TcpSocketPrivate>;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t => write::<TcpSocketPrivate>;
    Disconnect(tcp_socket: PP_Resource) => close::<TcpSocketPrivate>;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocketOption_Private, value: PP_Var, callback: PP_CompletionCallback) -> int32_t => set_option;
}
.with_support(NO_TLS);

pub(crate) const TCP_SOCKET_PRIVATE_0_4: Interface = TCP_SOCKET_PRIVATE_0_5.earlier("0.4", 12);

pub(crate) const TCP_SOCKET_PRIVATE_0_3: Interface = interface! { "PPB_TCPSocket_Private" "0.3" Private:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool => is_tcp_socket;
    Connect(tcp_socket: PP_Resource, host: *const char, port: uint16_t, callback: PP_CompletionCallback) -> int32_t => connect;
    ConnectWithNetAddress(tcp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t => connect_with_net_address;
    GetLocalAddress(tcp_socket: PP_Resource, local_addr: *mut PP_NetAddress_Private) -> PP_Bool => get_local_address;
    GetRemoteAddress(tcp_socket: PP_Resource, remote_addr: *mut PP_NetAddress_Private) -> PP_Bool => get_remote_address;
    SSLHandshake(tcp_socket: PP_Resource, server_name: *const char, server_port: uint16_t, callback: PP_CompletionCallback) -> int32_t => ssl_handshake;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t => read::<TcpSocketPrivate>;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t => write::<TcpSocketPrivate>;
    Disconnect(tcp_socket: PP_Resource) => close::<TcpSocketPrivate>;
}
.with_support(NO_TLS);

/// The feature that is missing.
const NO_TLS: Support = Support::Partly("connections are not encrypted: SSLHandshake fails");

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(TcpSocketPrivate(Tcp::new(Version::Private))),
        false => 0,
    }
}

fn is_tcp_socket(call: &mut Call<'_, '_>, resource: Res<TcpSocketPrivate>) -> bool {
    call.get(resource).is_some()
}

fn connect(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    host: At<char>,
    port: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let Some(host) = host_name(call, host)? else {
            return Ok(PpError::BadArgument.into());
        };
        let request = Request::Connect(Target::Name(host, port as u16));
        Ok(change(
            call,
            socket.id,
            pending,
            Transition::Connect,
            request,
        ))
    })
}

fn connect_with_net_address(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    address: At<PP_NetAddress_Private>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        if address.address == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let Some(address) = read_private(call, address)? else {
            return Ok(PpError::Failed.into());
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

/// Stores an address of a socket, if there is one.
fn give_address(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    at: At<PP_NetAddress_Private>,
    address: fn(&Tcp) -> Option<SocketAddr>,
) -> Result<bool, Fault> {
    let address = call.get(socket).and_then(|socket| address(&socket.0));
    if address.is_none() || at.address == 0 {
        return Ok(false);
    }
    write_private(call, at, address)?;
    Ok(true)
}

fn get_local_address(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    at: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    give_address(call, socket, at, Tcp::local)
}

fn get_remote_address(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    at: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    give_address(call, socket, at, Tcp::remote)
}

/// Fails: no device can encrypt a connection.
fn ssl_handshake(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    server_name: At<char>,
    _server_port: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        if server_name.address == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let is_connected = call
            .get(socket)
            .is_some_and(|socket| socket.0.is_connected());
        Ok(match is_connected {
            true => call.fail_later(pending, PpError::NotSupported),
            false => PpError::Failed.into(),
        })
    })
}

fn get_server_certificate(_: &mut Call<'_, '_>, _socket: Res<TcpSocketPrivate>) -> u32 {
    0
}

/// Fails, as it always did in Chrome.
fn add_chain_building_certificate(
    _: &mut Call<'_, '_>,
    _socket: Res<TcpSocketPrivate>,
    _certificate: u32,
    _is_trusted: bool,
) -> bool {
    false
}

/// Changes `PP_TCPSOCKETOPTION_PRIVATE_NO_DELAY`, the only option.
fn set_option(
    call: &mut Call<'_, '_>,
    socket: Res<TcpSocketPrivate>,
    name: u32,
    value: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        let option = match (name, value.read(call)?) {
            (1, Var::Bool(value)) => Some(SocketOption::NoDelay(value)),
            _ => None,
        };
        Ok(begin_to_set(call, socket.id, pending, option))
    })
}

#[cfg(test)]
mod tests {
    use crate::device::network::{NetworkError, NetworkEvent, Operation, Request, Target};
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, PpError};

    const SOCKET: &str = "PPB_TCPSocket_Private;0.5";
    const CALLBACK: u32 = 99;

    fn connect(program: &mut Program, socket: u64) -> i32 {
        let host = program.text("host").into();
        let callback = program.callback(CALLBACK, true);
        program.code(SOCKET, "Connect", &[socket, host, 80, callback])
    }

    #[test]
    fn a_name_can_be_connected_to_and_failures_have_one_number() {
        let mut program = Program::started().allow_network();
        let socket = program.call(SOCKET, "Create", &[1]);
        assert_eq!(connect(&mut program, socket), COMPLETION_PENDING);
        let request = Request::Connect(Target::Name("host".into(), 80));
        assert_eq!(program.request().1, request);
        let error = NetworkError::ConnectionRefused;
        program.happens(socket, NetworkEvent::Failed(Operation::Connect, error));
        assert_eq!(program.called_back(CALLBACK), PpError::Failed.code());
        assert_eq!(
            connect(&mut program, socket),
            COMPLETION_PENDING,
            "once more"
        );
    }

    #[test]
    fn an_unconnected_socket_has_no_encryption_and_no_address() {
        let mut program = Program::started().allow_network();
        let socket = program.call(SOCKET, "Create", &[1]);
        let (host, callback) = (
            program.text("host").into(),
            program.callback(CALLBACK, true),
        );
        let args = [socket, host, 443, callback];
        assert_eq!(
            program.code(SOCKET, "SSLHandshake", &args),
            PpError::Failed.code()
        );
        let args = [socket, 0, 443, callback];
        let error = program.code(SOCKET, "SSLHandshake", &args);
        assert_eq!(error, PpError::BadArgument.code());
        assert_eq!(program.call(SOCKET, "GetLocalAddress", &[socket, host]), 0);
        assert_eq!(program.call(SOCKET, "GetRemoteAddress", &[socket, host]), 0);
        assert_eq!(program.call(SOCKET, "GetServerCertificate", &[socket]), 0);
    }
}
