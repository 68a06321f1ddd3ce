//! Runs the commands in README.md, whose results must match the text.

use crate::process::{Result, cargo, program, root};
use std::collections::BTreeSet;

/// The code block that follows the comment `<!-- ci: NAME -->`.
fn block(readme: &str, name: &str) -> Result<String> {
    let mark = format!("<!-- ci: {name} -->");
    let lines = readme.lines().skip_while(|line| *line != mark);
    let lines = lines.skip_while(|line| !line.starts_with("```")).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("```")).collect();
    if lines.is_empty() {
        return Err(format!("README.md has nothing marked {mark}"));
    }
    Ok(lines.join("\n"))
}

/// Finds that block in the repository's README.
fn read(name: &str) -> Result<String> {
    let path = root().join("README.md");
    let text = std::fs::read_to_string(path).map_err(|error| format!("README.md: {error}"))?;
    block(&text, name)
}

/// A command in the README, which must be one line.
fn command(name: &str) -> Result<String> {
    let command = read(name)?;
    if command.contains('\n') {
        return Err(format!("`{name}` of README.md is more than one command"));
    }
    Ok(command)
}

/// Runs the README's command for the tests. All tests run even if one fails, so one run reports
/// every failure.
pub(crate) fn tests() -> Result<()> {
    let command = format!("{} --no-fail-fast", command("test")?);
    program("sh", &["-c", &command]).run()
}

/// Lists the crates that a command builds, each with its features.
fn crates(selection: &[&str]) -> Result<BTreeSet<String>> {
    let format = ["--prefix", "none", "--format", "{p} {f}"];
    let tree = cargo(&["tree", "--locked"]).arguments(&format);
    let lines = tree.arguments(selection).output()?;
    let lines = lines.lines().map(|line| line.trim_end_matches(" (*)"));
    Ok(lines.map(|line| String::from(line.trim_end())).collect())
}

/// Checks that the first program of the README needs no crate that the tests build with other
/// features. A user who types both commands then only waits for one build.
fn shares_its_build() -> Result<()> {
    let tests = crates(&["--workspace", "--edges", "normal,build,dev"])?;
    match crates(&["--edges", "normal,build"])?
        .difference(&tests)
        .next()
    {
        None => Ok(()),
        Some(alone) => Err(format!(
            "the first program of README.md builds `{alone}`, which the tests build with other features"
        )),
    }
}

/// Runs the README's first program, whose output must match the text.
pub(crate) fn first_program() -> Result<()> {
    shares_its_build()?;
    let output = program("sh", &["-c", &command("run")?]).output()?;
    let output: Vec<&str> = output.lines().map(str::trim_end).collect();
    let output = output.join("\n");
    println!("{output}");
    if output.contains(&read("output")?) {
        return Ok(());
    }
    Err("the program does not print what README.md shows".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_found_by_its_mark() {
        let readme = "```sh\nno\n```\n<!-- ci: run -->\n```sh\nyes\n  and\n```\n```\nno\n```\n";
        assert_eq!(block(readme, "run").unwrap(), "yes\n  and");
        assert!(block(readme, "test").is_err());
    }
}
