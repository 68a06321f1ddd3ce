//! The bodies of the fuzz targets that run programs. They panic if a property is violated.
//! Rejecting an input is fine.

use crate::differential;
use crate::oracle;
use crate::run::{Outcome, Run};
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::encode::Abbreviations;
use pinnacle_runtime::compiled::{Code, CodeError, CodeOptions};
use pinnacle_testing::fuzz;
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::FromBytes;

/// Reads bytes as a whole file with [`fuzz::module`], and runs a valid program for a while.
pub fn module(data: &[u8]) {
    if let Some(program) = fuzz::module(data) {
        run_bounded(&program, 0);
    }
}

/// Reads bytes as a whole file, and translates a valid program. The result must be valid
/// WebAssembly. The translation may only fail if it exceeds one of its limits.
pub fn translated(data: &[u8]) {
    let Some(program) = fuzz::decode_bounded(data) else {
        return;
    };
    let options = CodeOptions {
        jobs: 1,
        ..CodeOptions::default()
    };
    if let Err(error @ CodeError::Compile(_)) = Code::compile(&program, &options) {
        panic!("{error}");
    }
}

/// Generates a program from bytes as choices. It must be accepted, behave the same with and without
/// abbreviations, and behave as in the oracle. Returns how it ended.
pub fn generated(data: &[u8]) -> Outcome {
    let module = generate(&mut FromBytes::new(data), Size::default());
    let [plain, abbreviated] = [Abbreviations::None, Abbreviations::Standard].map(|kind| {
        let program = decode(&module.to_pexe_with(kind), &Options::default());
        program.unwrap_or_else(|errors| panic!("a valid program is refused: {errors}"))
    });
    let outcome = Run::default()
        .run(&plain)
        .expect("a small program can be started");
    let expected = oracle::run(Run::default(), &plain).expect("so can it here");
    expect_same(&outcome, &expected);
    let other = Run::default()
        .run(&abbreviated)
        .expect("a small program can be started");
    expect_same(&outcome, &other);
    outcome
}

/// Generates a program and arguments from bytes as choices. Both engines must behave the same.
pub fn engines(data: &[u8]) {
    if let Err(difference) = differential::check(&mut FromBytes::new(data)) {
        panic!("{difference:#}");
    }
}

/// As [`engines`], with small programs, so that many run in little time.
pub fn small_engines(data: &[u8]) {
    if let Err(difference) = differential::check_small(&mut FromBytes::new(data)) {
        panic!("{difference:#}");
    }
}

/// Panics if two runs did not end in the same way with the same output.
fn expect_same(found: &Outcome, expected: &Outcome) {
    let kind = |outcome: &Outcome| match &outcome.end {
        Ok(status) => Ok(*status),
        Err(trap) => Err(trap.kind.clone()),
    };
    let (end, expected_end) = (kind(found), kind(expected));
    assert!(
        end == expected_end,
        "{}, but expected {}",
        found.describe(),
        expected.describe()
    );
    let place = found
        .stdout
        .iter()
        .zip(&expected.stdout)
        .position(|(a, b)| a != b);
    assert_eq!(place, None, "the output differs");
    assert_eq!(found.stdout.len(), expected.stdout.len());
}

/// Address space of programs that run for a while, in bytes.
pub const RUN_MEMORY: u32 = 24 << 20;
/// Fuel of programs that run for a while.
const RUN_FUEL: u64 = 300_000;

/// Runs a program for a while. Any end is fine.
pub fn run_bounded(program: &Program, seed: u64) {
    let run = Run {
        arguments: vec!["damaged.pexe".to_owned(), "3".to_owned()],
        memory_limit: RUN_MEMORY,
        stack_size: 1 << 20,
        fuel: Some(RUN_FUEL),
        keep_output: false,
        seed,
        ..Run::default()
    };
    if let Ok(outcome) = run.run(program)
        && let Err(trap) = outcome.end
    {
        assert!(!trap.to_string().is_empty(), "a trap says nothing");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_testing::mutate::{Mutation, Original};
    use pinnacle_testing::random::{Choices, Seeded};

    #[test]
    fn module_on_noise_and_on_damaged_samples() {
        for seed in 0..500 {
            module(&Seeded::bytes(seed, 64));
        }
        let original = Original::new(pinnacle_testing::samples::mandelbrot().to_pexe());
        for seed in 0..300 {
            let mut choices = Seeded::new(seed);
            let mutation = *choices.pick(&Mutation::ALL);
            module(&original.mutate(mutation, &mut choices));
        }
    }

    #[test]
    fn generated_from_noise() {
        let mut finished = 0;
        for seed in 0..150 {
            let outcome = generated(&Seeded::bytes(seed, 3000));
            finished += u32::from(outcome.end == Ok(0) && outcome.stdout.len() == 512);
        }
        assert!(
            finished > 50,
            "only {finished} of 100 programs came to their end"
        );
        generated(&[]);
    }

    /// The choices that `long_run` passes to targets.
    fn choices_of_long_run(seed: u64) -> Vec<u8> {
        let mut choices = Seeded::new(seed);
        let _file = choices.next();
        let len = 100 + choices.index(1500);
        let bytes = (0..len).map(|_| choices.below(256) as u8);
        std::iter::once(fuzz::CHOICES).chain(bytes).collect()
    }

    #[test]
    fn loops_of_functions_that_call_setjmp_stay_interpreted() {
        for seed in [
            30_122_558_565_123_910,
            30_122_558_565_128_127,
            30_122_558_565_130_311,
            30_122_592_924_860_447,
            30_122_627_284_605_002,
        ] {
            engines(&choices_of_long_run(seed));
        }
    }

    #[test]
    fn engines_on_noise() {
        for seed in 0..40 {
            engines(&Seeded::bytes(seed, 2000));
        }
        engines(&[]);
        for seed in 0..100 {
            small_engines(&Seeded::bytes(seed, 1000));
        }
        small_engines(&[]);
    }
}
