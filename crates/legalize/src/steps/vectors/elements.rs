//! Elements of vectors: taking vectors apart and putting them together.

use super::{Expander, not_possible};
use crate::constants::part_of;
use crate::emit::{Emit, is_undefined};
use crate::error::Fault;
use crate::vector_shapes::{Shape, shape_of};
use pinnacle_llvm::{ConstantKind, Edit, Editor, InstructionKind, LocalId, Module, TypeId, Value};

/// Returns the value of a constant. For an undefined one, the largest number. `None` if the value
/// is not constant.
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

    /// Returns an element of a vector.
    pub(super) fn element(
        &mut self,
        editor: &mut Editor<'_>,
        vector: Value,
        shape: Shape,
        number: u32,
    ) -> Result<Value, Fault> {
        match vector {
            Value::Constant(constant) => {
                let module = &mut *editor.build.module;
                Ok(part_of(module, constant, number as usize, shape.element)?.into())
            }
            Value::Local(_) if shape.legal => {
                let index = editor.build.module.int(32, number.into()).into();
                let kind = InstructionKind::ExtractElement { vector, index };
                Ok(editor.build.emit(kind, shape.element))
            }
            Value::Local(local) => {
                let build = &mut editor.build;
                Ok(self.parts.of_local(build, local, shape.types())[number as usize])
            }
            Value::InlineAsm(_) | Value::Metadata(_) => Err(not_possible()),
        }
    }

    /// Returns a vector's elements.
    pub(super) fn elements(
        &mut self,
        editor: &mut Editor<'_>,
        vector: Value,
        shape: Shape,
    ) -> Result<Vec<Value>, Fault> {
        if self.typed(editor, vector)?.1 != shape {
            return Err(not_possible());
        }
        if let Value::Local(local) = vector
            && !shape.legal
        {
            let build = &mut editor.build;
            return Ok(self.parts.of_local(build, local, shape.types()).to_vec());
        }
        (0..shape.length)
            .map(|number| self.element(editor, vector, shape, number))
            .collect()
    }

    /// Defines a local as the vector of these elements.
    pub(super) fn finish(
        &mut self,
        editor: &mut Editor<'_>,
        (result, ty, shape): (LocalId, TypeId, Shape),
        elements: Vec<Value>,
    ) {
        if shape.legal {
            let vector = together(editor, ty, &elements);
            editor.replace(result, vector);
        } else {
            self.parts.define(editor, result, elements);
        }
    }

    /// Returns a value that can be an operand: a constant vector is loaded from memory.
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
            return Ok(editor.build.undefined(whole.ty));
        }
        if shape.bits {
            let elements = self.elements(editor, value, shape)?;
            return Ok(together(editor, whole.ty, &elements));
        }
        let module = &mut *editor.build.module;
        let variable = self.constants.get(module, constant, |module| {
            // An array of the elements has the same bytes.
            let mut elements = Vec::with_capacity(shape.length as usize);
            for number in 0..shape.length as usize {
                elements.push(part_of(module, constant, number, shape.element)?);
            }
            let ty = module.types.array(shape.element, shape.length.into());
            Ok(module.constants.aggregate(ty, &elements))
        })?;
        let address = module.address_of(variable).into();
        Ok(editor.build.load(whole.ty, address, false))
    }

    /// Keeps an instruction. Its constant vector operands are loaded.
    pub(super) fn keep(
        &mut self,
        editor: &mut Editor<'_>,
        mut kind: InstructionKind,
    ) -> Result<Edit, Fault> {
        editor.map_operands(&mut kind, |editor, value| self.loaded(editor, value))?;
        Ok(Edit::As(kind))
    }
}

/// Builds a vector of a PNaCl type from its elements.
fn together(editor: &mut Editor<'_>, ty: TypeId, elements: &[Value]) -> Value {
    let mut vector = editor.build.undefined(ty);
    for (number, &element) in (0..).zip(elements) {
        if !is_undefined(editor.build.module, element) {
            vector = editor.build.insert(vector, element, number);
        }
    }
    vector
}
