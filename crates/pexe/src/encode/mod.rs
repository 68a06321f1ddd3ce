//! From a [`Module`] and its function bodies to the bytes of a file: the inverse
//! of [`decode`](crate::decode).
//!
//! What a program in memory does not say follows from it. Operands become
//! distances from the value that comes next; the type of a value that is used
//! before it is defined is declared in front of its first use, once; the type
//! of a constant is written where it differs from that of the one before. The
//! numbers that a program gives to its types, functions, globals, constants and
//! blocks are kept, so that decoding gives the same program again. A program
//! made in memory has its constants in any order: [`order_constants`] finds one
//! that makes the file smaller.
//!
//! How records are packed is the matter of [`Abbreviations`]:
//!
//! * none;
//! * those that the finaliser of the SDK gives to every program (`standard`).
//!   Records are packed as it does, so that its files are reproduced to the byte;
//!   the order of the symbols, which means nothing, is known to an [`Origin`];
//! * those that the program's file came with, which an [`Origin`] knows too. Of
//!   those that can carry a record the cheapest is taken.
//!
//! A module block is written from its start to its function blocks; these begin
//! at whole words and depend on nothing that is written before them, so they are
//! encoded in parallel and put together.

mod body;
mod module;
mod order;
mod origin;
mod packing;
mod standard;

pub use order::order_constants;
pub use origin::Origin;

use crate::error::{Error, ErrorKind};
use crate::function::Function;
use crate::limits::PROFILE;
use crate::module::Module;
use body::BodyEncoder;
use packing::{Packing, Policy};
use pinnacle_base::parallel;
use pinnacle_bitstream::Writer;

/// The header of a file whose program says nothing of it: sixteen bytes with
/// the version.
pub const HEADER: [u8; 16] = [b'P', b'E', b'X', b'E', 1, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 0];

/// With which abbreviations records are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abbreviations {
    /// With none: every record in full.
    None,
    /// With those of the original finaliser, and chosen as it does.
    #[default]
    Standard,
    /// With those of the program's origin, which may have none; of those that
    /// fit, the one that takes the fewest bits.
    Own,
}

/// How to encode.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// How records are packed.
    pub abbreviations: Abbreviations,
    /// The file that the program comes from. Without one it gets the usual
    /// header, and its symbols come in the order of the values.
    pub origin: Option<&'a Origin>,
    /// How many threads encode function bodies: 0 for as many as the machine
    /// has cores, 1 for none but the caller's.
    pub jobs: usize,
}

/// Encodes a program as a whole file.
///
/// Every program that decoding gave can be encoded. Of programs from elsewhere
/// only that is checked without which there would be no encoding: the rest shows
/// when the file is decoded.
///
/// # Errors
///
/// If the bodies are not those of the module, or something refers to a type, an
/// operand list or a value that does not exist. The position is where the
/// faulty thing would stand.
pub fn encode(
    module: &Module,
    functions: &[Function],
    options: &Options<'_>,
) -> Result<Vec<u8>, Error> {
    let no_origin = Origin::default();
    let origin = options.origin.unwrap_or(&no_origin);
    let packing = match options.abbreviations {
        Abbreviations::None => Packing::default(),
        Abbreviations::Standard => standard::packing(module.types.len(), origin),
        Abbreviations::Own => origin.packing(Policy::Cheapest),
    };
    let mut writer = Writer::new(origin.header(), PROFILE);
    let types = module::begin(&mut writer, module, origin, &packing)?;
    check_bodies(module, functions, writer.position())?;

    let info = writer.block_info().clone();
    let encoder = || BodyEncoder::new(module, &types, &packing);
    let encode = |encoder: &mut BodyEncoder<'_>, (index, function): &(usize, &Function)| {
        let mut part = Writer::part(info.clone(), packing.module.width(), PROFILE);
        encoder.encode(&mut part, *index, function)?;
        Ok(part.finish()?)
    };
    let numbered: Vec<(usize, &Function)> = functions.iter().enumerate().collect();
    let instructions: usize = functions.iter().map(|function| function.insts.len()).sum();
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

/// Function blocks name no function: they define those that are not declared
/// only, one after the other.
fn check_bodies(module: &Module, functions: &[Function], position: u64) -> Result<(), Error> {
    let mut bodies = functions.iter();
    for (index, declaration) in module.functions.iter().enumerate() {
        if declaration.declared {
            continue;
        }
        if bodies.next().is_none_or(|body| body.id.index() != index) {
            return Err(Error::new(
                ErrorKind::BodyCount,
                position,
                format!("the body of function @f{index} is missing, or not in its place"),
            ));
        }
    }
    match bodies.next() {
        None => Ok(()),
        Some(extra) => Err(Error::new(
            ErrorKind::BodyCount,
            position,
            format!("there is a body of {} too many", extra.id),
        )),
    }
}
