//! `PPB_TCPServerSocket_Private`: servers.
//!
//! Source: Chromium's `ppapi/proxy/tcp_server_socket_private_resource.cc`.

use crate::device::network::Request;
use crate::families::network::sockets::address::write_private;
use crate::families::network::sockets::tcp::{
    TcpServerSocketPrivate, TcpSocket, Transition, Version,
};
use crate::kernel::call::{Call, NOTHING, boolean, code, word};
use crate::kernel::errors::{OK, PpError};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TCP_SERVER_SOCKET_PRIVATE_0_2: Interface = interface! { "PPB_TCPServerSocket_Private" "0.2" Private:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsTCPServerSocket(resource: PP_Resource) -> PP_Bool = is_tcp_server_socket;
    Listen(tcp_server_socket: PP_Resource, addr: *const PP_NetAddress_Private, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t = listen;
    Accept(tcp_server_socket: PP_Resource, tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = accept;
    GetLocalAddress(tcp_server_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> int32_t = get_local_address;
    StopListening(tcp_server_socket: PP_Resource) = stop_listening;
};

pub(crate) const TCP_SERVER_SOCKET_PRIVATE_0_1: Interface = interface! { "PPB_TCPServerSocket_Private" "0.1" Private:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsTCPServerSocket(resource: PP_Resource) -> PP_Bool = is_tcp_server_socket;
    Listen(tcp_server_socket: PP_Resource, addr: *const PP_NetAddress_Private, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t = listen;
    Accept(tcp_server_socket: PP_Resource, tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = accept;
    StopListening(tcp_server_socket: PP_Resource) = stop_listening;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let socket = TcpServerSocketPrivate(TcpSocket::new(Version::Private));
    let id = call.create(socket);
    word(id)
}

fn is_tcp_server_socket(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<TcpServerSocketPrivate>(0).is_some())
}

fn listen(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpServerSocketPrivate>(0);
    call.complete(3, owner, |call, id| {
        if call.arg(1) == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let Some(address) = call.private_address(1)? else {
            return Ok(PpError::Failed.into());
        };
        let backlog = call.arg(2).clamp(1, i32::MAX as u32);
        let transition = Transition::BindAndListen(backlog);
        Ok(call.tcp_change(id, transition, Request::BindTcp(address)))
    })
}

fn accept(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<TcpServerSocketPrivate>(0);
    let at = call.arg(1);
    call.complete(2, owner, |call, id| Ok(call.tcp_accept(id, at)))
}

fn get_local_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let at = call.arg(1);
    let Some(socket) = call.resource::<TcpServerSocketPrivate>(0) else {
        return code(PpError::BadResource.code());
    };
    if at == 0 {
        return code(PpError::BadArgument.code());
    }
    let address = socket.0.local().filter(|_| socket.0.is_listening());
    if address.is_none() {
        return code(PpError::Failed.code());
    }
    write_private(call.context.memory, at, address)?;
    code(OK)
}

fn stop_listening(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.resource::<TcpServerSocketPrivate>(0).is_some() {
        call.kernel.tcp_close(call.arg(0));
    }
    NOTHING
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
