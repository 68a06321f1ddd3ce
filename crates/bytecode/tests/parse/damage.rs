//! Damaged texts: whatever they say, there is an answer.

use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::text::{self, MAX_SYNTAX_ERRORS};
use std::fs;
use std::path::Path;

/// How many damaged copies are made of each text.
const COPIES: u64 = 120;

/// Texts longer than this are left out.
const LONGEST: usize = 6000;

pub(crate) fn trials() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/modules", "../../../shared/bytecode/source"];
    folders
        .map(|folder| {
            let path = root.join(folder);
            Trial::test(format!("damaged texts of {folder}"), move || damaged(&path))
        })
        .into()
}

fn damaged(folder: &Path) -> Result<(), Failed> {
    let Ok(entries) = fs::read_dir(folder) else {
        println!("skipped: there is no folder {}", folder.display());
        return Ok(());
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let texts: Vec<_> = paths
        .iter()
        .map(fs::read)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    for (path, text) in paths.iter().zip(&texts) {
        if text.len() > LONGEST {
            continue;
        }
        for seed in 0..COPIES {
            let mut random = Random(seed + 1);
            let other = &texts[random.below(texts.len())];
            let copy = damage(text, other, &mut random);
            check(&copy).map_err(|error| format!("{}, copy {seed}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// What holds of all errors.
fn check(text: &[u8]) -> Result<(), String> {
    let Err(errors) = text::parse(text) else {
        return Ok(());
    };
    if errors.iter().len() > MAX_SYNTAX_ERRORS {
        return Err("there are too many errors".into());
    }
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
    for error in errors.iter() {
        let place = error.place();
        if place.line as usize > lines || place.column == 0 || error.message().is_empty() {
            return Err(format!("the error {error} has no place or message"));
        }
    }
    Ok(())
}

fn damage(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    const BYTES: &[u8] = b"%\"\\(){}[]*,=;:\n x0-\0\xff";
    let mut text = text.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len() + 1);
        let length = random.below(20).min(text.len() - at);
        match random.below(6) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..at + length)),
            2 => text.insert(at, BYTES[random.below(BYTES.len())]),
            3 if at < text.len() => text[at] = BYTES[random.below(BYTES.len())],
            4 => {
                let piece = text[at..at + length].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            _ => {
                let from = random.below(other.len() + 1);
                let to = (from + random.below(60)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    text
}

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end.max(1)
    }
}
