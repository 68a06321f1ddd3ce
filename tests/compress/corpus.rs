//! The programs of the corpus: with little effort all of them, with the usual
//! one those that are quick; and a run of a compressed program.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::compress::DEFAULT_EFFORT;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus;
use pinnacle_testing::squeeze::compress_and_check;
use pinnacle_testing_engines::run::Run;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// The minimum saving, in percent of the smaller of the file and the original compressor's
/// result...
const LEAST_SAVED: f64 = 3.0;
/// ... unless the file is smaller than this many bytes. Blocks end at words of
/// 32 bits, and in the smallest programs no block can lose a whole one.
const TINY: usize = 1000;
/// Files up to this size are compressed with the usual effort too.
const QUICK: usize = 40_000;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for (name, original) in corpus::compressed_sizes(shared)? {
        let path = shared.join("corpus").join(&name);
        let bytes = fs::read(&path).with_context(|| name.clone())?;
        let efforts = if bytes.len() <= QUICK {
            &[0, DEFAULT_EFFORT][..]
        } else {
            &[0]
        };
        for &effort in efforts {
            let bytes = bytes.clone();
            trials.push(trial(format!("corpus::{name}::{effort}"), move || {
                check(&bytes, original, effort)
            }));
        }
    }
    let case = corpus::cases(shared)?
        .into_iter()
        .find(|case| case.program == "cli/fannkuchredux.pexe")
        .context("the corpus has the case")?;
    let path = shared.join("corpus").join(&case.program);
    trials.push(trial("corpus::runs", move || {
        let small = compress_and_check(&fs::read(&path)?, 1).context("the file can be read")?;
        let outcome = |bytes: &[u8]| {
            let program = decode(bytes, &Options::default())?;
            let arguments = std::iter::once(case.program.clone()).chain(case.args.clone());
            let outcome = Run::with_arguments(arguments).run(&program)?;
            let status = outcome.end.as_ref().ok().copied();
            ensure!(status == Some(case.status), "{}", outcome.describe());
            Ok(outcome.stdout)
        };
        ensure!(
            outcome(&small)? == outcome(&fs::read(&path)?)?,
            "the output differs"
        );
        Ok(())
    }));
    Ok(trials)
}

fn check(bytes: &[u8], original: Option<usize>, effort: u8) -> Result<()> {
    let small = compress_and_check(bytes, effort).context("the file can be read")?;
    decode(&small, &Options::default()).context("the result is valid")?;
    let better = original.map_or(bytes.len(), |original| original.min(bytes.len()));
    let saved = 100.0 - 100.0 * small.len() as f64 / better as f64;
    ensure!(
        saved >= LEAST_SAVED || (better < TINY && small.len() <= better),
        "{} bytes, {saved:.1} % less than {better}",
        small.len()
    );
    Ok(())
}
