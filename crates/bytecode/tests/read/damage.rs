//! Damaged copies of files. Reading one must not panic or hang, and must use memory in proportion
//! to its size.

use crate::{ALLOCATOR, builder, bytecode_files, stem, trial};
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::{Format, ReadOptions, read};
use pinnacle_testing::damage::{copies, stride};
use pinnacle_testing::random::{Choices, Seeded};
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

/// Reading uses at most this many times the size of the file...
const FACTOR: usize = 42;
/// ... plus this number of bytes.
const CONSTANT: usize = 16 << 10;
/// Maximum time for reading a copy, on the slowest machine. Most take a thousandth of it.
const TIME: Duration = Duration::from_secs(20);
/// Small files are damaged at every byte. Of larger ones, this number of copies is made. Both are
/// fewer if `DAMAGE` is a low percentage.
const COPIES: usize = 300;
/// Maximum size of a small file, in bytes.
const SMALL: usize = 700;

pub(crate) fn trials(shared: &Path) -> Vec<Trial> {
    let folders = [
        "v0-llvm1.0",
        "v0-llvm1.1",
        "v1-llvm1.2",
        "v2-llvm1.3pre",
        "v3-llvm1.3",
        "bad",
        "odd",
    ];
    let mut trials = Vec::new();
    for folder in folders {
        for path in bytecode_files(&shared.join(folder)) {
            let name = format!("damage::{folder}::{}", stem(&path));
            trials.push(trial(name, move || damage(&fs::read(&path)?)));
        }
    }
    trials
}

pub(crate) fn own_trials() -> Vec<Trial> {
    let small = Format::ALL.into_iter().map(|format| {
        trial(format!("damage::own::{}", format.version()), move || {
            let file = builder::with_instructions(format, |file, _| {
                file.two(6, builder::INT, [2, 1]).short(1, builder::INT, 1);
            });
            damage(file.bytes())
        })
    });
    small.collect()
}

fn damage(original: &[u8]) -> Result<(), Failed> {
    attempt(original)?;
    if original.len() <= SMALL {
        for length in (0..original.len()).step_by(stride()) {
            attempt(&with_size(&original[..length]))?;
        }
        for place in (0..original.len()).step_by(stride()) {
            let byte = original[place];
            for other in [0, 1, byte ^ 1, byte.wrapping_add(1), 0x7F, 0x80, 0xFF] {
                let mut copy = original.to_vec();
                copy[place] = other;
                attempt(&copy)?;
            }
        }
        return Ok(());
    }
    let mut random = Seeded::new(original.len() as u64);
    for _ in 0..copies(COPIES) {
        let mut copy = original.to_vec();
        for _ in 0..=random.index(3) {
            let place = random.index(copy.len());
            match random.index(4) {
                0 => copy[place] = random.index(256) as u8,
                1 => copy[place] ^= 1 << random.index(8),
                2 => {
                    let end = (place + random.index(64)).min(copy.len());
                    copy.drain(place..end);
                }
                _ => {
                    let from = random.index(copy.len());
                    let end = (from + random.index(64)).min(copy.len());
                    let piece = copy[from..end].to_vec();
                    copy.splice(place..place, piece);
                }
            }
            if copy.is_empty() {
                break;
            }
        }
        attempt(&with_size(&copy))?;
    }
    Ok(())
}

/// Sets the size of the module block to that of the file.
fn with_size(bytes: &[u8]) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    if let Some(size) = copy.len().checked_sub(12) {
        copy[8..12].copy_from_slice(&(size as u32).to_le_bytes());
    }
    copy
}

/// Reads a copy and measures the resources used.
pub(crate) fn attempt(bytes: &[u8]) -> Result<(), Failed> {
    let start = Instant::now();
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let outcome = catch_unwind(|| {
        read(
            bytes,
            &ReadOptions {
                jobs: 1,
                ..ReadOptions::default()
            },
        )
        .err()
    });
    let peak = ALLOCATOR.peak_usage().saturating_sub(before);
    let bound = FACTOR * bytes.len() + CONSTANT;
    let failure = match outcome {
        Err(_) => "reading panicked".to_owned(),
        Ok(_) if peak > bound => format!("reading took {peak} bytes, more than {bound}"),
        Ok(_) if start.elapsed() > TIME => "reading took too long".to_owned(),
        Ok(Some(error)) if error.offset().is_none_or(|at| at > bytes.len() as u64) => {
            format!("the error has no place in the file: {error}")
        }
        Ok(_) => return Ok(()),
    };
    let path = pinnacle_testing::kept::keep("damaged-", bytes)?;
    Err(format!("{failure}; the copy is at {}", path.display()).into())
}
