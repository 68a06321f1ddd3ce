//! Files with one fault each. Each must give the expected error at the expected offset.

mod constants;
mod functions;
mod modules;

use crate::builder::File;
use crate::trial;
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::{Format, ReadOptions, read};

/// The fault, the error code, and the file with the marked offset.
type Fault = (&'static str, &'static str, File);

pub(crate) fn trials() -> Vec<Trial> {
    let lists = [
        modules::headers(),
        modules::blocks(),
        modules::types(),
        modules::info(),
        constants::constants(),
        constants::references(),
        functions::functions(),
        functions::compaction(),
        functions::instructions(),
        functions::operands(),
        functions::symbols(),
    ];
    let faults = lists.into_iter().flatten();
    faults
        .map(|(name, code, file)| trial(format!("fault::{name}"), move || check(code, &file)))
        .collect()
}

fn check(code: &str, file: &File) -> Result<(), Failed> {
    let Err(error) = read(file.bytes(), &ReadOptions::default()) else {
        return Err("it was read".into());
    };
    if error.code() != code || error.offset() != file.marked() {
        let place = file.marked().unwrap_or(0);
        return Err(format!("expected {code} at byte {place}, found {error}").into());
    }
    Ok(())
}

/// An otherwise empty module with `content` after types and module info.
fn after_info(format: Format, content: impl FnOnce(&mut File)) -> File {
    File::module(format, |file| {
        file.types(0, &[]).info(&[], &[]);
        content(file);
    })
}
