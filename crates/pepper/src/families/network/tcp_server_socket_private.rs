//! `PPB_TCPServerSocket_Private`: sockets that accept connections.
//!
//! Source: Chromium's `ppapi/proxy/tcp_server_socket_private_resource.cc`.

use crate::device::network::Request;
use crate::families::network::sockets::address::{read_private, write_private};
use crate::families::network::sockets::tcp::operations::{accept, change, close};
use crate::families::network::sockets::tcp::{Tcp, TcpServerSocketPrivate, Transition, Version};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::table::ctypes::PP_NetAddress_Private;
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TCP_SERVER_SOCKET_PRIVATE_0_2: Interface = interface! { "PPB_TCPServerSocket_Private" "0.2" Private:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsTCPServerSocket(resource: PP_Resource) -> PP_Bool => is_tcp_server_socket;
    Listen(tcp_server_socket: PP_Resource, addr: *const PP_NetAddress_Private, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t => listen;
    Accept(tcp_server_socket: PP_Resource, tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => accept::<TcpServerSocketPrivate>;
    GetLocalAddress(tcp_server_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> int32_t => get_local_address;
    StopListening(tcp_server_socket: PP_Resource) => close::<TcpServerSocketPrivate>;
};

pub(crate) const TCP_SERVER_SOCKET_PRIVATE_0_1: Interface = interface! { "PPB_TCPServerSocket_Private" "0.1" Private:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsTCPServerSocket(resource: PP_Resource) -> PP_Bool => is_tcp_server_socket;
    Listen(tcp_server_socket: PP_Resource, addr: *const PP_NetAddress_Private, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t => listen;
    Accept(tcp_server_socket: PP_Resource, tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => accept::<TcpServerSocketPrivate>;
    StopListening(tcp_server_socket: PP_Resource) => close::<TcpServerSocketPrivate>;
};

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(TcpServerSocketPrivate(Tcp::new(Version::Private))),
        false => 0,
    }
}

fn is_tcp_server_socket(call: &mut Call<'_, '_>, resource: Res<TcpServerSocketPrivate>) -> bool {
    call.get(resource).is_some()
}

fn listen(
    call: &mut Call<'_, '_>,
    socket: Res<TcpServerSocketPrivate>,
    address: At<PP_NetAddress_Private>,
    backlog: u32,
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
        let transition = Transition::BindAndListen(backlog.clamp(1, i32::MAX as u32));
        let request = Request::BindTcp(address);
        Ok(change(call, socket.id, pending, transition, request))
    })
}

fn get_local_address(
    call: &mut Call<'_, '_>,
    socket: Res<TcpServerSocketPrivate>,
    at: At<PP_NetAddress_Private>,
) -> Result<i32, Fault> {
    let Some(socket) = call.get(socket) else {
        return Ok(PpError::BadResource.code());
    };
    if at.address == 0 {
        return Ok(PpError::BadArgument.code());
    }
    let address = socket.0.local().filter(|_| socket.0.is_listening());
    if address.is_none() {
        return Ok(PpError::Failed.code());
    }
    write_private(call, at, address)?;
    Ok(OK)
}

#[cfg(test)]
mod tests {
    use crate::device::network::{NetworkEvent, Request};
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};

    const SERVER: &str = "PPB_TCPServerSocket_Private;0.2";
    const CALLBACK: u32 = 99;

    fn address(program: &mut Program) -> u64 {
        let at = program.bytes(&[0; 132]);
        program.call(
            "PPB_NetAddress_Private;1.1",
            "GetAnyAddress",
            &[0, at.into()],
        );
        at.into()
    }

    #[test]
    fn a_server_binds_and_listens_in_one() {
        let mut program = Program::started().allow_network();
        let server = program.call(SERVER, "Create", &[1]);
        let (address, callback) = (address(&mut program), program.callback(CALLBACK, true));
        let args = [server, address];
        let early = program.code(SERVER, "GetLocalAddress", &args);
        assert_eq!(early, PpError::Failed.code());
        let args = [server, address, 3, callback];
        assert_eq!(program.code(SERVER, "Listen", &args), COMPLETION_PENDING);
        program.happens(server, NetworkEvent::Bound("0.0.0.0:9".parse().unwrap()));
        program.turn();
        assert_eq!(program.request().1, Request::Listen(3));
        program.happens(server, NetworkEvent::Listening);
        assert_eq!(program.called_back(CALLBACK), OK);
        let args = [server, address];
        assert_eq!(program.code(SERVER, "GetLocalAddress", &args), OK);
        let args = [server, program.words(&[0]).into(), callback];
        assert_eq!(program.code(SERVER, "Accept", &args), COMPLETION_PENDING);
        program.call(SERVER, "StopListening", &[server]);
        assert_eq!(program.called_back(CALLBACK), PpError::Aborted.code());
        let error = program.code(SERVER, "Accept", &args);
        assert_eq!(error, PpError::Failed.code());
    }

    #[test]
    fn a_page_may_not_be_a_server() {
        let mut program = Program::started();
        let server = program.call(SERVER, "Create", &[1]);
        let (address, callback) = (address(&mut program), program.callback(CALLBACK, true));
        let args = [server, address, 3, callback];
        assert_eq!(program.code(SERVER, "Listen", &args), COMPLETION_PENDING);
        assert_eq!(program.called_back(CALLBACK), PpError::NoAccess.code());
    }
}
