//! Translates atomic accesses.
//!
//! WebAssembly's atomic accesses trap if the address is not aligned, as required here, and are
//! sequentially consistent. Narrow ones return clean values and store the low bits.
//!
//! If no other thread can observe the access, an atomic load is sufficient for the trap and the
//! store is a plain one, because locked instructions and fences are slow.

use super::super::emit::Emitter;
use super::is_long;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::types::Type;
use wasm_encoder::{InstructionSink, MemArg, ValType};

/// Returns the argument of an access at an offset, with the alignment that an atomic access
/// requires.
fn argument(ty: Type, offset: u64) -> MemArg {
    MemArg {
        offset,
        align: ty.bytes().max(1).ilog2(),
        memory_index: 0,
    }
}

/// Returns the WebAssembly type for values of a type.
const fn register(ty: Type) -> ValType {
    if is_long(ty) {
        ValType::I64
    } else {
        ValType::I32
    }
}

/// Writes an atomic load.
fn load(ty: Type, argument: MemArg, sink: &mut InstructionSink<'_>) {
    match ty {
        Type::I8 => sink.i32_atomic_load8_u(argument),
        Type::I16 => sink.i32_atomic_load16_u(argument),
        Type::I32 => sink.i32_atomic_load(argument),
        _ => sink.i64_atomic_load(argument),
    };
}

/// Writes a plain store.
fn store(ty: Type, argument: MemArg, sink: &mut InstructionSink<'_>) {
    match ty {
        Type::I8 => sink.i32_store8(argument),
        Type::I16 => sink.i32_store16(argument),
        Type::I32 => sink.i32_store(argument),
        _ => sink.i64_store(argument),
    };
}

impl Emitter<'_> {
    pub(super) fn atomic_load(&mut self, at: u32, ty: Type, address: ValueId) {
        let argument = argument(ty, self.base(address));
        self.mark(at);
        load(ty, argument, &mut self.sink());
    }

    /// Translates an atomic store. Its value precedes the address, unlike in WebAssembly.
    pub(super) fn atomic_store(&mut self, at: u32, ty: Type, value: ValueId, address: ValueId) {
        let constant = self.constant(value);
        if constant.is_none() {
            self.value(value);
        }
        let argument = argument(ty, self.base(address));
        let shared = self.plan.shared_memory;
        let base = self.locals.scratch(ValType::I32, 0);
        let stored = self.locals.scratch(register(ty), 1);
        if let Some(bits) = constant {
            if !shared {
                self.sink().local_tee(base);
                self.mark(at);
                load(ty, argument, &mut self.sink());
                self.sink().drop().local_get(base);
            }
            self.push_constant(ty, bits);
        } else {
            self.sink().local_set(base).local_set(stored);
            if !shared {
                self.sink().local_get(base);
                self.mark(at);
                load(ty, argument, &mut self.sink());
                self.sink().drop();
            }
            self.sink().local_get(base).local_get(stored);
        }
        self.mark(at);
        let mut sink = self.sink();
        if !shared {
            store(ty, argument, &mut sink);
            return;
        }
        match ty {
            Type::I8 => sink.i32_atomic_store8(argument),
            Type::I16 => sink.i32_atomic_store16(argument),
            Type::I32 => sink.i32_atomic_store(argument),
            _ => sink.i64_atomic_store(argument),
        };
    }

    pub(super) fn atomic_rmw(
        &mut self,
        at: u32,
        ty: Type,
        operation: ValueId,
        address: ValueId,
        operand: ValueId,
    ) {
        let argument = argument(ty, self.base(address));
        self.value(operand);
        self.mark(at);
        let operation = self.constant(operation);
        if !self.plan.shared_memory {
            self.plain_rmw(at, ty, operation, argument);
            return;
        }
        let mut sink = self.sink();
        match (operation, ty) {
            (Some(1), Type::I8) => sink.i32_atomic_rmw8_add_u(argument),
            (Some(1), Type::I16) => sink.i32_atomic_rmw16_add_u(argument),
            (Some(1), Type::I32) => sink.i32_atomic_rmw_add(argument),
            (Some(1), _) => sink.i64_atomic_rmw_add(argument),
            (Some(2), Type::I8) => sink.i32_atomic_rmw8_sub_u(argument),
            (Some(2), Type::I16) => sink.i32_atomic_rmw16_sub_u(argument),
            (Some(2), Type::I32) => sink.i32_atomic_rmw_sub(argument),
            (Some(2), _) => sink.i64_atomic_rmw_sub(argument),
            (Some(3), Type::I8) => sink.i32_atomic_rmw8_or_u(argument),
            (Some(3), Type::I16) => sink.i32_atomic_rmw16_or_u(argument),
            (Some(3), Type::I32) => sink.i32_atomic_rmw_or(argument),
            (Some(3), _) => sink.i64_atomic_rmw_or(argument),
            (Some(4), Type::I8) => sink.i32_atomic_rmw8_and_u(argument),
            (Some(4), Type::I16) => sink.i32_atomic_rmw16_and_u(argument),
            (Some(4), Type::I32) => sink.i32_atomic_rmw_and(argument),
            (Some(4), _) => sink.i64_atomic_rmw_and(argument),
            (Some(5), Type::I8) => sink.i32_atomic_rmw8_xor_u(argument),
            (Some(5), Type::I16) => sink.i32_atomic_rmw16_xor_u(argument),
            (Some(5), Type::I32) => sink.i32_atomic_rmw_xor(argument),
            (Some(5), _) => sink.i64_atomic_rmw_xor(argument),
            (Some(6), Type::I8) => sink.i32_atomic_rmw8_xchg_u(argument),
            (Some(6), Type::I16) => sink.i32_atomic_rmw16_xchg_u(argument),
            (Some(6), Type::I32) => sink.i32_atomic_rmw_xchg(argument),
            (Some(6), _) => sink.i64_atomic_rmw_xchg(argument),
            _ => unreachable!("decoding refuses other operations"),
        };
    }

    pub(super) fn atomic_compare_exchange(
        &mut self,
        at: u32,
        ty: Type,
        address: ValueId,
        expected: ValueId,
        desired: ValueId,
    ) {
        let argument = argument(ty, self.base(address));
        // The whole expected value is compared, but only the low bits of the desired value are
        // stored.
        self.clean(expected);
        self.value(desired);
        self.mark(at);
        if !self.plan.shared_memory {
            self.plain_compare_exchange(at, ty, argument);
            return;
        }
        let mut sink = self.sink();
        match ty {
            Type::I8 => sink.i32_atomic_rmw8_cmpxchg_u(argument),
            Type::I16 => sink.i32_atomic_rmw16_cmpxchg_u(argument),
            Type::I32 => sink.i32_atomic_rmw_cmpxchg(argument),
            _ => sink.i64_atomic_rmw_cmpxchg(argument),
        };
    }

    /// Reads, computes and writes. The base and the operand are on the stack, and the old value
    /// replaces them.
    fn plain_rmw(&mut self, at: u32, ty: Type, operation: Option<u64>, argument: MemArg) {
        let base = self.locals.scratch(ValType::I32, 0);
        let operand = self.locals.scratch(register(ty), 1);
        let old = self.locals.scratch(register(ty), 2);
        let mut sink = self.sink();
        sink.local_set(operand).local_tee(base);
        load(ty, argument, &mut sink);
        sink.local_set(old).local_get(base);
        if operation != Some(6) {
            sink.local_get(old);
        }
        sink.local_get(operand);
        match (operation, is_long(ty)) {
            (Some(1), false) => sink.i32_add(),
            (Some(1), true) => sink.i64_add(),
            (Some(2), false) => sink.i32_sub(),
            (Some(2), true) => sink.i64_sub(),
            (Some(3), false) => sink.i32_or(),
            (Some(3), true) => sink.i64_or(),
            (Some(4), false) => sink.i32_and(),
            (Some(4), true) => sink.i64_and(),
            (Some(5), false) => sink.i32_xor(),
            (Some(5), true) => sink.i64_xor(),
            (Some(6), _) => &mut sink,
            _ => unreachable!("decoding refuses other operations"),
        };
        self.mark(at);
        store(ty, argument, &mut self.sink());
        self.sink().local_get(old);
    }

    /// Compares and exchanges. The base, the expected and the desired value are on the stack, and
    /// the old value replaces them. It always writes, as the locked instruction does, so that it
    /// traps on read-only memory.
    fn plain_compare_exchange(&mut self, at: u32, ty: Type, argument: MemArg) {
        let base = self.locals.scratch(ValType::I32, 0);
        let [expected, desired, old] =
            [1, 2, 3].map(|index| self.locals.scratch(register(ty), index));
        let mut sink = self.sink();
        sink.local_set(desired).local_set(expected).local_tee(base);
        load(ty, argument, &mut sink);
        sink.local_set(old)
            .local_get(base)
            .local_get(desired)
            .local_get(old)
            .local_get(old)
            .local_get(expected);
        if is_long(ty) {
            sink.i64_eq();
        } else {
            sink.i32_eq();
        }
        sink.select();
        self.mark(at);
        store(ty, argument, &mut self.sink());
        self.sink().local_get(old);
    }

    /// Pushes true if accesses of this number of bytes are lock-free, which are those of 1, 2, 4
    /// and 8 bytes.
    pub(super) fn is_lock_free(&mut self, size: ValueId, address: ValueId) {
        let constant = self.constant(size);
        if constant.is_none() {
            self.value(size);
        }
        if self.constant(address).is_none() {
            self.value(address);
            self.sink().drop();
        }
        if let Some(size) = constant {
            let is_free = matches!(size, 1 | 2 | 4 | 8);
            self.sink().i32_const(is_free.into());
            return;
        }
        let size = self.locals.scratch(ValType::I32, 0);
        // The sizes are bits of a set, which a shift selects from.
        self.sink()
            .local_set(size)
            .i32_const(1 << 1 | 1 << 2 | 1 << 4 | 1 << 8)
            .local_get(size)
            .i32_shr_u()
            .local_get(size)
            .i32_const(32)
            .i32_lt_u()
            .i32_and();
    }
}
