//! The examples of documents and help texts.

use std::process::ExitStatus;

/// A command of a shell, of one or more lines.
#[derive(Debug)]
pub(crate) struct Example {
    /// The name of the document and the line number.
    pub(crate) place: String,
    pub(crate) command: String,
    /// The lines shown as its output; `None` if the format shows no output.
    pub(crate) output: Option<Vec<String>>,
    /// The expected exit status.
    pub(crate) status: i32,
    /// The reason why the example is not run, if any.
    pub(crate) reason: Option<String>,
}

/// Text in examples of help texts that cannot be run, with the reason.
pub(crate) const NOT_RUN: &[(&str, &str)] = &[
    ("sudo ", "it changes this machine"),
    ("./hello.pexe", "it needs what `binfmt install` changes"),
    ("apt-get", "it installs packages"),
    ("curl ", "it needs the network"),
    ("$PROFILE", "a variable of PowerShell"),
    ("--gdb=", "it waits for a debugger"),
    ("--window", "it needs a display; cli/tests/window has one"),
    (
        "--heap-profile",
        "it needs an allocator that was not inlined; cli/debugging.rs has one",
    ),
    (
        "--as-of 2.9",
        "it needs assembly of LLVM 2.0 to 3.2; cli/dis.rs has some",
    ),
    ("pinnacle dap", "it waits for an editor; cli/dap.rs is one"),
    (
        "crash.pexe 540:3",
        "where instructions are depends on the library of C",
    ),
    ("my-tool", "the reader's own program"),
    ("llvm-2.6.bc", "a file that a compiler of 2009 wrote"),
    (
        "./configure",
        "a project of the reader; builds.rs has others",
    ),
    (
        "configure cmake",
        "a project of the reader; builds.rs has others",
    ),
    (
        "pinnacle make ",
        "a project of the reader; builds.rs has others",
    ),
    (
        "NACL_SDK_ROOT",
        "a project of the reader; builds.rs has others",
    ),
    (
        "ports build",
        "it downloads sources; builds.rs builds one port",
    ),
    (
        "--use-port",
        "it downloads sources; builds.rs builds one port",
    ),
    (
        "pinnacle sdk cmake",
        "a project of the reader; builds.rs has another",
    ),
    (
        "pinnacle sdk meson",
        "a project of the reader, and few machines have Meson",
    ),
    ("sysroot build", "it takes minutes; every test of C does it"),
    (
        "pinnacle serve",
        "it ends with Ctrl-C; web/test/serve.test.ts runs it",
    ),
    ("chat.nmf", "it needs a server; tests/pepper has one"),
    ("crawl.w", "an archive of the reader; archive.rs has others"),
    ("llvm-as-14", "few machines have LLVM 14"),
    ("man -l -", "not every man has -l"),
    (
        " -L lib app",
        "libraries of the reader; tests/shared has others",
    ),
];

/// Text in examples of help texts that exit with a status other than 0, with that status.
pub(crate) const STATUSES: &[(&str, i32)] = &[
    ("--fuel 1000000 loop.pexe", 137),
    ("--core crash.core", 139),
    ("--record crash.rec", 139),
    ("--replay crash.rec", 139),
    ("diff old.pexe new.pexe", 1),
    ("diff --summary old.pexe new.pexe", 1),
    ("diff --html page.html old.pexe new.pexe", 1),
];

impl Example {
    /// Returns true if the shown output has an error, and the status is not 0.
    pub(crate) fn fails_as_shown(&self, status: ExitStatus) -> bool {
        let mut lines = self.output.iter().flatten();
        lines.any(|line| line.starts_with("error: ")) && !status.success()
    }

    /// Returns the programs that the lines start with, except commands built into the shell.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &str> {
        const SHELL: &[&str] = &["cd", "echo", "exit", "export", "then", "if", "fi"];
        let parts = self.command.split(['\n', '|', ';', '&']);
        parts.filter_map(|part| {
            let mut words = part.split_whitespace();
            let word = words.find(|word| !word.contains('='))?;
            let is_name = word.starts_with(|c: char| c.is_ascii_lowercase())
                && word
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-+._".contains(c));
            let goes_on = part.contains('\'') && !part.trim_start().starts_with(word);
            (is_name && !goes_on && !SHELL.contains(&word)).then_some(word)
        })
    }

    /// Returns the files that the command creates, according to its options.
    pub(crate) fn outputs(&self) -> Vec<String> {
        const OPTIONS: &[&str] = &["-o", "--output", "--html", "--source-map", "--screenshot"];
        let words: Vec<&str> = self.command.split_whitespace().collect();
        let pairs = words.windows(2);
        let named = pairs.filter(|pair| OPTIONS.contains(&pair[0]) && pair[1] != "-");
        let names = named.map(|pair| pair[1].trim_matches('"'));
        names
            .filter(|name| !name.starts_with(['~', '$']))
            .map(str::to_owned)
            .collect()
    }
}

/// Returns the examples of a help text: the indented lines below `Examples`.
pub(crate) fn of_help(name: &str, text: &str) -> Vec<Example> {
    let mut all = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        if !line.starts_with(' ') {
            is_inside = line.starts_with("Examples") && line.ends_with(':');
            continue;
        }
        if !is_inside {
            continue;
        }
        // The text after two spaces is a description.
        let command = line.trim_start();
        let command = command.split("  ").next().unwrap_or(command);
        let reason = NOT_RUN.iter().find(|row| command.contains(row.0));
        let status = STATUSES.iter().find(|row| command.contains(row.0));
        all.push(Example {
            place: format!("{name}:{number}"),
            command: command.to_owned(),
            output: None,
            status: status.map_or(0, |row| row.1),
            reason: reason.map(|row| row.1.to_owned()),
        });
    }
    all
}

/// Returns true if an output matches the shown lines. A shown line `...` stands for any number of
/// lines.
pub(crate) fn shows(expected: &[String], output: &str) -> bool {
    let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    let parts: Vec<&[String]> = expected.split(|line| line == "...").collect();
    let Some((first, rest)) = parts.split_first() else {
        return lines.is_empty();
    };
    let matches = |part: &[String], at: usize| {
        let end = at + part.len();
        lines.get(at..end).is_some_and(|found| {
            found
                .iter()
                .zip(part)
                .all(|(found, line)| *found == line.trim_end())
        })
    };
    if !matches(first, 0) {
        return false;
    }
    let mut at = first.len();
    for (index, part) in rest.iter().enumerate() {
        let is_last = index + 1 == rest.len() && !part.is_empty();
        let last = lines.len().saturating_sub(part.len());
        let start = if is_last { at.max(last) } else { at };
        match (start..=last).find(|&start| matches(part, start)) {
            Some(start) => at = start + part.len(),
            None => return false,
        }
    }
    // Without a final `...`, no more lines may follow.
    rest.last().is_some_and(|part| part.is_empty()) || at == lines.len()
}

/// Tests [`shows`].
pub(crate) fn outputs_are_compared() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (expected, output, is_same) in [
        ("a\nb", "a\nb\n", true),
        ("a", "a\nb\n", false),
        ("a\n...", "a\nb\nc\n", true),
        ("...\nc", "a\nb\nc\n", true),
        ("...\nb", "a\nb\nc\n", false),
        ("...\nb\n...", "a\nb\nc\n", true),
        ("a\n...\nc", "a\nc\n", true),
        ("", "", true),
        ("", "a\n", false),
    ] {
        assert_eq!(
            shows(&lines(expected), output),
            is_same,
            "{expected:?} {output:?}"
        );
    }
}
