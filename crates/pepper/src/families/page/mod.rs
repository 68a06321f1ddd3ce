//! The instance, its view, the full screen and the console.

pub(crate) mod console;
pub(crate) mod fullscreen;
pub(crate) mod instance;
pub(crate) mod instance_calls;
pub(crate) mod testing_private;
pub(crate) mod view;
pub(crate) mod view_dev;

use crate::kernel::family::State;
use crate::view::View;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Page {
    /// The view that was last reported to the program.
    told_view: Option<View>,
    has_focus: bool,
}

impl State for Page {
    const INDEX: usize = super::PAGE;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Page::default())
}
