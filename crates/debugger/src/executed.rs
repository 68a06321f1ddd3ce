//! The instructions that ran in each part of the past. Searches for breakpoints skip the parts in
//! which none of them ran.

/// Instructions of a chunk, as a power of two.
const CHUNK_BITS: u32 = 12;
const CHUNK_WORDS: usize = 1 << (CHUNK_BITS - 6);

/// The bits of an address that are the number of its instruction.
const NUMBER: u32 = 0x3fff_ffff;

/// Maximum number of chunks, which take 32 MiB. If there are more, parts are merged.
const MAX_CHUNKS: usize = 1 << 16;

type Chunk = [u64; CHUNK_WORDS];

/// A part of the past, up to the beginning of the next one.
#[derive(Debug, Default)]
struct Part {
    start: u64,
    /// A bit for each instruction that ran.
    chunks: Vec<Option<Box<Chunk>>>,
}

/// Returns the chunk of an address, the word in it, and the bit in that.
fn place(address: u32) -> (usize, usize, u64) {
    let number = (address & NUMBER) as usize;
    let word = (number >> 6) % CHUNK_WORDS;
    (number >> CHUNK_BITS, word, 1 << (number % 64))
}

impl Part {
    fn has(&self, address: u32) -> bool {
        let (chunk, word, bit) = place(address);
        let chunk = self.chunks.get(chunk).and_then(Option::as_ref);
        chunk.is_some_and(|chunk| chunk[word] & bit != 0)
    }

    /// Adds the instructions of another part. Returns the number of chunks that are saved.
    fn merge(&mut self, other: Part) -> usize {
        let mut saved = 0;
        let count = self.chunks.len().max(other.chunks.len());
        self.chunks.resize_with(count, || None);
        for (mine, other) in self.chunks.iter_mut().zip(other.chunks) {
            match (mine, other) {
                (_, None) => {}
                (Some(mine), Some(other)) => {
                    saved += 1;
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

/// The instructions that ran, up to the latest moment of the run.
#[derive(Debug, Default)]
pub(crate) struct Executed {
    parts: Vec<Part>,
    /// The moment after the last instruction.
    end: u64,
    /// The number of chunks of all parts.
    chunks: usize,
}

impl Executed {
    /// Begins a part at the latest moment.
    pub(crate) fn begin_part(&mut self, start: u64) {
        if self.chunks > MAX_CHUNKS {
            self.merge_pairs();
        }
        self.parts.push(Part {
            start,
            chunks: Vec::new(),
        });
    }

    fn merge_pairs(&mut self) {
        let mut merged: Vec<Part> = Vec::new();
        for (index, part) in std::mem::take(&mut self.parts).into_iter().enumerate() {
            match merged.last_mut() {
                Some(last) if index % 2 == 1 => self.chunks -= last.merge(part),
                _ => merged.push(part),
            }
        }
        self.parts = merged;
    }

    /// Passes the instruction of a moment, unless it was passed before.
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
            self.chunks += 1;
            Box::new([0; CHUNK_WORDS])
        });
        chunk[word] |= bit;
    }

    /// Returns true if no later instruction than those before this moment ran.
    pub(crate) fn is_at_end(&self, moment: u64) -> bool {
        moment >= self.end
    }

    /// Returns a moment up to which an instruction of these addresses may have run last, before the
    /// given moment. After it none has.
    pub(crate) fn last_before(&self, moment: u64, addresses: &[u32]) -> u64 {
        if moment > self.end {
            return moment;
        }
        let mut end = moment;
        for part in self.parts.iter().rev() {
            if part.start >= moment {
                continue;
            }
            if addresses.iter().any(|&address| part.has(address)) {
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

    const BASE: u32 = 0xc000_0000;

    #[test]
    fn parts_without_the_instruction_are_skipped() {
        let mut executed = Executed::default();
        for moment in 0..40 {
            if moment % 10 == 0 {
                executed.begin_part(moment);
            }
            // Instruction 7 runs at the moments 10 to 19 alone.
            let number = if moment / 10 == 1 { 7 } else { 100_000 };
            executed.pass(moment, Some(BASE + number));
        }
        assert_eq!(executed.last_before(40, &[BASE + 7]), 20);
        assert_eq!(executed.last_before(15, &[BASE + 7]), 15);
        assert_eq!(executed.last_before(10, &[BASE + 7]), 0);
        assert_eq!(executed.last_before(40, &[BASE + 8]), 0);
        assert_eq!(executed.last_before(33, &[BASE + 7, BASE + 100_000]), 33);
        // What runs again is known.
        executed.pass(5, Some(BASE + 8));
        assert_eq!(executed.last_before(40, &[BASE + 8]), 0);
        // Merged parts have the instructions of both.
        executed.merge_pairs();
        assert_eq!(executed.chunks, 3);
        assert_eq!(executed.last_before(40, &[BASE + 7]), 20);
        assert_eq!(executed.last_before(20, &[BASE + 100_000]), 20);
    }
}
