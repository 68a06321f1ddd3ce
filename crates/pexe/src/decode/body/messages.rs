//! Creates the errors of function bodies.

use super::BodyDecoder;
use crate::decode::flow::{BrokenRule, Violation};
use crate::error::{Error, ErrorKind, Place};
use crate::ids::{BlockId, ValueId};
use crate::inst::{Alignment, Predicate};
use crate::types::{Type, TypeDef};
use pinnacle_base::count::counted;

impl BodyDecoder<'_> {
    /// Adds the current block and instruction to an error, unless it has a place already.
    #[cold]
    pub(super) fn place(&self, error: Error) -> Error {
        if error.place().is_some() {
            return error;
        }
        let place = Place {
            block: BlockId(self.blocks.len() as u32),
            inst: self.insts.len() as u32,
        };
        error.in_function(self.function, Some(place))
    }

    /// Returns the errors for forward declarations of values that were not defined.
    pub(super) fn unfulfilled(&self) -> impl Iterator<Item = Error> {
        let unfulfilled = |&&(value, _): &&(u32, u64)| value >= self.next_value;
        self.declared
            .iter()
            .filter(unfulfilled)
            .map(|&(value, position)| {
                Error::new(
                    ErrorKind::ForwardDeclaration,
                    position,
                    format!(
                        "{} is declared here but never defined",
                        self.name(ValueId(value))
                    ),
                )
            })
    }

    /// Returns the name of a value in the manual.
    pub(in crate::decode) fn name(&self, value: ValueId) -> String {
        let ValueId(id) = value;
        let first_constant = self.first_local + self.param_count;
        if id < self.function_count {
            format!("@f{id}")
        } else if id < self.first_local {
            format!("@g{}", id - self.function_count)
        } else if id < first_constant {
            format!("%p{}", id - self.first_local)
        } else if id < self.first_inst_value {
            format!("%c{}", id - first_constant)
        } else {
            format!("%v{}", id - self.first_inst_value)
        }
    }

    /// Returns the error for a violation of the rules for complete bodies.
    #[cold]
    pub(super) fn flow_error(&self, Violation { inst, rule }: Violation) -> Error {
        let (kind, message) = match rule {
            BrokenRule::OneValue { from, values } => {
                let [first, second] = values.map(|value| self.name(value));
                let message =
                    format!("the phi has values {first} and {second} for the same block %b{from}");
                (ErrorKind::BadPhi, message)
            }
            BrokenRule::OperandForEdge {
                from,
                to,
                operands,
                edges,
            } => {
                let message = if edges == 0 {
                    format!("the phi names block %b{from}, which does not branch to {to}")
                } else {
                    format!(
                        "the phi names block %b{from} {operands} times, but it branches to {to} \
                         {edges} times"
                    )
                };
                (ErrorKind::BadPhi, message)
            }
            BrokenRule::EdgeForOperand {
                block,
                operands,
                edges,
            } => {
                let message = format!(
                    "the phi has {}, but block {block} has {}",
                    counted(operands, "operand"),
                    counted(edges, "incoming edge")
                );
                (ErrorKind::BadPhi, message)
            }
            BrokenRule::Dominance { value, definition } => {
                let message = format!(
                    "{} is used where its definition in block {definition} may not have run",
                    self.name(value)
                );
                (ErrorKind::Dominance, message)
            }
        };
        self.error_at(kind, inst, message)
    }

    /// Returns an error about an instruction that was found after the body was read.
    fn error_at(&self, kind: ErrorKind, inst: u32, message: String) -> Error {
        let block = self
            .blocks
            .partition_point(|block| block.first_inst <= inst)
            - 1;
        let offset = self.positions.get(inst as usize).copied();
        let position = self.start + u64::from(offset.unwrap_or_default());
        let place = Place {
            block: BlockId(block as u32),
            inst,
        };
        Error::new(kind, position, message).in_function(self.function, Some(place))
    }

    /// Returns the error for an operand that is not a value, or is an intrinsic.
    #[cold]
    pub(super) fn no_operand(&self, position: u64, value: ValueId) -> Error {
        if value.0 >= self.first_local {
            return self.undefined_value(position, value);
        }
        Error::new(
            ErrorKind::BadCall,
            position,
            format!(
                "the address of intrinsic {} is taken, but intrinsics can only be called",
                self.name(value)
            ),
        )
    }

    #[cold]
    fn undefined_value(&self, position: u64, value: ValueId) -> Error {
        // A negative distance wraps around to a number beyond all values.
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
        Error::new(ErrorKind::UndefinedValue, position, message)
    }

    #[cold]
    pub(super) fn declared_otherwise(&self, position: u64, ty: Type) -> Error {
        Error::new(
            ErrorKind::ForwardDeclaration,
            position,
            format!(
                "{} has type {ty}, but was declared as {}",
                self.name(ValueId(self.next_value)),
                self.types[self.next_value as usize]
            ),
        )
    }

    #[cold]
    pub(super) fn operands_differ(&self, position: u64, what: &str, lhs: Type, rhs: Type) -> Error {
        Error::new(
            ErrorKind::TypeMismatch,
            position,
            format!("{what} has operands of types {lhs} and {rhs}, expected the same"),
        )
    }

    #[cold]
    pub(super) fn not_a_function(&self, position: u64, callee: ValueId) -> Error {
        let found = if callee.0 < self.next_value {
            self.name(callee)
        } else {
            "a value that does not exist".into()
        };
        Error::new(
            ErrorKind::BadCall,
            position,
            format!("the callee of a direct call is {found}, expected a function address"),
        )
    }
}

#[cold]
pub(super) fn bad_alignment(
    position: u64,
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
        position,
        format!("{what} of {ty} has alignment {align}, expected {expected}"),
    )
}

#[cold]
pub(super) fn type_mismatch(position: u64, what: &str, found: Type, expected: &str) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        position,
        format!("{what} has type {found}, expected {expected}"),
    )
}

#[cold]
pub(super) fn bad_binary(position: u64, op: u64, ty: Type) -> Error {
    Error::new(
        ErrorKind::BadOperation,
        position,
        format!("binary operation number {op} does not exist for type {ty}"),
    )
}

#[cold]
pub(super) fn binary_flags(position: u64, operands: usize) -> Error {
    Error::new(
        ErrorKind::RecordSize,
        position,
        format!(
            "a binary instruction has {}, expected 3; some old writers append flags, \
             which have no meaning",
            counted(operands, "operand")
        ),
    )
}

#[cold]
pub(super) fn bad_comparison(position: u64, predicate: Predicate, ty: Type) -> Error {
    if ty.element() == Type::I1 || !(ty.element().is_integer() || ty.element().is_float()) {
        return type_mismatch(
            position,
            "an operand of a comparison",
            ty,
            "wider integers or floats",
        );
    }
    Error::new(
        ErrorKind::BadOperation,
        position,
        format!(
            "comparison number {} ({} {}) does not exist for type {ty}",
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
pub(super) fn bad_target(position: u64, block: BlockId, expected: u32) -> Error {
    let message = if block.0 == 0 {
        "a branch targets the entry block %b0".into()
    } else {
        format!(
            "a branch targets block {block}, but the function has {}",
            counted(expected, "block")
        )
    };
    Error::new(ErrorKind::BadBranch, position, message)
}

#[cold]
pub(super) fn bad_indirect(position: u64, what: &str, ty: Type) -> Error {
    Error::new(
        ErrorKind::BadCall,
        position,
        format!("an indirect call {what} type {ty}, which a signature cannot contain"),
    )
}

#[cold]
pub(super) fn no_constant_type(position: u64) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        position,
        "a constant comes before the record that sets its type",
    )
}

#[cold]
pub(super) fn bad_value_type(position: u64, id: u32, found: Option<&TypeDef>) -> Error {
    match found {
        Some(found) => Error::new(
            ErrorKind::TypeMismatch,
            position,
            format!("type @t{id} is {found}, which no value can have"),
        ),
        None => Error::new(
            ErrorKind::UndefinedType,
            position,
            format!("type @t{id} is not defined"),
        ),
    }
}
