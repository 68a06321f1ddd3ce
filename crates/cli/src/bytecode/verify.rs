//! What is wrong with a module of LLVM 1.x.

use super::{
    Wrong, describe_error, describe_syntax_error, error_to_json, module_of, syntax_error_to_json,
};
use crate::input::Input;
use crate::kind::Kind;
use crate::output::{Output, Tone, count};
use pinnacle_bytecode::verify::{self, verify as check};
use serde_json::{Value, json};
use std::io::{self, Write};

/// What was found out about a file.
#[derive(Debug)]
pub(crate) struct Report {
    name: String,
    size: usize,
    description: String,
    functions: usize,
    /// For people and for programs.
    errors: Vec<(String, Value)>,
    more: bool,
}

/// Checks a file or text.
pub(crate) fn verify(input: &Input, jobs: usize) -> Report {
    let name = &input.name;
    let mut report = Report {
        name: name.clone(),
        size: input.bytes.len(),
        description: Kind::of(&input.bytes).description(),
        functions: 0,
        errors: Vec::new(),
        more: false,
    };
    let module = match module_of(input, jobs) {
        Ok(module) => module,
        Err(Wrong::File(error)) => {
            let text = format!("{error}");
            report.errors.push((text, error_to_json(&error)));
            return report;
        }
        Err(Wrong::Text(errors)) => {
            let errors = errors.iter();
            report.errors.extend(errors.map(|error| {
                let text = describe_syntax_error(name, error);
                (text, syntax_error_to_json(error))
            }));
            return report;
        }
    };
    if let Some(layout) = &module.layout {
        report.description = format!("bytecode of format {}", layout.format.version());
    }
    report.functions = module.functions.len();
    if let Err(errors) = check(&module, &verify::Options { jobs }) {
        report.more = errors.more();
        let errors = errors.into_list().into_iter();
        report
            .errors
            .extend(errors.map(|error| (describe_error(&error, &module), error_to_json(&error))));
    }
    report
}

impl Report {
    /// Whether nothing is wrong.
    pub(crate) fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// What is wrong, for people.
    pub(crate) fn messages(&self) -> impl Iterator<Item = &str> {
        self.errors.iter().map(|(text, _)| text.as_str())
    }

    /// Shows it to people.
    pub(crate) fn write(&self, output: &Output) -> io::Result<()> {
        let mut out = output.stdout();
        let name = &self.name;
        if self.is_valid() {
            writeln!(
                out,
                "{name}: {} ({}, {}, {})",
                output.paint(Tone::Good, "valid"),
                self.description,
                count(self.functions as u64, "function"),
                count(self.size as u64, "byte"),
            )?;
            return out.flush();
        }
        let error_word = output.paint(Tone::Error, "error:");
        for message in self.messages() {
            // Errors of texts begin with the name and the line.
            match message.strip_prefix(name.as_str()) {
                Some(_) => writeln!(out, "{message}")?,
                None => writeln!(out, "{name}: {error_word} {message}")?,
            }
        }
        let more = if self.more {
            "; there are more, which are not reported"
        } else {
            ""
        };
        let errors = count(self.errors.len() as u64, "error");
        writeln!(out, "{name}: not valid, {errors}{more}")?;
        out.flush()
    }

    /// Shows it to programs.
    pub(crate) fn into_json(self) -> Value {
        let errors: Vec<Value> = self.errors.into_iter().map(|(_, error)| error).collect();
        json!({
            "file": self.name,
            "size": self.size,
            "valid": errors.is_empty(),
            "errors": errors,
            "more": self.more,
        })
    }
}
