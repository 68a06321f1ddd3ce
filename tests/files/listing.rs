//! The listing of each real program, against that of the original
//! disassembler; and what the other forms must keep.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::text::print::{Form, Options, print};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// A line of the table of what the original tools say.
struct Expected {
    file: PathBuf,
    sha256: String,
    bytes: usize,
}

/// One trial for each program of the corpus.
pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let corpus = shared.join("corpus");
    let mut trials = Vec::new();
    for expected in table(&corpus)? {
        let name = pinnacle_testing::corpus::stem(&expected.file);
        trials.push(Trial::test(
            format!("{name}: the listing is the original's"),
            move || Ok(same_listing(&expected)?),
        ));
    }
    ensure!(!trials.is_empty(), "the table names no program");
    Ok(trials)
}

/// The valid programs of the table.
fn table(corpus: &Path) -> Result<Vec<Expected>> {
    let text = fs::read_to_string(corpus.join("golden/reference.tsv"))?;
    let mut all = Vec::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[file, _, abicheck, status, sha256, bytes, ..] = &columns[..] else {
            anyhow::bail!("a line has {} columns", columns.len());
        };
        if (abicheck, status) == ("0", "0") {
            all.push(Expected {
                file: corpus.join(file),
                sha256: sha256.into(),
                bytes: bytes.parse().context("the size of a listing")?,
            });
        }
    }
    Ok(all)
}

fn listing(bytes: &[u8], form: Form, jobs: usize) -> Result<Vec<u8>> {
    let options = Options {
        form,
        jobs,
        ..Options::default()
    };
    let mut text = Vec::new();
    print(bytes, &[], &options, &mut text)?;
    Ok(text)
}

fn same_listing(expected: &Expected) -> Result<()> {
    let bytes = fs::read(&expected.file)?;
    let text = listing(&bytes, Form::Listing, 1)?;
    ensure!(
        text == listing(&bytes, Form::Listing, 0)?,
        "the listing depends on the number of threads"
    );
    ensure!(
        text.len() == expected.bytes,
        "the listing has {} bytes, expected {}",
        text.len(),
        expected.bytes
    );
    let sum: String = Sha256::digest(&text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    ensure!(
        sum == expected.sha256,
        "the listing has another sum than the original's"
    );
    let records = listing(&bytes, Form::Records, 1)?;
    ensure!(
        records
            .split(|&byte| byte == b'\n')
            .all(|row| row.len() <= 40),
        "a row of records is too long"
    );
    Ok(())
}
