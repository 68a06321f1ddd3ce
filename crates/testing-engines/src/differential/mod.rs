//! Compares the engines on generated programs, function by function.
//!
//! A program is loaded once for each engine. Then its functions are called in the same order on
//! both, each several times with unusual arguments. Each call starts with the memory that the
//! previous one left. After each call both engines must agree, bit for bit, on the result or on the
//! trap (its kind, and the function and instruction of each call on the stack), and on the
//! protection and contents of every page.
//!
//! Generated programs never expose a NaN made by an operation, because its bits depend on the
//! processor. No canonicalisation is therefore needed here. The contents of a setjmp buffer differ
//! between engines. The second engine runs machine code, or starts in the interpreter and switches
//! to machine code later.

mod arguments;
mod sides;

use anyhow::{Context, Result, bail, ensure};
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, GlobalId};
use pinnacle_runtime::compiled::with_stack;
use pinnacle_runtime::memory::Protection;
use pinnacle_runtime::{Memory, Trap, TrapKind};
use pinnacle_testing::generate::{Generated, Size, generate_callable};
use pinnacle_testing::random::Choices;
use sides::{Compiled, End, Interpreted};
use std::mem::discriminant;
use std::sync::Arc;

/// Number of calls of each function, and the number for small programs.
const ROUNDS: u64 = 4;
const SMALL_ROUNDS: u64 = 2;

/// Maximum number of steps of a call, see [`Size::steps`].
const STEPS: u32 = 200;

/// Maximum length of the slices after which half of the programs switch from the interpreter to
/// machine code, see [`Tiering`](pinnacle_runtime::compiled::Tiering).
const SLICES: u64 = 100;

/// The result of comparing a program, for callers that check whether the comparison is meaningful.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Number of calls made.
    pub calls: u32,
    /// Number of calls that ended in a trap.
    pub traps: u32,
}

/// Draws the size of programs, and the operations that they may contain.
fn draw_size(choices: &mut impl Choices) -> Size {
    let (functions, blocks, instructions) = match choices.below(8) {
        0 => (4, 12, 12),
        1 => (1, 2, 30),
        2 | 3 => (2, 6, 10),
        _ => (2, 3, 8),
    };
    Size {
        functions,
        blocks,
        instructions,
        steps: STEPS,
        wild: choices.one_in(4),
    }
}

/// Generates a program from choices and compares the engines on it.
///
/// # Errors
///
/// Fails with the difference, or if an engine rejects the program.
///
/// # Panics
///
/// Panics if the program is not valid.
pub fn check<C: Choices + Send>(choices: &mut C) -> Result<Summary> {
    let (generated, shared) = draw(choices);
    let slice = choices.one_in(2).then(|| choices.below(SLICES) as u32);
    run(&generated, (shared, slice), ROUNDS, choices)
}

/// As [`check`], with programs so small that compiling them takes little time: one or two functions
/// of few blocks.
///
/// # Errors
///
/// See [`check`].
///
/// # Panics
///
/// See [`check`].
pub fn check_small<C: Choices + Send>(choices: &mut C) -> Result<Summary> {
    let size = Size {
        functions: if choices.one_in(4) { 2 } else { 1 },
        blocks: 1 + choices.below(3),
        instructions: 4 + choices.below(8),
        steps: STEPS,
        wild: choices.one_in(4),
    };
    let shared = choices.one_in(16);
    let slice = choices.one_in(4).then(|| choices.below(SLICES) as u32);
    let generated = generate_callable(choices, size);
    run(&generated, (shared, slice), SMALL_ROUNDS, choices)
}

fn run<C: Choices + Send>(
    generated: &Generated,
    how: (bool, Option<u32>),
    rounds: u64,
    choices: &mut C,
) -> Result<Summary> {
    let program = Arc::new(decoded(generated));
    // Use one stack for all calls.
    with_stack(|| compare(&program, generated, how, rounds, choices))?
}

/// Generates the program that [`check`] makes from the same choices.
pub fn draw(choices: &mut impl Choices) -> (Generated, bool) {
    let size = draw_size(choices);
    let shared = choices.below(8) == 1;
    (generate_callable(choices, size), shared)
}

fn decoded(generated: &Generated) -> Program {
    let options = Options { jobs: 1 };
    decode(&generated.module.to_pexe(), &options)
        .unwrap_or_else(|errors| panic!("a valid program is refused: {errors}"))
}

fn compare(
    program: &Arc<Program>,
    generated: &Generated,
    (shared, slice): (bool, Option<u32>),
    rounds: u64,
    choices: &mut impl Choices,
) -> Result<Summary> {
    let mut interpreted = Interpreted::new(program).context("the interpreter")?;
    let mut compiled = Compiled::new(program, shared, slice).context("the compiler")?;
    let mut summary = Summary::default();
    let functions = program.functions().iter().map(pinnacle_pexe::Function::id);
    for function in functions.filter(|&id| Some(id) != program.module().entry()) {
        let signature = program.module().signature(function);
        for _ in 0..rounds {
            let values = arguments::draw(signature, choices);
            let words = arguments::words(signature, &values);
            prepare(&mut interpreted.image.memory, program, generated);
            compiled.with_memory(|memory| prepare(memory, program, generated));
            let expected = interpreted.call(function, signature, &words);
            if matches!(&expected, Err(trap) if trap.kind == TrapKind::OutOfFuel) {
                return Ok(summary);
            }
            let found = compiled.call(function, signature, &words);
            summary.calls += 1;
            summary.traps += u32::from(expected.is_err());
            if both_too_deep(&expected, &found) {
                // The possible call depth differs between engines, so nothing after this can be
                // compared.
                return Ok(summary);
            }
            let memory = &mut interpreted.image.memory;
            forget_jumps(memory, program, generated);
            let same = same_end(&expected, &found).and_then(|()| {
                compiled.with_memory(|other| {
                    forget_jumps(other, program, generated);
                    same_memory(memory, other)
                })
            });
            same.with_context(|| describe_call(function, signature, &values))?;
        }
    }
    Ok(summary)
}

/// Returns true if both stopped because of too many nested calls.
fn both_too_deep(interpreted: &End, compiled: &End) -> bool {
    let too_deep = |end: &End| matches!(end, Err(trap) if trap.kind == TrapKind::StackOverflow && trap.omitted > 0);
    too_deep(interpreted) && too_deep(compiled)
}

fn describe_call(function: FuncId, signature: &Signature, values: &[u128]) -> String {
    let arguments = signature.params.iter().zip(values);
    let arguments: Vec<String> = arguments
        .map(|(ty, bits)| format!("{ty} {bits:#x}"))
        .collect();
    format!("{function}({})", arguments.join(", "))
}

fn address(program: &Program, global: GlobalId) -> u32 {
    let layout = pinnacle_pexe::layout::Layout::new(program.module(), 0, sides::STACK, u32::MAX);
    layout.map_or(0, |layout| layout.globals[global.index()])
}

/// Sets the step counter of the program.
fn prepare(memory: &mut Memory, program: &Program, generated: &Generated) {
    let counter = address(program, generated.counter);
    // The counter is a variable of the program, so it is always mapped.
    let _ = memory.store_u32(counter, STEPS);
    forget_jumps(memory, program, generated);
}

/// Clears the setjmp buffers, whose calls have returned.
fn forget_jumps(memory: &mut Memory, program: &Program, generated: &Generated) {
    let buffers = address(program, generated.buffers);
    let size = program.module().globals[generated.buffers.index()].size;
    let _ = memory.fill(buffers, size as u32, 0);
}

fn same_end(interpreted: &End, compiled: &End) -> Result<()> {
    let same = match (interpreted, compiled) {
        (Ok(expected), Ok(found)) => expected == found,
        (Err(expected), Err(found)) => same_trap(expected, found),
        _ => false,
    };
    ensure!(
        same,
        "interpreted: {}\ncompiled: {}",
        describe_end(interpreted),
        describe_end(compiled)
    );
    Ok(())
}

fn describe_end(end: &End) -> String {
    match end {
        Ok([low, high]) => format!("{low:#x} {high:#x}"),
        Err(trap) => trap.to_string(),
    }
}

/// Returns true if two traps are the same as far as engines promise. The faulting address of an
/// access to several bytes and the position of a longjmp without a target are not promised.
fn same_trap(interpreted: &Trap, compiled: &Trap) -> bool {
    let kinds = (&interpreted.kind, &compiled.kind);
    let same_kind = match kinds {
        (TrapKind::Unsupported(a), TrapKind::Unsupported(b)) => a == b,
        (a, b) => discriminant(a) == discriminant(b),
    };
    // Machine code only reports that a longjmp was not caught.
    same_kind && (interpreted.kind == TrapKind::BadLongjmp || same_stack(interpreted, compiled))
        || both_give_up(interpreted, compiled)
}

/// Returns true if both stopped because of `unreachable` or `llvm.trap`, in the same function.
/// Compilers merge branches with the trap that they lead to, so an engine cannot always say which
/// one it was.
fn both_give_up(interpreted: &Trap, compiled: &Trap) -> bool {
    use TrapKind::{StackOverflow, Trap as Called, Unreachable};
    let (Some(expected), Some(found)) = (interpreted.stack.first(), compiled.stack.first()) else {
        return false;
    };
    matches!(interpreted.kind, Called | Unreachable)
        && matches!(compiled.kind, Called | Unreachable | StackOverflow)
        && expected.function == found.function
        && interpreted.stack.len() == compiled.stack.len()
}

/// Returns true if the calls are the same. If a call on the stack returns to the instruction that
/// trapped, which can happen with recursion, Wasmtime reports it as the position of the trap. The
/// middle of long stacks is left out, and a function of the translator may count as a call there.
fn same_stack(interpreted: &Trap, compiled: &Trap) -> bool {
    let is_whole = interpreted.omitted == 0 && compiled.omitted == 0;
    let compared = if is_whole { usize::MAX } else { 20 };
    let pairs = interpreted.stack.iter().zip(&compiled.stack);
    let mut pairs = pairs.take(compared);
    (!is_whole || interpreted.stack.len() == compiled.stack.len())
        && interpreted.stack.first() == compiled.stack.first()
        && pairs.all(|(expected, found)| {
            let mistaken = Some(found) == compiled.stack.first();
            expected == found || mistaken && expected.function == found.function
        })
}

/// Compares the protection of all pages, and the contents of readable ones.
fn same_memory(interpreted: &Memory, compiled: &Memory) -> Result<()> {
    ensure!(
        interpreted.limit() == compiled.limit(),
        "the memories end in different places"
    );
    for page in (0..interpreted.limit()).step_by(PAGE_SIZE as usize) {
        let protection = interpreted.protection(page);
        ensure!(
            protection == compiled.protection(page),
            "the protection of page {page:#x} differs"
        );
        if !matches!(protection, Protection::Read | Protection::ReadWrite) {
            continue;
        }
        let bytes = |memory: &Memory| memory.bytes(page, PAGE_SIZE);
        let (Ok(expected), Ok(found)) = (bytes(interpreted), bytes(compiled)) else {
            bail!("page {page:#x} cannot be read");
        };
        if expected != found {
            let at = expected.iter().zip(&found).position(|(a, b)| a != b);
            let at = at.unwrap_or_default();
            bail!(
                "memory at {:#x}: interpreted {:#x}, compiled {:#x}",
                page + at as u32,
                expected[at],
                found[at]
            );
        }
    }
    Ok(())
}
