//! Tests each step: `tests/steps/STEP/NAME.ll` goes through the steps up to this one. The result
//! must be `NAME.after.ll`, or the errors in its lines `; error:`. `BLESS=1` updates the expected
//! texts.

mod harness;

use std::fs;
use std::path::Path;

use harness::{assemble, directives, expect_errors, files, folder, options};
use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_legalize::{STEPS, simplify};
use pinnacle_llvm::print;
use pinnacle_testing::bless::expect_file;

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let step = path.parent().and_then(Path::file_name).unwrap_or_default();
    let step = step.to_string_lossy();
    if !STEPS.iter().any(|known| known.name == step) {
        return Err(format!("there is no step `{step}`").into());
    }
    let mut module = assemble(&text)?;
    let expected = directives(&text, "error");
    let result = simplify(&mut module, &options(&text)?, Some(&step));
    if !expected.is_empty() {
        return expect_errors(result, &expected);
    }
    result?;
    let found = print(&module);
    Ok(expect_file(path.with_extension("after.ll"), found)?)
}

fn main() {
    let folder = folder("steps");
    let trials = files(&folder).into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap_or(&path);
        Trial::test(name.display().to_string(), move || check(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
