//! Maps offsets in the code to the instructions of the program.

use crate::frame_base::FrameBase;
use pinnacle_pexe::{FuncId, InstId};
use std::ops::Range;
use wasm_encoder::{CustomSection, Encode, Section};

/// Finds the instruction for each offset of the code.
///
/// Offsets are relative to the start of the module, as in messages of engines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// The start of the code section's contents, which are the number of functions and their code.
    code_start: u32,
    /// The functions in the order of their code.
    functions: Vec<Entry>,
    /// The entries of all functions: an offset in bytes from the function's start, and the
    /// instruction whose code begins there.
    entries: Vec<(u32, InstId)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    function: FuncId,
    /// The start of its code.
    start: u32,
    /// The size of its code in bytes.
    len: u32,
    /// The index of its first entry.
    first: u32,
    frame_base: FrameBase,
}

/// The part of a source map that belongs to one function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunctionMap<'m> {
    /// The function.
    pub function: FuncId,
    /// The start of its code.
    pub start: u32,
    /// The end of its code.
    pub end: u32,
    /// The location of the stack pointer at the call.
    pub frame_base: FrameBase,
    entries: &'m [(u32, InstId)],
}

impl FunctionMap<'_> {
    /// Returns the offsets in ascending order, each with the instruction whose code begins there.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (u32, InstId)> {
        let entries = self.entries.iter();
        entries.map(|&(offset, inst)| (self.start + offset, inst))
    }
}

impl SourceMap {
    /// Creates an empty map of a module. `code_start` is the start of the code section's contents.
    pub(crate) fn new(code_start: usize) -> SourceMap {
        SourceMap {
            code_start: code_start as u32,
            ..SourceMap::default()
        }
    }

    /// Adds a function. Its code follows that of the previous one.
    pub(crate) fn push(
        &mut self,
        function: FuncId,
        code: Range<usize>,
        frame_base: FrameBase,
        entries: &[(u32, InstId)],
    ) {
        let first = self.entries.len() as u32;
        self.functions.push(Entry {
            function,
            start: code.start as u32,
            len: code.len() as u32,
            first,
            frame_base,
        });
        self.entries.extend_from_slice(entries);
    }

    /// Returns the start of the code section's contents in the module. DWARF addresses are relative
    /// to it.
    #[must_use]
    pub fn code_start(&self) -> u32 {
        self.code_start
    }

    /// Returns the functions in the order of their code.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = FunctionMap<'_>> {
        (0..self.functions.len()).map(|index| self.function(index))
    }

    fn function(&self, index: usize) -> FunctionMap<'_> {
        let entry = self.functions[index];
        let next = self.functions.get(index + 1);
        let end = next.map_or(self.entries.len(), |next| next.first as usize);
        FunctionMap {
            function: entry.function,
            start: entry.start,
            end: entry.start + entry.len,
            frame_base: entry.frame_base,
            entries: &self.entries[entry.first as usize..end],
        }
    }

    /// Returns the instruction for the code at an offset. Code before the first entry of a function
    /// sets up its frame and belongs to its first instruction. The code of helpers belongs to no
    /// instruction.
    pub fn lookup(&self, offset: u32) -> Option<(FuncId, InstId)> {
        let (function, entries) = self.up_to(offset)?;
        // Code before the first entry belongs to the function's start.
        let entry = entries.last();
        Some((function, entry.map_or(InstId(0), |entry| entry.1)))
    }

    /// Returns the instructions whose code precedes that of the instruction at an offset in the
    /// same function, the nearest one first. An instruction may be repeated.
    pub fn preceding(&self, offset: u32) -> impl Iterator<Item = InstId> {
        let entries = self.up_to(offset).map_or(&[][..], |(_, entries)| entries);
        entries.iter().rev().skip(1).map(|entry| entry.1)
    }

    /// Returns the function at an offset, and its entries up to the offset.
    fn up_to(&self, offset: u32) -> Option<(FuncId, &[(u32, InstId)])> {
        let after = self
            .functions
            .partition_point(|entry| entry.start <= offset);
        let function = self.function(after.checked_sub(1)?);
        if offset >= function.end {
            return None;
        }
        let within = offset - function.start;
        let after = function.entries.partition_point(|entry| entry.0 <= within);
        Some((function.function, &function.entries[..after]))
    }
}

/// Appends the section that contains the URL of a module's source map, for browsers.
pub fn push_source_map_url(module: &mut Vec<u8>, url: &str) {
    push_url(module, "sourceMappingURL", url);
}

/// Appends the section that contains the URL of the file with a module's DWARF, for debuggers.
pub fn push_debug_info_url(module: &mut Vec<u8>, url: &str) {
    push_url(module, "external_debug_info", url);
}

fn push_url(module: &mut Vec<u8>, name: &str, url: &str) {
    let mut data = Vec::new();
    url.encode(&mut data);
    push_custom_section(module, name, &data);
}

/// Appends a custom section, which engines ignore.
pub fn push_custom_section(module: &mut Vec<u8>, name: &str, data: &[u8]) {
    let section = CustomSection {
        name: name.into(),
        data: data.into(),
    };
    section.append_to(module);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_looked_up_by_its_offset() {
        let (local, global) = (FrameBase::Local(1), FrameBase::Global(0));
        let entries = [(2, InstId(0)), (5, InstId(1))];
        let mut map = SourceMap::new(98);
        map.push(FuncId(3), 100..110, local, &entries);
        map.push(FuncId(4), 111..120, global, &[]);
        map.push(FuncId(7), 121..125, local, &[(0, InstId(8))]);
        for (offset, expected) in [
            (0, None),
            (99, None),
            (101, Some((FuncId(3), InstId(0)))),
            (102, Some((FuncId(3), InstId(0)))),
            (104, Some((FuncId(3), InstId(0)))),
            (109, Some((FuncId(3), InstId(1)))),
            (110, None),
            (115, Some((FuncId(4), InstId(0)))),
            (121, Some((FuncId(7), InstId(8)))),
            (125, None),
            (u32::MAX, None),
        ] {
            assert_eq!(map.lookup(offset), expected, "{offset}");
        }
        let preceding = |offset| map.preceding(offset).collect::<Vec<_>>();
        assert_eq!(preceding(109), [InstId(0)]);
        assert_eq!(preceding(104), []);
        assert_eq!(preceding(110), []);
        let functions: Vec<_> = map.functions().collect();
        assert_eq!(functions.len(), 3);
        assert_eq!((functions[0].start, functions[0].end), (100, 110));
        assert_eq!(functions[1].frame_base, global);
        assert_eq!(map.code_start(), 98);
        let entries: Vec<_> = functions[0].entries().collect();
        assert_eq!(entries, [(102, InstId(0)), (105, InstId(1))]);
        assert_eq!(functions[1].entries().len(), 0);
    }
}
