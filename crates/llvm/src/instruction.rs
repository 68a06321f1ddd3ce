//! Instructions and their flags.
//!
//! An instruction is a small value. Operand lists and the properties of calls are in the pools of
//! the body ([`Body`](crate::Body)).

use crate::ids::{
    BlockId, CallId, ConstantId, InlineAsmId, List, LocalId, MetadataId, ScopeId, TypeId,
};

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant, which may be the address of a global.
    Constant(ConstantId),
    /// Inline assembly, which can only be called.
    InlineAsm(InlineAsmId),
    /// Metadata, which only intrinsics take.
    Metadata(MetadataId),
}

impl From<LocalId> for Value {
    fn from(local: LocalId) -> Self {
        Value::Local(local)
    }
}

impl From<ConstantId> for Value {
    fn from(constant: ConstantId) -> Self {
        Value::Constant(constant)
    }
}

/// Declares an enumeration whose members have a keyword in assembly.
macro_rules! spelled {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the members are named as in LLVM's manual")]
        pub enum $name { $($variant,)* }

        impl $name {
            /// All members.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The keyword in LLVM assembly.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    )*};
}
pub(crate) use spelled;

spelled! {
    /// Operations on two numbers.
    BinaryOp {
        Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul", FMul = "fmul",
        UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem", FRem = "frem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    }
    /// Conversions.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FPTrunc = "fptrunc", FPExt = "fpext",
        FPToUI = "fptoui", FPToSI = "fptosi", UIToFP = "uitofp", SIToFP = "sitofp",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr", BitCast = "bitcast",
        AddrSpaceCast = "addrspacecast",
    }
    /// Comparisons of integers and pointers.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }
    /// Comparisons of floating-point numbers.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole",
        One = "one", Ord = "ord", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult",
        Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
    /// The ordering of an atomic access with others.
    Ordering {
        NotAtomic = "", Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire",
        Release = "release", AcquireRelease = "acq_rel", SequentiallyConsistent = "seq_cst",
    }
    /// The operation of `atomicrmw`.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or",
        Xor = "xor", Max = "max", Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd",
        FSub = "fsub", FMax = "fmax", FMin = "fmin", UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap",
    }
    /// The tail-call marker of a call.
    TailKind {
        None = "", Tail = "tail", MustTail = "musttail", NoTail = "notail",
    }
}

/// Declares a set of flags with their keywords, in the order of the text.
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident { $($(#[$flag_doc:meta])* $flag:ident = $bit:literal, $text:literal;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub u8);

        impl $name {
            /// No flag.
            pub const NONE: $name = $name(0);
            $($(#[$flag_doc])* pub const $flag: $name = $name(1 << $bit);)*

            /// Returns true if all of these are set.
            #[must_use]
            pub const fn has(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }

            /// The union of both sets.
            #[must_use]
            pub const fn and(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }

            /// The keywords of the flags that are set, in order.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                [$(($name::$flag, $text),)*]
                    .into_iter()
                    .filter(move |&(flag, _)| self.has(flag))
                    .map(|(_, text)| text)
            }
        }
    )*};
}

flags! {
    /// Flags of a binary operation on integers. If one does not hold, the result is poison.
    BinaryFlags {
        /// It does not wrap as unsigned numbers.
        NUW = 0, "nuw";
        /// It does not wrap as signed numbers.
        NSW = 1, "nsw";
        /// The division has no remainder, or the shift drops only zeros.
        EXACT = 2, "exact";
        /// No bit is set in both operands of an `or` (LLVM 18 and later).
        DISJOINT = 3, "disjoint";
    }
    /// Flags of a conversion. If one does not hold, the result is poison.
    CastFlags {
        /// The truncation drops only zeros (LLVM 19).
        NUW = 0, "nuw";
        /// The truncation drops only copies of the sign (LLVM 19).
        NSW = 1, "nsw";
        /// The operand is not negative (LLVM 18 and later).
        NNEG = 2, "nneg";
    }
    /// Flags of an address computation. If one does not hold, the result is poison.
    GepFlags {
        /// The address stays within the object.
        INBOUNDS = 0, "inbounds";
        /// Signed offsets do not wrap (LLVM 19). Implied by `inbounds`.
        NUSW = 1, "nusw";
        /// Unsigned offsets do not wrap (LLVM 19).
        NUW = 2, "nuw";
    }
    /// Fast-math flags: the floating-point rules that may be relaxed.
    FastMath {
        /// Operations may be regrouped.
        REASSOC = 0, "reassoc";
        /// Assumes that there are no NaNs.
        NNAN = 1, "nnan";
        /// Assumes that no value is infinite.
        NINF = 2, "ninf";
        /// The sign of zero does not matter.
        NSZ = 3, "nsz";
        /// Division may be multiplication with the reciprocal.
        ARCP = 4, "arcp";
        /// Operations may be fused.
        CONTRACT = 5, "contract";
        /// Functions may be approximated.
        AFN = 6, "afn";
    }
}

impl FastMath {
    /// All of them.
    pub const FAST: FastMath = FastMath(0x7F);

    /// The keywords to write; `fast` stands for all of them.
    pub(crate) fn text(self) -> impl Iterator<Item = &'static str> {
        let all = self.has(FastMath::FAST);
        all.then_some("fast")
            .into_iter()
            .chain(self.words().filter(move |_| !all))
    }
}

/// The ordering and scope of an atomic access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomicity {
    /// The ordering; [`Ordering::NotAtomic`] of an ordinary access.
    pub ordering: Ordering,
    /// The synchronisation scope; `None` for the whole system.
    pub scope: Option<ScopeId>,
}

impl Atomicity {
    /// An access that is not atomic.
    pub const NONE: Atomicity = Atomicity {
        ordering: Ordering::NotAtomic,
        scope: None,
    };
}

/// An alignment: a power of two, or the type's default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Align(u8);

impl Align {
    /// The alignment of the type.
    pub const NATURAL: Align = Align(0);

    /// An alignment of 2^`exponent` bytes.
    #[must_use]
    pub const fn from_exponent(exponent: u8) -> Align {
        Align(exponent + 1)
    }

    /// An alignment of this number of bytes, if it is a power of two.
    #[must_use]
    pub const fn new(bytes: u64) -> Option<Align> {
        if bytes.is_power_of_two() {
            Some(Align(bytes.trailing_zeros() as u8 + 1))
        } else {
            None
        }
    }

    /// The number of bytes, if it is stated.
    #[must_use]
    pub const fn bytes(self) -> Option<u64> {
        match self.0 {
            0 => None,
            exponent => Some(1 << (exponent - 1)),
        }
    }
}

/// An instruction of a [`Body`](crate::Body).
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// The operation, with its operands.
    pub kind: InstructionKind,
    /// Its result, whose type and name are in the body; `None` if it has no result.
    pub result: Option<LocalId>,
}

/// The operations and their operands. A type in an operation is that of its result.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "fields are named as in LLVM's manual")]
pub enum InstructionKind {
    /// Returns from the function, with or without a value.
    Return(Option<Value>),
    /// Branches to a block.
    Branch(BlockId),
    /// Branches to one of two blocks.
    ConditionalBranch {
        condition: Value,
        if_true: BlockId,
        if_false: BlockId,
    },
    /// Branches to the block of the matching case. `cases` is a list in
    /// [`Body::cases`](crate::Body::cases).
    Switch {
        value: Value,
        default: BlockId,
        cases: List,
    },
    /// Jumps to a block whose address is the operand. The list is in
    /// [`Body::block_list`](crate::Body::block_list).
    IndirectBranch { address: Value, destinations: List },
    /// Calls a function and continues at a block.
    Invoke {
        call: CallId,
        normal: BlockId,
        unwind: BlockId,
    },
    /// Calls assembly that may jump to one of several blocks.
    CallBranch {
        call: CallId,
        fallthrough: BlockId,
        indirect: List,
    },
    /// Resumes unwinding with an exception.
    Resume(Value),
    /// Marks a point that control never reaches.
    Unreachable,
    /// Ends a cleanup; unwinds to a block or to the caller.
    CleanupReturn { pad: Value, unwind: Option<BlockId> },
    /// Ends a catch.
    CatchReturn { pad: Value, target: BlockId },
    /// Selects among handlers. `parent` is the token `none` outside of funclets.
    CatchSwitch {
        parent: Option<Value>,
        handlers: List,
        unwind: Option<BlockId>,
    },
    /// Begins a handler.
    CatchPad { parent: Value, arguments: List },
    /// Begins a cleanup.
    CleanupPad {
        parent: Option<Value>,
        arguments: List,
    },
    /// Begins the block that an invoke unwinds to; the list is in
    /// [`Body::clauses`](crate::Body::clauses).
    LandingPad { cleanup: bool, clauses: List },
    /// The negation of a floating-point number: `fneg`.
    Negate { flags: FastMath, value: Value },
    /// An operation on two integers.
    Binary {
        op: BinaryOp,
        flags: BinaryFlags,
        lhs: Value,
        rhs: Value,
    },
    /// An operation on two floating-point numbers.
    FloatBinary {
        op: BinaryOp,
        flags: FastMath,
        lhs: Value,
        rhs: Value,
    },
    /// A value converted to another type.
    Cast {
        op: CastOp,
        flags: CastFlags,
        value: Value,
    },
    /// A comparison of integers or pointers: `icmp`.
    IntCompare {
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
    },
    /// A comparison of floating-point numbers: `fcmp`.
    FloatCompare {
        predicate: FloatPredicate,
        flags: FastMath,
        lhs: Value,
        rhs: Value,
    },
    /// A choice: condition, value if true, value if false, in
    /// [`Body::values`](crate::Body::values).
    Select { flags: FastMath, operands: List },
    /// A value that depends on the block that control came from. The list is in
    /// [`Body::incoming`](crate::Body::incoming).
    Phi { flags: FastMath, incoming: List },
    /// Stops the spread of poison.
    Freeze(Value),
    /// Memory on the stack. Calling conventions need `in_alloca` and `swift_error`.
    Alloca {
        allocated: TypeId,
        count: Option<Value>,
        align: Align,
        in_alloca: bool,
        swift_error: bool,
    },
    /// The value in memory at an address.
    Load {
        pointer: Value,
        align: Align,
        volatile: bool,
        atomicity: Atomicity,
    },
    /// Writes a value to memory.
    Store {
        value: Value,
        pointer: Value,
        align: Align,
        volatile: bool,
        atomicity: Atomicity,
    },
    /// Orders the accesses before it with those after it.
    Fence(Atomicity),
    /// Compares a value in memory with another, and replaces it if they are equal.
    CompareExchange {
        operands: List,
        align: Align,
        weak: bool,
        volatile: bool,
        success: Ordering,
        failure: Ordering,
        scope: Option<ScopeId>,
    },
    /// Applies an operation to a value in memory, and returns the old value.
    ReadModifyWrite {
        op: RmwOp,
        pointer: Value,
        value: Value,
        align: Align,
        volatile: bool,
        atomicity: Atomicity,
    },
    /// An address within an object: base and indices, in
    /// [`Body::values`](crate::Body::values).
    GetElementPtr {
        source: TypeId,
        flags: GepFlags,
        operands: List,
    },
    /// A part of an aggregate, by numbers in
    /// [`Body::indices`](crate::Body::indices).
    ExtractValue { aggregate: Value, indices: List },
    /// An aggregate with a part replaced.
    InsertValue {
        aggregate: Value,
        element: Value,
        indices: List,
    },
    /// An element of a vector.
    ExtractElement { vector: Value, index: Value },
    /// A vector with an element replaced: vector, element, index.
    InsertElement { operands: List },
    /// Elements of two vectors; the mask is a constant vector of `i32`.
    ShuffleVector {
        lhs: Value,
        rhs: Value,
        mask: ConstantId,
    },
    /// Calls a function.
    Call(CallId),
    /// Reads the next variable argument.
    VaArg(Value),
}

impl InstructionKind {
    /// Returns true if it ends a block.
    #[must_use]
    pub const fn is_terminator(&self) -> bool {
        use InstructionKind as K;
        matches!(
            self,
            K::Return(_)
                | K::Branch(_)
                | K::ConditionalBranch { .. }
                | K::Switch { .. }
                | K::IndirectBranch { .. }
                | K::Invoke { .. }
                | K::CallBranch { .. }
                | K::Resume(_)
                | K::Unreachable
                | K::CleanupReturn { .. }
                | K::CatchReturn { .. }
                | K::CatchSwitch { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alignment_is_a_power_of_two_or_none() {
        assert_eq!(Align::NATURAL.bytes(), None);
        assert_eq!(Align::new(16).and_then(Align::bytes), Some(16));
        assert_eq!(Align::new(12), None);
        assert_eq!(Align::from_exponent(32).bytes(), Some(1 << 32));
    }

    #[test]
    fn an_instruction_stays_small() {
        assert!(
            size_of::<Instruction>() <= 48,
            "{}",
            size_of::<Instruction>()
        );
    }
}
