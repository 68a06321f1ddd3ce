//! Finds the allocas at the start of a function, where compilers put them, and the addresses in
//! them. Their stack space is allocated at once, and addresses are offsets from the lowest one.

use super::offsets::ANY_BASE_LIMIT;
use crate::plan::{NONE, Plan};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::{Inst, ValueId};

/// The stack pointer is a multiple of this after every alloca.
pub(super) const ALIGNMENT: u32 = 16;

/// The consecutive allocas of constant size, starting with the first one in the entry block. The
/// list ends before an alloca with a larger alignment than the stack, or one that does not fit in
/// one page with those before it.
#[derive(Debug, Default)]
pub(super) struct Allocas {
    /// The first instruction.
    pub(super) first: u32,
    /// For each alloca, its offset above the last one.
    pub(super) offsets: Vec<u32>,
    /// Size in bytes of the first alloca.
    pub(super) first_size: u32,
    /// True if nothing else uses the stack while the function runs. The stack pointer then need not
    /// move.
    pub(super) is_alone: bool,
    /// The local with the address of the last alloca.
    pub(super) local: u32,
    /// For each local value, the offset of its address above the last alloca, if it is such an
    /// address. Empty if there are no allocas.
    addresses: Vec<u32>,
    /// The local values whose addresses are known.
    known: Vec<u32>,
}

impl Allocas {
    /// Clears the list, so that each alloca allocates its space when it is reached.
    pub(super) fn clear(&mut self) {
        self.offsets.clear();
        self.addresses.clear();
        self.known.clear();
    }

    /// Finds the allocas of a function.
    pub(super) fn find(&mut self, function: &Function, plan: &Plan<'_>) {
        self.clear();
        let traits = plan.traits(function);
        if traits.allocas == 0 {
            return;
        }
        let entry = function.blocks()[0];
        let insts = &function.insts()[entry.first_inst as usize..][..entry.len as usize];
        let Some(first) = insts.iter().position(is_alloca) else {
            return;
        };
        let before = insts[..first].iter().filter(|inst| inst.has_result());
        let first_value = entry.first_value + before.count() as u32;
        self.first = entry.first_inst + first as u32;
        let mut total = 0;
        for inst in &insts[first..] {
            let Some(size) = constant_size(function, inst) else {
                break;
            };
            let room = size.next_multiple_of(ALIGNMENT);
            if total + room > PAGE_SIZE {
                break;
            }
            if self.offsets.is_empty() {
                self.first_size = size;
            }
            total += room;
            // Until the total is known, offsets are relative to the first one, downwards.
            self.offsets.push(total);
        }
        for offset in &mut self.offsets {
            *offset = total - *offset;
        }
        self.is_alone = traits.allocas == self.count() && !traits.shares_stack;
        if !self.offsets.is_empty() {
            self.find_addresses(function, first_value - function.first_local());
        }
    }

    /// Finds addresses at constant offsets from an alloca. `first` is the local value of the first
    /// alloca.
    fn find_addresses(&mut self, function: &Function, first: u32) {
        self.addresses.resize(function.local_types().len(), NONE);
        self.addresses[first as usize..][..self.offsets.len()].copy_from_slice(&self.offsets);
        self.known.extend(first..first + self.count());
        let mut next = (function.first_inst_value() - function.first_local()) as usize;
        for inst in function.insts() {
            if let Inst::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            } = *inst
                && let Some(base) = self.offset(function, lhs)
                && let Some(constant) = function.constant(rhs)
            {
                let offset = base.wrapping_add(constant.bits() as u32);
                if u64::from(offset) <= ANY_BASE_LIMIT {
                    self.addresses[next] = offset;
                    self.known.push(next as u32);
                }
            }
            next += usize::from(inst.has_result());
        }
    }

    /// Returns the offset of a value above the last alloca, if it is a known address.
    pub(super) fn offset(&self, function: &Function, value: ValueId) -> Option<u32> {
        let local = value.0.checked_sub(function.first_local())?;
        let offset = *self.addresses.get(local as usize)?;
        (offset != NONE).then_some(offset)
    }

    /// Returns the local values that are known addresses.
    pub(super) fn known(&self) -> &[u32] {
        &self.known
    }

    /// Returns the number of allocas.
    pub(super) fn count(&self) -> u32 {
        self.offsets.len() as u32
    }

    /// Returns true if the allocas in this list move the stack pointer.
    pub(super) fn move_stack(&self) -> bool {
        !self.offsets.is_empty() && !self.is_alone
    }
}

fn is_alloca(inst: &Inst) -> bool {
    matches!(inst, Inst::Alloca { .. })
}

/// Returns the size of an alloca, if it is constant and its alignment is at most that of the stack.
fn constant_size(function: &Function, inst: &Inst) -> Option<u32> {
    let Inst::Alloca { align, size } = *inst else {
        return None;
    };
    let size = u32::try_from(function.constant(size)?.bits()).ok()?;
    (align.bytes() <= ALIGNMENT && size <= PAGE_SIZE).then_some(size)
}
