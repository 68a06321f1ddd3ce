//! Reports the sizes of the parts of files: as JSON, as tables, and as a web page.

mod bytecode;
mod bytecode_tables;
mod contents;
mod counted;
mod page;
mod program;
mod sums;
mod tables;

pub use bytecode::document as bytecode_document;
pub use bytecode_tables::BytecodeCounts;
pub use counted::{Counted, ProgramCounts};
pub use page::page;
pub use program::document;
pub use sums::Sums;
pub use tables::write_total;

use crate::input::Input;
use crate::kind::Kind;
use pinnacle_bytecode::dump::dump;
use pinnacle_llvm::bitcode;
use pinnacle_pexe::stats::Statistics;
use serde_json::Value;

/// Returns a JSON document about a file of any kind. PNaClAsm must be assembled first. Returns
/// `None` for text that is not a program, and for bitcode with a damaged start.
pub fn of_file(input: &Input) -> Option<Value> {
    let name = &input.name;
    Some(match &input.kind {
        Kind::Bytecode => bytecode_document(name, &dump(&input.bytes)),
        Kind::OldAssembly | Kind::AssemblyText => return None,
        Kind::Bitcode => document(name, &input.kind, &of_bitcode(&input.bytes).ok()?),
        kind => document(name, kind, &Statistics::of(&input.bytes)),
    })
}

/// Counts the bits of an LLVM bitcode file.
///
/// # Errors
///
/// Fails if the file has no readable bitstream.
pub fn of_bitcode(bytes: &[u8]) -> Result<Statistics, bitcode::Error> {
    let stream = bitcode::bitstream(bytes)?;
    let (profile, names) = (bitcode::PROFILE, bitcode::BLOCK_NAMES);
    Ok(Statistics::of_bitstream(bytes, stream, profile, names))
}
