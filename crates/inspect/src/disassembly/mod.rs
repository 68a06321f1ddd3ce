//! Writes a program as lines of JSON, for tools that query it: `pinnacle dis --json`.
//!
//! The first line is the module: its types and functions. A line for each global follows, and then
//! one for each function body, in file order. Bodies are decoded in batches, so memory is limited
//! to the module without bodies and one batch. An error has a line of its own, which follows or
//! replaces the line of its function.
//!
//! * `module`: writes the lines of the module and the globals;
//! * `function`: writes the line of a function;
//! * `operands`: lists the operands of an instruction with their roles;
//! * [`llvm`]: writes the lines of an LLVM module;
//! * `writer`: writes JSON part by part.

mod function;
pub mod llvm;
mod module;
mod operands;
#[cfg(test)]
mod tests;
mod writer;

use crate::document::DIS;
use crate::findings::error_to_json;
use pinnacle_base::parallel::Threads;
use pinnacle_pexe::decode::{BodyDecoder, RawBody, Structure};
use pinnacle_pexe::{BitPosition, Error, Function};
use std::io::{self, Write};
use writer::Writer;

/// Size in bytes of the bodies in a batch, which is divided between threads. A longer body is
/// written directly, so that its text is never in memory as a whole. The text is about forty times
/// as long as the body.
const BATCH: u64 = 256 << 10;

/// Options for the lines.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The name of the file, for the first line.
    pub name: &'a str,
    /// The numbers of the functions to write. If it is not empty, the module, its globals, and
    /// errors outside these functions are omitted.
    pub functions: &'a [u32],
    /// Number of threads, or 0 for one per core. It does not change the output.
    pub jobs: usize,
}

/// Writes a program as lines. `errors` are the errors of the file in the order of
/// [`verify`](pinnacle_pexe::verify::verify), by position.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn write(
    bytes: &[u8],
    errors: &[Error],
    options: &Options<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let structure = Structure::read(bytes);
    let is_whole = options.functions.is_empty();
    let mut lines = Lines {
        bytes,
        structure: &structure,
        errors,
        threads: Threads::new(options.jobs),
        out,
    };
    if is_whole {
        module::write(&structure, options.name, lines.out)?;
        module::write_globals(structure.module(), lines.out)?;
    }
    let mut batch: Vec<&RawBody> = Vec::new();
    let mut batch_size = 0;
    for body in structure.bodies() {
        if !is_whole && !options.functions.contains(&body.function.0) {
            continue;
        }
        if !is_whole {
            lines.skip_errors(body.header.position);
        }
        let size = u64::from(body.header.length_words) * 4;
        if size >= BATCH || !is_whole {
            lines.bodies(&std::mem::take(&mut batch))?;
            lines.long_body(body)?;
            batch_size = 0;
            continue;
        }
        batch.push(body);
        batch_size += size;
        if batch_size >= BATCH {
            lines.bodies(&std::mem::take(&mut batch))?;
            batch_size = 0;
        }
    }
    lines.bodies(&batch)?;
    if is_whole {
        lines.errors_before(u64::MAX)?;
    }
    Ok(())
}

/// Writes the lines of bodies and errors.
struct Lines<'a> {
    bytes: &'a [u8],
    structure: &'a Structure,
    /// Errors that have not been written yet.
    errors: &'a [Error],
    threads: Threads,
    out: &'a mut dyn Write,
}

impl<'a> Lines<'a> {
    /// Writes the lines of a batch of bodies, which threads format in parallel.
    fn bodies(&mut self, bodies: &[&'a RawBody]) -> io::Result<()> {
        let (bytes, structure) = (self.bytes, self.structure);
        let texts = self.threads.map(
            bodies,
            || decoder(structure),
            |decoder, body| {
                let mut text = Vec::new();
                let written = match decode(decoder, bytes, body) {
                    Some(function) => function::write(structure.module(), &function, &mut text),
                    None => Ok(()),
                };
                written.map(|()| text)
            },
        );
        for (body, text) in bodies.iter().zip(texts) {
            self.errors_before(body.header.position)?;
            self.out.write_all(&text?)?;
            self.errors_before(body.header.end())?;
        }
        Ok(())
    }

    /// Writes the line of a body whose text may be too long to keep in memory.
    fn long_body(&mut self, body: &RawBody) -> io::Result<()> {
        self.errors_before(body.header.position)?;
        if let Some(function) = decode(&mut decoder(self.structure), self.bytes, body) {
            function::write(self.structure.module(), &function, self.out)?;
        }
        self.errors_before(body.header.end())
    }

    /// Writes the errors up to a position in the file, in bits.
    fn errors_before(&mut self, end: u64) -> io::Result<()> {
        for error in self.take_errors(end) {
            let mut line = Writer::new(DIS, self.out);
            line.begin_line()?;
            line.value("error", &error_to_json(error))?;
            line.end_line()?;
        }
        Ok(())
    }

    /// Skips the errors up to a position in the file, in bits.
    fn skip_errors(&mut self, end: u64) {
        self.take_errors(end);
    }

    fn take_errors(&mut self, end: u64) -> &'a [Error] {
        let count = (self.errors).partition_point(|error| error.position() < BitPosition(end));
        let (taken, rest) = self.errors.split_at(count);
        self.errors = rest;
        taken
    }
}

fn decoder(structure: &Structure) -> BodyDecoder<'_> {
    BodyDecoder::new(structure.module(), structure.block_info()).allowing(structure.allow())
}

/// Decodes a body. Returns `None` if it is invalid; only its errors have lines then.
fn decode(decoder: &mut BodyDecoder<'_>, bytes: &[u8], body: &RawBody) -> Option<Function> {
    decoder.decode(bytes.get(body.byte_range())?, body).ok()
}
