//! The instance, its view, fullscreen and the console.

pub(crate) mod console;
pub(crate) mod fullscreen;
pub(crate) mod instance;
pub(crate) mod instance_calls;
pub(crate) mod testing_private;
pub(crate) mod view;
pub(crate) mod view_dev;

use crate::kernel::family::State;
use crate::kernel::interface::SavedFamily;
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

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, to| {
        let page = kernel.states.get::<Page>();
        to.option(page.told_view, |to, view| view.save(to));
        to.truth(page.has_focus);
        Ok(())
    },
    restore: |kernel, from| {
        let told_view = from.option(|from| {
            let mut view = View::of_size(0, 0);
            view.restore(from)?;
            Ok(view)
        })?;
        *kernel.states.get::<Page>() = Page {
            told_view,
            has_focus: from.truth()?,
        };
        Ok(())
    },
};

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Page::default())
}
