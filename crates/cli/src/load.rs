//! Reading a program that is to be run or translated.

use crate::input::{self, Input};
use crate::kind::Kind;
use crate::output::{Failure, Output};
use crate::progress::Progress;
use crate::verify::hint_for;
use pinnacle_pexe::decode::{Options, Program, decode};
use std::path::Path;

/// Reads and decodes a program; tells what is wrong with it.
pub(crate) fn load(
    path: &Path,
    jobs: usize,
    output: &Output,
) -> Result<Option<(Input, Program)>, Failure> {
    let input = {
        let progress = Progress::start("reading", 1);
        progress.file(&path.display().to_string());
        input::read(path)?
    };
    let program = decode_input(&input, jobs, output);
    Ok(program.map(|program| (input, program)))
}

/// Decodes a program that has been read; tells what is wrong with it.
pub(crate) fn decode_input(input: &Input, jobs: usize, output: &Output) -> Option<Program> {
    let progress = Progress::start("decoding", 1);
    progress.file(&input.name);
    let result = decode(&input.bytes, &Options { jobs });
    drop(progress);
    let errors = match result {
        Ok(program) => return Some(program),
        Err(errors) => errors,
    };
    for error in errors.iter() {
        output.error(input.describe(error));
    }
    let kind = Kind::of(&input.bytes);
    if let Some(hint) = hint_for(errors.first(), &kind, input.bytes.len()) {
        output.hint(hint);
    }
    None
}
