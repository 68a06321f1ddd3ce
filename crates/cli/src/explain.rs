//! `pinnacle explain`: what an error code means, what causes it, what to do, and an example.
//!
//! Everything comes from the documents: the tables of errors and rules, `cures` and
//! `error-examples`.

use crate::docs;
use crate::output::{Failure, Output};
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;

/// Explain an error code: its meaning, the rule, the usual cause, the cure and an example.
///
/// Codes stand in the messages of `verify`, `info`, `finalize` and other commands, and in the lines
/// of `scan`. Their meaning does not change from version to version.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle explain P0805
  pinnacle explain B0001 F0101
  pinnacle explain --list
  pinnacle verify --json faults/broken.pexe | jq -r '.[].errors[].code' | xargs pinnacle explain

Exit status:
  0  the codes were explained
  2  wrong usage, or an unknown code")]
pub(crate) struct Arguments {
    /// Codes, as P0805.
    #[arg(required_unless_present = "list", value_name = "CODE")]
    codes: Vec<String>,

    /// List all codes with their meanings.
    #[arg(long, conflicts_with = "codes")]
    list: bool,

    /// Write the answer as JSON: an array with an object for each code.
    #[arg(long)]
    json: bool,
}

/// Everything that the documents say of a code.
#[derive(Debug)]
struct Explanation {
    code: String,
    /// The heading of its group.
    group: &'static str,
    meaning: &'static str,
    /// Each rule: its name, its demand, its source.
    rules: Vec<[&'static str; 3]>,
    cause: &'static str,
    cure: &'static str,
    example: Option<String>,
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

/// Each code with its meaning and its group, in the order of the documents.
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
        example: example(&code),
        code,
    })
}

/// The cause and the cure of the row whose beginning of a code is the longest.
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

/// The example of a code, as lines.
fn example(code: &str) -> Option<String> {
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
        if let Some(example) = &self.example {
            let _ = write!(text, "\nExample: {}", example.trim_start());
        }
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
            "example": self.example,
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
        // No file has these: they are of writing, and of blocks that programs do not have.
        let others = ["B0010", "B0013", "B0014"];
        for (code, ..) in all().filter(|(code, ..)| code.starts_with(['B', 'P'])) {
            let explained = explain(code).unwrap();
            let is_other = others.contains(&code);
            assert_eq!(explained.rules.is_empty(), is_other, "{code}");
            assert_eq!(explained.example.is_none(), is_other, "{code}");
        }
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
