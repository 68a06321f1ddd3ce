//! `PPB_UDPSocket_Private`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const UDP_SOCKET_PRIVATE_0_4: Interface = interface! { "PPB_UDPSocket_Private" "0.4" Private:
    Create(instance_id: PP_Instance) -> PP_Resource = unfinished;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool = unfinished;
    SetSocketFeature(udp_socket: PP_Resource, name: PP_UDPSocketFeature_Private, value: PP_Var) -> int32_t = unfinished;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetBoundAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(udp_socket: PP_Resource) = unfinished;
};

pub(super) const UDP_SOCKET_PRIVATE_0_3: Interface = interface! { "PPB_UDPSocket_Private" "0.3" Private:
    Create(instance_id: PP_Instance) -> PP_Resource = unfinished;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool = unfinished;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetBoundAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(udp_socket: PP_Resource) = unfinished;
};

pub(super) const UDP_SOCKET_PRIVATE_0_2: Interface = interface! { "PPB_UDPSocket_Private" "0.2" Private:
    Create(instance_id: PP_Instance) -> PP_Resource = unfinished;
    IsUDPSocket(resource_id: PP_Resource) -> PP_Bool = unfinished;
    Bind(udp_socket: PP_Resource, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetRecvFromAddress(udp_socket: PP_Resource, addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: *const PP_NetAddress_Private, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(udp_socket: PP_Resource) = unfinished;
};
