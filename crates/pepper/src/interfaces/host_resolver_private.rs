//! `PPB_HostResolver_Private`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const HOST_RESOLVER_PRIVATE_0_1: Interface = interface! { "PPB_HostResolver_Private" "0.1" Private:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    IsHostResolver(resource: PP_Resource) -> PP_Bool = unfinished;
    Resolve(host_resolver: PP_Resource, host: *const char, port: uint16_t, hint: *const PP_HostResolver_Private_Hint, callback: PP_CompletionCallback) -> int32_t = unfinished;
    GetCanonicalName(host_resolver: PP_Resource) -> PP_Var = unfinished;
    GetSize(host_resolver: PP_Resource) -> uint32_t = unfinished;
    GetNetAddress(host_resolver: PP_Resource, index: uint32_t, addr: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
};
