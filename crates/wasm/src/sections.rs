//! Writes the largest sections of a module directly.

use crate::memory_image::Run;
use wasm_encoder::{Encode, Section, SectionId};

/// The code section: the declarations of locals and instructions of each function.
pub(crate) struct Code<'c> {
    bodies: Vec<&'c [u8]>,
    /// Approximate number of bytes after the section in the module.
    behind: usize,
}

impl<'c> Code<'c> {
    pub(crate) fn new(bodies: Vec<&'c [u8]>, behind: usize) -> Code<'c> {
        Code { bodies, behind }
    }

    /// Returns the size of the bodies in bytes, including the length before each.
    pub(crate) fn byte_len(&self) -> usize {
        let bodies = self.bodies.iter();
        bodies.map(|body| leb_len(body.len()) + body.len()).sum()
    }
}

impl Encode for Code<'_> {
    fn encode(&self, sink: &mut Vec<u8>) {
        let count = self.bodies.len();
        let len = leb_len(count) + self.byte_len();
        sink.reserve(leb_len(len) + len + self.behind);
        len.encode(sink);
        count.encode(sink);
        for body in &self.bodies {
            body.len().encode(sink);
            sink.extend_from_slice(body);
        }
    }
}

impl Section for Code<'_> {
    fn id(&self) -> u8 {
        SectionId::Code.into()
    }
}

/// The data section, with a passive segment for each run.
pub(crate) struct Data<'d>(pub(crate) &'d [Run]);

impl Data<'_> {
    /// Returns the size in bytes, without the length before the section.
    pub(crate) fn byte_len(&self) -> usize {
        let segment_len = |run: &Run| 1 + leb_len(run.bytes.len()) + run.bytes.len();
        leb_len(self.0.len()) + self.0.iter().map(segment_len).sum::<usize>()
    }
}

impl Encode for Data<'_> {
    fn encode(&self, sink: &mut Vec<u8>) {
        /// The flag of a passive segment.
        const PASSIVE: u8 = 1;
        let count = self.0.len();
        let len = self.byte_len();
        sink.reserve(leb_len(len) + len);
        len.encode(sink);
        count.encode(sink);
        for run in self.0 {
            sink.push(PASSIVE);
            run.bytes.len().encode(sink);
            sink.extend_from_slice(&run.bytes);
        }
    }
}

impl Section for Data<'_> {
    fn id(&self) -> u8 {
        SectionId::Data.into()
    }
}

/// Returns the size in bytes of a number in LEB128.
pub(crate) fn leb_len(mut number: usize) -> usize {
    let mut len = 1;
    while number >= 0x80 {
        number >>= 7;
        len += 1;
    }
    len
}
