//! Reduces programs while a condition holds.

use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::encode::{self, encode};
use pinnacle_pexe::inst::{BinaryOp, Inst};
use pinnacle_pexe::reduce::{Candidate, Edit, REDUCTIONS, Reduced, rebuild, reduce};
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::Seeded;
use pinnacle_testing::samples;
use std::convert::Infallible;

fn generated(seed: u64) -> Program {
    let bytes = generate(&mut Seeded::new(seed), Size::default()).to_pexe();
    decode(&bytes, &Options::default()).expect("generated programs are valid")
}

fn reduced(program: &Program, mut holds: impl FnMut(&Program) -> bool) -> Reduced {
    let holds = |candidate: &Candidate<'_>| {
        let program = decode(candidate.bytes, &Options::default());
        Ok::<bool, Infallible>(holds(&program.expect("candidates are valid")))
    };
    let Ok(result) = reduce(program, holds);
    result.expect("it holds of the program itself")
}

/// The instruction that the condition requires may be deep in a program with loops, calls and data.
#[test]
fn an_instruction_is_kept_with_what_it_needs() {
    let bytes = samples::mandelbrot().to_pexe();
    let program = decode(&bytes, &Options::default()).unwrap();
    let multiplies = |program: &Program| {
        let insts = program
            .functions()
            .iter()
            .flat_map(pinnacle_pexe::Function::insts);
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
    let insts: usize = small.functions().iter().map(|f| f.insts().len()).sum();
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

/// Tests edits alone and together. They need not result in a valid program.
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

/// Returns true if the edits result in a valid program. Asserts that this program can be decoded.
fn check(program: &Program, edits: &[Edit]) -> bool {
    let Ok(new) = rebuild(program, edits) else {
        return false;
    };
    let bytes = encode(&new, &encode::Options::default()).unwrap();
    decode(&bytes, &Options::default()).unwrap_or_else(|error| panic!("{edits:?}: {error}"));
    !edits.is_empty()
}
