//! Finds the examples of a document.

use crate::examples::Example;

/// The start of a comment that contains the reason why the next block is not run.
const NOT_RUN: &str = "<!-- not run: ";

/// The start of a comment that names the block, for a CI step that runs it.
const STEP: &str = "<!-- ci: ";

/// Returns the examples of a document: one for each `sh` block, and one for each command of a
/// `console` block.
pub(crate) fn examples(name: &str, text: &str) -> Vec<Example> {
    let mut all = Vec::new();
    let mut reason: Option<String> = None;
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        if let Some(comment) = line.strip_prefix(NOT_RUN) {
            reason = Some(comment.trim_end_matches("-->").trim().to_owned());
            continue;
        }
        if line.starts_with(STEP) {
            reason = Some("a step of CI runs it".into());
            continue;
        }
        let Some(language) = line.strip_prefix("```") else {
            if !line.is_empty() {
                reason = None;
            }
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.starts_with("```"))
            .collect();
        let reason = reason.take();
        let place = format!("{name}:{number}");
        let new = |command: String, output| Example {
            place: place.clone(),
            command,
            output,
            status: 0,
            reason: reason.clone(),
        };
        match language.trim() {
            "sh" => all.push(new(block.join("\n"), None)),
            "console" => all.extend(
                commands(&block)
                    .into_iter()
                    // If no lines follow the command, its output may be anything.
                    .map(|(command, output)| {
                        new(command, Some(output).filter(|it| !it.is_empty()))
                    }),
            ),
            _ => {}
        }
    }
    all
}

/// Returns the commands of a `console` block, each with its output. A command begins with `$ `. It
/// continues on the next line while a quote is open or after a backslash.
fn commands(block: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    let is_open = |command: &str| command.matches('\'').count() % 2 == 1 || command.ends_with('\\');
    for line in block {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push((command.to_owned(), Vec::new())),
            (None, Some((command, output))) if output.is_empty() && is_open(command) => {
                command.push('\n');
                command.push_str(line);
            }
            (None, Some((_, output))) => output.push((*line).to_owned()),
            (None, None) => {}
        }
    }
    all
}

/// Tests [`examples`].
pub(crate) fn blocks_are_found() {
    let text = "```sh\none\n```\n<!-- not run: long -->\n```console\n$ two 'a\nb'\nout\n$ three\n```\n\
                ```text\nno\n```\n<!-- not run: stale -->\ntext\n```sh\nfour\n```\n";
    let found = examples("x.md", text);
    let commands: Vec<&str> = found.iter().map(|example| &*example.command).collect();
    assert_eq!(commands, ["one", "two 'a\nb'", "three", "four"]);
    let reasons: Vec<Option<&str>> = found.iter().map(|it| it.reason.as_deref()).collect();
    assert_eq!(reasons, [None, Some("long"), Some("long"), None]);
    assert_eq!(found[1].output, Some(vec!["out".to_owned()]));
    assert_eq!(found[3].place, "x.md:16");
}
