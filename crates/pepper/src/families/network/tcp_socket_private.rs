//! `PPB_TCPSocket_Private`: connections, by name too.
//!
//! Source: Chromium's `ppapi/proxy/tcp_socket_private_resource.cc`.

use crate::device::network::{Request, SocketOption, Target};
use crate::families::network::sockets::address::write_private;
use crate::families::network::sockets::tcp::{TcpSocket, TcpSocketPrivate, Transition, Version};
use crate::kernel::call::{Call, NOTHING, boolean, word};
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::{Interface, Support, interface};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TCP_SOCKET_PRIVATE_0_5: Interface = interface! { "PPB_TCPSocket_Private" "0.5" Private:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool = is_tcp_socket;
    Connect(tcp_socket: PP_Resource, host: *const char, port: uint16_t, callback: PP_CompletionCallback) -> int32_t = connect;
    ConnectWithNetAddress(tcp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = connect_with_net_address;
    GetLocalAddress(tcp_socket: PP_Resource, local_addr: *mut PP_NetAddress_Private) -> PP_Bool = get_local_address;
    GetRemoteAddress(tcp_socket: PP_Resource, remote_addr: *mut PP_NetAddress_Private) -> PP_Bool = get_remote_address;
    SSLHandshake(tcp_socket: PP_Resource, server_name: *const char, server_port: uint16_t, callback: PP_CompletionCallback) -> int32_t = ssl_handshake;
    GetServerCertificate(tcp_socket: PP_Resource) -> PP_Resource = get_server_certificate;
    AddChainBuildingCertificate(tcp_socket: PP_Resource, certificate: PP_Resource, is_trusted: PP_Bool) -> PP_Bool = add_chain_building_certificate;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = read;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = write;
    Disconnect(tcp_socket: PP_Resource) = disconnect;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocketOption_Private, value: PP_Var, callback: PP_CompletionCallback) -> int32_t = set_option;
}
.with_support(NO_TLS);

pub(crate) const TCP_SOCKET_PRIVATE_0_4: Interface = TCP_SOCKET_PRIVATE_0_5.earlier("0.4", 12);

pub(crate) const TCP_SOCKET_PRIVATE_0_3: Interface = interface! { "PPB_TCPSocket_Private" "0.3" Private:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool = is_tcp_socket;
    Connect(tcp_socket: PP_Resource, host: *const char, port: uint16_t, callback: PP_CompletionCallback) -> int32_t = connect;
    ConnectWithNetAddress(tcp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = connect_with_net_address;
    GetLocalAddress(tcp_socket: PP_Resource, local_addr: *mut PP_NetAddress_Private) -> PP_Bool = get_local_address;
    GetRemoteAddress(tcp_socket: PP_Resource, remote_addr: *mut PP_NetAddress_Private) -> PP_Bool = get_remote_address;
    SSLHandshake(tcp_socket: PP_Resource, server_name: *const char, server_port: uint16_t, callback: PP_CompletionCallback) -> int32_t = ssl_handshake;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = read;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = write;
    Disconnect(tcp_socket: PP_Resource) = disconnect;
}
.with_support(NO_TLS);

/// What is not there.
const NO_TLS: Support = Support::Partly("connections are not encrypted: SSLHandshake fails");

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let socket = TcpSocketPrivate(TcpSocket::new(Version::Private));
    let id = call.create(socket);
    word(id)
}

fn is_tcp_socket(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<TcpSocketPrivate>(0).is_some())
}

fn connect(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpSocketPrivate>(0);
    call.complete(3, owner, |call, id| {
        let Some(host) = call.host_name(1)? else {
            return Ok(PpError::BadArgument.into());
        };
        let target = Target::Name(host, call.arg(2) as u16);
        Ok(call.tcp_change(id, Transition::Connect, Request::Connect(target)))
    })
}

fn connect_with_net_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpSocketPrivate>(0);
    call.complete(2, owner, |call, id| {
        if call.arg(1) == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let Some(address) = call.private_address(1)? else {
            return Ok(PpError::Failed.into());
        };
        let request = Request::Connect(Target::Address(address));
        Ok(call.tcp_change(id, Transition::Connect, request))
    })
}

/// Stores an address of a socket, if there is one.
fn give_address(
    call: &mut Call<'_, '_>,
    address: fn(&TcpSocket) -> Option<SocketAddr>,
) -> Result<Action, Fault> {
    let socket = call.resource::<TcpSocketPrivate>(0);
    let address = socket.and_then(|socket| address(&socket.0));
    let at = call.arg(1);
    if address.is_none() || at == 0 {
        return boolean(false);
    }
    write_private(call.context.memory, at, address)?;
    boolean(true)
}

fn get_local_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    give_address(call, TcpSocket::local)
}

fn get_remote_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    give_address(call, TcpSocket::remote)
}

/// No device can encrypt a connection.
fn ssl_handshake(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpSocketPrivate>(0);
    call.complete(3, owner, |call, id| {
        if call.arg(1) == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let is_connected = call.tcp().is_some_and(|socket| socket.is_connected());
        Ok(match is_connected {
            true => call.fail_later(id, PpError::NotSupported),
            false => PpError::Failed.into(),
        })
    })
}

fn get_server_certificate(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(0)
}

/// Never possible, in Chrome neither.
fn add_chain_building_certificate(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(false)
}

fn read(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpSocketPrivate>(0);
    let (at, len) = (call.arg(1), call.arg(2));
    call.complete(3, owner, |call, id| Ok(call.tcp_read(id, at, len)))
}

fn write(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpSocketPrivate>(0);
    let (at, len) = (call.arg(1), call.arg(2));
    call.complete(3, owner, |call, id| call.tcp_write(id, at, len))
}

fn disconnect(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.resource::<TcpSocketPrivate>(0).is_some() {
        call.kernel.tcp_close(call.arg(0));
    }
    NOTHING
}

/// `PP_TCPSOCKETOPTION_PRIVATE_NO_DELAY` is the only option.
fn set_option(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpSocketPrivate>(0);
    let name = call.arg(1);
    call.complete(3, owner, |call, id| {
        let value = call.var(2)?;
        Ok(call.tcp_set_option(id, || match (name, value) {
            (1, Var::Bool(value)) => Some(SocketOption::NoDelay(value)),
            _ => None,
        }))
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
    fn what_is_not_connected_is_not_encrypted_and_has_no_address() {
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
