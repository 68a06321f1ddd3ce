//! The files in `../shared/bytecode`, which the original assemblers and disassemblers wrote.

use crate::{parse, same_again};
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::{Format, Module, ReadOptions, WriteOptions, read, text, write};
use pinnacle_testing::corpus;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of files, and the releases that wrote the files and texts.
const FOLDERS: [(&str, Format); 6] = [
    ("v0-llvm1.0", Format::Llvm10),
    ("v0-llvm1.1", Format::Llvm11),
    ("v1-llvm1.2", Format::Llvm12),
    ("v2-llvm1.3pre", Format::Llvm13Pre),
    ("v3-llvm1.3", Format::Llvm13),
    ("odd", Format::Llvm13),
];

/// Texts that the original assemblers changed: the first releases did not support negative zero,
/// and most folded comparisons of addresses.
const FOLDED: [(&str, Format); 6] = [
    ("07_const_fp", Format::Llvm10),
    ("07_const_fp", Format::Llvm11),
    ("10_const_exprs", Format::Llvm10),
    ("10_const_exprs", Format::Llvm12),
    ("10_const_exprs", Format::Llvm13),
    ("11_const_expr13", Format::Llvm13),
];

/// A file with the smallest `long`, which the releases before LLVM 1.2 printed wrongly.
const WRONG_TEXT: &str = "06_const_ints";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bytecode")
}

pub(crate) fn trials() -> Vec<Trial> {
    if corpus::folder("bytecode").is_none() {
        return Vec::new();
    }
    let mut trials = Vec::new();
    for path in files("source", "ll") {
        let title = format!("source {}", name(&path));
        trials.push(Trial::test(title, move || {
            let text = fs::read(&path)?;
            same_again(&parse(&text)?, Format::Llvm13)
        }));
    }
    for (folder, format) in FOLDERS {
        for path in files(folder, "bc") {
            let title = format!("{folder}/{}", name(&path));
            trials.push(Trial::test(title, move || original(&path, format)));
        }
    }
    trials
}

/// The files in a folder with an extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).into_iter().flatten();
    let mut paths: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

/// Checks the properties of a file of an original assembler, its disassembly and the text that it
/// was made from.
fn original(path: &Path, format: Format) -> Result<(), Failed> {
    let bytes = fs::read(path)?;
    // Some of the odd files are invalid.
    let Ok(module) = read(&bytes, &ReadOptions::default()) else {
        return Ok(());
    };
    same_again(&module, format)?;
    let name = name(path);
    let is_printed_right = format > Format::Llvm11 || name != WRONG_TEXT;
    if let Ok(text) = fs::read(path.with_extension("dis.ll"))
        && (parse(&text)? != module && is_printed_right)
    {
        return Err("the disassembly becomes another module".into());
    }
    let source = root().join(format!("source/{name}.ll"));
    // Builds of LLVM 1.3 from before its release ordered blocks differently.
    match fs::read(source) {
        Ok(source) if format != Format::Llvm13Pre => assembled(&source, &name, format, &module),
        _ => Ok(()),
    }
}

/// Checks that a text is assembled as the original assembler did it.
fn assembled(source: &[u8], name: &str, format: Format, original: &Module) -> Result<(), Failed> {
    let module = text::parse_for(source, format)?;
    if FOLDED.contains(&(name, format)) {
        return if module == *original {
            Err("nothing was folded".into())
        } else {
            Ok(())
        };
    }
    if module != *original {
        return Err("the source becomes another module".into());
    }
    // In the original files, the order of symbols depended on memory addresses.
    let options = WriteOptions {
        keep_layout: false,
        ..WriteOptions::new(format)
    };
    if write(&module, &options)? != write(original, &options)? {
        return Err("the source becomes another file".into());
    }
    Ok(())
}
