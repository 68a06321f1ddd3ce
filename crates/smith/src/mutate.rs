//! Damage to files, from single bits to whole blocks.

use crate::random::Choices;
use crate::records::{Block, File, Item, MODULE_BLOCK, Record};

/// A kind of damage to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutation {
    /// Inverts a few bits.
    FlipBits,
    /// Removes the end.
    Truncate,
    /// Copies a run of bytes over another place.
    CopyBytes,
    /// Replaces a 32-bit word by a number near the limit of some range.
    ReplaceWord,
    /// Changes an operand or the code of a record. The container stays valid.
    ChangeOperand,
    /// Removes, duplicates or moves a record or block.
    SpliceItems,
}

impl Mutation {
    /// All kinds.
    pub const ALL: [Mutation; 6] = [
        Mutation::FlipBits,
        Mutation::Truncate,
        Mutation::CopyBytes,
        Mutation::ReplaceWord,
        Mutation::ChangeOperand,
        Mutation::SpliceItems,
    ];
}

/// A file to damage: its bytes, and its records if they can be read.
#[derive(Clone, Debug)]
pub struct Original {
    bytes: Vec<u8>,
    file: Option<File>,
}

impl Original {
    /// Takes a file.
    pub fn new(bytes: Vec<u8>) -> Original {
        let file = File::read(&bytes).ok();
        Original { bytes, file }
    }

    /// The undamaged bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns a damaged copy. If the file's records cannot be read, kinds that damage records flip
    /// bits instead.
    pub fn mutate(&self, mutation: Mutation, choices: &mut impl Choices) -> Vec<u8> {
        let edited = match (mutation, &self.file) {
            (Mutation::ChangeOperand, Some(file)) => edit(file, choices, change_operand),
            (Mutation::SpliceItems, Some(file)) => edit(file, choices, splice),
            _ => None,
        };
        edited.unwrap_or_else(|| damage(&self.bytes, mutation, choices))
    }
}

/// Damages bytes without interpreting them.
fn damage(original: &[u8], mutation: Mutation, choices: &mut impl Choices) -> Vec<u8> {
    let mut bytes = original.to_vec();
    if bytes.is_empty() {
        return bytes;
    }
    match mutation {
        Mutation::Truncate => bytes.truncate(choices.index(original.len())),
        Mutation::CopyBytes => {
            let len = 1 + choices.index(64.min(bytes.len()));
            let from = choices.index(bytes.len() - len + 1);
            let to = choices.index(bytes.len() - len + 1);
            bytes.copy_within(from..from + len, to);
        }
        Mutation::ReplaceWord if bytes.len() >= 4 => {
            let word = interesting(choices) as u32;
            let at = choices.index(bytes.len() / 4) * 4;
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        _ => {
            for _ in 0..1 + choices.below(4) {
                let at = choices.index(bytes.len());
                bytes[at] ^= 1 << choices.below(8);
            }
        }
    }
    bytes
}

/// Edits one block of a file and writes the file. Records of that block that no longer fit their
/// abbreviations are written without one.
fn edit<C: Choices>(
    file: &File,
    choices: &mut C,
    change: fn(&mut Block, &mut C),
) -> Option<Vec<u8>> {
    let mut file = file.clone();
    change_some_block(file.block(MODULE_BLOCK)?, choices, change);
    file.write().ok()
}

/// Changes the block itself or one inside of it. The probability depends on the number of blocks,
/// because most are functions.
fn change_some_block<C: Choices>(
    block: &mut Block,
    choices: &mut C,
    change: fn(&mut Block, &mut C),
) {
    let nested: Vec<usize> = (0..block.items.len())
        .filter(|&index| matches!(block.items[index], Item::Block(_)))
        .collect();
    if nested.is_empty() || choices.one_in(6) {
        change(block, choices);
    } else if let Item::Block(inner) = &mut block.items[*choices.pick(&nested)] {
        change_some_block(inner, choices, change);
    }
}

/// Returns a number at a boundary, which is likely to expose bugs.
pub fn interesting(choices: &mut impl Choices) -> u64 {
    match choices.below(6) {
        0 => choices.below(40),
        1 => 1 << choices.below(64),
        2 => (1 << choices.below(64)) - 1,
        3 => u64::from(u32::MAX) - choices.below(64),
        4 => u64::MAX - choices.below(64),
        _ => choices.next(),
    }
}

fn change_operand<C: Choices>(block: &mut Block, choices: &mut C) {
    let records: Vec<usize> = (0..block.items.len())
        .filter(|&index| matches!(block.items[index], Item::Record(_)))
        .collect();
    if records.is_empty() {
        return;
    }
    let Item::Record(record) = &mut block.items[*choices.pick(&records)] else {
        return;
    };
    *record = Record::new(record.code, record.operands.iter().copied());
    match choices.below(10) {
        0 => record.code = interesting(choices),
        1 => record.operands.push(interesting(choices)),
        2 => drop(record.operands.pop()),
        _ if record.operands.is_empty() => record.code = interesting(choices),
        _ => {
            let at = choices.index(record.operands.len());
            let operand = &mut record.operands[at];
            // A step to a neighbouring number keeps most of the program valid.
            *operand = match choices.below(4) {
                0 => operand.wrapping_add(1),
                1 => operand.wrapping_sub(1),
                _ => interesting(choices),
            };
        }
    }
}

fn splice<C: Choices>(block: &mut Block, choices: &mut C) {
    if block.items.is_empty() {
        return;
    }
    let from = choices.index(block.items.len());
    let to = choices.index(block.items.len());
    match choices.below(4) {
        0 => drop(block.items.remove(from)),
        1 => block.items.insert(to, block.items[from].clone()),
        2 => block.items.swap(from, to),
        _ => {
            let item = block.items.remove(from);
            block.items.insert(to, item);
        }
    }
}
