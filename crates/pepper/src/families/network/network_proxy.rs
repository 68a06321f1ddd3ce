//! `PPB_NetworkProxy`: the proxy for a URL, which Chrome did not reveal to pages.

use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, CallbackArg, Instance};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const NETWORK_PROXY_1_0: Interface = interface! { "PPB_NetworkProxy" "1.0" Stable:
    GetProxyForURL(instance: PP_Instance, url: PP_Var, proxy_string: *mut PP_Var, callback: PP_CompletionCallback) -> int32_t => get_proxy_for_url;
}
.with_support(Support::Refused("proxies are not reported to programs"));

fn get_proxy_for_url(
    call: &mut Call<'_, '_>,
    instance: Instance,
    url: At<PP_Var>,
    proxy: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    call.complete(callback, instance.owner(), |call, pending| {
        let url = url.read(call)?;
        let is_text = call.kernel.vars.text(url).is_some();
        Ok(match is_text && proxy.address != 0 {
            true => call.fail_later(pending, PpError::NoAccess),
            false => PpError::BadArgument.into(),
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::errors::PpError;

    const PROXY: &str = "PPB_NetworkProxy;1.0";

    #[test]
    fn no_page_learns_of_proxies() {
        let mut program = Program::started();
        let (url, place) = (program.text_var("http://a/"), program.words(&[0; 4]));
        let callback = program.callback(99, true);
        let args = [1, url.into(), place.into(), callback];
        assert_eq!(program.code(PROXY, "GetProxyForURL", &args), -1);
        assert_eq!(program.called_back(99), PpError::NoAccess.code());
        let args = [1, place.into(), place.into(), callback];
        let error = program.code(PROXY, "GetProxyForURL", &args);
        assert_eq!(error, PpError::BadArgument.code(), "no text");
    }
}
