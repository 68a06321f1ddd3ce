//! Assembles LLVM 1.x assembly to bytecode.

use super::failure;
use crate::input::Input;
use crate::output::{BAD_FILE, Failure, Output};
use clap::ValueEnum;
use pinnacle_bytecode::Format;
use pinnacle_bytecode::text::parse_for;
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_inspect::Findings;
use pinnacle_inspect::bytecode::Wrong;
use pinnacle_inspect::findings::check_module;
use pinnacle_inspect::report::Report;

/// The formats that can be requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AsFormat {
    /// LLVM 1.0: format 0 with a block for each basic block.
    #[value(name = "v0-llvm1.0")]
    V0Blocks,
    /// LLVM 1.1: format 0.
    V0,
    /// LLVM 1.2.
    V1,
    /// Before LLVM 1.3; no release wrote it.
    V2,
    /// LLVM 1.3.
    V3,
    /// Before LLVM 1.4; no release wrote it.
    V4,
    /// LLVM 1.4: format 5.
    #[value(name = "v5-llvm1.4")]
    V5Llvm14,
    /// LLVM 1.5: format 5 with calling conventions.
    #[value(name = "v5-llvm1.5")]
    V5Llvm15,
    /// LLVM 1.6: format 5 with alignments.
    #[value(name = "v5-llvm1.6")]
    V5Llvm16,
    /// LLVM 1.7: format 5 with sections.
    #[value(name = "v5-llvm1.7")]
    V5Llvm17,
    /// LLVM 1.8: format 5, as 1.7.
    #[value(name = "v5", alias = "v5-llvm1.8")]
    V5,
    /// LLVM 1.9.
    V6,
}

impl From<AsFormat> for Format {
    fn from(format: AsFormat) -> Format {
        match format {
            AsFormat::V0Blocks => Format::Llvm10,
            AsFormat::V0 => Format::Llvm11,
            AsFormat::V1 => Format::Llvm12,
            AsFormat::V2 => Format::Llvm13Pre,
            AsFormat::V3 => Format::Llvm13,
            AsFormat::V4 => Format::Llvm14Pre,
            AsFormat::V5Llvm14 => Format::Llvm14,
            AsFormat::V5Llvm15 => Format::Llvm15,
            AsFormat::V5Llvm16 => Format::Llvm16,
            AsFormat::V5Llvm17 => Format::Llvm17,
            AsFormat::V5 => Format::Llvm18,
            AsFormat::V6 => Format::Llvm19,
        }
    }
}

/// Assembles a text. Returns `None` after reporting the errors if it does not describe a valid
/// module.
pub(crate) fn assemble(
    input: &Input,
    options: &WriteOptions,
    checked: bool,
    output: &Output,
) -> Result<Option<Vec<u8>>, Failure> {
    let parsed = parse_for(&input.bytes, options.format);
    let module = parsed.map_err(|errors| failure(&Wrong::Text(errors), &input.name))?;
    if checked {
        let mut findings = Findings::of(input);
        check_module(&module, options.jobs, &mut findings);
        if !findings.is_good() {
            for finding in &findings.list {
                output.error(format_args!("{}: {}", finding.place, finding.message));
            }
            output.hint("nothing was written; --no-verify writes the file as it is");
            return Ok(None);
        }
    }
    let written = write(&module, options);
    let bytes = written.map_err(|error| {
        Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
    })?;
    Ok(Some(bytes))
}
