//! Runs the bodies of the fuzz targets on stable Rust, without `cargo fuzz`. The targets take turns
//! on seeded damage to the examples and seeds, until the time is up.

pub(crate) mod coverage;

use crate::process::{Result, cargo, program, root, target};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Default time for all targets together.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// Runs `cargo xtask fuzz [--time TIME] [--seed NUMBER] [--coverage]`.
pub(crate) fn run(options: &[&str]) -> Result<()> {
    let (mut time, mut seed, mut measured) = (DEFAULT_TIME, None, false);
    let mut words = options.iter();
    while let Some(&option) = words.next() {
        if option == "--coverage" {
            measured = true;
            continue;
        }
        let value = words.next();
        let value = value.ok_or_else(|| format!("{option} needs a value"))?;
        match option {
            "--time" => time = duration(value)?,
            "--seed" => {
                let number: u64 = value
                    .parse()
                    .map_err(|_| format!("{value} is not a number"))?;
                seed = Some(number);
            }
            _ => return Err(format!("there is no option {option}")),
        }
    }
    // Each run has other seeds, so that runs add up. A finding can be reproduced with its seed.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = seed.unwrap_or_else(|| now.map_or(1, |now| now.as_secs() << 32));
    let mut seeds = vec!["examples".to_owned(), "fuzz/seeds".to_owned()];
    seeds.extend(assembled()?);
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    if measured {
        return coverage::run(time, seed, &seeds);
    }
    let (seconds, seed) = (time.as_secs().to_string(), seed.to_string());
    let run = cargo(&["run"]).arguments(&LONG_RUN);
    run.arguments(&["--", "all", &seconds, &seed])
        .arguments(&seeds)
        .run()
}

/// Arguments for cargo to build or run the example that runs the targets.
const LONG_RUN: [&str; 5] = [
    "--quiet",
    "--locked",
    "--profile=fuzz",
    "--package=pinnacle-fuzzing",
    "--example=long_run",
];

/// The files of a folder.
fn files(folder: &str) -> Result<Vec<String>> {
    let folder = root().join(folder);
    let unreadable = |error| format!("cannot read {}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_file() {
            files.push(path.display().to_string());
        }
    }
    files.sort();
    Ok(files)
}

/// Assembles the LLVM IR of the tests of the legalisation passes. Returns the folder with the
/// bitcode, or `None` if no LLVM assembler is installed.
fn assembled() -> Result<Option<String>> {
    const ASSEMBLERS: [&str; 5] = [
        "llvm-as-19",
        "llvm-as-18",
        "llvm-as-17",
        "llvm-as-16",
        "llvm-as",
    ];
    let is_there = |name: &&&str| program(name, &["--version"]).succeeds();
    let Some(assembler) = ASSEMBLERS.iter().find(is_there) else {
        println!("there is no llvm-as, so the legaliser's tests are not used as seeds");
        return Ok(None);
    };
    let to = target().join("fuzz-seeds");
    let unwritable = |error| format!("cannot make {}: {error}", to.display());
    std::fs::create_dir_all(&to).map_err(unwritable)?;
    for folder in folders(&root().join("crates/legalize/tests"))? {
        let step = folder.file_name().unwrap_or_default().to_string_lossy();
        for path in files(&folder.to_string_lossy())? {
            let name = Path::new(&path).file_name().unwrap_or_default();
            let name = name.to_string_lossy();
            if !name.ends_with(".ll") || name.ends_with(".after.ll") {
                continue;
            }
            let out = to.join(format!("{step}-{name}.bc"));
            // A text for another release does not assemble. It is skipped as a seed.
            program(assembler, &[&path, "-o", &out.to_string_lossy()]).succeeds();
        }
    }
    Ok(Some(to.display().to_string()))
}

/// A folder and all folders below it.
fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |error| format!("cannot read {}: {error}", folder.display());
    let mut found = vec![folder.to_owned()];
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            found.extend(folders(&path)?);
        }
    }
    found.sort();
    Ok(found)
}

/// Parses a time such as `30s`, `10m` or `2h`.
pub(crate) fn duration(text: &str) -> Result<Duration> {
    let wrong = || format!("{text} is not a duration; try 30s, 10m or 2h");
    let (number, unit) = text.split_at(text.len().saturating_sub(1));
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err(wrong()),
    };
    let seconds = number.checked_mul(seconds).ok_or_else(wrong)?;
    Ok(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        for wrong in ["", "m", "10", "-1s", "1d", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
