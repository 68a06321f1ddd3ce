//! Reduces programs while they end in the same way.

use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::reduce::{Candidate, Reduced, rebuild, reduce};
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::Seeded;
use pinnacle_testing_engines::run::Run;
use std::convert::Infallible;

fn generated(seed: u64) -> Program {
    let bytes = generate(&mut Seeded::new(seed), Size::default()).to_pexe();
    decode(&bytes, &Options::default()).expect("generated programs are valid")
}

/// Describes how a program ends, if it runs for a short while.
fn end(program: &Program) -> String {
    let run = Run {
        fuel: Some(1_000_000),
        memory_limit: 64 << 20,
        stack_size: 1 << 20,
        keep_output: false,
        ..Run::default()
    };
    match run.run(program) {
        Ok(outcome) => outcome.describe(),
        Err(error) => error.to_string(),
    }
}

fn reduced(program: &Program, mut holds: impl FnMut(&Program) -> bool) -> Reduced {
    let holds = |candidate: &Candidate<'_>| {
        let program = decode(candidate.bytes, &Options::default());
        Ok::<bool, Infallible>(holds(&program.expect("candidates are valid")))
    };
    let Ok(result) = reduce(program, holds);
    result.expect("it holds of the program itself")
}

fn divides_by_zero(program: &Program) -> bool {
    end(program).starts_with("trap: integer division by zero")
}

#[test]
fn a_trap_is_all_that_is_left() {
    let program = (0..500)
        .map(generated)
        .find(divides_by_zero)
        .expect("one of so many programs divides by zero");
    let result = reduced(&program, divides_by_zero);
    let small = decode(&result.bytes, &Options::default()).unwrap();
    assert!(divides_by_zero(&small));
    let insts: usize = small.functions().iter().map(|f| f.insts().len()).sum();
    // The division, possibly inside of a function that must be called.
    assert!(insts <= 4, "{insts} instructions are left");
    assert_eq!(small.module().globals.len(), 0);
    assert!(result.tested < 1000, "{result:?}");
}

#[test]
fn the_same_work_gives_the_same_result() {
    let program = generated(3);
    let end_of_all = end(&program);
    let work = || reduced(&program, |candidate| end(candidate) == end_of_all);
    assert_eq!(work().bytes, work().bytes);
}

#[test]
fn without_edits_a_program_does_the_same() {
    for seed in 0..30 {
        let program = generated(seed);
        let same = rebuild(&program, &[]).unwrap();
        // Positions are ignored, because they belong to another file.
        let kind = |program: &Program| end(program).lines().next().map(str::to_owned);
        assert_eq!(kind(&program), kind(&same), "seed {seed}");
    }
}
