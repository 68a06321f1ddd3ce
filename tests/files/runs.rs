//! The runs of the corpus: each program's output and exit status.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use md5::{Digest, Md5};
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus::{self, Case, ExpectedOutput};
use pinnacle_testing::run::Run;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let corpus = shared.join("corpus");
    let cases = corpus::cases(shared)?;
    Ok(cases
        .into_iter()
        .map(|case| {
            let corpus = corpus.clone();
            trial(format!("runs::{}", case.name), move || check(&corpus, case))
        })
        .collect())
}

fn check(corpus: &Path, case: Case) -> Result<()> {
    let bytes = fs::read(corpus.join(&case.program))?;
    let program = decode(&bytes, &Options::default())?;
    let arguments = std::iter::once(case.program).chain(case.args);
    let outcome = Run::with_arguments(arguments).run(&program)?;
    let status = outcome.end.as_ref().ok();
    ensure!(
        status == Some(&case.status),
        "not status {}: {}",
        case.status,
        outcome.describe()
    );
    match case.stdout {
        ExpectedOutput::Bytes(expected) => {
            let ours = String::from_utf8_lossy(&outcome.stdout);
            ensure!(outcome.stdout == expected, "the output differs: {ours}");
        }
        ExpectedOutput::Md5(expected) => {
            let sum: String = Md5::digest(&outcome.stdout)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            ensure!(sum == expected, "the output's sum is {sum}, not {expected}");
        }
    }
    Ok(())
}

/// Programs for the browser: they start up, find no Pepper, say so and exit.
pub(crate) fn pepper_trials(shared: &Path) -> Result<Vec<Trial>> {
    let files = corpus::files(&shared.join("corpus/ppapi"), "pexe")?;
    let trials = files.into_iter().map(|path| {
        trial(format!("pepper::{}", corpus::stem(&path)), move || {
            let program = decode(&fs::read(&path)?, &Options::default())?;
            let name = path
                .file_name()
                .context("the file has a name")?
                .to_string_lossy();
            let outcome = Run::with_arguments([name]).run(&program)?;
            ensure!(outcome.end == Ok(127), "{}", outcome.describe());
            let said = String::from_utf8_lossy(&outcome.stderr);
            ensure!(said.to_lowercase().contains("ppapi"), "it says {said:?}");
            Ok(())
        })
    });
    Ok(trials.collect())
}
