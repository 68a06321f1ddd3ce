//! Hot functions as code of their own, until the whole program is compiled.
//!
//! To compile a program takes a while; to compile the few functions that it spends its time in
//! takes some milliseconds. Only functions that leave the code by their return or a trap are
//! chosen: neither they nor the functions that they call, directly or not, call the host, call a
//! computed address, or call setjmp or longjmp. So while a thread is anywhere else, it has no frames
//! in this code, and can go over to the code of the whole program between any two calls.
//!
//! The code is a program's code with all other functions left out
//! ([`CodeOptions::outside`](super::CodeOptions::outside)). Each thread has an instance of it.

use super::code::{About, Code};
use super::compile_threshold::instructions;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::rounds::Heads;
use pinnacle_pexe::{BlockId, FuncId, Inst, Intrinsic};
use std::sync::Arc;
use wasmtime::Engine;

/// Maximum number of instructions in hot code.
const MAX_INSTRUCTIONS: u64 = 3_000;

/// The choice among the functions that could be compiled as hot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Functions with loops, if they make up less than half of the program.
    Useful,
    /// Any. For tests.
    Any,
}

/// Only threads with a lower number get an instance of the hot functions, because the limit on
/// threads does not account for these instances.
pub(super) const MAX_THREADS: u32 = 8;

/// The compiled hot functions of a program.
pub(super) struct HotCode {
    pub(super) code: Code,
    /// For each function, true if interpreted functions do not call it in this code.
    pub(super) left_out: Arc<[bool]>,
}

impl HotCode {
    /// Compiles the functions among these that qualify, with those that they call. Returns `None` if
    /// there are none.
    pub(super) fn compile(
        program: &Program,
        (about, engine): (&About, &Engine),
        candidates: &[FuncId],
        choice: Choice,
    ) -> Option<HotCode> {
        // Lenient calls change direct calls, and loaded modules change function addresses.
        if about.lenient_calls || about.loads_modules {
            return None;
        }
        let chosen = choose(program, candidates, choice)?;
        let functions = &program.module().functions;
        let outside = (0..functions.len() as u32).map(FuncId);
        let outside = outside.filter(|function| {
            functions[function.index()].body.is_some() && !chosen.compiled[function.index()]
        });
        let about = About {
            outside: outside.collect(),
            ..about.clone()
        };
        let code = Code::compile_with(program, &about.into(), engine, 1).ok()?;
        let left_out = chosen.called.iter().map(|&is_called| !is_called);
        Some(HotCode {
            code,
            left_out: left_out.collect(),
        })
    }
}

/// The functions that are chosen as hot, as flags for each function of the program.
struct Chosen {
    /// They are compiled.
    compiled: Vec<bool>,
    /// Functions that interpreted functions call. The others are only called by these.
    called: Vec<bool>,
}

/// Chooses hot functions, in the order of the candidates. A call of code by an interpreted function
/// takes as long as many instructions, so functions without loops are interpreted as before.
fn choose(program: &Program, candidates: &[FuncId], choice: Choice) -> Option<Chosen> {
    // If this is more of the program, waiting for all of it is better.
    let max_instructions = match choice {
        Choice::Useful => MAX_INSTRUCTIONS.min(instructions(program) / 2),
        Choice::Any => MAX_INSTRUCTIONS,
    } as usize;
    let count = program.module().functions.len();
    let mut chosen = Chosen {
        compiled: vec![false; count],
        called: vec![false; count],
    };
    let size = |function: FuncId| body(program, function).map_or(0, |body| body.insts().len());
    let mut heads = Heads::default();
    let mut total = 0;
    for &candidate in candidates {
        let Some(mut parts) = closure(program, candidate, max_instructions) else {
            continue;
        };
        let mut repeating = parts.iter().filter_map(|&part| {
            let body = body(program, part)?;
            repeats(part, body, &mut heads).then_some(part)
        });
        if choice == Choice::Useful && repeating.next().is_none() {
            continue;
        }
        parts.retain(|function| !chosen.compiled[function.index()]);
        let more: usize = parts.iter().copied().map(size).sum();
        if total + more <= max_instructions {
            total += more;
            chosen.called[candidate.index()] = true;
            for function in parts {
                chosen.compiled[function.index()] = true;
            }
        }
    }
    (total > 0).then_some(chosen)
}

/// Returns true if a function has a loop with many rounds, or calls itself.
fn repeats(function: FuncId, body: &Function, heads: &mut Heads) -> bool {
    heads.find(body);
    let mut blocks = (0..body.blocks().len() as u32).map(BlockId);
    let mut insts = body.insts().iter();
    blocks.any(|block| heads.counts(block))
        || insts.any(|inst| matches!(inst, Inst::Call { callee, .. } if *callee == function))
}

/// Returns a function with everything that it calls, directly or not. Returns `None` if one of them
/// may leave the code, or if they are too large in total.
fn closure(program: &Program, function: FuncId, max_instructions: usize) -> Option<Vec<FuncId>> {
    let mut found = vec![function];
    let mut next = 0;
    let mut size = 0;
    while let Some(&function) = found.get(next) {
        next += 1;
        let body = body(program, function)?;
        size += body.insts().len();
        if size > max_instructions {
            return None;
        }
        for inst in body.insts() {
            let callee = match *inst {
                Inst::CallIndirect { .. } => return None,
                Inst::Call { callee, .. } => callee,
                _ => continue,
            };
            match program.module().functions[callee.index()].intrinsic {
                Some(Intrinsic::Setjmp | Intrinsic::Longjmp) => return None,
                Some(_) => {}
                None if found.contains(&callee) => {}
                None => found.push(callee),
            }
        }
    }
    Some(found)
}

fn body(program: &Program, function: FuncId) -> Option<&Function> {
    let declaration = program.module().functions.get(function.index())?;
    program.functions().get(declaration.body? as usize)
}
