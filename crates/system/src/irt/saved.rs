//! The IRT in a saved state: descriptors, the pages that can be mapped, random numbers and threads.

use super::Irt;
use super::thread::Starts;
use crate::host::{MAX_THREADS, ThreadStart};
use crate::memory::PAGE_SIZE;
use crate::state::{Reader, Refusal, Unusable, Writer};

impl Irt {
    /// Checks that the program has no threads except the main one and these, which are identified
    /// by their thread pointers.
    ///
    /// # Errors
    ///
    /// Fails and names what another thread is doing.
    pub fn check_threads(&self, resting: &[u32]) -> Result<(), Refusal> {
        let state = &self.state;
        match state.threads as usize == resting.len() {
            true => Ok(()),
            false => Err(state.starts.refusal(resting)),
        }
    }

    /// Writes the state of the IRT, without the program's memory. `resting` has the thread pointers
    /// of the threads, besides the main one, that the host can restart and return to their wait.
    ///
    /// # Errors
    ///
    /// Fails with the part that cannot be saved.
    pub fn save(&mut self, to: &mut Writer, resting: &[u32]) -> Result<(), Refusal> {
        self.check_threads(resting)?;
        let state = &mut self.state;
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
        to.count(resting.len());
        for &pointer in resting {
            let start = state.starts.of(pointer);
            let start = start.ok_or_else(|| Refusal::of("a thread with another thread pointer"))?;
            to.words(&[start.start, start.stack, start.thread_pointer]);
        }
        to.option(state.random.state(), Writer::number);
        Ok(())
    }

    /// Replaces the state with a saved one. Returns the threads that the program must have besides
    /// the main one. `restarted` of them exist already.
    ///
    /// # Errors
    ///
    /// Fails if the state does not fit this run or is damaged.
    pub fn restore(
        &mut self,
        from: &mut Reader,
        restarted: usize,
    ) -> Result<Vec<ThreadStart>, Unusable> {
        let state = &mut self.state;
        if state.threads as usize != restarted {
            return Err(Unusable::because(
                "the program started a thread before the point where it can continue from a saved \
                 state",
            ));
        }
        state.files.restore(from)?;
        state.arena.restore(from)?;
        state.has_threads = from.truth()?;
        state.starts = Starts::default();
        let mut threads = Vec::new();
        for _ in 0..from.count(MAX_THREADS)? {
            let [start, stack, thread_pointer] = from.words()?;
            let thread = ThreadStart {
                start,
                stack,
                thread_pointer,
            };
            state.starts.record(thread);
            threads.push(thread);
        }
        state.threads = threads.len() as u32;
        if let Some(random) = from.option(Reader::number)? {
            state.random.set_state(random);
        }
        Ok(threads)
    }

    /// Starts or stops discarding output to streams.
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
                "the program's memory begins at another address than in the saved state; use the \
                 same --memory, --stack, --env and arguments",
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
