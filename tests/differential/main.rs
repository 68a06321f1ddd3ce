//! Generated programs on both engines, which must agree; and the search for the
//! function in which they do not.
//!
//! Each trial has a run of seeds, from the one in its name on. One that fails
//! says which seed it was, and
//!
//! ```sh
//! cargo test -p pinnacle-tests --test differential -- seed_12345
//! ```
//!
//! runs that one alone and prints the program.

use anyhow::{Context, Result, bail, ensure};
mod bisect;

use libtest_mimic::{Arguments, Trial};
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_testing::random::Seeded;
use pinnacle_testing_engines::differential::{Summary, check, draw};
use pinnacle_tests::trial;
use std::panic::catch_unwind;

/// Number of programs. They are the same in each run; the fuzz target `engines` draws others.
const PROGRAMS: u64 = 8_000;
/// Number of programs in a trial.
const RUN: u64 = 250;

fn main() {
    let arguments = Arguments::from_args();
    let seed = arguments
        .filter
        .as_deref()
        .and_then(|filter| filter.strip_prefix("seed_")?.parse().ok());
    let trials = match seed {
        Some(seed) => vec![trial(format!("seed_{seed}"), move || one(seed))],
        None => {
            let runs = (0..PROGRAMS).step_by(RUN as usize);
            let runs = runs.map(|first| trial(format!("seeds_from_{first}"), move || run(first)));
            runs.chain(bisect::trials()).collect::<Vec<Trial>>()
        }
    };
    libtest_mimic::run(&arguments, trials).exit();
}

fn compare(seed: u64) -> Result<Summary> {
    check(&mut Seeded::new(seed)).with_context(|| format!("seed_{seed}"))
}

/// All programs of a trial; also checks that they are worth comparing.
fn run(first: u64) -> Result<()> {
    let mut sum = Summary::default();
    for seed in first..first + RUN {
        let summary = compare(seed)?;
        sum.calls += summary.calls;
        sum.traps += summary.traps;
    }
    ensure!(sum.calls > RUN as u32 * 4, "only {} calls", sum.calls);
    ensure!(
        sum.traps > sum.calls / 50 && sum.traps < sum.calls / 2,
        "{} of {} calls trap",
        sum.traps,
        sum.calls
    );
    Ok(())
}

/// One program, which is printed if the engines differ.
fn one(seed: u64) -> Result<()> {
    let result = catch_unwind(|| compare(seed)).unwrap_or_else(|_| bail!("it panics"));
    if result.is_err() {
        let (generated, _) = draw(&mut Seeded::new(seed));
        let options = Options {
            form: Form::Assembly,
            ..Options::default()
        };
        print(
            &generated.module.to_pexe(),
            &[],
            &options,
            &mut std::io::stdout(),
        )?;
    }
    println!("{:?}", result?);
    Ok(())
}
