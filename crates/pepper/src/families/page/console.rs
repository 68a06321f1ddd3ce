//! `PPB_Console`: lines for the console of the page.

use crate::device::page::LogLevel;
use crate::kernel::call::Call;
use crate::kernel::var::{Object, Var, VarType};
use crate::table::ctypes::PP_Var;
use crate::table::typed::{At, Instance};
use crate::table::{Exposure, Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const CONSOLE_1_0: Interface = interface! { "PPB_Console" "1.0" Stable:
    Log(instance: PP_Instance, level: PP_LogLevel, value: PP_Var) => log;
    LogWithSource(instance: PP_Instance, level: PP_LogLevel, source: PP_Var, value: PP_Var) => log_with_source;
};

pub(crate) const CONSOLE_DEV_0_1: Interface = Interface {
    version: "0.1",
    exposure: Exposure::Dev,
    ..CONSOLE_1_0.named("PPB_Console(Dev)")
};

fn log(
    call: &mut Call<'_, '_>,
    instance: Instance,
    level: u32,
    value: At<PP_Var>,
) -> Result<(), Fault> {
    let value = value.read(call)?;
    let text = describe(call, value);
    log_line(call, instance, level, &text);
    Ok(())
}

/// Like `log`, with a source. A source that is not a string is treated as empty.
fn log_with_source(
    call: &mut Call<'_, '_>,
    instance: Instance,
    level: u32,
    source: At<PP_Var>,
    value: At<PP_Var>,
) -> Result<(), Fault> {
    let (source, value) = (source.read(call)?, value.read(call)?);
    let source = call.kernel.vars.text(source);
    let source = source.map_or(String::new(), |text| (**text).into());
    let text = format!("{source}: {}", describe(call, value));
    log_line(call, instance, level, &text);
    Ok(())
}

fn log_line(call: &mut Call<'_, '_>, instance: Instance, level: u32, text: &str) {
    if instance.is_own() {
        let level = LogLevel::from_number(level);
        call.kernel.devices.page.log(level, text);
    }
}

/// Formats a value as the console shows it. Strings are not truncated; Chrome cut them after 128
/// bytes.
fn describe(call: &Call<'_, '_>, var: Var) -> String {
    let name = match var {
        Var::Undefined => "[Undefined]",
        Var::Null => "[Null]",
        Var::Bool(true) => "[True]",
        Var::Bool(false) => "[False]",
        Var::Int32(number) => return number.to_string(),
        Var::Double(number) => return number.to_string(),
        Var::Counted(VarType::String, _) => match call.kernel.vars.text(var) {
            Some(text) => return text.replace('\0', "\\0"),
            None => "[Undefined]",
        },
        Var::Counted(VarType::Array, _) => "[Array]",
        Var::Counted(VarType::Dictionary, _) => "[Dictionary]",
        Var::Counted(VarType::ArrayBuffer, _) => "[Array buffer]",
        Var::Counted(..) => match call.kernel.vars.get(var) {
            Some(Object::Resource(id)) => return format!("[Resource {id}]"),
            _ => "[Object]",
        },
    };
    name.into()
}
