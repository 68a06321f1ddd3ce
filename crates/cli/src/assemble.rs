//! `pinnacle as`: makes a file from its text.

use crate::bytecode::{self, AsFormat};
use crate::input::{self, Input};
use crate::kind::Kind;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::whole_file;
use clap::Args;
use pinnacle_pexe::text::records;
use pinnacle_pexe::verify::{self, verify};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Make a .pexe from PNaClAsm, or bytecode from LLVM 1.x assembly.
///
/// The text is what `pinnacle dis` prints, or written by hand; docs/pnaclasm.md
/// describes the language. What is made is verified, and errors are reported
/// with their lines; then nothing is written.
///
/// Assembly of LLVM 1.x is recognised by its first words, or told by --format;
/// docs/llvm-assembly.md describes it.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle as hello.pnasm -o hello.pexe
  pinnacle dis hello.pexe | pinnacle as - -o same.pexe
  pinnacle as --no-verify wrong.pnasm -o wrong.pexe    a file to test others with
  pinnacle as --records broken.txt -o broken.pexe      one that is not even made of records
  pinnacle as old.ll -o old.bc                         LLVM 1.x
  pinnacle as --format v0 old.ll -o older.bc           as LLVM 1.1 wrote it

Exit status:
  0  success
  1  the text, or the program that it describes, is wrong
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The text, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Where to write the program [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the file even if it is no valid program.
    #[arg(long)]
    no_verify: bool,

    /// Read the notation of records, in which any file can be written, and do
    /// not verify.
    #[arg(long)]
    records: bool,

    /// The text is LLVM 1.x assembly, and this is the format of bytecode to
    /// write [default for such text: v3].
    #[arg(long, value_name = "FORMAT", conflicts_with = "records")]
    format: Option<AsFormat>,

    /// How many threads verify; 0 for one on each processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    if arguments.output.is_none() && io::stdout().is_terminal() {
        return Err(
            Failure::new("standard output is a terminal, and what is made is not text")
                .hint("give the name of a file with -o FILE, or redirect the output"),
        );
    }
    let progress = Progress::start("assembling", 1);
    progress.file(&arguments.file.display().to_string());
    let input = input::read_as_it_is(&arguments.file)?;
    let kind = Kind::of(&input.bytes);
    if arguments.records {
        if kind == Kind::Pexe {
            return Err(no_text(&input.name, &kind, "the notation of records"));
        }
        let result = records::assemble(&input.bytes);
        let bytes = result.map_err(|errors| Failure::in_text(&input.name, &errors))?;
        return write(arguments, &bytes, output);
    }
    let format = match (arguments.format, &kind) {
        (Some(format), _) => Some(format),
        (None, Kind::OldAssembly) => Some(AsFormat::V3),
        _ => None,
    };
    if let Some(format) = format {
        return assemble_old(&input, &kind, format, arguments, output);
    }
    let input = match kind {
        Kind::Pnaclasm | Kind::Empty | Kind::Unknown => input.assembled_whatever_it_is()?,
        // A slip before the first brace makes it look like that.
        Kind::AssemblyText => input.assembled_whatever_it_is().map_err(|failure| {
            failure.hint("if it is assembly text of LLVM, that cannot be read")
        })?,
        _ => return Err(no_text(&input.name, &kind, "PNaClAsm text")),
    };
    if !arguments.no_verify {
        let options = verify::Options {
            jobs: arguments.jobs,
            ..verify::Options::default()
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
    write(arguments, &input.bytes, output)
}

/// Assembles LLVM 1.x assembly.
fn assemble_old(
    input: &Input,
    kind: &Kind,
    format: AsFormat,
    arguments: &Arguments,
    output: &Output,
) -> Result<ExitCode, Failure> {
    if matches!(kind, Kind::Pexe | Kind::Bytecode | Kind::Bitcode) {
        return Err(no_text(&input.name, kind, "LLVM 1.x assembly text"));
    }
    let (format, checked) = (format.into(), !arguments.no_verify);
    match bytecode::assemble(input, format, checked, arguments.jobs, output)? {
        Some(bytes) => write(arguments, &bytes, output),
        None => Ok(BAD_FILE.into()),
    }
}

fn no_text(name: &str, kind: &Kind, expected: &str) -> Failure {
    let what = kind.description();
    let failure = Failure::new(format!("{name} is {what}, expected {expected}"));
    match kind {
        Kind::Pexe | Kind::Bytecode => failure.hint("`pinnacle dis` makes text of it"),
        _ => failure,
    }
}

fn write(arguments: &Arguments, bytes: &[u8], output: &Output) -> Result<ExitCode, Failure> {
    match &arguments.output {
        Some(path) => whole_file::write(path, bytes)?,
        None => {
            let mut out = output.stdout();
            out.write_all(bytes)?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
