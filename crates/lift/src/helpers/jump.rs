//! setjmp and longjmp.
//!
//! A function that calls setjmp has a *frame* in its own stack frame on the host: a number that no
//! other call has, and a buffer of the host's `setjmp` for each call of setjmp in it. The frames of
//! a thread's active calls form a list, innermost first. setjmp writes the number of the frame, the
//! number of the call, and the stack pointer to the program's buffer, 24 bytes. longjmp searches
//! the list for the frame, so a buffer, whatever its contents, can only lead to a setjmp of a call
//! that is still active in the same thread.
//!
//! The frame:
//!
//! ```text
//!  0  the frame further out
//!  8  its number
//! 16  the stack pointer when the function was entered
//! 20  how many calls of setjmp the function has
//! 24  nothing
//! 32  a buffer of the host for each of them
//! ```

use crate::abi::{JUMP_BUFFER_SIZE, Trap};
use crate::code::Code;
use pinnacle_llvm::{
    Align, Atomicity, BinaryOp, CastOp, InstructionKind, IntPredicate, Ordering, RmwOp, TypeId,
    Value,
};
use pinnacle_pexe::Type;

/// Offsets in a frame. The pointer to the outer frame is at 0.
const NUMBER: u64 = 8;
const ENTRY_POINTER: u64 = 16;
const CALLS: u64 = 20;
/// Offset of the buffers.
pub(crate) const BUFFERS_OFFSET: u64 = 32;

/// The alignment of a frame, and therefore of each buffer.
pub(crate) const FRAME_ALIGN: Align = Align::from_exponent(4);

/// Offsets in the program's buffer. The number of the frame is at 0; the last 8 bytes are zero.
const CALL: u64 = 8;
const STACK_POINTER: u64 = 12;
const REST: u64 = 16;

impl Code<'_, '_> {
    /// Returns the address of a field of a frame, or of the program's buffer.
    fn field(&mut self, base: Value, offset: u64) -> Value {
        let offset = self.int(64, offset);
        self.behind(base, offset)
    }

    fn read_field(&mut self, ty: TypeId, base: Value, offset: u64) -> Value {
        let place = self.field(base, offset);
        self.read(ty, place)
    }

    fn write_field(&mut self, base: Value, offset: u64, value: Value) {
        let place = self.field(base, offset);
        self.write(place, value);
    }

    /// Adds a frame to the list.
    pub(super) fn enter(&mut self) {
        let (frame, calls) = (self.builder.parameter(0), self.builder.parameter(1));
        let (word, long) = (self.ty(Type::I32), self.ty(Type::I64));
        let variables = self.shared.variables;
        let outer = self.read(self.shared.types.pointer, variables.frames);
        let one = self.int(64, 1);
        let before = self.builder.emit(
            InstructionKind::ReadModifyWrite {
                op: RmwOp::Add,
                pointer: variables.activations.into(),
                value: one,
                align: Align::from_exponent(3),
                volatile: false,
                atomicity: Atomicity {
                    ordering: Ordering::Monotonic,
                    scope: None,
                },
            },
            long,
        );
        // The first number is 1, so that a buffer of zeros names no frame.
        let number = self.builder.binary(BinaryOp::Add, before, one);
        let pointer = self.read(word, variables.stack_pointer);
        self.write(frame, outer);
        self.write_field(frame, NUMBER, number);
        self.write_field(frame, ENTRY_POINTER, pointer);
        self.write_field(frame, CALLS, calls);
        self.write(variables.frames, frame);
        self.builder.ret(None);
    }

    /// Removes a frame and all inner ones from the list.
    pub(super) fn leave(&mut self) {
        let frame = self.builder.parameter(0);
        let outer = self.read(self.shared.types.pointer, frame);
        self.write(self.shared.variables.frames, outer);
        self.builder.ret(None);
    }

    /// Returns the address of the host's buffer for a call.
    fn host_buffer(&mut self, frame: Value, call: Value) -> Value {
        let buffers = self.field(frame, BUFFERS_OFFSET);
        let long = self.ty(Type::I64);
        let call = self.builder.cast(CastOp::ZExt, call, long);
        let size = self.int(64, JUMP_BUFFER_SIZE);
        let offset = self.builder.binary(BinaryOp::Mul, call, size);
        self.behind(buffers, offset)
    }

    /// Fills the program's buffer. Returns the host's buffer for the call of setjmp.
    pub(super) fn fill_buffer(&mut self) {
        let [frame, buffer, call] = [0, 1, 2].map(|index| self.builder.parameter(index));
        let (word, long) = (self.ty(Type::I32), self.ty(Type::I64));
        let memory = self.memory();
        let buffer = self.place(memory, buffer);
        let number = self.read_field(long, frame, NUMBER);
        let pointer = self.read(word, self.shared.variables.stack_pointer);
        let zero = self.int(64, 0);
        for (offset, value) in [
            (0, number),
            (CALL, call),
            (STACK_POINTER, pointer),
            (REST, zero),
        ] {
            let place = self.field(buffer, offset);
            self.store(value, place);
        }
        let host = self.host_buffer(frame, call);
        self.builder.ret(Some(host));
    }

    /// Finds the frame that a buffer names, and jumps to its setjmp; traps if the buffer is
    /// invalid.
    pub(super) fn longjmp(&mut self) {
        let (buffer, value) = (self.builder.parameter(0), self.builder.parameter(1));
        let [void, word, long] = [Type::Void, Type::I32, Type::I64].map(|ty| self.ty(ty));
        let pointer = self.shared.types.pointer;
        let variables = self.shared.variables;
        let memory = self.memory();
        let buffer = self.place(memory, buffer);
        let [number, call, stack_pointer] =
            [(0, long), (CALL, word), (STACK_POINTER, word)].map(|(offset, ty)| {
                let place = self.field(buffer, offset);
                let found = self.load(ty, place);
                // Freezes the value, so that the value used is the one that was checked, even if
                // other threads change it.
                self.builder.emit(InstructionKind::Freeze(found), ty)
            });
        let innermost = self.read(pointer, variables.frames);
        let before = self.builder.current();

        let [look, compare, further, found, bad, jump] = [(); 6].map(|()| self.builder.block(b""));
        self.builder.branch(look);
        self.builder.start(look);
        let outer = self.builder.reserve(pointer);
        let frame = self
            .builder
            .phi(pointer, &[(innermost, before), (outer.into(), further)]);
        let null = self.builder.module.null();
        let is_end = self.compare(IntPredicate::Eq, frame, null.into());
        self.builder.branch_if(is_end, bad, compare);

        self.builder.start(compare);
        let this = self.read_field(long, frame, NUMBER);
        let is_this = self.compare(IntPredicate::Eq, this, number);
        self.builder.branch_if(is_this, found, further);

        self.builder.start(further);
        self.read(pointer, frame);
        self.builder.define_last(outer);
        self.builder.branch(look);

        self.builder.start(found);
        let calls = self.read_field(word, frame, CALLS);
        let entry_pointer = self.read_field(word, frame, ENTRY_POINTER);
        let limit = self.read(word, variables.stack_limit);
        let unknown = self.compare(IntPredicate::Uge, call, calls);
        let above = self.compare(IntPredicate::Ugt, stack_pointer, entry_pointer);
        let below = self.compare(IntPredicate::Ult, stack_pointer, limit);
        let wrong = self.either(above, below);
        let wrong = self.either(unknown, wrong);
        self.builder.branch_if(wrong, bad, jump);

        self.builder.start(bad);
        self.trap(Trap::BadLongjmp);

        self.builder.start(jump);
        self.write(variables.frames, frame);
        self.write(variables.stack_pointer, stack_pointer);
        let (zero, one) = (self.word(0), self.word(1));
        let is_zero = self.compare(IntPredicate::Eq, value, zero);
        let given = self.builder.select(is_zero, one, value);
        let host = self.host_buffer(frame, call);
        self.call_declared("longjmp", void, &[host, given]);
        self.builder.unreachable();
    }
}
