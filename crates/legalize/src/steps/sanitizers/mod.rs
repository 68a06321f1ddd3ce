//! Adds the data that sanitizer runtimes read: the calls in progress, and a list of variables.
//!
//! Engines do not let a program see its own stack. A program that declares `__sanitizer_frame`
//! therefore keeps a list of its calls in memory, which works with every engine. Each function
//! with source lines has a frame: the frame of its caller, and a description of the call that it
//! makes. Functions without source lines, such as those of the C library, have none.
//!
//! ```llvm
//! @__sanitizer_frame = external thread_local global ptr
//! define void @f() {
//!   call void @g(), !dbg !7
//!   ret void
//! }
//! ; becomes
//! @__sanitizer_frame = internal thread_local global ptr null
//! @call_site = internal constant %site { ptr @name, ptr @file, i32 12, i32 3, ptr null }
//! define void @f() {
//!   %frame = alloca { ptr, ptr }
//!   %caller = load ptr, ptr @__sanitizer_frame
//!   store ptr %caller, ptr %frame
//!   %site = getelementptr i8, ptr %frame, i32 4
//!   store ptr @call_site, ptr %site
//!   store ptr %frame, ptr @__sanitizer_frame
//!   call void @g(), !dbg !7
//!   store ptr %caller, ptr @__sanitizer_frame
//!   ret void
//! }
//! ```
//!
//! A call site is the name of the function, the name of the file, line, column, and the site that
//! the code was inlined into or null. The frame is made current before every call, so it is also
//! right after a jump out of functions that were called.
//!
//! A search for leaks needs the variables of the program. If they are declared,
//! `__sanitizer_variables` becomes an array with the address and the size of each variable that
//! can be written, and `__sanitizer_variable_count` its length. Thread-local variables are not
//! listed.

mod frames;
mod variables;

use crate::Options;
use crate::constants::is_declared_variable;
use crate::error::{Fault, Reporter};
use pinnacle_llvm::{ConstantId, GlobalId, GlobalKind, Linkage, Module};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    frames::run(module, reporter);
    if let Err(fault) = variables::run(module) {
        reporter.fault(fault);
    }
}

/// Returns the variable of this name, if the module declares but does not define it.
fn declared(module: &Module, name: &[u8]) -> Option<GlobalId> {
    let found = module.find_global(name);
    found.filter(|&id| is_declared_variable(module, id))
}

/// Sets the type and value of a variable.
fn define(module: &mut Module, id: GlobalId, value: ConstantId) {
    let ty = module.constants.get(value).ty;
    let global = module.global_mut(id);
    global.ty = ty;
    global.linkage = Linkage::Internal;
    if let GlobalKind::Variable { initializer, .. } = &mut global.kind {
        *initializer = Some(value);
    }
}

/// The error for an array with too many elements.
#[cold]
fn too_large(what: &str) -> Fault {
    crate::ErrorKind::TooLarge.fault(format!("there are too many {what} for a list of them"))
}
