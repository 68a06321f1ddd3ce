//! `PPB_Messaging`: messages to the page, and who gets those from it.

use super::handler::{Handler, replace};
use crate::device::page::{Flow, LogLevel};
use crate::kernel::call::{Call, NOTHING, code};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::task_queue::LoopNumber;
use crate::kernel::task_queue::MAIN_LOOP;
use crate::kernel::var::convert::{self, Unsendable};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const MESSAGING_1_2: Interface = interface! { "PPB_Messaging" "1.2" Stable:
    PostMessage(instance: PP_Instance, message: PP_Var) = post_message;
    RegisterMessageHandler(
        instance: PP_Instance,
        user_data: *mut void,
        handler: *const PPP_MessageHandler,
        message_loop: PP_Resource,
    ) -> int32_t = register_message_handler;
    UnregisterMessageHandler(instance: PP_Instance) = unregister_message_handler;
};

/// Without handlers.
pub(crate) const MESSAGING_1_0: Interface = MESSAGING_1_2.earlier("1.0", 1);

/// What the console says of a message that cannot be sent.
const UNSENDABLE: &str = "Failed to convert a PostMessage argument from a PP_Var to a Javascript value. \
     It may have cycles or be of an unsupported type.";

/// From any thread. A message that refers to itself, or holds what a page cannot
/// have, is dropped, and the console says so.
fn post_message(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let var = call.var(1)?;
    if !call.is_instance(0) {
        return NOTHING;
    }
    let kernel = &mut *call.kernel;
    match convert::to_message(&kernel.vars, call.context.memory, &kernel.budget, var) {
        Ok((message, _charge)) => match call.kernel.devices.page.post(message) {
            Flow::Continue => NOTHING,
            Flow::End => Ok(Action::Exit(0)),
        },
        Err(Unsendable::TooLarge) => {
            // Nothing tells the program that its message is lost.
            call.kernel.is_exhausted = true;
            NOTHING
        }
        Err(Unsendable::Cycle | Unsendable::Resource | Unsendable::Dead) => {
            call.kernel.devices.page.log(LogLevel::Error, UNSENDABLE);
            NOTHING
        }
    }
}

fn register_message_handler(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let functions: [u32; 3] = if call.arg(2) == 0 {
        [0; 3]
    } else {
        call.words(2)?
    };
    let message_loop = call.resource::<LoopNumber>(3).map(|number| number.0);
    let error = match message_loop {
        _ if !call.is_instance(0) || functions.contains(&0) => PpError::BadArgument,
        None => PpError::BadResource,
        Some(MAIN_LOOP) => PpError::WrongThread,
        Some(message_loop) => {
            let user_data = call.arg(1);
            replace(
                call.kernel,
                Some(Handler {
                    functions,
                    user_data,
                    message_loop,
                }),
            );
            return code(OK);
        }
    };
    code(error.code())
}

fn unregister_message_handler(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.is_instance(0) {
        replace(call.kernel, None);
    }
    NOTHING
}
