//! Records the executed instructions and the changed words of memory for each part of the past.
//! Thus searches can skip parts in which no breakpoint was reached and no watched word changed.

use crate::stops::Wanted;
use pinnacle_runtime::memory::ChangedWords;

/// Binary logarithm of the number of instructions in a chunk.
const CHUNK_BITS: u32 = 12;
const CHUNK_WORDS: usize = 1 << (CHUNK_BITS - 6);

/// The bits of an address that contain the number of its instruction.
const NUMBER: u32 = 0x3fff_ffff;

/// Approximate maximum size of all parts in bytes. Parts are merged to stay below it.
const MAX_SIZE: usize = 48 << 20;

type Chunk = [u64; CHUNK_WORDS];

/// A part of the past, which ends where the next one begins.
#[derive(Debug, Default)]
struct Part {
    start: u64,
    /// One bit for each instruction, set if it was executed.
    chunks: Vec<Option<Box<Chunk>>>,
    /// The words of memory that were changed.
    changed: ChangedWords,
}

/// Returns the chunk of an address, the index of the word in the chunk, and the bit in the word.
fn place(address: u32) -> (usize, usize, u64) {
    let number = (address & NUMBER) as usize;
    let word = (number >> 6) % CHUNK_WORDS;
    (number >> CHUNK_BITS, word, 1 << (number % 64))
}

impl Part {
    /// Returns true if this part may contain one of these stops.
    fn has_any(&self, wanted: &Wanted) -> bool {
        let mut watched = wanted.watched.iter();
        watched.any(|&(address, len)| self.changed.contains_any(address, len))
            || wanted.breakpoints.iter().any(|&address| self.has(address))
    }

    fn has(&self, address: u32) -> bool {
        let (chunk, word, bit) = place(address);
        let chunk = self.chunks.get(chunk).and_then(Option::as_ref);
        chunk.is_some_and(|chunk| chunk[word] & bit != 0)
    }

    /// Adds the instructions and changes of another part to this one. Returns the number of bytes
    /// saved.
    fn merge(&mut self, other: Part) -> usize {
        let mut saved = self.changed.size() + other.changed.size();
        self.changed.merge(other.changed);
        saved -= self.changed.size();
        let count = self.chunks.len().max(other.chunks.len());
        self.chunks.resize_with(count, || None);
        for (mine, other) in self.chunks.iter_mut().zip(other.chunks) {
            match (mine, other) {
                (_, None) => {}
                (Some(mine), Some(other)) => {
                    saved += size_of::<Chunk>();
                    for (word, more) in mine.iter_mut().zip(*other) {
                        *word |= more;
                    }
                }
                (mine, other) => *mine = other,
            }
        }
        saved
    }
}

/// The executed instructions up to the latest moment of the run.
#[derive(Debug, Default)]
pub(crate) struct Executed {
    parts: Vec<Part>,
    /// The moment after the last executed instruction.
    end: u64,
    /// The approximate size of all parts in bytes.
    size: usize,
}

impl Executed {
    /// Begins a part at the latest moment.
    pub(crate) fn begin_part(&mut self, start: u64) {
        if self.size > MAX_SIZE {
            self.merge_pairs();
        }
        self.parts.push(Part {
            start,
            ..Part::default()
        });
    }

    fn merge_pairs(&mut self) {
        let mut merged: Vec<Part> = Vec::new();
        for (index, part) in std::mem::take(&mut self.parts).into_iter().enumerate() {
            match merged.last_mut() {
                Some(last) if index % 2 == 1 => self.size -= last.merge(part),
                _ => merged.push(part),
            }
        }
        self.parts = merged;
    }

    /// Records the instruction at a moment, unless it was recorded before.
    pub(crate) fn pass(&mut self, moment: u64, address: Option<u32>) {
        if moment < self.end {
            return;
        }
        self.end = moment + 1;
        let (Some(part), Some(address)) = (self.parts.last_mut(), address) else {
            return;
        };
        let (chunk, word, bit) = place(address);
        if chunk >= part.chunks.len() {
            part.chunks.resize_with(chunk + 1, || None);
        }
        let chunk = part.chunks[chunk].get_or_insert_with(|| {
            self.size += size_of::<Chunk>();
            Box::new([0; CHUNK_WORDS])
        });
        chunk[word] |= bit;
    }

    /// Adds changed words to the last part.
    pub(crate) fn changed(&mut self, changed: ChangedWords) {
        if let Some(part) = self.parts.last_mut() {
            self.size -= part.changed.size();
            part.changed.merge(changed);
            self.size += part.changed.size();
        }
    }

    /// Returns true if the instruction at this moment runs for the first time or is the last one
    /// that ran. Its changes of memory may not have been recorded.
    pub(crate) fn may_be_new(&self, moment: u64) -> bool {
        moment + 1 >= self.end
    }

    /// Returns true if no instruction at or after this moment has run.
    pub(crate) fn is_at_end(&self, moment: u64) -> bool {
        moment >= self.end
    }

    /// Returns an upper bound for the moment of the last stop before `moment`.
    pub(crate) fn last_before(&self, moment: u64, wanted: &Wanted) -> u64 {
        if moment > self.end {
            return moment;
        }
        let mut end = moment;
        for part in self.parts.iter().rev() {
            if part.start >= moment {
                continue;
            }
            if part.has_any(wanted) {
                return end;
            }
            end = part.start;
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_runtime::Memory;
    use pinnacle_runtime::memory::{PAGE_SIZE, Protection};

    const BASE: u32 = 0xc000_0000;

    fn breakpoints(addresses: &[u32]) -> Wanted {
        Wanted {
            breakpoints: addresses.to_vec(),
            watched: Vec::new(),
        }
    }

    #[test]
    fn parts_without_the_instruction_are_skipped() {
        let mut executed = Executed::default();
        for moment in 0..40 {
            if moment % 10 == 0 {
                executed.begin_part(moment);
            }
            // Instruction 7 only runs at the moments 10 to 19.
            let number = if moment / 10 == 1 { 7 } else { 100_000 };
            executed.pass(moment, Some(BASE + number));
        }
        assert_eq!(executed.last_before(40, &breakpoints(&[BASE + 7])), 20);
        assert_eq!(executed.last_before(15, &breakpoints(&[BASE + 7])), 15);
        assert_eq!(executed.last_before(10, &breakpoints(&[BASE + 7])), 0);
        assert_eq!(executed.last_before(40, &breakpoints(&[BASE + 8])), 0);
        assert_eq!(
            executed.last_before(33, &breakpoints(&[BASE + 7, BASE + 100_000])),
            33
        );
        // Running an instruction again changes nothing.
        executed.pass(5, Some(BASE + 8));
        assert_eq!(executed.last_before(40, &breakpoints(&[BASE + 8])), 0);
        // A merged part contains the instructions of both parts.
        executed.merge_pairs();
        assert_eq!(executed.size, 3 * size_of::<Chunk>());
        assert_eq!(executed.last_before(40, &breakpoints(&[BASE + 7])), 20);
        assert_eq!(
            executed.last_before(20, &breakpoints(&[BASE + 100_000])),
            20
        );
    }

    #[test]
    fn parts_without_changes_of_watched_words_are_skipped() {
        let mut memory = Memory::new(4 * PAGE_SIZE).unwrap();
        let page = PAGE_SIZE..2 * PAGE_SIZE;
        memory.protect(page, Protection::ReadWrite).unwrap();
        memory.begin_changes();
        let mut executed = Executed::default();
        for moment in 0..40 {
            if moment % 10 == 0 {
                executed.changed(memory.take_changes());
                executed.begin_part(moment);
            }
            executed.pass(moment, Some(BASE));
            // The word at 8 changes in the second part, and the word at 16 in the last one.
            match moment {
                15 => memory.store_u32(PAGE_SIZE + 8, 1).unwrap(),
                35 => memory.store_u32(PAGE_SIZE + 16, 1).unwrap(),
                _ => {}
            }
        }
        executed.changed(memory.take_changes());
        let watched = |at, len| Wanted {
            breakpoints: Vec::new(),
            watched: vec![(PAGE_SIZE + at, len)],
        };
        assert_eq!(executed.last_before(40, &watched(8, 1)), 20);
        assert_eq!(executed.last_before(40, &watched(12, 4)), 0);
        assert_eq!(executed.last_before(40, &watched(12, 5)), 40);
        executed.merge_pairs();
        assert_eq!(executed.last_before(40, &watched(8, 4)), 20);
        assert_eq!(executed.last_before(40, &watched(16, 4)), 40);
    }
}
