//! The IRT in a saved state: descriptors, the pages that can be mapped, random numbers.

use super::Irt;
use crate::memory::PAGE_SIZE;
use crate::state::{Reader, Refusal, Unusable, Writer};

impl Irt {
    /// Writes the state of the IRT, without the program's memory.
    ///
    /// # Errors
    ///
    /// Fails with the part that cannot be saved.
    pub fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let state = &mut self.state;
        if state.threads > 0 {
            return Err(Refusal::of("a second thread"));
        }
        if !state.modules.is_empty() {
            return Err(Refusal::of("a loaded library"));
        }
        if state.machine.is_some() {
            return Err(Refusal::of(
                "system calls of Native Client (--nacl-syscalls)",
            ));
        }
        state.files.save(to)?;
        state.arena.save(to);
        to.truth(state.has_threads);
        to.option(state.random.state(), Writer::number);
        Ok(())
    }

    /// Replaces the state by a saved one.
    ///
    /// # Errors
    ///
    /// Fails if the state does not fit this run or is damaged.
    pub fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let state = &mut self.state;
        if state.threads > 0 {
            return Err(Unusable::because(
                "the program has started a thread before it can continue from a saved state",
            ));
        }
        state.files.restore(from)?;
        state.arena.restore(from)?;
        state.has_threads = from.truth()?;
        if let Some(random) = from.option(Reader::number)? {
            state.random.set_state(random);
        }
        Ok(())
    }

    /// Drops output to streams from now on, or no longer.
    pub fn mute(&mut self, is_muted: bool) {
        self.state.files.mute(is_muted);
    }
}

impl super::arena::Arena {
    fn save(&self, to: &mut Writer) {
        to.words(&[self.range.start, self.range.end, self.lowest_free, self.brk]);
    }

    fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let [start, end, lowest_free, brk] = from.words()?;
        if (start..end) != self.range {
            return Err(Unusable::because(
                "the memory of the program begins elsewhere than in the saved state; use the same \
                 --memory, --stack, --env and arguments",
            ));
        }
        let is_within = |address: &u32| (start..=end).contains(address);
        if !is_within(&lowest_free) || !lowest_free.is_multiple_of(PAGE_SIZE) || !is_within(&brk) {
            return Err(Unusable::damaged(
                "its memory ends outside of the address space",
            ));
        }
        (self.lowest_free, self.brk) = (lowest_free, brk);
        Ok(())
    }
}
