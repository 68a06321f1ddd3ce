//! A file that arrives in pieces gives the same as the whole: the same
//! program, or the same errors. Damaged copies are checked on the way, too.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::Function;
use pinnacle_pexe::decode::{Options, Parser, Program, decode};
use pinnacle_pexe::error::Errors;
use pinnacle_testing::corpus;
use pinnacle_testing::fuzz;
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::{Choices, Seeded};
use pinnacle_tests::trial;
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes that damaged copies may have together, for each file.
const BUDGET: usize = 300_000;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in corpus::programs(shared)? {
        let name = format!("pieces::{}", corpus::stem(&path));
        trials.push(trial(name, move || check_file(&path)));
    }
    for path in corpus::malformed(shared)? {
        let name = format!("pieces::malformed::{}", corpus::stem(&path));
        trials.push(trial(name, move || check_file(&path)));
    }
    Ok(trials)
}

fn check_file(path: &PathBuf) -> Result<()> {
    let original = Original::new(fs::read(path)?);
    let bytes = original.bytes();
    check(bytes, "pieces of 1", || 1)?;
    check(bytes, "pieces of 7", || 7)?;
    check(bytes, "pieces of 4096", || 4096)?;
    let copies = (BUDGET / bytes.len().max(1)).clamp(2, 24);
    for seed in 0..copies as u64 {
        let mut choices = Seeded::new(seed);
        check(bytes, "random pieces", || 1 + choices.index(2000))?;
        let mutation = if seed % 2 == 0 {
            Mutation::Truncate
        } else {
            Mutation::FlipBits
        };
        let damaged = original.mutate(mutation, &mut choices);
        fuzz::verified(&damaged);
        check(&damaged, "random pieces", || 1 + choices.index(2000))
            .with_context(|| format!("{mutation:?}, seed {seed}"))?;
    }
    Ok(())
}

/// Compares the whole with pieces of the lengths that a function gives.
fn check(bytes: &[u8], what: &str, length: impl FnMut() -> usize) -> Result<()> {
    let whole = decode(bytes, &Options::default());
    let (pieces, early) = in_pieces(bytes, length);
    match (&whole, &pieces) {
        (Ok(whole), Ok(pieces)) => {
            ensure!(whole == pieces, "{what}: the programs differ");
            ensure!(
                whole.functions() == early,
                "{what}: bodies differ on the way"
            );
        }
        (Err(whole), Err(pieces)) => {
            ensure!(whole == pieces, "{what}: {pieces}, but the whole: {whole}");
        }
        (Ok(_), Err(pieces)) => anyhow::bail!("{what}: {pieces}, but the whole is fine"),
        (Err(whole), Ok(_)) => anyhow::bail!("{what}: fine, but the whole: {whole}"),
    }
    Ok(())
}

/// The final result of the parser, and the good bodies that it handed out on the way.
fn in_pieces(
    mut bytes: &[u8],
    mut length: impl FnMut() -> usize,
) -> (Result<Program, Errors>, Vec<Function>) {
    let mut parser = Parser::new();
    let mut functions = Vec::new();
    while !bytes.is_empty() {
        let (piece, rest) = bytes.split_at(length().min(bytes.len()));
        bytes = rest;
        // An error here comes up again in the end.
        let _ = parser.push(piece);
        while let Some(body) = parser.next_body() {
            functions.extend(parser.decode_body(&body));
        }
    }
    (parser.finish(&Options::default()), functions)
}
