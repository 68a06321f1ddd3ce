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

/// Sizes and positions in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// The size of the whole file in bytes.
    pub file_size: u64,
    /// The end of the module in bytes. The following bytes do not belong to the program; in some
    /// published programs they contain an archive.
    pub module_end: u64,
    /// Number of overlong numbers outside function bodies. [`crate::Function::overlong_numbers`]
    /// counts those in bodies.
    pub overlong_numbers: u64,
}

impl Layout {
    /// Returns the number of bytes after the module.
    pub const fn trailing_bytes(&self) -> u64 {
        self.file_size - self.module_end
    }
}

/// The structure of a file: its module, and the positions of the function bodies.
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
    /// Reads the structure of a file that is to be run. Errors are stored, and reported by
    /// [`Structure::into_program`].
    pub fn read(bytes: &[u8]) -> Structure {
        Structure::read_with(bytes, Allow::RUN)
    }

    /// Reads the structure of a file, but accepts the violations in `allow`.
    pub fn read_with(bytes: &[u8], allow: Allow) -> Structure {
        let mut reader = StructureReader::new(allow);
        let result = reader.advance(bytes, true).map(drop);
        reader.finish(bytes, result.err())
    }

    /// Returns the header, or `None` if it is invalid.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// Returns sizes and positions, as far as the file could be read.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the module. If there are no errors, it is complete except for its bodies.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the positions of the function bodies, in file order.
    pub fn bodies(&self) -> &[RawBody] {
        &self.bodies
    }

    /// Returns the abbreviations that the file defines for its blocks.
    pub fn block_info(&self) -> Arc<BlockInfo> {
        self.info.clone()
    }

    /// Returns the errors of the structure, in no particular order.
    pub fn errors(&self) -> &[Error] {
        &self.errors
    }

    /// Returns the violations that are accepted.
    pub fn allow(&self) -> Allow {
        self.allow
    }

    /// Returns the parts that contain placeholders.
    pub(super) fn doubts(&self) -> &Doubts {
        &self.doubts
    }

    /// Returns the parts of the structure. The header is `None` only if there are errors.
    pub(super) fn into_parts(self) -> (Option<Header>, Module, Layout) {
        (self.header, self.module, self.layout)
    }
}
