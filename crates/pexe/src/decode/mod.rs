//! From the bytes of a file to a [`Module`] and its function bodies.
//!
//! The module block is read first and in order, its function blocks skipped by
//! their length words ([`Structure`]). Function bodies are then independent of
//! each other: they are decoded in parallel, and the results put in order, so
//! that neither output nor errors depend on the number of threads. [`Parser`]
//! does the same with a file that arrives in pieces.
//!
//! Everything that a later stage would otherwise have to trust is checked here:
//! see the constraints of each construct in `body`, `flow`, `intrinsic_call`,
//! `types`, `globals`, `symbols` and `declarations`. Reading stops at the first
//! error of the module's structure and at the first error of each function; all
//! errors found are reported in file order.

mod body;
mod declarations;
mod flow;
mod globals;
mod intrinsic_call;
mod stream;
mod structure;
mod symbols;
mod types;

pub use body::{BodyDecoder, RawBody};
pub use stream::Parser;
pub use structure::{Layout, Structure};

use crate::construct::block_id;
use crate::error::{Error, ErrorKind, Errors};
use crate::function::Function;
use crate::header::Header;
use crate::module::Module;
use pinnacle_bitstream::BlockHeader;

/// How to decode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How many threads decode function bodies: 0 for as many as the machine
    /// has cores, 1 for none but the caller's.
    pub jobs: usize,
}

/// A decoded file.
#[derive(Clone, Debug)]
pub struct Program {
    /// The header.
    pub header: Header,
    /// The module without its bodies.
    pub module: Module,
    /// The function bodies, in file order: [`Module::bodies`] names them.
    pub functions: Vec<Function>,
    /// Where things stand in the file.
    pub layout: Layout,
}

/// Decodes and checks a whole file.
///
/// # Errors
///
/// All that is wrong with it, in file order.
pub fn decode(bytes: &[u8], options: &Options) -> Result<Program, Errors> {
    let structure = Structure::read(bytes);
    let functions = structure.decode_bodies(bytes, options);
    structure.into_program(functions)
}

/// Smaller files are decoded before the threads would have started.
#[cfg(feature = "parallel")]
const WORTHWHILE: usize = 128 << 10;

impl Structure {
    /// Decodes the bodies of a file whose structure this is.
    pub fn decode_bodies(&self, bytes: &[u8], options: &Options) -> Vec<Result<Function, Error>> {
        let bodies = self.bodies();
        let decoder = || BodyDecoder::new(self.module(), self.block_info());
        let decode = |decoder: &mut BodyDecoder<'_>, body: &RawBody| {
            decoder.decode(&bytes[body.byte_range()], body)
        };
        #[cfg(feature = "parallel")]
        if options.jobs != 1 && bytes.len() >= WORTHWHILE {
            return crate::parallel::map(bodies, options.jobs, decoder, decode);
        }
        let _ = options;
        let mut decoder = decoder();
        bodies
            .iter()
            .map(|body| decode(&mut decoder, body))
            .collect()
    }

    /// Puts the structure and the decoded bodies together.
    ///
    /// # Errors
    ///
    /// All errors of both.
    pub fn into_program(self, functions: Vec<Result<Function, Error>>) -> Result<Program, Errors> {
        let (header, module, layout, mut errors) = self.into_parts();
        let mut good = Vec::with_capacity(functions.len());
        for function in functions {
            match function {
                Ok(function) => good.push(function),
                Err(error) => errors.push(error),
            }
        }
        match header {
            Some(header) if errors.is_empty() => Ok(Program {
                header,
                module,
                functions: good,
                layout,
            }),
            _ => Err(Errors::new(errors)),
        }
    }
}

/// The error of a block inside one that holds only records.
#[cold]
fn nested(header: &BlockHeader, outer: u32) -> Error {
    Error::new(
        ErrorKind::UnexpectedBlock,
        header.position,
        format!(
            "a {} block holds a block of kind {}",
            block_id::name(outer),
            block_id::name(header.id)
        ),
    )
}
