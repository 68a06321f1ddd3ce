//! The state that each family of interfaces keeps for itself.
//!
//! The kernel holds the states without knowing their types. A family declares one type, private to
//! its folder, implements [`State`] for it, and accesses it through [`States::get`]. No other
//! family can name the type, so none can touch the state.

use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of a family.
pub(crate) trait State: Any + Send {
    /// The index of the family in the kernel's list of states.
    const INDEX: usize;
}

/// Makes the state of a family, which charges its memory to the budget.
pub(crate) type NewState = fn(&MemoryBudget) -> Box<dyn Any + Send>;

/// The states of all families.
pub(crate) struct States(Box<[Box<dyn Any + Send>]>);

impl States {
    /// Makes the states.
    pub(crate) fn new(families: &[NewState], budget: &MemoryBudget) -> States {
        States(families.iter().map(|new| new(budget)).collect())
    }

    /// Returns the state of a family.
    ///
    /// # Panics
    ///
    /// Panics if the index of the type is another family's. It is a constant, so any test that uses
    /// the family finds that.
    pub(crate) fn get<S: State>(&mut self) -> &mut S {
        let state = self.0[S::INDEX].downcast_mut();
        state.unwrap_or_else(|| unreachable!("the state of family {}", S::INDEX))
    }
}
