//! The rules for constants. The operands of a constant are in the same table, so each constant is
//! checked by itself.

use super::{Context, Errors};
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantId, ConstantKind, Module, Type, TypeId};
use crate::opcode::{self, Few};

/// Checks that the types and operands of all constants exist; if not, nothing else can be checked.
pub(super) fn check_operands_exist(module: &Module, errors: &mut Errors) {
    let constants = &module.constants;
    for id in (0..constants.len() as u32).map(ConstantId) {
        let ty = constants.type_of(id);
        if ty.index() >= module.types.len() {
            errors.push(Error::new(
                ErrorKind::UndefinedType,
                format!("{id} has type {ty}, which does not exist"),
            ));
        }
        for operand in constants.operands(id) {
            if operand.index() >= constants.len() {
                errors.push(Error::new(
                    ErrorKind::UndefinedConstant,
                    format!("{id} contains {operand}, which does not exist"),
                ));
            }
        }
    }
}

/// Checks all constants.
pub(super) fn check(context: &Context<'_>, errors: &mut Errors) {
    for id in (0..context.module.constants.len() as u32).map(ConstantId) {
        if let Err(error) = context.constant(id) {
            errors.push(error);
        }
    }
}

impl Context<'_> {
    fn constant(&self, id: ConstantId) -> Result<(), Error> {
        let constants = &self.module.constants;
        let constant = constants.get(id);
        let ty = constant.ty;
        let type_of = |id| constants.type_of(id);
        match constant.kind {
            ConstantKind::Null => match self.module.types.get(ty) {
                Type::Pointer { .. }
                | Type::Array { .. }
                | Type::Packed { .. }
                | Type::Struct { .. } => Ok(()),
                _ => Err(self.not_of_type("null constant", ty)),
            },
            // The table can only hold numbers that match their types.
            ConstantKind::Bool(_)
            | ConstantKind::Int(_)
            | ConstantKind::Float(_)
            | ConstantKind::Double(_) => Ok(()),
            ConstantKind::Bytes(bytes) => match self.module.types.get(ty) {
                Type::Array {
                    element: TypeId::SBYTE | TypeId::UBYTE,
                    length,
                } => self.length(ty, length as usize, bytes.len()),
                _ => Err(self.not_of_type("string", ty)),
            },
            ConstantKind::Array(list) => match self.module.types.get(ty) {
                Type::Array { element, length } => {
                    self.length(ty, length as usize, list.len())?;
                    let list = constants.list(list).iter();
                    self.parts(ty, list.map(|&part| (element, type_of(part))))
                }
                _ => Err(self.not_of_type("array", ty)),
            },
            ConstantKind::Struct(list) => match self.module.types.get(ty) {
                Type::Struct { fields } => {
                    let fields = self.module.types.list(fields);
                    self.length(ty, fields.len(), list.len())?;
                    let list = constants.list(list).iter();
                    let parts = fields.iter().copied().zip(list.map(|&part| type_of(part)));
                    self.parts(ty, parts)
                }
                _ => Err(self.not_of_type("structure", ty)),
            },
            ConstantKind::Packed(list) => match self.module.types.get(ty) {
                Type::Packed { element, length } => {
                    self.length(ty, length as usize, list.len())?;
                    let list = constants.list(list).iter();
                    self.parts(ty, list.map(|&part| (element, type_of(part))))
                }
                _ => Err(self.not_of_type("packed value", ty)),
            },
            ConstantKind::Undef => match self.module.types.get(ty) {
                Type::Void | Type::Label | Type::Function { .. } => {
                    Err(self.not_of_type("value", ty))
                }
                _ => Ok(()),
            },
            ConstantKind::InlineAsm { .. } => match self.module.signature_of(ty) {
                Some(_) => Ok(()),
                None => Err(self.not_of_type("assembly", ty)),
            },
            ConstantKind::Global(id) => {
                let global = self.module.globals.get(id.index());
                self.address(global.map(|global| global.address_type), "global", ty)
            }
            ConstantKind::Function(id) => {
                let function = self.module.functions.get(id.index());
                self.address(
                    function.map(|function| function.address_type),
                    "function",
                    ty,
                )
            }
            ConstantKind::Binary { .. }
            | ConstantKind::Shift { .. }
            | ConstantKind::Vector { .. }
            | ConstantKind::Cast(_)
            | ConstantKind::Select { .. } => {
                let operation = constants.operation(id);
                let row = opcode::row(operation);
                let types: Few<TypeId> = constants.operands(id).map(type_of).collect();
                let types = types.get().unwrap_or_default();
                let result = self.operator(row.form, operation, types, ty)?;
                self.result(row.name, result, ty)
            }
            ConstantKind::GetElementPtr { pointer, indices } => {
                let indices = constants.list(indices).iter();
                let part = self.walk(
                    type_of(pointer),
                    indices.map(|&index| (type_of(index), Some(index))),
                )?;
                self.part_address(part, ty)
            }
        }
    }

    fn length(&self, ty: TypeId, expected: usize, found: usize) -> Result<(), Error> {
        if expected == found {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::BadConstant,
            format!("{} has {expected} parts, found {found}", self.text(ty)),
        ))
    }

    /// Compares the types of parts, expected and found.
    fn parts(
        &self,
        ty: TypeId,
        mut parts: impl Iterator<Item = (TypeId, TypeId)>,
    ) -> Result<(), Error> {
        let Some((expected, found)) = parts.find(|(expected, found)| expected != found) else {
            return Ok(());
        };
        let (whole, expected, found) = (self.text(ty), self.text(expected), self.text(found));
        Err(Error::new(
            ErrorKind::BadConstant,
            format!("a part of {whole} must be {expected}, found {found}"),
        ))
    }

    fn address(&self, address: Option<TypeId>, what: &str, ty: TypeId) -> Result<(), Error> {
        match address {
            Some(address) if address == ty => Ok(()),
            Some(address) => {
                let (address, ty) = (self.text(address), self.text(ty));
                Err(Error::new(
                    ErrorKind::BadConstant,
                    format!("the address of this {what} must be {address}, found {ty}"),
                ))
            }
            None => Err(Error::new(
                ErrorKind::UndefinedConstant,
                format!("this is the address of a {what} that does not exist"),
            )),
        }
    }

    pub(super) fn result(
        &self,
        operation: &str,
        expected: TypeId,
        found: TypeId,
    ) -> Result<(), Error> {
        if expected == found {
            return Ok(());
        }
        Err(self.gives(operation, expected, found))
    }

    /// Checks that the type of an address is a pointer to the selected element.
    pub(super) fn part_address(&self, part: TypeId, found: TypeId) -> Result<(), Error> {
        if self.module.types.pointee(found) == Some(part) {
            return Ok(());
        }
        let (part, found) = (self.text(part), self.text(found));
        Err(Error::new(
            ErrorKind::BadResult,
            format!("this getelementptr returns {part}*, found {found} as the type of its result"),
        ))
    }

    #[cold]
    fn not_of_type(&self, what: &str, ty: TypeId) -> Error {
        let ty = self.text(ty);
        Error::new(
            ErrorKind::BadConstant,
            format!("a {what} cannot have type {ty}"),
        )
    }
}
