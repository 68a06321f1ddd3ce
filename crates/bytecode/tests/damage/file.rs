//! Damages files: single bytes, and whole blocks whose sizes are kept consistent.

use pinnacle_bytecode::Format;
use pinnacle_testing::random::{Choices, Seeded};
use std::ops::Range;

/// Bytes at the boundaries of the encodings of numbers and instructions.
const EDGES: [u8; 14] = [
    0, 1, 2, 3, 4, 12, 13, 14, 0x3F, 0x40, 0x7F, 0x80, 0xFE, 0xFF,
];

/// A block of a file: its header, and its content.
#[derive(Clone, Debug)]
struct Block {
    header: Range<usize>,
    content: Range<usize>,
    /// The indices of the enclosing blocks, the outermost first.
    around: Vec<usize>,
    /// True if the header is one word with size and kind.
    short: bool,
}

/// A file to be damaged.
pub(crate) struct Original {
    bytes: Vec<u8>,
    blocks: Vec<Block>,
}

impl Original {
    pub(crate) fn new(bytes: Vec<u8>) -> Original {
        let blocks = find_blocks(&bytes);
        Original { bytes, blocks }
    }

    /// Returns a damaged copy.
    pub(crate) fn damage(&self, random: &mut Seeded) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        if bytes.is_empty() {
            return bytes;
        }
        match random.index(12) {
            0 => bytes.truncate(random.index(bytes.len())),
            1 => self.cut(&mut bytes, random),
            2 => self.repeat(&mut bytes, random),
            3 => self.insert(&mut bytes, random),
            4 => {
                let len = 1 + random.index(bytes.len().min(40));
                let from = random.index(bytes.len() - len + 1);
                let to = random.index(bytes.len() - len + 1);
                bytes.copy_within(from..from + len, to);
            }
            5 | 6 => {
                let at = random.index(bytes.len());
                bytes[at] ^= 1 << random.index(8);
            }
            7 | 8 => {
                let at = random.index(bytes.len());
                let step = *random.pick(&[1_u8, 2, 3, 4, 8, 16]);
                bytes[at] = bytes[at].wrapping_add(step);
            }
            _ => {
                for _ in 0..1 + random.index(3) {
                    let at = random.index(bytes.len());
                    bytes[at] = *random.pick(&EDGES);
                }
            }
        }
        bytes
    }

    /// Removes a few bytes of a block, or all of it.
    fn cut(&self, bytes: &mut Vec<u8>, random: &mut Seeded) {
        let Some((number, block)) = self.block(random) else {
            return;
        };
        let whole = random.index(3) == 0;
        let range = if whole {
            block.header.start..block.content.end.next_multiple_of(4).min(bytes.len())
        } else {
            let start = block.content.start + random.index(block.content.len().max(1));
            start..(start + 1 + random.index(8)).min(block.content.end)
        };
        if range.end <= range.start {
            return;
        }
        let change = -(range.len() as i64);
        bytes.drain(range);
        self.resize(bytes, number, whole, change);
    }

    /// Inserts bytes into a block.
    fn insert(&self, bytes: &mut Vec<u8>, random: &mut Seeded) {
        let Some((number, block)) = self.block(random) else {
            return;
        };
        let at = block.content.start + random.index(block.content.len() + 1);
        let count = *random.pick(&[1, 1, 2, 4, 4, 8]);
        let new: Vec<u8> = (0..count).map(|_| *random.pick(&EDGES)).collect();
        bytes.splice(at..at, new);
        self.resize(bytes, number, false, count as i64);
    }

    /// Duplicates a block.
    fn repeat(&self, bytes: &mut Vec<u8>, random: &mut Seeded) {
        let Some((number, block)) = self.block(random) else {
            return;
        };
        let end = block.content.end.next_multiple_of(4).min(bytes.len());
        let copy = bytes[block.header.start..end].to_vec();
        let change = copy.len() as i64;
        bytes.splice(end..end, copy);
        self.resize(bytes, number, true, change);
    }

    fn block(&self, random: &mut Seeded) -> Option<(usize, &Block)> {
        let number = (!self.blocks.is_empty()).then(|| random.index(self.blocks.len()))?;
        Some((number, &self.blocks[number]))
    }

    /// Corrects the sizes of the enclosing blocks. Also corrects that of the block itself, unless
    /// the block as a whole was changed.
    fn resize(&self, bytes: &mut [u8], number: usize, whole: bool, change: i64) {
        let own = (!whole).then_some(number);
        for &number in self.blocks[number].around.iter().chain(&own) {
            let Block {
                header,
                content,
                short,
                ..
            } = &self.blocks[number];
            let size = (content.len() as i64 + change) as u32;
            let place = header.end - 4..header.end;
            let Some(word) = bytes.get_mut(place) else {
                continue;
            };
            let old = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            let new = if *short { size << 5 | old & 31 } else { size };
            word.copy_from_slice(&new.to_le_bytes());
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(word.try_into().ok()?))
}

/// Finds the blocks of a file, up to the first error.
fn find_blocks(bytes: &[u8]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (Some(_), Some(size), Some(&version)) = (word(bytes, 4), word(bytes, 8), bytes.get(12))
    else {
        return blocks;
    };
    let end = (12 + size as usize).min(bytes.len());
    blocks.push(Block {
        header: 4..12,
        content: 12..end,
        around: Vec::new(),
        short: false,
    });
    let Some(format) = Format::of_version(u32::from(version >> 4)) else {
        return blocks;
    };
    let ids = format.features().blocks;
    let short = format.features().short_headers;
    // Rows of blocks with the blocks around them.
    let mut work = vec![(16, end, vec![0])];
    while let Some((mut at, end, around)) = work.pop() {
        while at < end {
            let header = if short { at..at + 4 } else { at..at + 8 };
            let Some(last) = word(bytes, header.end - 4) else {
                break;
            };
            let (id, size) = match word(bytes, at) {
                Some(id) if !short => (id, last as usize),
                _ => (last & 31, (last >> 5) as usize),
            };
            let content = header.end..header.end.saturating_add(size).min(end);
            at = content.end.next_multiple_of(4);
            if id == ids.function {
                let inner = [around.as_slice(), &[blocks.len()]].concat();
                work.push((content.start + 1, content.end, inner));
            }
            blocks.push(Block {
                header,
                content,
                around: around.clone(),
                short,
            });
        }
    }
    blocks
}
