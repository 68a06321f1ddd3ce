//! Checks `RUN:` directives: runs the command `pinnacle` and compares its output.

use super::Harness;
use anyhow::{Context, Result, ensure};
use pinnacle_testing::bless::expect_file_unless_empty;
use pinnacle_testing::filetests::directive::Command;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// The files with the expected output of a command: standard output, then standard error.
pub(super) fn expectation_files(test: &Path, command: &Command) -> [PathBuf; 2] {
    let suffix = |stream: &str| match &command.name {
        Some(name) => format!("{name}.{stream}"),
        None => stream.to_owned(),
    };
    [
        test.with_extension(suffix("stdout")),
        test.with_extension(suffix("stderr")),
    ]
}

pub(super) fn check(harness: &Harness, test: &Path, commands: &[Command]) -> Result<()> {
    for command in commands {
        let words: Vec<String> = command.pipe.iter().map(|words| words.join(" ")).collect();
        check_one(harness, test, command)
            .with_context(|| format!("pinnacle {}", words.join(" | pinnacle ")))?;
    }
    Ok(())
}

fn check_one(harness: &Harness, test: &Path, command: &Command) -> Result<()> {
    let output = run(harness, test, command)?;
    let expectations = expectation_files(test, command);
    for (path, found) in expectations.iter().zip([&output.stdout, &output.stderr]) {
        expect_file_unless_empty(path, found)?;
    }
    ensure!(
        output.status.code() == Some(command.status),
        "it ends with {}, expected {}: {}",
        output.status,
        command.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// Runs the commands of a pipeline one after the other. Returns the output of the last one.
fn run(harness: &Harness, test: &Path, command: &Command) -> Result<Output> {
    let folder = test.parent().context("a test has a folder")?;
    let name = test.file_name().context("a test has a name")?;
    let name = name.to_str().context("its name is text")?;
    let mut input = Vec::new();
    let mut last = None;
    for (index, words) in command.pipe.iter().enumerate() {
        let mut child = std::process::Command::new(&harness.command)
            .args(words.iter().map(|word| word.replace('%', name)))
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot be started")?;
        let stdin = child.stdin.take().context("it has standard input")?;
        let given = std::mem::take(&mut input);
        // Ignore write errors: a command that does not read its input closes the pipe.
        let feed = std::thread::spawn(move || {
            let mut stdin = stdin;
            let _ = std::io::Write::write_all(&mut stdin, &given);
        });
        let output = child.wait_with_output()?;
        let _ = feed.join();
        if index + 1 < command.pipe.len() {
            ensure!(
                output.status.success(),
                "command {} of the pipe ends with {}: {}",
                index + 1,
                output.status,
                String::from_utf8_lossy(&output.stderr)
            );
            input.clone_from(&output.stdout);
        }
        last = Some(output);
    }
    last.context("a pipe has a command")
}
