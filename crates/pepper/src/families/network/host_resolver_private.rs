//! `PPB_HostResolver_Private`: the addresses of a name.
//!
//! Source: Chromium's `ppapi/proxy/host_resolver_private_resource.cc`.

use crate::families::network::sockets::address::write_private;
use crate::families::network::sockets::resolver::{
    self, HostResolverPrivate, canonical_name, count, resolve,
};
use crate::kernel::call::Call;
use crate::table::ctypes::PP_NetAddress_Private;
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const HOST_RESOLVER_PRIVATE_0_1: Interface = interface! { "PPB_HostResolver_Private" "0.1" Private:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsHostResolver(resource: PP_Resource) -> PP_Bool => is_host_resolver;
    Resolve(host_resolver: PP_Resource, host: *const char, port: uint16_t, hint: *const PP_HostResolver_Private_Hint, callback: PP_CompletionCallback) -> int32_t => resolve::<HostResolverPrivate, _>;
    GetCanonicalName(host_resolver: PP_Resource) -> PP_Var => canonical_name::<HostResolverPrivate>;
    GetSize(host_resolver: PP_Resource) -> uint32_t => count::<HostResolverPrivate>;
    GetNetAddress(host_resolver: PP_Resource, index: uint32_t, addr: *mut PP_NetAddress_Private) -> PP_Bool => get_net_address;
};

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(HostResolverPrivate::default()),
        false => 0,
    }
}

fn is_host_resolver(call: &mut Call<'_, '_>, resource: Res<HostResolverPrivate>) -> bool {
    call.get(resource).is_some()
}

fn get_net_address(
    call: &mut Call<'_, '_>,
    resolver: Res<HostResolverPrivate>,
    index: u32,
    result: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    let address = resolver::address(call, resolver, index);
    if address.is_some() {
        write_private(call, result, address)?;
    }
    Ok(address.is_some())
}
