//! Reads the section of an earlier run and updates it for cases that were run again with `--case
//! NAME`.

use super::document::{escaped, share};
use super::expected::Expected;
use super::{Judgement, Run};
use crate::process::Result;
use std::fmt::Write;

/// The title of the table of failures.
const FAILURES: &str = "\n| failure | where | result | cause |\n|---|---|---|---|\n";

/// The text before the table of cases that are not applicable.
const LEFT_OUT: &str = "\n| not applicable | because | cases |\n";

/// The entry for a case that failed in all configurations.
const EVERYWHERE: &str = "everywhere";

/// The parts of an existing section.
pub(super) struct Earlier {
    /// The text before the figures.
    head: String,
    applicable: usize,
    /// For each configuration: its name, the number of cases that ran, and the number that passed.
    configurations: Vec<(String, usize, usize)>,
    /// The cells of each row in the table of failures.
    failures: Vec<[String; 4]>,
    /// The table of cases that are not applicable.
    left_out: String,
}

impl Earlier {
    /// Parses a section. Returns `None` if no run has written it.
    pub(super) fn parse(section: &str) -> Option<Earlier> {
        let (text, left_out) = match section.find(LEFT_OUT) {
            Some(at) => section.split_at(at),
            None => (section, ""),
        };
        let (figures, rows) = text.split_once(FAILURES).unwrap_or((text, ""));
        let (head, passed) = figures.split_at(figures.find("| passed | ")?);
        let applicable = head
            .lines()
            .find_map(|line| line.strip_prefix("| applicable | "))?;
        let configurations = passed.lines().skip(1).map(|line| {
            let (name, counts) = line.strip_prefix("| passed, ")?.split_once(" | ")?;
            let (good, ran) = counts.strip_suffix(" |")?.split_once(" of ")?;
            Some((name.to_owned(), ran.parse().ok()?, good.parse().ok()?))
        });
        let failures = rows.lines().map(|line| {
            let cells = line.strip_prefix("| ")?.strip_suffix(" |")?;
            let mut cells = cells.split(" | ").map(str::to_owned);
            Some([cells.next()?, cells.next()?, cells.next()?, cells.next()?])
        });
        Some(Earlier {
            head: head.to_owned(),
            applicable: applicable.strip_suffix(" |")?.parse().ok()?,
            configurations: configurations.collect::<Option<_>>()?,
            failures: failures.collect::<Option<_>>()?,
            left_out: left_out.to_owned(),
        })
    }

    /// Replaces the result of a case.
    ///
    /// Fails if the case is no longer applicable: the figures do not say in which configurations it
    /// was counted.
    pub(super) fn correct(&mut self, case: &str, judgement: &Judgement) -> Result<()> {
        let runs = match judgement {
            Judgement::Judged(runs) => runs,
            Judgement::NotApplicable(reason) => {
                return Err(format!(
                    "{case} is not applicable: {reason}; run the suite without --case"
                ));
            }
        };
        let name = escaped(case);
        let at = self.failures.iter().position(|row| row[0] == name);
        let old = at.map(|at| self.failures.remove(at));
        let failed_before = |configuration: &str| {
            old.as_ref().is_some_and(|row| {
                row[1] == EVERYWHERE || row[1].split(", ").any(|name| name == configuration)
            })
        };
        for run in runs {
            let is_same = |(name, _, _): &&mut (String, usize, usize)| *name == run.configuration;
            let Some((_, _, passed)) = self.configurations.iter_mut().find(is_same) else {
                continue;
            };
            match (failed_before(&run.configuration), run.failure.is_some()) {
                (true, false) => *passed += 1,
                (false, true) => *passed = passed.saturating_sub(1),
                _ => {}
            }
        }
        if let Some((wheres, result)) = failure(runs) {
            let row = [case, &wheres, &result, ""].map(escaped);
            self.failures.push(row);
            self.failures.sort();
        }
        Ok(())
    }

    /// Formats the section, with the current causes of failures.
    pub(super) fn text(&self, expected: &Expected) -> String {
        let mut text = self.head.clone();
        let passed = self.applicable.saturating_sub(self.failures.len());
        let share = share(passed, self.applicable);
        let _ = writeln!(text, "| passed | {passed} ({share}) |");
        for (name, ran, passed) in &self.configurations {
            let _ = writeln!(text, "| passed, {name} | {passed} of {ran} |");
        }
        if !self.failures.is_empty() {
            text += FAILURES;
        }
        for [name, wheres, result, cause] in &self.failures {
            let listed = expected.cause(&name.replace('\\', "")).map(escaped);
            let cause = match (&listed, cause.as_str()) {
                (Some(listed), _) => listed,
                (None, "") => "not yet known",
                (None, earlier) => earlier,
            };
            let _ = writeln!(text, "| {name} | {wheres} | {result} | {cause} |");
        }
        text + &self.left_out
    }
}

/// Returns the configurations in which a case failed, and the first failure. `None` if it passed.
pub(super) fn failure(runs: &[Run]) -> Option<(String, String)> {
    let failed: Vec<&Run> = runs.iter().filter(|run| run.failure.is_some()).collect();
    let first = failed.first()?.failure.clone()?;
    if failed.len() == runs.len() {
        return Some((EVERYWHERE.to_owned(), first));
    }
    let names = failed.iter().map(|run| run.configuration.as_str());
    Some((names.collect::<Vec<_>>().join(", "), first))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "## Tests\n\n| property | value |\n|---|---|\n| source | a package |\n\
         | applicable | 4 |\n| passed | 2 (50.0 %) |\n\
         | passed, -O0 | 3 of 4 |\n| passed, -O2 | 2 of 3 |\n\n\
         | failure | where | result | cause |\n|---|---|---|---|\n\
         | a\\_b | everywhere | exit status 1 | a bug |\n\
         | d | -O2 | exit status 2 | another |\n\n\
         | not applicable | because | cases |\n|---|---|---|\n| 1 | it needs gcc | c |\n";

    fn judged(failures: [Option<&str>; 2]) -> Judgement {
        let runs = ["-O0", "-O2"].into_iter().zip(failures);
        let runs = runs.map(|(name, failure)| Run {
            configuration: name.to_owned(),
            failure: failure.map(str::to_owned),
        });
        Judgement::Judged(runs.collect())
    }

    #[test]
    fn a_section_without_corrections_stays_as_it_is() {
        let earlier = Earlier::parse(SECTION).expect("a section");
        assert_eq!(earlier.text(&Expected::default()), SECTION);
        assert!(Earlier::parse("## Tests\n\nNot measured yet.\n").is_none());
    }

    #[test]
    fn a_case_that_passes_now_is_counted_and_loses_its_row() {
        let mut earlier = Earlier::parse(SECTION).expect("a section");
        earlier.correct("a_b", &judged([None; 2])).expect("it ran");
        let text = earlier.text(&Expected::default());
        assert!(text.contains("| passed | 3 (75.0 %) |\n"), "{text}");
        assert!(text.contains("| passed, -O0 | 4 of 4 |\n"), "{text}");
        assert!(text.contains("| passed, -O2 | 3 of 3 |\n"), "{text}");
        assert!(!text.contains("a\\_b"), "{text}");
    }

    #[test]
    fn a_case_that_fails_now_gets_a_row_with_its_listed_cause() {
        let mut earlier = Earlier::parse(SECTION).expect("a section");
        let expected = Expected::parse("fail b: it is new\n").expect("a good text");
        let fails = judged([None, Some("exit status 3")]);
        earlier.correct("b", &fails).expect("it ran");
        let text = earlier.text(&expected);
        assert!(text.contains("| passed | 1 (25.0 %) |\n"), "{text}");
        assert!(text.contains("| passed, -O2 | 1 of 3 |\n"), "{text}");
        assert!(
            text.contains("| b | -O2 | exit status 3 | it is new |\n"),
            "{text}"
        );
    }

    #[test]
    fn a_case_that_is_no_longer_applicable_needs_a_whole_run() {
        let mut earlier = Earlier::parse(SECTION).expect("a section");
        let error = earlier.correct("d", &Judgement::NotApplicable("it needs gcc".into()));
        let expected = "d is not applicable: it needs gcc; run the suite without --case";
        assert_eq!(error, Err(expected.to_owned()));
    }
}
