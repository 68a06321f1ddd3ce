//! Pending operations, by ID and by owner.

mod saved;

use crate::kernel::callback::Callback;
use crate::kernel::ids::IdMap;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::collections::BTreeSet;

/// The ID of a pending operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PendingId(pub(super) u32);

/// The receiver of an operation's result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiter {
    /// A message loop, which calls the callback.
    Loop { number: u32, callback: Callback },
    /// A thread.
    Thread(u32),
}

/// A pending operation that ends with an `E`.
pub(super) struct Pending<E> {
    pub(super) waiter: Waiter,
    /// The owning resource. Its release or closing aborts the operation. 0 if there is none.
    pub(super) owner: u32,
    pub(super) ending: Option<E>,
    pub(super) is_aborted: bool,
    /// The charge for the operation, including the device's memory.
    pub(super) charge: Charge,
}

/// All pending operations.
pub(crate) struct Completions<E> {
    pub(super) pending: IdMap<Pending<E>>,
    /// Pairs of an owner and one of its operations.
    pub(super) owned: BTreeSet<(u32, PendingId)>,
}

impl<E> Completions<E> {
    pub(crate) fn new(budget: &MemoryBudget) -> Completions<E> {
        Completions {
            pending: IdMap::new(budget),
            owned: BTreeSet::new(),
        }
    }

    /// Returns true if the callback of an operation has yet to run.
    pub(crate) fn is_pending(&self, id: PendingId) -> bool {
        self.pending.get(id.0).is_some_and(|one| !one.is_aborted)
    }

    /// Removes and returns an operation that ends.
    pub(super) fn take(&mut self, id: PendingId) -> Option<Pending<E>> {
        let pending = self.pending.remove(id.0)?;
        self.owned.remove(&(pending.owner, id));
        Some(pending)
    }

    /// Removes an operation whose result is no longer needed.
    pub(crate) fn forget(&mut self, id: PendingId) {
        self.take(id);
    }

    /// Charges an operation for bytes that its device keeps until it ends. Returns true if there is
    /// room.
    pub(crate) fn charge(&mut self, id: PendingId, bytes: u64) -> bool {
        let pending = self.pending.get_mut(id.0);
        pending.is_some_and(|one| one.charge.grow(bytes).is_ok())
    }
}
