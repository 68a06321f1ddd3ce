//! `PPB_NetworkList`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const NETWORK_LIST_1_0: Interface = interface! { "PPB_NetworkList" "1.0" Stable:
    IsNetworkList(resource: PP_Resource) -> PP_Bool = unfinished;
    GetCount(resource: PP_Resource) -> uint32_t = unfinished;
    GetName(resource: PP_Resource, index: uint32_t) -> PP_Var = unfinished;
    GetType(resource: PP_Resource, index: uint32_t) -> PP_NetworkList_Type = unfinished;
    GetState(resource: PP_Resource, index: uint32_t) -> PP_NetworkList_State = unfinished;
    GetIpAddresses(resource: PP_Resource, index: uint32_t, output: PP_ArrayOutput) -> int32_t = unfinished;
    GetDisplayName(resource: PP_Resource, index: uint32_t) -> PP_Var = unfinished;
    GetMTU(resource: PP_Resource, index: uint32_t) -> uint32_t = unfinished;
};
