//! Maps the code of a WebAssembly module to the instructions of the program.

use super::room::Room;

/// A function of a WebAssembly module. Code offsets are relative to the start of the code section's
/// contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WasmFunction {
    /// The address of the function's first instruction in the debug file.
    pub address: u32,
    /// The start offset of its code.
    pub start: u32,
    /// The end offset of its code.
    pub end: u32,
    /// The location of the stack pointer at the call.
    pub frame: WasmFrame,
    /// Code offsets in ascending order, each with the instruction whose code begins there.
    /// Instructions are counted from the function's first one.
    pub pieces: Vec<(u32, u32)>,
}

/// The location of the stack pointer at the call of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WasmFrame {
    /// In a local of the function.
    Local(u32),
    /// In a global of the module.
    Global(u32),
}

/// The functions of a module, sorted by their addresses in the debug file.
#[derive(Debug)]
pub(super) struct Code(Vec<WasmFunction>);

impl Code {
    pub(super) fn new(functions: Vec<WasmFunction>) -> Code {
        let mut functions = functions;
        functions.sort_by_key(|function| function.address);
        Code(functions)
    }

    /// Returns the functions in the order of their code.
    pub(super) fn in_order(&self) -> Vec<&WasmFunction> {
        let mut functions: Vec<&WasmFunction> = self.0.iter().collect();
        functions.sort_by_key(|function| function.start);
        functions
    }

    /// Returns the function whose first instruction has this address.
    pub(super) fn function(&self, address: u32) -> Option<&WasmFunction> {
        let found = self.0.binary_search_by_key(&address, |it| it.address);
        self.0.get(found.ok()?)
    }
}

impl WasmFunction {
    /// Returns the pieces of the code in order: start offset, end offset, and address of the
    /// instruction. Code before the first piece is assigned to the function's first instruction.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let first = self.pieces.first().map_or(self.end, |first| first.0);
        let entry = Some((self.start, 0)).filter(|_| self.start < first);
        let starts = entry.into_iter().chain(self.pieces.iter().copied());
        let next = self.pieces.iter().skip(usize::from(entry.is_none()));
        let ends = next.map(|piece| piece.0).chain([self.end]);
        let pieces = starts.zip(ends);
        let pieces = pieces.map(|((start, inst), end)| (start, end, inst));
        pieces
            .filter(|(start, end, _)| start < end)
            .map(|(start, end, inst)| (start, end, self.address.saturating_add(inst)))
    }
}

/// Estimated size of a piece in the output, in bytes.
const PIECE: usize = 8;

/// The pieces of a function, sorted by the addresses of their instructions.
#[derive(Debug, Default)]
pub(super) struct ByAddress(Vec<(u32, u32, u32)>);

impl ByAddress {
    pub(super) fn of(function: &WasmFunction) -> ByAddress {
        let pieces = function.pieces();
        let mut pieces: Vec<_> = pieces
            .map(|(start, end, address)| (address, start, end))
            .collect();
        pieces.sort_unstable();
        ByAddress(pieces)
    }

    /// Returns the code of the instructions in some address ranges. The resulting ranges are in
    /// ascending order and do not touch each other.
    pub(super) fn code(
        &self,
        ranges: &[(u32, u32)],
        room: &mut Room,
    ) -> Result<Vec<(u32, u32)>, String> {
        let mut sorted = ranges.to_vec();
        sorted.sort_unstable();
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut done = 0;
        for (begin, end) in sorted {
            let first = self.0.partition_point(|piece| piece.0 < begin.max(done));
            let rest = self.0[first..].iter();
            let within = rest.take_while(|piece| piece.0 < end);
            let before = found.len();
            found.extend(within.map(|&(_, start, end)| (start, end)));
            room.take((found.len() - before) * PIECE)?;
            done = done.max(end);
        }
        found.sort_unstable();
        found.dedup_by(|next, last| {
            let touches = last.1 == next.0;
            if touches {
                last.1 = next.1;
            }
            touches
        });
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function() -> WasmFunction {
        WasmFunction {
            address: 100,
            start: 10,
            end: 40,
            frame: WasmFrame::Global(0),
            pieces: vec![(12, 0), (20, 3), (24, 1), (30, 3)],
        }
    }

    #[test]
    fn pieces_cover_the_code() {
        let pieces: Vec<_> = function().pieces().collect();
        let expected = [
            (10, 12, 100),
            (12, 20, 100),
            (20, 24, 103),
            (24, 30, 101),
            (30, 40, 103),
        ];
        assert_eq!(pieces, expected);
        let mut bare = function();
        bare.pieces.clear();
        assert_eq!(bare.pieces().collect::<Vec<_>>(), [(10, 40, 100)]);
    }

    #[test]
    fn instructions_may_have_their_code_in_several_places() {
        let by_address = ByAddress::of(&function());
        let code = |ranges: &[_]| by_address.code(ranges, &mut Room::new()).unwrap();
        assert_eq!(code(&[(103, 104)]), [(20, 24), (30, 40)]);
        assert_eq!(code(&[(103, 104), (101, 103)]), [(20, 40)]);
        // Overlapping ranges are only counted once.
        assert_eq!(code(&[(100, 102), (100, 101)]), [(10, 20), (24, 30)]);
        assert_eq!(code(&[(102, 103)]), []);
    }
}
