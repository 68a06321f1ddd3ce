//! The passes of PNaCl's own LLVM, by the options of its `opt`, and the steps that do their work.
//!
//! A pass runs its steps alone, without those that come before them in [`STEPS`]. A step may rely
//! on an earlier one that removes a construct. If the module contains this construct, [`run_pass`]
//! rejects the module and names the pass that removes it.

use crate::built_in::BuiltIn;
use crate::error::{ErrorKind, Reporter, body_of};
use crate::freeze::freeze;
use crate::reach::reached_from;
use crate::{Errors, Exceptions, Options, STEPS};
use pinnacle_llvm::{
    Atomicity, ConstantId, ConstantKind, GlobalId, GlobalKind, InstructionKind as K, Module, Type,
    TypeId, Value,
};

/// A pass of PNaCl's LLVM.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its option, without dashes.
    pub name: &'static str,
    /// The work of the pass in Pinnacle.
    pub work: Work,
}

/// The counterpart of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// These steps of [`STEPS`], in order.
    Steps(&'static [&'static str]),
    /// The module is checked against the stable subset and is not changed.
    Verify,
    /// Pinnacle has no such pass, for this reason. The second text names the alternative.
    Missing(&'static str, &'static str),
}

/// Reason for passes that prepare a module for machine code.
const OF_TRANSLATOR: &str = "it prepared a program for translation to machine code";
/// The command that replaces these passes.
const TRANSLATE: &str = "`pinnacle translate` does this work on a finished program";
/// Reason for passes that convert globals and pointers to data and addresses.
const OF_LOWERING: &str = "no step leaves such a module: it is done while the program is written";
/// The commands that replace these passes.
const FINALIZE: &str = "`pinnacle finalize` does this work, and `pinnacle dis` shows the result";
/// Reason for passes of MinSFI.
const OF_MINSFI: &str = "it is a part of MinSFI, which ran programs without Native Client";
/// The command that does something similar.
const SANDBOX: &str = "`pinnacle translate --to native` isolates programs";

/// Every pass of PNaCl's LLVM, sorted.
pub const PASSES: &[Pass] = &[
    missing(
        "add-pnacl-external-decls",
        "finished programs need no declarations of functions that they do not call",
        FINALIZE,
    ),
    missing("allocate-data-segment", OF_MINSFI, SANDBOX),
    missing("backend-canonicalize", OF_TRANSLATOR, TRANSLATE),
    steps("canonicalize-mem-intrinsics", &["intrinsics"]),
    steps("cleanup-used-globals-metadata", &["linkage"]),
    missing("combine-vector-instructions", OF_TRANSLATOR, TRANSLATE),
    steps("constant-insert-extract-element-index", &["vectors"]),
    missing(
        "convert-to-pso",
        "shared objects have another format here",
        "`pinnacle cc -shared` makes them",
    ),
    missing("expand-allocas", OF_MINSFI, SANDBOX),
    steps("expand-arith-with-overflow", &["intrinsics"]),
    steps("expand-byval", &["signatures"]),
    steps("expand-constant-expr", &["constant-expressions"]),
    steps("expand-getelementptr", &["addresses"]),
    steps("expand-indirectbr", &["indirect-branches"]),
    steps("expand-shufflevector", &["vectors"]),
    steps("expand-small-arguments", &["small-arguments"]),
    steps("expand-struct-regs", &["structs"]),
    steps("expand-varargs", &["variadic"]),
    steps("fix-vector-load-store-alignment", &["vectors"]),
    missing("flatten-globals", OF_LOWERING, FINALIZE),
    steps("globalize-constant-vectors", &["vectors"]),
    missing("insert-divide-check", OF_TRANSLATOR, TRANSLATE),
    steps("internalize-used-globals", &["linkage"]),
    missing("minsfi", OF_MINSFI, SANDBOX),
    steps("nacl-expand-ctors", &["constructors"]),
    steps("nacl-expand-ints", &["large-integers"]),
    steps("nacl-expand-tls", &["thread-local"]),
    steps("nacl-expand-tls-constant-expr", &["thread-local"]),
    steps("nacl-global-cleanup", &["linkage"]),
    steps("nacl-promote-i1-ops", &["bits"]),
    steps("nacl-promote-ints", &["odd-integers"]),
    steps("nacl-rewrite-atomics", &["atomics"]),
    steps("nacl-strip-attributes", &["strip"]),
    missing("normalize-alignment", OF_LOWERING, FINALIZE),
    steps("pnacl-abi-simplify-postopt", POST_OPTIMIZATION),
    steps("pnacl-abi-simplify-preopt", PRE_OPTIMIZATION),
    steps("pnacl-sjlj-eh", &["exceptions"]),
    steps("remove-asm-memory", &["assembly"]),
    missing("rename-entry-point", OF_MINSFI, SANDBOX),
    missing("replace-ptrs-with-ints", OF_LOWERING, FINALIZE),
    steps("resolve-aliases", &["aliases"]),
    missing("resolve-pnacl-intrinsics", OF_TRANSLATOR, TRANSLATE),
    steps("rewrite-llvm-intrinsic-calls", &["intrinsics"]),
    steps("rewrite-pnacl-library-calls", &["calls", "intrinsics"]),
    missing("sandbox-indirect-calls", OF_MINSFI, SANDBOX),
    missing("sandbox-memory-accesses", OF_MINSFI, SANDBOX),
    steps("simplify-allocas", &["addresses"]),
    steps("simplify-struct-reg-signatures", &["signatures"]),
    steps("strip-metadata", &["strip"]),
    steps("strip-module-flags", &["strip"]),
    missing("strip-tls", OF_MINSFI, SANDBOX),
    missing("substitute-undefs", OF_MINSFI, SANDBOX),
    Pass {
        name: "verify-pnaclabi-functions",
        work: Work::Verify,
    },
    Pass {
        name: "verify-pnaclabi-module",
        work: Work::Verify,
    },
];

/// The steps before the optimiser of PNaCl's linker ran.
const PRE_OPTIMIZATION: &[&str] = &[
    "exceptions",
    "aliases",
    "linkage",
    "constructors",
    "reachable",
    "thread-local",
    "indirect-branches",
    "assembly",
    "constant-expressions",
    "variadic",
    "calls",
    "signatures",
];

/// The steps after it.
const POST_OPTIMIZATION: &[&str] = &[
    "strip",
    "aliases",
    "linkage",
    "reachable",
    "thread-local",
    "assembly",
    "constant-expressions",
    "variadic",
    "calls",
    "signatures",
    "intrinsics",
    "atomics",
    "structs",
    "undefined-values",
    "vectors",
    "large-integers",
    "odd-integers",
    "small-arguments",
    "bits",
    "addresses",
];

const fn steps(name: &'static str, steps: &'static [&'static str]) -> Pass {
    Pass {
        name,
        work: Work::Steps(steps),
    }
}

const fn missing(name: &'static str, reason: &'static str, hint: &'static str) -> Pass {
    Pass {
        name,
        work: Work::Missing(reason, hint),
    }
}

/// Returns the pass with this name.
#[must_use]
pub fn pass_of(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// Runs a pass of PNaCl's LLVM on a module. The module needs no entry point.
///
/// # Errors
///
/// Fails with the errors of the pass's steps. Also fails if the module contains a construct that a
/// step relies on to be absent, or if the pass has no counterpart.
pub fn run_pass(module: &mut Module, pass: &Pass, options: &Options) -> Result<(), Errors> {
    let mut options = Options {
        fragment: true,
        keep_names: true,
        ..options.clone()
    };
    let names = match pass.work {
        Work::Steps(names) => names,
        Work::Verify => return freeze(module.clone()).map(drop),
        Work::Missing(reason, hint) => {
            let mut reporter = Reporter::default();
            let message = format!("-{} has no counterpart: {reason}; {hint}", pass.name);
            reporter.fault(ErrorKind::NotInSubset.fault(message));
            return reporter.finish();
        }
    };
    if names == ["exceptions"] {
        options.exceptions = Exceptions::SetjmpLongjmp;
    } else if options.exceptions == Exceptions::Refuse {
        options.exceptions = Exceptions::None;
    }
    for step in STEPS.iter().filter(|step| names.contains(&step.name)) {
        let mut reporter = Reporter::default();
        refuse_leftovers(module, step.name, names, pass, &mut reporter);
        reporter.finish()?;
        let mut reporter = Reporter::default();
        (step.run)(module, &options, &mut reporter);
        reporter.finish()?;
    }
    if names.contains(&"intrinsics") || names.contains(&"variadic") {
        remove_unused_declarations(module);
    }
    Ok(())
}

/// Removes unused declarations of intrinsics and of built-in C functions, like the passes that
/// replace their calls.
fn remove_unused_declarations(module: &mut Module) {
    let all = module.global_ids();
    let roots: Vec<GlobalId> = all
        .clone()
        .filter(|&id| match module.global(id).kind {
            GlobalKind::Function(_) => body_of(module, id).is_some(),
            _ => !module.global(id).removed,
        })
        .collect();
    let reached = reached_from(module, &roots).globals;
    for id in all {
        let name = module.names.get(module.global(id).name);
        let is_intrinsic = name.starts_with(b"llvm.") && module.as_function(id).is_some();
        if !reached[id.index()] && (is_intrinsic || BuiltIn::declared(module, id).is_some()) {
            module.remove(id);
        }
    }
}

/// A construct that a step cannot handle, because an earlier step removes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leftover {
    /// The address of a block.
    BlockAddresses,
    /// An integer constant expression that is not an address.
    IntegerExpressions,
    /// The definition of a variadic function, or a call to one.
    Variadic,
    /// An invoke instruction.
    Invokes,
    /// An atomic access.
    Atomics,
}

/// The constructs that steps rely on to be absent: the construct, the step that removes it, the
/// pass that runs that step, and the steps that rely on it.
const RELIANCES: &[(Leftover, &str, &str, &[&str])] = &[
    (
        Leftover::BlockAddresses,
        "indirect-branches",
        "expand-indirectbr",
        &["constant-expressions"],
    ),
    (
        Leftover::Variadic,
        "variadic",
        "expand-varargs",
        &["calls", "signatures"],
    ),
    (
        Leftover::Invokes,
        "exceptions",
        "pnacl-sjlj-eh",
        &[
            "variadic",
            "calls",
            "signatures",
            "intrinsics",
            "structs",
            "vectors",
            "large-integers",
            "odd-integers",
            "small-arguments",
        ],
    ),
    (
        Leftover::Atomics,
        "atomics",
        "nacl-rewrite-atomics",
        &["structs", "large-integers", "odd-integers"],
    ),
    (
        Leftover::IntegerExpressions,
        "constant-expressions",
        "expand-constant-expr",
        &["large-integers", "odd-integers", "bits"],
    ),
];

/// Rejects a module with a construct that a step cannot handle, unless a step of the same pass has
/// removed it.
fn refuse_leftovers(
    module: &Module,
    step: &str,
    own: &[&str],
    pass: &Pass,
    reporter: &mut Reporter,
) {
    for &(leftover, remover, remover_pass, relying) in RELIANCES {
        if relying.contains(&step)
            && !own.contains(&remover)
            && let Some(what) = found(module, leftover)
        {
            let message = format!(
                "-{} relies on -{remover_pass}, but the module has {what}: give both options, \
                 -{remover_pass} first",
                pass.name
            );
            reporter.fault(ErrorKind::NotInSubset.fault(message));
        }
    }
}

/// Returns the name of a construct if the module has it.
fn found(module: &Module, leftover: Leftover) -> Option<&'static str> {
    let in_bodies = |is_it: &dyn Fn(&K) -> bool| {
        let mut bodies = module.global_ids().filter_map(|id| body_of(module, id));
        bodies.any(|body| body.instructions().iter().any(|it| is_it(&it.kind)))
    };
    let is_there = match leftover {
        Leftover::BlockAddresses => has_block_address(module),
        Leftover::IntegerExpressions => uses_integer_expression(module),
        Leftover::Variadic => has_variadic(module),
        Leftover::Invokes => in_bodies(&|kind| matches!(kind, K::Invoke { .. })),
        Leftover::Atomics => in_bodies(&|kind| match kind {
            K::Load { atomicity, .. } | K::Store { atomicity, .. } => *atomicity != Atomicity::NONE,
            K::ReadModifyWrite { .. } | K::CompareExchange { .. } => true,
            _ => false,
        }),
    };
    is_there.then_some(match leftover {
        Leftover::BlockAddresses => "the address of a block",
        Leftover::IntegerExpressions => "a constant expression of an integer",
        Leftover::Variadic => "a function with variable arguments",
        Leftover::Invokes => "an invoke",
        Leftover::Atomics => "an atomic access",
    })
}

fn has_variadic(module: &Module) -> bool {
    let is_variadic = |ty: TypeId| {
        let ty = module.types.get(ty);
        matches!(ty, Type::Function { variadic: true, .. })
    };
    module.global_ids().any(|id| {
        body_of(module, id).is_some_and(|body| {
            let mut calls = body.instructions().iter().filter_map(|it| it.kind.call());
            is_variadic(module.global(id).ty)
                || calls.any(|call| is_variadic(body.call(call).function_type))
        })
    })
}

fn has_block_address(module: &Module) -> bool {
    let all = (0..module.constants.len()).map(ConstantId::at);
    let mut kinds = all.map(|id| module.constants.get(id).kind);
    kinds.any(|kind| matches!(kind, ConstantKind::BlockAddress { .. }))
}

/// Returns true if an operand of an instruction is an integer constant expression whose width is
/// not that of an address.
fn uses_integer_expression(module: &Module) -> bool {
    let is_odd = |ty: TypeId| match module.types.get(ty) {
        Type::Integer(width) => width != 32,
        _ => false,
    };
    let is_it = |value: Value| {
        let Value::Constant(id) = value else {
            return false;
        };
        let constant = module.constants.get(id);
        let is_expression = matches!(
            constant.kind,
            ConstantKind::Cast(..)
                | ConstantKind::Negate(_)
                | ConstantKind::Binary(..)
                | ConstantKind::Select(_)
                | ConstantKind::IntCompare(..)
                | ConstantKind::FloatCompare(..)
        );
        is_expression && is_odd(constant.ty)
    };
    module.global_ids().any(|id| {
        body_of(module, id).is_some_and(|body| {
            let mut any = false;
            for instruction in body.instructions() {
                body.for_each_operand(&instruction.kind, |value| any |= is_it(value));
            }
            any
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_sorted_and_their_steps_exist_in_order() {
        assert!(PASSES.is_sorted_by(|a, b| a.name < b.name));
        for pass in PASSES {
            let Work::Steps(names) = pass.work else {
                continue;
            };
            let places: Vec<_> = names
                .iter()
                .map(|name| STEPS.iter().position(|step| step.name == *name))
                .collect();
            assert!(places.iter().all(Option::is_some), "{}", pass.name);
            assert!(places.is_sorted(), "{}", pass.name);
        }
    }

    #[test]
    fn what_a_step_relies_on_is_removed_by_a_pass() {
        for (_, step, name, _) in RELIANCES {
            let pass = pass_of(name).map(|pass| pass.work);
            assert!(matches!(pass, Some(Work::Steps(steps)) if steps.contains(step)));
        }
    }
}
