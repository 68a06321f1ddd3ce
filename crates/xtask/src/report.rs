//! The summary of a run: the duration of each step, and the tests that could not run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The environment variable with the file in which tests record that they could not run;
/// `pinnacle_testing::skip` defines the format.
pub(crate) const VARIABLE: &str = "PINNACLE_SKIPPED";

/// A report of the completed steps.
#[derive(Default)]
pub(crate) struct Report {
    /// Each step with its duration, and true if it succeeded.
    pub(crate) steps: Vec<(&'static str, Duration, bool)>,
    /// Steps that could not run: name and reason.
    pub(crate) skipped: Vec<(String, String)>,
}

/// The file in which tests record that they could not run.
pub(crate) fn file() -> PathBuf {
    crate::process::target().join("skipped-tests.tsv")
}

impl Report {
    /// Formats both tables. `tests` is the content of the file with tests that could not run.
    pub(crate) fn text(&self, tests: &str) -> String {
        let mut text = String::from("\n");
        let mut total = Duration::ZERO;
        for (name, time, is_good) in &self.steps {
            total += *time;
            let failed = if *is_good { "" } else { "  FAILED" };
            let _ = writeln!(text, "{:>8}  {name}{failed}", clock(*time));
        }
        let _ = writeln!(text, "{:>8}  in all", clock(total));
        let rows = tests.lines().filter_map(|line| line.split_once('\t'));
        summary(&mut text, "test", rows);
        let rows = self.skipped.iter();
        let rows = rows.map(|(name, reason)| (name.as_str(), reason.as_str()));
        summary(&mut text, "step", rows);
        text
    }
}

/// Appends the number of tests or steps that could not run, by reason.
fn summary<'t>(text: &mut String, what: &str, rows: impl Iterator<Item = (&'t str, &'t str)>) {
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (test, reason) in rows {
        // A test may report the same reason several times; count it once. Reports without a test
        // name are all counted.
        if test.ends_with("::") || seen.insert((test, reason)) {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    let total: u32 = reasons.values().sum();
    if total == 0 {
        return;
    }
    let _ = writeln!(text, "\n{} could not run:", counted(total, what));
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count:>6} because {reason}");
    }
}

fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Formats a duration as minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_times_and_what_could_not_run_is_counted_by_reason() {
        let report = Report {
            steps: vec![
                ("format", Duration::from_millis(1600), true),
                ("tests", Duration::from_secs(754), false),
            ],
            skipped: vec![("licences".into(), "cargo-deny is not installed".into())],
        };
        let tests = "cli::c\tno clang\ncli::c\tno clang\nsteps::\tno llvm-as\n\
                     steps::\tno llvm-as\nfiles::\tthere is no ../shared\n";
        let text = "\n    0:02  format\n   12:34  tests  FAILED\n   12:36  in all\n\n\
                    4 tests could not run:\n     2 because no llvm-as\n     1 because no clang\n     \
                    1 because there is no ../shared\n\n\
                    1 step could not run:\n     1 because cargo-deny is not installed\n";
        assert_eq!(report.text(tests), text);
    }
}
