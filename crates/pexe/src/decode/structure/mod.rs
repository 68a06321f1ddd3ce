//! Decodes the module block: everything in a file except function bodies.

mod abbreviations;
mod messages;
mod reader;

pub(super) use reader::StructureReader;

use super::Allow;
use super::body::RawBody;
use super::findings::Doubts;
use crate::error::Error;
use crate::header::Header;
use crate::module::Module;
use pinnacle_bitstream::BlockInfo;
use std::sync::Arc;

/// Positions in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Bytes of the whole file.
    pub file_size: u64,
    /// End of the module, in bytes from the start of the file. The bytes that follow are not part
    /// of the program; some shipped programs carry an archive there.
    pub module_end: u64,
    /// Numbers outside function bodies that are packed longer than needed;
    /// for those inside see [`crate::Function::overlong_numbers`].
    pub overlong_numbers: u64,
}

impl Layout {
    /// The number of bytes after the module.
    pub const fn trailing_bytes(&self) -> u64 {
        self.file_size - self.module_end
    }
}

/// The structure of a file: its module, and where the function bodies are.
#[derive(Debug)]
pub struct Structure {
    header: Option<Header>,
    module: Module,
    bodies: Vec<RawBody>,
    info: Arc<BlockInfo>,
    layout: Layout,
    errors: Vec<Error>,
    doubts: Doubts,
    allow: Allow,
}

impl Structure {
    /// Reads the structure of a whole file that is to be run. Errors are kept,
    /// and are part of what [`Structure::into_program`] reports.
    pub fn read(bytes: &[u8]) -> Structure {
        Structure::read_with(bytes, Allow::RUN)
    }

    /// Reads the structure of a whole file.
    pub fn read_with(bytes: &[u8], allow: Allow) -> Structure {
        let mut reader = StructureReader::new(allow);
        let result = reader.advance(bytes, true).map(drop);
        reader.finish(bytes, result.err())
    }

    /// The header, if it could be read.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// Positions in the file, as far as it could be read.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The module. If there is no error it is complete except for its bodies.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The places of the function bodies, in file order.
    pub fn bodies(&self) -> &[RawBody] {
        &self.bodies
    }

    /// The abbreviations that the file defines for its blocks.
    pub fn block_info(&self) -> Arc<BlockInfo> {
        self.info.clone()
    }

    /// The errors of the structure, not yet in order.
    pub fn errors(&self) -> &[Error] {
        &self.errors
    }

    /// The violations that are accepted.
    pub fn allow(&self) -> Allow {
        self.allow
    }

    /// The stand-ins for wrong records.
    pub(super) fn doubts(&self) -> &Doubts {
        &self.doubts
    }

    /// Returns the parts. If the header is missing, there are errors.
    pub(super) fn into_parts(self) -> (Option<Header>, Module, Layout) {
        (self.header, self.module, self.layout)
    }
}
