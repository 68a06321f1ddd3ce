//! Programs reduced while something holds of them.

use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::encode::{self, encode};
use pinnacle_pexe::inst::{BinaryOp, Inst};
use pinnacle_pexe::reduce::{Candidate, Edit, REDUCTIONS, Reduced, rebuild, reduce};
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::Seeded;
use pinnacle_testing::run::Run;
use pinnacle_testing::samples;
use std::convert::Infallible;

fn generated(seed: u64) -> Program {
    let bytes = generate(&mut Seeded::new(seed), Size::default()).to_pexe();
    decode(&bytes, &Options::default()).expect("generated programs are valid")
}

/// How a program ends that may run for a short while.
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
    let insts: usize = small.functions.iter().map(|f| f.insts.len()).sum();
    // The division, perhaps in a function that has to be called.
    assert!(insts <= 4, "{insts} instructions are left");
    assert_eq!(small.module.globals.len(), 0);
    assert!(result.tested < 1000, "{result:?}");
}

#[test]
fn the_same_work_gives_the_same_result() {
    let program = generated(3);
    let end_of_all = end(&program);
    let work = || reduced(&program, |candidate| end(candidate) == end_of_all);
    assert_eq!(work().bytes, work().bytes);
}

/// What a test looks for may be deep in a program with loops, calls and data.
#[test]
fn an_instruction_is_kept_with_what_it_needs() {
    let bytes = samples::mandelbrot().to_pexe();
    let program = decode(&bytes, &Options::default()).unwrap();
    let multiplies = |program: &Program| {
        let insts = program.functions.iter().flat_map(|f| &f.insts);
        insts.into_iter().any(|inst| {
            matches!(
                inst,
                Inst::Binary {
                    op: BinaryOp::FMul,
                    ..
                }
            )
        })
    };
    let result = reduced(&program, multiplies);
    let small = decode(&result.bytes, &Options::default()).unwrap();
    assert!(multiplies(&small));
    assert!(result.bytes.len() < bytes.len() / 4, "{result:?}");
    let insts: usize = small.functions.iter().map(|f| f.insts.len()).sum();
    assert!(insts <= 4, "{insts} instructions are left");
}

#[test]
fn nothing_comes_of_a_condition_that_does_not_hold() {
    let never = |_: &Candidate<'_>| Ok::<bool, Infallible>(false);
    let Ok(result) = reduce(&generated(1), never);
    assert!(result.is_none());
    let failing = |_: &Candidate<'_>| Err("cannot be run");
    assert_eq!(reduce(&generated(1), failing).unwrap_err(), "cannot be run");
}

/// Alone and together, whether a valid program comes of it or not.
#[test]
fn every_edit_gives_a_valid_program_or_an_error() {
    let mut made = vec![0; REDUCTIONS.len()];
    for seed in 0..12 {
        let program = generated(seed);
        for (reduction, made) in REDUCTIONS.iter().zip(&mut made) {
            let edits = (reduction.find)(&program);
            let some = edits.iter().step_by(edits.len() / 12 + 1);
            let alone = some.map(std::slice::from_ref);
            for edits in alone.chain([edits.as_slice()]) {
                *made += usize::from(check(&program, edits));
            }
        }
    }
    for (reduction, made) in REDUCTIONS.iter().zip(made) {
        assert!(made > 0, "{} changes nothing", reduction.name);
    }
}

/// Whether the edits make a program; then it must be one that decodes.
fn check(program: &Program, edits: &[Edit]) -> bool {
    let Ok(new) = rebuild(program, edits) else {
        return false;
    };
    let bytes = encode(&new.module, &new.functions, &encode::Options::default()).unwrap();
    decode(&bytes, &Options::default()).unwrap_or_else(|error| panic!("{edits:?}: {error}"));
    !edits.is_empty()
}

#[test]
fn without_edits_a_program_does_the_same() {
    for seed in 0..30 {
        let program = generated(seed);
        let same = rebuild(&program, &[]).unwrap();
        // Positions are those of another file.
        let kind = |program: &Program| end(program).lines().next().map(str::to_owned);
        assert_eq!(kind(&program), kind(&same), "seed {seed}");
    }
}
