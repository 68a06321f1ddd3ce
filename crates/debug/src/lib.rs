//! Writes and reads debug files: source lines and variables of programs.
//!
//! A `.pexe` has no information about its source. The source information of the compiler is in a
//! separate file, such as `hello.debug`. It is an ELF file without code, with symbols and DWARF 5,
//! so other debuggers and tools can read it. `docs/debugging.md` describes it.
//!
//! Every instruction of a program has an [address](Addresses). [`write()`] makes the file from a
//! [`SourceInfo`], which the legaliser collects, and [`Symbols`] looks up addresses in it.
//! [`Symbols::wasm_sections`] converts the file to DWARF for a WebAssembly module.
//!
//! A debug file may be damaged or malicious. Reading it then returns less information or an error,
//! and has no other effect.

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

/// Returns the path of a program's debug file in the same folder. The extension `.pexe` is replaced
/// by `.debug`; to other names `.debug` is appended.
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
