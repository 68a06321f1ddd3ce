//! `PPB_HostResolver_Private`: the addresses of a name.
//!
//! Source: Chromium's `ppapi/proxy/host_resolver_private_resource.cc`.

use crate::families::network::sockets::address::write_private;
use crate::families::network::sockets::resolver::{HostResolverPrivate, Question};
use crate::kernel::call::{Call, boolean, word};
use crate::kernel::var::Var;
use crate::table::{Interface, interface};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const HOST_RESOLVER_PRIVATE_0_1: Interface = interface! { "PPB_HostResolver_Private" "0.1" Private:
    Create(instance: PP_Instance) -> PP_Resource = create;
    IsHostResolver(resource: PP_Resource) -> PP_Bool = is_host_resolver;
    Resolve(host_resolver: PP_Resource, host: *const char, port: uint16_t, hint: *const PP_HostResolver_Private_Hint, callback: PP_CompletionCallback) -> int32_t = resolve;
    GetCanonicalName(host_resolver: PP_Resource) -> PP_Var = get_canonical_name;
    GetSize(host_resolver: PP_Resource) -> uint32_t = get_size;
    GetNetAddress(host_resolver: PP_Resource, index: uint32_t, addr: *mut PP_NetAddress_Private) -> PP_Bool = get_net_address;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let id = call.create(HostResolverPrivate::default());
    word(id)
}

fn is_host_resolver(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<HostResolverPrivate>(0).is_some())
}

fn resolve(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<HostResolverPrivate>(0);
    call.complete(4, owner, |call, id| {
        let question = Question {
            host: call.host_name(1)?,
            port: call.arg(2) as u16,
            hint: match call.arg(3) {
                0 => None,
                _ => Some(call.words(3)?),
            },
        };
        Ok(call.resolve(id, question))
    })
}

/// An undefined var if nothing is known.
fn get_canonical_name(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let resolver = call.resource::<HostResolverPrivate>(1);
    let name = resolver.and_then(|one| Some(one.0.answer.as_ref()?.0.clone()));
    let var = name.map_or(Var::Undefined, |name| call.kernel.vars.string(&name));
    call.give_var(0, var)
}

/// The addresses that the resolver of an argument knows.
fn addresses<'c>(call: &'c mut Call<'_, '_>) -> &'c [SocketAddr] {
    let resolver = call.resource::<HostResolverPrivate>(0);
    let answer = resolver.and_then(|one| one.0.answer.as_ref());
    answer.map_or(&[], |answer| &answer.1)
}

fn get_size(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let count = addresses(call).len();
    word(count as u32)
}

fn get_net_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (index, at) = (call.arg(1) as usize, call.arg(2));
    let Some(address) = addresses(call).get(index).copied() else {
        return boolean(false);
    };
    write_private(call.context.memory, at, Some(address))?;
    boolean(true)
}
