//! `PPB_NetworkProxy`: the proxies for a URL.
//!
//! Source: Chromium's `content/browser/renderer_host/pepper/pepper_network_proxy_host.cc`.

use crate::families::network::sockets::code;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{Begun, Delivery, Ending};
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, CallbackArg, Instance};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use url::Url;

pub(crate) const NETWORK_PROXY_1_0: Interface = interface! { "PPB_NetworkProxy" "1.0" Stable:
    GetProxyForURL(instance: PP_Instance, url: PP_Var, proxy_string: *mut PP_Var, callback: PP_CompletionCallback) -> int32_t => get_proxy_for_url;
};

fn get_proxy_for_url(
    call: &mut Call<'_, '_>,
    instance: Instance,
    url: At<PP_Var>,
    proxy: At<PP_Var>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    call.complete(callback, instance.owner(), |call, pending| {
        let url = url.read(call)?;
        let text = call.kernel.vars.text(url);
        let url = text.and_then(|text| Url::parse(text).ok());
        let Some(url) = url.filter(|_| proxy.address != 0) else {
            return Ok(PpError::BadArgument.into());
        };
        let ending = match call.kernel.devices.network.proxies(url.as_str()) {
            Ok(proxies) => Ending::with_output(move |call| {
                let text = call.kernel.vars.string(&proxies);
                proxy.write(call, text)?;
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
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};

    const PROXY: &str = "PPB_NetworkProxy;1.0";

    /// Asks for the proxies of a URL. Returns the address of the result, and the immediate result
    /// code.
    fn ask(program: &mut Program, url: &str) -> (u32, i32) {
        let (url, place) = (program.text_var(url), program.words(&[0; 4]));
        let callback = program.callback(99, true);
        let args = [1, url.into(), place.into(), callback];
        (place, program.code(PROXY, "GetProxyForURL", &args))
    }

    #[test]
    fn a_program_without_network_learns_of_no_proxies() {
        let mut program = Program::started();
        assert_eq!(ask(&mut program, "http://a/").1, COMPLETION_PENDING);
        assert_eq!(program.called_back(99), PpError::NoAccess.code());
    }

    #[test]
    fn a_program_learns_of_the_proxies_for_a_url() {
        let mut program = Program::started().allow_network();
        let (place, result) = ask(&mut program, "http://a/");
        assert_eq!(result, COMPLETION_PENDING);
        assert_eq!(program.called_back(99), OK);
        assert_eq!(program.read_text(place), "PROXY of http://a/");
    }

    #[test]
    fn a_text_that_is_no_url_has_no_proxies() {
        let mut program = Program::started().allow_network();
        let error = ask(&mut program, "this is no URL").1;
        assert_eq!(error, PpError::BadArgument.code());
        let (place, callback) = (program.words(&[0; 4]), program.callback(99, true));
        let args = [1, place.into(), place.into(), callback];
        let error = program.code(PROXY, "GetProxyForURL", &args);
        assert_eq!(error, PpError::BadArgument.code(), "no text");
    }
}
