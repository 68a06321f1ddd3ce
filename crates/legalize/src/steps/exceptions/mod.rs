//! Lowers C++ exceptions: `invoke`, `landingpad` and `resume`.
//!
//! PNaCl has no tables that say how to unwind a stack. [`Exceptions`] chooses the treatment of
//! exceptions:
//!
//! * `Refuse`: a program that could catch any is refused (F0202).
//! * `None`: nothing is ever caught. An `invoke` becomes a call, and landing pads are unreachable.
//! * `SetjmpLongjmp`: what the original tools did; [`frames`] describes the code and [`tables`] the
//!   data. A function that catches links a frame into a list before each call that may throw. To
//!   throw, the library looks for the frame whose clauses match and jumps to it with `longjmp`. The
//!   list and the rules for clauses belong to the C++ library. `docs/exceptions.md` describes the
//!   contract.
//!
//! Funclets (`catchswitch`, `catchpad`, `cleanuppad`) are refused, because they are for another
//! system's exceptions.
//!
//! ```llvm
//! %v = invoke i32 @f(i32 1) to label %normal unwind label %caught
//! ; becomes, with `None`
//! %v = call i32 @f(i32 1)
//! br label %normal
//! ```

mod frames;
pub(crate) mod tables;

use crate::error::{Error, ErrorKind, Fault, Reporter, body_of};
use crate::reach::{reached_early, remove_unreachable_blocks};
use crate::{Exceptions, Options};
use pinnacle_llvm::{
    Body, Edit, Editor, GlobalId, Instruction, InstructionId, InstructionKind, Module, Value,
};
use tables::Tables;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let functions: Vec<GlobalId> = module
        .global_ids()
        .filter(|&id| body_of(module, id).is_some_and(|body| first(body).is_some()))
        .collect();
    let mut tables = Tables::default();
    tables.of_library = options.library.is_some();
    match options.exceptions {
        _ if functions.is_empty() => {}
        Exceptions::Refuse => refuse(module, &functions, options, reporter),
        Exceptions::None => functions
            .iter()
            .for_each(|&function| catch_nothing(module, function, reporter)),
        Exceptions::SetjmpLongjmp => {
            frames::lower(module, &functions, &mut tables, reporter);
        }
    }
    frames::number_types(module, options.exceptions, &mut tables, reporter);
    if let Err(fault) = tables.define(module) {
        reporter.fault(fault);
    }
    for id in module.global_ids() {
        if let Some(function) = module.as_function(id) {
            module.function_mut(function).personality = None;
        }
    }
}

/// Returns the first instruction that catches exceptions.
fn first(body: &Body) -> Option<InstructionId> {
    let about_exceptions = |instruction: &Instruction| {
        matches!(
            instruction.kind,
            InstructionKind::Invoke { .. }
                | InstructionKind::LandingPad { .. }
                | InstructionKind::Resume(_)
        ) || is_funclet(&instruction.kind)
    };
    let found = body.instructions().iter().position(about_exceptions);
    found.map(InstructionId::at)
}

fn is_funclet(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::CatchSwitch { .. }
            | InstructionKind::CatchPad { .. }
            | InstructionKind::CleanupPad { .. }
            | InstructionKind::CatchReturn { .. }
            | InstructionKind::CleanupReturn { .. }
    )
}

/// Reports an error if a program may catch exceptions.
fn refuse(module: &Module, functions: &[GlobalId], options: &Options, reporter: &mut Reporter) {
    let reached = (!options.fragment).then(|| reached_early(module, &options.exports));
    let is_used = |id: &&GlobalId| reached.as_ref().is_none_or(|reached| reached[id.index()]);
    let mut used = functions.iter().filter(is_used);
    let Some(&function) = used.next() else {
        return;
    };
    let others = match used.count() {
        0 => String::new(),
        1 => ", and so does another function".to_owned(),
        count => format!(", and so do {count} other functions"),
    };
    let fault = ErrorKind::Exceptions.fault(format!(
        "this catches C++ exceptions{others}: choose how to handle them with \
             `--exceptions sjlj` or `--exceptions none`, or compile with -fno-exceptions"
    ));
    if let Some(body) = body_of(module, function)
        && let Some(instruction) = first(body)
    {
        reporter.error(Error::at(fault, module, function, body, instruction));
    }
}

#[cold]
fn funclet() -> Fault {
    ErrorKind::Exceptions.fault(
        "this uses another exception ABI; only exceptions of the Itanium C++ ABI can be lowered",
    )
}

/// Turns the invokes of a function into calls.
fn catch_nothing(module: &mut Module, function: GlobalId, reporter: &mut Reporter) {
    reporter.edit(module, function, |editor, instruction| {
        Ok(match instruction.kind {
            InstructionKind::Invoke { .. } => {
                call_and_go_on(editor, &instruction);
                Edit::Drop
            }
            _ => Edit::Keep,
        })
    });
    remove_unreachable_blocks(module, function);
    reporter.edit(module, function, |editor, instruction| {
        match instruction.kind {
            // A cleanup can only resume an exception that was thrown, so this is unreachable.
            InstructionKind::Resume(_) => {
                editor.build.unreachable();
                Ok(Edit::Drop)
            }
            InstructionKind::LandingPad { .. } => Err(pad_without_invoke()),
            kind if is_funclet(&kind) => Err(funclet()),
            _ => Ok(Edit::Keep),
        }
    });
}

#[cold]
fn pad_without_invoke() -> Fault {
    ErrorKind::BadInstruction.fault("control reaches this landing pad without an exception")
}

/// Emits an invoke as a call that never throws.
fn call_and_go_on(editor: &mut Editor<'_>, instruction: &Instruction) {
    if let InstructionKind::Invoke { call, normal, .. } = instruction.kind {
        editor.build.push(Instruction {
            kind: InstructionKind::Call(call),
            result: instruction.result,
        });
        editor.build.branch(normal);
    }
}

/// Returns the constant if a value is one, and fails otherwise.
fn constant(value: Value) -> Result<pinnacle_llvm::ConstantId, Fault> {
    match value {
        Value::Constant(constant) => Ok(constant),
        _ => Err(ErrorKind::BadInstruction
            .fault("the types to catch must be known before the program runs")),
    }
}
