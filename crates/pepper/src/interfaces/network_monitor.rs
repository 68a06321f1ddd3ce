//! `PPB_NetworkMonitor`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const NETWORK_MONITOR_1_0: Interface = interface! { "PPB_NetworkMonitor" "1.0" Stable:
    Create(instance: PP_Instance) -> PP_Resource = unfinished;
    UpdateNetworkList(network_monitor: PP_Resource, network_list: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t = unfinished;
    IsNetworkMonitor(resource: PP_Resource) -> PP_Bool = unfinished;
};
