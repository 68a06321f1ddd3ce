//! Services of the browser itself: reference counts, time, message loops, memory.

pub(crate) mod core;
pub(crate) mod crypto_dev;
pub(crate) mod memory_dev;
pub(crate) mod message_loop;
pub(crate) mod trace_event_dev;

use crate::kernel::family::State;
use crate::kernel::heap::Block;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct System {
    /// The blocks that `PPB_Memory(Dev)` has handed out.
    allocations: memory_dev::Allocations,
    /// The flag that tells programs that tracing is off.
    trace_category: Option<Block>,
}

impl State for System {
    const INDEX: usize = super::SYSTEM;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(System::default())
}
