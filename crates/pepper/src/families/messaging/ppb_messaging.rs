//! `PPB_Messaging`: messages to the page, and the receivers of messages from it.

use super::handler::{Handler, replace};
use crate::device::page::{Flow, LogLevel};
use crate::kernel::call::{Call, NOTHING};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::loops::MAIN_LOOP;
use crate::kernel::scheduler::LoopNumber;
use crate::kernel::var::convert::{self, Unsendable};
use crate::table::ctypes::{PP_Var, PPP_MessageHandler, void};
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const MESSAGING_1_2: Interface = interface! { "PPB_Messaging" "1.2" Stable:
    PostMessage(instance: PP_Instance, message: PP_Var) => post_message;
    RegisterMessageHandler(
        instance: PP_Instance,
        user_data: *mut void,
        handler: *const PPP_MessageHandler,
        message_loop: PP_Resource,
    ) -> int32_t => register_message_handler;
    UnregisterMessageHandler(instance: PP_Instance) => unregister_message_handler;
};

/// Without `RegisterMessageHandler` and `UnregisterMessageHandler`.
pub(crate) const MESSAGING_1_0: Interface = MESSAGING_1_2.earlier("1.0", 1);

/// The console's message for a value that cannot be sent.
const UNSENDABLE: &str = "Failed to convert a PostMessage argument from a PP_Var to a Javascript value. \
     It may have cycles or be of an unsupported type.";

/// Posts a message to the page, from any thread. If the message contains itself, or a value that a
/// page cannot represent, it is dropped and reported on the console.
fn post_message(
    call: &mut Call<'_, '_>,
    instance: Instance,
    message: At<PP_Var>,
) -> Result<Action, Fault> {
    let var = message.read(call)?;
    if !instance.is_own() {
        return NOTHING;
    }
    let kernel = &mut *call.kernel;
    match convert::to_message(&kernel.vars, call.context.memory, &kernel.budget, var) {
        Ok((message, _charge)) => match call.kernel.devices.page.post(message) {
            Flow::Continue => NOTHING,
            Flow::End => Ok(Action::Exit(0)),
        },
        Err(Unsendable::TooLarge) => {
            // The program is not notified that its message was lost.
            call.kernel.is_exhausted = true;
            NOTHING
        }
        Err(Unsendable::Cycle | Unsendable::Resource | Unsendable::Dead) => {
            call.kernel.devices.page.log(LogLevel::Error, UNSENDABLE);
            NOTHING
        }
    }
}

fn register_message_handler(
    call: &mut Call<'_, '_>,
    instance: Instance,
    user_data: At<void>,
    handler: At<PPP_MessageHandler>,
    message_loop: Res<LoopNumber>,
) -> Result<i32, Fault> {
    let functions: [u32; 3] = match handler.address {
        0 => [0; 3],
        _ => handler.read_words(call)?,
    };
    let message_loop = call.get(message_loop).map(|number| number.0);
    let error = match message_loop {
        _ if !instance.is_own() || functions.contains(&0) => PpError::BadArgument,
        None => PpError::BadResource,
        Some(MAIN_LOOP) => PpError::WrongThread,
        Some(message_loop) => {
            let handler = Handler {
                functions,
                user_data: user_data.address,
                message_loop,
            };
            replace(call.kernel, Some(handler));
            return Ok(OK);
        }
    };
    Ok(error.code())
}

fn unregister_message_handler(call: &mut Call<'_, '_>, instance: Instance) {
    if instance.is_own() {
        replace(call.kernel, None);
    }
}
