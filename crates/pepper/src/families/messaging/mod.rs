//! Messages between a program and its page.

pub(crate) mod handler;
pub(crate) mod ppb_messaging;

use crate::kernel::family::State;
use crate::kernel::interface::SavedFamily;
use crate::message::numbers::Numbers;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Messaging {
    /// The handler of the program's choice.
    handler: Option<handler::Handler>,
    /// The rule for whole numbers from the page.
    numbers: Numbers,
}

impl State for Messaging {
    const INDEX: usize = super::MESSAGING;
}

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, to| {
        let handler = kernel.states.get::<Messaging>().handler;
        to.option(handler, |to, handler| {
            to.words(&handler.functions);
            to.words(&[handler.user_data, handler.message_loop]);
        });
        Ok(())
    },
    restore: |kernel, from| {
        kernel.states.get::<Messaging>().handler = from.option(|from| {
            let functions = from.words()?;
            let [user_data, message_loop] = from.words()?;
            Ok(handler::Handler {
                functions,
                user_data,
                message_loop,
            })
        })?;
        Ok(())
    },
};

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Messaging::default())
}
