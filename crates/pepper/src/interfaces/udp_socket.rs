//! `PPB_UDPSocket`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const UDP_SOCKET_1_2: Interface = interface! { "PPB_UDPSocket" "1.2" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsUDPSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Bind(udp_socket: PP_Resource, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetBoundAddress(udp_socket: PP_Resource) -> PP_Resource = unfinished;
    RecvFrom(udp_socket: PP_Resource, buffer: *mut char, num_bytes: int32_t, addr: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    SendTo(udp_socket: PP_Resource, buffer: *const char, num_bytes: int32_t, addr: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(udp_socket: PP_Resource) = unfinished;
    SetOption(udp_socket: PP_Resource, name: PP_UDPSocket_Option, value: PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
    JoinGroup(udp_socket: PP_Resource, group: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    LeaveGroup(udp_socket: PP_Resource, group: PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
};

pub(super) const UDP_SOCKET_1_1: Interface = UDP_SOCKET_1_2.earlier("1.1", 8);

pub(super) const UDP_SOCKET_1_0: Interface = UDP_SOCKET_1_2.earlier("1.0", 8);
