//! `PPB_URLUtil(Dev)`: addresses and their parts.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_url_util_shared.cc`.

use crate::families::urls::Urls;
use crate::kernel::call::Call;
use crate::kernel::state::Kernel;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_URLComponents_Dev, PP_Var};
use crate::table::typed::{At, Instance};
use crate::table::{Interface, interface};
use crate::urls;
use pinnacle_system::memory::Fault;
use url::Url;

pub(crate) const URL_UTIL_DEV_0_7: Interface = interface! { "PPB_URLUtil(Dev)" "0.7" Dev:
    Canonicalize(url: PP_Var, components: *mut PP_URLComponents_Dev) -> PP_Var => canonicalize;
    ResolveRelativeToURL(base_url: PP_Var, relative_string: PP_Var, components: *mut PP_URLComponents_Dev) -> PP_Var => resolve_relative_to_url;
    ResolveRelativeToDocument(instance: PP_Instance, relative_string: PP_Var, components: *mut PP_URLComponents_Dev) -> PP_Var => resolve_relative_to_document;
    IsSameSecurityOrigin(url_a: PP_Var, url_b: PP_Var) -> PP_Bool => is_same_security_origin;
    DocumentCanRequest(instance: PP_Instance, url: PP_Var) -> PP_Bool => document_can_request;
    DocumentCanAccessDocument(active: PP_Instance, target: PP_Instance) -> PP_Bool => document_can_access_document;
    GetDocumentURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var => get_document_url;
    GetPluginInstanceURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var => get_plugin_instance_url;
    GetPluginReferrerURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var => get_plugin_referrer_url;
};

/// Without `GetPluginReferrerURL`.
pub(crate) const URL_UTIL_DEV_0_6: Interface = URL_UTIL_DEV_0_7.earlier("0.6", 8);

/// The address where a method stores the parts of a URL; 0 if the program does not need them.
type Parts = At<PP_URLComponents_Dev>;

/// Creates a string with a URL, and stores the offsets of its parts if the program asks for them.
/// Returns a null var if there is no URL.
fn give_url(call: &mut Call<'_, '_>, url: Option<Url>, components: Parts) -> Result<Var, Fault> {
    let Some(url) = url else {
        return Ok(Var::Null);
    };
    if components.address != 0 {
        components.write_words(call, urls::components(&url))?;
    }
    Ok(call.kernel.vars.string(url.as_str()))
}

/// Returns the URL in a string var.
fn url(call: &mut Call<'_, '_>, var: At<PP_Var>) -> Result<Option<Url>, Fault> {
    let var = var.read(call)?;
    let text = call.kernel.vars.text(var);
    Ok(text.and_then(|text| Url::parse(text).ok()))
}

/// Resolves a URL relative to the document.
fn in_document(kernel: &Kernel, text: &str) -> Option<Url> {
    urls::resolve(&kernel.devices.fetch.base_url(), text)
}

fn canonicalize(call: &mut Call<'_, '_>, var: At<PP_Var>, components: Parts) -> Result<Var, Fault> {
    let url = url(call, var)?;
    give_url(call, url, components)
}

fn resolve_relative_to_url(
    call: &mut Call<'_, '_>,
    base: At<PP_Var>,
    relative: At<PP_Var>,
    components: Parts,
) -> Result<Var, Fault> {
    let (base, relative) = (url(call, base)?, relative.read(call)?);
    let relative = call.kernel.vars.text(relative);
    let url = base
        .zip(relative)
        .and_then(|(base, relative)| base.join(relative).ok());
    give_url(call, url, components)
}

fn resolve_relative_to_document(
    call: &mut Call<'_, '_>,
    instance: Instance,
    relative: At<PP_Var>,
    components: Parts,
) -> Result<Var, Fault> {
    let relative = relative.read(call)?;
    let relative = call.kernel.vars.text(relative);
    let relative = relative.filter(|_| instance.is_own());
    let url = relative.and_then(|relative| in_document(call.kernel, relative));
    give_url(call, url, components)
}

fn is_same_security_origin(
    call: &mut Call<'_, '_>,
    first: At<PP_Var>,
    second: At<PP_Var>,
) -> Result<bool, Fault> {
    let (first, second) = (url(call, first)?, url(call, second)?);
    let both = first.zip(second);
    Ok(both.is_some_and(|(first, second)| urls::is_same_origin(&first, &second)))
}

/// Returns true if the document may load a URL without a cross-origin request.
fn document_can_request(
    call: &mut Call<'_, '_>,
    instance: Instance,
    url: At<PP_Var>,
) -> Result<bool, Fault> {
    let var = url.read(call)?;
    let text = call.kernel.vars.text(var).filter(|_| instance.is_own());
    let url = text.and_then(|text| in_document(call.kernel, text));
    let both = url.zip(in_document(call.kernel, ""));
    Ok(both.is_some_and(|(url, document)| urls::is_same_origin(&url, &document)))
}

/// Returns true for the only instance: there is only one document.
fn document_can_access_document(_: &mut Call<'_, '_>, active: Instance, target: Instance) -> bool {
    active.is_own() && target.is_own()
}

/// Resolves a URL relative to the document of the instance. The document's base URL is ignored.
fn give_instance_url(
    call: &mut Call<'_, '_>,
    instance: Instance,
    text: &str,
    components: Parts,
) -> Result<Var, Fault> {
    let url = match instance.is_own() {
        true => urls::resolve(&call.kernel.devices.fetch.document_url(), text),
        false => None,
    };
    give_url(call, url, components)
}

pub(crate) fn get_document_url(
    call: &mut Call<'_, '_>,
    instance: Instance,
    components: Parts,
) -> Result<Var, Fault> {
    give_instance_url(call, instance, "", components)
}

/// Returns the URL of the `src` of the element.
fn get_plugin_instance_url(
    call: &mut Call<'_, '_>,
    instance: Instance,
    components: Parts,
) -> Result<Var, Fault> {
    let source = call.kernel.states.get::<Urls>().source.clone();
    give_instance_url(call, instance, &source, components)
}

/// Returns the referrer of the program's request, which is its document.
fn get_plugin_referrer_url(
    call: &mut Call<'_, '_>,
    instance: Instance,
    components: Parts,
) -> Result<Var, Fault> {
    give_instance_url(call, instance, "", components)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Program;

    const URL_UTIL: &str = "PPB_URLUtil(Dev);0.7";

    /// Calls a method with these strings, and returns the resulting text, or `None` for a null var.
    fn text(
        program: &mut Program,
        method: &str,
        instance: Option<u64>,
        texts: &[&str],
    ) -> Option<String> {
        let result = program.var(Var::Undefined);
        let vars: Vec<u64> = texts
            .iter()
            .map(|text| program.text_var(text).into())
            .collect();
        let args: Vec<u64> = [result.into()]
            .into_iter()
            .chain(instance)
            .chain(vars)
            .chain([0])
            .collect();
        program.call(URL_UTIL, method, &args);
        match program.read_var(result) {
            Var::Null => None,
            _ => Some(program.read_text(result)),
        }
    }

    #[test]
    fn addresses_become_what_browsers_write() {
        let mut program = Program::started();
        for (url, expected) in [
            ("HTTP://Host:80/a/../b c", Some("http://host/b%20c")),
            ("no address", None),
        ] {
            let found = text(&mut program, "Canonicalize", None, &[url]);
            assert_eq!(found.as_deref(), expected);
        }
        let parts = ["http://host/a/b", "../c"];
        let found = text(&mut program, "ResolveRelativeToURL", None, &parts);
        assert_eq!(found.as_deref(), Some("http://host/c"));
        let found = text(&mut program, "GetDocumentURL", Some(1), &[]);
        assert_eq!(found.as_deref(), Some("about:blank"));
        assert_eq!(text(&mut program, "GetDocumentURL", Some(2), &[]), None);
    }

    #[test]
    fn parts_of_an_address_are_stored_on_request() {
        let mut program = Program::started();
        let (result, url) = (program.var(Var::Null), program.text_var("http://host/path"));
        let components = program.words(&[7; 16]);
        let args = [result, url, components].map(u64::from);
        program.call(URL_UTIL, "Canonicalize", &args);
        let words = [0, 1, 6, 7, 10, 11].map(|at| program.memory.load_u32(components + 4 * at));
        assert_eq!(words, [0, 4, 7, 4, 11, 5].map(Ok));
    }

    #[test]
    fn origins_are_compared() {
        let mut program = Program::started();
        let urls = ["http://a/x", "http://a:80/y", "http://b/"];
        let vars = urls.map(|url| u64::from(program.text_var(url)));
        let same = program.call(URL_UTIL, "IsSameSecurityOrigin", &[vars[0], vars[1]]);
        let other = program.call(URL_UTIL, "IsSameSecurityOrigin", &[vars[0], vars[2]]);
        assert_eq!((same, other), (1, 0));
        assert_eq!(
            program.call(URL_UTIL, "DocumentCanRequest", &[1, vars[0]]),
            0
        );
        assert_eq!(
            program.call(URL_UTIL, "DocumentCanAccessDocument", &[1, 1]),
            1
        );
        assert_eq!(
            program.call(URL_UTIL, "DocumentCanAccessDocument", &[1, 2]),
            0
        );
    }
}
