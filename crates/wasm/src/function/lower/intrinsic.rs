//! Calls of intrinsics.

use super::super::emit::Emitter;
use pinnacle_pexe::inst::Range;
use pinnacle_pexe::{Intrinsic, ValueId};

impl Emitter<'_> {
    pub(super) fn intrinsic(
        &mut self,
        at: u32,
        intrinsic: Intrinsic,
        args: Range,
        result: Option<ValueId>,
    ) {
        let _ = (at, intrinsic, args, result);
        self.sink().unreachable();
    }
}
