//! Files of LLVM 1.4 to 1.9 in `../shared/llvm-ages`. Each must be printed as the disassembler of
//! its release printed it, be written as the same bytes again, and be the same module when its text
//! is parsed.

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::text::{PrintOptions, parse, print};
use pinnacle_bytecode::{Format, Module, ReadOptions, WriteOptions, read, write};
use pinnacle_testing::corpus;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folders, each named after the release whose files are in it.
const RELEASES: [(&str, Format); 6] = [
    ("1.4", Format::Llvm14),
    ("1.5", Format::Llvm15),
    ("1.6", Format::Llvm16),
    ("1.7", Format::Llvm17),
    ("1.8", Format::Llvm18),
    ("1.9", Format::Llvm19),
];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let Some(shared) = corpus::folder("llvm-ages") {
        for (release, format) in RELEASES {
            let folder = shared.join(release);
            type Check = fn(&File) -> Result<(), Failed>;
            let checks: [(&str, Check); 3] = [
                ("printed as the original did", printed),
                ("written as the same file", written),
                ("read from its text", parsed),
            ];
            for (what, check) in checks {
                let folder = folder.clone();
                let title = format!("files of LLVM {release} are {what}");
                trials.push(Trial::test(title, move || all(&folder, format, check)));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Files whose disassembler renamed a local, so that the text is a different module.
const RENAMED: [&str; 2] = ["Assembler-2002-03-08-NameCollision2", "Feature-alignment"];

/// A file, and its text from the disassembler of its release.
struct File {
    format: Format,
    bytes: Vec<u8>,
    module: Module,
    text: Vec<u8>,
    name: String,
}

/// Checks all files of a release. Fails with a list of those that fail.
fn all(
    folder: &Path,
    format: Format,
    check: impl Fn(&File) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bc"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} has no files", folder.display());
    let mut wrong = Vec::new();
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.trim_end_matches(".plain").to_owned();
        let text = fs::read(path.with_file_name(format!("{name}.dis.ll")))?;
        let bytes = fs::read(path)?;
        let checked = read(&bytes, &ReadOptions::default())
            .map_err(Failed::from)
            .and_then(|module| {
                check(&File {
                    format,
                    bytes,
                    module,
                    text,
                    name,
                })
            });
        if let Err(error) = checked {
            let error = error.message().unwrap_or_default().to_owned();
            wrong.push(format!("{}: {error}", path.display()));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("{} files\n{}", wrong.len(), wrong.join("\n")).into()),
    }
}

fn options(file: &File) -> PrintOptions<'_> {
    let id = std::str::from_utf8(&file.text).ok();
    let id = id.and_then(|text| text.strip_prefix("; ModuleID = '"));
    let id = id.and_then(|text| text.split_once("'\n"));
    PrintOptions {
        style: file.format,
        module_id: id.map_or("", |(id, _)| id),
        ..PrintOptions::default()
    }
}

fn printed(file: &File) -> Result<(), Failed> {
    let text = print(&file.module, &options(file))?;
    equal(&file.text, &text)
}

fn written(file: &File) -> Result<(), Failed> {
    let options = WriteOptions {
        compressed: file.bytes.starts_with(b"llvc"),
        ..WriteOptions::new(file.format)
    };
    let bytes = write(&file.module, &options)?;
    if bytes == file.bytes {
        return Ok(());
    }
    let at = bytes.iter().zip(&file.bytes).position(|(a, b)| a != b);
    let lengths = (bytes.len(), file.bytes.len());
    Err(format!("byte {at:?} differs, lengths are {lengths:?}").into())
}

fn parsed(file: &File) -> Result<(), Failed> {
    let text = print(&file.module, &options(file))?;
    let again = parse(&text)?;
    match again == file.module {
        is_same if is_same != RENAMED.contains(&file.name.as_str()) => Ok(()),
        _ => Err("it is another module".into()),
    }
}

/// Compares texts. Fails with the first line that differs.
fn equal(expected: &[u8], found: &[u8]) -> Result<(), Failed> {
    if expected == found {
        return Ok(());
    }
    let mut expected = expected.split(|&byte| byte == b'\n');
    let mut found = found.split(|&byte| byte == b'\n');
    for line in 1.. {
        let (expected, found) = (expected.next(), found.next());
        if expected != found {
            let show = |line: Option<&[u8]>| {
                line.map_or("the end".into(), |line| {
                    String::from_utf8_lossy(line).into_owned()
                })
            };
            let (expected, found) = (show(expected), show(found));
            return Err(format!("line {line}\nexpected: {expected}\n   found: {found}").into());
        }
    }
    Ok(())
}
