//! Operand and result types of operations, shared by instructions and constant expressions.

use super::Context;
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantId, ConstantKind, Type, TypeId};
use crate::opcode::{self, Class, Form, Gives, Operand};

/// The result type of an operation, or the error.
type Result = std::result::Result<TypeId, Error>;

impl Context<'_> {
    /// Checks an operation whose operands a form describes, of an instruction or a constant.
    /// Returns its result type. `written` is the type after the operands, or else the type of the
    /// result.
    #[inline(always)]
    pub(super) fn operator(
        &self,
        form: &Form,
        operation: u32,
        operands: &[TypeId],
        written: TypeId,
    ) -> Result {
        let types = &self.module.types;
        if operands.len() != form.operands.len() || operands.is_empty() {
            return Err(bad_count(operation));
        }
        let key = operands[form.key];
        for (place, &operand) in form.operands.iter().enumerate() {
            let fits = match operand {
                Operand::Key(class) => class.has(types, key),
                operand => operand.fits(types, key, operands[place]),
            };
            if !fits {
                return Err(self.bad_operand(operation, operand, key, operands[place]));
            }
        }
        if matches!(form.gives, Gives::Written) && !types.is_first_class(written) {
            return Err(self.bad_written(operation, key, written));
        }
        form.result(types, key, written)
            .ok_or_else(|| bad_count(operation))
    }

    #[cold]
    fn bad_written(&self, operation: u32, key: TypeId, written: TypeId) -> Error {
        match operation {
            opcode::CAST => self.bad_cast(key, written),
            _ => self.no_single_result(opcode::row(operation).name, written),
        }
    }

    #[cold]
    fn bad_operand(&self, operation: u32, operand: Operand, key: TypeId, found: TypeId) -> Error {
        let name = opcode::row(operation).name;
        let types = &self.module.types;
        match operand {
            Operand::Key(Class::Address) => match types.pointee(found) {
                Some(pointee) => self.takes(name, "the address of a single value", pointee),
                None => self.takes(name, "a pointer", found),
            },
            Operand::Key(class) => self.takes(name, class.words(), found),
            Operand::Of(_, words) => self.takes(name, words, found),
            Operand::Mask => self.takes(name, "a mask of uints of the same length", found),
            Operand::Pointee if types.pointee(key).is_none() => self.takes(name, "a pointer", key),
            Operand::Pointee => {
                let (value, pointer) = (self.text(found), self.text(key));
                Error::new(
                    ErrorKind::TypeMismatch,
                    format!("{name} writes {value} through a pointer of type {pointer}"),
                )
            }
            Operand::Element => {
                let element = types.element_of_packed(key).unwrap_or(key);
                let expected = format!("an element of type {}", self.text(element));
                self.takes(name, &expected, found)
            }
            Operand::Same => {
                let (first, second) = (self.text(key), self.text(found));
                Error::new(
                    ErrorKind::TypeMismatch,
                    format!(
                        "{name} takes two operands of the same type, found {first} and {second}"
                    ),
                )
            }
        }
    }

    #[cold]
    fn bad_cast(&self, from: TypeId, to: TypeId) -> Error {
        let (from, to) = (self.text(from), self.text(to));
        Error::new(
            ErrorKind::TypeMismatch,
            format!("cast converts between booleans, numbers and pointers, found {from} to {to}"),
        )
    }

    #[cold]
    pub(super) fn no_single_result(&self, name: &str, found: TypeId) -> Error {
        let found = self.text(found);
        Error::new(
            ErrorKind::BadResult,
            format!("{name} returns a single value, found {found} as the type of its result"),
        )
    }

    /// Follows indices from an address, and returns the type of the selected element (not of its
    /// address). Each index is given by its type and, if it is constant, its id.
    pub(super) fn walk(
        &self,
        pointer: TypeId,
        indices: impl Iterator<Item = (TypeId, Option<ConstantId>)>,
    ) -> Result {
        let types = &self.module.types;
        let Some(mut at) = types.pointee(pointer) else {
            return Err(self.takes("getelementptr", "a pointer", pointer));
        };
        for (place, (index_type, index)) in indices.enumerate() {
            if place == 0 {
                self.element_index(pointer, index_type)?;
                continue;
            }
            at = match types.get(at) {
                Type::Array { element, .. } | Type::Packed { element, .. } => {
                    self.element_index(at, index_type)?;
                    element
                }
                Type::Struct { fields } => {
                    let field = self.field_index(at, index_type, index)?;
                    match types.list(fields).get(field) {
                        Some(&field) => field,
                        None => return Err(self.no_field(at, field)),
                    }
                }
                _ => return Err(self.no_parts(at, place)),
            };
        }
        Ok(at)
    }

    fn element_index(&self, container: TypeId, index: TypeId) -> std::result::Result<(), Error> {
        match index {
            TypeId::UINT | TypeId::INT | TypeId::ULONG | TypeId::LONG => Ok(()),
            _ => Err(self.bad_index(container, "an int, uint, long or ulong", index)),
        }
    }

    /// Returns the number of the structure field that an index selects.
    fn field_index(
        &self,
        container: TypeId,
        index_type: TypeId,
        index: Option<ConstantId>,
    ) -> std::result::Result<usize, Error> {
        let takes = "a constant uint or ubyte";
        if !matches!(index_type, TypeId::UINT | TypeId::UBYTE) {
            return Err(self.bad_index(container, takes, index_type));
        }
        match index.map(|index| self.module.constants.get(index).kind) {
            Some(ConstantKind::Int(value)) => Ok(value as usize),
            _ => Err(Error::new(
                ErrorKind::BadIndex,
                format!(
                    "{} needs {takes} as its index, found a value that is not a constant number",
                    self.text(container)
                ),
            )),
        }
    }

    #[cold]
    fn bad_index(&self, container: TypeId, takes: &str, found: TypeId) -> Error {
        let (container, found) = (self.text(container), self.text(found));
        Error::new(
            ErrorKind::BadIndex,
            format!("{container} needs {takes} as its index, found {found}"),
        )
    }

    #[cold]
    fn no_field(&self, container: TypeId, field: usize) -> Error {
        let container = self.text(container);
        Error::new(
            ErrorKind::BadIndex,
            format!("{container} has no field {field}"),
        )
    }

    #[cold]
    fn no_parts(&self, container: TypeId, place: usize) -> Error {
        let container = self.text(container);
        Error::new(
            ErrorKind::BadIndex,
            format!("index {place} is applied to {container}, which has no parts"),
        )
    }

    /// The error for an operand whose type the operation does not accept.
    #[cold]
    pub(super) fn takes(&self, operation: &str, expected: &str, found: TypeId) -> Error {
        let found = self.text(found);
        Error::new(
            ErrorKind::TypeMismatch,
            format!("{operation} takes {expected}, found {found}"),
        )
    }

    /// The error for a result type that does not follow from the operands.
    #[cold]
    pub(super) fn gives(&self, operation: &str, expected: TypeId, found: TypeId) -> Error {
        let (expected, found) = (self.text(expected), self.text(found));
        Error::new(
            ErrorKind::BadResult,
            format!("{operation} returns {expected} here, found {found} as the type of its result"),
        )
    }
}

#[cold]
fn bad_count(operation: u32) -> Error {
    let row = opcode::row(operation);
    Error::new(
        ErrorKind::OperandCount,
        format!("{} takes {} operands", row.name, row.form.operands.len()),
    )
}
