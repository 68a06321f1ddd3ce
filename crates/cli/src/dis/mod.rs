//! `pinnacle dis`: prints a file as text.

mod module;
mod with_source;

use crate::bitcode;
use crate::bytecode::{self, AsFormat};
use crate::debug_file::DebugOption;
use crate::functions;
use crate::input::{Input, Refusing};
use crate::load::{Loaded, decode_input};
use crate::options::{Jobs, Target, Unpacking};
use crate::output::{BAD_FILE, Failure, Output};
use crate::page::Followed;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use pinnacle_inspect::Kind;
use pinnacle_inspect::disassembly;
use pinnacle_inspect::report::{LISTING, Palette};
use pinnacle_llvm::{dialect_of, dialects};
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::text::elements;
use pinnacle_pexe::text::print::{self, Form};
use pinnacle_pexe::text::records;
use pinnacle_pexe::verify;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print a program as PNaClAsm text.
///
/// Prints assembly, which `pinnacle as` turns back into the same file. --listing prints three
/// columns: the position of each record in bytes and bits, the record with its abbreviation, and
/// its assembly.
///
/// A file with errors is printed too, with each error as a comment below its record.
///
/// LLVM bitcode and assembly are printed as assembly of today's LLVM, or with --as-of in the style
/// of a release up to 14. LLVM 1.x bytecode is printed in the style of the release that wrote it;
/// its listing shows the layout of the file.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle dis hello.pexe
  pinnacle dis --listing hello.pexe | less
  pinnacle dis --listing=records hello.pexe
  pinnacle dis --listing=elements hello.pexe     as pnacl-bcanalyzer printed it
  pinnacle dis hello.pexe -o hello.pnasm
  pinnacle dis --records faults/broken.pexe
  pinnacle dis --source crash.pexe               with source lines, after `pinnacle cc -g`
  pinnacle dis old.bc -o old.ll                  LLVM 1.x bytecode
  pinnacle dis --listing old.bc                  the layout of the file
  pinnacle dis --function @f1 hello.pexe         one function
  pinnacle dis hello.o                           LLVM bitcode
  pinnacle dis --function main hello.o           one function
  pinnacle dis --as-of 2.9 old.ll                as LLVM 2.9 printed it
  pinnacle dis --json hello.pexe | jq -r '.function.blocks[]?.instructions[].opcode'

`pinnacle docs dis/1` shows the schema of a program's JSON, `pinnacle docs dis-llvm/1` that of a
module of LLVM; `pinnacle docs json` explains both.

`pinnacle dis --listing --allow-no-entry-point` is also called `pinnacle pnacl-bcdis`, and runs if
this command is called pnacl-bcdis.

Exit status:
  0  the file was printed and is valid
  1  the file is not valid; its readable part was printed
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print a listing with all three columns, or only positions and records; or print an element
    /// for each record, as PNaCl's pnacl-bcanalyzer did, with or without abbreviations.
    #[arg(long, value_name = "COLUMNS", num_args = 0..=1, require_equals = true,
          default_missing_value = "all", overrides_with = "listing")]
    listing: Option<Columns>,

    /// Start a new line after this many operands of an element [default: never].
    #[arg(long, value_name = "N", requires = "listing")]
    operands_per_line: Option<usize>,

    /// Print the notation of records, which can express any file bit for bit.
    #[arg(long, conflicts_with = "listing")]
    records: bool,

    /// Print only this function, given by number (@f12) or name; can be repeated. An invalid
    /// program has only numbers, an LLVM module only names.
    #[arg(long, value_name = "FUNCTION", conflicts_with = "records")]
    function: Vec<String>,

    /// Write lines of JSON: one for the module, then one for each global and function. An LLVM
    /// module is written in the assembly of today's LLVM.
    #[arg(long, conflicts_with_all = ["listing", "records", "source", "style", "as_of", "keep_order"])]
    json: bool,

    /// Print functions with their source lines, from the debug file next to the program.
    #[arg(long, conflicts_with_all = ["listing", "records"])]
    source: bool,

    #[command(flatten)]
    debug: DebugOption,

    /// Print LLVM 1.x assembly in the style of this format's release [default: the file's own
    /// format].
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["listing", "records"])]
    style: Option<AsFormat>,

    /// Print LLVM bitcode or assembly (.ll) of 2.0 to 14 as this release's disassembler did, with
    /// its pointer types, instructions that were removed later, layout and comments. Assembly is
    /// read by the rules of that release. Releases: 2.0 to 3.9, 4 to 14.
    #[arg(long, value_name = "RELEASE", value_parser = dialects_parser(), hide_possible_values = true,
          conflicts_with_all = ["listing", "records", "function", "source", "style", "keep_order"])]
    as_of: Option<String>,

    /// Print the order of types and names in LLVM 1.x bytecode as comments at the end, so that
    /// `pinnacle as` makes the same file again.
    #[arg(long, conflicts_with_all = ["listing", "records"])]
    keep_order: bool,

    /// Accept a program without an entry point, such as one that `pinnacle freeze` made.
    #[arg(long)]
    allow_no_entry_point: bool,

    /// Accept value symbol tables inside functions.
    #[arg(long)]
    allow_local_symbol_tables: bool,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    jobs: Jobs,
}

/// The columns of a listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Columns {
    /// Positions, records and assembly.
    All,
    /// Positions and records.
    Records,
    /// Elements, without abbreviations.
    Elements,
    /// Elements, abbreviations and sizes of blocks.
    Details,
}

impl Columns {
    /// Returns true if an element is printed for each record.
    fn are_elements(self) -> bool {
        matches!(self, Columns::Elements | Columns::Details)
    }
}

/// Parses the releases that `--as-of` accepts.
fn dialects_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(dialects())
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let limit = arguments.unpacking.limit();
    let loaded = match Followed::read(limit, &arguments.file)? {
        Followed::Programs(programs) if !arguments.records => {
            let note = programs.note();
            let program = programs.only("dis")?;
            output.note(note);
            Loaded::read(limit, &program)?
        }
        Followed::Container(container) if !arguments.records => {
            Loaded::read(limit, &container.only("dis")?)?
        }
        // The notation of records can show any file.
        Followed::Programs(_) | Followed::Container(_) => Loaded::read(limit, &arguments.file)?,
        Followed::File(loaded) => loaded,
    };
    if let Some(dialect) = arguments.as_of.as_deref().and_then(dialect_of) {
        return match loaded {
            Loaded::Bitcode(input) => {
                bitcode::print_as_of(&input, dialect, &arguments.target, output)
            }
            Loaded::Other(input) if input.kind == Kind::AssemblyText => {
                bitcode::print_as_of(&input, dialect, &arguments.target, output)
            }
            _ => Err(Failure::new(format!(
                "{} is not LLVM bitcode or assembly, which --as-of needs",
                arguments.file.display()
            ))),
        };
    }
    match loaded {
        Loaded::Bytecode(input) | Loaded::Bitcode(input) | Loaded::Other(input)
            if arguments.json && bitcode::is_module(&input.kind) =>
        {
            let target = &arguments.target;
            module::write_json(&input, &arguments.function, target, output)
        }
        Loaded::Bytecode(input) if !arguments.function.is_empty() => {
            let failure = format!("--function does not print LLVM 1.x, as in {}", input.name);
            Err(Failure::new(failure)
                .hint("convert it with `pinnacle upgrade` first, then print the result"))
        }
        Loaded::Bitcode(input) | Loaded::Other(input)
            if !arguments.function.is_empty()
                && matches!(input.kind, Kind::Bitcode | Kind::AssemblyText) =>
        {
            refuse_old_options(&input, arguments)?;
            let target = &arguments.target;
            module::print_functions(&input, &arguments.function, target, output)
        }
        Loaded::Bytecode(input) => bytecode::print(&input, &old_form(arguments)?, output),
        Loaded::Bitcode(input) if !arguments.records && arguments.listing.is_none() => {
            refuse_old_options(&input, arguments)?;
            bitcode::print(&input, &arguments.target, output)
        }
        Loaded::Pnaclasm(text) => print_program(&text.assembled()?, arguments, output),
        Loaded::Other(input) if input.kind == Kind::AssemblyText && !arguments.records => {
            refuse_old_options(&input, arguments)?;
            bitcode::print(&input, &arguments.target, output)
        }
        Loaded::Other(input) if !arguments.records => {
            refuse_old_options(&input, arguments)?;
            Ok(refuse_other(&input, output))
        }
        Loaded::Pexe(input) | Loaded::Bitcode(input) | Loaded::Other(input) => {
            print_program(&input, arguments, output)
        }
    }
}

/// Reports a file of a kind that cannot be printed.
fn refuse_other(input: &Input, output: &Output) -> ExitCode {
    let report = verify::verify(&input.bytes, &verify::Options::default());
    status(input, &report.errors, output);
    BAD_FILE.into()
}

/// Refuses options that only LLVM 1.x files support, for other files.
fn refuse_old_options(input: &Input, arguments: &Arguments) -> Result<(), Failure> {
    let option = match (arguments.style, arguments.keep_order) {
        (None, false) => None,
        (Some(_), _) => Some("--style"),
        (None, true) => Some("--keep-order"),
    };
    match option {
        None => Ok(()),
        Some(option) => Err(Failure::new(format!(
            "{} is not an LLVM 1.x file, which {option} needs",
            input.name
        ))),
    }
}

/// Refuses options that do not fit the columns of the listing.
fn refuse_options_of_elements(arguments: &Arguments) -> Result<(), Failure> {
    let elements = arguments.listing.is_some_and(Columns::are_elements);
    if arguments.operands_per_line.is_some() && !elements {
        return Err(Failure::new(
            "--operands-per-line is for --listing=elements and --listing=details",
        ));
    }
    if elements && !arguments.function.is_empty() {
        return Err(Failure::new("--function does not select elements")
            .hint("--listing=records prints the records of one function"));
    }
    Ok(())
}

/// Prints a program, or the readable part of an invalid one.
fn print_program(
    input: &Input,
    arguments: &Arguments,
    output: &Output,
) -> Result<ExitCode, Failure> {
    refuse_old_options(input, arguments)?;
    refuse_options_of_elements(arguments)?;
    let target = &arguments.target;
    if arguments.source {
        return print_with_source(input, arguments, output);
    }
    if arguments.records {
        // Printing does not show whether the file is valid.
        target.write_with(output, |mut out| records::print(&input.bytes, &mut out))?;
        return Ok(ExitCode::SUCCESS);
    }
    let verify_options = verify::Options {
        jobs: arguments.jobs.threads,
        allow: Allow {
            local_symbol_tables: arguments.allow_local_symbol_tables,
            no_entry_point: arguments.allow_no_entry_point,
            ..Allow::default()
        },
    };
    let errors = verify::verify(&input.bytes, &verify_options).errors;
    let wanted = functions::numbers(&input.bytes, &input.name, &arguments.function)?;
    if arguments.json {
        let options = disassembly::Options {
            name: &input.name,
            functions: &wanted,
            jobs: arguments.jobs.threads,
        };
        target.write_with(output, |mut out| {
            disassembly::write(&input.bytes, &errors, &options, &mut out)
        })?;
        return Ok(status(input, &errors, output));
    }
    if let Some(columns) = arguments.listing.filter(|columns| columns.are_elements()) {
        let options = elements::Options {
            details: columns == Columns::Details,
            operands_per_line: arguments.operands_per_line.unwrap_or(0),
        };
        target.write_with(output, |mut out| {
            elements::print(&input.bytes, &options, &mut out)
        })?;
        return Ok(status(input, &errors, output));
    }
    let options = print::Options {
        form: match arguments.listing {
            Some(Columns::All) => Form::Listing,
            Some(Columns::Records) => Form::Records,
            _ => Form::Assembly,
        },
        jobs: arguments.jobs.threads,
        colours: match output.palette() {
            Palette::Coloured if target.file().is_none() => Some(LISTING),
            _ => None,
        },
    };
    if wanted.is_empty() {
        target.write_with(output, |mut out| {
            print::print(&input.bytes, &errors, &options, &mut out)
        })?;
    } else {
        target.write_with(output, |mut out| {
            print::print_functions(&input.bytes, &errors, &options, &wanted, &mut out)
        })?;
    }
    Ok(status(input, &errors, output))
}

/// Reports the first error of a file that was printed; returns the exit status.
fn status(input: &Input, errors: &[pinnacle_pexe::Error], output: &Output) -> ExitCode {
    let Some(first) = errors.first() else {
        return ExitCode::SUCCESS;
    };
    output.error(format_args!("{}: {first}", input.name));
    if let Some(hint) = input.hint_for(first) {
        output.hint(hint);
    }
    BAD_FILE.into()
}

/// Prints the code of a program with its source.
fn print_with_source(
    input: &Input,
    arguments: &Arguments,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let debug = arguments.debug.beside(&arguments.file)?;
    let Some(program) = decode_input(input, arguments.jobs.threads, output) else {
        return Ok(BAD_FILE.into());
    };
    let Some(source) = debug.read(&program, output) else {
        let name = &input.name;
        return Err(Failure::new(format!("{name} has no debug file"))
            .hint("`pinnacle cc -g` writes one beside the program; --debug-file names another"));
    };
    let wanted = functions::numbers(&input.bytes, &input.name, &arguments.function)?;
    let target = &arguments.target;
    target.write_with(output, |mut out| {
        with_source::print(&program, &source, &wanted, &mut out)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the options for printing a file of LLVM 1.x.
fn old_form(arguments: &Arguments) -> Result<bytecode::Form<'_>, Failure> {
    let records = arguments
        .listing
        .is_some_and(|columns| columns != Columns::All);
    if arguments.records || records {
        return Err(
            Failure::new("LLVM 1.x bytecode has no records").hint("--listing shows its layout")
        );
    }
    Ok(bytecode::Form {
        listing: arguments.listing.is_some(),
        style: arguments.style.map(Into::into),
        keep_order: arguments.keep_order,
        jobs: arguments.jobs.threads,
        target: &arguments.target,
    })
}
