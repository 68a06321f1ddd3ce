//! Messages between a program and its page.

pub(crate) mod handler;
pub(crate) mod ppb_messaging;

use crate::kernel::family::State;
use crate::message::numbers::Numbers;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Messaging {
    /// The handler of the program's choice.
    handler: Option<handler::Handler>,
    /// The form of the page's whole numbers.
    numbers: Numbers,
}

impl State for Messaging {
    const INDEX: usize = super::MESSAGING;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Messaging::default())
}
