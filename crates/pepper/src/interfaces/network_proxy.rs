//! `PPB_NetworkProxy`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const NETWORK_PROXY_1_0: Interface = interface! { "PPB_NetworkProxy" "1.0" Stable:
    GetProxyForURL(instance: PP_Instance, url: PP_Var, proxy_string: *mut PP_Var, callback: PP_CompletionCallback) -> int32_t = unfinished;
};
