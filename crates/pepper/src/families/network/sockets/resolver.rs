//! Questions for addresses by name.
//!
//! Source: Chromium's `ppapi/proxy/host_resolver_resource_base.cc`.

use super::code;
use crate::device::network::{Family, NetworkEvent, Operation, Request};
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, PendingId};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::resource::Resource;
use crate::kernel::state::Kernel;
use core::net::SocketAddr;
use std::any::Any;

/// A resolver of names.
#[derive(Debug, Default)]
pub(crate) struct HostResolver {
    resolving: Option<PendingId>,
    /// The answer to the last question: the true name and the addresses.
    pub(crate) answer: Option<(String, Vec<SocketAddr>)>,
}

impl Resource for HostResolver {
    fn name(&self) -> &'static str {
        "HostResolver"
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

/// One of `PPB_HostResolver_Private`.
#[derive(Debug, Default)]
pub(crate) struct HostResolverPrivate(pub(crate) HostResolver);

impl Resource for HostResolverPrivate {
    fn name(&self) -> &'static str {
        "HostResolverPrivate"
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

/// The resolver that a resource is, and whether it was made by the private interface.
fn resolver(resource: &mut Box<dyn Resource>) -> Option<(&mut HostResolver, bool)> {
    let resource: &mut dyn Any = &mut **resource;
    if resource.is::<HostResolverPrivate>() {
        let resolver = resource.downcast_mut::<HostResolverPrivate>()?;
        return Some((&mut resolver.0, true));
    }
    Some((resource.downcast_mut()?, false))
}

/// The name and port that a program asks for.
pub(crate) struct Question {
    pub(crate) host: Option<String>,
    pub(crate) port: u16,
    /// Family and flags, if there is a hint.
    pub(crate) hint: Option<[u32; 2]>,
}

/// `PP_HOSTRESOLVER_FLAG_CANONNAME`.
const FLAG_CANONICAL_NAME: u32 = 1;

impl Call<'_, '_> {
    /// Begins to look up a name.
    pub(crate) fn resolve(&mut self, id: PendingId, question: Question) -> Begun {
        let owner = self.arg(0);
        let resources = &mut self.kernel.resources;
        let Some((resolver, _)) = resources.get_mut(owner).and_then(resolver) else {
            return PpError::BadResource.into();
        };
        let resolving = resolver.resolving;
        resolver.answer = None;
        let (Some(host), Some([family, flags])) = (question.host, question.hint) else {
            return PpError::BadArgument.into();
        };
        if resolving.is_some_and(|id| self.kernel.completions.is_pending(id)) {
            return PpError::InProgress.into();
        }
        resolver.resolving = Some(id);
        let request = Request::Resolve {
            host,
            port: question.port,
            family: match family {
                1 => Family::V4,
                2 => Family::V6,
                _ => Family::Any,
            },
            canonical_name: flags & FLAG_CANONICAL_NAME != 0,
        };
        self.kernel.request(owner, request);
        Begun::Later
    }
}

impl Kernel {
    /// Something has happened to a resolver.
    pub(super) fn resolver_happened(&mut self, id: u32, event: NetworkEvent) {
        let resource = self.resources.get_mut(id);
        let Some((resolver, is_private)) = resource.and_then(resolver) else {
            return;
        };
        let (answer, result) = match event {
            NetworkEvent::Resolved {
                canonical_name,
                addresses,
            } => (Some((canonical_name, addresses)), OK),
            NetworkEvent::Failed(Operation::Resolve, error) => (None, code(error, is_private)),
            _ => return,
        };
        // Until its callback has run the operation is under way.
        let under_way = |id: &PendingId| self.completions.is_pending(*id);
        if let Some(resolving) = resolver.resolving.filter(under_way) {
            resolver.answer = answer;
            self.finish(resolving, result);
        }
    }
}
