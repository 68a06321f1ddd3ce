//! `PPB_NetworkList`: the network connections of a machine. Only `PPB_NetworkMonitor` creates
//! lists, and it never does here, so no resource has this type.

use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::ctypes::PP_ArrayOutput;
use crate::table::typed::At;
use crate::table::{Interface, Support, interface};

pub(crate) const NETWORK_LIST_1_0: Interface = interface! { "PPB_NetworkList" "1.0" Stable:
    IsNetworkList(resource: PP_Resource) -> PP_Bool => is_network_list;
    GetCount(resource: PP_Resource) -> uint32_t => get_count;
    GetName(resource: PP_Resource, index: uint32_t) -> PP_Var => get_name;
    GetType(resource: PP_Resource, index: uint32_t) -> PP_NetworkList_Type => get_type;
    GetState(resource: PP_Resource, index: uint32_t) -> PP_NetworkList_State => get_state;
    GetIpAddresses(resource: PP_Resource, index: uint32_t, output: PP_ArrayOutput) -> int32_t => get_ip_addresses;
    GetDisplayName(resource: PP_Resource, index: uint32_t) -> PP_Var => get_display_name;
    GetMTU(resource: PP_Resource, index: uint32_t) -> uint32_t => get_mtu;
}
.with_support(Support::Refused("programs get no list of connections"));

fn is_network_list(_: &mut Call<'_, '_>, _resource: u32) -> bool {
    false
}

fn get_count(_: &mut Call<'_, '_>, _resource: u32) -> u32 {
    0
}

fn get_name(_: &mut Call<'_, '_>, _resource: u32, _index: u32) -> Var {
    Var::Undefined
}

/// `PP_NETWORKLIST_TYPE_UNKNOWN`.
fn get_type(_: &mut Call<'_, '_>, _resource: u32, _index: u32) -> u32 {
    0
}

/// `PP_NETWORKLIST_STATE_DOWN`.
fn get_state(_: &mut Call<'_, '_>, _resource: u32, _index: u32) -> u32 {
    0
}

fn get_ip_addresses(
    _: &mut Call<'_, '_>,
    _resource: u32,
    _index: u32,
    _output: At<PP_ArrayOutput>,
) -> i32 {
    PpError::BadResource.code()
}

fn get_display_name(_: &mut Call<'_, '_>, _resource: u32, _index: u32) -> Var {
    Var::Undefined
}

fn get_mtu(_: &mut Call<'_, '_>, _resource: u32, _index: u32) -> u32 {
    0
}
