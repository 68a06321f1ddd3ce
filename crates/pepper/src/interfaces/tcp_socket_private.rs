//! `PPB_TCPSocket_Private`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TCP_SOCKET_PRIVATE_0_5: Interface = interface! { "PPB_TCPSocket_Private" "0.5" Private:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Connect(tcp_socket: PP_Resource, host: *const char, port: uint16_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    ConnectWithNetAddress(tcp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetLocalAddress(tcp_socket: PP_Resource, local_addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    GetRemoteAddress(tcp_socket: PP_Resource, remote_addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    SSLHandshake(tcp_socket: PP_Resource, server_name: *const char, server_port: uint16_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetServerCertificate(tcp_socket: PP_Resource) -> PP_Resource = unfinished;
    AddChainBuildingCertificate(tcp_socket: PP_Resource, certificate: PP_Resource, is_trusted: PP_Bool) -> PP_Bool = unfinished;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Disconnect(tcp_socket: PP_Resource) = unfinished;
    SetOption(tcp_socket: PP_Resource, name: PP_TCPSocketOption_Private, value: PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const TCP_SOCKET_PRIVATE_0_4: Interface = TCP_SOCKET_PRIVATE_0_5.earlier("0.4", 12);

pub(super) const TCP_SOCKET_PRIVATE_0_3: Interface = interface! { "PPB_TCPSocket_Private" "0.3" Private:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsTCPSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Connect(tcp_socket: PP_Resource, host: *const char, port: uint16_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    ConnectWithNetAddress(tcp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetLocalAddress(tcp_socket: PP_Resource, local_addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    GetRemoteAddress(tcp_socket: PP_Resource, remote_addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    SSLHandshake(tcp_socket: PP_Resource, server_name: *const char, server_port: uint16_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Read(tcp_socket: PP_Resource, buffer: *mut char, bytes_to_read: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Write(tcp_socket: PP_Resource, buffer: *const char, bytes_to_write: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Disconnect(tcp_socket: PP_Resource) = unfinished;
};
