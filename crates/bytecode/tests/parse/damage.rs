//! Damaged texts: parsing always returns a module or errors.

use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::text::{self, MAX_SYNTAX_ERRORS};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::copies;
use pinnacle_testing::random::{Choices, Seeded};
use std::fs;
use std::path::{Path, PathBuf};

/// Number of damaged copies of each text.
const COPIES: usize = 120;

/// Texts longer than this are left out.
const MAX_LENGTH: usize = 6000;

pub(crate) fn trials() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("tests/modules")];
    folders.extend(corpus::folder("bytecode").map(|shared| shared.join("source")));
    let trial = |folder: PathBuf| {
        let name = folder.file_name().unwrap_or_default().display();
        Trial::test(format!("damaged texts of {name}"), move || damaged(&folder))
    };
    folders.into_iter().map(trial).collect()
}

fn damaged(folder: &Path) -> Result<(), Failed> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let texts: Vec<_> = paths
        .iter()
        .map(fs::read)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    for (path, text) in paths.iter().zip(&texts) {
        if text.len() > MAX_LENGTH {
            continue;
        }
        for seed in 0..copies(COPIES) as u64 {
            let mut random = Seeded::new(seed);
            let other = &texts[random.index(texts.len())];
            let copy = damage(text, other, &mut random);
            check(&copy).map_err(|error| format!("{}, copy {seed}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// Checks the properties of all errors.
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

fn damage(text: &[u8], other: &[u8], random: &mut Seeded) -> Vec<u8> {
    const BYTES: &[u8] = b"%\"\\(){}[]*,=;:\n x0-\0\xff";
    let mut text = text.to_vec();
    for _ in 0..1 + random.index(4) {
        let at = random.index(text.len() + 1);
        let length = random.index(20).min(text.len() - at);
        match random.index(6) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..at + length)),
            2 => text.insert(at, BYTES[random.index(BYTES.len())]),
            3 if at < text.len() => text[at] = BYTES[random.index(BYTES.len())],
            4 => {
                let piece = text[at..at + length].to_vec();
                let to = random.index(text.len() + 1);
                text.splice(to..to, piece);
            }
            _ => {
                let from = random.index(other.len() + 1);
                let to = (from + random.index(60)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    text
}
