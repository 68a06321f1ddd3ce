//! Parts of constants, and variables that hold constants.

use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{
    Align, ConstantId, ConstantKind, GlobalId, GlobalKind, Linkage, Module, Type, TypeId,
};

/// Returns a part of a constant vector or aggregate. `ty` is the type of the part.
pub(crate) fn part_of(
    module: &mut Module,
    constant: ConstantId,
    number: usize,
    ty: TypeId,
) -> Result<ConstantId, Fault> {
    let part = match module.constants.get(constant).kind {
        kind @ (ConstantKind::Undef | ConstantKind::Poison) => {
            Some(module.constants.plain(ty, kind))
        }
        ConstantKind::Zero => Some(module.zero(ty)),
        ConstantKind::Aggregate(list) => module.constants.list(list).get(number).copied(),
        ConstantKind::Data(list) => number_size(module, ty).and_then(|size| {
            let bytes = module.constants.bytes(list);
            let bytes = bytes.get(number * size..(number + 1) * size)?;
            let mut word = [0; 8];
            word[..size].copy_from_slice(bytes);
            Some(module.constants.bits(ty, u64::from_le_bytes(word)))
        }),
        _ => None,
    };
    part.ok_or_else(unknown_parts)
}

/// Size in bytes of an element of an array of numbers.
fn number_size(module: &Module, ty: TypeId) -> Option<usize> {
    Some(match module.types.get(ty) {
        Type::Integer(8) => 1,
        Type::Integer(16) | Type::Half | Type::BFloat => 2,
        Type::Integer(32) | Type::Float => 4,
        Type::Integer(64) | Type::Double => 8,
        _ => return None,
    })
}

/// The error for a constant whose parts are unknown.
#[cold]
pub(crate) fn unknown_parts() -> Fault {
    ErrorKind::BadConstant.fault("the parts of this constant are unknown")
}

/// Variables that hold constants, by the id of the constant.
#[derive(Default)]
pub(crate) struct ConstantVariables(Vec<Option<GlobalId>>);

impl ConstantVariables {
    /// Returns the variable for a constant. If there is none yet, makes one with this initialiser.
    pub(crate) fn get(
        &mut self,
        module: &mut Module,
        constant: ConstantId,
        initializer: impl FnOnce(&mut Module) -> Result<ConstantId, Fault>,
    ) -> Result<GlobalId, Fault> {
        if self.0.len() <= constant.index() {
            self.0.resize(constant.index() + 1, None);
        }
        if let Some(known) = self.0[constant.index()] {
            return Ok(known);
        }
        let initializer = initializer(module)?;
        let variable = add_constant(module, b"", initializer);
        self.0[constant.index()] = Some(variable);
        Ok(variable)
    }
}

/// Adds a constant variable that only this module refers to.
pub(crate) fn add_constant(module: &mut Module, name: &[u8], value: ConstantId) -> GlobalId {
    let ty = module.constants.get(value).ty;
    let id = module.add_variable(name, ty, Some(value));
    let global = module.global_mut(id);
    global.linkage = Linkage::Internal;
    if let GlobalKind::Variable { constant, .. } = &mut global.kind {
        *constant = true;
    }
    id
}

/// Returns true if a global is a declared variable without a definition.
pub(crate) fn is_declared_variable(module: &Module, id: GlobalId) -> bool {
    let kind = module.global(id).kind;
    matches!(
        kind,
        GlobalKind::Variable {
            initializer: None,
            ..
        }
    )
}

/// Defines a variable that is only declared, as an internal variable with this value.
pub(crate) fn define(
    module: &mut Module,
    id: GlobalId,
    value: ConstantId,
    is_constant: bool,
    align: Align,
) {
    let global = module.global_mut(id);
    global.linkage = Linkage::Internal;
    global.align = align;
    if let GlobalKind::Variable {
        initializer,
        constant,
        ..
    } = &mut global.kind
    {
        *initializer = Some(value);
        *constant = is_constant;
    }
}
