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
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{FuncId, Inst, Intrinsic};
use std::sync::Arc;
use wasmtime::Engine;

/// Maximum number of instructions that are compiled as hot.
pub(super) const MAX_INSTRUCTIONS: u64 = 3_000;

/// Threads with a lower number have an instance of the hot functions. It is bookkeeping of the host
/// that the bound on the number of threads does not count.
pub(super) const MAX_THREADS: u32 = 8;

/// The hot functions of a program as code.
pub(super) struct HotCode {
    pub(super) code: Code,
    /// True for each function that is not part of it, by number.
    pub(super) left_out: Arc<[bool]>,
}

impl HotCode {
    /// Compiles the functions among these that qualify, with those that they call, up to a number of
    /// instructions. Returns `None` if there are none.
    pub(super) fn compile(
        program: &Program,
        (about, engine): (&About, &Engine),
        candidates: &[FuncId],
        max_instructions: u64,
    ) -> Option<HotCode> {
        // The one changes direct calls, the other the addresses of functions.
        if about.lenient_calls || about.loads_modules {
            return None;
        }
        let chosen = choose(program, candidates, max_instructions as usize)?;
        let functions = &program.module().functions;
        let outside = (0..functions.len() as u32).map(FuncId);
        let outside = outside.filter(|function| {
            functions[function.index()].body.is_some() && !chosen[function.index()]
        });
        let about = About {
            outside: outside.collect(),
            ..about.clone()
        };
        let code = Code::compile_with(program, &about.into(), engine, 1).ok()?;
        let left_out = chosen.iter().map(|&is_chosen| !is_chosen);
        Some(HotCode {
            code,
            left_out: left_out.collect(),
        })
    }
}

/// Chooses hot functions, in the order of the candidates. Returns a flag for each function of the
/// program.
fn choose(program: &Program, candidates: &[FuncId], max_instructions: usize) -> Option<Vec<bool>> {
    let mut chosen = vec![false; program.module().functions.len()];
    let size = |function: FuncId| body(program, function).map_or(0, |body| body.insts().len());
    let mut total = 0;
    for &candidate in candidates {
        let Some(mut parts) = closure(program, candidate, max_instructions) else {
            continue;
        };
        parts.retain(|function| !chosen[function.index()]);
        let more: usize = parts.iter().copied().map(size).sum();
        if total + more <= max_instructions {
            total += more;
            for function in parts {
                chosen[function.index()] = true;
            }
        }
    }
    (total > 0).then_some(chosen)
}

/// Returns a function with all that it calls, directly or not. `None` if one of them may leave the
/// code, or if they are too large together.
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
