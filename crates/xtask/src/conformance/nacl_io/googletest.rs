//! Programs of googletest as the SDK's tests use it: the names of tests in a source, and their
//! results, which the program posts as messages.

use std::collections::BTreeMap;

/// Returns the names of the tests that a source defines, as `Suite.Test`.
///
/// Tests after `#if` are included, whatever the condition.
pub(super) fn names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("\nTEST") {
        rest = &rest[at + "\nTEST".len()..];
        let inside = rest.strip_prefix("_F").unwrap_or(rest).strip_prefix('(');
        let inside = inside.and_then(|inside| Some(inside.split_once(')')?.0));
        let Some((suite, test)) = inside.and_then(|inside| inside.split_once(',')) else {
            continue;
        };
        // googletest does not run disabled tests.
        if !test.trim().starts_with("DISABLED_") {
            names.push(format!("{}.{}", suite.trim(), test.trim()));
        }
    }
    names
}

/// The messages of a run, one after the other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// The tests that have ended, each with its first failure, if it failed.
    pub(super) ended: BTreeMap<String, Option<String>>,
    /// The test that had begun when the run ended.
    pub(super) running: Option<String>,
}

impl Progress {
    /// Reads messages in lines of JSON. Others than those of tests are skipped.
    pub(super) fn parse(messages: &str) -> Progress {
        let mut progress = Progress::default();
        let mut failure = None;
        for message in messages.lines().filter_map(text) {
            let Some((kind, rest)) = message.split_once(':') else {
                continue;
            };
            match kind {
                "start" => {
                    progress.running = Some(rest.to_owned());
                    failure = None;
                }
                "fail" => {
                    let words: Vec<&str> = rest.split_whitespace().collect();
                    failure.get_or_insert_with(|| short_place(&words.join(" ")));
                }
                "end" => {
                    let (name, result) = rest.split_once(',').unwrap_or((rest, ""));
                    let failed = || failure.take().unwrap_or_else(|| String::from("failed"));
                    let outcome = (result != "ok").then(failed);
                    progress.ended.insert(name.to_owned(), outcome);
                    progress.running = None;
                }
                _ => {}
            }
        }
        progress
    }
}

/// Removes the folder from the path that a failure begins with.
fn short_place(failure: &str) -> String {
    let (path, rest) = failure.split_once(',').unwrap_or(("", failure));
    let file = path.rsplit('/').next().unwrap_or(path);
    format!("{file}:{}", rest.replacen(',', ": ", 1))
}

/// Decodes a line of JSON that is a text. Characters by number are left out: they only occur in
/// failures.
fn text(line: &str) -> Option<String> {
    let inside = line.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = inside.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next()? {
            'n' | 't' | 'r' | 'b' | 'f' => text.push(' '),
            'u' => {
                characters.nth(3)?;
            }
            escaped => text.push(escaped),
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_sources() {
        let source = "int x;\nTEST(A, One) {\n}\n\nTEST_F(Second,\n       Two) {\n}\n// TEST(B, C)\n\
             TEST(A, DISABLED_Three) {\n}\n";
        assert_eq!(names(source), ["A.One", "Second.Two"]);
    }

    #[test]
    fn messages_have_the_results() {
        let messages = "\"start:A.One\"\n\"end:A.One,ok\"\n3\n\"start:A.Two\"\n\
                        \"fail:/a/b.cc,12,Expected: 1\\n  Actual: 2\"\n\"fail:c.cc,1,x\"\n\
                        \"end:A.Two,failed\"\n\"start:A.Three\"\n";
        let progress = Progress::parse(messages);
        let failure = Some("b.cc:12: Expected: 1 Actual: 2".to_owned());
        let ended = [("A.One".into(), None), ("A.Two".into(), failure)];
        assert_eq!(progress.ended, BTreeMap::from(ended));
        assert_eq!(progress.running.as_deref(), Some("A.Three"));
    }
}
