//! Translates loads, stores and stack allocations.

use super::super::emit::Emitter;
use super::super::offsets::{ANY_BASE_LIMIT, OFFSET_LIMIT};
use super::super::written::opcode;
use crate::plan::globals;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::{Alignment, BinaryOp, Inst};
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::types::Type;
use wasm_encoder::{BlockType, MemArg, ValType};

impl Emitter<'_> {
    pub(super) fn load(&mut self, at: u32, ty: Type, align: Alignment, address: ValueId) {
        self.checked.begin(at);
        let argument = self.address(address, align, ty);
        let above = self.checked.take();
        self.checked.note(above);
        self.mark(at);
        let opcode = match ty {
            Type::I8 => opcode::I32_LOAD8_U,
            Type::I16 => opcode::I32_LOAD16_U,
            Type::I32 => opcode::I32_LOAD,
            Type::I64 => opcode::I64_LOAD,
            Type::Float => opcode::F32_LOAD,
            Type::Double => opcode::F64_LOAD,
            _ => {
                self.sink().v128_load(argument);
                return;
            }
        };
        self.written.access(opcode, argument);
    }

    pub(super) fn store(&mut self, at: u32, align: Alignment, address: ValueId, value: ValueId) {
        let ty = self.function.value_type(value);
        self.checked.begin(at);
        let argument = self.address(address, align, ty);
        let above = self.checked.take();
        // A narrow store only uses the low bits.
        self.value(value);
        self.checked.note(above);
        self.mark(at);
        let opcode = match ty {
            Type::I8 => opcode::I32_STORE8,
            Type::I16 => opcode::I32_STORE16,
            Type::I32 => opcode::I32_STORE,
            Type::I64 => opcode::I64_STORE,
            Type::Float => opcode::F32_STORE,
            Type::Double => opcode::F64_STORE,
            _ => {
                self.sink().v128_store(argument);
                return;
            }
        };
        self.written.access(opcode, argument);
    }

    /// Pushes the base of an address. Returns the offset and the alignment that the program
    /// guarantees for an access of this type.
    fn address(&mut self, address: ValueId, align: Alignment, ty: Type) -> MemArg {
        let offset = self.base(address);
        let natural = ty.bytes().max(1).ilog2();
        // An engine may rely on the alignment, so it must not exceed the natural one.
        let promised = align.bytes().max(1).ilog2();
        MemArg {
            offset,
            align: promised.min(natural),
            memory_index: 0,
        }
    }

    /// Pushes the base of an address. Returns the constant offset from this base.
    pub(super) fn base(&mut self, address: ValueId) -> u64 {
        if let Some((local, offset)) = self.in_allocas(address) {
            self.written.with_number(opcode::LOCAL_GET, local);
            return offset.into();
        }
        if let Some((base, offset)) = self.on_base(address) {
            return self.inner_base(base, offset);
        }
        if let Some((
            _,
            Inst::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            },
        )) = self.folded(address)
        {
            for (base, constant) in [(lhs, rhs), (rhs, lhs)] {
                let Some(offset) = self.constant(constant) else {
                    continue;
                };
                let greatest = (1_u64 << self.bits(base).min(32)) - 1;
                let fits = greatest + offset <= u64::from(u32::MAX);
                // A sum that does not wrap around is at least as large as its constant.
                if fits && (PAGE_SIZE.into()..OFFSET_LIMIT).contains(&offset) {
                    self.checked.take();
                    self.value(base);
                    return offset;
                }
                if offset <= ANY_BASE_LIMIT {
                    return self.inner_base(base, offset);
                }
            }
        }
        self.above_null_page(address, 0)
    }

    /// Does the same for the rest of an address after a small offset was removed. Only removes
    /// another offset if the sum of both is small.
    fn inner_base(&mut self, address: ValueId, taken: u64) -> u64 {
        if let Some((local, offset)) = self.in_allocas(address)
            && u64::from(offset) + taken <= ANY_BASE_LIMIT
        {
            self.written.with_number(opcode::LOCAL_GET, local);
            return u64::from(offset) + taken;
        }
        if let Some((
            _,
            Inst::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            },
        )) = self.folded(address)
            && let Some(offset) = self.constant(rhs)
            && offset + taken <= ANY_BASE_LIMIT
        {
            return self.above_null_page(lhs, offset + taken);
        }
        self.above_null_page(address, taken)
    }

    /// Allocates stack space. The new stack pointer is the address and stays on the stack.
    pub(super) fn alloca(&mut self, at: u32, align: Alignment, size: ValueId) {
        let mask = -(align.bytes().max(16) as i32);
        let lower = self.locals.scratch(ValType::I32, 0);
        match self.constant(size) {
            // The stack is above page 0, so this cannot wrap around.
            Some(size) if size <= PAGE_SIZE.into() => {
                self.sink()
                    .global_get(globals::STACK_POINTER)
                    .i32_const(size as i32)
                    .i32_sub()
                    .i32_const(mask)
                    .i32_and()
                    .local_tee(lower)
                    .global_get(globals::STACK_LIMIT)
                    .i32_lt_u();
            }
            _ => {
                self.value(size);
                let size = self.locals.scratch(ValType::I32, 1);
                self.sink()
                    .local_set(size)
                    .global_get(globals::STACK_POINTER)
                    .local_get(size)
                    .i32_sub()
                    .i32_const(mask)
                    .i32_and()
                    .local_tee(lower)
                    .global_get(globals::STACK_LIMIT)
                    .i32_lt_u()
                    .local_get(size)
                    .global_get(globals::STACK_POINTER)
                    .i32_gt_u()
                    .i32_or();
            }
        }
        // Engines fuse both instructions, and report the first as the trapping one.
        self.mark(at);
        self.sink()
            .if_(BlockType::Empty)
            .unreachable()
            .end()
            .local_get(lower)
            .global_set(globals::STACK_POINTER)
            .local_get(lower);
    }
}
