//! The listings that the original disassembler made, assembled.

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::text::parse::assemble;
use pinnacle_testing::corpus::files;
use pinnacle_testing::skip::skip;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The extension of the listings, without `.xz`.
const LISTING: &str = ".bcdis.txt";

/// One test for each listing: it must give the file that it was made from.
pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let corpus = shared.join("corpus");
    let listings = files(&corpus.join("golden"), "xz")?;
    if Command::new("xz").arg("--version").output().is_err() {
        skip("xz is not installed");
        return Ok(Vec::new());
    }
    let trials = listings.into_iter().filter_map(|path| {
        let file_name = path.file_stem()?.to_str()?.to_owned();
        let name = file_name.strip_suffix(LISTING)?.to_owned();
        let program = corpus.join("cli").join(&name).with_extension("pexe");
        let test = move || {
            let text = unpack(&path)?;
            same(&text, &fs::read(&program)?).map(drop)
        };
        Some(trial(format!("as::golden::{name}"), test))
    });
    Ok(trials.collect())
}

fn unpack(path: &Path) -> Result<Vec<u8>> {
    let output = Command::new("xz").arg("-dc").arg(path).output();
    let output = output.context("xz does not run")?;
    ensure!(output.status.success(), "xz cannot unpack the listing");
    Ok(output.stdout)
}

/// Assembles a text that must give a file; if it does not, says where they
/// part.
pub(crate) fn same(text: &[u8], expected: &[u8]) -> Result<Vec<u8>> {
    let assembled = assemble(text)?;
    if assembled.bytes == expected {
        return Ok(assembled.bytes);
    }
    let pairs = assembled.bytes.iter().zip(expected);
    let at = pairs.take_while(|(a, b)| a == b).count();
    let offset = assembled.map.offset(at as u64 * 8).unwrap_or(0);
    let line = text[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1;
    bail!("the files differ from byte {at} on, made by line {line} of the listing");
}
