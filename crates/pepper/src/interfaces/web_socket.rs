//! `PPB_WebSocket`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const WEB_SOCKET_1_0: Interface = interface! { "PPB_WebSocket" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsWebSocket(resource: PP_Resource) -> PP_Bool = unfinished;
    Connect(web_socket: PP_Resource, url: PP_Var, protocols: *const PP_Var, protocol_count: uint32_t, callback: PP_CompletionCallback) -> int32_t = unfinished;
    Close(web_socket: PP_Resource, code: uint16_t, reason: PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
    ReceiveMessage(web_socket: PP_Resource, message: *mut PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
    SendMessage(web_socket: PP_Resource, message: PP_Var) -> int32_t = unfinished;
    GetBufferedAmount(web_socket: PP_Resource) -> uint64_t = unfinished;
    GetCloseCode(web_socket: PP_Resource) -> uint16_t = unfinished;
    GetCloseReason(web_socket: PP_Resource) -> PP_Var = unfinished;
    GetCloseWasClean(web_socket: PP_Resource) -> PP_Bool = unfinished;
    GetExtensions(web_socket: PP_Resource) -> PP_Var = unfinished;
    GetProtocol(web_socket: PP_Resource) -> PP_Var = unfinished;
    GetReadyState(web_socket: PP_Resource) -> PP_WebSocketReadyState = unfinished;
    GetURL(web_socket: PP_Resource) -> PP_Var = unfinished;
};
