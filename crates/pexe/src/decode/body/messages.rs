//! The errors of function bodies, in words.

use super::BodyDecoder;
use crate::error::{Error, ErrorKind};
use crate::ids::{BlockId, ValueId};
use crate::inst::{Alignment, Predicate};
use crate::types::{Type, TypeDef};
use pinnacle_bitstream::Record;

impl BodyDecoder<'_> {
    #[cold]
    pub(super) fn undefined_value(&self, record: &Record<'_>, value: ValueId) -> Error {
        // A negative distance wraps; what it names then is beyond any value.
        let message = if u64::from(value.0) < self.value_limit {
            format!(
                "{} is used but not defined or declared yet",
                self.name(value)
            )
        } else {
            format!(
                "an operand refers to a value that does not exist; the next value is {}",
                self.name(ValueId(self.next_value))
            )
        };
        Error::new(ErrorKind::UndefinedValue, record.position, message)
    }

    #[cold]
    pub(super) fn declared_otherwise(&self, record: &Record<'_>, ty: Type) -> Error {
        let local = (self.next_value - self.first_local) as usize;
        Error::new(
            ErrorKind::ForwardDeclaration,
            record.position,
            format!(
                "{} has type {ty}, but was declared as {}",
                self.name(ValueId(self.next_value)),
                self.types[local]
            ),
        )
    }

    #[cold]
    pub(super) fn operands_differ(
        &self,
        record: &Record<'_>,
        what: &str,
        lhs: Type,
        rhs: Type,
    ) -> Error {
        Error::new(
            ErrorKind::TypeMismatch,
            record.position,
            format!("{what} has operands of types {lhs} and {rhs}, expected the same"),
        )
    }

    #[cold]
    pub(super) fn not_a_function(&self, record: &Record<'_>, callee: ValueId) -> Error {
        let found = if callee.0 < self.next_value {
            self.name(callee)
        } else {
            "a value that does not exist".into()
        };
        Error::new(
            ErrorKind::BadCall,
            record.position,
            format!("a direct call is of {found}, expected a function address"),
        )
    }
}

#[cold]
pub(super) fn bad_alignment(
    record: &Record<'_>,
    what: &str,
    ty: Type,
    align: Alignment,
    one: bool,
    natural: u32,
) -> Error {
    let expected = if one && natural != 1 {
        format!("1 or {natural}")
    } else {
        natural.to_string()
    };
    Error::new(
        ErrorKind::BadAlignment,
        record.position,
        format!("{what} of {ty} has alignment {align}, expected {expected}"),
    )
}

#[cold]
pub(super) fn type_mismatch(record: &Record<'_>, what: &str, found: Type, expected: &str) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        record.position,
        format!("{what} has type {found}, expected {expected}"),
    )
}

#[cold]
pub(super) fn bad_binary(record: &Record<'_>, op: u64, ty: Type) -> Error {
    Error::new(
        ErrorKind::BadOperation,
        record.position,
        format!("binary operation number {op} does not exist on type {ty}"),
    )
}

#[cold]
pub(super) fn bad_comparison(record: &Record<'_>, predicate: Predicate, ty: Type) -> Error {
    if ty.element() == Type::I1 || !(ty.element().is_integer() || ty.element().is_float()) {
        return type_mismatch(
            record,
            "an operand of a comparison",
            ty,
            "wider integers or floats",
        );
    }
    Error::new(
        ErrorKind::BadOperation,
        record.position,
        format!(
            "comparison number {} ({} {}) does not exist on type {ty}",
            predicate as u8,
            if predicate.is_integer() {
                "icmp"
            } else {
                "fcmp"
            },
            predicate.name()
        ),
    )
}

#[cold]
pub(super) fn bad_target(record: &Record<'_>, block: BlockId, expected: u32) -> Error {
    let message = if block.0 == 0 {
        "a branch goes to the entry block %b0".into()
    } else {
        format!("a branch goes to block {block}, the function has {expected} blocks")
    };
    Error::new(ErrorKind::BadBranch, record.position, message)
}

#[cold]
pub(super) fn bad_indirect(record: &Record<'_>, what: &str, ty: Type) -> Error {
    Error::new(
        ErrorKind::BadCall,
        record.position,
        format!("an indirect call {what} type {ty}, which no function may"),
    )
}

#[cold]
pub(super) fn no_constant_type(record: &Record<'_>) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        record.position,
        "a constant stands before the record that sets its type",
    )
}

#[cold]
pub(super) fn bad_value_type(record: &Record<'_>, id: u32, found: Option<&TypeDef>) -> Error {
    match found {
        Some(found) => Error::new(
            ErrorKind::TypeMismatch,
            record.position,
            format!("type @t{id} is {found}, which no value can have"),
        ),
        None => Error::new(
            ErrorKind::UndefinedType,
            record.position,
            format!("type @t{id} is not defined"),
        ),
    }
}
