//! The printer: a module as LLVM 1.x assembly, byte for byte as the disassemblers of the releases
//! wrote it.
//!
//! `style` has the differences between releases. Everything that text shows and a module does not
//! store is computed first: the names or numbers of all values (`slots`), the number of uses of
//! each (`uses`), and the texts of types (`types`). The text is then assembled from these parts.
//! Functions are printed on several threads.
//!
//! Text can be far longer than the module, because shared types and constants are written at every
//! use. A structure of two equal fields, nested thirty times, has a text of billions of bytes.
//! Printing such a module fails with [`ErrorKind::TextTooLong`].
//!
//! [`ErrorKind::TextTooLong`]: crate::ErrorKind::TextTooLong

mod constants;
mod function;
mod inst;
mod module;
mod names;
mod order;
mod out;
mod rename;
mod slots;
mod style;
mod types;
mod uses;

use crate::error::Error;
use crate::format::Format;
use crate::model::{Convention, FunctionId, InstId, Linkage, Module, Value};
use crate::write::necessary_layout;
use constants::Piece;
use out::Out;
use pinnacle_base::parallel;
use rename::Renamed;
use slots::{Addresses, Locals};
use std::io::{self, Write};
use std::ops::Range;
use style::Style;
use types::Types;

pub(crate) use types::PRIMITIVES;
use uses::LocalUses;

/// Options for printing a module.
#[derive(Clone, Copy, Debug)]
pub struct PrintOptions<'a> {
    /// The release whose form of text is written.
    pub style: Format,
    /// Number of threads that print function bodies: 0 for one per core, 1 for the caller's thread
    /// alone. The text does not depend on it.
    pub jobs: usize,
    /// Maximum length of the text in bytes.
    pub limit: usize,
    /// Adds comments at the end of the text that state the order of types and symbol tables in the
    /// file that the module was read from, where the writer would choose another one. The parser
    /// understands them, so the same file can be written again.
    pub keep_layout: bool,
    /// The name of the file, which LLVM 1.5 and later write first. It is left out if it is empty or
    /// contains a line break.
    pub module_id: &'a str,
}

impl Default for PrintOptions<'_> {
    fn default() -> Self {
        PrintOptions {
            style: Format::Llvm13,
            jobs: 0,
            limit: 1 << 30,
            keep_layout: false,
            module_id: "",
        }
    }
}

/// Number of instructions in a batch for a thread.
const BATCH: usize = 1 << 13;

/// Number of bytes to collect before they are written.
const FULL: usize = 1 << 18;

/// Number of batches that are printed before any of them is written.
const WINDOW: usize = 32;

/// Returns the text of a module.
///
/// # Errors
///
/// Fails if the text is longer than the options allow.
pub fn print(module: &Module, options: &PrintOptions<'_>) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    let write = |piece: &[u8]| {
        text.extend_from_slice(piece);
        Ok(())
    };
    match print_pieces(module, options, write) {
        Ok(()) => Ok(text),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Output(_)) => unreachable!("memory takes what is written"),
    }
}

/// Writes the text of a module to `out`, piece by piece.
///
/// # Errors
///
/// Fails if writing to `out` fails. If the text is longer than the options allow, the error has the
/// kind [`io::ErrorKind::InvalidData`] and contains an [`Error`]. The output written before that is
/// the beginning of the text.
pub fn print_to(
    module: &Module,
    options: &PrintOptions<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let write = |piece: &[u8]| out.write_all(piece);
    print_pieces(module, options, write).map_err(|stop| match stop {
        Stop::Error(error) => io::Error::new(io::ErrorKind::InvalidData, error),
        Stop::Output(error) => error,
    })
}

/// The reason why printing stopped before the end.
enum Stop {
    /// The text would be too long.
    Error(Error),
    /// Writing the output failed.
    Output(io::Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

/// The context that the text of every part of a module depends on.
#[derive(Debug)]
struct Context<'a> {
    module: &'a Module,
    style: &'static Style,
    addresses: Addresses,
    global_uses: Vec<u32>,
    /// Locals that are printed under other names.
    renamed: Renamed,
}

/// Writes parts of a module, one after the other.
#[derive(Debug)]
struct Printer<'a> {
    context: &'a Context<'a>,
    types: Types<'a>,
    out: Out,
    /// The pieces of a constant that are still to be written; the next one is last.
    pieces: Vec<Piece>,
    /// Number of enclosing structures with a line for each field.
    depth: u32,
    locals: Locals,
    uses: LocalUses,
}

impl<'a> Printer<'a> {
    fn new(context: &'a Context<'a>, types: Types<'a>, limit: usize) -> Printer<'a> {
        Printer {
            context,
            types,
            out: Out::new(limit),
            pieces: Vec::new(),
            depth: 0,
            locals: Locals::new(&context.addresses),
            uses: LocalUses::default(),
        }
    }

    /// Writes consecutive functions.
    fn functions(&mut self, range: Range<usize>) -> Result<(), Error> {
        for function in range {
            self.function(FunctionId(function as u32))?;
        }
        Ok(())
    }
}

fn print_pieces(
    module: &Module,
    options: &PrintOptions<'_>,
    write: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), Stop> {
    let style = Style::of(options.style);
    let layout = match options.keep_layout {
        true => necessary_layout(module)?,
        false => None,
    };
    let context = Context {
        module,
        style,
        addresses: Addresses::new(module),
        global_uses: uses::of_globals(module, style),
        renamed: match style.renames_locals {
            true => Renamed::of(module),
            false => Renamed::default(),
        },
    };
    let types = Types::new(module, options.limit);
    let mut sink = Sink {
        write,
        left: options.limit,
    };
    let mut printer = Printer::new(&context, types, options.limit);
    printer.module_id(options.module_id);
    printer.target()?;
    printer.type_names()?;
    for (number, global) in module.globals.iter().enumerate() {
        printer.global(number, global)?;
        sink.take_if_full(&mut printer.out)?;
    }
    printer.out.put(b"\nimplementation   ; Functions:\n");
    sink.take(&mut printer.out)?;
    let batches = batches(module);
    if options.jobs == 1 || batches.len() < 2 || printer.types.depend_on_order() {
        for function in 0..module.functions.len() {
            printer.functions(function..function + 1)?;
            sink.take_if_full(&mut printer.out)?;
        }
        if let Some(layout) = &layout {
            printer.order(layout)?;
        }
        return sink.take(&mut printer.out);
    }
    let types = printer.types;
    for window in batches.chunks(WINDOW) {
        let limit = sink.left;
        let texts = parallel::map(
            window,
            options.jobs,
            || Printer::new(&context, types.fork(), limit),
            |printer, batch| {
                printer.functions(batch.clone())?;
                let mut text = Out::new(limit);
                std::mem::swap(&mut text, &mut printer.out);
                Ok::<Out, Error>(text)
            },
        );
        for text in texts {
            sink.take(&mut text?)?;
        }
    }
    if let Some(layout) = &layout {
        let mut printer = Printer::new(&context, types, sink.left);
        printer.order(layout)?;
        sink.take(&mut printer.out)?;
    }
    Ok(())
}

/// The destination of the text, with its limit.
struct Sink<F> {
    write: F,
    /// Number of bytes that may still be written.
    left: usize,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Sink<F> {
    /// Writes the contents of a buffer and empties it.
    fn take(&mut self, out: &mut Out) -> Result<(), Stop> {
        out.lower_limit(self.left);
        out.check(0)?;
        (self.write)(&out.bytes).map_err(Stop::Output)?;
        self.left -= out.bytes.len();
        out.lower_limit(self.left);
        out.bytes.clear();
        Ok(())
    }

    /// As [`Sink::take`], but only if the buffer is full.
    fn take_if_full(&mut self, out: &mut Out) -> Result<(), Stop> {
        if out.bytes.len() >= FULL {
            self.take(out)?;
        }
        Ok(())
    }
}

/// Ranges of functions that are large enough to be worth a thread.
fn batches(module: &Module) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let mut start = 0;
    let mut work = 0;
    for (number, function) in module.functions.iter().enumerate() {
        work += 1 + function.body.as_ref().map_or(0, |body| body.inst_count());
        if work >= BATCH || number + 1 == module.functions.len() {
            batches.push(start..number + 1);
            (start, work) = (number + 1, 0);
        }
    }
    batches
}

/// Formats single instructions for messages: without indentation and trailing comment, and
/// truncated if they are long. `wanted` is in the order of the functions. The result is `None` for
/// an instruction that mentions constants that do not exist. All types must exist.
pub(crate) fn inst_texts(module: &Module, wanted: &[(FunctionId, InstId)]) -> Vec<Option<String>> {
    let style = Style::of(Format::Llvm13);
    let context = Context {
        module,
        style,
        addresses: Addresses::new(module),
        global_uses: Vec::new(),
        renamed: Renamed::default(),
    };
    let types = Types::new(module, MAX_TEXTS);
    let mut printer = Printer::new(&context, types, MAX_TEXTS);
    let mut texts = Vec::with_capacity(wanted.len());
    let mut function_at_hand = None;
    for &(function, inst) in wanted {
        let Some(body) = &module.functions[function.index()].body else {
            texts.push(None);
            continue;
        };
        if function_at_hand.replace(function) != Some(function) {
            let parameters = module
                .signature(function)
                .map_or(&[][..], |(_, list, _)| list);
            (printer.locals).number(&context.addresses, parameters, body, &[]);
            printer.uses.count(body);
        }
        let mut can_be_printed = true;
        body.for_each_operand(body.inst(inst), |operand| {
            can_be_printed &= !matches!(operand, Value::Constant(id)
                if id.index() >= module.constants.len());
        });
        if !can_be_printed {
            texts.push(None);
            continue;
        }
        printer.out.bytes.clear();
        if printer.inst(function, body, inst).is_err() {
            // The instruction or the types in it are too long. The printer cannot be used after
            // that.
            break;
        }
        texts.push(Some(as_message(&printer.out.bytes)));
    }
    texts.resize(wanted.len(), None);
    texts
}

/// Maximum size in bytes of the text of one instruction, and of the texts of all types together.
const MAX_TEXTS: usize = 1 << 20;

/// Maximum number of characters of an instruction in a message.
const MAX_SHOWN: usize = 300;

/// Formats an instruction for a message.
fn as_message(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    // A tab before `; <` starts the comment. Names with tabs are quoted.
    let text = text.split("\t\t; <").next().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text,
    }
}

/// Writes the keyword of a calling convention and a space. Writes nothing for that of C.
fn convention_words(out: &mut Out, convention: Convention) {
    match convention {
        Convention::C => {}
        Convention::C_STRUCT_RETURN => out.put(b"csretcc "),
        Convention::FAST => out.put(b"fastcc "),
        Convention::COLD => out.put(b"coldcc "),
        Convention::X86_STD => out.put(b"x86_stdcallcc "),
        Convention::X86_FAST => out.put(b"x86_fastcallcc "),
        Convention(number) => {
            out.put(b"cc");
            out.decimal(number.into());
            out.byte(b' ');
        }
    }
}

/// The keyword of a linkage, followed by a space. Empty for external linkage.
fn linkage_word(linkage: Linkage) -> &'static [u8] {
    match linkage {
        Linkage::External => b"",
        Linkage::Weak => b"weak ",
        Linkage::Appending => b"appending ",
        Linkage::Internal => b"internal ",
        Linkage::LinkOnce => b"linkonce ",
        Linkage::DllImport => b"dllimport ",
        Linkage::DllExport => b"dllexport ",
        Linkage::ExternWeak => b"extern_weak ",
    }
}
