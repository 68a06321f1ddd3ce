//! Writes modules: the inverse of reading.
//!
//! Everything is numbered first (in `numbering`), in one walk over the module. Function blocks are
//! then written independently of each other, and placed after the other blocks. This is possible
//! because each begins at a multiple of four bytes.
//!
//! The output is what the assembler of the format's release would have written for the module. Only
//! two choices are left open: the order of types, and the order of planes in symbol tables. The
//! module's [`Layout`] decides them if it is of the same format. A file by an original assembler is
//! therefore reproduced byte for byte.
//!
//! There is one exception. In format 0 the types that only functions use belong to these functions,
//! so the original assembler wrote an opaque type that several functions use as several types. This
//! writer makes it one of the module's types.
//!
//! A module that would be read back as a different one is an error: values that do not exist, types
//! that do not follow from those of operands, blocks without terminators. All other checks are left
//! to [`verify`](crate::verify).

mod adapt;
mod block;
mod compaction;
mod constants;
mod function;
mod indices;
mod info;
mod instructions;
mod numbering;
mod order;
mod slots;
mod symbols;
mod types;

pub use adapt::adapt_indices;
pub(crate) use order::necessary_layout;

use crate::compressed;
use crate::error::{Error, Section};
use crate::format::Format;
use crate::model::{Endianness, FunctionId, Layout, Module, PointerSize};
use block::Output;
use function::Writer;
use numbering::Numbering;
use pinnacle_base::parallel;
use slots::Leaves;
use std::ops::Range;

/// Number of instructions at which several threads become worthwhile.
const WORTHWHILE: usize = 20_000;

/// Maximum number of pieces into which the functions are divided.
const PIECES: usize = 64;

/// Options for writing.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// The format of the file.
    pub format: Format,
    /// Number of threads: 0 for one per core. The bytes do not depend on it.
    pub jobs: usize,
    /// Uses the order of items in the module's layout, if that is of the same format.
    pub keep_layout: bool,
    /// Compresses long files as the assemblers of LLVM 1.4 to 1.9 did, and marks the others as not
    /// compressed.
    pub compressed: bool,
}

impl WriteOptions {
    /// Options for writing a format on all cores, with the order of the layout.
    pub fn new(format: Format) -> WriteOptions {
        WriteOptions {
            format,
            jobs: 0,
            keep_layout: true,
            compressed: false,
        }
    }
}

/// Writes a module as a file.
///
/// # Errors
///
/// Fails with [`CannotWrite`](crate::ErrorKind::CannotWrite) if the format cannot express something
/// in the module: `select` in format 0, libraries or a target triple before format 3, or indices of
/// types that the format does not allow (see [`adapt_indices`]). Nothing is converted, so reading
/// the file gives the same module.
///
/// Fails if the module is malformed in a way that would give a different one when read.
pub fn write(module: &Module, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    if options.compressed && !options.format.features().compressed {
        return Err(block::cannot_write(format!(
            "files of format {} are not compressed",
            options.format.version()
        )));
    }
    let file = write_module(module, options).map_err(|error| error.within(Section::Module))?;
    if options.compressed {
        return compressed::pack(&file);
    }
    Ok(file)
}

fn write_module(module: &Module, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    // Formats with the same version number agree on everything that a layout records.
    let layout = (module.layout.as_ref()).filter(|layout| {
        options.keep_layout && layout.format.version() == options.format.version()
    });
    with_numbering(module, options.format, layout, |numbering| {
        write_numbered(numbering, layout, options)
    })
}

/// Numbers the contents of a module, and passes the numbering to a function.
fn with_numbering<R>(
    module: &Module,
    format: Format,
    layout: Option<&Layout>,
    then: impl FnOnce(&Numbering) -> Result<R, Error>,
) -> Result<R, Error> {
    let features = format.features();
    // In format 0 the file needs constants that the module may lack.
    let (constants, leaves);
    let mut numbering = if features.explicit_zeros {
        let mut all = module.constants.clone();
        leaves = Leaves::add_to(&mut all, &module.types);
        constants = all;
        Numbering::new(module, &constants, Some(&leaves), features, layout)
    } else {
        Numbering::new(module, &module.constants, None, features, layout)
    };
    if features.function_constants {
        let shared = Writer::new(&numbering).shared_opaque_types();
        numbering.slots.add_types(&shared);
    }
    then(&numbering)
}

fn write_numbered(
    numbering: &Numbering,
    layout: Option<&Layout>,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let module = numbering.module;
    let features = options.format.features();
    let mut output = Output::new(features);
    output.bytes.extend_from_slice(b"llvm");
    let block = output.begin_long(features.blocks.module);
    output.number(features.version << 4 | target_bits(module));
    output.align();
    types::write_module(&numbering.slots, &mut output)
        .map_err(|error| error.within(Section::Types))?;
    info::write(numbering, &mut output).map_err(|error| error.within(Section::ModuleInfo))?;
    constants::write_module(numbering, &mut output)?;
    for piece in functions(numbering, layout, options) {
        output.bytes.extend_from_slice(&piece?);
    }
    symbols::Symbols::new(module.types.len())
        .write_module(
            numbering,
            layout.map_or(&[], |layout| &layout.symbols),
            &mut output,
        )
        .map_err(|error| error.within(Section::Symbols))?;
    output.end(block)?;
    Ok(output.bytes)
}

/// The module's requirements on the machine, in four bits.
fn target_bits(module: &Module) -> u32 {
    let endianness = match module.target.endianness {
        Some(Endianness::Little) => 0,
        Some(Endianness::Big) => 1,
        None => 4,
    };
    let pointer_size = match module.target.pointer_size {
        Some(PointerSize::Bits32) => 0,
        Some(PointerSize::Bits64) => 2,
        None => 8,
    };
    endianness | pointer_size
}

/// Writes the blocks of all functions, in pieces.
fn functions(
    numbering: &Numbering,
    layout: Option<&Layout>,
    options: &WriteOptions,
) -> Vec<Result<Vec<u8>, Error>> {
    let module = numbering.module;
    let instructions = |function: &crate::model::Function| {
        function.body.as_ref().map_or(0, |body| body.inst_count()) + 1
    };
    let total: usize = module.functions.iter().map(instructions).sum();
    let parallel = total >= WORTHWHILE && options.jobs != 1;
    let share = if parallel { total / PIECES } else { total };
    let mut pieces: Vec<Range<u32>> = Vec::new();
    let (mut start, mut size) = (0, 0);
    for (index, function) in (0..).zip(&module.functions) {
        size += instructions(function);
        if size > share {
            pieces.push(start..index + 1);
            (start, size) = (index + 1, 0);
        }
    }
    pieces.push(start..module.functions.len() as u32);
    let jobs = if parallel { options.jobs } else { 1 };
    let writer = || Writer::new(numbering);
    parallel::map(&pieces, jobs, writer, |writer, piece| {
        let mut output = Output::new(options.format.features());
        for index in piece.clone() {
            let own = layout.and_then(|layout| layout.functions.get(index as usize));
            writer.write(FunctionId(index), own, &mut output)?;
        }
        Ok(output.bytes)
    })
}
