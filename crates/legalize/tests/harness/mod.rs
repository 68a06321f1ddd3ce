//! Shared by the tests with `.ll` files: parsing, and directives with options and expectations.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use pinnacle_legalize::{Exceptions, Library, Options};
use pinnacle_llvm::{Module, parse};

/// Parses the text of a module.
pub(crate) fn assemble(text: &str) -> Result<Module, Failed> {
    parse(text.as_bytes()).map_err(|errors| {
        let picture = errors.first().place().picture();
        format!("{errors}\n{picture}").into()
    })
}

/// The contents of the lines `; NAME: REST` in a text.
pub(crate) fn directives<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let rest = |line: &'t str| {
        line.trim_start()
            .strip_prefix(';')?
            .trim_start()
            .strip_prefix(name)
    };
    text.lines()
        .filter_map(|line| Some(rest(line)?.strip_prefix(':')?.trim()))
        .collect()
}

/// The options that a text requests. `; exceptions: sjlj` or `none` selects the treatment of
/// exceptions, and `; library: NAME` makes it a library, with the names of the libraries that it
/// needs.
pub(crate) fn options(text: &str) -> Result<Options, Failed> {
    let exceptions = match directives(text, "exceptions").first() {
        None => Exceptions::Refuse,
        Some(&"none") => Exceptions::None,
        Some(&"sjlj") => Exceptions::SetjmpLongjmp,
        Some(other) => return Err(format!("unknown kind of exceptions: {other}").into()),
    };
    let library = directives(text, "library").first().map(|words| {
        let mut names = words.split(' ').map(|name| name.as_bytes().to_vec());
        Library {
            name: names.next().unwrap_or_default(),
            needed: names.collect(),
        }
    });
    let exports = directives(text, "export");
    Ok(Options {
        exceptions,
        library,
        exports: exports.into_iter().map(str::to_owned).collect(),
        keep_names: true,
        // Texts that only show one construct need no entry point.
        fragment: !text.contains("@_start("),
    })
}

/// Checks that the errors are those in the lines `; error: CODE part of the message`, in this
/// order.
pub(crate) fn expect_errors(
    result: Result<(), pinnacle_legalize::Errors>,
    expected: &[&str],
) -> Result<(), Failed> {
    let found = match result {
        Ok(()) => Vec::new(),
        Err(errors) => errors.errors().to_vec(),
    };
    let is_it = |(error, expected): (&pinnacle_legalize::Error, &&str)| {
        let (code, part) = expected.split_once(' ').unwrap_or((expected, ""));
        error.code() == code && error.to_string().contains(part.trim())
    };
    if found.len() == expected.len() && found.iter().zip(expected).all(is_it) {
        return Ok(());
    }
    let list: Vec<String> = found.iter().map(ToString::to_string).collect();
    Err(format!(
        "found\n{}\nexpected\n{}",
        list.join("\n"),
        expected.join("\n")
    )
    .into())
}

/// The `.ll` files in a folder and those below it, sorted.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut pending) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.to_string_lossy().ends_with(".ll")
                && !path.to_string_lossy().ends_with(".after.ll")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The folder of the test data.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}
