//! `PPB_NetAddress`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const NET_ADDRESS_1_0: Interface = interface! { "PPB_NetAddress" "1.0" Stable:
    CreateFromIPv4Address(instance: PP_Instance, ipv4_addr: *const PP_NetAddress_IPv4) -> PP_Resource = unfinished;
    CreateFromIPv6Address(instance: PP_Instance, ipv6_addr: *const PP_NetAddress_IPv6) -> PP_Resource = unfinished;
    IsNetAddress(resource: PP_Resource) -> PP_Bool = unfinished;
    GetFamily(addr: PP_Resource) -> PP_NetAddress_Family = unfinished;
    DescribeAsString(addr: PP_Resource, include_port: PP_Bool) -> PP_Var = unfinished;
    DescribeAsIPv4Address(addr: PP_Resource, ipv4_addr: *mut PP_NetAddress_IPv4) -> PP_Bool = unfinished;
    DescribeAsIPv6Address(addr: PP_Resource, ipv6_addr: *mut PP_NetAddress_IPv6) -> PP_Bool = unfinished;
};
