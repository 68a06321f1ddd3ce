//! Compares two programs.

use anyhow::{Result, ensure};
use pinnacle_pexe::decode::Program;

/// Compares two programs, except for their positions in files.
///
/// # Errors
///
/// Fails with a description of the first difference.
pub fn same_program(a: &Program, b: &Program) -> Result<()> {
    ensure!(a.header() == b.header(), "the header differs");
    ensure!(a.module() == b.module(), "the module differs");
    ensure!(
        a.functions().len() == b.functions().len(),
        "bodies are missing"
    );
    for (a, b) in a.functions().iter().zip(b.functions()) {
        ensure!(a.is_same_code(b), "{} differs", a.id());
    }
    Ok(())
}
