//! Links a module that defines `main` but no entry point with the C library.

use crate::bitcode::{self, is_module};
use crate::input::Input;
use crate::output::{BAD_FILE, Failure};
use pinnacle_driver::Environment;
use pinnacle_driver::object::{has_main, link_with_libc};
use pinnacle_inspect::Kind;
use pinnacle_llvm::bitcode::identify;

/// Returns the program made from a module that defines `main` and no entry point, or `None` for any
/// other file.
pub(super) fn linked(input: &Input) -> Result<Option<Vec<u8>>, Failure> {
    if !is_module(&input.kind) || input.kind == Kind::Bitcode && !may_be_object(&input.bytes) {
        return Ok(None);
    }
    let module = bitcode::module_of(input)?;
    if !has_main(&module) {
        return Ok(None);
    }
    let environment = Environment::of_process("pinnacle run");
    let program = link_with_libc(module, &input.name, &environment)
        .map_err(|error| Failure::of_toolchain(&error, BAD_FILE))?;
    Ok(Some(program))
}

/// Returns true if the summary of bitcode lists `main` and no entry point.
fn may_be_object(bytes: &[u8]) -> bool {
    let has = |name: &str| {
        identify(bytes).is_ok_and(|summary| {
            (summary.symbols.iter()).any(|symbol| symbol.name == name.as_bytes())
        })
    };
    has("main") && !has("_start")
}
