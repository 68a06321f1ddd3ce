//! The body of a function while it is written, with operations for both the program's functions and
//! helper functions.

use crate::abi::{self, Trap};
use crate::shared::{Callee, Shared};
use crate::types::suffix;
use pinnacle_llvm::{
    Align, Atomicity, Attribute, AttributeKind, AttributeSetId, BinaryOp, CastOp, FunctionBuilder,
    InstructionKind, IntPredicate, Ordering, TypeId, Value,
};
use pinnacle_pexe::Type;

/// The ordering of all atomic accesses.
pub(crate) const SEQUENTIAL: Atomicity = Atomicity {
    ordering: Ordering::SequentiallyConsistent,
    scope: None,
};

/// The alignment of an address that nothing is known about.
pub(crate) const UNALIGNED: Align = Align::from_exponent(0);

/// A function body under construction.
pub(crate) struct Code<'a, 'p> {
    pub(crate) shared: &'a mut Shared<'p>,
    pub(crate) builder: FunctionBuilder<'a>,
}

impl Code<'_, '_> {
    /// Returns the type of the module for a type of PNaCl.
    pub(crate) fn ty(&self, ty: Type) -> TypeId {
        self.shared.types.of(ty)
    }

    /// Returns a constant integer of this number of bits.
    pub(crate) fn int(&mut self, width: u32, value: u64) -> Value {
        self.builder.module.int(width, value).into()
    }

    /// Returns a constant `i32`.
    pub(crate) fn word(&mut self, value: u32) -> Value {
        self.int(32, value.into())
    }

    /// Returns a constant integer, or a vector of integers with this number in every lane.
    pub(crate) fn splat(&mut self, ty: Type, value: u64) -> Value {
        let element = self.builder.module.int(ty.element_bits(), value);
        if !ty.is_vector() {
            return element.into();
        }
        let elements = vec![element; ty.lanes() as usize];
        let ty = self.ty(ty);
        let constants = &mut self.builder.module.constants;
        constants.aggregate(ty, &elements).into()
    }

    /// Returns the zero of a type.
    pub(crate) fn zero(&mut self, ty: Type) -> Value {
        let ty = self.ty(ty);
        self.builder.module.zero(ty).into()
    }

    /// Calls a function. Returns its result, if it has one.
    pub(crate) fn call(&mut self, callee: Callee, arguments: &[Value]) -> Option<Value> {
        let builder = &mut self.builder;
        let mut site = builder.call_site(callee.address.into(), callee.ty, arguments);
        site.attributes = callee.attributes;
        let site = builder.add_call(site);
        self.emit_call(InstructionKind::Call(site), callee.ty)
    }

    /// Calls a function without inlining it.
    pub(crate) fn call_apart(&mut self, callee: Callee, arguments: &[Value]) -> Option<Value> {
        let module = &mut *self.builder.module;
        let set = module
            .attributes
            .set(&[Attribute::Enum(AttributeKind::NoInline)]);
        let attributes = module.attributes.list(set, AttributeSetId::EMPTY, &[]);
        let callee = Callee {
            attributes,
            ..callee
        };
        self.call(callee, arguments)
    }

    fn emit_call(&mut self, kind: InstructionKind, ty: TypeId) -> Option<Value> {
        let void = self.ty(Type::Void);
        let result = self.builder.module.types.result(ty);
        let result = result.expect("what is called has the type of a function");
        if result == void {
            self.builder.emit_void(kind);
            return None;
        }
        Some(self.builder.emit(kind, result))
    }

    /// Calls a function that is defined elsewhere.
    pub(crate) fn call_declared(
        &mut self,
        name: &str,
        result: TypeId,
        arguments: &[Value],
    ) -> Option<Value> {
        let params: Vec<TypeId> = arguments
            .iter()
            .map(|&value| self.builder.type_of(value))
            .collect();
        let module = &mut *self.builder.module;
        let callee = self.shared.declare(module, name, result, &params);
        self.call(callee, arguments)
    }

    /// Calls an intrinsic of LLVM that is overloaded on these types.
    pub(crate) fn intrinsic(
        &mut self,
        name: &str,
        overloads: &[Type],
        result: Type,
        arguments: &[Value],
    ) -> Option<Value> {
        let mut full = name.to_owned();
        for &ty in overloads {
            full.push('.');
            full.push_str(suffix(ty));
        }
        let result = self.ty(result);
        self.call_declared(&full, result, arguments)
    }

    /// Converts a floating point number to an integer of a type: truncated, the smallest or largest
    /// integer if it is out of range, 0 for NaN.
    pub(crate) fn nearest_integer(
        &mut self,
        signed: bool,
        from: Type,
        (to, to_name): (TypeId, &str),
        value: Value,
    ) -> Value {
        let sign = if signed { 's' } else { 'u' };
        let name = format!("llvm.fpto{sign}i.sat.{to_name}.{}", suffix(from));
        let result = self.call_declared(&name, to, &[value]);
        result.expect("a conversion has a result")
    }

    /// Stops the program, and ends this block.
    pub(crate) fn trap(&mut self, trap: Trap) {
        let code = self.word(trap.code());
        self.trap_with(code);
    }

    /// Does the same as `trap`, with a computed code.
    pub(crate) fn trap_with(&mut self, code: Value) {
        self.call_trap(code);
        self.builder.unreachable();
    }

    /// Calls the host's function that stops the program; the block continues.
    pub(crate) fn call_trap(&mut self, code: Value) {
        let void = self.ty(Type::Void);
        self.call_declared(abi::TRAP, void, &[code]);
    }

    /// Stops the program if a condition holds, otherwise continues in a new block.
    pub(crate) fn trap_if(&mut self, condition: Value, trap: Trap) {
        let stop = self.builder.block(b"");
        let go_on = self.builder.block(b"");
        self.builder.branch_if(condition, stop, go_on);
        self.builder.start(stop);
        self.trap(trap);
        self.builder.start(go_on);
    }

    /// Reads a variable of the module.
    pub(crate) fn read(&mut self, ty: TypeId, variable: impl Into<Value>) -> Value {
        self.builder.load(ty, variable.into(), false)
    }

    /// Writes a variable of the module.
    pub(crate) fn write(&mut self, variable: impl Into<Value>, value: Value) {
        self.builder.store(value, variable.into(), false);
    }

    /// Returns the host's address of the program's memory.
    pub(crate) fn memory(&mut self) -> Value {
        let memory = self.shared.variables.memory;
        let value = self.read(self.shared.types.pointer, memory);
        let nothing = self.shared.nothing;
        self.builder.attach(b"invariant.load", nothing);
        value
    }

    /// Returns the address a number of bytes after a pointer.
    pub(crate) fn behind(&mut self, pointer: Value, bytes: Value) -> Value {
        let byte = self.ty(Type::I8);
        self.builder.get_element_ptr(byte, pointer, &[bytes])
    }

    /// Returns the host's address for a program's address in a value.
    pub(crate) fn place(&mut self, memory: Value, address: Value) -> Value {
        let long = self.ty(Type::I64);
        let offset = self.builder.cast(CastOp::ZExt, address, long);
        self.behind(memory, offset)
    }

    /// Reads from the program's memory.
    pub(crate) fn load(&mut self, ty: TypeId, pointer: Value) -> Value {
        self.load_as(ty, pointer, self.shared.options.volatile)
    }

    /// Reads from the program's memory, even if nothing needs the value.
    pub(crate) fn load_volatile(&mut self, ty: TypeId, pointer: Value) -> Value {
        self.load_as(ty, pointer, true)
    }

    fn load_as(&mut self, ty: TypeId, pointer: Value, volatile: bool) -> Value {
        let kind = InstructionKind::Load {
            pointer,
            align: UNALIGNED,
            volatile,
            atomicity: Atomicity::NONE,
        };
        self.builder.emit(kind, ty)
    }

    /// Writes to the program's memory.
    pub(crate) fn store(&mut self, value: Value, pointer: Value) {
        self.builder.emit_void(InstructionKind::Store {
            value,
            pointer,
            align: UNALIGNED,
            volatile: self.shared.options.volatile,
            atomicity: Atomicity::NONE,
        });
    }

    /// Compares integers.
    pub(crate) fn compare(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Value {
        self.builder.int_compare(predicate, lhs, rhs)
    }

    /// Returns an element of a vector.
    pub(crate) fn element(&mut self, ty: Type, vector: Value, lane: u32) -> Value {
        let index = self.word(lane);
        let ty = self.ty(ty.element());
        self.builder
            .emit(InstructionKind::ExtractElement { vector, index }, ty)
    }

    /// Returns a vector with one element replaced.
    pub(crate) fn with_element(&mut self, vector: Value, element: Value, index: Value) -> Value {
        let ty = self.builder.type_of(vector);
        let operands = self.builder.values(&[vector, element, index]);
        self.builder
            .emit(InstructionKind::InsertElement { operands }, ty)
    }

    /// Returns true if one of two conditions holds.
    pub(crate) fn either(&mut self, lhs: Value, rhs: Value) -> Value {
        self.builder.binary(BinaryOp::Or, lhs, rhs)
    }
}
