//! Runs the bodies of the fuzz targets without `cargo fuzz`, for a given time, on seeded damage to
//! given files:
//!
//! ```sh
//! cargo run --profile fuzz -p pinnacle-fuzzing --example long_run -- all 600 1 FILE...
//! ```
//!
//! The arguments are the name of a target or `all`, the number of seconds, the first seed, and
//! files or folders. Each target uses the files of its kind. With `all`, the targets take turns.
//! Inputs that panic or take too long are kept in the folder for temporary files. The single
//! argument `list` prints the names of the targets, each with the code that it covers.

use anyhow::{Context, Result, bail, ensure};
use pinnacle_fuzzing::targets::{ALL, Seeds, Target};
use pinnacle_runtime::compiled::with_stack;
use pinnacle_testing::mutate::Original;
use pinnacle_testing::nearby::Nearby;
use pinnacle_testing::random::{Choices, Seeded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

/// Time limit for an input, and the addition for each 100 kB.
const TIME: Duration = Duration::from_secs(1);

/// Maximum length of a target's turn.
const TURN: Duration = Duration::from_secs(60);

/// The results of a target's runs.
#[derive(Clone, Copy, Default)]
struct Tally {
    runs: u64,
    panics: u64,
    slow: u64,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments == ["list"] {
        for target in ALL {
            println!("{} {}", target.name, target.code.join(" "));
        }
        return Ok(());
    }
    let [what, seconds, seed, files @ ..] = &arguments[..] else {
        bail!("expected a target or `all`, seconds, a seed, and files; or `list`");
    };
    let targets: Vec<&Target> = ALL
        .iter()
        .filter(|target| what == "all" || target.name == what)
        .collect();
    if targets.is_empty() {
        let names: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        bail!(
            "unknown target `{what}`; the targets are {}",
            names.join(", ")
        );
    }
    let mut seeds = Vec::new();
    for path in files {
        for file in files_of(Path::new(path)).with_context(|| path.clone())? {
            seeds.push(seed_of(&file).with_context(|| file.display().to_string())?);
        }
    }
    let files = seeds;
    let whole = Duration::from_secs(seconds.parse()?);
    let mut seed: u64 = seed.parse()?;
    let each = whole / targets.len() as u32;
    let rounds = each.as_secs().div_ceil(TURN.as_secs()).max(1) as u32;
    let mut tallies = vec![Tally::default(); targets.len()];
    for _ in 0..rounds {
        for (target, tally) in targets.iter().zip(&mut tallies) {
            let originals = originals(&files, target.seeds);
            ensure!(!originals.is_empty(), "no file is for {}", target.name);
            let before = *tally;
            // Run everything on one stack, because making one takes longer than most inputs.
            seed = with_stack(|| turn(target, &originals, each / rounds, seed, tally))??;
            let runs = tally.runs - before.runs;
            println!(
                "{}: {runs} runs, {} panics, {} slow",
                target.name,
                tally.panics - before.panics,
                tally.slow - before.slow
            );
        }
    }
    let found: Vec<&str> = targets
        .iter()
        .zip(&tallies)
        .filter(|(_, tally)| tally.panics > 0)
        .map(|(target, _)| target.name)
        .collect();
    ensure!(found.is_empty(), "found something: {}", found.join(", "));
    Ok(())
}

/// The given file, or all files of a folder, sorted by name.
fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a file as a seed. Returns its extension and contents. Assembly is assembled.
fn seed_of(path: &Path) -> Result<(String, Vec<u8>)> {
    let bytes = fs::read(path)?;
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if extension == "pnasm"
        && let Ok(assembled) = pinnacle_pexe::text::parse::assemble(&bytes)
    {
        return Ok(("pexe".to_owned(), assembled.bytes));
    }
    Ok((extension.into_owned(), bytes))
}

/// The originals from which the inputs of a target are made.
fn originals(files: &[(String, Vec<u8>)], seeds: Seeds) -> Vec<Original> {
    if seeds == Seeds::None {
        return vec![Original::new(Vec::new())];
    }
    let fitting = files.iter().filter(|(extension, _)| seeds.take(extension));
    fitting
        .map(|(_, bytes)| Original::new(bytes.clone()))
        .collect()
}

/// Runs a target for a while. Returns the next seed.
fn turn(
    target: &Target,
    originals: &[Original],
    time: Duration,
    mut seed: u64,
    tally: &mut Tally,
) -> Result<u64> {
    let end = Instant::now() + time;
    let mut now = Instant::now();
    while now < end {
        let mut choices = Seeded::new(seed);
        let original = choices.pick(originals);
        let mut input = Nearby::new((target.damage)(original, &mut choices));
        now = Instant::now();
        for variant in 0..=target.variants(input.first().len()) {
            let input = match variant {
                0 => input.first(),
                _ => input.next(&mut choices),
            };
            let failed = catch_unwind(AssertUnwindSafe(|| (target.body)(input))).is_err();
            let start = std::mem::replace(&mut now, Instant::now());
            let taken = now - start;
            let too_slow = taken > TIME + TIME * (input.len() / 100_000) as u32;
            if failed || too_slow {
                tally.panics += u64::from(failed);
                tally.slow += u64::from(too_slow);
                let name = format!("pinnacle-{}-{seed}-{variant}-", target.name);
                let kept = pinnacle_testing::kept::keep(&name, input)?;
                println!("seed {seed}: {taken:?}, kept as {}", kept.display());
            }
            tally.runs += 1;
        }
        seed += 1;
    }
    Ok(seed)
}
