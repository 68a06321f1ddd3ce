//! Pending operations in a saved state: those whose callback a message loop will call.

use super::{Completions, Pending, PendingId, Waiter};
use crate::kernel::callback::Callback;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// Maximum number of pending operations.
const MAX_PENDING: usize = 1 << 24;

impl PendingId {
    /// Returns its number, for saved states.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// Returns the operation with this number in a saved state.
    pub(crate) fn of(number: u32) -> PendingId {
        PendingId(number)
    }
}

impl<E> Completions<E> {
    /// Returns the pending operations with their owners.
    pub(crate) fn all(&self) -> impl Iterator<Item = (PendingId, u32)> {
        let all = self.pending.iter();
        all.map(|(id, pending)| (PendingId(id), pending.owner))
    }

    /// Writes all pending operations.
    pub(crate) fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        to.word(self.pending.last());
        to.count(self.pending.len());
        for (id, pending) in self.pending.iter() {
            let Waiter::Loop { number, callback } = pending.waiter else {
                return Err(Refusal::of("a thread that waits for an operation"));
            };
            if pending.ending.is_some() {
                return Err(Refusal::of("a result on its way to a message loop"));
            }
            to.words(&[id, number, pending.owner]);
            callback.save(to);
            to.truth(pending.is_aborted);
        }
        Ok(())
    }

    /// Reads the operations. Each is charged this number of bytes.
    pub(crate) fn read(
        from: &mut Reader,
        budget: &MemoryBudget,
        size: u64,
    ) -> Result<Completions<E>, Unusable> {
        let short = || Unusable::because("the memory limit is too small for the saved state");
        let mut all = Completions::new(budget);
        let last = from.word()?;
        for _ in 0..from.count(MAX_PENDING)? {
            let [id, number, owner] = from.words()?;
            let callback = Callback::restore(from)?;
            let pending = Pending {
                waiter: Waiter::Loop { number, callback },
                owner,
                ending: None,
                is_aborted: from.truth()?,
                charge: budget.charge(size).map_err(|_| short())?,
            };
            if owner != 0 {
                all.owned.insert((owner, PendingId(id)));
            }
            all.pending.insert_at(id, pending).map_err(|_| short())?;
        }
        match all.pending.skip_to(last) {
            true => Ok(all),
            false => Err(Unusable::damaged("its operations are inconsistent")),
        }
    }
}

impl Callback {
    /// Writes the callback to a saved state.
    pub(crate) fn save(self, to: &mut Writer) {
        to.words(&[self.function, self.user_data]);
        to.truth(self.is_optional);
    }

    /// Reads a callback from a saved state.
    pub(crate) fn restore(from: &mut Reader) -> Result<Callback, Unusable> {
        let [function, user_data] = from.words()?;
        Ok(Callback {
            function,
            user_data,
            is_optional: from.truth()?,
        })
    }
}
