//! `PPB_TCPServerSocket_Private`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TCP_SERVER_SOCKET_PRIVATE_0_2: Interface = interface! { "PPB_TCPServerSocket_Private" "0.2" Private:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsTCPServerSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Listen(tcp_server_socket: PP_Resource, addr: *const PP_NetAddress_Private, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Accept(tcp_server_socket: PP_Resource, tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetLocalAddress(tcp_server_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> int32_t = unfinished;
    StopListening(tcp_server_socket: PP_Resource) = unfinished;
};

pub(super) const TCP_SERVER_SOCKET_PRIVATE_0_1: Interface = interface! { "PPB_TCPServerSocket_Private" "0.1" Private:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsTCPServerSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Listen(tcp_server_socket: PP_Resource, addr: *const PP_NetAddress_Private, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Accept(tcp_server_socket: PP_Resource, tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    StopListening(tcp_server_socket: PP_Resource) = unfinished;
};
