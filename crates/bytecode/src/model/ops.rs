//! Operations that instructions and constant expressions share.

use crate::opcode;

/// Arithmetic, logic and comparisons: two operands of the same type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder.
    Rem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Equal.
    SetEq,
    /// Not equal.
    SetNe,
    /// Less or equal.
    SetLe,
    /// Greater or equal.
    SetGe,
    /// Less.
    SetLt,
    /// Greater.
    SetGt,
    /// Quotient of unsigned integers; LLVM 1.9 has it instead of [`Div`](Self::Div).
    UDiv,
    /// Quotient of signed integers.
    SDiv,
    /// Quotient of floating-point numbers.
    FDiv,
    /// Remainder of unsigned integers; LLVM 1.9 has it instead of [`Rem`](Self::Rem).
    URem,
    /// Remainder of signed integers.
    SRem,
    /// Remainder of floating-point numbers.
    FRem,
}

impl BinaryOp {
    /// The operations of LLVM 1.0 to 1.8, in the order of their opcodes.
    pub const ALL: [BinaryOp; 14] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::SetEq,
        BinaryOp::SetNe,
        BinaryOp::SetLe,
        BinaryOp::SetGe,
        BinaryOp::SetLt,
        BinaryOp::SetGt,
    ];

    /// The operations of LLVM 1.9 that replace the single quotient and remainder, in the order of
    /// their opcodes.
    pub const SPLIT: [BinaryOp; 6] = [
        BinaryOp::UDiv,
        BinaryOp::SDiv,
        BinaryOp::FDiv,
        BinaryOp::URem,
        BinaryOp::SRem,
        BinaryOp::FRem,
    ];

    /// Returns true if the operation is a comparison, whose result is a `bool`.
    pub const fn is_comparison(self) -> bool {
        self as u8 >= BinaryOp::SetEq as u8 && self as u8 <= BinaryOp::SetGt as u8
    }

    /// Returns true if the operation is bitwise. Floating-point numbers do not have it.
    pub const fn is_logical(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
    }

    /// The name in assembly.
    pub const fn name(self) -> &'static str {
        opcode::row(opcode::binary(self)).name
    }
}

/// Shifts of an integer by a `ubyte`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ShiftOp {
    /// To the left.
    Shl,
    /// To the right; arithmetic if the type is signed, logical otherwise.
    Shr,
}

impl ShiftOp {
    /// The name in assembly.
    pub const fn name(self) -> &'static str {
        opcode::row(opcode::shift(self)).name
    }
}

/// Access to the elements of a packed value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum VectorOp {
    /// An element: packed value, index (`uint`).
    Extract,
    /// Replaces an element: packed value, element, index (`uint`).
    Insert,
    /// Selects elements from two packed values: the first, the second of the same type, and a
    /// packed `uint` with the index of each result element.
    Shuffle,
}

impl VectorOp {
    /// All of them, in the order of their opcodes.
    pub const ALL: [VectorOp; 3] = [VectorOp::Extract, VectorOp::Insert, VectorOp::Shuffle];

    /// The name in assembly.
    pub const fn name(self) -> &'static str {
        opcode::row(opcode::vector(self)).name
    }

    /// Number of operands.
    pub const fn operands(self) -> usize {
        opcode::row(opcode::vector(self)).form.operands.len()
    }
}
