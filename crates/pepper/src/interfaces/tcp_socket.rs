//! `PPB_TCPSocket`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TCP_SOCKET_1_2: Interface = interface! { "PPB_TCPSocket" "1.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Bind(tcp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Connect(tcp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetLocalAddress(tcp_socket: PP_Resource) -> PP_Resource = unfinished;
    GetRemoteAddress(tcp_socket: PP_Resource) -> PP_Resource = unfinished;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Listen(tcp_socket: PP_Resource, backlog: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Accept(tcp_socket: PP_Resource, accepted_tcp_socket: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(tcp_socket: PP_Resource) = unfinished;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const TCP_SOCKET_1_1: Interface = TCP_SOCKET_1_2.earlier("1.1", 12);

pub(super) const TCP_SOCKET_1_0: Interface = interface! { "PPB_TCPSocket" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Connect(tcp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetLocalAddress(tcp_socket: PP_Resource) -> PP_Resource = unfinished;
    GetRemoteAddress(tcp_socket: PP_Resource) -> PP_Resource = unfinished;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(tcp_socket: PP_Resource) = unfinished;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
};
