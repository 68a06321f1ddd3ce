//! Encodes a [`Module`](crate::Module) and its function bodies as a file. This is the inverse of
//! [`decode`](crate::decode).
//!
//! Details that a program in memory does not contain are derived. Operands become relative indices.
//! A value that is used before its definition gets a type declaration before its first use. The
//! type of a constant is written if it differs from that of the previous constant. The numbers of
//! types, functions, globals, constants and blocks stay the same, so decoding yields the same
//! program again. A program built in memory has its constants in any order;
//! [`Program::with_ordered_constants`] finds an order that makes the file smaller.
//!
//! [`Abbreviations`] selects the packing of records:
//!
//! * none;
//! * the set that the SDK's finaliser writes to every program (`standard`). Records are packed as
//!   in the finaliser, so its files are reproduced bit by bit. The order of the symbols has no
//!   meaning, but an [`Origin`] preserves it;
//! * the set of the program's own file, which is also in an [`Origin`]. Each record uses the
//!   cheapest abbreviation that fits.
//!
//! The module block is written up to its function blocks. Each function block starts at a 32-bit
//! word and does not depend on previous output, so function blocks are encoded in parallel and then
//! concatenated.

mod body;
#[cfg(feature = "tools")]
mod freezer;
mod module;
mod order;
mod origin;
mod packing;
mod standard;

#[cfg(feature = "tools")]
pub(crate) use freezer::reorder as reorder_as_freezer;
pub(crate) use order::order_constants;
pub use origin::Origin;

pub use crate::header::HEADER;

use crate::decode::Program;
use crate::error::Error;
use crate::function::Function;
use crate::limits::PROFILE;
use body::BodyEncoder;
use packing::{Packing, Policy};
use pinnacle_base::parallel;
use pinnacle_bitstream::Writer;

/// The abbreviations that are used for records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abbreviations {
    /// No abbreviations.
    None,
    /// The abbreviations of the original finaliser, chosen as the finaliser chooses them.
    #[default]
    Standard,
    /// The abbreviations of the program's origin, if it has any. Of the abbreviations that fit a
    /// record, the one that costs the fewest bits is used.
    Own,
}

/// Options for encoding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The abbreviations of records.
    pub abbreviations: Abbreviations,
    /// The file that the program comes from. Without an origin, the program gets the standard
    /// header, and its symbols are in the order of the values.
    pub origin: Option<&'a Origin>,
    /// Number of threads that encode function bodies: 0 for one per core, 1 for only the calling
    /// thread.
    pub jobs: usize,
}

/// Encodes a program as a file.
///
/// # Errors
///
/// Fails if the module lists a type after its first use or lacks the contents of a global, which
/// cannot occur in decoded modules. Also fails if a block is too large for a bitstream. The
/// position in the error is the one that the item would have.
pub fn encode(program: &Program, options: &Options<'_>) -> Result<Vec<u8>, Error> {
    let (module, functions) = (program.module(), program.functions());
    let no_origin = Origin::default();
    let origin = options.origin.unwrap_or(&no_origin);
    let packing = match options.abbreviations {
        Abbreviations::None => Packing::default(),
        Abbreviations::Standard => standard::packing(module.types.len(), origin),
        Abbreviations::Own => origin.packing(Policy::Cheapest),
    };
    let mut writer = Writer::new(origin.header(), PROFILE);
    let types = module::begin(&mut writer, module, origin, &packing)?;

    let info = writer.block_info().clone();
    let encoder = || BodyEncoder::new(&types, &packing);
    let encode = |encoder: &mut BodyEncoder<'_>, (index, function): &(usize, &Function)| {
        let mut part = Writer::part(info.clone(), packing.module.width(), PROFILE);
        encoder.encode(&mut part, *index, function)?;
        Ok(part.finish()?)
    };
    let numbered: Vec<(usize, &Function)> = functions.iter().enumerate().collect();
    let instructions: usize = functions
        .iter()
        .map(|function| function.insts().len())
        .sum();
    let jobs = if instructions >= WORTHWHILE {
        options.jobs
    } else {
        1
    };
    for body in parallel::map(&numbered, jobs, encoder, encode) {
        match body {
            Ok(bytes) => writer.raw_bytes(&bytes),
            Err(error) => return Err(error),
        }
    }
    writer.exit_block()?;
    Ok(writer.finish()?)
}

/// Minimum number of instructions of a program for which starting threads is worthwhile.
const WORTHWHILE: usize = 50_000;
