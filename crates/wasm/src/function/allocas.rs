//! The allocas that a function begins with, as compilers put them there: they take their
//! room on the stack at once, and addresses in them are offsets from the lowest.

use super::emit::Emitter;
use super::offsets::ANY_BASE_LIMIT;
use crate::plan::{NONE, Plan, globals};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::{Inst, ValueId};
use wasm_encoder::{BlockType, ValType};

/// The stack pointer is a multiple of this behind every alloca.
const ALIGNMENT: u32 = 16;

/// The allocas of constant size that follow one another from the first one of the entry
/// block on, unless one of them is aligned to more than all are.
#[derive(Debug, Default)]
pub(super) struct Allocas {
    /// The first instruction.
    first: u32,
    /// By alloca: how far it lies above the last one.
    offsets: Vec<u32>,
    /// How many bytes the first one asks for.
    first_size: u32,
    /// Whether nobody else uses the stack while the function runs, so that the stack
    /// pointer need not move.
    is_alone: bool,
    /// The local with the address of the last one.
    local: u32,
    /// By local value: how far an address lies above the last one, if it is known; empty
    /// if there are none.
    addresses: Vec<u32>,
}

impl Allocas {
    /// There are none: each alloca takes its room when it is reached.
    pub(super) fn clear(&mut self) {
        self.offsets.clear();
        self.addresses.clear();
    }

    /// Finds those of a function.
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
            // From the first one down, for now.
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

    /// Finds the addresses that are a constant more than that of an alloca, of which the
    /// first has this local value.
    fn find_addresses(&mut self, function: &Function, first: u32) {
        self.addresses.resize(function.local_types().len(), NONE);
        self.addresses[first as usize..][..self.offsets.len()].copy_from_slice(&self.offsets);
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
                }
            }
            next += usize::from(inst.has_result());
        }
    }

    /// How far a value lies above the last of them, if it is a known address.
    fn offset(&self, function: &Function, value: ValueId) -> Option<u32> {
        let local = value.0.checked_sub(function.first_local())?;
        let offset = *self.addresses.get(local as usize)?;
        (offset != NONE).then_some(offset)
    }

    /// The known addresses, as local values.
    pub(super) fn addresses(&self) -> impl Iterator<Item = usize> {
        let known = self.addresses.iter().enumerate();
        known.filter_map(|(local, &offset)| (offset != NONE).then_some(local))
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.offsets.len() as u32
    }

    /// Whether an instruction moves the stack pointer because it is one of them.
    pub(super) fn move_stack(&self) -> bool {
        !self.offsets.is_empty() && !self.is_alone
    }
}

fn is_alloca(inst: &Inst) -> bool {
    matches!(inst, Inst::Alloca { .. })
}

/// The size of an alloca, if it is constant and the alignment is that of the stack.
fn constant_size(function: &Function, inst: &Inst) -> Option<u32> {
    let Inst::Alloca { align, size } = *inst else {
        return None;
    };
    let size = u32::try_from(function.constant(size)?.bits()).ok()?;
    (align.bytes() <= ALIGNMENT && size <= PAGE_SIZE).then_some(size)
}

impl Emitter<'_> {
    /// Takes room for the allocas that the function begins with, where the first of them
    /// stands.
    pub(super) fn enter_allocas(&mut self, at: u32) {
        if at != self.allocas.first {
            return;
        }
        let local = self.locals.own(ValType::I32);
        self.allocas.local = local;
        let (first, below) = (self.allocas.first_size, self.allocas.offsets[0]);
        // The stack lies above page 0, so this cannot wrap around.
        let mut sink = self.sink();
        sink.global_get(globals::STACK_POINTER)
            .i32_const(first as i32)
            .i32_sub()
            .i32_const(-(ALIGNMENT as i32))
            .i32_and();
        if below > 0 {
            sink.i32_const(below as i32).i32_sub();
        }
        sink.local_tee(local)
            .global_get(globals::STACK_LIMIT)
            .i32_lt_u();
        // Engines make one instruction of a branch and a trap, and say that the first
        // trapped.
        self.mark(at);
        self.sink().if_(BlockType::Empty);
        self.find_overflow(at, local);
        self.sink().unreachable().end();
        if !self.allocas.is_alone {
            self.sink()
                .local_get(local)
                .global_set(globals::STACK_POINTER);
        }
    }

    /// There is no room for all of them: traps at the first for which there is none, but
    /// for the last.
    fn find_overflow(&mut self, at: u32, local: u32) {
        let count = self.allocas.offsets.len();
        for index in 0..count - 1 {
            let offset = self.allocas.offsets[index];
            self.sink()
                .local_get(local)
                .i32_const(offset as i32)
                .i32_add()
                .global_get(globals::STACK_LIMIT)
                .i32_lt_u();
            self.mark(at + index as u32);
            self.sink().if_(BlockType::Empty).unreachable().end();
        }
        self.mark(at + count as u32 - 1);
    }

    /// Puts a known address on the stack.
    pub(super) fn alloca_address(&mut self, value: ValueId) {
        let (local, offset) = self
            .in_allocas(value)
            .expect("the value is a known address");
        self.sink().local_get(local);
        if offset > 0 {
            self.sink().i32_const(offset as i32).i32_add();
        }
    }

    /// If a value is an address in the allocas that the function begins with: the local
    /// with that of the last of them, and the offset from there, which any access can have.
    pub(super) fn in_allocas(&self, value: ValueId) -> Option<(u32, u32)> {
        let offset = self.allocas.offset(self.function, value)?;
        Some((self.allocas.local, offset))
    }
}
