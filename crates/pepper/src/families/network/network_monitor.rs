//! `PPB_NetworkMonitor`: changes of a machine's network connections, which were never reported to
//! pages.

use crate::families::network::sockets::NetworkMonitor;
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::table::ctypes::PP_Resource;
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const NETWORK_MONITOR_1_0: Interface = interface! { "PPB_NetworkMonitor" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    UpdateNetworkList(network_monitor: PP_Resource, network_list: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => update_network_list;
    IsNetworkMonitor(resource: PP_Resource) -> PP_Bool => is_network_monitor;
}
.with_support(Support::Refused("programs get no list of connections"));

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(NetworkMonitor),
        false => 0,
    }
}

fn is_network_monitor(call: &mut Call<'_, '_>, resource: Res<NetworkMonitor>) -> bool {
    call.get(resource).is_some()
}

fn update_network_list(
    call: &mut Call<'_, '_>,
    monitor: Res<NetworkMonitor>,
    list: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(monitor);
    call.complete(callback, owner, |call, pending| {
        Ok(match list.address {
            0 => PpError::BadArgument.into(),
            _ => call.fail_later(pending, PpError::NoAccess),
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
