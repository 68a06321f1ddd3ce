//! Parses the directives in a file test's comments.

use super::value::{Value, parse_values};
use anyhow::{Context, Result, bail, ensure};
use std::fmt;

/// All directives of a file test.
#[derive(Debug, Default)]
pub struct Directives {
    /// Functions to call.
    pub calls: Vec<Call>,
    /// All errors that the program must have.
    pub errors: Vec<ExpectedError>,
    /// Commands to run.
    pub commands: Vec<Command>,
    /// The names of engines to skip.
    pub skipped_engines: Vec<String>,
}

/// A `run:` directive, which calls a function.
#[derive(Debug)]
pub struct Call {
    /// The line number, counted from 1.
    pub line: usize,
    /// The text of the call.
    pub text: String,
    /// The number of the function.
    pub function: u32,
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// The expected result.
    pub expected: Expected,
}

/// The expected result of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Expected {
    /// It returns this value, or nothing.
    Result(Option<Value>),
    /// It traps, and the reason contains these words.
    Trap(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Result(Some(value)) => write!(f, "== {value}"),
            Expected::Result(None) => f.write_str("== void"),
            Expected::Trap(words) => write!(f, "traps: {words}"),
        }
    }
}

/// An `error:` comment, which states an error of the program.
#[derive(Debug)]
pub struct ExpectedError {
    /// The line number, counted from 1.
    pub line: usize,
    /// The error code.
    pub code: String,
    /// A part of the error message.
    pub words: String,
}

/// A `RUN:` directive, which runs a command line.
#[derive(Debug)]
pub struct Command {
    /// A name that distinguishes its expected output from that of other commands.
    pub name: Option<String>,
    /// The expected exit status of the last command.
    pub status: i32,
    /// The commands of the pipeline, each a list of words.
    pub pipe: Vec<Vec<String>>,
}

impl Directives {
    /// Parses the comments of a file test.
    ///
    /// # Errors
    ///
    /// Fails if a directive is malformed, or if the file has none.
    pub fn parse(text: &str) -> Result<Directives> {
        let mut directives = Directives::default();
        for (line, content) in (1..).zip(text.lines()) {
            let mut comments = content.split("//");
            let code = comments.next().unwrap_or_default();
            for comment in comments {
                directives
                    .comment(line, code.trim().is_empty(), comment.trim())
                    .with_context(|| format!("line {line}: {}", content.trim()))?;
            }
        }
        let asks = directives.calls.len() + directives.errors.len() + directives.commands.len();
        ensure!(asks > 0, "the file has no `run:`, `RUN:` or `error:`");
        Ok(directives)
    }

    fn comment(&mut self, line: usize, own_line: bool, comment: &str) -> Result<()> {
        if let Some(rest) = comment.strip_prefix("error:") {
            let (code, words) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
            ensure!(!code.is_empty(), "the code of the error is missing");
            self.errors.push(ExpectedError {
                line,
                code: code.to_owned(),
                words: words.trim().to_owned(),
            });
        }
        if !own_line {
            return Ok(());
        }
        if let Some(rest) = comment.strip_prefix("run:") {
            self.calls.push(parse_call(line, rest.trim())?);
        } else if let Some(rest) = comment.strip_prefix("skip ") {
            let (engine, reason) = rest.split_once(':').context("the reason is missing")?;
            ensure!(!reason.trim().is_empty(), "the reason is missing");
            self.skipped_engines.push(engine.trim().to_owned());
        } else if comment.starts_with("RUN") {
            self.commands.push(parse_command(comment)?);
        }
        Ok(())
    }
}

fn parse_call(line: usize, text: &str) -> Result<Call> {
    let close = text
        .rfind(") ")
        .or_else(|| text.strip_suffix(')').map(str::len));
    let close = close.context("a call is written as @fN(TYPE VALUE, ...)")?;
    let (call, expected) = (&text[..=close], text[close + 1..].trim());
    let (function, arguments) = call.split_once('(').context("`(` is missing")?;
    let function = function
        .trim()
        .strip_prefix("@f")
        .and_then(|number| number.parse().ok())
        .context("a function is written as @f and a number")?;
    let arguments = parse_values(arguments.trim_end_matches(')'))?;
    let expected = if let Some(words) = expected.strip_prefix("traps:") {
        Expected::Trap(words.trim().to_owned())
    } else if let Some(value) = expected.strip_prefix("==") {
        match value.trim() {
            "void" => Expected::Result(None),
            value => Expected::Result(Some(value.parse()?)),
        }
    } else {
        bail!("after a call comes `== VALUE` or `traps: WORDS`");
    };
    Ok(Call {
        line,
        text: call.to_owned(),
        function,
        arguments,
        expected,
    })
}

fn parse_command(comment: &str) -> Result<Command> {
    let (head, line) = comment.split_once(':').context("`RUN:` has a colon")?;
    let mut head = head.strip_prefix("RUN").unwrap_or_default().trim();
    let mut name = None;
    let mut status = 0;
    while !head.is_empty() {
        let close = head.find([']', ')']).context("`]` or `)` is missing")?;
        let content = &head[1..close];
        match head.as_bytes()[0] {
            b'[' => name = Some(content.to_owned()),
            b'(' => status = content.parse().context("no exit status")?,
            _ => bail!("before the colon stand [name] and (status) only"),
        }
        head = &head[close + 1..];
    }
    let pipe: Vec<Vec<String>> = line
        .split('|')
        .map(|command| command.split_whitespace().map(str::to_owned).collect())
        .collect();
    ensure!(
        pipe.iter().all(|words: &Vec<String>| !words.is_empty()),
        "a command is missing"
    );
    Ok(Command { name, status, pipe })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_errors_and_commands_are_found_where_they_stand() {
        let text = "\
// run: @f1(i32 1, <4 x i32> <1, 2, 3, 4>) == i32 -1
// run: @f12() traps: division by zero
// RUN[text](1): dis % | as -
module { // error: P0101 version // error: P0102
// skip oracle: it has one thread
";
        let directives = Directives::parse(text).unwrap();
        assert_eq!(directives.calls[0].function, 1);
        assert_eq!(directives.calls[0].arguments.len(), 2);
        assert_eq!(
            directives.calls[1].expected,
            Expected::Trap("division by zero".into())
        );
        let command = &directives.commands[0];
        assert_eq!((command.name.as_deref(), command.status), (Some("text"), 1));
        assert_eq!(command.pipe, [vec!["dis", "%"], vec!["as", "-"]]);
        let errors: Vec<_> = directives
            .errors
            .iter()
            .map(|error| (error.line, error.code.as_str(), error.words.as_str()))
            .collect();
        assert_eq!(errors, [(4, "P0101", "version"), (4, "P0102", "")]);
        assert_eq!(directives.skipped_engines, ["oracle"]);
    }

    #[test]
    fn a_file_that_asks_for_nothing_is_refused() {
        assert!(Directives::parse("module { // runs\n").is_err());
    }

    #[test]
    fn malformed_directives_are_refused() {
        for text in [
            "// run: f1() == void",
            "// run: @f1(i32) == void",
            "// run: @f1(i32 1)",
            "// run: @f1() = void",
            "// RUN dis",
            "// RUN: dis | | as",
            "// RUN(x): dis",
            "// skip oracle",
            "// error:",
        ] {
            assert!(Directives::parse(text).is_err(), "{text}");
        }
    }
}
