//! Atomic accesses. They trap unless the address is a multiple of their size, and are sequentially
//! consistent.

use super::Translator;
use crate::code::SEQUENTIAL;
use crate::helper::Helper;
use pinnacle_llvm::{
    Align, Atomicity, BinaryOp, InstructionKind, IntPredicate, Ordering, RmwOp, TypeId, Value,
};
use pinnacle_pexe::ValueId;
use pinnacle_pexe::types::Type;

/// Returns the alignment of an atomic access, which is its size.
fn natural(ty: Type) -> Align {
    let align = Align::new(ty.bytes().max(1).into());
    align.expect("sizes of scalars are powers of two")
}

impl Translator<'_, '_> {
    /// Returns the host's address for a program's address, and traps if that is not aligned.
    fn aligned_place(&mut self, ty: Type, address: ValueId) -> Value {
        let mask = ty.bytes().saturating_sub(1);
        if mask != 0 {
            let address = self.value(address);
            let mask = self.code.word(mask);
            self.code.help(Helper::Aligned, &[address, mask]);
        }
        self.place(address)
    }

    pub(super) fn atomic_load(&mut self, ty: Type, address: ValueId) -> Value {
        let kind = InstructionKind::Load {
            pointer: self.aligned_place(ty, address),
            align: natural(ty),
            volatile: self.code.shared.options.volatile,
            atomicity: self.atomicity(),
        };
        let ty = self.code.ty(ty);
        self.code.builder.emit(kind, ty)
    }

    /// Returns the atomicity of accesses, which is none if the program has no threads.
    fn atomicity(&self) -> Atomicity {
        if self.code.shared.options.threads {
            SEQUENTIAL
        } else {
            Atomicity::NONE
        }
    }

    pub(super) fn atomic_store(&mut self, ty: Type, value: ValueId, address: ValueId) {
        let pointer = self.aligned_place(ty, address);
        let value = self.value(value);
        let atomicity = self.atomicity();
        self.code.builder.emit_void(InstructionKind::Store {
            value,
            pointer,
            align: natural(ty),
            volatile: self.code.shared.options.volatile,
            atomicity,
        });
    }

    pub(super) fn atomic_rmw(
        &mut self,
        ty: Type,
        operation: ValueId,
        address: ValueId,
        operand: ValueId,
    ) -> Value {
        let pointer = self.aligned_place(ty, address);
        let value = self.value(operand);
        let op = match self.constant(operation) {
            Some(1) => RmwOp::Add,
            Some(2) => RmwOp::Sub,
            Some(3) => RmwOp::Or,
            Some(4) => RmwOp::And,
            Some(5) => RmwOp::Xor,
            Some(6) => RmwOp::Xchg,
            _ => unreachable!("decoding refuses other operations"),
        };
        if !self.code.shared.options.threads {
            let ty = self.code.ty(ty);
            return self.read_modify_write(ty, op, pointer, value);
        }
        let kind = InstructionKind::ReadModifyWrite {
            op,
            pointer,
            value,
            align: natural(ty),
            volatile: self.code.shared.options.volatile,
            atomicity: SEQUENTIAL,
        };
        let ty = self.code.ty(ty);
        self.code.builder.emit(kind, ty)
    }

    /// Writes a read-modify-write as a load and a store, for programs without threads.
    fn read_modify_write(&mut self, ty: TypeId, op: RmwOp, pointer: Value, value: Value) -> Value {
        let old = self.code.load(ty, pointer);
        let op = match op {
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::And => BinaryOp::And,
            RmwOp::Xor => BinaryOp::Xor,
            _ => {
                self.code.store(value, pointer);
                return old;
            }
        };
        let new = self.code.builder.binary(op, old, value);
        self.code.store(new, pointer);
        old
    }

    pub(super) fn atomic_compare_exchange(
        &mut self,
        ty: Type,
        address: ValueId,
        expected: ValueId,
        desired: ValueId,
    ) -> Value {
        let pointer = self.aligned_place(ty, address);
        let [expected, desired] = [expected, desired].map(|value| self.value(value));
        if !self.code.shared.options.threads {
            let ty = self.code.ty(ty);
            let old = self.code.load(ty, pointer);
            let same = self.code.compare(IntPredicate::Eq, old, expected);
            let new = self.code.builder.select(same, desired, old);
            self.code.store(new, pointer);
            return old;
        }
        let builder = &mut self.code.builder;
        let operands = builder.values(&[pointer, expected, desired]);
        let kind = InstructionKind::CompareExchange {
            operands,
            align: natural(ty),
            weak: false,
            volatile: self.code.shared.options.volatile,
            success: Ordering::SequentiallyConsistent,
            failure: Ordering::SequentiallyConsistent,
            scope: None,
        };
        let [ty, bit] = [ty, Type::I1].map(|ty| self.code.shared.types.of(ty));
        let pair = builder.module.types.literal_struct(&[ty, bit], false);
        let pair = builder.emit(kind, pair);
        let indices = builder.indices(&[0]);
        builder.emit(
            InstructionKind::ExtractValue {
                aggregate: pair,
                indices,
            },
            ty,
        )
    }
}
