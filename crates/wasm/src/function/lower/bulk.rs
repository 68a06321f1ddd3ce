//! Translates operations that copy and fill memory. Short constant lengths are expanded inline;
//! otherwise helper functions are called.

use super::super::emit::Emitter;
use super::super::written::opcode;
use crate::helpers::{Helper, MAX_IN_PLACE};
use pinnacle_pexe::ValueId;
use pinnacle_pexe::types::Type;
use wasm_encoder::{MemArg, ValType};

/// A part of a range that is loaded or stored in one step: its offset, and its length of 1, 2, 4, 8
/// or 16.
type Piece = (u32, u32);

/// Splits a nonzero length into pieces, which may overlap.
fn pieces(len: u32) -> impl DoubleEndedIterator<Item = Piece> + ExactSizeIterator + Clone {
    let size = (1 << len.ilog2()).min(16);
    (0..len.div_ceil(size)).map(move |index| {
        let offset = (index * size).min(len - size);
        // The last piece is as short as possible.
        let rest = len - index * size;
        if rest < size && rest.is_power_of_two() {
            (index * size, rest)
        } else {
            (offset, size)
        }
    })
}

/// Returns the opcodes that load and store a piece of up to 8 bytes.
fn opcodes((_, size): Piece) -> Option<(u8, u8)> {
    match size {
        1 => Some((opcode::I32_LOAD8_U, opcode::I32_STORE8)),
        2 => Some((opcode::I32_LOAD16_U, opcode::I32_STORE16)),
        4 => Some((opcode::I32_LOAD, opcode::I32_STORE)),
        8 => Some((opcode::I64_LOAD, opcode::I64_STORE)),
        _ => None,
    }
}

/// Returns the argument of an access to a piece of a range whose address has this base offset. Its
/// alignment is unknown.
fn argument(base: u64, (offset, _): Piece) -> MemArg {
    MemArg {
        offset: base + u64::from(offset),
        align: 0,
        memory_index: 0,
    }
}

impl Emitter<'_> {
    /// Copies bytes between ranges that may overlap.
    pub(super) fn copy_memory(&mut self, at: u32, to: ValueId, from: ValueId, len: ValueId) {
        match self.constant(len) {
            Some(0) => {
                self.value(to);
                self.value(from);
                self.sink().drop().drop();
            }
            Some(len) if len <= MAX_IN_PLACE => {
                let bases = [to, from].map(|start| self.range_above_null_page(start));
                self.mark(at);
                self.copy_in_place(len as u32, bases);
            }
            _ => {
                self.value(to);
                self.value(from);
                self.value(len);
                self.mark(at);
                let helper = self.plan.helper(Helper::Copy);
                self.sink().call(helper);
            }
        }
    }

    /// Loads all pieces, then stores them. The stack contains both addresses without their offsets.
    fn copy_in_place(&mut self, len: u32, [to_base, from_base]: [u64; 2]) {
        let from = self.locals.scratch(ValType::I32, 0);
        let to = self.locals.scratch(ValType::I32, 1);
        self.sink().local_set(from).local_set(to);
        for piece in pieces(len) {
            self.written.with_number(opcode::LOCAL_GET, to);
            self.written.with_number(opcode::LOCAL_GET, from);
            self.load_piece(from_base, piece);
        }
        if pieces(len).len() > 1 {
            self.test_first_byte(to);
        }
        for piece in pieces(len).rev() {
            self.store_piece(to_base, piece);
        }
    }

    fn load_piece(&mut self, base: u64, piece: Piece) {
        let argument = argument(base, piece);
        match opcodes(piece) {
            Some((load, _)) => self.written.access(load, argument),
            None => {
                self.sink().v128_load(argument);
            }
        }
    }

    fn store_piece(&mut self, base: u64, piece: Piece) {
        let argument = argument(base, piece);
        match opcodes(piece) {
            Some((_, store)) => self.written.access(store, argument),
            None => {
                self.sink().v128_store(argument);
            }
        }
    }

    /// Fills a range with a byte.
    pub(super) fn fill_memory(&mut self, at: u32, to: ValueId, byte: ValueId, len: ValueId) {
        match self.constant(len) {
            Some(0) => {
                self.value(to);
                self.value(byte);
                self.sink().drop().drop();
            }
            Some(len) if len <= MAX_IN_PLACE => {
                let base = self.range_above_null_page(to);
                let constant = self.constant(byte);
                if constant.is_none() {
                    self.value(byte);
                }
                self.mark(at);
                self.fill_in_place(constant, len as u32, base);
            }
            _ => {
                self.value(to);
                self.value(byte);
                self.value(len);
                self.mark(at);
                let helper = self.plan.helper(Helper::Fill);
                self.sink().call(helper);
            }
        }
    }

    /// Stores all pieces. The stack contains the address without its offset, and the byte if it is
    /// not constant.
    fn fill_in_place(&mut self, constant: Option<u64>, len: u32, base: u64) {
        let to = self.locals.scratch(ValType::I32, 0);
        let vector = constant.is_none().then(|| {
            let vector = self.locals.scratch(ValType::V128, 0);
            self.sink().i8x16_splat().local_set(vector);
            vector
        });
        self.sink().local_set(to);
        if pieces(len).len() > 1 {
            self.test_first_byte(to);
        }
        for piece in pieces(len).rev() {
            self.written.with_number(opcode::LOCAL_GET, to);
            if let Some(vector) = vector {
                let mut sink = self.sink();
                sink.local_get(vector);
                match piece.1 {
                    1 => sink.v128_store8_lane(argument(base, piece), 0),
                    2 => sink.v128_store16_lane(argument(base, piece), 0),
                    4 => sink.v128_store32_lane(argument(base, piece), 0),
                    8 => sink.v128_store64_lane(argument(base, piece), 0),
                    _ => sink.v128_store(argument(base, piece)),
                };
                continue;
            }
            let byte = constant.expect("what is not constant is in a vector");
            let word = u64::from_le_bytes([byte as u8; 8]);
            match piece.1 {
                1 | 2 | 4 => self.push_constant(Type::I32, word & 0xffff_ffff),
                8 => self.push_constant(Type::I64, word),
                _ => {
                    let vector = i128::from_le_bytes([byte as u8; 16]);
                    self.sink().v128_const(vector);
                }
            }
            self.store_piece(base, piece);
        }
    }

    /// Tests that the whole range is writable before anything is stored. Pieces are stored from the
    /// last to the first, so the store of the last piece tests the last page. This function
    /// rewrites the first byte to test the first page.
    pub(super) fn test_first_byte(&mut self, to: u32) {
        if !self.plan.guards_pages {
            return;
        }
        self.sink()
            .local_get(to)
            .local_get(to)
            .i32_load8_u(argument(0, (0, 1)))
            .i32_store8(argument(0, (0, 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_a_length_and_nothing_else() {
        for len in 1..=MAX_IN_PLACE as u32 {
            let mut covered = 0_u64;
            for (offset, size) in pieces(len) {
                assert!(offset + size <= len, "{len}");
                for byte in offset..offset + size {
                    covered |= 1 << byte;
                }
            }
            assert_eq!(covered.trailing_ones(), len);
        }
    }
}
