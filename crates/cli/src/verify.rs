//! `pinnacle verify`: checks files, and reports everything that is wrong.

use crate::bytecode;
use crate::input::Input;
use crate::load::Loaded;
use crate::options::{Jobs, Reported};
use crate::output::{Failure, Output, Tone, count};
use crate::report::{self, Form, Report};
use crate::syntax;
use clap::Args;
use pinnacle_base::error::Kind;
use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place, SyntaxErrors};
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify::{self, verify};
use pinnacle_pexe::{BitPosition, Error};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;

/// Check files and report everything wrong with them.
///
/// Each error has a code, explained in docs/errors.md; a position in bytes
/// and bits; the function, block and instruction if it is in a function; a
/// sentence; and the record that it is about. What another error may have
/// caused is not reported.
///
/// The rules are those of the documents and of all the original tools taken
/// together. `pinnacle run` lets some things pass that shipped programs have;
/// a hint says so where these are all that is wrong.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle verify hello.pexe
  pinnacle verify --quiet *.pexe || echo 'some are bad'
  pinnacle verify --json hello.pexe | jq '.[].errors[].code'
  pinnacle verify --allow-trailing-data game.pexe
  pinnacle verify old.bc                            LLVM 1.x bytecode

`pinnacle pnacl-abicheck`, and this command under the name pnacl-abicheck, are
`pinnacle verify`.

Exit status:
  0  all files are valid
  1  a file is not
  2  wrong usage, or a file cannot be read; the others are still checked")]
pub(crate) struct Arguments {
    #[command(flatten)]
    reported: Reported,

    /// Write nothing about the files; the exit status is the answer.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,

    /// Accept bytes after the module.
    #[arg(long)]
    allow_trailing_data: bool,

    /// Accept flags after the operation of a binary instruction.
    #[arg(long)]
    allow_binary_flags: bool,

    /// Accept functions that are declared only, return i32 and are named
    /// __minsfi_syscall_...
    #[arg(long)]
    allow_minsfi_syscalls: bool,

    /// Accept value symbol tables inside functions.
    #[arg(long)]
    allow_local_symbol_tables: bool,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Reported { files, json } = &arguments.reported;
    let form = match (json, arguments.quiet) {
        (true, _) => Form::Json,
        (false, true) => Form::Quiet,
        (false, false) => Form::Text,
    };
    let options = verify::Options {
        jobs: arguments.jobs.threads,
        allow: Allow {
            trailing_data: arguments.allow_trailing_data,
            binary_flags: arguments.allow_binary_flags,
            minsfi_syscalls: arguments.allow_minsfi_syscalls,
            local_symbol_tables: arguments.allow_local_symbol_tables,
        },
    };
    let check = |input: &Input| check(input, &options, form);
    let status = report::show_each(files, "checking", form, output, |loaded| {
        Ok(match loaded {
            Loaded::Bytecode(input) => bytecode::verify(&input, options.jobs),
            // A program in JSON reads the errors of a text there too.
            Loaded::Pnaclasm(text) if *json => {
                let mut findings = Findings::of(&text);
                match text.try_assemble() {
                    Ok(input) => findings = check(&input),
                    Err(errors) => findings.add_syntax_errors(&errors),
                }
                findings
            }
            Loaded::Pnaclasm(text) => check(&text.assembled()?),
            Loaded::Pexe(input) | Loaded::Bitcode(input) | Loaded::Other(input) => check(&input),
        })
    })?;
    Ok(status.into())
}

/// What was found out about a file.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) name: String,
    size: usize,
    /// What the file is, if that is said.
    pub(crate) contents: String,
    pub(crate) functions: usize,
    pub(crate) list: Vec<Finding>,
    /// Whether there are more than are listed.
    pub(crate) more: bool,
    /// What may help.
    hint: Option<String>,
}

/// Something that is wrong.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The name of the file; with line and column if it is text.
    pub(crate) place: String,
    /// For people, of one or several lines.
    pub(crate) message: String,
    /// The number of the function in which it is.
    pub(crate) function: Option<u32>,
    /// For programs.
    pub(crate) document: Value,
}

impl Findings {
    /// Nothing yet.
    pub(crate) fn of(input: &Input) -> Findings {
        Findings {
            name: input.name.clone(),
            size: input.bytes.len(),
            contents: String::new(),
            functions: 0,
            list: Vec::new(),
            more: false,
            hint: None,
        }
    }

    /// Adds what is wrong with a text that cannot be assembled.
    pub(crate) fn add_syntax_errors<K: Kind>(&mut self, errors: &SyntaxErrors<K>) {
        let list = errors.iter().map(|error| Finding {
            place: syntax::place_of(&self.name, error),
            message: syntax::describe(error),
            function: None,
            document: syntax::document(error),
        });
        self.list = list.collect();
        self.more = self.list.len() >= MAX_SYNTAX_ERRORS;
    }

    /// How many errors there are, and in how many functions.
    fn summary(&self) -> String {
        let errors = count(self.list.len() as u64, "error");
        let functions: BTreeSet<u32> = self
            .list
            .iter()
            .filter_map(|error| error.function)
            .collect();
        let functions = match functions.len() {
            0 => String::new(),
            functions => format!(" in {}", count(functions as u64, "function")),
        };
        let more = match self.more {
            true => format!(
                "; only the first {} are reported, there are more",
                self.list.len()
            ),
            false => String::new(),
        };
        format!("not valid, {errors}{functions}{more}")
    }
}

impl Report for Findings {
    fn is_good(&self) -> bool {
        self.list.is_empty()
    }

    fn write(&self, out: &mut dyn Write, output: &Output) -> io::Result<()> {
        let name = &self.name;
        if self.is_good() {
            let valid = output.paint(Tone::Good, "valid");
            let functions = count(self.functions as u64, "function");
            let size = count(self.size as u64, "byte");
            let contents = match &self.contents[..] {
                "" => String::new(),
                contents => format!("{contents}, "),
            };
            return writeln!(out, "{name}: {valid} ({contents}{functions}, {size})");
        }
        let error_word = output.paint(Tone::Error, "error:");
        for Finding { place, message, .. } in &self.list {
            writeln!(out, "{place}: {error_word} {message}")?;
        }
        if let Some(hint) = &self.hint {
            writeln!(out, "{name}: {} {hint}", output.paint(Tone::Hint, "hint:"))?;
        }
        writeln!(out, "{name}: {}", self.summary())
    }

    fn document(&self) -> Value {
        let errors: Vec<&Value> = self.list.iter().map(|error| &error.document).collect();
        json!({
            "file": self.name,
            "size": self.size,
            "valid": errors.is_empty(),
            "errors": errors,
            "more": self.more,
        })
    }
}

/// Checks a program, or a file that is none.
fn check(input: &Input, options: &verify::Options, form: Form) -> Findings {
    let report = verify(&input.bytes, options);
    let first = report.errors.first().filter(|_| form == Form::Text);
    let finding = |error: &Error| {
        let mut finding = Finding {
            place: input.name.clone(),
            message: error.to_string(),
            function: error.function().map(|function| function.0),
            document: error_to_json(error),
        };
        if let Some(place) = input.place(error) {
            let Place { line, column, .. } = place;
            finding.place += &format!(":{line}:{column}");
            finding.message += &format!("\n{}", place.picture().trim_end_matches('\n'));
            finding.document["line"] = line.into();
            finding.document["column"] = column.into();
        } else if let Some(text) = error.text() {
            finding.message += &format!("\n    {text}");
        }
        finding
    };
    Findings {
        functions: report.functions,
        list: report.errors.iter().map(finding).collect(),
        more: report.more,
        hint: first.and_then(|first| hint(input, first, options)),
        ..Findings::of(input)
    }
}

/// What may help with a program that has this first error.
fn hint(input: &Input, first: &Error, options: &verify::Options) -> Option<String> {
    let of_first = input.hint_for(first);
    if of_first.is_some() {
        return of_first;
    }
    let run = verify::Options {
        allow: Allow::RUN,
        ..*options
    };
    let runs = verify(&input.bytes, &run).is_valid();
    runs.then(|| "`pinnacle run` takes no notice of this: programs were shipped with it".into())
}

/// An error for programs. The identifiers are numbers, without `@f` and `%b`.
pub(crate) fn error_to_json(error: &Error) -> Value {
    let BitPosition(position) = error.position();
    let place = error.place();
    json!({
        "code": error.code(),
        "message": error.message(),
        "bit": position,
        "position": error.position().to_string(),
        "function": error.function().map(|function| function.0),
        "block": place.map(|place| place.block.0),
        "instruction": place.map(|place| place.inst),
        "text": error.text(),
    })
}
