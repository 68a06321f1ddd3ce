//! Translates operations on vectors.
//!
//! A vector of `i1` is a mask: 128 bits that are divided into the same number of lanes, each with
//! all bits set or none. Therefore comparisons, selections and bitwise operations take one
//! instruction each. Operations that WebAssembly lacks are performed lane by lane.

mod binary;
mod cast;
mod compare;
mod element;
mod shape;
mod shift;

use super::super::emit::Emitter;
use pinnacle_pexe::ValueId;

impl Emitter<'_> {
    /// Chooses between the lanes of two vectors by a mask.
    pub(super) fn vector_select(
        &mut self,
        at: u32,
        condition: ValueId,
        if_true: ValueId,
        if_false: ValueId,
    ) {
        self.value(if_true);
        self.value(if_false);
        self.value(condition);
        self.mark(at);
        self.sink().v128_bitselect();
    }
}
