//! Elements of vectors: taking vectors apart and putting them together.

use super::{Expander, not_possible};
use crate::error::{ErrorKind, Fault};
use crate::vector_shapes::{Shape, shape_of};
use pinnacle_llvm::{
    AttributeSetId, ConstantId, ConstantKind, Edit, Editor, GlobalId, GlobalKind, Instruction,
    InstructionKind, Linkage, LocalId, Module, Type, TypeId, Value,
};

/// Variables that hold constant vectors, by the id of the constant.
#[derive(Default)]
pub(super) struct Constants(Vec<Option<GlobalId>>);

impl Constants {
    /// The variable for a constant: an array, which has the same bytes.
    fn variable(
        &mut self,
        module: &mut Module,
        constant: ConstantId,
        shape: Shape,
    ) -> Result<GlobalId, Fault> {
        if self.0.len() <= constant.index() {
            self.0.resize(constant.index() + 1, None);
        }
        if let Some(known) = self.0[constant.index()] {
            return Ok(known);
        }
        let mut elements = Vec::with_capacity(shape.length as usize);
        for number in 0..shape.length {
            elements.push(constant_element(module, constant, number)?);
        }
        let ty = module.types.array(shape.element, shape.length.into());
        let initializer = module.constants.aggregate(ty, &elements);
        let kind = GlobalKind::Variable {
            initializer: Some(initializer),
            constant: true,
            externally_initialized: false,
            attributes: AttributeSetId::EMPTY,
        };
        let variable = module.add_global(b"", ty, kind);
        module.global_mut(variable).linkage = Linkage::Internal;
        self.0[constant.index()] = Some(variable);
        Ok(variable)
    }
}

/// The value of a constant; the largest number if it is undefined, and `None` if the value is not
/// constant.
pub(super) fn number_of(module: &Module, value: Value) -> Option<u64> {
    let Value::Constant(constant) = value else {
        return None;
    };
    match module.constants.get(constant).kind {
        ConstantKind::Bits(bits) => Some(bits),
        ConstantKind::Undef | ConstantKind::Poison | ConstantKind::WideBits(_) => Some(u64::MAX),
        _ => None,
    }
}

pub(super) fn undefined(editor: &mut Editor<'_>, ty: TypeId) -> Value {
    let constants = &mut editor.build.module.constants;
    constants.plain(ty, ConstantKind::Undef).into()
}

/// Returns true if a value is undefined.
pub(super) fn is_undefined(module: &Module, value: Value) -> bool {
    match value {
        Value::Constant(constant) => matches!(
            module.constants.get(constant).kind,
            ConstantKind::Undef | ConstantKind::Poison
        ),
        _ => false,
    }
}

/// Puts an element into a vector that PNaCl has.
pub(super) fn insert(editor: &mut Editor<'_>, vector: Value, element: Value, number: u32) -> Value {
    let ty = editor.build.type_of(vector);
    let number = editor.build.module.int(32, number.into());
    let operands = editor.build.values(&[vector, element, number.into()]);
    editor
        .build
        .emit(InstructionKind::InsertElement { operands }, ty)
}

/// An element of a constant vector.
pub(super) fn constant_element(
    module: &mut Module,
    constant: ConstantId,
    number: u32,
) -> Result<ConstantId, Fault> {
    let whole = module.constants.get(constant);
    let unknown = || {
        Fault::new(
            ErrorKind::BadConstant,
            "the elements of this constant are unknown",
        )
    };
    let element = module.types.element(whole.ty).ok_or_else(unknown)?;
    match whole.kind {
        ConstantKind::Undef | ConstantKind::Poison => {
            Ok(module.constants.plain(element, ConstantKind::Undef))
        }
        ConstantKind::Zero => Ok(module.zero(element)),
        ConstantKind::Aggregate(list) => {
            let elements = module.constants.list(list);
            elements.get(number as usize).copied().ok_or_else(unknown)
        }
        ConstantKind::Data(list) => {
            let size = match module.types.get(element) {
                Type::Integer(8) => 1,
                Type::Integer(16) | Type::Half | Type::BFloat => 2,
                Type::Integer(32) | Type::Float => 4,
                Type::Integer(64) | Type::Double => 8,
                _ => return Err(unknown()),
            };
            let start = number as usize * size;
            let bytes = module.constants.bytes(list).get(start..start + size);
            let mut word = [0; 8];
            word[..size].copy_from_slice(bytes.ok_or_else(unknown)?);
            Ok(module.constants.bits(element, u64::from_le_bytes(word)))
        }
        _ => Err(unknown()),
    }
}

impl Expander<'_> {
    /// The type and shape of a value that must be a vector.
    pub(super) fn typed(
        &self,
        editor: &Editor<'_>,
        value: Value,
    ) -> Result<(TypeId, Shape), Fault> {
        let build = &editor.build;
        let ty = build.module.type_of(build.body(), value);
        let ty = ty.ok_or_else(not_possible)?;
        let shape = shape_of(build.module, ty)?.ok_or_else(not_possible)?;
        Ok((ty, shape))
    }

    /// An element of a vector.
    pub(super) fn element(
        &mut self,
        editor: &mut Editor<'_>,
        vector: Value,
        shape: Shape,
        number: u32,
    ) -> Result<Value, Fault> {
        match vector {
            Value::Constant(constant) => {
                Ok(constant_element(editor.build.module, constant, number)?.into())
            }
            Value::Local(_) if shape.legal => {
                let index = editor.build.module.int(32, number.into()).into();
                let kind = InstructionKind::ExtractElement { vector, index };
                Ok(editor.build.emit(kind, shape.element))
            }
            Value::Local(local) => {
                let first = self.of_local(editor, local, shape);
                Ok(self.parts.get(first + number as usize))
            }
            Value::InlineAsm(_) | Value::Metadata(_) => Err(not_possible()),
        }
    }

    fn of_local(&mut self, editor: &mut Editor<'_>, local: LocalId, shape: Shape) -> usize {
        let types = std::iter::repeat_n(shape.element, shape.length as usize);
        self.parts.of_local(editor, local, types)
    }

    /// All elements of a vector: where they are in `parts`.
    pub(super) fn elements(
        &mut self,
        editor: &mut Editor<'_>,
        vector: Value,
        shape: Shape,
    ) -> Result<usize, Fault> {
        if self.typed(editor, vector)?.1 != shape {
            return Err(not_possible());
        }
        if let Value::Local(local) = vector
            && !shape.legal
        {
            return Ok(self.of_local(editor, local, shape));
        }
        let first = self.parts.len();
        for number in 0..shape.length {
            let element = self.element(editor, vector, shape, number)?;
            self.parts.push(element);
        }
        Ok(first)
    }

    pub(super) fn all_undefined(&mut self, editor: &mut Editor<'_>, shape: Shape) -> usize {
        let first = self.parts.len();
        for _ in 0..shape.length {
            let element = undefined(editor, shape.element);
            self.parts.push(element);
        }
        first
    }

    /// Makes a local the vector of these elements.
    pub(super) fn finish(
        &mut self,
        editor: &mut Editor<'_>,
        (result, ty, shape): (LocalId, TypeId, Shape),
        first: usize,
    ) {
        if shape.legal {
            let vector = self.together(editor, ty, shape, first);
            editor.replace(result, vector);
        } else {
            self.parts
                .define(editor, result, first, shape.length as usize);
        }
    }

    /// A vector that PNaCl has, of its elements.
    pub(super) fn together(
        &mut self,
        editor: &mut Editor<'_>,
        ty: TypeId,
        shape: Shape,
        first: usize,
    ) -> Value {
        let mut vector = undefined(editor, ty);
        for number in 0..shape.length {
            let element = self.parts.get(first + number as usize);
            if !is_undefined(editor.build.module, element) {
                vector = insert(editor, vector, element, number);
            }
        }
        vector
    }

    /// A value that an instruction may have: a constant vector is loaded.
    pub(super) fn loaded(&mut self, editor: &mut Editor<'_>, value: Value) -> Result<Value, Fault> {
        let Value::Constant(constant) = value else {
            return Ok(value);
        };
        let whole = editor.build.module.constants.get(constant);
        let Some(shape) = shape_of(editor.build.module, whole.ty)? else {
            return Ok(value);
        };
        if !shape.legal {
            return Err(not_possible());
        }
        if is_undefined(editor.build.module, value) {
            return Ok(undefined(editor, whole.ty));
        }
        if shape.bits {
            let first = self.elements(editor, value, shape)?;
            return Ok(self.together(editor, whole.ty, shape, first));
        }
        let module = &mut *editor.build.module;
        let variable = self.constants.variable(module, constant, shape)?;
        let address = module.address_of(variable).into();
        Ok(editor.build.load(whole.ty, address, false))
    }

    /// Keeps an instruction; constant vectors that it takes are loaded.
    pub(super) fn keep(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
    ) -> Result<Edit, Fault> {
        let mut kind = instruction.kind;
        editor.map_operands(&mut kind, |editor, value| self.loaded(editor, value))?;
        editor.build.push(Instruction {
            kind,
            result: instruction.result,
        });
        Ok(Edit::Drop)
    }
}
