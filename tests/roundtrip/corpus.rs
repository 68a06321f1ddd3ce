//! The files beside the repository.

use crate::properties;
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::corpus;
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// Files that the original finaliser wrote, but were changed since by the original
/// compressor. All others are as the finaliser left them: encoding makes them
/// again, to the byte.
const COMPRESSED: &[&str] = &[
    "oryol-BulletPhysicsBasic",
    "oryol-DrawCallExplorer",
    "oryol-ImGuiDemo",
    "oryol-KC85-3",
    "oryol-Paclone",
    "oryol-StbVoxelDemo",
    "oryol-TurboBadgerDemo",
    "pnacl_player",
];

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in corpus::programs(shared)? {
        let bytes = fs::read(&path)?;
        let name = corpus::stem(&path);
        trials.push(trial(format!("corpus::{name}"), move || {
            check(&bytes, !COMPRESSED.contains(&corpus::stem(&path).as_str()))
        }));
    }
    for path in corpus::malformed(shared)? {
        let name = format!("malformed::{}", corpus::stem(&path));
        let bytes = fs::read(&path)?;
        trials.push(trial(name, move || {
            properties::rewriting_changes_nothing(&bytes)
        }));
    }
    Ok(trials)
}

fn check(bytes: &[u8], finalised: bool) -> Result<()> {
    properties::rewriting_changes_nothing(bytes)?;
    if decode(bytes, &Options::default()).is_err() {
        return Ok(());
    }
    let sizes = properties::encoding_gives_the_program(bytes)?;
    // The smallest do not pay for the definitions.
    ensure!(
        sizes.standard < sizes.none || bytes.len() < 1 << 13,
        "abbreviations do not help: {sizes:?}"
    );
    properties::ordering_constants_keeps_the_program(bytes)?;
    let again = properties::standard(bytes)?;
    ensure!(
        (again == bytes) == finalised,
        "encoding it gives {} bytes of {}, which are {}",
        again.len(),
        bytes.len(),
        if finalised { "others" } else { "the same" }
    );
    Ok(())
}
