//! Makes many variants of one input. The input is changed in place and restored, so making a
//! variant costs almost nothing compared with running code on it.

use crate::mutate::interesting;
use crate::random::Choices;
use std::ops::Range;

/// Maximum number of bytes changed at one position.
const WIDEST: usize = 16;

/// An input that is damaged and restored repeatedly.
#[derive(Clone, Debug)]
pub struct Nearby {
    bytes: Vec<u8>,
    /// The changes to undo: position, old bytes and their number.
    undo: Vec<(usize, [u8; WIDEST], usize)>,
}

impl Nearby {
    /// Starts with the undamaged input.
    pub fn new(bytes: Vec<u8>) -> Nearby {
        Nearby {
            bytes,
            undo: Vec::new(),
        }
    }

    /// The undamaged input. Call this before [`Nearby::next`].
    pub fn first(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes the next variant: one to three positions differ, and in one of sixteen the end is
    /// missing.
    pub fn next(&mut self, choices: &mut impl Choices) -> &[u8] {
        while let Some((at, before, len)) = self.undo.pop() {
            self.bytes[at..at + len].copy_from_slice(&before[..len]);
        }
        if self.bytes.is_empty() {
            return &self.bytes;
        }
        for _ in 0..1 + choices.small_index(3) {
            self.change(choices);
        }
        let end = if choices.one_in(16) {
            choices.index(self.bytes.len())
        } else {
            self.bytes.len()
        };
        &self.bytes[..end]
    }

    fn change(&mut self, choices: &mut impl Choices) {
        let drawn = choices.next();
        let at = (drawn >> 32) as usize % self.bytes.len();
        let (bit, kind) = (drawn & 7, (drawn >> 3) & 7);
        match kind {
            0..=2 => self.place(at, 1)[0] ^= 1 << bit,
            3 => {
                let place = &mut self.place(at, 1)[0];
                *place = place.wrapping_add(if bit < 4 { 1 } else { 0xff });
            }
            4 => self.place(at, 1)[0] = (drawn >> 8) as u8,
            5 => {
                let word = interesting(choices).to_le_bytes();
                let place = self.place(at, 4);
                let len = place.len();
                place.copy_from_slice(&word[..len]);
            }
            6 => {
                // Shift an operand by some bits, and with it everything after it.
                let place = self.place(at, 8);
                let carried = place
                    .iter()
                    .rev()
                    .fold(0, |carried, byte| carried << 8 | u64::from(*byte));
                let moved = carried.rotate_left(bit as u32 + 1).to_le_bytes();
                let len = place.len();
                place.copy_from_slice(&moved[..len]);
            }
            _ => {
                let len = 1 + choices.index(WIDEST.min(self.bytes.len()));
                let from = choices.index(self.bytes.len() - len + 1);
                let mut piece = [0; WIDEST];
                piece[..len].copy_from_slice(&self.bytes[from..from + len]);
                let place = self.place(at, len);
                let len = place.len();
                place.copy_from_slice(&piece[..len]);
            }
        }
    }

    /// Saves up to `len` bytes at a position, and returns them for changes.
    fn place(&mut self, at: usize, len: usize) -> &mut [u8] {
        let range: Range<usize> = at..self.bytes.len().min(at + len);
        let mut before = [0; WIDEST];
        before[..range.len()].copy_from_slice(&self.bytes[range.clone()]);
        self.undo.push((at, before, range.len()));
        &mut self.bytes[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;
    use std::collections::BTreeSet;

    #[test]
    fn inputs_differ_and_stay_near_the_first() {
        let first: Vec<u8> = (0..100).collect();
        let mut nearby = Nearby::new(first.clone());
        let mut choices = Seeded::new(1);
        let mut different = BTreeSet::new();
        for _ in 0..1000 {
            let input = nearby.next(&mut choices).to_vec();
            let changed = input.iter().zip(&first).filter(|(a, b)| a != b).count();
            assert!(changed <= 3 * WIDEST, "{changed} bytes differ");
            different.insert(input);
        }
        assert!(different.len() > 900, "only {} inputs", different.len());
    }

    #[test]
    fn short_inputs_are_damaged_within_their_length() {
        for len in 0..12 {
            let mut nearby = Nearby::new(vec![7; len]);
            let mut choices = Seeded::new(len as u64);
            for _ in 0..300 {
                assert!(nearby.next(&mut choices).len() <= len);
            }
        }
    }
}
