//! The runs of the corpus, on both engines: each program's output and exit
//! status.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use md5::{Digest, Md5};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus::{self, Case, ExpectedOutput};
use pinnacle_testing_engines::run::{Outcome, Run};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// An engine that runs programs.
#[derive(Clone, Copy)]
enum Engine {
    Interpreter,
    Compiled,
}

impl Engine {
    const ALL: [Engine; 2] = [Engine::Interpreter, Engine::Compiled];

    const fn name(self) -> &'static str {
        match self {
            Engine::Interpreter => "interp",
            Engine::Compiled => "wasmtime",
        }
    }

    fn run(self, run: Run, program: &Program) -> Result<Outcome> {
        match self {
            Engine::Interpreter => run.run(program),
            Engine::Compiled => run.compiled(program, None),
        }
    }
}

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let corpus = shared.join("corpus");
    let cases = corpus::cases(shared)?;
    let runs = cases
        .into_iter()
        .flat_map(|case| Engine::ALL.map(|engine| (engine, case.clone())));
    let trials = runs.map(|(engine, case)| {
        let corpus = corpus.clone();
        let name = format!("runs::{}::{}", engine.name(), case.name);
        trial(name, move || check(engine, &corpus, case))
    });
    Ok(trials.collect())
}

fn check(engine: Engine, corpus: &Path, case: Case) -> Result<()> {
    let bytes = fs::read(corpus.join(&case.program))?;
    let program = decode(&bytes, &Options::default())?;
    let arguments = std::iter::once(case.program).chain(case.args);
    let outcome = engine.run(Run::with_arguments(arguments), &program)?;
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
    let runs = files
        .into_iter()
        .flat_map(|path| Engine::ALL.map(|engine| (engine, path.clone())));
    let trials = runs.map(|(engine, path)| {
        let name = format!("pepper::{}::{}", engine.name(), corpus::stem(&path));
        trial(name, move || {
            let program = decode(&fs::read(&path)?, &Options::default())?;
            let name = path
                .file_name()
                .context("the file has a name")?
                .to_string_lossy();
            let outcome = engine.run(Run::with_arguments([name]), &program)?;
            ensure!(outcome.end == Ok(127), "{}", outcome.describe());
            let said = String::from_utf8_lossy(&outcome.stderr);
            ensure!(said.to_lowercase().contains("ppapi"), "it says {said:?}");
            Ok(())
        })
    });
    Ok(trials.collect())
}
