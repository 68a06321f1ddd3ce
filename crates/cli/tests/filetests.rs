//! The programs in `tests/filetests`, one test each. [`pinnacle_testing_engines::filetests`]
//! describes their directives.

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::bless::blesses;
use pinnacle_testing_engines::filetests::Harness;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn main() {
    let harness = Arc::new(Harness {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests"),
        command: PathBuf::from(env!("CARGO_BIN_EXE_pinnacle")),
        bless: blesses(),
    });
    let arguments = Arguments::from_args();
    let tests = match harness.tests() {
        Ok(tests) => tests,
        Err(error) => {
            eprintln!("cannot collect the tests: {error:#}");
            std::process::exit(1);
        }
    };
    let fail = |error: anyhow::Error| Failed::from(format!("{error:#}"));
    let mut trials: Vec<Trial> = tests
        .into_iter()
        .map(|(name, path)| {
            let harness = harness.clone();
            Trial::test(name, move || harness.test(&path).map_err(fail))
        })
        .collect();
    let stale = harness.clone();
    trials.push(Trial::test("no_file_is_stale", move || {
        stale.check_stale().map_err(fail)
    }));
    libtest_mimic::run(&arguments, trials).exit();
}
