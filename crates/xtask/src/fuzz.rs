//! The bodies of the fuzz targets one after the other, on stable Rust and without
//! `cargo fuzz`: seeded damage to the examples, in turns, for a time.

use crate::process::{Result, cargo, root};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The parts of the example `long_run` that run.
const PARTS: [&str; 16] = [
    "container",
    "module",
    "verify",
    "print",
    "records",
    "notation",
    "record-choices",
    "assembly",
    "listing",
    "choices",
    "compress0",
    "bitcode",
    "bytecode",
    "translated",
    "generated",
    "engines",
];

/// How long a part runs at a time, at most.
const TURN: Duration = Duration::from_secs(60);

/// How long all of them run if nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// Runs `cargo xtask fuzz [--time TIME] [--seed NUMBER]`.
pub(crate) fn run(options: &[&str]) -> Result<()> {
    let (mut time, mut seed) = (DEFAULT_TIME, None);
    let mut words = options.iter();
    while let Some(&option) = words.next() {
        let value = words.next();
        let value = value.ok_or_else(|| format!("{option} needs a value"))?;
        match option {
            "--time" => time = duration(value)?,
            "--seed" => {
                let number: u64 = value.parse().map_err(|_| format!("{value} is no number"))?;
                seed = Some(number);
            }
            _ => return Err(format!("there is no option {option}")),
        }
    }
    // Other seeds each time, so that runs add up; what was found can be run again by its own.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = seed.unwrap_or_else(|| now.map_or(1, |now| now.as_secs() << 32));
    let files = examples()?;
    let each = (time / PARTS.len() as u32).max(Duration::from_secs(1));
    let rounds = each.as_secs().div_ceil(TURN.as_secs());
    let mut found = Vec::new();
    for round in 0..rounds {
        for part in PARTS {
            let seconds = (each / rounds as u32).as_secs().max(1).to_string();
            let seed = (seed + (round << 24)).to_string();
            let mut arguments = vec![
                "run",
                "--quiet",
                "--locked",
                "--profile=fuzz",
                "--package=pinnacle-testing-engines",
                "--example=long_run",
                "--",
            ];
            arguments.extend([part, &seconds, &seed]);
            arguments.extend(files.iter().map(String::as_str));
            if cargo(&arguments).run().is_err() && !found.contains(&part) {
                found.push(part);
            }
        }
    }
    match found[..] {
        [] => Ok(()),
        _ => Err(format!("inputs that failed are kept: {}", found.join(", "))),
    }
}

/// The programs that are damaged.
fn examples() -> Result<Vec<String>> {
    let folder = root().join("examples");
    let unreadable = |error| format!("cannot read {}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|end| end == "pnasm") {
            files.push(path.display().to_string());
        }
    }
    files.sort();
    Ok(files)
}

/// A time as people write it: `30s`, `10m`, `2h`.
fn duration(text: &str) -> Result<Duration> {
    let wrong = || format!("{text} is no time; try 30s, 10m or 2h");
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
