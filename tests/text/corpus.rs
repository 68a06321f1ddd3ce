//! Every good program as text in both forms, and back.

use crate::golden::same;
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_testing::corpus::{files, stem};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// One test for each program and form.
pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for folder in ["cli", "ppapi"] {
        for path in files(&shared.join("corpus").join(folder), "pexe")? {
            for (form, name) in [(Form::Assembly, "assembly"), (Form::Listing, "listing")] {
                let name = format!("as_of_dis::{name}::{}", stem(&path));
                let path = path.clone();
                trials.push(trial(name, move || {
                    let bytes = fs::read(&path)?;
                    let text = printed(&bytes, form)?;
                    let assembled = same(&text, &bytes)?;
                    ensure!(
                        printed(&assembled, form)? == text,
                        "it is printed otherwise"
                    );
                    Ok(())
                }));
            }
        }
    }
    Ok(trials)
}

fn printed(bytes: &[u8], form: Form) -> Result<Vec<u8>> {
    let options = Options {
        form,
        ..Options::default()
    };
    let mut text = Vec::new();
    print(bytes, &[], &options, &mut text)?;
    Ok(text)
}
