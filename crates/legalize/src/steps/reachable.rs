//! Removes unreachable blocks, and functions and variables that are not used.
//!
//! Starting with the entry point and the exports, the step finds every function and variable that a
//! body or an initialiser refers to, and removes all others. In bodies it removes blocks that
//! cannot be reached from the first one. Later steps therefore do no work on code that no program
//! would contain, and errors in unused code do not matter.
//!
//! If an intrinsic becomes a call of a library function, that function is kept
//! ([`library`](crate::library)).
//!
//! A function or variable that is used but not defined is an error (F0101), which shows the first
//! place that uses it. An export that is not defined is an error too. Intrinsics, PNaCl's built-in
//! functions, and symbols that a later step defines are exempt.
//!
//! ```llvm
//! @used = internal global i32 1
//! @unused = internal global i32 2
//! define void @_start(i32 %info) {
//!   store i32 0, ptr @used
//!   ret void
//! dead:
//!   store i32 0, ptr @unused
//!   ret void
//! }
//! ; becomes
//! @used = internal global i32 1
//! define void @_start(i32 %info) {
//!   store i32 0, ptr @used
//!   ret void
//! }
//! ```

use crate::Options;
use crate::error::{Error, ErrorKind, Reporter, body_of, name_of};
use crate::file_role::ENTRY;
use crate::reach::{Mention, reached_from, remove_unreachable_blocks};
use crate::steps::linkage::is_defined;
use pinnacle_llvm::{ConstantId, ConstantKind, GlobalId, Module};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    remove_all_unreachable_blocks(module);
    if options.fragment {
        return;
    }
    let Some(entry) = module.find_global(ENTRY.as_bytes()) else {
        return;
    };
    let mut roots = vec![entry];
    for export in &options.exports {
        match module.find_global(export.as_bytes()) {
            Some(global) if is_defined(module, global) => roots.push(global),
            _ => reporter.fault(
                ErrorKind::Undefined.fault(format!("`{export}` is exported but not defined")),
            ),
        }
    }
    let reached = reached_from(module, &roots);
    report(module, reached.undefined, reporter);
    for (index, reached) in reached.globals.into_iter().enumerate() {
        if !reached {
            module.remove(GlobalId::at(index));
        }
    }
}

fn report(module: &Module, mut undefined: Vec<(GlobalId, Mention)>, reporter: &mut Reporter) {
    undefined.sort_by_key(|&(global, _)| global);
    for (global, at) in undefined {
        reporter.error(undefined_error(module, global, at));
    }
}

/// Removes the unreachable blocks of all functions. Functions with blocks whose addresses are taken
/// are skipped: an indirect branch may reach those blocks, and only the step `indirect-branches`
/// knows them.
fn remove_all_unreachable_blocks(module: &mut Module) {
    let mut has_addresses = vec![false; module.globals().len()];
    for index in 0..module.constants.len() {
        if let ConstantKind::BlockAddress { function, .. } =
            module.constants.get(ConstantId::at(index)).kind
        {
            has_addresses[function.index()] = true;
        }
    }
    for (index, has_addresses) in has_addresses.into_iter().enumerate() {
        if !has_addresses {
            remove_unreachable_blocks(module, GlobalId::at(index));
        }
    }
}

#[cold]
fn undefined_error(module: &Module, global: GlobalId, at: Mention) -> Error {
    let name = name_of(module, global);
    let kind = if module.as_function(global).is_some() {
        "function"
    } else {
        "variable"
    };
    let fault = |rest: &str| {
        let message = format!("the {kind} `{name}` is used but not defined{rest}");
        ErrorKind::Undefined.fault(message)
    };
    match at {
        Mention::Instruction(function, instruction) => match body_of(module, function) {
            Some(body) => Error::at(fault(""), module, function, body, instruction),
            None => Error::new(fault("")),
        },
        Mention::Initializer(variable) => {
            let variable = name_of(module, variable);
            Error::new(fault(&format!(": `{variable}` has its address")))
        }
        Mention::None => Error::new(fault("")),
    }
}
