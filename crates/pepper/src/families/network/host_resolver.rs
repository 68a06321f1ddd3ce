//! `PPB_HostResolver`: the addresses of a name.
//!
//! Source: Chromium's `ppapi/proxy/host_resolver_resource_base.cc`.

use crate::families::network::sockets::address;
use crate::families::network::sockets::resolver::{
    self, HostResolver, canonical_name, count, resolve,
};
use crate::kernel::call::Call;
use crate::table::typed::{Instance, Res};
use crate::table::{Interface, interface};

pub(crate) const HOST_RESOLVER_1_0: Interface = interface! { "PPB_HostResolver" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    IsHostResolver(resource: PP_Resource) -> PP_Bool => is_host_resolver;
    Resolve(host_resolver: PP_Resource, host: *const char, port: uint16_t, hint: *const PP_HostResolver_Hint, callback: PP_CompletionCallback) -> int32_t => resolve::<HostResolver, _>;
    GetCanonicalName(host_resolver: PP_Resource) -> PP_Var => canonical_name::<HostResolver>;
    GetNetAddressCount(host_resolver: PP_Resource) -> uint32_t => count::<HostResolver>;
    GetNetAddress(host_resolver: PP_Resource, index: uint32_t) -> PP_Resource => get_net_address;
};

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(HostResolver::default()),
        false => 0,
    }
}

fn is_host_resolver(call: &mut Call<'_, '_>, resource: Res<HostResolver>) -> bool {
    call.get(resource).is_some()
}

/// Returns an address, with a reference for the caller.
fn get_net_address(call: &mut Call<'_, '_>, resolver: Res<HostResolver>, index: u32) -> u32 {
    let address = resolver::address(call, resolver, index);
    address::create(call, address)
}

#[cfg(test)]
mod tests {
    use crate::device::network::{Family, NetworkError, NetworkEvent, Operation, Request};
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
    use crate::kernel::var::Var;

    const RESOLVER: &str = "PPB_HostResolver;1.0";
    const CALLBACK: u32 = 99;

    struct Resolver {
        program: Program,
        id: u64,
    }

    impl Resolver {
        fn new() -> Resolver {
            let mut program = Program::started().allow_network();
            let id = program.call(RESOLVER, "Create", &[1]);
            Resolver { program, id }
        }

        fn resolve(&mut self) -> i32 {
            let host = self.program.text("host");
            let hint = self.program.words(&[1, 1]);
            self.resolve_with(host.into(), hint.into())
        }

        fn resolve_with(&mut self, host: u64, hint: u64) -> i32 {
            let callback = self.program.callback(CALLBACK, true);
            let args = [self.id, host, 80, hint, callback];
            self.program.code(RESOLVER, "Resolve", &args)
        }

        fn count(&mut self) -> u64 {
            self.program
                .call(RESOLVER, "GetNetAddressCount", &[self.id])
        }

        fn name(&mut self) -> u32 {
            let var = self.program.var(Var::Null);
            let args = [var.into(), self.id];
            self.program.call(RESOLVER, "GetCanonicalName", &args);
            var
        }
    }

    #[test]
    fn an_answer_is_known_until_the_next_question() {
        let mut resolver = Resolver::new();
        assert_eq!(resolver.resolve(), COMPLETION_PENDING);
        let request = Request::Resolve {
            host: "host".into(),
            port: 80,
            family: Family::V4,
            canonical_name: true,
        };
        assert_eq!(resolver.program.request().1, request);
        assert_eq!(resolver.resolve(), PpError::InProgress.code());
        let event = NetworkEvent::Resolved {
            canonical_name: "host.example".into(),
            addresses: vec!["1.2.3.4:80".parse().unwrap()],
        };
        resolver.program.happens(resolver.id, event);
        assert_eq!(resolver.program.called_back(CALLBACK), OK);
        assert_eq!(resolver.count(), 1);
        let name = resolver.name();
        assert_eq!(resolver.program.read_text(name), "host.example");
        for (index, is_there) in [(0, true), (1, false)] {
            let args = [resolver.id, index];
            let address = resolver.program.call(RESOLVER, "GetNetAddress", &args);
            assert_eq!(address != 0, is_there);
        }
        resolver.resolve();
        assert_eq!(resolver.count(), 0);
    }

    #[test]
    fn a_name_that_nobody_knows_has_no_addresses() {
        let mut resolver = Resolver::new();
        resolver.resolve();
        let event = NetworkEvent::Failed(Operation::Resolve, NetworkError::NameNotResolved);
        resolver.program.happens(resolver.id, event);
        let error = resolver.program.called_back(CALLBACK);
        assert_eq!(error, PpError::NameNotResolved.code());
        assert_eq!(resolver.count(), 0);
        let name = resolver.name();
        assert_eq!(resolver.program.read_var(name), Var::Undefined);
    }

    #[test]
    fn a_question_needs_a_name_and_a_hint() {
        let mut resolver = Resolver::new();
        let text = resolver.program.text("host").into();
        assert_eq!(resolver.resolve_with(0, text), PpError::BadArgument.code());
        assert_eq!(resolver.resolve_with(text, 0), PpError::BadArgument.code());
    }

    #[test]
    fn a_page_may_not_ask_and_learns_it_later() {
        let mut resolver = Resolver::new();
        resolver.program.fake.world().allows_network = false;
        assert_eq!(resolver.resolve(), COMPLETION_PENDING);
        let error = resolver.program.called_back(CALLBACK);
        assert_eq!(error, PpError::NoAccess.code());
    }
}
