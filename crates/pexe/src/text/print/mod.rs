//! The disassembler: prints a file as PNaClAsm.
//!
//! Three forms ([`Form`]): assembly alone, which says all of a file and can be
//! assembled again; the manual's three columns of bit position, record and
//! assembly; and the first two of these. The three columns are those of the
//! original disassembler to the byte, line breaks and trailing spaces
//! included.
//!
//! The printer goes through a file record by record. It knows the constructs, and only as much of
//! the module as it needs to name types and values (`names`). It checks nothing and stops only at
//! bits that cannot be read. A record that is not a construct is shown as numbers, and each error
//! found elsewhere is shown under its record. The form of a construct is defined once for all
//! outputs, as a line with marks for possible breaks (`marked_line`); `columns` lays it out beside
//! its record.
//!
//! Function bodies do not depend on each other. They are printed in parallel,
//! in batches that bound the memory, and put out in file order.

mod batch;
mod blocks;
mod columns;
mod constructs;
mod digits;
mod file;
mod function;
mod instruction;
mod layout;
mod marked_line;
mod names;
mod prescan;
mod record;

use crate::error::Error;
use crate::header::Header;
use columns::{Columns, Excerpts, Sink};
use file::FilePrinter;
use prescan::Prescan;
use std::io::{self, Write};

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Assembly. Assembling it gives the same file again, except for numbers packed longer than
    /// necessary and nonzero padding of blocks. The first lines mention them if there are any.
    #[default]
    Assembly,
    /// Bit positions, records, and assembly.
    Listing,
    /// Bit positions and records.
    Records,
}

/// The role of a piece of text, which may decide its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Tone {
    /// The column of bit positions.
    Position,
    /// The column of records.
    Record,
    /// A word of the language.
    Keyword,
    /// A type.
    Type,
    /// The address of a function or global.
    Address,
    /// A value of a function.
    Value,
    /// A basic block.
    Label,
    /// An abbreviation.
    Abbreviation,
    /// A name in quotation marks.
    Text,
    /// A comment.
    Comment,
    /// An error.
    Error,
}

/// The colours of text.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// The escape sequence written before text of a tone.
    pub start: fn(Tone) -> &'static str,
    /// The escape sequence written after it.
    pub end: &'static str,
}

/// Options for printing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The form to print.
    pub form: Form,
    /// Number of threads that print function bodies: 0 for one per core, 1 for the caller's thread
    /// alone. The text does not depend on it.
    pub jobs: usize,
    /// The colours, if any.
    pub colours: Option<Colours>,
}

/// Prints a file. Each of the errors, which are sorted by position, is shown as a comment under its
/// record. Bits that cannot be read are not an error here; one of the errors should report it.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn print(
    bytes: &[u8],
    errors: &[Error],
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<()> {
    let prescan = match options.form {
        Form::Assembly => Prescan::of(bytes),
        Form::Listing | Form::Records => Prescan::default(),
    };
    let columns = Columns::new(
        options.form,
        options.colours.as_ref(),
        &prescan,
        errors,
        Sink::Writer(out),
    );
    FilePrinter::new(bytes, columns, options.jobs).print()
}

/// Prints function bodies alone: those of the functions with these numbers, in the order of the
/// file, each with its errors. A function that the file does not have is passed over.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn print_functions(
    bytes: &[u8],
    errors: &[Error],
    options: &Options,
    functions: &[u32],
    out: &mut dyn Write,
) -> io::Result<()> {
    let prescan = Prescan::default();
    let columns = Columns::new(
        options.form,
        options.colours.as_ref(),
        &prescan,
        &[],
        Sink::Memory,
    );
    FilePrinter::new(bytes, columns, 1).print_functions(functions, errors, out)
}

/// Returns the assembly of some records, each on one line, by their positions. Positions are bit
/// offsets from the start of the file, in ascending order. A position without a record is left out.
///
/// This reads the module once, up to the last of the records, and the functions
/// that they are in.
pub fn record_texts(bytes: &[u8], positions: &[u64]) -> Vec<(u64, String)> {
    let prescan = Prescan::default();
    let sink = Sink::Excerpts(Excerpts::new(positions));
    let columns = Columns::new(Form::Assembly, None, &prescan, &[], sink);
    FilePrinter::new(bytes, columns, 1).excerpts()
}

/// Size in bytes of a file's header, as far as it can be read.
fn header_size(bytes: &[u8]) -> usize {
    match Header::read(bytes) {
        Ok(header) => header.size as usize,
        Err(_) => Header::size_hint(bytes).min(bytes.len()),
    }
}
