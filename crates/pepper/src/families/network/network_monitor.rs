//! `PPB_NetworkMonitor`: the machine's connections. A monitor reports them once, because no device
//! watches for changes.
//!
//! Source: Chromium's `ppapi/proxy/network_monitor_resource.cc`.

use super::network_list::NetworkList;
use crate::families::network::sockets::code;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{Begun, Delivery, Ending};
use crate::kernel::pending::PendingId;
use crate::kernel::resource::Resource;
use crate::table::ctypes::PP_Resource;
use crate::table::typed::{At, CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const NETWORK_MONITOR_1_0: Interface = interface! { "PPB_NetworkMonitor" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource => create;
    UpdateNetworkList(network_monitor: PP_Resource, network_list: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => update_network_list;
    IsNetworkMonitor(resource: PP_Resource) -> PP_Bool => is_network_monitor;
};

/// A monitor of the machine's connections.
#[derive(Debug, Default)]
pub(crate) struct NetworkMonitor {
    /// True if the connections were reported.
    has_reported: bool,
    /// The call that waits for a change.
    waiting: Option<PendingId>,
}

impl Resource for NetworkMonitor {
    fn name(&self) -> &'static str {
        "NetworkMonitor"
    }
}

fn create(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    match instance.is_own() {
        true => call.create(NetworkMonitor::default()),
        false => 0,
    }
}

fn is_network_monitor(call: &mut Call<'_, '_>, resource: Res<NetworkMonitor>) -> bool {
    call.get(resource).is_some()
}

/// Updates the list. The first call returns the connections; the next one waits for a change until
/// the monitor is released.
fn update_network_list(
    call: &mut Call<'_, '_>,
    monitor: Res<NetworkMonitor>,
    list: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(monitor);
    call.complete(callback, owner, |call, pending| {
        if list.address == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let kernel = &mut *call.kernel;
        let Some(monitor) = kernel.resources.of_mut::<NetworkMonitor>(monitor.id) else {
            return Ok(PpError::BadResource.into());
        };
        let waiting = monitor.waiting;
        if waiting.is_some_and(|id| kernel.completions.is_pending(id)) {
            return Ok(PpError::InProgress.into());
        }
        monitor.waiting = Some(pending);
        if monitor.has_reported {
            return Ok(Begun::Later);
        }
        let connections = kernel.devices.network.connections();
        monitor.has_reported = connections.is_ok();
        let ending = match connections {
            Ok(connections) => Ending::with_output(move |call| {
                let id = call.create(NetworkList(connections));
                if id == 0 {
                    return Ok(Delivery::Result(PpError::NoMemory.code()));
                }
                call.context.memory.store_u32(list.address, id)?;
                Ok(Delivery::Result(OK))
            }),
            Err(error) => code(error, false).into(),
        };
        call.kernel.finish(pending, ending);
        Ok(Begun::Later)
    })
}

#[cfg(test)]
mod tests {
    use crate::harness::{Program, called};
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
    use crate::kernel::var::Var;
    use pinnacle_system::host::Action;

    const MONITOR: &str = "PPB_NetworkMonitor;1.0";
    const LIST: &str = "PPB_NetworkList;1.0";

    /// Starts a program with a monitor, and asks it for the list. Returns the monitor, and the
    /// address where the list is stored.
    fn ask(program: &mut Program) -> (u64, u32) {
        let monitor = program.call(MONITOR, "Create", &[1]);
        assert_eq!(program.call(MONITOR, "IsNetworkMonitor", &[monitor]), 1);
        let (list, callback) = (program.words(&[0]), program.callback(99, true));
        let args = [monitor, list.into(), callback];
        let result = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(result, COMPLETION_PENDING);
        (monitor, list)
    }

    #[test]
    fn a_program_without_network_learns_of_no_connections() {
        let mut program = Program::started();
        let (monitor, list) = ask(&mut program);
        assert_eq!(program.called_back(99), PpError::NoAccess.code());
        let callback = program.callback(99, true);
        let args = [monitor, 0, callback];
        let error = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(error, PpError::BadArgument.code());
        let args = [77, list.into(), callback];
        let error = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(error, PpError::BadResource.code());
    }

    #[test]
    fn connections_have_names_and_addresses() {
        let mut program = Program::started().allow_network();
        let (monitor, place) = ask(&mut program);
        assert_eq!(program.called_back(99), OK);
        let list = u64::from(program.memory.load_u32(place).unwrap());
        assert_eq!(program.call(LIST, "IsNetworkList", &[list]), 1);
        assert_eq!(program.call(LIST, "IsNetworkList", &[monitor]), 0);
        assert_eq!(program.call(LIST, "GetCount", &[list]), 1);
        for method in ["GetName", "GetDisplayName"] {
            let name = program.var(Var::Null);
            program.call(LIST, method, &[name.into(), list, 0]);
            assert_eq!(program.read_text(name), "wire");
            program.call(LIST, method, &[name.into(), list, 1]);
            assert_eq!(program.read_var(name), Var::Undefined);
        }
        let up = [("GetType", 0), ("GetState", 1), ("GetMTU", 0)];
        for (method, expected) in up {
            assert_eq!(program.call(LIST, method, &[list, 0]), expected, "{method}");
        }
        assert_eq!(program.call(LIST, "GetState", &[list, 1]), 0);

        let output = program.words(&[50, 3]);
        let question = program.answer(LIST, "GetIpAddresses", &[list, 0, output.into()]);
        let question = called(&question);
        let asked = (question.address, &question.args[..3]);
        assert_eq!(asked, (50, &[3, 2, 4][..]), "two resources");
        let addresses = program.words(&[0, 0]);
        assert_eq!(program.resume(addresses), Action::Return(OK as u64));
        for (number, expected) in [(0, "10.1.2.3"), (1, "fe80::1")] {
            let address = program.memory.load_u32(addresses + 4 * number).unwrap();
            let text = program.var(Var::Null);
            let args = [text.into(), address.into(), 0];
            program.call("PPB_NetAddress;1.0", "DescribeAsString", &args);
            assert_eq!(program.read_text(text), expected);
        }
        let error = program.code(LIST, "GetIpAddresses", &[list, 1, output.into()]);
        assert_eq!(error, PpError::BadArgument.code());
    }

    #[test]
    fn the_second_request_waits_for_a_change() {
        let mut program = Program::started().allow_network();
        let (monitor, list) = ask(&mut program);
        assert_eq!(program.called_back(99), OK);
        let callback = program.callback(98, true);
        let args = [monitor, list.into(), callback];
        let result = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(result, COMPLETION_PENDING);
        let result = program.code(MONITOR, "UpdateNetworkList", &args);
        assert_eq!(result, PpError::InProgress.code());
        program.call("PPB_Core;1.0", "ReleaseResource", &[monitor]);
        assert_eq!(program.called_back(98), PpError::Aborted.code());
    }
}
