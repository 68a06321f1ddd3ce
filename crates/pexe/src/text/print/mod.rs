//! Prints a file as PNaClAsm.
//!
//! There are three forms ([`Form`]): only assembly, which represents the whole file and can be
//! assembled again; the three columns of the manual, which are bit positions, records and assembly;
//! and only the first two of these. The three columns have the same bytes as those of the original
//! disassembler, including line breaks and trailing spaces.
//!
//! The printer processes a file record by record. It decodes constructs, and stores only the parts
//! of the module that are needed for the names of types and values (`names`). It checks no rules
//! and stops only at unreadable bits. A record that is not a valid construct is printed as numbers,
//! and each error that the caller passes is printed under its record. The text of a construct is
//! the same in all forms: a line with marks for possible breaks (`marked_line`), which `columns`
//! arranges beside its record.
//!
//! Function bodies do not depend on each other. They are printed in parallel, in batches that limit
//! the memory, and written in file order.

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
    /// Assembly. It assembles to the same file, except for overlong numbers and nonzero padding of
    /// blocks, which the first lines mention if there are any.
    #[default]
    Assembly,
    /// Bit positions, records, and assembly.
    Listing,
    /// Bit positions and records.
    Records,
}

/// The role of a piece of text, which determines its colour.
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
    /// Returns the escape sequence before text of a tone.
    pub start: fn(Tone) -> &'static str,
    /// The escape sequence after such text.
    pub end: &'static str,
}

/// Options for printing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The form to print.
    pub form: Form,
    /// Number of threads that print function bodies: 0 for one per core, 1 for only the calling
    /// thread. It does not change the text.
    pub jobs: usize,
    /// The colours of the text; `None` for no colours.
    pub colours: Option<Colours>,
}

/// Prints a file. `errors` must be sorted by position, and each error is printed as a comment under
/// its record. Unreadable bits do not cause a failure, but one of the errors should report them.
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

/// Prints only the bodies of the functions with these numbers, in file order, each with its errors.
/// Functions that the file lacks are ignored.
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

/// Returns the assembly of some records, each on one line, with their positions. `positions` are
/// bit offsets from the start of the file, in ascending order. Positions without a record are
/// omitted.
///
/// Reads the module once up to the last of the records, and only those functions that contain
/// records.
pub fn record_texts(bytes: &[u8], positions: &[u64]) -> Vec<(u64, String)> {
    let prescan = Prescan::default();
    let sink = Sink::Excerpts(Excerpts::new(positions));
    let columns = Columns::new(Form::Assembly, None, &prescan, &[], sink);
    FilePrinter::new(bytes, columns, 1).excerpts()
}

/// Returns the size of a file's header in bytes, as far as it can be read.
fn header_size(bytes: &[u8]) -> usize {
    match Header::read(bytes) {
        Ok(header) => header.size as usize,
        Err(_) => Header::size_hint(bytes).min(bytes.len()),
    }
}
