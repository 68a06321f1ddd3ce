//! Damaged programs on both engines, each with its limits.

use pinnacle_pexe::decode::Program;
use pinnacle_pexe::types::TypeDef;
use pinnacle_runtime::TrapKind;
use pinnacle_testing::fuzz::decode_bounded;
use pinnacle_testing_engines::run::{Outcome, Run};
use std::mem::discriminant;
use std::time::Duration;

/// Address space.
const MEMORY: u32 = 24 << 20;
/// Fuel of the interpreter.
const FUEL: u64 = 100_000;
/// Time limit for code that does as much.
const TIME: Duration = Duration::from_secs(20);
/// And what it may take if that is not known to end.
const SHORT_TIME: Duration = Duration::from_millis(2);

/// Bytes as a whole file: what decodes runs with little fuel, and as machine code with
/// little time. If it came to its end the code does the same.
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
    // Neither starts if its variables need more than the limit.
    let Ok(expected) = interpreted.run(&program) else {
        assert!(run.compiled(&program, Some(SHORT_TIME)).is_err());
        return;
    };
    let ends = !matches!(&expected.end, Err(trap) if trap.kind == TrapKind::OutOfFuel);
    let time = if ends { TIME } else { SHORT_TIME };
    // A limit of the translation may say no.
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

/// Returns true if the two ended alike, as far as is promised: the number of calls that there is
/// room for depends on the engine.
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

/// Compilers make one of both.
fn gives_up(kind: &TrapKind) -> bool {
    matches!(kind, TrapKind::Unreachable | TrapKind::Trap)
}

/// Returns true if a program may ask for threads, whose order depends on the engine here.
fn starts_threads(program: &Program) -> bool {
    const NAME: &[u8] = b"nacl-irt-thread";
    let mut names = program.module().data.windows(NAME.len());
    names.any(|name| name == NAME)
}

/// Returns true if a program has floating point, whose NaNs depend on the processor.
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
