//! Bytecode from LLVM 1.x assembly.

use super::failure;
use crate::input::Input;
use crate::output::{BAD_FILE, Failure, Output};
use crate::report::Report;
use clap::ValueEnum;
use pinnacle_bytecode::Format;
use pinnacle_bytecode::text::parse_for;
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_inspect::Findings;
use pinnacle_inspect::bytecode::Wrong;
use pinnacle_inspect::findings::check_module;

/// The formats that can be asked for.
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
}

impl From<AsFormat> for Format {
    fn from(format: AsFormat) -> Format {
        match format {
            AsFormat::V0Blocks => Format::Llvm10,
            AsFormat::V0 => Format::Llvm11,
            AsFormat::V1 => Format::Llvm12,
            AsFormat::V2 => Format::Llvm13Pre,
            AsFormat::V3 => Format::Llvm13,
        }
    }
}

/// Assembles a text; gives nothing after telling why if what it describes is
/// wrong.
pub(crate) fn assemble(
    input: &Input,
    format: Format,
    checked: bool,
    jobs: usize,
    output: &Output,
) -> Result<Option<Vec<u8>>, Failure> {
    let parsed = parse_for(&input.bytes, format);
    let module = parsed.map_err(|errors| failure(&Wrong::Text(errors), &input.name))?;
    if checked {
        let mut findings = Findings::of(input);
        check_module(&module, jobs, &mut findings);
        if !findings.is_good() {
            for finding in &findings.list {
                output.error(format_args!("{}: {}", finding.place, finding.message));
            }
            output.hint("nothing was written; --no-verify writes the file as it is");
            return Ok(None);
        }
    }
    let options = WriteOptions {
        jobs,
        ..WriteOptions::new(format)
    };
    let written = write(&module, &options);
    let bytes = written.map_err(|error| {
        Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
    })?;
    Ok(Some(bytes))
}
