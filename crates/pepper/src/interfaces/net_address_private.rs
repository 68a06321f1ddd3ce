//! `PPB_NetAddress_Private`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const NET_ADDRESS_PRIVATE_1_1: Interface = interface! { "PPB_NetAddress_Private" "1.1" Private:
    AreEqual(addr1: *const PP_NetAddress_Private, addr2: *const PP_NetAddress_Private) -> PP_Bool = unfinished;
    AreHostsEqual(addr1: *const PP_NetAddress_Private, addr2: *const PP_NetAddress_Private) -> PP_Bool = unfinished;
    Describe(module: PP_Module, addr: *const PP_NetAddress_Private, include_port: PP_Bool) -> PP_Var = unfinished;
    ReplacePort(src_addr: *const PP_NetAddress_Private, port: uint16_t, addr_out: *mut PP_NetAddress_Private) -> PP_Bool = unfinished;
    GetAnyAddress(is_ipv6: PP_Bool, addr: *mut PP_NetAddress_Private) = unfinished;
    GetFamily(addr: *const PP_NetAddress_Private) -> PP_NetAddressFamily_Private = unfinished;
    GetPort(addr: *const PP_NetAddress_Private) -> uint16_t = unfinished;
    GetAddress(addr: *const PP_NetAddress_Private, address: *mut void, address_size: uint16_t) -> PP_Bool = unfinished;
    GetScopeID(addr: *const PP_NetAddress_Private) -> uint32_t = unfinished;
    CreateFromIPv4Address(ip: *const uint8_t, port: uint16_t, addr_out: *mut PP_NetAddress_Private) = unfinished;
    CreateFromIPv6Address(ip: *const uint8_t, scope_id: uint32_t, port: uint16_t, addr_out: *mut PP_NetAddress_Private) = unfinished;
};

pub(super) const NET_ADDRESS_PRIVATE_1_0: Interface = NET_ADDRESS_PRIVATE_1_1.earlier("1.0", 8);

pub(super) const NET_ADDRESS_PRIVATE_0_1: Interface = NET_ADDRESS_PRIVATE_1_1.earlier("0.1", 5);
