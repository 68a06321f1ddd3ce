//! Operations that instructions and constant expressions share.

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
}

impl BinaryOp {
    /// All operations, in the order of their opcodes.
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

    /// Whether the result is a `bool` that says how the operands compare.
    pub const fn is_comparison(self) -> bool {
        self as u8 >= BinaryOp::SetEq as u8
    }

    /// Whether it works on bits, so that it has no meaning for floating-point
    /// numbers.
    pub const fn is_logical(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
    }

    /// The name in assembly.
    pub const fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Rem => "rem",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::SetEq => "seteq",
            BinaryOp::SetNe => "setne",
            BinaryOp::SetLe => "setle",
            BinaryOp::SetGe => "setge",
            BinaryOp::SetLt => "setlt",
            BinaryOp::SetGt => "setgt",
        }
    }
}

/// Shifts of an integer by a `ubyte`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ShiftOp {
    /// To the left.
    Shl,
    /// To the right; the sign of the type says what comes in.
    Shr,
}

impl ShiftOp {
    /// The name in assembly.
    pub const fn name(self) -> &'static str {
        match self {
            ShiftOp::Shl => "shl",
            ShiftOp::Shr => "shr",
        }
    }
}
