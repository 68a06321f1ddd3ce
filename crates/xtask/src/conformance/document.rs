//! Writes the section of a suite in `docs/conformance.md`. It is between two comments with the
//! suite's name.

use super::earlier::{Earlier, failure};
use super::expected::Expected;
use super::{Judgement, Run};
use crate::process::{Result, root};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Maximum number of case names per row.
const MAX_NAMES: usize = 6;

/// The facts about a run that a section states.
pub(super) struct About<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    pub(super) source: &'a str,
    pub(super) compiler: &'a str,
}

/// The figures and failures of a suite.
pub(super) struct Section {
    cases: usize,
    judged: usize,
    applicable: usize,
    passed: usize,
    /// For each configuration: its name, the number of cases that ran, and the number that passed.
    configurations: Vec<(String, usize, usize)>,
    /// Rows of the table of failures: case, configurations, result, cause.
    failures: Vec<[String; 4]>,
    /// The cases that are not applicable, by reason.
    left_out: BTreeMap<String, Vec<String>>,
}

impl Section {
    pub(super) fn new(
        all: usize,
        cases: &[&str],
        judgements: &[Judgement],
        expected: &Expected,
    ) -> Section {
        let mut section = Section {
            cases: all,
            judged: cases.len(),
            applicable: 0,
            passed: 0,
            configurations: Vec::new(),
            failures: Vec::new(),
            left_out: BTreeMap::new(),
        };
        for (case, judgement) in cases.iter().zip(judgements) {
            match judgement {
                Judgement::NotApplicable(reason) => {
                    let names = section.left_out.entry(reason.clone()).or_default();
                    names.push((*case).to_owned());
                }
                Judgement::Judged(runs) => section.add(case, runs, expected),
            }
        }
        section
    }

    fn add(&mut self, case: &str, runs: &[Run], expected: &Expected) {
        self.applicable += 1;
        for run in runs {
            let known = |(name, _, _): &&mut (String, usize, usize)| *name == run.configuration;
            let passed = usize::from(run.failure.is_none());
            match self.configurations.iter_mut().find(known) {
                Some((_, ran, good)) => (*ran, *good) = (*ran + 1, *good + passed),
                None => self
                    .configurations
                    .push((run.configuration.clone(), 1, passed)),
            }
        }
        let Some((wheres, first)) = failure(runs) else {
            self.passed += 1;
            return;
        };
        let cause = expected.cause(case).unwrap_or("not yet known").to_owned();
        self.failures.push([case.to_owned(), wheres, first, cause]);
    }

    /// Returns a one-line summary of the figures.
    pub(super) fn summary(&self) -> String {
        let (passed, applicable) = (self.passed, self.applicable);
        format!(
            "{passed} of {applicable} applicable cases passed ({})",
            self.share()
        )
    }

    fn share(&self) -> String {
        share(self.passed, self.applicable)
    }

    fn text(&self, about: &About) -> String {
        let mut text = format!("## {}\n\n", about.title);
        text += "| property | value |\n|---|---|\n";
        let _ = writeln!(text, "| source | {} |", about.source);
        let _ = writeln!(text, "| compiler | {} |", about.compiler);
        let _ = writeln!(text, "| cases in the suite | {} |", self.cases);
        if self.judged < self.cases {
            let _ = writeln!(text, "| run, spread evenly | {} |", self.judged);
        }
        let _ = writeln!(text, "| applicable | {} |", self.applicable);
        let _ = writeln!(text, "| passed | {} ({}) |", self.passed, self.share());
        for (name, ran, passed) in &self.configurations {
            let _ = writeln!(text, "| passed, {name} | {passed} of {ran} |");
        }
        if !self.failures.is_empty() {
            text += "\n| failure | where | result | cause |\n|---|---|---|---|\n";
        }
        for row in &self.failures {
            let row = row.each_ref().map(|cell| escaped(cell));
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        if !self.left_out.is_empty() {
            text += "\n| not applicable | because | cases |\n|---|---|---|\n";
        }
        for (reason, names) in &self.left_out {
            let shown = &names[..names.len().min(MAX_NAMES)];
            let more = if shown.len() < names.len() {
                ", …"
            } else {
                ""
            };
            let (reason, shown) = (escaped(reason), shown.join(", "));
            let _ = writeln!(text, "| {} | {reason} | {shown}{more} |", names.len());
        }
        text
    }
}

/// The percentage of applicable cases that passed. Rounded down, so that 100 % means all of them.
pub(super) fn share(passed: usize, applicable: usize) -> String {
    let tenths = (passed * 1000).checked_div(applicable).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Escapes text for a table cell.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '<' | '*' | '_' | '`' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Replaces the section of a suite in the document.
pub(super) fn write(about: &About, section: &Section) -> Result<()> {
    change(about.name, |_| Ok(section.text(about)))
}

/// Updates the section of a suite with the results of cases that were run again.
pub(super) fn correct(
    name: &str,
    cases: &[&str],
    judgements: &[Judgement],
    expected: &Expected,
) -> Result<()> {
    change(name, |section| {
        let mut earlier = Earlier::parse(section).ok_or_else(|| {
            format!("docs/conformance.md has no figures of {name}; run the suite without --case")
        })?;
        for (case, judgement) in cases.iter().zip(judgements) {
            earlier.correct(case, judgement)?;
        }
        Ok(earlier.text(expected))
    })
}

/// Replaces the section of a suite by the result of `new`.
fn change(name: &str, new: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    let path = root().join("docs/conformance.md");
    let old = super::read(&path)?;
    let lacks = || format!("docs/conformance.md lacks the comments `{name}` and `/{name}`");
    let text = new(section_of(&old, name).ok_or_else(lacks)?)?;
    let text = replaced(&old, name, &text).ok_or_else(lacks)?;
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the text between the comments of a suite.
fn section_of<'d>(document: &'d str, name: &str) -> Option<&'d str> {
    let (_, rest) = document.split_once(&format!("<!-- {name} -->\n"))?;
    Some(rest.split_once(&format!("<!-- /{name} -->\n"))?.0)
}

/// Replaces the text between the comments of a suite.
fn replaced(document: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let (before, rest) = document.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}{text}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_counts_and_names_causes() {
        let expected = Expected::parse("fail b [-O2]: a bug | or two\n").expect("a good text");
        let run = |configuration: &str, failure: Option<&str>| Run {
            configuration: configuration.to_owned(),
            failure: failure.map(str::to_owned),
        };
        let judgements = [
            Judgement::Judged(vec![run("-O0", None), run("-O2", None)]),
            Judgement::Judged(vec![run("-O0", None), run("-O2", Some("exit status 1"))]),
            Judgement::NotApplicable("it needs gcc".into()),
        ];
        let section = Section::new(5, &["a", "b", "c"], &judgements, &expected);
        assert_eq!(section.summary(), "1 of 2 applicable cases passed (50.0 %)");
        let about = About {
            name: "test",
            title: "Tests",
            source: "a package",
            compiler: "a compiler",
        };
        assert_eq!(
            section.text(&about),
            "## Tests\n\n| property | value |\n|---|---|\n| source | a package |\n\
             | compiler | a compiler |\n| cases in the suite | 5 |\n| run, spread evenly | 3 |\n\
             | applicable | 2 |\n| passed | 1 (50.0 %) |\n\
             | passed, -O0 | 2 of 2 |\n| passed, -O2 | 1 of 2 |\n\n\
             | failure | where | result | cause |\n|---|---|---|---|\n\
             | b | -O2 | exit status 1 | a bug \\| or two |\n\n\
             | not applicable | because | cases |\n|---|---|---|\n| 1 | it needs gcc | c |\n"
        );
    }

    #[test]
    fn a_section_replaces_the_earlier_one() {
        let document = "# A\n<!-- b -->\nold\n<!-- /b -->\nrest\n";
        let new = "# A\n<!-- b -->\nnew\n<!-- /b -->\nrest\n";
        assert_eq!(replaced(document, "b", "new\n").as_deref(), Some(new));
        assert_eq!(replaced(document, "c", "new\n"), None);
        assert_eq!(section_of(document, "b"), Some("old\n"));
    }
}
