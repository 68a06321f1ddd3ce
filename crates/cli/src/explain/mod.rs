//! `pinnacle explain`: the meaning, cause, cure and an example of an error code.
//!
//! Everything comes from the documents: the tables of errors and rules, `cures`,
//! `error-examples` and `fault-examples`.

mod fault;

use crate::docs;
use crate::output::{Failure, Output};
use crate::whole_file;
use clap::Args;
use fault::{Absence, Fault};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Explain an error code: its meaning, the rule, the usual cause, the cure and an example.
///
/// Codes appear in the messages of `verify`, `info`, `finalize` and other commands, and in the
/// output of `scan`. Their meaning does not change between versions.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle explain P0805
  pinnacle explain B0001 F0101
  pinnacle explain --list
  pinnacle explain A0201 -o fault.ll                  write the example file
  pinnacle verify --json faults/broken.pexe | jq -r '.[].errors[].code' | xargs pinnacle explain

Exit status:
  0  the codes were explained
  2  wrong usage, or an unknown code")]
pub(crate) struct Arguments {
    /// Error codes, such as P0805.
    #[arg(required_unless_present = "list", value_name = "CODE")]
    codes: Vec<String>,

    /// List all codes with their meanings.
    #[arg(long, conflicts_with = "codes")]
    list: bool,

    /// Write the example file of one code to this file.
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["list", "json"])]
    output: Option<PathBuf>,

    /// Write the result as JSON: an array with an object for each code.
    #[arg(long)]
    json: bool,
}

/// Everything that the documents contain about a code.
#[derive(Debug)]
struct Explanation {
    code: String,
    /// The heading of its group.
    group: &'static str,
    meaning: &'static str,
    /// Each rule: its name, its requirement, its source.
    rules: Vec<[&'static str; 3]>,
    cause: &'static str,
    cure: &'static str,
    example: Example,
}

/// The example of a code.
#[derive(Debug)]
enum Example {
    /// A change to a good file, as lines.
    Change(String),
    /// A whole file.
    File(Fault),
    /// No example, with the reason.
    None(Absence, &'static str),
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let codes = match arguments.list {
        true => all().map(|(code, ..)| code.to_owned()).collect(),
        false => arguments.codes.clone(),
    };
    let explained = codes.iter().map(|code| {
        explain(code).ok_or_else(|| {
            Failure::new(format!("unknown error code `{code}`"))
                .hint("`pinnacle explain --list` lists the codes")
        })
    });
    let explained: Vec<Explanation> = explained.collect::<Result<_, _>>()?;
    if let Some(path) = &arguments.output {
        return write_example(&explained, path);
    }
    if arguments.json {
        let documents = explained.iter().map(Explanation::document);
        output.json(&documents.collect())?;
    } else if arguments.list {
        output.show(|out| {
            for one in &explained {
                writeln!(out, "{}  {}", one.code, one.meaning)?;
            }
            Ok(())
        })?;
    } else {
        let texts: Vec<String> = explained.iter().map(Explanation::text).collect();
        output.show(|out| out.write_all(texts.join("\n").as_bytes()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the example file of the only code.
fn write_example(explained: &[Explanation], path: &Path) -> Result<ExitCode, Failure> {
    let [one] = explained else {
        return Err(Failure::new("-o writes the example of a single code"));
    };
    let code = &one.code;
    match &one.example {
        Example::File(fault) => whole_file::write(path, &fault.bytes())?,
        Example::Change(_) => {
            return Err(Failure::new(format!(
                "the example of {code} is a change to a program, not a whole file"
            ))
            .hint(format!("`pinnacle explain {code}` shows the change")));
        }
        Example::None(_, about) => {
            return Err(Failure::new(format!("{code} has no example: {about}")));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns each code with its meaning and its group, in the order of the documents.
fn all() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    docs::ERRORS.iter().flat_map(|topic| {
        let mut group = "";
        docs::text_of(topic).lines().filter_map(move |line| {
            if let Some(heading) = line.strip_prefix("## ") {
                group = heading;
            }
            let cells = docs::cells(line);
            match &cells[..] {
                [code, meaning] => Some((docs::code_in(code)?, *meaning, group)),
                _ => None,
            }
        })
    })
}

fn explain(code: &str) -> Option<Explanation> {
    let code = code.to_ascii_uppercase();
    let (_, meaning, group) = all().find(|(found, ..)| *found == code)?;
    let rows = docs::ERRORS
        .iter()
        .flat_map(|topic| docs::text_of(topic).lines());
    let rules = rows.filter_map(|line| match docs::cells(line)[..] {
        [rule, found, demand, source] if docs::code_in(found) == Some(&code) => {
            Some([rule.trim_matches('`'), demand, source])
        }
        _ => None,
    });
    let (cause, cure) = cure(&code)?;
    Some(Explanation {
        group,
        meaning,
        rules: rules.collect(),
        cause,
        cure,
        example: example(&code)?,
        code,
    })
}

/// Returns the cause and the cure of the row with the longest matching prefix of a code.
fn cure(code: &str) -> Option<(&'static str, &'static str)> {
    let rows = docs::text_of("cures").lines().filter_map(|line| {
        let cells = docs::cells(line);
        let &[beginning, cause, cure] = &cells[..] else {
            return None;
        };
        let beginning = docs::code_in(beginning)?;
        code.starts_with(beginning)
            .then_some((beginning.len(), cause, cure))
    });
    let (_, cause, cure) = rows.max_by_key(|(length, ..)| *length)?;
    Some((cause, cure))
}

/// Returns the example of a code, or the reason why it has none.
fn example(code: &str) -> Option<Example> {
    if let Some(change) = change(code) {
        return Some(Example::Change(change));
    }
    match Fault::of(code) {
        Some(fault) => Some(Example::File(fault)),
        None => Absence::of(code).map(|(absence, about)| Example::None(absence, about)),
    }
}

/// Returns the change to a valid file that causes the error, as lines.
fn change(code: &str) -> Option<String> {
    let heading = format!("\n## `{code}`\n\n");
    let (_, rest) = docs::text_of("error-examples").split_once(&heading)?;
    let section = rest.split("\n## ").next().unwrap_or(rest);
    let lines = section
        .lines()
        .filter(|line| !line.starts_with("```") && !line.is_empty());
    Some(lines.map(|line| format!("  {line}\n")).collect())
}

impl Explanation {
    fn text(&self) -> String {
        let mut text = format!(
            "{}: {}\n  in the group: {}\n",
            self.code, self.meaning, self.group
        );
        for [name, demand, source] in &self.rules {
            let _ = write!(text, "\nRule {name}\n  {demand}\n  Source: {source}\n");
        }
        let _ = write!(
            text,
            "\nUsual cause\n  {}\n\nCure\n  {}\n",
            self.cause, self.cure
        );
        let _ = match &self.example {
            Example::Change(change) => write!(text, "\nExample: {}", change.trim_start()),
            Example::File(fault) => write!(text, "\nExample: {}", fault.text()),
            Example::None(_, about) => writeln!(text, "\nNo example\n  {about}"),
        };
        text
    }

    fn document(&self) -> serde_json::Value {
        let rules = self.rules.iter().map(
            |[name, demand, source]| json!({ "name": name, "demand": demand, "source": source }),
        );
        json!({
            "schema": "explain/1",
            "code": self.code,
            "meaning": self.meaning,
            "group": self.group,
            "rules": rules.collect::<serde_json::Value>(),
            "cause": self.cause,
            "cure": self.cure,
            "example": match &self.example {
                Example::Change(change) => Some(change.clone()),
                Example::File(fault) => Some(fault.text()),
                Example::None(..) => None,
            },
            "file": match &self.example {
                Example::File(fault) => fault.document(),
                _ => serde_json::Value::Null,
            },
            "no_example": match &self.example {
                Example::None(absence, _) => Some(absence.word()),
                _ => None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_cause_and_a_cure() {
        assert!(all().count() > 190);
        for (code, ..) in all() {
            let explained = explain(code).unwrap_or_else(|| panic!("{code}"));
            assert!(
                explained.cause.ends_with('.') && !explained.cure.is_empty(),
                "{code}"
            );
        }
    }

    #[test]
    fn every_error_of_files_has_a_rule_and_an_example() {
        // No file has these: they are errors of the writer, or of blocks that programs do not have.
        let others = ["B0010", "B0013", "B0014"];
        for (code, ..) in all().filter(|(code, ..)| code.starts_with(['B', 'P'])) {
            let explained = explain(code).unwrap();
            let is_other = others.contains(&code);
            assert_eq!(explained.rules.is_empty(), is_other, "{code}");
            let absence = match explained.example {
                Example::Change(_) => None,
                Example::File(_) => panic!("{code} is the business of the tests of pexe"),
                Example::None(absence, _) => Some(absence),
            };
            let expected = is_other.then_some(Absence::NotInFiles);
            assert_eq!(absence, expected, "{code}");
        }
    }

    #[test]
    fn every_other_code_has_a_file_or_a_reason() {
        let others = || all().filter(|(code, ..)| !code.starts_with(['B', 'P']));
        let lacks: Vec<&str> = others()
            .map(|(code, ..)| code)
            .filter(|code| Fault::of(code).is_some() == Absence::of(code).is_some())
            .collect();
        assert!(lacks.is_empty(), "{lacks:?}: one of both");
        let files = others().filter(|(code, ..)| Fault::of(code).is_some());
        assert!(files.count() > 120);
    }

    #[test]
    fn an_explanation_has_all_parts() {
        let text = explain("p0805").unwrap().text();
        for part in [
            "P0805: ",
            "Rule flow.phis",
            "Source: ",
            "Usual cause",
            "Cure",
            "Example: ",
        ] {
            assert!(text.contains(part), "no {part} in {text}");
        }
        assert!(explain("P9999").is_none());
        assert!(explain("").is_none());
    }
}
