//! Source lines and variables of programs.
//!
//! A `.pexe` has no information about its source. The compiler's source information is kept in a
//! file next to the program, `hello.debug`: an ELF file without code, with symbols and DWARF 5, in
//! the form that other debuggers and tools read. `docs/debugging.md` describes it.
//!
//! Every instruction of a program has an [address](Addresses). [`write()`] makes the file from a
//! [`SourceInfo`], which comes from the legaliser, and [`Symbols`] looks addresses up in it.
//! [`Symbols::wasm_sections`] makes the DWARF of a WebAssembly module from the file.
//!
//! A debug file may be damaged or made to harm. Reading one gives fewer answers then, or an
//! error, and nothing else.

#![forbid(unsafe_code)]

mod addresses;
mod coverage;
mod fingerprint;
mod info;
mod lines;
mod location;
mod profile;
mod read;
mod scopes;
mod source_map;
#[cfg(test)]
mod tests;
pub mod values;
mod variables;
mod wasm;
mod write;

pub use addresses::{Addresses, CODE_BASE, Target};
pub use coverage::Coverage;
pub use fingerprint::{Fingerprint, fingerprint};
pub use info::{FunctionInfo, Place, Scope, SourceFile, SourceInfo};
pub use lines::{LinePlace, LineTable};
pub use location::{Location, VariablePlace};
pub use profile::{HeapProfile, HeapSums, MAX_HEAP_CALLS, Profile};
pub use read::{Error, Frame, MAX_SIZE, Symbols, demangle};
pub use scopes::{SourcePart, SourceType, TypeId, TypeKind, Variable, Variables};
pub use source_map::write_source_map;
pub use variables::{FrameSlot, Home, TypeInfo, TypePart, ValueRange, VariableInfo};
pub use wasm::{WasmFrame, WasmFunction};
pub use write::write;

use std::path::{Path, PathBuf};

/// The place of a program's debug file: next to it, with `.debug` for `.pexe`, or after a name with
/// another ending.
#[must_use]
pub fn path_beside(program: &Path) -> PathBuf {
    match program.extension().is_some_and(|it| it == "pexe") {
        true => program.with_extension("debug"),
        false => {
            let mut name = program.as_os_str().to_owned();
            name.push(".debug");
            name.into()
        }
    }
}

#[cfg(test)]
mod path_tests {
    use super::*;

    #[test]
    fn a_debug_file_is_beside_its_program() {
        let beside = |program: &str| path_beside(Path::new(program));
        assert_eq!(beside("out/hello.pexe"), Path::new("out/hello.debug"));
        assert_eq!(beside("a.out"), Path::new("a.out.debug"));
    }
}
