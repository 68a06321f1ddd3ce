//! Checks files, and collects all errors with their places.

use crate::bytecode::{self, Wrong};
use crate::document;
use crate::input::Input;
use crate::kind::Kind as FileKind;
use crate::syntax;
use pinnacle_base::error::Kind;
use pinnacle_base::syntax::{MAX_SYNTAX_ERRORS, Place, SyntaxErrors};
use pinnacle_bytecode::model::Module;
use pinnacle_bytecode::verify as old;
use pinnacle_llvm::GlobalId;
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify::{self, verify};
use pinnacle_pexe::{BitPosition, Error};
use serde_json::{Value, json};

/// The result of checking a file.
#[derive(Debug)]
pub struct Findings {
    /// The name of the file.
    pub name: String,
    /// Its size in bytes.
    pub size: usize,
    /// A description of its kind and version; empty for a program.
    pub contents: String,
    /// Number of functions.
    pub functions: usize,
    /// The errors.
    pub list: Vec<Finding>,
    /// True if there are more errors than are listed.
    pub more: bool,
    /// Advice that may help.
    pub hint: Option<String>,
}

/// An error found in a file.
#[derive(Debug)]
pub struct Finding {
    /// The name of the file, followed by line and column in text.
    pub place: String,
    /// The error message, of one or several lines.
    pub message: String,
    /// The number of the function that contains it.
    pub function: Option<u32>,
    /// The error as JSON.
    pub document: Value,
}

impl Findings {
    /// Returns the findings of a file without errors.
    pub fn of(input: &Input) -> Findings {
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

    /// Adds the syntax errors of a text.
    pub fn add_syntax_errors<K: Kind>(&mut self, errors: &SyntaxErrors<K>) {
        let list = errors.iter().map(|error| Finding {
            place: syntax::place_of(&self.name, error),
            message: syntax::describe(error),
            function: None,
            document: syntax::document(error),
        });
        self.list = list.collect();
        self.more = self.list.len() >= MAX_SYNTAX_ERRORS;
    }
}

/// Checks a file of any kind. PNaClAsm must be assembled first. `with_hint` requests advice.
pub fn check(input: &Input, options: &verify::Options, with_hint: bool) -> Findings {
    match input.kind {
        FileKind::Bytecode | FileKind::OldAssembly => check_bytecode(input, options.jobs),
        FileKind::AssemblyText => check_text(input),
        _ => check_program(input, options, with_hint),
    }
}

/// Checks a program, or a file of an unknown kind.
fn check_program(input: &Input, options: &verify::Options, with_hint: bool) -> Findings {
    let report = verify(&input.bytes, options);
    let first = report.errors.first().filter(|_| with_hint);
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

/// Returns advice for a program whose first error is this one.
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
    runs.then(|| "`pinnacle run` ignores this, because programs were shipped with it".into())
}

/// Returns an error as JSON. Functions and blocks are numbers, without `@f` and `%b`.
pub fn error_to_json(error: &Error) -> Value {
    let BitPosition(position) = error.position();
    let place = error.place();
    document::error(json!({
        "code": error.code(),
        "message": error.message(),
        "bit": position,
        "position": error.position().to_string(),
        "function": error.function().map(|function| function.0),
        "block": place.map(|place| place.block.0),
        "instruction": place.map(|place| place.inst),
        "text": error.text(),
    }))
}

/// Checks a file of LLVM 1.x, bytecode or assembly.
fn check_bytecode(input: &Input, jobs: usize) -> Findings {
    let name = &input.name;
    let mut findings = Findings::of(input);
    findings.contents = input.kind.description();
    match bytecode::module_of(input, jobs) {
        Ok(module) => check_module(&module, jobs, &mut findings),
        Err(Wrong::File(error)) => findings.list.push(Finding {
            place: name.clone(),
            message: error.to_string(),
            function: None,
            document: bytecode::error_to_json(&error),
        }),
        Err(Wrong::Text(errors)) => findings.add_syntax_errors(&errors),
    }
    findings
}

/// Checks that LLVM assembly can be read.
fn check_text(input: &Input) -> Findings {
    let mut findings = Findings::of(input);
    findings.contents = input.kind.description();
    match pinnacle_llvm::parse(&input.bytes) {
        Ok(module) => {
            let functions = (0..module.globals().len())
                .filter(|&index| module.as_function(GlobalId(index as u32)).is_some());
            findings.functions = functions.count();
        }
        Err(errors) => findings.add_syntax_errors(&errors),
    }
    findings
}

/// Checks a module of LLVM 1.x.
pub fn check_module(module: &Module, jobs: usize, findings: &mut Findings) {
    if let Some(layout) = &module.layout {
        findings.contents = format!("bytecode of format {}", layout.format.version());
    }
    findings.functions = module.functions.len();
    if let Err(errors) = old::verify(module, &old::Options { jobs }) {
        findings.more = errors.more();
        let name = findings.name.clone();
        let errors = errors.into_list().into_iter().map(|error| Finding {
            place: name.clone(),
            message: bytecode::describe_error(&error, module),
            function: None,
            document: bytecode::error_to_json(&error),
        });
        findings.list.extend(errors);
    }
}
