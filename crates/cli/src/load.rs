//! Reads a file and finds the crate that can handle it; reads programs to run or translate.

use crate::input::{self, Input};
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use pinnacle_inspect::Kind;
use pinnacle_pexe::decode::{Allow, Options, Program, decode, decode_with};
use std::path::Path;

/// Maximum number of errors shown for a program that cannot be run.
const MAX_MESSAGES: usize = 5;

/// A file, read by the crate that can handle it.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// A program of PNaCl.
    Pexe(Input),
    /// A program as text that has not been assembled yet.
    Pnaclasm(Input),
    /// LLVM bitcode that was not finalised.
    Bitcode(Input),
    /// LLVM 1.x, bytecode or its assembly.
    Bytecode(Input),
    /// A file of another kind, such as machine code or an archive. The reader of programs rejects
    /// it with an error that names the kind.
    Other(Input),
}

impl Loaded {
    /// Reads a file, or standard input. Compressed bytecode may grow to `limit` bytes.
    pub(crate) fn read(limit: usize, path: &Path) -> Result<Loaded, Failure> {
        input::read_within(limit, path).map(Loaded::of)
    }

    /// Finds the crate that can handle a file.
    pub(crate) fn of(input: Input) -> Loaded {
        match input.kind {
            Kind::Pexe => Loaded::Pexe(input),
            Kind::Pnaclasm => Loaded::Pnaclasm(input),
            Kind::Bitcode => Loaded::Bitcode(input),
            Kind::Bytecode | Kind::OldAssembly => Loaded::Bytecode(input),
            _ => Loaded::Other(input),
        }
    }
}

/// Reads and decodes a program, and reports its errors.
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

/// Decodes a program that has been read, and reports its errors.
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
    if let Some(hint) = input.hint_for(errors.first()) {
        output.hint(hint);
    }
    None
}

/// Decodes a program that has been read. Fails with its errors.
pub(crate) fn decoded(input: &Input, jobs: usize) -> Result<Program, Failure> {
    decoded_with(input, jobs, Allow::RUN)
}

/// Decodes a program in which some violations are accepted. Fails with its other errors.
pub(crate) fn decoded_with(input: &Input, jobs: usize, allow: Allow) -> Result<Program, Failure> {
    decode_with(&input.bytes, &Options { jobs }, allow).map_err(|errors| {
        let messages = errors.iter().take(MAX_MESSAGES);
        let messages = messages.map(|error| input.describe(error)).collect();
        let failure = Failure::with_status(messages, BAD_FILE);
        match input.hint_for(errors.first()) {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}
