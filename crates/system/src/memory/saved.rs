//! The memory of a program in a saved state: the protection of each page, and the bytes of the
//! pages that are not all zero.

use super::{Memory, PAGE_SIZE, Protection};
use crate::state::{Reader, Refusal, Unusable, Writer};
use std::ops::Range;

/// Marks the end of the pages.
const END: u32 = u32::MAX;

/// Number of pages in a whole address space.
const MAX_PAGES: usize = 1 << 16;

/// The protections, indexed by their numbers in a saved state.
const PROTECTIONS: [Protection; 4] = [
    Protection::Unmapped,
    Protection::None,
    Protection::Read,
    Protection::ReadWrite,
];

/// Consecutive pages with the same protection.
struct Run {
    pages: Range<u32>,
    protection: Protection,
}

impl Run {
    fn addresses(&self) -> Range<u32> {
        self.pages.start * PAGE_SIZE..self.pages.end * PAGE_SIZE
    }
}

impl Memory {
    /// Returns the pages below the limit as runs.
    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for page in 0..self.limit() / PAGE_SIZE {
            let protection = self.protection(page * PAGE_SIZE);
            match runs.last_mut() {
                Some(run) if run.protection == protection => run.pages.end = page + 1,
                _ => runs.push(Run {
                    pages: page..page + 1,
                    protection,
                }),
            }
        }
        runs
    }

    /// Writes the size of the address space to a saved state. It precedes everything that contains
    /// addresses.
    pub fn save_size(&self, to: &mut Writer) {
        to.word(self.limit());
    }

    /// Compares the size of the address space with that of a saved state.
    ///
    /// # Errors
    ///
    /// Fails if they differ.
    pub fn check_size(&self, from: &mut Reader) -> Result<(), Unusable> {
        let limit = from.word()?;
        if limit != self.limit() {
            return Err(Unusable::because(format!(
                "the state is that of a program with {} MiB of memory, found {} MiB; use the same \
                 --memory",
                limit >> 20,
                self.limit() >> 20
            )));
        }
        Ok(())
    }

    /// Writes all pages to a saved state.
    ///
    /// # Errors
    ///
    /// Fails if pages cannot be made readable temporarily.
    pub fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let runs = self.runs();
        to.count(runs.len());
        for run in &runs {
            let number = PROTECTIONS.iter().position(|&one| one == run.protection);
            to.byte(number.unwrap_or(0) as u8);
            to.word(run.pages.end - run.pages.start);
        }
        let split = |_| Refusal::of("memory of too many parts with different protections");
        let mut bytes = vec![0; PAGE_SIZE as usize];
        for run in &runs {
            match run.protection {
                Protection::Unmapped => continue,
                Protection::None => self
                    .protect(run.addresses(), Protection::Read)
                    .map_err(split)?,
                Protection::Read | Protection::ReadWrite => {}
            }
            for page in run.pages.clone() {
                let read = self.read(page * PAGE_SIZE, &mut bytes);
                if read.is_ok() && bytes.iter().any(|&byte| byte != 0) {
                    to.word(page);
                    to.raw(&bytes);
                }
            }
            if run.protection == Protection::None {
                self.protect(run.addresses(), Protection::None)
                    .map_err(split)?;
            }
        }
        to.word(END);
        Ok(())
    }

    /// Replaces all pages with those of a saved state.
    ///
    /// # Errors
    ///
    /// Fails if the state is damaged. The memory may already have been changed.
    pub fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let runs = self.read_runs(from)?;
        let split = |_| {
            Unusable::because("the system cannot split memory into as many parts as the state has")
        };
        for old in self.runs() {
            if old.protection != Protection::Unmapped {
                self.protect(old.addresses(), Protection::Unmapped)
                    .map_err(split)?;
            }
        }
        let mapped = |run: &&Run| run.protection != Protection::Unmapped;
        for run in runs.iter().filter(mapped) {
            self.protect(run.addresses(), Protection::ReadWrite)
                .map_err(split)?;
        }
        let mut bytes = vec![0; PAGE_SIZE as usize];
        loop {
            let page = from.word()?;
            if page == END {
                break;
            }
            from.fill(&mut bytes)?;
            let address = page.checked_mul(PAGE_SIZE);
            let written = address.map(|address| self.write(address, &bytes));
            if !matches!(written, Some(Ok(()))) {
                return Err(Unusable::damaged("a page of memory is not mapped"));
            }
        }
        for run in runs.iter().filter(mapped) {
            self.protect(run.addresses(), run.protection)
                .map_err(split)?;
        }
        Ok(())
    }

    fn read_runs(&self, from: &mut Reader) -> Result<Vec<Run>, Unusable> {
        let damaged = || Unusable::damaged("its pages are not those of the address space");
        let count = from.count(MAX_PAGES)?;
        let mut runs = Vec::new();
        let mut next = 0_u32;
        for _ in 0..count {
            let protection = PROTECTIONS.get(usize::from(from.byte()?));
            let &protection = protection.ok_or_else(damaged)?;
            let end = next.checked_add(from.word()?).ok_or_else(damaged)?;
            let pages = next..end;
            if pages.is_empty()
                || end > self.limit() / PAGE_SIZE
                || next == 0 && protection != Protection::Unmapped
            {
                return Err(damaged());
            }
            runs.push(Run { pages, protection });
            next = end;
        }
        if next != self.limit() / PAGE_SIZE {
            return Err(damaged());
        }
        Ok(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::{Kept, reader};

    const P: u32 = PAGE_SIZE;

    fn memory() -> Memory {
        let mut memory = Memory::new(16 * P).unwrap();
        memory.protect(P..3 * P, Protection::ReadWrite).unwrap();
        memory.protect(4 * P..6 * P, Protection::ReadWrite).unwrap();
        memory.store_u32(P, 1).unwrap();
        memory.store_u32(4 * P, 2).unwrap();
        memory.store_u32(5 * P, 3).unwrap();
        memory.protect(4 * P..5 * P, Protection::None).unwrap();
        memory.protect(5 * P..6 * P, Protection::Read).unwrap();
        memory
    }

    fn saved(memory: &mut Memory) -> Vec<u8> {
        let kept = Kept::default();
        let mut to = Writer::new(kept.clone());
        memory.save_size(&mut to);
        memory.save(&mut to).unwrap();
        to.finish().unwrap();
        kept.bytes()
    }

    fn restore(memory: &mut Memory, bytes: &[u8]) -> Result<(), Unusable> {
        let mut from = reader(bytes);
        memory.check_size(&mut from)?;
        memory.restore(&mut from)
    }

    #[test]
    fn pages_come_back_with_their_bytes_and_protections() {
        let mut old = memory();
        let state = saved(&mut old);
        assert_eq!(
            old.protection(4 * P),
            Protection::None,
            "saving changes nothing"
        );
        let mut new = Memory::new(16 * P).unwrap();
        new.protect(2 * P..9 * P, Protection::ReadWrite).unwrap();
        new.store_u32(2 * P, 9).unwrap();
        restore(&mut new, &state).unwrap();
        for page in 0..16 {
            assert_eq!(new.protection(page * P), old.protection(page * P), "{page}");
        }
        assert_eq!(new.load_u32(P), Ok(1));
        assert_eq!(new.load_u32(2 * P), Ok(0));
        assert_eq!(new.load_u32(5 * P), Ok(3));
        new.protect(4 * P..5 * P, Protection::Read).unwrap();
        assert_eq!(
            new.load_u32(4 * P),
            Ok(2),
            "pages without access keep their bytes"
        );
    }

    #[test]
    fn damaged_states_are_refused() {
        let state = saved(&mut memory());
        for len in (0..state.len()).step_by(7) {
            assert!(restore(&mut memory(), &state[..len]).is_err(), "{len}");
        }
        for at in 0..40 {
            let mut bytes = state.clone();
            bytes[at] ^= 0x81;
            // A changed byte may still be valid; it only must not cause a panic.
            let _ = restore(&mut memory(), &bytes);
        }
        let mut other = Memory::new(8 * P).unwrap();
        let error = restore(&mut other, &state).unwrap_err().to_string();
        assert!(error.contains("--memory"), "{error}");
    }
}
