//! The operations of binary instructions, conversions and comparisons: their
//! numbers in records, their names, what they work on.

use crate::types::Type;

/// Operation of a binary instruction ("Integer Binary Instructions" and
/// "Floating Point Binary Instructions").
///
/// The file uses one number for the integer and the floating point form; the operand type decides
/// between them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of PNaClAsm")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

impl BinaryOp {
    /// Returns the operation that a record's number means for operands of a type.
    pub const fn from_code(code: u64, float: bool) -> Option<BinaryOp> {
        use BinaryOp::*;
        Some(match (code, float) {
            (0, false) => Add,
            (1, false) => Sub,
            (2, false) => Mul,
            (3, false) => UDiv,
            (4, false) => SDiv,
            (5, false) => URem,
            (6, false) => SRem,
            (7, false) => Shl,
            (8, false) => LShr,
            (9, false) => AShr,
            (10, false) => And,
            (11, false) => Or,
            (12, false) => Xor,
            (0, true) => FAdd,
            (1, true) => FSub,
            (2, true) => FMul,
            (4, true) => FDiv,
            (6, true) => FRem,
            _ => return None,
        })
    }

    /// The number of the operation in a record, which it may share with one
    /// on floating point values.
    pub const fn code(self) -> u64 {
        use BinaryOp::*;
        match self {
            Add | FAdd => 0,
            Sub | FSub => 1,
            Mul | FMul => 2,
            UDiv => 3,
            SDiv | FDiv => 4,
            URem => 5,
            SRem | FRem => 6,
            Shl => 7,
            LShr => 8,
            AShr => 9,
            And => 10,
            Or => 11,
            Xor => 12,
        }
    }

    /// The operation's name in PNaClAsm.
    pub const fn name(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "add",
            Sub => "sub",
            Mul => "mul",
            UDiv => "udiv",
            SDiv => "sdiv",
            URem => "urem",
            SRem => "srem",
            Shl => "shl",
            LShr => "lshr",
            AShr => "ashr",
            And => "and",
            Or => "or",
            Xor => "xor",
            FAdd => "fadd",
            FSub => "fsub",
            FMul => "fmul",
            FDiv => "fdiv",
            FRem => "frem",
        }
    }

    /// Returns true if the operation is on floating point numbers.
    pub const fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem)
    }

    /// Returns true if the operation is a bitwise one, the only kind legal on `i1`.
    pub const fn is_bitwise(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
    }
}

/// Operation of a conversion instruction ("Conversion Instructions").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of PNaClAsm")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    Bitcast,
}

impl CastOp {
    /// The operation that a record's number stands for.
    pub const fn from_code(code: u64) -> Option<CastOp> {
        Some(match code {
            0 => CastOp::Trunc,
            1 => CastOp::ZExt,
            2 => CastOp::SExt,
            3 => CastOp::FpToUi,
            4 => CastOp::FpToSi,
            5 => CastOp::UiToFp,
            6 => CastOp::SiToFp,
            7 => CastOp::FpTrunc,
            8 => CastOp::FpExt,
            11 => CastOp::Bitcast,
            _ => return None,
        })
    }

    /// The number of the operation in a record.
    pub const fn code(self) -> u64 {
        match self {
            CastOp::Trunc => 0,
            CastOp::ZExt => 1,
            CastOp::SExt => 2,
            CastOp::FpToUi => 3,
            CastOp::FpToSi => 4,
            CastOp::UiToFp => 5,
            CastOp::SiToFp => 6,
            CastOp::FpTrunc => 7,
            CastOp::FpExt => 8,
            CastOp::Bitcast => 11,
        }
    }

    /// The operation's name in PNaClAsm.
    pub const fn name(self) -> &'static str {
        match self {
            CastOp::Trunc => "trunc",
            CastOp::ZExt => "zext",
            CastOp::SExt => "sext",
            CastOp::FpToUi => "fptoui",
            CastOp::FpToSi => "fptosi",
            CastOp::UiToFp => "uitofp",
            CastOp::SiToFp => "sitofp",
            CastOp::FpTrunc => "fptrunc",
            CastOp::FpExt => "fpext",
            CastOp::Bitcast => "bitcast",
        }
    }

    /// Returns true if the conversion is defined between two types.
    // Inline, it takes registers from the loop that reads records.
    #[inline(never)]
    pub fn is_legal(self, from: Type, to: Type) -> bool {
        LEGAL_CONVERSIONS[self as usize][from as usize] >> to as u32 & 1 == 1
    }

    /// Returns true if the conversion is defined between two types, without a table.
    const fn defines(self, from: Type, to: Type) -> bool {
        let (f, t) = (from.element(), to.element());
        if matches!(self, CastOp::Bitcast) {
            return !matches!(from, Type::Void)
                && !matches!(to, Type::Void)
                && from.bits() == to.bits();
        }
        if from.lanes() != to.lanes() {
            return false;
        }
        match self {
            CastOp::Trunc => {
                f.is_integer() && t.is_integer() && f.element_bits() > t.element_bits()
            }
            CastOp::ZExt | CastOp::SExt => {
                f.is_integer() && t.is_integer() && f.element_bits() < t.element_bits()
            }
            CastOp::FpToUi | CastOp::FpToSi => f.is_float() && t.is_integer(),
            CastOp::UiToFp | CastOp::SiToFp => f.is_integer() && t.is_float(),
            CastOp::FpTrunc => matches!((f, t), (Type::Double, Type::Float)),
            CastOp::FpExt => matches!((f, t), (Type::Float, Type::Double)),
            CastOp::Bitcast => false,
        }
    }
}

/// All conversions, in the order of their declaration.
const CONVERSIONS: [CastOp; 10] = [
    CastOp::Trunc,
    CastOp::ZExt,
    CastOp::SExt,
    CastOp::FpToUi,
    CastOp::FpToSi,
    CastOp::UiToFp,
    CastOp::SiToFp,
    CastOp::FpTrunc,
    CastOp::FpExt,
    CastOp::Bitcast,
];

/// By conversion and type of the operand, the types of the result, each as the bit of its number.
static LEGAL_CONVERSIONS: [[u32; Type::ALL.len()]; CONVERSIONS.len()] = {
    let mut legal = [[0; Type::ALL.len()]; CONVERSIONS.len()];
    let mut index = 0;
    while index < CONVERSIONS.len() {
        let op = CONVERSIONS[index];
        let mut from = 0;
        while from < Type::ALL.len() {
            let mut to = 0;
            while to < Type::ALL.len() {
                if op.defines(Type::ALL[from], Type::ALL[to]) {
                    legal[op as usize][Type::ALL[from] as usize] |= 1 << Type::ALL[to] as u32;
                }
                to += 1;
            }
            from += 1;
        }
        index += 1;
    }
    legal
};

/// Condition of a comparison. The numbers are those of the records:
/// floating point from 0, integer from 32.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of PNaClAsm")]
pub enum Predicate {
    FFalse = 0,
    FOeq = 1,
    FOgt = 2,
    FOge = 3,
    FOlt = 4,
    FOle = 5,
    FOne = 6,
    FOrd = 7,
    FUno = 8,
    FUeq = 9,
    FUgt = 10,
    FUge = 11,
    FUlt = 12,
    FUle = 13,
    FUne = 14,
    FTrue = 15,
    Eq = 32,
    Ne = 33,
    Ugt = 34,
    Uge = 35,
    Ult = 36,
    Ule = 37,
    Sgt = 38,
    Sge = 39,
    Slt = 40,
    Sle = 41,
}

impl Predicate {
    /// The predicate that holds exactly where this one does not.
    pub const fn inverse(self) -> Predicate {
        use Predicate::*;
        match self {
            FFalse => FTrue,
            FOeq => FUne,
            FOgt => FUle,
            FOge => FUlt,
            FOlt => FUge,
            FOle => FUgt,
            FOne => FUeq,
            FOrd => FUno,
            FUno => FOrd,
            FUeq => FOne,
            FUgt => FOle,
            FUge => FOlt,
            FUlt => FOge,
            FUle => FOgt,
            FUne => FOeq,
            FTrue => FFalse,
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// The predicate that holds for swapped operands where this one held.
    pub const fn swapped(self) -> Predicate {
        use Predicate::*;
        match self {
            FOgt => FOlt,
            FOge => FOle,
            FOlt => FOgt,
            FOle => FOge,
            FUgt => FUlt,
            FUge => FUle,
            FUlt => FUgt,
            FUle => FUge,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
            same => same,
        }
    }

    /// The predicate that a record's number stands for.
    pub const fn from_code(code: u64) -> Option<Predicate> {
        use Predicate::*;
        Some(match code {
            0 => FFalse,
            1 => FOeq,
            2 => FOgt,
            3 => FOge,
            4 => FOlt,
            5 => FOle,
            6 => FOne,
            7 => FOrd,
            8 => FUno,
            9 => FUeq,
            10 => FUgt,
            11 => FUge,
            12 => FUlt,
            13 => FUle,
            14 => FUne,
            15 => FTrue,
            32 => Eq,
            33 => Ne,
            34 => Ugt,
            35 => Uge,
            36 => Ult,
            37 => Ule,
            38 => Sgt,
            39 => Sge,
            40 => Slt,
            41 => Sle,
            _ => return None,
        })
    }

    /// The number of the predicate in a record.
    pub const fn code(self) -> u64 {
        self as u64
    }

    /// Returns true if the predicate compares integers.
    #[inline]
    pub const fn is_integer(self) -> bool {
        self as u8 >= 32
    }

    /// The condition's name in PNaClAsm, without `icmp` or `fcmp`.
    pub const fn name(self) -> &'static str {
        use Predicate::*;
        match self {
            FFalse => "false",
            FOeq => "oeq",
            FOgt => "ogt",
            FOge => "oge",
            FOlt => "olt",
            FOle => "ole",
            FOne => "one",
            FOrd => "ord",
            FUno => "uno",
            FUeq => "ueq",
            FUgt | Ugt => "ugt",
            FUge | Uge => "uge",
            FUlt | Ult => "ult",
            FUle | Ule => "ule",
            FUne => "une",
            FTrue => "true",
            Eq => "eq",
            Ne => "ne",
            Sgt => "sgt",
            Sge => "sge",
            Slt => "slt",
            Sle => "sle",
        }
    }
}
