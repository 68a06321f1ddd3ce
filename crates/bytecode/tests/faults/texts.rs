//! Assembly files with one fault each.

use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::text::parse;
use pinnacle_bytecode::verify::{Options, verify};
use pinnacle_testing::bless::expect_file;
use std::fs;
use std::path::{Path, PathBuf};

/// The prefix of the first line, which states the error.
const MARK: &str = "; error: ";

pub(crate) fn trials() -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/texts");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is part of the repository")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap_or_default().display().to_string();
    let trial = |path: PathBuf| Trial::test(format!("text: {}", name(&path)), move || run(&path));
    paths.into_iter().map(trial).collect()
}

fn run(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let rest = match text.split_once('\n') {
        Some((line, rest)) if line.starts_with(MARK) => rest,
        _ => text.as_str(),
    };
    let module = parse(&text)?;
    let errors = verify(&module, &Options::default())
        .err()
        .ok_or("no error")?;
    let [error] = errors.list() else {
        return Err(format!("several errors: {errors}").into());
    };
    Ok(expect_file(path, format!("{MARK}{error}\n{rest}"))?)
}
