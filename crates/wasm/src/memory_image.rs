//! Computes the initial contents of memory as a small number of byte runs.

use pinnacle_pexe::Module;
use pinnacle_pexe::layout::Layout;
use std::ops::Range;

/// Minimum number of consecutive zero bytes that are omitted. The following bytes then form another
/// run, which costs about as many bytes.
const GAP: u32 = 16;

/// Size in bytes of the words in which zeros are searched. At most half of [`GAP`].
const WORD: usize = 8;

/// A range of memory with initial bytes that are not all zero.
#[derive(Debug)]
pub(crate) struct Run {
    /// The address of the first byte.
    pub(crate) address: u32,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

/// Returns the runs in ascending order of addresses.
pub(crate) fn runs(module: &Module, layout: &Layout) -> Vec<Run> {
    let mut builder = Builder { runs: Vec::new() };
    layout.for_each_initialized(module, |address, bytes| builder.add(address, bytes));
    for run in &mut builder.runs {
        let kept = run
            .bytes
            .iter()
            .rposition(|&byte| byte != 0)
            .map_or(0, |last| last + 1);
        run.bytes.truncate(kept);
    }
    builder.runs.retain(|run| !run.bytes.is_empty());
    // In memory, constants precede variables, but in the file they may have any order.
    builder.runs.sort_by_key(|run| run.address);
    builder.runs
}

/// Returns the number of zeros at the start of the bytes.
fn zeros(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks::<WORD>();
    let whole = words.iter().take_while(|word| **word == [0; WORD]);
    let whole = whole.count() * WORD;
    let rest = bytes[whole..].iter().take_while(|&&byte| byte == 0);
    whole + rest.count()
}

/// Returns the range of the next zeros that are omitted: at least [`GAP`] zeros, or all remaining
/// bytes.
fn next_gap(bytes: &[u8], from: usize) -> Range<usize> {
    let mut at = from;
    // A gap contains at least one whole word, at any alignment.
    while let Some(word) = bytes[at..].first_chunk::<WORD>() {
        if *word != [0; WORD] {
            at += WORD;
            continue;
        }
        let before = bytes[from..at].iter().rev().take_while(|&&byte| byte == 0);
        let start = at - before.count();
        at += zeros(&bytes[at..]);
        if at - start >= GAP as usize || at == bytes.len() {
            return start..at;
        }
    }
    let last = bytes[from..].iter().rev().take_while(|&&byte| byte == 0);
    bytes.len() - last.count()..bytes.len()
}

struct Builder {
    runs: Vec<Run>,
}

impl Builder {
    /// Adds bytes, but omits long runs of zeros.
    fn add(&mut self, address: u32, bytes: &[u8]) {
        let mut start = zeros(bytes);
        while start < bytes.len() {
            let gap = next_gap(bytes, start);
            self.push(address + start as u32, &bytes[start..gap.start]);
            start = gap.end;
        }
    }

    /// Extends the last run if the bytes are close to it.
    fn push(&mut self, address: u32, bytes: &[u8]) {
        if let Some(last) = self.runs.last_mut() {
            let end = last.address + last.bytes.len() as u32;
            if address >= end && address - end < GAP {
                last.bytes.resize((address - last.address) as usize, 0);
                last.bytes.extend_from_slice(bytes);
                return;
            }
        }
        self.runs.push(Run {
            address,
            bytes: bytes.to_vec(),
        });
    }
}
