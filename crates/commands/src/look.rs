//! The commands that look at a file: `info`, `verify`, `dis` and `stats`.

use crate::outcome::{BAD_FILE, GOOD, MessageKind, Outcome};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::dump::dump;
use pinnacle_bytecode::text::{PrintOptions, print as print_bytecode};
use pinnacle_inspect::bytecode::{format_of, module_of};
use pinnacle_inspect::findings::{self, Findings};
use pinnacle_inspect::report::{LISTING, Palette, Report};
use pinnacle_inspect::stats::{self, BytecodeCounts, Counted, ProgramCounts, Sums};
use pinnacle_inspect::{Input, Kind, info as inspect, llvm};
use pinnacle_pexe::text::{print, records};
use pinnacle_pexe::verify;
use std::io;

/// One thread, the caller's.
pub(crate) const JOBS: usize = 1;

/// More text than this is not made of a module of LLVM, which can describe any amount.
const MAX_TEXT: usize = 1 << 30;

/// Returns what a file is and what it needs.
pub fn info(input: Input, palette: Palette) -> Outcome {
    match assembled(input) {
        Ok(input) => reported(&inspect::info(&input, JOBS), palette),
        Err(outcome) => *outcome,
    }
}

/// Returns all errors of a file.
pub fn verify(input: Input, options: &verify::Options, palette: Palette) -> Outcome {
    if input.kind != Kind::Pnaclasm {
        return reported(&findings::check(&input, options, true), palette);
    }
    let name = input.name.clone();
    let mut findings = Findings::of(&input);
    match input.try_assemble() {
        Ok(input) => reported(&findings::check(&input, options, true), palette),
        Err(errors) => {
            findings.add_syntax_errors(&errors);
            Outcome::bad_text(&name, &errors).with_document(findings.document())
        }
    }
}

/// The form in which a file is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Assembly alone.
    #[default]
    Assembly,
    /// Positions, records and assembly in columns; of LLVM 1.x, what is where.
    Listing,
    /// Positions and records in columns.
    ListedRecords,
    /// The notation of records, in which any file can be written.
    Records,
}

/// The options of [`disassemble`].
#[derive(Clone, Copy, Debug)]
pub struct PrintingOptions {
    /// The form of the text.
    pub form: Form,
    /// The release of LLVM 1.x whose style assembly has; `None` for that of the file.
    pub style: Option<Format>,
    /// Says the order of types and names of LLVM 1.x in comments.
    pub keep_order: bool,
    /// The colours.
    pub palette: Palette,
}

/// Prints a file as text.
pub fn disassemble(input: Input, options: &PrintingOptions) -> Outcome {
    let is_old = matches!(input.kind, Kind::Bytecode | Kind::OldAssembly);
    if is_old {
        return disassemble_bytecode(&input, options);
    }
    let old_option = match (options.style, options.keep_order) {
        (Some(_), _) => Some("--style"),
        (None, true) => Some("--keep-order"),
        (None, false) => None,
    };
    let input = match assembled(input) {
        Ok(input) => input,
        Err(outcome) => return *outcome,
    };
    if let Some(option) = old_option {
        let name = &input.name;
        return Outcome::refused(format!(
            "{name} is not an LLVM 1.x file, which {option} needs"
        ));
    }
    match (&input.kind, options.form) {
        (_, Form::Records) => {
            let mut text = Vec::new();
            written(records::print(&input.bytes, &mut text), text)
        }
        (Kind::Bitcode, Form::Assembly) | (Kind::AssemblyText, _) => disassemble_llvm(&input),
        (Kind::Pexe | Kind::Bitcode, form) => disassemble_program(&input, form, options.palette),
        _ => {
            let errors = verify::verify(&input.bytes, &verify::Options::default()).errors;
            let errors = errors.first();
            first_error(&input, errors)
        }
    }
}

/// Prints a program, as far as it can be read.
fn disassemble_program(input: &Input, form: Form, palette: Palette) -> Outcome {
    let verify_options = verify::Options {
        jobs: JOBS,
        ..verify::Options::default()
    };
    let errors = verify::verify(&input.bytes, &verify_options).errors;
    let options = print::Options {
        form: match form {
            Form::Listing => print::Form::Listing,
            Form::ListedRecords => print::Form::Records,
            Form::Assembly | Form::Records => print::Form::Assembly,
        },
        jobs: JOBS,
        colours: (palette == Palette::Coloured).then_some(LISTING),
    };
    let mut text = Vec::new();
    let printed = print::print(&input.bytes, &errors, &options, &mut text);
    let outcome = written(printed, text);
    match errors.first() {
        Some(first) => Outcome {
            result: outcome.result,
            ..first_error(input, Some(first))
        },
        None => outcome,
    }
}

/// Reports the first error of a program.
fn first_error(input: &Input, error: Option<&pinnacle_pexe::Error>) -> Outcome {
    let Some(error) = error else {
        return Outcome {
            status: BAD_FILE,
            ..Outcome::default()
        };
    };
    Outcome::bad(input, error).hint(input.hint_for(error))
}

fn disassemble_llvm(input: &Input) -> Outcome {
    match llvm::print(input, MAX_TEXT) {
        Ok(text) => Outcome::made(text.into_bytes()),
        Err(messages) => Outcome::failed(BAD_FILE, messages),
    }
}

fn disassemble_bytecode(input: &Input, options: &PrintingOptions) -> Outcome {
    match options.form {
        Form::Assembly => {}
        Form::Listing if input.kind == Kind::Bytecode => {
            return Outcome::made(dump(&input.bytes).to_string().into_bytes());
        }
        Form::Listing => return no_bytecode(input),
        Form::ListedRecords | Form::Records => {
            let hint = "--listing shows its layout".to_owned();
            return Outcome::refused("LLVM 1.x bytecode has no records").hint(hint);
        }
    }
    let module = match module_of(input, JOBS) {
        Ok(module) => module,
        Err(wrong) => return Outcome::bad_bytecode(input, &wrong),
    };
    let options = PrintOptions {
        style: options.style.unwrap_or_else(|| format_of(&module)),
        jobs: JOBS,
        keep_layout: options.keep_order,
        module_id: &input.name,
        ..PrintOptions::default()
    };
    match print_bytecode(&module, &options) {
        Ok(text) => Outcome::made(text),
        Err(error) => Outcome::bad(input, error),
    }
}

/// Sizes of the parts of several files.
#[derive(Debug)]
pub struct Statistics {
    /// Maximum number of rows of a table.
    top: usize,
    palette: Palette,
    sums: Vec<(String, Sums)>,
}

impl Statistics {
    /// No files yet. `top` is the largest number of rows of a table; 0 is for all.
    pub fn new(top: usize, palette: Palette) -> Statistics {
        let top = if top == 0 { usize::MAX } else { top };
        Statistics {
            top,
            palette,
            sums: Vec::new(),
        }
    }

    /// Counts a file. If there is a document, its errors are in the text and in the messages.
    pub fn add(&mut self, input: Input) -> Outcome {
        let counted: Box<dyn Counted> = match input.kind {
            Kind::Bytecode => Box::new(BytecodeCounts::of(&input, self.top)),
            Kind::OldAssembly => return no_bytecode(&input),
            Kind::Bitcode => match stats::of_bitcode(&input.bytes) {
                Ok(counts) => Box::new(ProgramCounts::new(&input, counts, self.top)),
                Err(error) => return Outcome::bad(&input, error),
            },
            _ => match assembled(input) {
                Ok(input) => Box::new(ProgramCounts::of(&input, self.top)),
                Err(outcome) => return *outcome,
            },
        };
        self.sums.extend(counted.sums());
        let mut text = Vec::new();
        let outcome = written(counted.write(&mut text, self.palette), text);
        let errors = counted.errors().into_iter();
        Outcome {
            status: if counted.is_good() { GOOD } else { BAD_FILE },
            messages: errors.map(|text| (MessageKind::Error, text)).collect(),
            ..outcome.with_document(counted.document())
        }
    }

    /// Returns the tables of all files together, if there are several.
    pub fn total(&self) -> Option<Outcome> {
        let mut text = Vec::new();
        (self.sums.len() > 1).then(|| {
            let shown = stats::write_total(&mut text, self.palette, &self.sums, self.top);
            written(shown, text)
        })
    }
}

fn no_bytecode(input: &Input) -> Outcome {
    let message = format!("{} is LLVM 1.x assembly, expected bytecode", input.name);
    Outcome::refused(message).hint("`pinnacle as` converts it to bytecode".to_owned())
}

/// Assembles a file if it is PNaClAsm.
pub(crate) fn assembled(input: Input) -> Result<Input, Box<Outcome>> {
    if input.kind != Kind::Pnaclasm {
        return Ok(input);
    }
    let name = input.name.clone();
    input
        .try_assemble()
        .map_err(|errors| Box::new(Outcome::bad_text(&name, &errors)))
}

/// Shows a report.
fn reported(report: &dyn Report, palette: Palette) -> Outcome {
    let mut text = Vec::new();
    let outcome = written(report.write(&mut text, palette), text);
    Outcome {
        status: if report.is_good() { GOOD } else { BAD_FILE },
        ..outcome.with_document(report.document())
    }
}

/// A text that was written to memory.
pub(crate) fn written(result: io::Result<()>, text: Vec<u8>) -> Outcome {
    match result {
        Ok(()) => Outcome::made(text),
        Err(error) => Outcome::refused(format!("cannot write the output: {error}")),
    }
}
