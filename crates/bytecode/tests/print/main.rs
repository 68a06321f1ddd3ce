//! Prints modules. The modules built here are compared with accepted texts, in the style of every
//! release. The files in `../shared` are compared with what the original disassemblers wrote.
//!
//! `BLESS=1 cargo test -p pinnacle-bytecode --test print` updates the accepted texts.

mod limits;
mod modules;

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::text::{PrintOptions, print, print_to};
use pinnacle_bytecode::{Format, Module, ReadOptions, read};
use pinnacle_testing::bless::{self, expect_file};
use pinnacle_testing::corpus;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut trials = limits::trials();
    for &(name, build) in modules::ALL {
        for style in STYLES {
            let title = format!("{name} in the style of {}", style.release());
            trials.push(Trial::test(title, move || accepted(name, &build(), style)));
        }
    }
    trials.extend(originals());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The releases whose text differs from that of the previous one.
const STYLES: [Format; 9] = [
    Format::Llvm10,
    Format::Llvm11,
    Format::Llvm12,
    Format::Llvm13Pre,
    Format::Llvm13,
    Format::Llvm14,
    Format::Llvm15,
    Format::Llvm17,
    Format::Llvm19,
];

/// The folders of files, and the releases that wrote the files and texts.
const FOLDERS: [(&str, Format); 6] = [
    ("v0-llvm1.0", Format::Llvm10),
    ("v0-llvm1.1", Format::Llvm11),
    ("v1-llvm1.2", Format::Llvm12),
    ("v2-llvm1.3pre", Format::Llvm13Pre),
    ("v3-llvm1.3", Format::Llvm13),
    ("odd", Format::Llvm13),
];

/// Files with constants that do not exist. The original disassembler printed them; here they are
/// errors.
const NO_MODULES: [&str; 2] = ["undef_const", "undef_init"];

/// One test for each file that an original disassembler printed.
fn originals() -> Vec<Trial> {
    let Some(shared) = corpus::folder("bytecode") else {
        return Vec::new();
    };
    let mut trials = Vec::new();
    for (folder, style) in FOLDERS {
        let entries = fs::read_dir(shared.join(folder)).into_iter().flatten();
        let mut names: Vec<_> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".dis.ll").map(str::to_owned))
            .filter(|name| !NO_MODULES.contains(&name.as_str()))
            .collect();
        names.sort();
        for name in names {
            let path = shared.join(folder).join(&name);
            let title = format!("{folder}/{name}");
            trials.push(Trial::test(title, move || original(&path, style)));
        }
    }
    trials
}

/// Compares the text of a file with that of the original disassembler.
fn original(path: &Path, style: Format) -> Result<(), Failed> {
    let file = fs::read(path.with_extension("bc"))?;
    let expected = fs::read(path.with_extension("dis.ll"))?;
    let module = read(&file, &ReadOptions::default())?;
    for jobs in [1, 2] {
        let options = PrintOptions {
            style,
            jobs,
            ..PrintOptions::default()
        };
        equal(&expected, &print(&module, &options)?)?;
    }
    Ok(())
}

/// Compares the text of a module with the accepted one. There is one file for the style of LLVM
/// 1.3, and one for each other style that differs from it.
fn accepted(name: &str, module: &Module, style: Format) -> Result<(), Failed> {
    let options = PrintOptions {
        style,
        ..PrintOptions::default()
    };
    let found = print(module, &options)?;
    let mut written = Vec::new();
    print_to(module, &options, &mut written)?;
    assert_eq!(found, written, "in one piece and in several");
    let newest = folder().join(format!("{name}.ll"));
    let own = folder().join(format!("{name}.{}.ll", file_name(style)));
    if bless::blesses() && style != Format::Llvm13 {
        return if found == print(module, &PrintOptions::default())? {
            Ok(bless::remove(&own)?)
        } else {
            Ok(fs::write(own, found)?)
        };
    }
    Ok(expect_file(if own.exists() { own } else { newest }, found)?)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print")
}

fn file_name(style: Format) -> &'static str {
    match style {
        Format::Llvm10 => "1.0",
        Format::Llvm11 => "1.1",
        Format::Llvm12 => "1.2",
        Format::Llvm13Pre => "1.3pre",
        Format::Llvm13 => "1.3",
        Format::Llvm14Pre => "1.4pre",
        Format::Llvm14 => "1.4",
        Format::Llvm15 => "1.5",
        Format::Llvm16 => "1.6",
        Format::Llvm17 => "1.7",
        Format::Llvm18 => "1.8",
        Format::Llvm19 => "1.9",
    }
}

/// Compares texts. Fails with the first line that differs.
fn equal(expected: &[u8], found: &[u8]) -> Result<(), Failed> {
    if expected == found {
        return Ok(());
    }
    let lines = |text: &[u8]| -> Vec<String> {
        (text.split(|&byte| byte == b'\n'))
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect()
    };
    let (expected, found) = (lines(expected), lines(found));
    let line = (expected.iter().zip(&found))
        .position(|(expected, found)| expected != found)
        .unwrap_or(expected.len().min(found.len()));
    let show = |lines: &[String]| lines.get(line).cloned().unwrap_or("the end".into());
    let (expected, found) = (show(&expected), show(&found));
    Err(format!("line {}\nexpected: {expected}\n   found: {found}", line + 1).into())
}
