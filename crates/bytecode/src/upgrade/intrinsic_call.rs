//! Upgrades calls to intrinsics.

use pinnacle_llvm as ir;
use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeSetId, FloatPredicate, InstructionKind, Value,
};

use super::body::Body;
use super::cannot;
use super::code::Typed;
use super::constants::plain_bits;
use super::intrinsic::Intrinsic;
use crate::error::Error;
use crate::model::{self, InstId, TypeId};

impl Body<'_, '_, '_> {
    /// Upgrades a call to an intrinsic.
    pub(super) fn intrinsic(
        &mut self,
        id: InstId,
        intrinsic: Intrinsic,
        arguments: model::List<model::Value>,
    ) -> Result<Option<Value>, Error> {
        use Intrinsic as I;
        let result = self.old.result_type(id);
        let operands = self.old.values(arguments);
        // Debug information is dropped, so these operands need no value.
        if intrinsic == I::Debug || intrinsic == I::GcRoot {
            if result == TypeId::VOID {
                return Ok(None);
            }
            let ty = self.code.upgrade.value_type(result)?;
            return Ok(Some(self.code.builder.module.zero(ty).into()));
        }
        let mut values = Vec::with_capacity(operands.len());
        for &operand in operands {
            values.push(self.typed(operand)?);
        }
        let is_pointer = |typed: &Typed| self.code.upgrade.old.types.pointee(typed.ty).is_some();
        let pointers: Vec<bool> = values.iter().map(is_pointer).collect();
        let pointer_result = self.code.upgrade.old.types.pointee(result).is_some();
        match (intrinsic, values.as_slice(), pointers.as_slice()) {
            (I::VaStart, [], _) if pointer_result => self.start_list(id).map(Some),
            (I::VaCopy, [list], [true]) if pointer_result => {
                Ok(Some(self.copy_list(id, list.value)))
            }
            (I::VaEnd, [list], [true]) => {
                self.end_list(list.value);
                Ok(None)
            }
            (I::MemCpy | I::MemMove, [to, from, length, align], [true, true, ..])
                if length.ty.is_integer() && align.ty.is_integer() =>
            {
                let name = if intrinsic == I::MemCpy {
                    "memcpy"
                } else {
                    "memmove"
                };
                let bits = length.ty.integer_bits().unwrap_or(32);
                let name = format!("llvm.{name}.p0.p0.i{bits}");
                self.transfer(&name, &[to.value, from.value, length.value], *align, 2)
            }
            (I::MemSet, [to, byte, length, align], [true, ..])
                if byte.ty.integer_bits() == Some(8)
                    && length.ty.is_integer()
                    && align.ty.is_integer() =>
            {
                let bits = length.ty.integer_bits().unwrap_or(32);
                let name = format!("llvm.memset.p0.i{bits}");
                self.transfer(&name, &[to.value, byte.value, length.value], *align, 1)
            }
            (I::Same(name), _, _) => {
                let result = match result {
                    TypeId::VOID => self.code.builder.module.types.void(),
                    result => self.code.upgrade.value_type(result)?,
                };
                let arguments: Vec<_> = values.iter().map(|typed| typed.value).collect();
                Ok(self.code.call_runtime(name, result, &arguments))
            }
            (I::OfType(name), [first, rest @ ..], _)
                if first.ty.is_integer() || first.ty.is_floating() =>
            {
                self.of_first_type(name, *first, rest, result).map(Some)
            }
            (I::Prefetch, [address, write, locality], [true, false, false]) => {
                let module = &mut *self.code.builder.module;
                let void = module.types.void();
                // The last operand selects the data cache.
                let data = module.int(32, 1).into();
                let arguments = [address.value, write.value, locality.value, data];
                Ok(self.code.call_runtime("llvm.prefetch.p0", void, &arguments))
            }
            (I::ReturnAddress | I::FrameAddress, [level], _)
                if level.ty.integer_bits() == Some(32) && pointer_result =>
            {
                let Value::Constant(constant) = level.value else {
                    return Err(cannot("a frame address whose level is not a constant"));
                };
                if plain_bits(self.code.builder.module, constant).is_none() {
                    return Err(cannot("a frame address whose level is not a constant"));
                }
                let frame = intrinsic == I::FrameAddress;
                let name = if frame {
                    "llvm.frameaddress.p0"
                } else {
                    "llvm.returnaddress"
                };
                let pointer = self.code.builder.module.types.pointer();
                Ok(self.code.call_runtime(name, pointer, &[level.value]))
            }
            (I::IsUnordered, [a, b], _) if a.ty == b.ty && a.ty.is_floating() => {
                let predicate = FloatPredicate::Uno;
                Ok(Some(
                    self.code.builder.float_compare(predicate, a.value, b.value),
                ))
            }
            (I::SetJmp, [_], [true]) => {
                self.jump("setjmp", id, &values, AttributeKind::ReturnsTwice)
            }
            (I::SigSetJmp, [_, _], [true, false]) => {
                self.jump("sigsetjmp", id, &values, AttributeKind::ReturnsTwice)
            }
            (I::LongJmp, [_, _], [true, false]) => {
                self.jump("longjmp", id, &values, AttributeKind::NoReturn)
            }
            (I::SigLongJmp, [_, _], [true, false]) => {
                self.jump("siglongjmp", id, &values, AttributeKind::NoReturn)
            }
            // The object that contains the address comes first, if it is given.
            (I::GcRead, [.., _], [.., true]) | (I::ReadIo, [_], [true]) => {
                let pointer = values[values.len() - 1].value;
                let ty = self.code.upgrade.value_type(result)?;
                Ok(Some(self.code.builder.load(
                    ty,
                    pointer,
                    intrinsic == I::ReadIo,
                )))
            }
            (I::GcWrite, [value, .., address], [.., true])
            | (I::WriteIo, [value, address], [.., true]) => {
                self.code.upgrade.value_type(value.ty)?;
                let (value, address) = (value.value, address.value);
                self.code
                    .builder
                    .store(value, address, intrinsic == I::WriteIo);
                Ok(None)
            }
            _ => Err(cannot(format!(
                "a call of {}; today's LLVM has no such intrinsic, or it takes other arguments",
                self.callee_name(id)
            ))),
        }
    }

    /// Upgrades a call to an intrinsic whose name ends with the type of its first operand. In
    /// current LLVM the result also has that type.
    fn of_first_type(
        &mut self,
        name: &str,
        first: Typed,
        rest: &[Typed],
        result: TypeId,
    ) -> Result<Value, Error> {
        let suffix = match first.ty {
            TypeId::FLOAT => "f32".to_owned(),
            TypeId::DOUBLE => "f64".to_owned(),
            ty => format!("i{}", ty.integer_bits().unwrap_or(32)),
        };
        let mut arguments = vec![first.value];
        arguments.extend(rest.iter().map(|typed| typed.value));
        let mut full = format!("llvm.{name}.{suffix}");
        match name {
            // The result is defined for zero, too.
            "ctlz" | "cttz" => arguments.push(self.code.builder.module.int(1, 0).into()),
            // The name also contains the exponent's type.
            "powi" => full.push_str(".i32"),
            _ => {}
        }
        let ty = self.code.upgrade.value_type(first.ty)?;
        let Some(value) = self.code.call_runtime(&full, ty, &arguments) else {
            return Err(cannot("an intrinsic without a result"));
        };
        // Bit counts are unsigned.
        let from = Typed {
            value,
            ty: match first.ty {
                TypeId::FLOAT | TypeId::DOUBLE => first.ty,
                ty => unsigned(ty),
            },
        };
        self.code.cast(from, result)
    }

    fn callee_name(&self, id: InstId) -> String {
        let old = self.code.upgrade.old;
        let function = match *self.old.inst(id) {
            model::Inst::Call { callee, .. } | model::Inst::Invoke { callee, .. } => {
                self.known_callee(callee)
            }
            _ => None,
        };
        let name = function.map(|function| old.names.get(old.functions[function.index()].name));
        String::from_utf8_lossy(name.unwrap_or(b"?")).into_owned()
    }

    /// Makes a call with attributes of its parameters and of the call itself.
    fn call_with(
        &mut self,
        name: &str,
        result: ir::TypeId,
        arguments: &[Value],
        attributes: ir::AttributeListId,
    ) -> Option<Value> {
        let builder = &mut self.code.builder;
        let types: Vec<_> = arguments
            .iter()
            .map(|&value| builder.type_of(value))
            .collect();
        let ty = builder.module.types.function(result, &types, false);
        let callee = self.code.upgrade.runtime_function(builder.module, name, ty);
        let mut call = builder.call_site(callee, ty, arguments);
        call.attributes = attributes;
        let call = builder.add_call(call);
        if result == builder.module.types.void() {
            builder.emit_void(InstructionKind::Call(call));
            return None;
        }
        Some(builder.emit(InstructionKind::Call(call), result))
    }

    /// Upgrades copying and filling of memory. The alignment becomes an attribute of the addresses,
    /// and a new last operand says that the access is not volatile.
    fn transfer(
        &mut self,
        name: &str,
        arguments: &[Value],
        align: Typed,
        addresses: usize,
    ) -> Result<Option<Value>, Error> {
        let module = &mut *self.code.builder.module;
        let bytes = match align.value {
            Value::Constant(constant) => plain_bits(module, constant),
            _ => None,
        };
        // An alignment that is not a power of two, or is too large, is dropped.
        let known = bytes.filter(|&bytes| bytes.is_power_of_two() && bytes > 1 && bytes <= 1 << 29);
        let attributes = match known {
            Some(bytes) => {
                let set = module
                    .attributes
                    .set(&[Attribute::Int(AttributeKind::Align, bytes)]);
                let sets = vec![set; addresses];
                module
                    .attributes
                    .list(AttributeSetId::EMPTY, AttributeSetId::EMPTY, &sets)
            }
            None => ir::AttributeListId::EMPTY,
        };
        let mut all = arguments.to_vec();
        all.push(module.int(1, 0).into());
        let void = module.types.void();
        Ok(self.call_with(name, void, &all, attributes))
    }

    /// Upgrades `setjmp` and related intrinsics to calls to the C library.
    fn jump(
        &mut self,
        name: &str,
        id: InstId,
        values: &[Typed],
        attribute: AttributeKind,
    ) -> Result<Option<Value>, Error> {
        let result = match self.old.result_type(id) {
            TypeId::VOID => self.code.builder.module.types.void(),
            ty => self.code.upgrade.value_type(ty)?,
        };
        let table = &mut self.code.builder.module.attributes;
        let set = table.set(&[Attribute::Enum(attribute)]);
        let attributes = table.list(set, AttributeSetId::EMPTY, &[]);
        let arguments: Vec<_> = values.iter().map(|typed| typed.value).collect();
        Ok(self.call_with(name, result, &arguments, attributes))
    }
}

/// Returns the unsigned type of the same width.
fn unsigned(ty: TypeId) -> TypeId {
    match ty.integer_bits() {
        Some(8) => TypeId::UBYTE,
        Some(16) => TypeId::USHORT,
        Some(32) => TypeId::UINT,
        Some(64) => TypeId::ULONG,
        _ => ty,
    }
}
