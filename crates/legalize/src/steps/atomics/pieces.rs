//! Splits volatile accesses that no single intrinsic can do.
//!
//! Packed structs have volatile fields at any address, and bit-fields and `_BitInt` make
//! integers of other sizes. Such an access is done in pieces of 8, 4, 2 and 1 bytes, each
//! aligned to its size and each volatile: every byte is accessed exactly once, in the order of
//! addresses.
//!
//! ```text
//! %v = load volatile i32, ptr %p, align 2
//! ```
//! becomes
//! ```text
//! %1 = call i16 @llvm.nacl.atomic.load.i16(ptr %p, i32 6)
//! %2 = zext i16 %1 to i32
//! %3 = getelementptr i8, ptr %p, i32 2
//! %4 = call i16 @llvm.nacl.atomic.load.i16(ptr %3, i32 6)
//! %5 = zext i16 %4 to i32
//! %6 = shl i32 %5, 16
//! %v = or i32 %2, %6
//! ```

use pinnacle_llvm::{Align, Editor, LocalId, Module, TypeId, Value};

use super::{Access, Rewriter, STRONGEST, broken, int, to_integer};
use crate::emit::Emit;
use crate::error::Fault;
use crate::layout::bits_of;
use crate::memory::address;

/// Maximum width in bits of an integer that is split. Wider ones are accessed as if they were not
/// volatile, which bounds the size of the result.
const MAX_WIDTH: u32 = 512;

/// Maximum size of a piece in bytes.
const MAX_PIECE: u64 = 8;

/// A volatile access in pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    /// The value as an integer of its own width.
    value: Access,
    /// The width in memory: that of the value, rounded up to whole bytes.
    width: u32,
    /// The alignment in bytes, a power of two.
    align: u64,
}

/// A piece: its offset and its size in bytes.
type Piece = (u64, u64);

impl Split {
    /// The pieces, in the order of addresses.
    fn pieces(self) -> impl Iterator<Item = Piece> {
        let size = u64::from(self.width / 8);
        let mut start = 0;
        std::iter::from_fn(move || {
            let rest = size - start;
            if rest == 0 {
                return None;
            }
            let aligned = match start {
                0 => self.align,
                start => self.align.min(1 << start.trailing_zeros()),
            };
            let piece = aligned.min(MAX_PIECE).min(1 << rest.ilog2());
            start += piece;
            Some((start - piece, piece))
        })
    }
}

impl Rewriter {
    /// Plans a volatile access of a type that a single intrinsic cannot do. Returns `None` for
    /// types other than numbers and pointers, and for integers that are too wide.
    pub(super) fn split(&mut self, module: &mut Module, ty: TypeId, align: Align) -> Option<Split> {
        let width = bits_of(module.types.get(ty));
        let width = width.filter(|width| (1..=MAX_WIDTH).contains(width))?;
        let natural = self.layout.align(&module.types, ty).unwrap_or(1);
        let value = Access {
            ty,
            integer: module.types.integer(width),
            width,
        };
        Some(Split {
            value,
            width: width.next_multiple_of(8),
            align: align.bytes().unwrap_or(natural),
        })
    }

    /// Loads the pieces and puts the value together.
    pub(super) fn load_split(
        &mut self,
        editor: &mut Editor<'_>,
        split: Split,
        pointer: Value,
        result: LocalId,
    ) -> Result<(), Fault> {
        let mut whole = None;
        for (place, size) in split.pieces() {
            let width = bits(size);
            let at = address(&mut editor.build, pointer, place);
            let order = int(&mut editor.build, STRONGEST);
            let piece = self.call(editor, "load", width, &[at, order])?;
            let build = &mut editor.build;
            whole = Some(build.join(whole, piece, 8 * place, split.width));
        }
        let build = &mut editor.build;
        let whole = whole.ok_or_else(broken)?;
        let number = build.cut(whole, 0, split.value.width);
        let value = build.as_bits(number, split.value.ty);
        editor.replace(result, value);
        Ok(())
    }

    /// Takes the value apart and stores the pieces.
    pub(super) fn store_split(
        &mut self,
        editor: &mut Editor<'_>,
        split: Split,
        pointer: Value,
        value: Value,
    ) -> Result<(), Fault> {
        let build = &mut editor.build;
        let number = to_integer(build, split.value, value);
        let whole = build.join(None, number, 0, split.width);
        for (place, size) in split.pieces() {
            let build = &mut editor.build;
            let piece = build.cut(whole, 8 * place, bits(size));
            let at = address(build, pointer, place);
            self.call_store(editor, bits(size), [piece, at], STRONGEST)?;
        }
        Ok(())
    }
}

/// The width of a piece in bits.
const fn bits(bytes: u64) -> u32 {
    8 * bytes as u32
}
