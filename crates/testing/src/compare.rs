//! Programs side by side.

use anyhow::{Result, ensure};
use pinnacle_pexe::decode::Program;

/// Compares two programs in everything but the places in their files.
///
/// # Errors
///
/// If they differ; says in what.
pub fn same_program(a: &Program, b: &Program) -> Result<()> {
    ensure!(a.header == b.header, "the header differs");
    ensure!(a.module == b.module, "the module differs");
    ensure!(a.functions.len() == b.functions.len(), "bodies are missing");
    for (a, b) in a.functions.iter().zip(&b.functions) {
        let same = a.id == b.id
            && a.first_local == b.first_local
            && a.function_count == b.function_count
            && a.param_count == b.param_count
            && a.constants == b.constants
            && a.local_types == b.local_types
            && a.insts == b.insts
            && a.blocks == b.blocks
            && a.pool == b.pool;
        ensure!(same, "{} differs", a.id);
    }
    Ok(())
}
