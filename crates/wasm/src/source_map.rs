//! From code back to the instructions of the program.

use pinnacle_pexe::{FuncId, InstId};

/// Says which instruction each part of the code stands for.
///
/// Offsets count from the start of the module, as in the messages of engines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// The functions in the order of their code: where the code starts, the
    /// function, and the first of its entries.
    functions: Vec<(u32, FuncId, u32)>,
    /// For each function a run of entries: from so many bytes after its start
    /// on, this instruction.
    entries: Vec<(u32, InstId)>,
    /// Where the code of the last function ends.
    end: u32,
}

impl SourceMap {
    /// Adds a function, whose code follows that of those added before.
    pub(crate) fn push(
        &mut self,
        function: FuncId,
        start: u32,
        len: u32,
        entries: &[(u32, InstId)],
    ) {
        let first = self.entries.len() as u32;
        self.functions.push((start, function, first));
        self.entries.extend_from_slice(entries);
        self.end = start + len;
    }

    /// The instruction that the code at an offset stands for; none for code
    /// that stands for no instruction, such as that of helpers.
    pub fn lookup(&self, offset: u32) -> Option<(FuncId, InstId)> {
        if offset >= self.end {
            return None;
        }
        let after = self.functions.partition_point(|entry| entry.0 <= offset);
        let (start, function, first) = *self.functions.get(after.checked_sub(1)?)?;
        let end = self
            .functions
            .get(after)
            .map_or(self.entries.len(), |next| next.2 as usize);
        let entries = &self.entries[first as usize..end];
        let after = entries.partition_point(|entry| entry.0 <= offset - start);
        Some((function, entries.get(after.checked_sub(1)?)?.1))
    }
}
