//! From a [`Module`](crate::Module) and its function bodies to the bytes of a file: the inverse
//! of [`decode`](crate::decode).
//!
//! Details that a program in memory does not store are derived. Operands become distances from the
//! next value. A value used before its definition gets one type declaration before its first use.
//! The type of a constant is written where it differs from the previous constant's. The numbers of
//! types, functions, globals, constants and blocks are kept, so decoding gives the same program
//! again. A program made in memory has its constants in any order;
//! [`Program::with_ordered_constants`] finds one that makes the file smaller.
//!
//! [`Abbreviations`] selects how records are packed:
//!
//! * none;
//! * the set that the SDK's finaliser gives to every program (`standard`). Records are packed as it
//!   packs them, so its files are reproduced bit by bit. The order of the symbols has no meaning,
//!   but an [`Origin`] preserves it;
//! * the set from the program's own file, also kept in an [`Origin`]. Each record uses the cheapest
//!   one that can carry it.
//!
//! A module block is written from its start to its function blocks; these begin
//! at whole words and depend on nothing that is written before them, so they are
//! encoded in parallel and put together.

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

/// The abbreviations that records are packed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abbreviations {
    /// With none: every record in full.
    None,
    /// With those of the original finaliser, and chosen as it does.
    #[default]
    Standard,
    /// The abbreviations of the program's origin, which may have none. Among those that fit, the
    /// one that costs the fewest bits is used.
    Own,
}

/// Options for encoding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The packing of records.
    pub abbreviations: Abbreviations,
    /// The file that the program comes from. Without one it gets the usual
    /// header, and its symbols come in the order of the values.
    pub origin: Option<&'a Origin>,
    /// Number of threads that encode function bodies: 0 for one per core, 1 for the caller's thread
    /// alone.
    pub jobs: usize,
}

/// Encodes a program as a whole file.
///
/// # Errors
///
/// Fails if the module lists a type after its first use or lacks the contents of a global; no
/// decoded module does either. Also fails if a block is larger than a bitstream can express. The
/// position is the one that the faulty item would have.
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

/// Programs of fewer instructions are encoded before threads would have
/// started.
const WORTHWHILE: usize = 50_000;
