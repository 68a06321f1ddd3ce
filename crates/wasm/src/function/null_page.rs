//! Makes accesses of page 0 trap if the host cannot protect it.
//!
//! No access of page 0 is allowed, because null pointers with small offsets are there. A
//! WebAssembly memory is accessible from address 0. Therefore code subtracts the size of a page
//! from the address in 32 bits and adds it again as the offset of the access. An address in page 0
//! is then beyond the end of the address space, where every engine traps. This costs an addition,
//! which is merged with a constant summand of the address if there is one. It costs nothing if the
//! address is constant or on the stack, or if an earlier access proves that it is above page 0.

use super::emit::Emitter;
use super::offsets::ANY_BASE_LIMIT;
use crate::control::Structurer;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::{Inst, InstId, ValueId};

/// Maximum depth of additions in which a constant summand is searched.
const SUMMAND_DEPTH: u32 = 6;

/// Number of instructions after an access in which lower accesses with the same base are searched.
const LOOKAHEAD: usize = 16;

/// The fact that a base plus an offset is above page 0, from some point in a node on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    local: usize,
    node: u32,
    offset: u32,
}

/// The accesses so far, by their bases.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// For each local value, the node that proved that the value plus an offset is above page 0,
    /// and this offset.
    bases: Vec<Option<(u32, u32)>>,
    /// The fact that will be true after the access whose base was written last.
    last: Option<Above>,
    /// The current node, if any.
    pub(super) node: Option<u32>,
    /// The load or store whose address is written, if any.
    at: Option<u32>,
}

impl Checked {
    /// Removes all facts, for another function.
    pub(super) fn clear(&mut self) {
        self.bases.clear();
        self.last = None;
        self.node = None;
        self.at = None;
    }

    /// Begins the address of a load or store.
    pub(super) fn begin(&mut self, at: u32) {
        self.last = None;
        self.at = Some(at);
    }

    /// Returns true if a base plus an offset is known to be above page 0 or beyond the end of the
    /// address space.
    fn is_above(&self, local: usize, offset: u32, structurer: &Structurer) -> bool {
        let Some(node) = self.node else {
            return false;
        };
        let Some(&Some((before, least))) = self.bases.get(local) else {
            return false;
        };
        offset >= least && (before == node || structurer.dominates(before, node))
    }

    /// Records the fact that will be true after the access.
    fn expect(&mut self, local: usize, offset: u32) {
        self.last = self.node.map(|node| Above {
            local,
            node,
            offset,
        });
    }

    /// Returns the fact that follows from the access whose base was written last.
    pub(super) fn take(&mut self) -> Option<Above> {
        self.at = None;
        self.last.take()
    }

    /// Records the fact that an access has proved.
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
    /// Pushes an address and returns the offset for its access. The access traps if the address
    /// plus `offset` is in page 0. The returned offset is less than the size of two pages.
    pub(super) fn above_null_page(&mut self, address: ValueId, offset: u64) -> u64 {
        let page = u64::from(PAGE_SIZE);
        if !self.plan.checks_null_page {
            self.value(address);
            return offset;
        }
        let bias = (offset as u32).wrapping_sub(PAGE_SIZE);
        if let Some(constant) = self.constant(address) {
            let sum = (constant as u32).wrapping_add(offset as u32);
            let (base, offset) = match sum >= PAGE_SIZE {
                true => (sum, 0),
                false => (sum.wrapping_sub(PAGE_SIZE), page),
            };
            self.written.i32_const(base as i32);
            return offset;
        }
        // Only the address of a load or store can prove facts about others.
        let at = self.checked.at.take();
        if self.is_folded(address) && self.write_sum(address, bias) {
            self.checked.take();
            return page;
        }
        self.value(address);
        self.checked.take();
        // The stack is above page 0.
        if matches!(self.definition(address), Some(Inst::Alloca { .. })) {
            return offset;
        }
        let Some(local) = address.0.checked_sub(self.function.first_local()) else {
            return offset;
        };
        let local = local as usize;
        let offset = offset as u32;
        if self.checked.is_above(local, offset, self.structurer) {
            return offset.into();
        }
        let least = match at {
            Some(at) => self.least_offset(at, address, offset),
            None => offset,
        };
        self.checked.expect(local, least);
        self.written.i32_const(least.wrapping_sub(PAGE_SIZE) as i32);
        self.sink().i32_add();
        page + u64::from(offset - least)
    }

    /// Writes the sum of a value and a constant, if the value is an expression whose constant
    /// summand can be merged with it. Returns false otherwise.
    fn write_sum(&mut self, value: ValueId, constant: u32) -> bool {
        if !self.has_summand(value, SUMMAND_DEPTH) {
            return false;
        }
        let Some((_, Inst::Binary { op, lhs, rhs })) = self.folded(value) else {
            return false;
        };
        let is_sub = op == BinaryOp::Sub;
        if let Some(summand) = self.constant(rhs) {
            self.value(lhs);
            let summand = match is_sub {
                true => (summand as u32).wrapping_neg(),
                false => summand as u32,
            };
            self.written
                .i32_const(summand.wrapping_add(constant) as i32);
            self.sink().i32_add();
            return true;
        }
        if let Some(summand) = self.constant(lhs) {
            let sum = (summand as u32).wrapping_add(constant);
            self.written.i32_const(sum as i32);
            self.value(rhs);
        } else if self.write_sum(lhs, constant) {
            self.value(rhs);
        } else {
            self.value(lhs);
            let constant = match is_sub {
                true => constant.wrapping_neg(),
                false => constant,
            };
            let is_written = self.write_sum(rhs, constant);
            debug_assert!(is_written, "one operand has a constant part");
        }
        match is_sub {
            true => self.sink().i32_sub(),
            false => self.sink().i32_add(),
        };
        true
    }

    /// Returns true if a value is a sum or difference with a constant part that is computed here.
    fn has_summand(&self, value: ValueId, depth: u32) -> bool {
        let Some((_, Inst::Binary { op, lhs, rhs })) = self.folded(value) else {
            return false;
        };
        let mut operands = [lhs, rhs].into_iter();
        depth > 0
            && matches!(op, BinaryOp::Add | BinaryOp::Sub)
            && operands.any(|operand| {
                self.constant(operand).is_some()
                    || self.is_folded(operand) && self.has_summand(operand, depth - 1)
            })
    }

    /// Returns the lowest offset of the accesses to a base that certainly follow the one at `at`,
    /// without an observable effect in between except a trap.
    fn least_offset(&self, at: u32, base: ValueId, offset: u32) -> u32 {
        let Some(node) = self.checked.node else {
            return offset;
        };
        let end = self.graph.nodes[node as usize].end as usize;
        let start = at as usize + 1;
        // A store changes memory, and a later access must not prevent it.
        if offset == 0
            || start >= end
            || matches!(self.function.insts()[at as usize], Inst::Store { .. })
        {
            return offset;
        }
        let mut least = offset;
        let insts = (at + 1..).zip(&self.function.insts()[start..end]);
        for (at, inst) in insts.take(LOOKAHEAD) {
            match *inst {
                Inst::Load { address, .. } if address == base => return 0,
                Inst::Load { address, .. } => {
                    if let Some(Inst::Binary {
                        op: BinaryOp::Add,
                        lhs,
                        rhs,
                    }) = self.definition(address)
                        && lhs == base
                        && let Some(constant) = self.constant(rhs)
                        && constant <= ANY_BASE_LIMIT
                    {
                        least = least.min(constant as u32);
                    }
                }
                _ if self.values.is_harmless(InstId(at)) => {}
                _ => break,
            }
        }
        least
    }

    /// Pushes the start of a range and returns the offset for accesses to the range. They trap if
    /// the range starts in page 0.
    pub(super) fn range_above_null_page(&mut self, start: ValueId) -> u64 {
        if self.in_allocas(start).is_some() {
            self.value(start);
            return 0;
        }
        self.above_null_page(start, 0)
    }
}
