//! Helpers for the program's stack, its function addresses, and alignment.

use crate::abi::Trap;
use crate::code::Code;
use pinnacle_llvm::{BinaryOp, CastOp, InstructionKind, IntPredicate, Value};
use pinnacle_pexe::Type;

/// The index of the field of a table entry that holds the number of its signature.
const SIGNATURE: u32 = 1;

impl Code<'_, '_> {
    /// Moves the stack pointer down by a size and then to an alignment, given by its mask. Traps if
    /// it would pass the limit or address 0.
    pub(super) fn alloca(&mut self) {
        let (size, mask) = (self.builder.parameter(0), self.builder.parameter(1));
        let word = self.ty(Type::I32);
        let variables = self.shared.variables;
        let old = self.read(word, variables.stack_pointer);
        let lower = self.builder.binary(BinaryOp::Sub, old, size);
        let lower = self.builder.binary(BinaryOp::And, lower, mask);
        let limit = self.read(word, variables.stack_limit);
        let wraps = self.compare(IntPredicate::Ugt, size, old);
        let passes = self.compare(IntPredicate::Ult, lower, limit);
        let overflows = self.either(wraps, passes);
        self.trap_if(overflows, Trap::StackOverflow);
        self.write(variables.stack_pointer, lower);
        self.builder.ret(Some(lower));
    }

    /// Traps if an address has any bit of a mask.
    pub(super) fn aligned(&mut self) {
        let (address, mask) = (self.builder.parameter(0), self.builder.parameter(1));
        let rest = self.builder.binary(BinaryOp::And, address, mask);
        let zero = self.word(0);
        let misaligned = self.compare(IntPredicate::Ne, rest, zero);
        self.trap_if(misaligned, Trap::Misaligned);
        self.builder.ret(None);
    }

    /// Looks up an address in the table, and traps unless the function there has the signature with
    /// a number. In an entry without a function this number is 0, which no signature has.
    pub(super) fn function_at(&mut self) {
        let (address, wanted) = (self.builder.parameter(0), self.builder.parameter(1));
        let (word, long, pointer) = (
            self.ty(Type::I32),
            self.ty(Type::I64),
            self.shared.types.pointer,
        );
        // Without this a value from a data race could be one number in the check and another in the
        // lookup.
        let address = self.builder.emit(InstructionKind::Freeze(address), word);
        let size = self.word(self.shared.table_size());
        let outside = self.compare(IntPredicate::Uge, address, size);
        self.trap_if(outside, Trap::BadFunctionAddress);

        let table: Value = {
            let module = &mut *self.builder.module;
            module.address_of(self.shared.variables.table).into()
        };
        let index = self.builder.cast(CastOp::ZExt, address, long);
        let entry_type = self.shared.entry_type;
        let entry = self.builder.get_element_ptr(entry_type, table, &[index]);
        let zero = self.word(0);
        let field = self.word(SIGNATURE);
        let place = self
            .builder
            .get_element_ptr(entry_type, entry, &[zero, field]);
        let found = self.read(word, place);
        let same = self.compare(IntPredicate::Eq, found, wanted);
        let stop = self.builder.block(b"");
        let go_on = self.builder.block(b"");
        self.builder.branch_if(same, go_on, stop);

        self.builder.start(stop);
        let none = self.compare(IntPredicate::Eq, found, zero);
        let reasons = [Trap::BadFunctionAddress, Trap::SignatureMismatch];
        let [bad, other] = reasons.map(|trap| self.word(trap.code()));
        let code = self.builder.select(none, bad, other);
        self.trap_with(code);

        self.builder.start(go_on);
        let function = self.read(pointer, entry);
        self.builder.ret(Some(function));
    }
}
