//! Parses the comments of a test that state what to run.

use std::path::Path;

/// The commands and conditions in a test.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Script {
    /// The commands in order. Substitutions have not been made yet.
    pub(super) commands: Vec<String>,
    /// The features that the test requires.
    pub(super) requires: Vec<String>,
    /// True if the test is marked as an expected failure.
    pub(super) expects_failure: bool,
}

impl Script {
    /// Parses the comments of a test. A command that ends with a backslash continues in the next
    /// `RUN` line.
    pub(super) fn of(text: &str) -> Script {
        let mut script = Script::default();
        let mut continues = false;
        for line in text.lines() {
            if let Some((_, command)) = line.split_once("RUN:") {
                let command = command.trim();
                let (command, goes_on) = match command.strip_suffix('\\') {
                    Some(part) => (part.trim_end(), true),
                    None => (command, false),
                };
                match script.commands.last_mut().filter(|_| continues) {
                    Some(last) => {
                        last.push(' ');
                        last.push_str(command);
                    }
                    None => script.commands.push(command.to_owned()),
                }
                continues = goes_on;
            } else if let Some((_, features)) = line.split_once("REQUIRES:") {
                let features = features.split(',').map(|feature| feature.trim().to_owned());
                script.requires.extend(features);
            } else if line.contains("XFAIL:") {
                script.expects_failure = true;
            }
        }
        script
    }

    /// Returns the programs that the commands run.
    pub(super) fn tools(&self) -> Vec<String> {
        let mut tools = Vec::new();
        for command in &self.commands {
            for part in command.split(['|', ';', '&']) {
                let mut words = part.split_whitespace();
                let tool = words.find(|word| !matches!(*word, "not" | "--crash" | "env"));
                // Splitting at `&` cuts `2>&1` in two, and this is its second half.
                let tool = tool.filter(|tool| !tool.starts_with(|c: char| c.is_ascii_digit()));
                tools.extend(tool.map(str::to_owned));
            }
        }
        tools
    }
}

/// Substitutes file names in a command: `%s` is the test, `%S` and `%p` its folder, `%t` a
/// temporary file and `%T` the folder for those.
pub(super) fn substituted(command: &str, test: &Path, scratch: &Path) -> String {
    let folder = test.parent().unwrap_or(test);
    let mut text = String::with_capacity(command.len());
    let mut rest = command;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        let replacement = match after.chars().next() {
            Some('s') => Some(test.display().to_string()),
            Some('S' | 'p') => Some(folder.display().to_string()),
            Some('t') => Some(scratch.join("t.tmp").display().to_string()),
            Some('T') => Some(scratch.display().to_string()),
            Some('%') => Some(String::from("%")),
            _ => None,
        };
        rest = match replacement {
            Some(replacement) => {
                text.push_str(&replacement);
                &after[1..]
            }
            None => {
                text.push('%');
                after
            }
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_continues_in_the_next_line() {
        let text = "; RUN: opt %s -S \\\n; RUN:   2>&1 | FileCheck %s\n\
                    ; RUN: not opt < %s\n; XFAIL: *\n; REQUIRES: asserts\n";
        let script = Script::of(text);
        assert_eq!(
            script.commands,
            ["opt %s -S 2>&1 | FileCheck %s", "not opt < %s"]
        );
        assert_eq!(script.requires, ["asserts"]);
        assert!(script.expects_failure);
        assert_eq!(script.tools(), ["opt", "FileCheck", "opt"]);
    }

    #[test]
    fn names_of_files_are_substituted() {
        let command = substituted(
            "opt %s -o %t.bc %p/a 100%",
            Path::new("/x/y.ll"),
            Path::new("/z"),
        );
        assert_eq!(command, "opt /x/y.ll -o /z/t.tmp.bc /x/a 100%");
    }
}
