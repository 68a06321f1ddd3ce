//! Checks that a file test has exactly the errors that its comments state.

use anyhow::{Context, Result, anyhow, ensure};
use pinnacle_pexe::text::error::Place;
use pinnacle_pexe::text::parse::{Assembled, assemble};
use pinnacle_pexe::text::print::{self, Form};
use pinnacle_pexe::verify;
use pinnacle_testing::filetests::directive::ExpectedError;

/// Assembles a program that must have no errors.
pub(super) fn check_valid(text: &str) -> Result<Vec<u8>> {
    let assembled = assemble(text.as_bytes()).map_err(|errors| anyhow!("{errors}"))?;
    let found = verify(text, &assembled);
    ensure!(
        found.is_empty(),
        "the program has errors that no comment expects:\n{}",
        list(&found)
    );
    for form in [Form::Assembly, Form::Listing] {
        let options = print::Options {
            form,
            ..print::Options::default()
        };
        let mut printed = Vec::new();
        print::print(&assembled.bytes, &[], &options, &mut printed)?;
        let again = assemble(&printed).with_context(|| format!("{form:?}"))?;
        ensure!(
            again.bytes == assembled.bytes,
            "it is another program after it was printed as {form:?}"
        );
    }
    Ok(assembled.bytes)
}

/// Compares the errors of a program with its `error:` comments.
pub(super) fn check_invalid(text: &str, expected: &[ExpectedError]) -> Result<()> {
    let found = match assemble(text.as_bytes()) {
        Ok(assembled) => verify(text, &assembled),
        Err(errors) => errors
            .iter()
            .map(|error| Found {
                line: error.place().line as usize,
                code: error.code(),
                message: error.message().to_owned(),
            })
            .collect(),
    };
    let mut unexpected = found;
    let mut missing = Vec::new();
    for error in expected {
        let place = unexpected.iter().position(|found| {
            found.line == error.line
                && found.code == error.code
                && found.message.contains(&error.words)
        });
        match place {
            Some(place) => {
                unexpected.remove(place);
            }
            None => missing.push(format!("{}: {} {}", error.line, error.code, error.words)),
        }
    }
    ensure!(
        unexpected.is_empty() && missing.is_empty(),
        "expected but not found:\n{}\nfound but not expected:\n{}",
        missing.join("\n"),
        list(&unexpected)
    );
    Ok(())
}

/// An actual error and its line.
struct Found {
    line: usize,
    code: &'static str,
    message: String,
}

fn list(errors: &[Found]) -> String {
    let lines: Vec<String> = errors
        .iter()
        .map(|error| format!("{}: {} {}", error.line, error.code, error.message))
        .collect();
    lines.join("\n")
}

fn verify(text: &str, assembled: &Assembled) -> Vec<Found> {
    let report = verify::verify(&assembled.bytes, &verify::Options::default());
    report
        .errors
        .iter()
        .map(|error| Found {
            line: assembled
                .map
                .offset(error.position().0)
                .map_or(0, |offset| Place::of(text.as_bytes(), offset).line as usize),
            code: error.code(),
            message: error.message().to_owned(),
        })
        .collect()
}
