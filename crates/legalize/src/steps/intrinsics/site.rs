//! A call to an intrinsic: access to its arguments and its result with type checks, and emission of
//! its replacement.

use pinnacle_llvm::{
    BinaryOp, Call, CastOp, Editor, FloatPredicate, GlobalId, LocalId, Metadata, Module, Type,
    TypeId, Value,
};

use super::MAX_LANES;
use crate::emit::{Emit, check_width, constant_bits, scalar_of, width_of};
use crate::error::{ErrorKind, Fault, name_of};

/// Maximum number of arguments of an intrinsic that is replaced.
pub(super) const MAX_ARGUMENTS: usize = 6;

/// A call of an intrinsic.
pub(super) struct Site<'a, 'm> {
    pub(super) editor: &'a mut Editor<'m>,
    call: Call,
    function: GlobalId,
    result: Option<LocalId>,
    pub(super) arguments: [Value; MAX_ARGUMENTS],
    pub(super) count: usize,
}

impl<'a, 'm> Site<'a, 'm> {
    pub(super) fn new(
        editor: &'a mut Editor<'m>,
        call: Call,
        function: GlobalId,
        result: Option<LocalId>,
    ) -> Self {
        let given = editor.build.body().values(call.arguments);
        let count = given.len().min(MAX_ARGUMENTS);
        let mut arguments = [call.callee; MAX_ARGUMENTS];
        arguments[..count].copy_from_slice(&given[..count]);
        for argument in &mut arguments[..count] {
            *argument = editor.current_value(*argument);
        }
        Site {
            editor,
            call,
            function,
            result,
            arguments,
            count,
        }
    }

    #[cold]
    pub(super) fn wrong(&self) -> Fault {
        wrong_types(self.editor.build.module, self.function)
    }

    #[cold]
    pub(super) fn unknown(&self) -> Fault {
        let name = name_of(self.editor.build.module, self.function);
        ErrorKind::BadIntrinsic.fault(format!(
            "PNaCl has no equivalent of {name}, and no replacement is known"
        ))
    }

    pub(super) fn ty(&self, value: Value) -> Option<TypeId> {
        let build = &self.editor.build;
        build.module.type_of(build.body(), value)
    }

    pub(super) fn result_type(&self) -> Option<TypeId> {
        self.result
            .map(|local| self.editor.build.body().local(local).ty)
    }

    /// Returns the number of lanes if the type is a vector, and the type of a lane or of the
    /// scalar.
    pub(super) fn shape_of(&self, ty: TypeId) -> (Option<u32>, TypeId) {
        match self.editor.build.module.types.get(ty) {
            Type::Vector {
                element, length, ..
            } => (Some(length), element),
            _ => (None, ty),
        }
    }

    pub(super) fn shape(&self, value: Value) -> (Option<u32>, TypeId) {
        match self.ty(value) {
            Some(ty) => self.shape_of(ty),
            None => (None, self.call.function_type),
        }
    }

    pub(super) fn field_types(&self, ty: TypeId) -> Option<Vec<TypeId>> {
        let types = &self.editor.build.module.types;
        types.fields(ty).map(<[TypeId]>::to_vec)
    }

    pub(super) fn argument(&self, number: usize) -> Result<Value, Fault> {
        match self.arguments[..self.count].get(number) {
            Some(&value) => Ok(value),
            None => Err(self.wrong()),
        }
    }

    /// The first `N` arguments, which must have the same numeric type.
    pub(super) fn same<const N: usize>(&self) -> Result<([Value; N], TypeId), Fault> {
        let first = self.argument(N - 1).and_then(|_| self.argument(0))?;
        let Some(ty) = self.ty(first) else {
            return Err(self.wrong());
        };
        let mut arguments = [first; N];
        for (number, argument) in arguments.iter_mut().enumerate() {
            *argument = self.arguments[number];
            if self.ty(*argument) != Some(ty) {
                return Err(self.wrong());
            }
        }
        if let Type::Vector {
            length, scalable, ..
        } = self.editor.build.module.types.get(ty)
            && (scalable || length > MAX_LANES)
        {
            return Err(ErrorKind::TooLarge.fault(format!(
                "a vector here has {length} lanes{}, expected at most {MAX_LANES}",
                if scalable { " or a multiple of it" } else { "" }
            )));
        }
        Ok((arguments, ty))
    }

    /// The first `N` arguments, which must be integers of the same type.
    pub(super) fn integers<const N: usize>(&self) -> Result<[Value; N], Fault> {
        let (arguments, ty) = self.same()?;
        match width_of(self.editor.build.module, ty) {
            Some(width) => check_width(width).map(|()| arguments),
            None => Err(self.wrong()),
        }
    }

    /// The first `N` arguments, which must be floating-point numbers of the same type.
    pub(super) fn floats<const N: usize>(&self) -> Result<[Value; N], Fault> {
        let (arguments, ty) = self.same()?;
        let module = &*self.editor.build.module;
        match module.types.get(scalar_of(module, ty)) {
            Type::Float | Type::Double => Ok(arguments),
            _ => Err(ErrorKind::BadType.fault(format!(
                "PNaCl computes with float and double only, but {} uses another type",
                name_of(module, self.function)
            ))),
        }
    }

    /// The type and width of a result that is an integer.
    pub(super) fn integer_result(&self) -> Result<(TypeId, u32), Fault> {
        let ty = self.result_type();
        let width = ty.and_then(|ty| width_of(self.editor.build.module, ty));
        match ty.zip(width) {
            Some((ty, width)) => check_width(width).map(|()| (ty, width)),
            None => Err(self.wrong()),
        }
    }

    /// An argument that must be a constant number.
    pub(super) fn constant(&self, number: usize) -> Result<u64, Fault> {
        let value = self.argument(number)?;
        constant_bits(self.editor.build.module, value).ok_or_else(|| self.wrong())
    }

    /// Returns a number in the type of the result.
    pub(super) fn number(&mut self, number: u64) -> Result<Value, Fault> {
        let (ty, _) = self.integer_result()?;
        if self.shape_of(ty).0.is_some() {
            return Err(self.wrong());
        }
        Ok(self.editor.build.int(ty, number))
    }

    /// Combines two values to the struct that the call returns.
    pub(super) fn pair(&mut self, first: Value, second: Value) -> Result<Value, Fault> {
        let Some(ty) = self.result_type() else {
            return Err(self.wrong());
        };
        let expected = [self.ty(first), self.ty(second)];
        let fields = self.field_types(ty);
        if !fields.is_some_and(|fields| fields.iter().copied().map(Some).eq(expected)) {
            return Err(self.wrong());
        }
        Ok(self.editor.build.assemble(ty, &[first, second]))
    }

    /// An argument that must be a pointer in the address space of programs.
    pub(super) fn pointer(&mut self, number: usize) -> Result<Value, Fault> {
        let value = self.argument(number)?;
        match self.ty(value).map(|ty| build_type(self, ty)) {
            Some(Type::Pointer(0)) => Ok(value),
            Some(Type::Pointer(_)) => {
                let build = &mut self.editor.build;
                let ty = build.module.types.pointer();
                Ok(build.cast(CastOp::AddrSpaceCast, value, ty))
            }
            _ => Err(self.wrong()),
        }
    }

    /// An argument that must be a byte.
    pub(super) fn byte(&mut self, number: usize) -> Result<Value, Fault> {
        let value = self.argument(number)?;
        match self.ty(value).map(|ty| build_type(self, ty)) {
            Some(Type::Integer(8)) => Ok(value),
            _ => Err(self.wrong()),
        }
    }

    /// An argument that is a number of bytes, converted to 32 bits.
    pub(super) fn length(&mut self, number: usize) -> Result<Value, Fault> {
        let value = self.argument(number)?;
        match self.ty(value).map(|ty| build_type(self, ty)) {
            Some(Type::Integer(32)) => Ok(value),
            Some(Type::Integer(64)) => match constant_bits(self.editor.build.module, value) {
                Some(bits) => match u32::try_from(bits) {
                    Ok(_) => Ok(Value::Constant(self.editor.build.module.int(32, bits))),
                    Err(_) => Err(ErrorKind::TooLarge.fault(format!(
                        "a size of {bits} bytes exceeds the memory of a program"
                    ))),
                },
                None => Ok(self.editor.build.resize(value, 32)),
            },
            Some(Type::Integer(_)) => Ok(self.editor.build.resize(value, 32)),
            _ => Err(self.wrong()),
        }
    }

    /// The last argument of a copy, the volatile flag. Checks the alignment before it, if there is
    /// one.
    pub(super) fn volatile(&mut self) -> Result<Value, Fault> {
        let volatile = match self.count {
            4 | 5 => self.constant(self.count - 1)?,
            _ => return Err(self.wrong()),
        };
        Ok(Value::Constant(
            self.editor.build.module.int(1, volatile & 1),
        ))
    }

    pub(super) fn cast(&mut self, op: CastOp) -> Result<Value, Fault> {
        let ([value], Some(ty)) = (self.same()?.0, self.result_type()) else {
            return Err(self.wrong());
        };
        let from = self.shape(value);
        let to = self.shape_of(ty);
        let module = &*self.editor.build.module;
        let is_float = |ty| matches!(module.types.get(ty), Type::Float | Type::Double);
        let is_integer = |ty| matches!(module.types.get(ty), Type::Integer(_));
        let fits = match op {
            CastOp::FPToSI | CastOp::FPToUI => is_float(from.1) && is_integer(to.1),
            CastOp::SIToFP | CastOp::UIToFP => is_integer(from.1) && is_float(to.1),
            _ => is_float(from.1) && is_float(to.1),
        };
        if !fits || from.0 != to.0 {
            return Err(self.wrong());
        }
        Ok(self.editor.build.cast(op, value, ty))
    }

    pub(super) fn compare(&mut self) -> Result<Value, Fault> {
        let [lhs, rhs] = self.floats()?;
        let module = &*self.editor.build.module;
        let predicate = match self.argument(2)? {
            Value::Metadata(id) => match module.metadata.get(id) {
                Metadata::Text(text) => {
                    let text = module.names.get(text);
                    let named = |it: &&FloatPredicate| it.text().as_bytes() == text;
                    FloatPredicate::ALL.iter().find(named)
                }
                _ => None,
            },
            _ => None,
        };
        match predicate {
            Some(&predicate) => Ok(self.editor.build.float_compare(predicate, lhs, rhs)),
            None => Err(self.wrong()),
        }
    }

    pub(super) fn mask_pointer(&mut self) -> Result<Value, Fault> {
        let (pointer, mask) = (self.argument(0)?, self.argument(1)?);
        let ty = self.ty(pointer).map(|ty| (ty, build_type(self, ty)));
        let mask_type = self.ty(mask).map(|ty| build_type(self, ty));
        let (Some((ty, Type::Pointer(_))), Some(Type::Integer(_))) = (ty, mask_type) else {
            return Err(self.wrong());
        };
        let build = &mut self.editor.build;
        let word = build.module.types.integer(32);
        // LLVM ignores bits that the mask does not have.
        let mask = build.resize_signed(mask, 32);
        let address = build.cast(CastOp::PtrToInt, pointer, word);
        let address = build.binary(BinaryOp::And, address, mask);
        Ok(build.cast(CastOp::IntToPtr, address, ty))
    }

    pub(super) fn load_relative(&mut self) -> Result<Value, Fault> {
        let (base, offset) = (self.pointer(0)?, self.argument(1)?);
        let Some(Type::Integer(_)) = self.ty(offset).map(|ty| build_type(self, ty)) else {
            return Err(self.wrong());
        };
        let build = &mut self.editor.build;
        let types = &mut build.module.types;
        let (byte, word) = (types.integer(8), types.integer(32));
        let place = build.get_element_ptr(byte, base, &[offset]);
        let distance = build.load(word, place, false);
        Ok(build.get_element_ptr(byte, base, &[distance]))
    }
}

fn build_type(site: &Site<'_, '_>, ty: TypeId) -> Type {
    site.editor.build.module.types.get(ty)
}

#[cold]
pub(super) fn wrong_types(module: &Module, function: GlobalId) -> Fault {
    ErrorKind::BadIntrinsic.fault(format!(
        "{} is called with operands that it does not accept",
        name_of(module, function)
    ))
}
