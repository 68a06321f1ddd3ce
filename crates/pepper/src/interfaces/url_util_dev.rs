//! `PPB_URLUtil(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const URL_UTIL_DEV_0_7: Interface = interface! { "PPB_URLUtil(Dev)" "0.7" Dev:
    Canonicalize(url: PP_Var, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
    ResolveRelativeToURL(base_url: PP_Var, relative_string: PP_Var, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
    ResolveRelativeToDocument(instance: PP_Instance, relative_string: PP_Var, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
    IsSameSecurityOrigin(url_a: PP_Var, url_b: PP_Var) -> PP_Bool = unfinished;
    DocumentCanRequest(instance: PP_Instance, url: PP_Var) -> PP_Bool = unfinished;
    DocumentCanAccessDocument(active: PP_Instance, target: PP_Instance) -> PP_Bool = unfinished;
    GetDocumentURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
    GetPluginInstanceURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
    GetPluginReferrerURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
};

pub(super) const URL_UTIL_DEV_0_6: Interface = URL_UTIL_DEV_0_7.earlier("0.6", 8);
