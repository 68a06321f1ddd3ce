//! Accesses of page 0, where the host cannot protect it.
//!
//! No access of page 0 is allowed, and a null pointer with a small offset leads there. A
//! WebAssembly memory is accessible from address 0 on, so code computes where an access
//! lies less the size of a page, in 32 bits, and has the page as the offset of the access:
//! an address in page 0 becomes one after the end of the address space, where every engine
//! traps. It costs an addition, which is often one with the constant part of the address,
//! and nothing at all where an access that came before tells that the address lies above.

use super::emit::Emitter;
use crate::control::Structurer;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::layout::PAGE_SIZE;

/// That a base plus an offset lies above page 0, from somewhere in a node on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    local: usize,
    node: u32,
    offset: u32,
}

/// The accesses so far, by their bases.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// By local value: the node where base plus an offset was an address above page 0, and
    /// the offset.
    bases: Vec<Option<(u32, u32)>>,
    /// Facts that will hold when the access whose base was written last has been made.
    last: Option<Above>,
    /// The node whose code is written, if it is that of one.
    pub(super) node: Option<u32>,
}

impl Checked {
    /// Returns true if a base plus an offset lies above page 0, or after the end of the
    /// address space.
    fn is_above(&mut self, local: usize, offset: u32, structurer: Option<&Structurer>) -> bool {
        let (Some(node), Some(structurer)) = (self.node, structurer) else {
            return false;
        };
        if let Some(&Some((before, least))) = self.bases.get(local)
            && offset >= least
            && (before == node || structurer.dominates(before, node))
        {
            return true;
        }
        self.last = Some(Above {
            local,
            node,
            offset,
        });
        false
    }

    /// Facts that follow from the access whose base was just written.
    pub(super) fn take(&mut self) -> Option<Above> {
        self.last.take()
    }

    /// Notes what an access has told, once it is made.
    pub(super) fn note(&mut self, above: Option<Above>) {
        let Some(Above {
            local,
            node,
            offset,
        }) = above
        else {
            return;
        };
        if self.bases.len() <= local {
            self.bases.resize(local + 1, None);
        }
        self.bases[local] = Some((node, offset));
    }
}

impl Emitter<'_> {
    /// Puts an address on the stack, so that an access with the offset returned traps if
    /// the address plus an offset lies in page 0. That offset is less than the size of a
    /// page.
    pub(super) fn above_null_page(&mut self, address: ValueId, offset: u64) -> u64 {
        let page = u64::from(PAGE_SIZE);
        if !self.plan.checks_null_page {
            self.value(address);
            return offset;
        }
        if let Some(constant) = self.constant(address) {
            let sum = (constant as u32).wrapping_add(offset as u32);
            let sum = sum.wrapping_sub(PAGE_SIZE);
            self.written.i32_const(sum as i32);
            return page;
        }
        self.value(address);
        self.checked.take();
        let local = address.0.checked_sub(self.function.first_local());
        let structurer = self.structurer;
        let is_above = local.is_some_and(|local| {
            self.checked
                .is_above(local as usize, offset as u32, structurer)
        });
        if is_above {
            return offset;
        }
        self.subtract_page(offset as u32);
        page
    }

    /// Puts the start of a range on the stack; accesses of the range have the offset
    /// returned, and trap if it starts in page 0.
    pub(super) fn range_above_null_page(&mut self, start: ValueId) -> u64 {
        if self.in_allocas(start).is_some() {
            self.value(start);
            return 0;
        }
        self.above_null_page(start, 0)
    }

    /// Makes a base on the stack that of an access with a page as its offset.
    fn subtract_page(&mut self, offset: u32) {
        self.written
            .i32_const(offset.wrapping_sub(PAGE_SIZE) as i32);
        self.sink().i32_add();
    }
}
