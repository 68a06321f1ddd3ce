//! Services of the browser itself: reference counts, time, message loops, memory and tracing.

pub(crate) mod core;
pub(crate) mod crypto_dev;
pub(crate) mod memory_dev;
pub(crate) mod message_loop;
pub(crate) mod trace_event_dev;

use crate::kernel::family::State;
use crate::kernel::heap::Block;
use crate::kernel::interface::SavedFamily;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::Refusal;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct System {
    /// The blocks that `PPB_Memory(Dev)` has handed out.
    allocations: memory_dev::Allocations,
    /// The byte that tells programs that tracing is off.
    trace_category: Option<Block>,
}

impl State for System {
    const INDEX: usize = super::SYSTEM;
}

/// The family's part of saved states. The tracing flag stays at the address that the program knows;
/// later calls create another one.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, _| match kernel.states.get::<System>().allocations.is_empty() {
        true => Ok(()),
        false => Err(Refusal::of("memory of PPB_Memory(Dev)")),
    },
    restore: |kernel, _| {
        *kernel.states.get::<System>() = System::default();
        Ok(())
    },
};

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(System::default())
}
