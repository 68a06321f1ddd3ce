//! `pinnacle as`: assembles a file from its text.

use crate::bytecode::{self, AsFormat};
use crate::input::{self, Input, Refusing};
use crate::options::{Jobs, Target};
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::syntax;
use clap::Args;
use pinnacle_bytecode::write::WriteOptions;
use pinnacle_inspect::Kind;
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::text::records;
use pinnacle_pexe::verify::{self, verify};
use std::path::PathBuf;
use std::process::ExitCode;

/// Assemble a .pexe from PNaClAsm, or bytecode from LLVM 1.x assembly.
///
/// The text comes from `pinnacle dis` or is written by hand; `pinnacle docs pnaclasm` describes the
/// language. The result is verified. If there are errors, they are reported with their lines and
/// nothing is written.
///
/// LLVM 1.x assembly is recognised by its first words, or requested with --format; `pinnacle docs
/// llvm-assembly` describes it.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle as hello.pnasm -o hello.pexe
  pinnacle dis hello.pexe | pinnacle as - -o same.pexe
  pinnacle as --no-verify faults/align.pnasm -o wrong.pexe  a faulty file for tests
  pinnacle as --records broken.txt -o broken.pexe           a file without valid records
  pinnacle as old.ll -o old.bc                              LLVM 1.x
  pinnacle as --format v1 old.ll -o older.bc                in the format of LLVM 1.2
  pinnacle as --format v5 --compress old.ll -o packed.bc    compressed, as LLVM 1.8 did

Exit status:
  0  success
  1  the text has errors, or the program that it describes is invalid
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The text, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    target: Target,

    /// Write the file even if it is not a valid program.
    #[arg(long)]
    no_verify: bool,

    /// Accept bytes after the module.
    #[arg(long, conflicts_with_all = ["records", "format"])]
    allow_trailing_data: bool,

    /// Read the notation of records, which can express any file, and skip verification.
    #[arg(long)]
    records: bool,

    /// Read LLVM 1.x assembly and write bytecode in this format [default for LLVM 1.x assembly:
    /// v3].
    #[arg(long, value_name = "FORMAT", conflicts_with = "records")]
    format: Option<AsFormat>,

    /// Compress bytecode as the assemblers of LLVM 1.4 to 1.9 did by default: a file of more than
    /// 64 kB with bzip2; a shorter one is only marked as compressed.
    #[arg(long, requires = "format")]
    compress: bool,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    arguments.target.refuse_terminal("the result")?;
    let progress = Progress::start("assembling", 1);
    progress.file(&arguments.file.display().to_string());
    let input = input::read_as_it_is(&arguments.file)?;
    if arguments.records {
        if input.kind == Kind::Pexe {
            return Err(no_text(&input, "the notation of records"));
        }
        let result = records::assemble(&input.bytes);
        let bytes = result.map_err(|errors| syntax::failure(&input.name, &errors))?;
        arguments.target.write(&bytes, output)?;
        return Ok(ExitCode::SUCCESS);
    }
    let format = match (arguments.format, &input.kind) {
        (Some(format), _) => Some(format),
        (None, Kind::OldAssembly) => Some(AsFormat::V3),
        _ => None,
    };
    if let Some(format) = format {
        return assemble_old(&input, format, arguments, output);
    }
    let input = match input.kind {
        Kind::Pnaclasm | Kind::Empty | Kind::Unknown => input.assembled_whatever_it_is()?,
        // A typo before the first brace makes a text look like LLVM assembly.
        Kind::AssemblyText => input.assembled_whatever_it_is().map_err(|failure| {
            failure.hint("if it is LLVM assembly, use `pinnacle finalize` or LLVM's assembler")
        })?,
        _ => return Err(no_text(&input, "PNaClAsm text")),
    };
    if !arguments.no_verify {
        let options = verify::Options {
            jobs: arguments.jobs.threads,
            allow: Allow {
                trailing_data: arguments.allow_trailing_data,
                ..Allow::default()
            },
        };
        let report = verify(&input.bytes, &options);
        if !report.is_valid() {
            drop(progress);
            for error in &report.errors {
                output.error(input.describe(error));
            }
            output.hint("nothing was written; --no-verify writes the file as it is");
            return Ok(BAD_FILE.into());
        }
    }
    arguments.target.write(&input.bytes, output)?;
    Ok(ExitCode::SUCCESS)
}

/// Assembles LLVM 1.x assembly.
fn assemble_old(
    input: &Input,
    format: AsFormat,
    arguments: &Arguments,
    output: &Output,
) -> Result<ExitCode, Failure> {
    if matches!(input.kind, Kind::Pexe | Kind::Bytecode | Kind::Bitcode) {
        return Err(no_text(input, "LLVM 1.x assembly text"));
    }
    let options = WriteOptions {
        jobs: arguments.jobs.threads,
        compressed: arguments.compress,
        ..WriteOptions::new(format.into())
    };
    let assembled = bytecode::assemble(input, &options, !arguments.no_verify, output)?;
    let Some(bytes) = assembled else {
        return Ok(BAD_FILE.into());
    };
    arguments.target.write(&bytes, output)?;
    Ok(ExitCode::SUCCESS)
}

fn no_text(input: &Input, expected: &str) -> Failure {
    let disassembled = matches!(input.kind, Kind::Pexe | Kind::Bytecode);
    let hint = disassembled.then(|| "`pinnacle dis` converts it to text".into());
    input.refuse(expected, hint)
}
