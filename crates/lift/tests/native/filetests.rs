//! The functions that `run:` lines of the file tests call, as machine code.

use crate::tools::{self, Executable};
use anyhow::{Context, Result, ensure};
use pinnacle_lift::Options;
use pinnacle_lift::abi::Trap;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::host::Exports;
use pinnacle_pexe::{FuncId, Type};
use pinnacle_testing::filetests::directive::{Call, Directives, Expected};
use pinnacle_testing::filetests::value::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Returns the name that other engines give to a trap, which file tests use.
pub(crate) const fn reason(trap: Trap) -> &'static str {
    match trap {
        Trap::Unreachable => "unreachable code was reached",
        Trap::Called => "the program called llvm.trap",
        Trap::DivisionByZero => "integer division by zero",
        Trap::IntegerOverflow => "integer division overflow",
        Trap::BadFunctionAddress => "call through a number that is not the address of a function",
        Trap::SignatureMismatch => "indirect call with the wrong signature",
        Trap::StackOverflow => "stack overflow",
        Trap::BadLongjmp => "longjmp to a buffer whose setjmp is not on the stack",
        Trap::Misaligned => "misaligned atomic access",
        Trap::ThreadReturned => "a thread's start function returned",
    }
}

/// Parses the outcome of a call from the line that the caller printed.
fn outcome(line: &str, result: Type) -> Result<Expected> {
    let trap = |reason: &str| Ok(Expected::Trap(reason.to_owned()));
    match line {
        "memory" => return trap("memory access out of bounds"),
        "stack" => return trap("stack overflow"),
        _ => {}
    }
    if let Some(code) = line.strip_prefix("trap ") {
        let code: usize = code.parse()?;
        let kind = Trap::ALL
            .get(code.wrapping_sub(1))
            .context("a known code")?;
        return trap(reason(*kind));
    }
    if result == Type::Void {
        return Ok(Expected::Result(None));
    }
    let bytes = (0..16).map(|at| {
        let digits = line.get(2 * at..2 * at + 2).context("sixteen bytes")?;
        Ok(u128::from(u8::from_str_radix(digits, 16)?) << (8 * at))
    });
    let bits = bytes.sum::<Result<u128>>()?;
    let unused = 128 - result.bits();
    Ok(Expected::Result(Some(Value {
        ty: result,
        bits: bits << unused >> unused,
    })))
}

/// Returns true if the outcome is the expected one.
fn compare(expected: &Expected, found: &Expected) -> bool {
    match (expected, found) {
        (Expected::Result(Some(expected)), Expected::Result(Some(found))) => expected.same(found),
        (Expected::Result(None), Expected::Result(None)) => true,
        (Expected::Trap(words), Expected::Trap(reason)) => {
            // The host of these tests does not report what a pointer hit.
            reason.contains(words.as_str())
                || words.contains("null function") && reason.contains("not the address")
        }
        _ => false,
    }
}

fn input(calls: &[Call]) -> String {
    let mut input = String::new();
    for call in calls {
        let _ = write!(input, "{}", call.function);
        for argument in &call.arguments {
            input.push(' ');
            for byte in argument.bits.to_le_bytes() {
                let _ = write!(input, "{byte:02x}");
            }
        }
        input.push('\n');
    }
    input
}

/// Makes the calls. Returns a description of each that does not end as expected.
pub(crate) fn differences(
    clang: &str,
    level: &str,
    program: &Program,
    options: &Options,
    calls: &[Call],
) -> Result<Vec<String>> {
    let ir = tools::text_of(program, options)?;
    let harness = tools::repository("crates/lift/tests/native/call.c");
    let executable = Executable::build(clang, level, &ir, &harness)?;
    let answer = executable.answer(&input(calls))?;
    let lines: Vec<&str> = answer.lines().collect();
    let mut differences = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let result = program.module().signature(FuncId(call.function)).result;
        let line = lines.get(index).context("a line for each call")?;
        let found = outcome(line, result)?;
        if !compare(&call.expected, &found) {
            differences.push(format!(
                "line {}: {} gives {found:?}, expected {:?}",
                call.line, call.text, call.expected
            ));
        }
    }
    Ok(differences)
}

/// Options for translating file tests.
pub(crate) fn options() -> Options {
    Options {
        exports: Exports::All,
        ..Options::default()
    }
}

fn files() -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(tools::repository("tests/filetests/run"))? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "pnasm")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn check(clang: &str, path: &Path) -> Result<usize> {
    let text = std::fs::read_to_string(path)?;
    let directives = Directives::parse(&text)?;
    let program = tools::program(&text)?;
    // Three translations: with the default options, with places as for `translate --with clang`,
    // and with places but without threads.
    let with_places = Options {
        places: true,
        ..options()
    };
    let alone = Options {
        threads: false,
        ..with_places.clone()
    };
    for (level, options) in [("-O0", options()), ("-O2", with_places), ("-O2", alone)] {
        let found = differences(clang, level, &program, &options, &directives.calls)?;
        ensure!(
            found.is_empty(),
            "with {level} and {options:?}: {}",
            found.join("\n")
        );
    }
    Ok(directives.calls.len())
}

#[test]
fn every_call_of_the_file_tests_ends_as_on_other_engines() {
    let Some(clang) = tools::clang() else { return };
    let mut failures = Vec::new();
    let mut calls = 0;
    for path in files().unwrap() {
        match check(&clang, &path) {
            Ok(count) => calls += count,
            Err(error) => failures.push(format!("{}: {error:#}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(calls >= 400, "only {calls} calls were made");
}
