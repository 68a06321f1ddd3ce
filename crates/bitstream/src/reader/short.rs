//! Reads the records that functions mostly consist of.
//!
//! Most have one or three operands of up to 32 bits. These come by value, so they need not be
//! stored, and their users need not check their size.

use super::Reader;
use crate::{BLOCKINFO, predefined};

/// The result of [`Reader::short`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// A record of one operand of up to 32 bits.
    Single(Single),
    /// A record of three operands of up to 32 bits.
    Triple(Triple),
    /// Another record: [`Reader::record`].
    Record,
    /// Nothing was read.
    Other,
}

/// A record of one operand of up to 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Single {
    /// The code of the record, in its kind of block.
    pub code: u64,
    /// Its operand.
    pub operand: u32,
    /// Its start, in bits.
    pub position: u64,
}

/// A record of three operands of up to 32 bits, the most common kind in programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triple {
    /// The code of the record, in its kind of block.
    pub code: u64,
    /// Its operands.
    pub operands: [u32; 3],
    /// Its start, in bits.
    pub position: u64,
}

impl Reader<'_> {
    /// Reads the next item if it is a record in one of the usual forms. Otherwise returns
    /// [`Short::Other`] and stays before the item.
    ///
    /// Most records of programs have three operands, which need not be stored here.
    #[inline(always)]
    pub fn short(&mut self) -> Short {
        let mut window = self.cursor.window();
        let state = &mut self.state;
        let index = state.scope.read_index(&mut window, &self.cursor);
        let packed = state.scope.abbreviations.packed(index);
        // The cursor stays at the start of the item until it has been read.
        if let Some(operands) = packed.read_triple(&mut window, &self.cursor) {
            let position = self.cursor.position();
            if !self.cursor.advance(window) {
                return Short::Other;
            }
            return Short::Triple(Triple {
                code: packed.code,
                operands,
                position,
            });
        }
        if let Some(operand) = packed.read_single(&mut window, &self.cursor) {
            let position = self.cursor.position();
            if !self.cursor.advance(window) {
                return Short::Other;
            }
            return Short::Single(Single {
                code: packed.code,
                operand,
                position,
            });
        }
        let (code, count);
        if packed.is_packed() {
            let Some(operands) = state.operands.first_chunk_mut() else {
                return Short::Other;
            };
            packed.read(operands, &mut window, &self.cursor);
            (code, count) = (packed.code, packed.count);
        } else if index == predefined::UNABBREVIATED && state.scope.header.id != BLOCKINFO {
            code = window.vbr6(&self.cursor);
            count = window.vbr6(&self.cursor) as usize;
            if count == 3 {
                // A closure would borrow the window, which would then live in memory.
                let operands = [
                    window.narrow_vbr6(&self.cursor),
                    window.narrow_vbr6(&self.cursor),
                    window.narrow_vbr6(&self.cursor),
                ];
                let position = self.cursor.position();
                if !self.cursor.advance(window) {
                    return Short::Other;
                }
                return Short::Triple(Triple {
                    code,
                    operands,
                    position,
                });
            }
            if count == 1 {
                let operand = window.narrow_vbr6(&self.cursor);
                let position = self.cursor.position();
                if !self.cursor.advance(window) {
                    return Short::Other;
                }
                return Short::Single(Single {
                    code,
                    operand,
                    position,
                });
            }
            let Some(operands) = state.operands.get_mut(..count) else {
                return Short::Other;
            };
            for operand in operands {
                *operand = window.vbr6(&self.cursor);
            }
        } else if index >= predefined::FIRST_DEFINED {
            return match self.read_unpacked() {
                true => Short::Record,
                false => Short::Other,
            };
        } else {
            return Short::Other;
        }
        let position = self.cursor.position();
        if !self.cursor.advance(window) {
            return Short::Other;
        }
        state.code = code;
        state.count = count;
        state.abbreviation = index as u32;
        state.position = position;
        Short::Record
    }

    /// Reads a record whose abbreviation has no packed form. Most of these contain an array. Returns
    /// false, and stays before the record, if it cannot be read.
    ///
    /// It does not return a [`Short`], which would then live in memory.
    #[inline(never)]
    fn read_unpacked(&mut self) -> bool {
        let position = self.cursor.position();
        self.state.position = position;
        let is_read = self.read_abbreviated().is_ok();
        if !is_read {
            self.cursor.seek(position);
        }
        is_read
    }

    /// Reads the next item if it is a record of one operand of up to 32 bits with an abbreviation.
    /// Otherwise returns `None` and stays before the item.
    #[inline(always)]
    pub fn single(&mut self) -> Option<Single> {
        let mut window = self.cursor.window();
        let position = self.cursor.position_of(&window);
        let index = self.state.scope.read_index(&mut window, &self.cursor);
        let packed = self.state.scope.abbreviations.packed(index);
        let operand = packed.read_single(&mut window, &self.cursor)?;
        self.cursor.advance(window).then_some(Single {
            code: packed.code,
            operand,
            position,
        })
    }
}
