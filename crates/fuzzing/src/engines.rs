//! Runs damaged programs on both engines, with limits for each.

use pinnacle_pexe::decode::Program;
use pinnacle_pexe::types::TypeDef;
use pinnacle_runtime::TrapKind;
use pinnacle_testing::fuzz::decode_bounded;
use pinnacle_testing_engines::run::{Outcome, Run};
use std::mem::discriminant;
use std::time::Duration;

/// Size of the address space in bytes.
const MEMORY: u32 = 24 << 20;
/// Fuel of the interpreter.
const FUEL: u64 = 100_000;
/// Time limit for machine code if the interpreter finished.
const TIME: Duration = Duration::from_secs(20);
/// Time limit for machine code if the interpreter did not finish.
const SHORT_TIME: Duration = Duration::from_millis(2);

/// Reads bytes as a whole file. A valid program runs with little fuel in the interpreter, and as
/// machine code with little time. If the interpreter finished, the machine code must behave the
/// same.
pub fn damaged(data: &[u8]) {
    let Some(program) = decode_bounded(data) else {
        return;
    };
    let run = Run {
        arguments: vec!["damaged.pexe".to_owned(), "3".to_owned()],
        memory_limit: MEMORY,
        stack_size: 1 << 20,
        ..Run::default()
    };
    let interpreted = Run {
        fuel: Some(FUEL),
        ..run.clone()
    };
    // An engine refuses to start the program if its variables need more than the limit.
    let Ok(expected) = interpreted.run(&program) else {
        assert!(run.compiled(&program, Some(SHORT_TIME)).is_err());
        return;
    };
    let ends = !matches!(&expected.end, Err(trap) if trap.kind == TrapKind::OutOfFuel);
    let time = if ends { TIME } else { SHORT_TIME };
    // The translation may fail if it exceeds one of its limits.
    let Ok(found) = run.compiled(&program, Some(time)) else {
        return;
    };
    if ends && !has_floats(&program) && !starts_threads(&program) {
        assert!(
            same(&expected, &found),
            "interpreted: {}\ncompiled: {}",
            expected.describe(),
            found.describe()
        );
    }
}

/// Returns true if both ended in the same way, as far as engines promise. The possible call depth
/// depends on the engine.
fn same(expected: &Outcome, found: &Outcome) -> bool {
    let deep = |outcome: &Outcome| matches!(&outcome.end, Err(trap) if trap.kind == TrapKind::StackOverflow);
    if deep(expected) || deep(found) {
        return true;
    }
    let same_end = match (&expected.end, &found.end) {
        (Ok(expected), Ok(found)) => expected == found,
        (Err(expected), Err(found)) => {
            discriminant(&expected.kind) == discriminant(&found.kind)
                || [expected, found].iter().all(|trap| gives_up(&trap.kind))
        }
        _ => false,
    };
    same_end && expected.stdout == found.stdout && expected.stderr == found.stderr
}

/// Returns true for the traps that compilers may exchange.
fn gives_up(kind: &TrapKind) -> bool {
    matches!(kind, TrapKind::Unreachable | TrapKind::Trap)
}

/// Returns true if a program may start threads, whose order depends on the engine.
fn starts_threads(program: &Program) -> bool {
    const NAME: &[u8] = b"nacl-irt-thread";
    let mut names = program.module().data.windows(NAME.len());
    names.any(|name| name == NAME)
}

/// Returns true if a program uses floating point, whose NaNs depend on the processor.
fn has_floats(program: &Program) -> bool {
    use pinnacle_pexe::Type::{Double, Float};
    let types = program.module().types.iter();
    types
        .filter_map(|ty| match ty {
            TypeDef::Value(ty) => Some(ty.element()),
            TypeDef::Function(_) => None,
        })
        .any(|ty| matches!(ty, Float | Double))
}
