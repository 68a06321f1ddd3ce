//! `PPB_Console`: lines for the console of the page.

use crate::device::page::LogLevel;
use crate::kernel::call::{Call, NOTHING};
use crate::kernel::var::{Object, Var, VarType};
use crate::table::{Exposure, Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const CONSOLE_1_0: Interface = interface! { "PPB_Console" "1.0" Stable:
    Log(instance: PP_Instance, level: PP_LogLevel, value: PP_Var) = log;
    LogWithSource(instance: PP_Instance, level: PP_LogLevel, source: PP_Var, value: PP_Var) = log_with_source;
};

pub(crate) const CONSOLE_DEV_0_1: Interface = Interface {
    version: "0.1",
    exposure: Exposure::Dev,
    ..CONSOLE_1_0.named("PPB_Console(Dev)")
};

fn log(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let value = call.var(2)?;
    let text = call.describe(value);
    call.log_line(&text)
}

/// A source that is no string counts as an empty one.
fn log_with_source(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (source, value) = (call.var(2)?, call.var(3)?);
    let source = call
        .kernel
        .vars
        .text(source)
        .map_or(String::new(), |text| (**text).into());
    let text = format!("{source}: {}", call.describe(value));
    call.log_line(&text)
}

impl Call<'_, '_> {
    fn log_line(&mut self, text: &str) -> Result<Action, Fault> {
        if self.is_instance(0) {
            let level = LogLevel::from_number(self.arg(1));
            self.kernel.devices.page.log(level, text);
        }
        NOTHING
    }

    /// A value as the console shows it. Strings are shown whole, which Chrome cut
    /// after 128 bytes.
    fn describe(&self, var: Var) -> String {
        let name = match var {
            Var::Undefined => "[Undefined]",
            Var::Null => "[Null]",
            Var::Bool(true) => "[True]",
            Var::Bool(false) => "[False]",
            Var::Int32(number) => return number.to_string(),
            Var::Double(number) => return number.to_string(),
            Var::Counted(VarType::String, _) => match self.kernel.vars.text(var) {
                Some(text) => return text.replace('\0', "\\0"),
                None => "[Undefined]",
            },
            Var::Counted(VarType::Array, _) => "[Array]",
            Var::Counted(VarType::Dictionary, _) => "[Dictionary]",
            Var::Counted(VarType::ArrayBuffer, _) => "[Array buffer]",
            Var::Counted(..) => match self.kernel.vars.get(var) {
                Some(Object::Resource(id)) => return format!("[Resource {id}]"),
                _ => "[Object]",
            },
        };
        name.into()
    }
}
