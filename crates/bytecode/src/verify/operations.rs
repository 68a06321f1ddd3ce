//! What operations take and give: the same for instructions and for constant
//! expressions.

use super::Context;
use crate::error::{Error, ErrorKind};
use crate::model::{BinaryOp, ConstantId, ConstantKind, ShiftOp, Type, TypeId, VectorOp};

/// The type that an operation gives, or why it cannot be made.
type Result = std::result::Result<TypeId, Error>;

impl Context<'_> {
    /// Arithmetic, logic, comparisons.
    #[inline]
    pub(super) fn binary(&self, op: BinaryOp, lhs: TypeId, rhs: TypeId) -> Result {
        let scalar = self.module.types.scalar(lhs);
        let allowed = if op.is_comparison() {
            self.module.types.is_first_class(lhs)
        } else if op.is_logical() {
            scalar == TypeId::BOOL || scalar.is_integer()
        } else {
            match op {
                BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                    scalar.is_integer()
                }
                BinaryOp::FDiv | BinaryOp::FRem => scalar.is_floating(),
                _ => scalar.is_integer() || scalar.is_floating(),
            }
        };
        if lhs != rhs || !allowed {
            return Err(self.bad_binary(op, lhs, rhs));
        }
        Ok(if op.is_comparison() {
            TypeId::BOOL
        } else {
            lhs
        })
    }

    #[cold]
    fn bad_binary(&self, op: BinaryOp, lhs: TypeId, rhs: TypeId) -> Error {
        let (name, left) = (op.name(), self.text(lhs));
        let takes = if op.is_comparison() {
            "booleans, numbers or pointers"
        } else if op.is_logical() {
            "booleans or integers"
        } else {
            "integers or floating-point numbers"
        };
        let message = if lhs == rhs {
            format!("{name} takes {takes}, found {left}")
        } else {
            let right = self.text(rhs);
            format!("{name} takes two operands of the same type, found {left} and {right}")
        };
        Error::new(ErrorKind::TypeMismatch, message)
    }

    /// Shifts.
    #[inline]
    pub(super) fn shift(&self, op: ShiftOp, value: TypeId, amount: TypeId) -> Result {
        if !value.is_integer() {
            return Err(self.takes(op.name(), "an integer", value));
        }
        if amount != TypeId::UBYTE {
            return Err(self.takes(op.name(), "a ubyte as amount", amount));
        }
        Ok(value)
    }

    /// Accesses to the elements of packed values.
    pub(super) fn vector(&self, op: VectorOp, operands: &[TypeId]) -> Result {
        let types = &self.module.types;
        let (Some(&whole), true) = (operands.first(), operands.len() == op.operands()) else {
            return Err(Error::new(
                ErrorKind::OperandCount,
                format!("{} takes {} operands", op.name(), op.operands()),
            ));
        };
        let Type::Packed { element, length } = types.get(whole) else {
            return Err(self.takes(op.name(), "a packed value", whole));
        };
        let index = |ty: TypeId| match ty {
            TypeId::UINT => Ok(()),
            other => Err(self.takes(op.name(), "a uint as index", other)),
        };
        match (op, operands) {
            (VectorOp::Extract, &[_, place]) => index(place).map(|()| element),
            (VectorOp::Insert, &[_, part, place]) => {
                if part != element {
                    let expected = format!("an element of type {}", self.text(element));
                    return Err(self.takes(op.name(), &expected, part));
                }
                index(place).map(|()| whole)
            }
            (_, &[_, other, mask]) => {
                if other != whole {
                    return Err(self.takes(op.name(), "two of one type", other));
                }
                let is_mask = matches!(types.get(mask),
                    Type::Packed { element: TypeId::UINT, length: found } if found == length);
                match is_mask {
                    true => Ok(whole),
                    false => Err(self.takes(op.name(), "as many uint as mask", mask)),
                }
            }
            _ => Ok(whole),
        }
    }

    /// Conversions: from any type to any type that values have.
    #[inline]
    pub(super) fn cast(&self, from: TypeId, to: TypeId) -> Result {
        let types = &self.module.types;
        if !types.is_first_class(from) || !types.is_first_class(to) {
            return Err(self.bad_cast(from, to));
        }
        Ok(to)
    }

    #[cold]
    fn bad_cast(&self, from: TypeId, to: TypeId) -> Error {
        let (from, to) = (self.text(from), self.text(to));
        Error::new(
            ErrorKind::TypeMismatch,
            format!("cast takes and gives booleans, numbers and pointers, found {from} to {to}"),
        )
    }

    /// The choice between two values.
    #[inline]
    pub(super) fn select(&self, condition: TypeId, if_true: TypeId, if_false: TypeId) -> Result {
        if condition != TypeId::BOOL {
            return Err(self.takes("select", "a bool as condition", condition));
        }
        if if_true != if_false {
            let (first, second) = (self.text(if_true), self.text(if_false));
            return Err(Error::new(
                ErrorKind::TypeMismatch,
                format!("select takes two values of the same type, found {first} and {second}"),
            ));
        }
        if !self.module.types.is_first_class(if_true) {
            return Err(self.takes("select", "booleans, numbers or pointers", if_true));
        }
        Ok(if_true)
    }

    /// Addresses of parts: checks that the address can be walked along the
    /// indices, which are given by type and, if constant, by id, and returns
    /// the type of what is found there (not of its address).
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

    /// The number of the field of a structure that an index chooses.
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
                    "{} is indexed by {takes}, found a value that is no plain number",
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
            format!("{container} is indexed by {takes}, found {found}"),
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
            format!("index {place} is into {container}, which has no parts"),
        )
    }

    /// An operand has a type that an operation does not take.
    #[cold]
    pub(super) fn takes(&self, operation: &str, expected: &str, found: TypeId) -> Error {
        let found = self.text(found);
        Error::new(
            ErrorKind::TypeMismatch,
            format!("{operation} takes {expected}, found {found}"),
        )
    }

    /// A result has another type than the operands give.
    #[cold]
    pub(super) fn gives(&self, operation: &str, expected: TypeId, found: TypeId) -> Error {
        let (expected, found) = (self.text(expected), self.text(found));
        Error::new(
            ErrorKind::BadResult,
            format!("{operation} gives {expected} here, found {found} as the type of the result"),
        )
    }
}
