//! The expectations for a suite: cases that cannot apply, and known failures with their causes.
//!
//! ```text
//! # a comment
//! skip 20010122-1 pr17377: it asks for its return address
//! fail pr12345: fails in every configuration, for this reason
//! fail pr54321 [-O2, -O0 interp]: fails at -O2, and at -O0 in the interpreter
//! skip blend.*_alpha: every case whose name matches; `*` stands for any text
//! ```

use super::{Judgement, Run};
use crate::process::Result;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Expected {
    left_out: BTreeMap<String, String>,
    /// The names in `left_out` that contain `*`.
    patterns: Vec<String>,
    failures: BTreeMap<String, KnownFailure>,
}

#[derive(Debug)]
struct KnownFailure {
    /// Each selector matches the configurations that contain all of its words. An empty list
    /// matches every configuration.
    selectors: Vec<String>,
    cause: String,
}

impl KnownFailure {
    fn includes(&self, configuration: &str) -> bool {
        let has = |word: &str| configuration.split(' ').any(|part| part == word);
        let selects = |selector: &String| selector.split(' ').all(has);
        self.selectors.is_empty() || self.selectors.iter().any(selects)
    }
}

impl Expected {
    pub(super) fn parse(text: &str) -> Result<Expected> {
        let mut expected = Expected::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let parsed = expected.line(line);
                parsed.map_err(|error| format!("line {}: {error}", number + 1))?;
            }
        }
        Ok(expected)
    }

    fn line(&mut self, line: &str) -> Result<()> {
        let (head, reason) = line
            .split_once(": ")
            .ok_or("`: ` and a reason are missing")?;
        let (head, selectors) = match head.split_once(" [") {
            None => (head, Vec::new()),
            Some((head, inside)) => {
                let inside = inside.strip_suffix(']').ok_or("`]` is missing")?;
                (head, inside.split(", ").map(str::to_owned).collect())
            }
        };
        let mut words = head.split_whitespace();
        let kind = words.next();
        for name in words {
            let name = name.to_owned();
            let known = self.left_out.contains_key(&name) || self.failures.contains_key(&name);
            match kind {
                _ if known => return Err(format!("{name} is listed twice")),
                Some("skip") => {
                    if name.contains('*') {
                        self.patterns.push(name.clone());
                    }
                    self.left_out.insert(name, reason.to_owned());
                }
                Some("fail") => {
                    let (selectors, cause) = (selectors.clone(), reason.to_owned());
                    let failure = KnownFailure { selectors, cause };
                    self.failures.insert(name, failure);
                }
                _ => return Err(String::from("expected `skip` or `fail`")),
            }
        }
        Ok(())
    }

    /// Returns the reason why a case does not run, if one is listed.
    pub(super) fn left_out(&self, case: &str) -> Option<&str> {
        let matching = || self.patterns.iter().find(|pattern| matches(pattern, case));
        let found = self.left_out.get(case);
        let found = found.or_else(|| self.left_out.get(matching()?));
        found.map(String::as_str)
    }

    /// Returns the cause of a failure, if it is listed.
    pub(super) fn cause(&self, case: &str) -> Option<&str> {
        self.failures.get(case).map(|known| known.cause.as_str())
    }

    /// Returns a line for each failure that is not listed, and for each listed one that passes.
    pub(super) fn surprises(&self, cases: &[&str], judgements: &[Judgement]) -> Vec<String> {
        let mut surprises = Vec::new();
        for (case, judgement) in cases.iter().zip(judgements) {
            let known = self.failures.get(*case);
            match judgement {
                Judgement::NotApplicable(reason) if known.is_some() => {
                    surprises.push(format!("{case}: listed as failing, but left out: {reason}"));
                }
                Judgement::NotApplicable(_) => {}
                Judgement::Judged(runs) => {
                    surprises.extend(runs.iter().filter_map(|run| surprise(case, run, known)));
                }
            }
        }
        surprises
    }
}

/// Returns true if a name matches a pattern, in which each `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((begin, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut left) = name.strip_prefix(begin) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match left.split_once(part) {
            Some((_, after)) => left = after,
            None => return false,
        }
    }
    left.ends_with(end)
}

fn surprise(case: &str, run: &Run, known: Option<&KnownFailure>) -> Option<String> {
    let configuration = &run.configuration;
    let is_known = known.is_some_and(|known| known.includes(configuration));
    match &run.failure {
        Some(failure) if !is_known => Some(format!("{case}: {configuration}: {failure}")),
        None if is_known => Some(format!(
            "{case}: {configuration}: listed as failing, but passes"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# known\nskip a b: needs a printer\nfail c: too slow\n\
                        fail d [-O2, -O0 interp]: a bug\n";

    fn judged(failures: [bool; 3]) -> Judgement {
        let configurations = ["-O0 interp", "-O0 wasmtime", "-O2 interp"];
        let runs = configurations
            .iter()
            .zip(failures)
            .map(|(name, fails)| Run {
                configuration: (*name).to_owned(),
                failure: fails.then(|| String::from("exit status 1")),
            });
        Judgement::Judged(runs.collect())
    }

    #[test]
    fn listed_failures_are_expected() {
        let expected = Expected::parse(TEXT).expect("a good text");
        assert_eq!(expected.left_out("b"), Some("needs a printer"));
        assert_eq!(expected.cause("d"), Some("a bug"));
        let judgements = [judged([true; 3]), judged([true, false, true])];
        assert_eq!(expected.surprises(&["c", "d"], &judgements), [""; 0]);
    }

    #[test]
    fn new_failures_and_listed_ones_that_pass_are_surprises() {
        let expected = Expected::parse(TEXT).expect("a good text");
        let judgements = [judged([true, false, false]), judged([true, true, false])];
        assert_eq!(
            expected.surprises(&["e", "d"], &judgements),
            [
                "e: -O0 interp: exit status 1",
                "d: -O0 wasmtime: exit status 1",
                "d: -O2 interp: listed as failing, but passes",
            ]
        );
    }

    #[test]
    fn a_star_stands_for_any_text() {
        let text = "skip a.*b*c d*: too many\nskip a.b: one\n";
        let expected = Expected::parse(text).expect("a good text");
        let left_out = |case| expected.left_out(case);
        assert_eq!(left_out("a.xbyc"), Some("too many"));
        assert_eq!(left_out("a.bc"), Some("too many"));
        assert_eq!(left_out("d"), Some("too many"));
        assert_eq!(left_out("a.b"), Some("one"));
        for other in ["a.c", "a.bcd", "b.bc", "a.cb"] {
            assert_eq!(left_out(other), None, "{other}");
        }
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, error) in [
            ("skip a", "line 1: `: ` and a reason are missing"),
            ("\nfail a [-O2: b", "line 2: `]` is missing"),
            ("miss a: b", "line 1: expected `skip` or `fail`"),
            ("skip a: b\nfail a: c", "line 2: a is listed twice"),
        ] {
            assert_eq!(
                Expected::parse(text).err().as_deref(),
                Some(error),
                "{text}"
            );
        }
    }
}
