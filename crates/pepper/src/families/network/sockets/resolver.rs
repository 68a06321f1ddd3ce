//! Resolves host names to addresses.
//!
//! Source: Chromium's `ppapi/proxy/host_resolver_resource_base.cc`.

use super::{code, host_name, request};
use crate::device::network::{Family, NetworkEvent, Operation, Request};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Begun;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{Kind, Resource};
use crate::kernel::state::Kernel;
use crate::kernel::var::Var;
use crate::table::ctypes::char;
use crate::table::typed::{At, CallbackArg, Res};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::any::Any;

/// A resolver of host names. Several interfaces create them.
#[derive(Debug, Default)]
pub(crate) struct Resolver {
    is_private: bool,
    resolving: Option<PendingId>,
    /// The result of the last query: the canonical name and the addresses.
    answer: Option<(String, Vec<SocketAddr>)>,
}

/// A resource of `PPB_HostResolver`.
#[derive(Debug, Default)]
pub(crate) struct HostResolver(Resolver);

impl Resource for HostResolver {
    fn name(&self) -> &'static str {
        "HostResolver"
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

/// A resource of `PPB_HostResolver_Private`.
#[derive(Debug)]
pub(crate) struct HostResolverPrivate(Resolver);

impl Default for HostResolverPrivate {
    fn default() -> HostResolverPrivate {
        HostResolverPrivate(Resolver {
            is_private: true,
            ..Resolver::default()
        })
    }
}

impl Resource for HostResolverPrivate {
    fn name(&self) -> &'static str {
        "HostResolverPrivate"
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

impl Kind for Resolver {
    fn of(resource: &dyn Resource) -> Option<&Resolver> {
        let resource: &dyn Any = resource;
        let public = resource.downcast_ref().map(|one: &HostResolver| &one.0);
        let private = || {
            resource
                .downcast_ref()
                .map(|one: &HostResolverPrivate| &one.0)
        };
        public.or_else(private)
    }

    fn of_mut(resource: &mut dyn Resource) -> Option<&mut Resolver> {
        let resource: &mut dyn Any = resource;
        if resource.is::<HostResolver>() {
            return resource
                .downcast_mut()
                .map(|one: &mut HostResolver| &mut one.0);
        }
        resource
            .downcast_mut()
            .map(|one: &mut HostResolverPrivate| &mut one.0)
    }
}

/// The name and port that a program looks up.
struct Question {
    host: Option<String>,
    port: u16,
    /// Family and flags, if there is a hint.
    hint: Option<[u32; 2]>,
}

/// `PP_HOSTRESOLVER_FLAG_CANONNAME`.
const FLAG_CANONICAL_NAME: u32 = 1;

/// Begins to look up a name.
pub(crate) fn resolve<K: Kind, Hint>(
    call: &mut Call<'_, '_>,
    resolver: Res<K>,
    host: At<char>,
    port: u32,
    hint: At<Hint>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(resolver);
    call.complete(callback, owner, |call, pending| {
        let question = Question {
            host: host_name(call, host)?,
            port: port as u16,
            hint: match hint.address {
                0 => None,
                _ => Some(hint.read_words(call)?),
            },
        };
        Ok(ask(call, resolver.id, pending, question))
    })
}

fn ask(call: &mut Call<'_, '_>, owner: u32, pending: PendingId, question: Question) -> Begun {
    let Some(resolver) = call.kernel.resources.of_mut::<Resolver>(owner) else {
        return PpError::BadResource.into();
    };
    let resolving = resolver.resolving;
    resolver.answer = None;
    let (Some(host), Some([family, flags])) = (question.host, question.hint) else {
        return PpError::BadArgument.into();
    };
    if resolving.is_some_and(|id| call.kernel.completions.is_pending(id)) {
        return PpError::InProgress.into();
    }
    resolver.resolving = Some(pending);
    let wanted = Request::Resolve {
        host,
        port: question.port,
        family: match family {
            1 => Family::V4,
            2 => Family::V6,
            _ => Family::Any,
        },
        canonical_name: flags & FLAG_CANONICAL_NAME != 0,
    };
    request(call.kernel, owner, wanted);
    Begun::Later
}

/// Returns the answer to the last query.
fn answer<'c, K: Kind>(
    call: &'c mut Call<'_, '_>,
    resolver: Res<K>,
) -> Option<&'c (String, Vec<SocketAddr>)> {
    call.get(resolver)?;
    let resolver = call.kernel.resources.of::<Resolver>(resolver.id)?;
    resolver.answer.as_ref()
}

/// Returns the canonical name; an undefined var if there is none.
pub(crate) fn canonical_name<K: Kind>(call: &mut Call<'_, '_>, resolver: Res<K>) -> Var {
    let name = answer(call, resolver).map(|answer| answer.0.clone());
    name.map_or(Var::Undefined, |name| call.kernel.vars.string(&name))
}

/// Returns the number of addresses that a resolver has found.
pub(crate) fn count<K: Kind>(call: &mut Call<'_, '_>, resolver: Res<K>) -> u32 {
    answer(call, resolver).map_or(0, |answer| answer.1.len() as u32)
}

/// Returns one of the addresses that a resolver has found.
pub(crate) fn address<K: Kind>(
    call: &mut Call<'_, '_>,
    resolver: Res<K>,
    index: u32,
) -> Option<SocketAddr> {
    let answer = answer(call, resolver)?;
    answer.1.get(index as usize).copied()
}

/// Handles a network event for a resolver.
pub(super) fn happened(kernel: &mut Kernel, id: u32, event: NetworkEvent) {
    let Some(resolver) = kernel.resources.of_mut::<Resolver>(id) else {
        return;
    };
    let (answer, result) = match event {
        NetworkEvent::Resolved {
            canonical_name,
            addresses,
        } => (Some((canonical_name, addresses)), OK),
        NetworkEvent::Failed(Operation::Resolve, error) => (None, code(error, resolver.is_private)),
        _ => return,
    };
    // The operation is pending until its callback has run.
    let under_way = |id: &PendingId| kernel.completions.is_pending(*id);
    if let Some(resolving) = resolver.resolving.filter(under_way) {
        resolver.answer = answer;
        kernel.finish(resolving, result);
    }
}
