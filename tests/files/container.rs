//! The container alone: reading it and writing it again gives the same bytes,
//! and so does writing the records from their text.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::records::File;
use pinnacle_testing::{corpus, record_text};
use pinnacle_tests::trial;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for folder in ["cli", "ppapi"] {
        for path in corpus::files(&shared.join("corpus").join(folder), "pexe")? {
            let name = format!("container::{folder}::{}", corpus::stem(&path));
            trials.push(trial(name, move || survives_reading_and_writing(&path)));
        }
    }
    for path in corpus::files(&shared.join("malformed/records"), "tbc")? {
        let name = format!("container::text::{}", corpus::stem(&path));
        trials.push(trial(name, move || text_gives_the_file(&path)));
    }
    Ok(trials)
}

fn survives_reading_and_writing(path: &PathBuf) -> Result<()> {
    let bytes = fs::read(path)?;
    let written = File::read(&bytes)?.write()?;
    let difference = written
        .iter()
        .zip(&bytes)
        .position(|(ours, theirs)| ours != theirs);
    ensure!(
        difference.is_none(),
        "bytes differ from byte {difference:?} on"
    );
    ensure!(
        written.len() == bytes.len(),
        "{} bytes, not {}",
        written.len(),
        bytes.len()
    );
    Ok(())
}

fn text_gives_the_file(path: &PathBuf) -> Result<()> {
    let file = record_text::read(&fs::read_to_string(path)?)?;
    let expected = fs::read(path.with_extension("pexe")).context("the file of the text")?;
    ensure!(file.write()? == expected, "the bytes differ");
    Ok(())
}
