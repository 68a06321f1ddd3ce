//! Calls of intrinsics.

use super::Translator;
use crate::abi::Trap;
use pinnacle_llvm::{CastOp, InstructionKind, Value};
use pinnacle_pexe::inst::Range;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{Intrinsic, ValueId};

impl Translator<'_, '_> {
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: Range) -> Option<Value> {
        let mut values = self.function.values(args);
        let mut next = || {
            values
                .next()
                .expect("calls of intrinsics have all arguments")
        };
        match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let (to, from, len) = (next(), next(), next());
                self.copy(to, from, len);
                None
            }
            Intrinsic::Memset => {
                let (to, byte, len) = (next(), next(), next());
                self.fill(to, byte, len);
                None
            }
            Intrinsic::Bswap(ty) => self.plain("llvm.bswap", ty, &[next()]),
            Intrinsic::Ctpop(ty) => self.plain("llvm.ctpop", ty, &[next()]),
            Intrinsic::Fabs(ty) => self.plain("llvm.fabs", ty, &[next()]),
            Intrinsic::Sqrt(ty) => self.plain("llvm.sqrt", ty, &[next()]),
            Intrinsic::Ctlz(ty) => self.count_zeros("llvm.ctlz", ty, next()),
            Intrinsic::Cttz(ty) => self.count_zeros("llvm.cttz", ty, next()),
            Intrinsic::Stacksave => {
                let pointer = self.code.shared.variables.stack_pointer;
                let word = self.code.ty(Type::I32);
                Some(self.code.read(word, pointer))
            }
            Intrinsic::Stackrestore => {
                let value = self.value(next());
                let pointer = self.code.shared.variables.stack_pointer;
                self.code.write(pointer, value);
                None
            }
            Intrinsic::Trap => {
                let code = self.code.word(Trap::Called.code());
                self.code.call_trap(code);
                None
            }
            Intrinsic::ReadTp => {
                let pointer = self.code.shared.variables.thread_pointer;
                let word = self.code.ty(Type::I32);
                Some(self.code.read(word, pointer))
            }
            Intrinsic::Setjmp => Some(self.setjmp(next())),
            Intrinsic::Longjmp => {
                let (buffer, value) = (next(), next());
                self.longjmp(buffer, value);
                None
            }
            Intrinsic::AtomicLoad(ty) => Some(self.atomic_load(ty, next())),
            Intrinsic::AtomicStore(ty) => {
                let (value, address) = (next(), next());
                self.atomic_store(ty, value, address);
                None
            }
            Intrinsic::AtomicRmw(ty) => {
                let (operation, address, operand) = (next(), next(), next());
                Some(self.atomic_rmw(ty, operation, address, operand))
            }
            Intrinsic::AtomicCmpxchg(ty) => {
                let (address, expected, desired) = (next(), next(), next());
                Some(self.atomic_compare_exchange(ty, address, expected, desired))
            }
            Intrinsic::AtomicFence | Intrinsic::AtomicFenceAll => {
                self.fence();
                None
            }
            // The size is a constant: 1, 2, 4 or 8.
            Intrinsic::AtomicIsLockFree => Some(self.code.int(1, 1)),
        }
    }

    /// Calls an intrinsic that LLVM has too.
    fn plain(&mut self, name: &str, ty: Type, values: &[ValueId]) -> Option<Value> {
        let values: Vec<Value> = values.iter().map(|&value| self.value(value)).collect();
        self.code.intrinsic(name, &[ty], ty, &values)
    }

    /// Counts the zeros at one end of a value. The count for the value 0 is defined: its width.
    fn count_zeros(&mut self, name: &str, ty: Type, value: ValueId) -> Option<Value> {
        let value = self.value(value);
        let defined = self.code.int(1, 0);
        self.code.intrinsic(name, &[ty], ty, &[value, defined])
    }

    /// Copies between ranges that may overlap. Ranges that reach beyond the
    /// end of the address space are not accessible there.
    fn copy(&mut self, to: ValueId, from: ValueId, len: ValueId) {
        let [to, from] = [to, from].map(|address| self.place(address));
        let len = self.length(len);
        let volatile = self.code.int(1, self.code.shared.options.volatile.into());
        let void = self.code.ty(Type::Void);
        let name = "llvm.memmove.p0.p0.i64";
        self.code
            .call_declared(name, void, &[to, from, len, volatile]);
    }

    fn fill(&mut self, to: ValueId, byte: ValueId, len: ValueId) {
        let to = self.place(to);
        let byte = self.value(byte);
        let len = self.length(len);
        let volatile = self.code.int(1, self.code.shared.options.volatile.into());
        let void = self.code.ty(Type::Void);
        let name = "llvm.memset.p0.i64";
        self.code
            .call_declared(name, void, &[to, byte, len, volatile]);
    }

    fn length(&mut self, len: ValueId) -> Value {
        if let Some(len) = self.constant(len) {
            return self.code.int(64, len);
        }
        let len = self.value(len);
        let long = self.code.ty(Type::I64);
        self.code.builder.cast(CastOp::ZExt, len, long)
    }

    fn fence(&mut self) {
        let kind = InstructionKind::Fence(crate::code::SEQUENTIAL);
        self.code.builder.emit_void(kind);
    }
}
