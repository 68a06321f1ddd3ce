//! `PPB_NetworkMonitor`: changes of a machine's connections, of which pages learnt
//! nothing.

use crate::families::network::sockets::NetworkMonitor;
use crate::kernel::call::{Call, boolean, word};
use crate::kernel::errors::PpError;
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const NETWORK_MONITOR_1_0: Interface = interface! { "PPB_NetworkMonitor" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = create;
    UpdateNetworkList(network_monitor: PP_Resource, network_list: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = update_network_list;
    IsNetworkMonitor(resource: PP_Resource) -> PP_Bool = is_network_monitor;
}
.with_support(Support::Refused("programs get no list of connections"));

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if !call.is_instance(0) {
        return word(0);
    }
    let id = call.create(NetworkMonitor);
    word(id)
}

fn is_network_monitor(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<NetworkMonitor>(0).is_some())
}

fn update_network_list(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<NetworkMonitor>(0);
    call.complete(2, owner, |call, id| {
        Ok(match call.arg(1) {
            0 => PpError::BadArgument.into(),
            _ => call.fail_later(id, PpError::NoAccess),
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::errors::PpError;

    const MONITOR: &str = "PPB_NetworkMonitor;1.0";

    #[test]
    fn no_page_learns_of_connections() {
        let mut program = Program::started();
        let monitor = program.call(MONITOR, "Create", &[1]);
        assert_eq!(program.call(MONITOR, "IsNetworkMonitor", &[monitor]), 1);
        let (list, callback) = (program.words(&[0]), program.callback(99, true));
        let args = [monitor, list.into(), callback];
        assert_eq!(program.code(MONITOR, "UpdateNetworkList", &args), -1);
        assert_eq!(program.called_back(99), PpError::NoAccess.code());
        let args = [monitor, 0, callback];
        let error = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(error, PpError::BadArgument.code());
        let args = [77, list.into(), callback];
        let error = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(error, PpError::BadResource.code());
    }
}
