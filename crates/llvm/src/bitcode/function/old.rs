//! Instructions of LLVM 2.x that later releases have dropped.

use super::BodyReader;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::types::FileType;
use crate::body::{Call, OldForm};
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, CallId, ConstantId, List, TypeId};
use crate::instruction::{
    Atomicity, BinaryFlags, BinaryOp, CastFlags, CastOp, FastMath, GepFlags, InstructionKind,
    TailKind, Value,
};
use crate::module::CallingConvention;
use crate::types::Type;

impl BodyReader<'_> {
    /// The type `i32`.
    pub(super) fn word(&mut self) -> Result<FileType> {
        let word = self.plain_type(Type::Integer(32))?;
        Ok(self.types.add(word, Type::Integer(32), &[]))
    }

    /// Reads a store of LLVM 2.0 and 2.1, which has the value first.
    pub(super) fn oldest_store(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (value, ty) = self.pair(operands)?;
        self.is_loadable(ty)?;
        let pointer = self.pointer_type(0, ty)?;
        let pointer = self.value(operands, pointer)?;
        let align = crate::bitcode::codes::align(operands.next()?)?;
        let volatile = operands.next()? != 0;
        operands.end()?;
        self.emit(InstructionKind::Store {
            value,
            pointer,
            align,
            volatile,
            atomicity: Atomicity::NONE,
        })
    }

    /// Converts the result of a vector comparison of LLVM 2.4 and 2.5. It has the width of the
    /// operands, and all bits of an element are equal.
    pub(super) fn widen(
        &mut self,
        compare: InstructionKind,
        truth: FileType,
        compared: FileType,
    ) -> Result<()> {
        let truth = self.types.model(truth)?;
        let wide = self.wide_truth(compared)?;
        let value = self.emit_extra(compare, truth).into();
        let kind = InstructionKind::Cast {
            op: CastOp::SExt,
            flags: CastFlags::NONE,
            value,
        };
        self.emit_value(kind, wide)
    }

    /// The result type of a vector comparison of LLVM 2.4 and 2.5.
    pub(super) fn wide_truth(&mut self, compared: FileType) -> Result<FileType> {
        let Type::Vector {
            element,
            length,
            scalable,
        } = self.types.kind(compared)?
        else {
            return Err(bad(ErrorKind::WrongType, "an operand is not a vector"));
        };
        let width = match self.module.types.get(element) {
            Type::Integer(width) => width,
            Type::Float => 32,
            Type::Double => 64,
            _ => {
                let message = "a vector comparison of elements without a fixed width is not \
                               supported";
                return Err(bad(ErrorKind::Unsupported, message));
            }
        };
        let element = self.plain_type(Type::Integer(width))?;
        let part = self.types.add(element, Type::Integer(width), &[]);
        let kind = Type::Vector {
            element,
            length,
            scalable,
        };
        let model = self.plain_type(kind)?;
        Ok(self.types.add(model, kind, &[part]))
    }

    /// Reads a return of LLVM 2.3, which may list the fields of a struct.
    pub(super) fn return_fields(
        &mut self,
        first: Value,
        ty: TypeId,
        operands: &mut Operands<'_>,
    ) -> Result<()> {
        let mut fields = vec![first];
        while operands.left() > 0 {
            fields.push(self.pair(operands)?.0);
        }
        if self.types.are_as_written() {
            let fields = self.values(&fields);
            self.mark(OldForm::ReturnFields(fields));
            return self.emit(InstructionKind::Return(None));
        }
        let wanted = self.module.types.fields(ty).unwrap_or_default();
        let fits = wanted.len() == fields.len()
            && wanted
                .iter()
                .zip(&fields)
                .all(|(&ty, &field)| self.module.type_of(&self.body, field) == Some(ty));
        if !fits {
            let message = "a return does not match the return type of the function";
            return Err(bad(ErrorKind::WrongType, message));
        }
        let nothing = self.module.alone()?.0;
        let nothing = nothing.constants.plain(ty, ConstantKind::Undef);
        let mut aggregate = Value::Constant(nothing);
        for (index, &element) in (0..).zip(&fields) {
            let indices = List::push(&mut self.body.indices, &[index]);
            let kind = InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            };
            // These instructions have no value numbers in the file.
            aggregate = self.emit_extra(kind, ty).into();
        }
        self.emit(InstructionKind::Return(Some(aggregate)))
    }

    /// Reads `malloc`, which becomes a call to the function. Its size is an expression.
    pub(super) fn malloc(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let pointer = self.types.by_number(operands.next()?)?;
        self.pointer(pointer)?;
        let allocated = self.types.pointee(pointer)?;
        self.is_loadable(allocated)?;
        let allocated = self.types.model(allocated)?;
        let word = self.word()?;
        let count = self.value(operands, word)?;
        let align = operands.next()?;
        operands.end()?;
        if self.types.are_as_written() {
            self.mark(OldForm::Malloc);
            let kind = InstructionKind::Alloca {
                allocated,
                count: (!self.is_one(count)).then_some(count),
                align: crate::bitcode::codes::align(align & 31)?,
                in_alloca: false,
                swift_error: false,
            };
            return self.emit_value(kind, pointer);
        }
        // All implementations ignored the alignment.
        let module = self.module.alone()?.0;
        let width = pointer_width(&module.data_layout);
        let size_type = module.types.integer(width);
        let null = module.null();
        let one = module.int(32, 1);
        let address = module.types.pointer();
        let end =
            module
                .constants
                .get_element_ptr(address, allocated, GepFlags::NONE, &[null, one]);
        let size = ConstantKind::Cast(CastOp::PtrToInt, end);
        let size = module.constants.plain(size_type, size);
        let function = module.types.function(address, &[size_type], false);
        let mut size = Value::Constant(size);
        if !self.is_one(count) {
            let mut count = count;
            if width > 32 {
                let kind = InstructionKind::Cast {
                    op: CastOp::ZExt,
                    flags: CastFlags::NONE,
                    value: count,
                };
                count = self.emit_extra(kind, size_type).into();
            }
            let kind = InstructionKind::Binary {
                op: BinaryOp::Mul,
                flags: BinaryFlags::NONE,
                lhs: size,
                rhs: count,
            };
            size = self.emit_extra(kind, size_type).into();
        }
        let call = self.call_of("malloc", function, &[size])?;
        self.emit_value(InstructionKind::Call(call), pointer)
    }

    /// Reads `free`, which becomes a call to the function.
    pub(super) fn free(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (address, ty) = self.pair(operands)?;
        self.pointer(ty)?;
        operands.end()?;
        if self.types.are_as_written() {
            self.mark(OldForm::Free);
            return self.emit(InstructionKind::Freeze(address));
        }
        let types = &mut self.module.alone()?.0.types;
        let (nothing, pointer) = (types.void(), types.pointer());
        let function = types.function(nothing, &[pointer], false);
        let call = self.call_of("free", function, &[address])?;
        self.emit(InstructionKind::Call(call))
    }

    /// Makes a call to a function of the module. Declares the function if it is missing.
    pub(super) fn call_of(
        &mut self,
        name: &'static str,
        function: TypeId,
        arguments: &[Value],
    ) -> Result<CallId> {
        let callee = Value::Constant(self.address_of(name, function)?);
        let arguments = self.values(arguments);
        self.body.calls.push(Call {
            callee,
            function_type: function,
            arguments,
            convention: CallingConvention(0),
            attributes: AttributeListId::EMPTY,
            address_space: 0,
            tail: TailKind::None,
            flags: FastMath::NONE,
            bundles: List::push(&mut self.body.bundles, &[]),
        });
        Ok(CallId::at(self.body.calls.len() - 1))
    }

    /// Returns the address of a function. Declares the function if it is missing.
    pub(super) fn address_of(&mut self, name: &'static str, ty: TypeId) -> Result<ConstantId> {
        let (module, extra) = self.module.alone()?;
        let global = match extra.called.get(name) {
            Some(&known) => known,
            None => {
                let found = module.find_global(name.as_bytes());
                found.unwrap_or_else(|| module.add_function(name.as_bytes(), ty))
            }
        };
        extra.called.insert(name, global);
        Ok(module.address_of(global))
    }

    fn is_one(&self, value: Value) -> bool {
        matches!(value, Value::Constant(constant)
            if self.module.constants.get(constant).kind == ConstantKind::Bits(1))
    }
}

/// Returns the number of bits of a pointer in a data layout. The default is 64.
pub(crate) fn pointer_width(layout: &[u8]) -> u32 {
    let mut parts = layout.split(|&byte| byte == b'-');
    match parts.find_map(|part| part.strip_prefix(b"p:")) {
        Some(rest) if rest.starts_with(b"32") => 32,
        Some(rest) if rest.starts_with(b"16") => 16,
        _ => 64,
    }
}
