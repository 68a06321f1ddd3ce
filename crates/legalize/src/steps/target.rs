//! Refuses modules that are not programs for PNaCl's machine.
//!
//! The sizes and alignments of C's types, the system's macros and the available libraries were
//! fixed when the source was compiled. A module for another machine cannot be adapted afterwards,
//! even if its text shows little of this. The module must be for `le32-unknown-nacl`, with 32-bit
//! pointers, little-endian, and everything aligned to its size up to eight bytes. A module without
//! a target is accepted.
//!
//! It must also be a whole program: it defines `_start`, which takes one address. Assembly outside
//! of functions is refused.
//!
//! ```llvm
//! target triple = "i386-pc-linux-gnu"     ; F0001
//! module asm ".globl f"                   ; F0201
//! !OutputFormat = !{!0}                   ; F0002 if it is "object" or "shared"
//! define i32 @_start() { ... }            ; F0003
//! ```

use crate::Options;
use crate::error::{ErrorKind, Fault, Reporter};
use crate::file_role::{ENTRY, FileKind, file_kind};
use pinnacle_llvm::{Module, Type};

/// Advice for a module that was compiled for another machine.
const ADVICE: &str = "compile its source again with `pinnacle cc` \
                      or with clang's `--target=le32-unknown-nacl`";

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    if let Err(fault) = check_machine(module) {
        reporter.fault(fault);
        return;
    }
    if !module.module_asm.is_empty() {
        let text = String::from_utf8_lossy(&module.module_asm);
        let first = text.lines().next().unwrap_or_default();
        let message = format!("the module has assembly outside of functions, `{first}`");
        reporter.fault(ErrorKind::Assembly.fault(message));
    }
    if !options.fragment
        && options.library.is_none()
        && let Err(fault) = check_entry(module)
    {
        reporter.fault(fault);
    }
}

fn check_machine(module: &Module) -> Result<(), Fault> {
    let triple = String::from_utf8_lossy(&module.target_triple);
    if !triple.is_empty() && !is_pnacl(&triple) {
        return Err(ErrorKind::WrongTarget.fault(format!(
            "the module is for {triple}, not for le32-unknown-nacl: {ADVICE}"
        )));
    }
    let layout = String::from_utf8_lossy(&module.data_layout);
    if layout.is_empty() {
        return Ok(());
    }
    check_layout(&layout).map_err(|found| {
        ErrorKind::WrongTarget.fault(format!(
            "the data layout is for another machine: it has {found}; PNaCl is little-endian \
                 with 32-bit pointers and aligns each number to its size: {ADVICE}"
        ))
    })
}

/// Returns true if a triple is PNaCl's, whatever vendor and environment it names.
fn is_pnacl(triple: &str) -> bool {
    let mut parts = triple.split('-');
    parts.next() == Some("le32")
        && parts
            .nth(1)
            .is_some_and(|system| system.starts_with("nacl"))
}

/// Checks a data layout. Missing parts have LLVM's defaults. These differ from PNaCl's layout in
/// the pointers and in the alignment of `i64`.
fn check_layout(layout: &str) -> Result<(), String> {
    let (mut pointers, mut wide) = (false, false);
    for part in layout.split('-') {
        let mut fields = part.split(':');
        let name = fields.next().unwrap_or_default();
        let numbers: Vec<Option<u32>> = fields.map(|field| field.parse().ok()).collect();
        let first = numbers.first().copied().flatten();
        let other = || format!("`{part}`");
        match name {
            "E" => return Err("big-endian byte order".into()),
            "p" | "p0" => {
                pointers = true;
                if first != Some(32) || numbers.get(1).is_some_and(|&align| align != Some(32)) {
                    return Err(other());
                }
            }
            "i64" => {
                wide = true;
                if first != Some(64) {
                    return Err(other());
                }
            }
            "i8" | "i16" | "i32" | "f32" | "f64" | "v64" if first != name[1..].parse().ok() => {
                return Err(other());
            }
            "v128" if !matches!(first, Some(32 | 128)) => return Err(other()),
            "a" if !matches!(first, Some(0 | 8 | 64)) => return Err(other()),
            _ => {}
        }
    }
    if !pointers {
        return Err("64-bit pointers".into());
    }
    if !wide {
        return Err("64-bit integers aligned to four bytes".into());
    }
    Ok(())
}

fn check_entry(module: &Module) -> Result<(), Fault> {
    let not_executable = |message: &str| Err(ErrorKind::NotExecutable.fault(message));
    match file_kind(module) {
        FileKind::Shared => {
            return not_executable(
                "the module is a shared library, but only whole programs can be finalised: link \
                 the program with static libraries",
            );
        }
        FileKind::Object => {
            return not_executable(
                "the module is an object, a part of a program without an entry point \
                 (`_start`): link it with start code and libraries first, as `pinnacle cc` does",
            );
        }
        FileKind::Executable => {}
    }
    let bad = |message: &str| Err(ErrorKind::BadEntry.fault(message));
    let Some(entry) = module.find_global(ENTRY.as_bytes()) else {
        return bad("the module is marked as an executable, but does not define `_start`");
    };
    let Some(function) = module.as_function(entry) else {
        return bad("`_start` is not a function");
    };
    if module.function(function).body.is_none() {
        return bad("`_start` is declared but not defined");
    }
    let Type::Function {
        result,
        parameters,
        variadic: false,
    } = module.types.get(module.global(entry).ty)
    else {
        return bad("`_start` has variable arguments, expected `void (i32)`");
    };
    let fits = matches!(module.types.get(result), Type::Void)
        && match *module.types.list(parameters) {
            [one] => matches!(module.types.get(one), Type::Integer(32) | Type::Pointer(0)),
            _ => false,
        };
    if fits {
        Ok(())
    } else {
        bad("`_start` must have type `void (i32)`: it takes the address of the start-up data")
    }
}
