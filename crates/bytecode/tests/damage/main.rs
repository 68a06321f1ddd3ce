//! Damaged files and texts: no panic, no hang, and the other properties that
//! [`pinnacle_testing::fuzz::bytecode`] checks, for every file of `../shared` and for random
//! modules.
//!
//! `DAMAGE=2000 cargo test -p pinnacle-bytecode --test damage` tries 2000 % of the usual number of
//! copies, and `DAMAGE_SEED=7` tries different ones. `DAMAGE_KEEP=FILE` writes each copy to a file
//! before it is tried, so that the file is still there after a crash.

mod file;
mod text;

use file::Original;
use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::text::{PrintOptions, print};
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_testing::bytecode::{Options as Generate, generate};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::{copies, seed};
use pinnacle_testing::fuzz::bytecode::{parse_anything, read_anything};
use pinnacle_testing::random::Seeded;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// Default number of copies of each file.
const COPIES: usize = 24;

/// Number of random modules in each format.
const MODULES: usize = 12;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let Some(shared) = corpus::folder("bytecode") {
        for path in files(&shared) {
            let title = path.strip_prefix(&shared).unwrap_or(&path);
            let title = title.display().to_string();
            let is_text = title.ends_with(".ll");
            trials.push(Trial::test(title, move || {
                let original = fs::read(&path)?;
                if is_text {
                    damaged_texts(&original)
                } else {
                    damaged_files(&original)
                }
            }));
        }
    }
    let modules = copies(MODULES).min(MODULES) as u64;
    for format in Format::ALL {
        for number in 0..modules {
            let title = format!("random module {number} as {format}");
            trials.push(Trial::test(title, move || random_module(format, number)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// All files below a folder that have the extension of a module.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|end| end == "bc" || end == "ll")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Calls `body` for the original and for damaged copies of it. Keeps a copy that makes it panic.
fn damaged(
    original: &[u8],
    mut damage: impl FnMut(&mut Seeded) -> Vec<u8>,
    body: fn(&[u8]),
) -> Result<(), Failed> {
    // Large files cost more, so there are fewer copies of them.
    let copies = (copies(COPIES) * 20_000 / original.len().max(20_000)).max(2);
    let mut random = Seeded::new(seed(1));
    let mut input = original.to_vec();
    let keep = env::var_os("DAMAGE_KEEP");
    for _ in 0..=copies {
        if let Some(path) = &keep {
            fs::write(path, &input)?;
        }
        if catch_unwind(AssertUnwindSafe(|| body(&input))).is_err() {
            let path = pinnacle_testing::kept::keep("damaged-", &input)?;
            return Err(format!("see above; the input is {}", path.display()).into());
        }
        input = damage(&mut random);
    }
    Ok(())
}

fn damaged_files(bytes: &[u8]) -> Result<(), Failed> {
    let original = Original::new(bytes.to_vec());
    damaged(bytes, |random| original.damage(random), read_anything)
}

fn damaged_texts(text: &[u8]) -> Result<(), Failed> {
    damaged(text, |random| text::damage(text, random), parse_anything)
}

fn random_module(format: Format, number: u64) -> Result<(), Failed> {
    let module = generate(&Generate {
        seed: number + 1000 * seed(1),
        format,
        plain_names: true,
    });
    damaged_files(&write(&module, &WriteOptions::new(format))?)?;
    damaged_texts(&print(&module, &PrintOptions::default())?)
}
