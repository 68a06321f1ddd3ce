//! The names of instructions and the roles of their operands.

use crate::instruction::InstructionKind;

impl InstructionKind {
    /// The opcode as it is written in the text. It follows the name of the result and the words
    /// `tail`, `musttail` and `notail`.
    #[must_use]
    pub const fn opcode(&self) -> &'static str {
        use InstructionKind as K;
        match self {
            K::Return(_) => "ret",
            K::Branch(_) | K::ConditionalBranch { .. } => "br",
            K::Switch { .. } => "switch",
            K::IndirectBranch { .. } => "indirectbr",
            K::Invoke { .. } => "invoke",
            K::CallBranch { .. } => "callbr",
            K::Resume(_) => "resume",
            K::Unreachable => "unreachable",
            K::CleanupReturn { .. } => "cleanupret",
            K::CatchReturn { .. } => "catchret",
            K::CatchSwitch { .. } => "catchswitch",
            K::CatchPad { .. } => "catchpad",
            K::CleanupPad { .. } => "cleanuppad",
            K::LandingPad { .. } => "landingpad",
            K::Negate { .. } => "fneg",
            K::Binary { op, .. } | K::FloatBinary { op, .. } => op.text(),
            K::Cast { op, .. } => op.text(),
            K::IntCompare { .. } => "icmp",
            K::FloatCompare { .. } => "fcmp",
            K::Select { .. } => "select",
            K::Phi { .. } => "phi",
            K::Freeze(_) => "freeze",
            K::Alloca { .. } => "alloca",
            K::Load { .. } => "load",
            K::Store { .. } => "store",
            K::Fence(_) => "fence",
            K::CompareExchange { .. } => "cmpxchg",
            K::ReadModifyWrite { .. } => "atomicrmw",
            K::GetElementPtr { .. } => "getelementptr",
            K::ExtractValue { .. } => "extractvalue",
            K::InsertValue { .. } => "insertvalue",
            K::ExtractElement { .. } => "extractelement",
            K::InsertElement { .. } => "insertelement",
            K::ShuffleVector { .. } => "shufflevector",
            K::Call(_) => "call",
            K::VaArg(_) => "va_arg",
        }
    }

    /// The roles of the operands, in the order of
    /// [`Body::for_each_operand`](crate::Body::for_each_operand). The last role also applies to all
    /// further operands.
    #[must_use]
    pub const fn roles(&self) -> &'static [&'static str] {
        use InstructionKind as K;
        match self {
            K::ConditionalBranch { .. } => &["condition"],
            K::IndirectBranch { .. } | K::Load { .. } | K::VaArg(_) => &["address"],
            K::Invoke { .. } | K::CallBranch { .. } | K::Call(_) => &["callee", "argument"],
            K::CleanupReturn { .. } | K::CatchReturn { .. } => &["pad"],
            K::CatchSwitch { .. } => &["parent"],
            K::CatchPad { .. }
            | K::CleanupPad {
                parent: Some(_), ..
            } => &["parent", "argument"],
            K::CleanupPad { parent: None, .. } => &["argument"],
            K::LandingPad { .. } => &["clause"],
            K::Binary { .. }
            | K::FloatBinary { .. }
            | K::IntCompare { .. }
            | K::FloatCompare { .. }
            | K::ShuffleVector { .. } => &["lhs", "rhs"],
            K::Select { .. } => &["condition", "if_true", "if_false"],
            K::Phi { .. } => &["incoming"],
            K::Alloca { .. } => &["count"],
            K::Store { .. } | K::ReadModifyWrite { .. } => &["value", "address"],
            K::CompareExchange { .. } => &["address", "expected", "value"],
            K::GetElementPtr { .. } => &["address", "index"],
            K::ExtractValue { .. } => &["aggregate"],
            K::InsertValue { .. } => &["aggregate", "element"],
            K::ExtractElement { .. } => &["vector", "index"],
            K::InsertElement { .. } => &["vector", "element", "index"],
            K::Return(_)
            | K::Switch { .. }
            | K::Resume(_)
            | K::Negate { .. }
            | K::Cast { .. }
            | K::Freeze(_)
            | K::Branch(_)
            | K::Unreachable
            | K::Fence(_) => &["value"],
        }
    }
}
