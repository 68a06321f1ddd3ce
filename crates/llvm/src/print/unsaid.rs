//! Finds things that the text of a release cannot express: instructions, attributes and types
//! that came later or had been dropped.

use super::dialect::Dialect;
use crate::attributes::{Attribute, AttributeKind};
use crate::body::{Body, Call, OldForm};
use crate::constants::ConstantKind;
use crate::ids::{AttributeSetId, ConstantId, InstructionId, TypeId};
use crate::instruction::{
    Atomicity, BinaryFlags, CastFlags, CastOp, FastMath, GepFlags, Instruction, InstructionKind,
    Ordering, RmwOp, TailKind, Value,
};
use crate::module::{Function, Global, GlobalKind, Linkage, Module, ThreadLocal, UnnamedAddress};
use crate::types::Type;

/// The last release that there is text for.
const LAST: &str = "3.2";

/// The releases since which attributes have been written, unless all of them wrote one.
const ATTRIBUTES: &[(AttributeKind, &str)] = {
    use AttributeKind as K;
    &[
        (K::ZExt, "2.0"),
        (K::SExt, "2.0"),
        (K::NoReturn, "2.0"),
        (K::InReg, "2.0"),
        (K::StructRet, "2.0"),
        (K::NoUnwind, "2.0"),
        (K::NoAlias, "2.1"),
        (K::ByVal, "2.1"),
        (K::Nest, "2.1"),
        (K::ReadNone, "2.2"),
        (K::ReadOnly, "2.2"),
        (K::Align, "2.3"),
        (K::NoInline, "2.4"),
        (K::AlwaysInline, "2.4"),
        (K::OptimizeForSize, "2.4"),
        (K::StackProtect, "2.5"),
        (K::StackProtectReq, "2.5"),
        (K::NoCapture, "2.5"),
        (K::NoRedZone, "2.6"),
        (K::NoImplicitFloat, "2.6"),
        (K::Naked, "2.6"),
        (K::InlineHint, "2.7"),
        (K::StackAlign, "2.7"),
        (K::ReturnsTwice, "3.0"),
        (K::UwTable, "3.0"),
        (K::NonLazyBind, "3.0"),
        (K::SanitizeAddress, "3.2"),
        (K::MinSize, "3.2"),
    ]
};

/// The operations of `atomicrmw` of LLVM 3.0 to 3.2.
const OPERATIONS: &[&str] = &[
    "xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin",
];

/// Returns the first thing found in a module that a release cannot express.
pub(super) fn objection(module: &Module, dialect: Dialect) -> Option<&'static str> {
    let mut search = Search {
        module,
        dialect,
        found: None,
    };
    search.module();
    search.found
}

struct Search<'a> {
    module: &'a Module,
    dialect: Dialect,
    found: Option<&'static str>,
}

impl Search<'_> {
    /// Takes note of something that releases have had from one to another.
    fn uses(&mut self, what: &'static str, first: &str, last: &str) {
        if self.found.is_none() && !self.dialect.is_within(first, last) {
            self.found = Some(what);
        }
    }

    /// The same, up to the last release with text.
    fn since(&mut self, what: &'static str, first: &str) {
        self.uses(what, first, LAST);
    }

    /// Takes note of something that came later, if it is there.
    fn never(&mut self, is_there: bool, what: &'static str) {
        if is_there && self.found.is_none() {
            self.found = Some(what);
        }
    }

    fn module(&mut self) {
        let module = self.module;
        for index in 0..module.types.len() {
            self.ty(TypeId::at(index));
        }
        for index in 0..module.attributes.set_count() {
            for &attribute in module.attributes.attributes(AttributeSetId::at(index)) {
                self.attribute(attribute);
            }
        }
        for index in 0..module.constants.len() {
            self.constant(module.constants.get(ConstantId::at(index)).kind);
        }
        for asm in &module.inline_asm {
            self.never(asm.unwind, "`unwind` of inline assembly");
            if asm.intel {
                self.since("`inteldialect`", "3.2");
            }
            if asm.align_stack {
                self.since("`alignstack` of inline assembly", "2.7");
            }
        }
        if module.metadata.named().next().is_some() {
            self.since("metadata", "2.6");
        }
        for global in module.globals() {
            self.global(global);
        }
    }

    fn ty(&mut self, ty: TypeId) {
        let types = &self.module.types;
        match types.get(ty) {
            Type::Half => self.since("the type half", "3.1"),
            Type::X86Mmx => self.since("the type x86_mmx", "2.9"),
            Type::BFloat => self.never(true, "the type bfloat"),
            Type::Token => self.never(true, "the type token"),
            Type::X86Amx => self.never(true, "the type x86_amx"),
            Type::Vector {
                element, scalable, ..
            } => {
                let of_pointers = matches!(types.get(element), Type::Pointer(_));
                self.never(scalable, "a scalable vector");
                if of_pointers {
                    self.since("a vector of pointers", "3.1");
                }
            }
            Type::Named(_) if types.members(ty).is_some() => self.uses("a union", "2.7", "2.7"),
            _ => {}
        }
    }

    fn attribute(&mut self, attribute: Attribute) {
        let kind = match attribute {
            Attribute::Text { .. } => return self.never(true, "an attribute that is a string"),
            // What functions do to memory: nothing, or they only read it.
            Attribute::Int(AttributeKind::Memory, 0) => AttributeKind::ReadNone,
            Attribute::Int(AttributeKind::Memory, 0b01_01_01) => AttributeKind::ReadOnly,
            Attribute::Enum(kind) | Attribute::Int(kind, _) | Attribute::Type(kind, _) => kind,
            Attribute::Range(..) => AttributeKind::Range,
        };
        match ATTRIBUTES.iter().find(|(known, _)| *known == kind) {
            Some(&(_, first)) => self.since(kind.text(), first),
            None => self.never(true, kind.text()),
        }
    }

    fn constant(&mut self, kind: ConstantKind) {
        use ConstantKind as K;
        match kind {
            K::Poison => self.never(true, "`poison`"),
            K::DsoLocalEquivalent(_) => self.never(true, "`dso_local_equivalent`"),
            K::NoCfi(_) => self.never(true, "`no_cfi`"),
            K::Cast(CastOp::AddrSpaceCast, _) => self.never(true, "`addrspacecast`"),
            K::BlockAddress { .. } => self.since("`blockaddress`", "2.7"),
            K::GetElementPtr { flags, .. } => self.address(flags),
            K::Binary(_, flags, ..) => self.arithmetic(flags),
            _ => {}
        }
    }

    fn address(&mut self, flags: GepFlags) {
        if flags == GepFlags::INBOUNDS {
            self.since("`inbounds`", "2.6");
        } else {
            self.never(flags != GepFlags::NONE, "`nusw` and `nuw` of addresses");
        }
    }

    fn arithmetic(&mut self, flags: BinaryFlags) {
        if flags != BinaryFlags::NONE {
            self.since("`nuw`, `nsw` and `exact`", "2.6");
        }
        let disjoint = flags.words().any(|word| word == "disjoint");
        self.never(disjoint, "`disjoint`");
    }

    fn global(&mut self, global: &Global) {
        self.never(global.partition.is_some(), "a partition");
        match global.linkage {
            Linkage::Common => self.since("the linkage common", "2.4"),
            Linkage::Private => self.since("the linkage private", "2.5"),
            Linkage::WeakOdr | Linkage::LinkOnceOdr | Linkage::AvailableExternally => {
                self.since(global.linkage.text(), "2.6");
            }
            _ => {}
        }
        match global.thread_local {
            ThreadLocal::No | ThreadLocal::GeneralDynamic => {}
            _ => self.since("a model of thread-local storage", "3.2"),
        }
        match global.unnamed_address {
            UnnamedAddress::No => {}
            UnnamedAddress::Global => self.since("`unnamed_addr`", "2.9"),
            UnnamedAddress::Local => self.never(true, "`local_unnamed_addr`"),
        }
        match global.kind {
            GlobalKind::Variable {
                externally_initialized,
                ..
            } => self.never(externally_initialized, "`externally_initialized`"),
            GlobalKind::Alias(_) => {}
            GlobalKind::Ifunc(_) => self.never(true, "`ifunc`"),
            GlobalKind::Function(function) => self.function(self.module.function(function)),
        }
    }

    fn function(&mut self, function: &Function) {
        self.never(function.prefix.is_some(), "data before functions");
        self.never(
            function.prologue.is_some(),
            "data at the beginning of functions",
        );
        if function.gc.is_some() {
            self.since("the garbage collector of a function", "2.3");
        }
        let Some(body) = &function.body else {
            return;
        };
        if !body.attachments.is_empty() {
            self.since("metadata of instructions", "2.7");
        }
        for (index, instruction) in body.instructions().iter().enumerate() {
            if self.found.is_some() {
                return;
            }
            match body.old_form(InstructionId::at(index)) {
                Some(form) => self.old_form(form),
                None => self.instruction(body, instruction),
            }
        }
    }

    fn old_form(&mut self, form: OldForm) {
        match form {
            OldForm::Malloc => self.uses("`malloc` as an instruction", "2.0", "2.6"),
            OldForm::Free => self.uses("`free` as an instruction", "2.0", "2.6"),
            OldForm::Unwind => self.uses("`unwind`", "2.0", "3.0"),
            OldForm::GetResult => self.uses("`getresult`", "2.3", "2.3"),
            OldForm::VectorCompare => self.uses("`vicmp` and `vfcmp`", "2.4", "2.5"),
            OldForm::ReturnFields(_) => self.uses("`ret` of several values", "2.3", "2.3"),
        }
    }

    fn instruction(&mut self, body: &Body, instruction: &Instruction) {
        use InstructionKind as K;
        let result = instruction.result.map(|local| body.local(local).ty);
        let result = result.map(|ty| self.module.types.get(ty));
        match instruction.kind {
            K::LandingPad { .. } => self.since("`landingpad`", "3.0"),
            K::Resume(_) => self.since("`resume`", "3.0"),
            K::IndirectBranch { .. } => self.since("`indirectbr`", "2.7"),
            K::CallBranch { .. } => self.never(true, "`callbr`"),
            K::CleanupReturn { .. } | K::CleanupPad { .. } => self.never(true, "`cleanuppad`"),
            K::CatchReturn { .. } | K::CatchSwitch { .. } | K::CatchPad { .. } => {
                self.never(true, "`catchpad`");
            }
            K::Negate { .. } => self.never(true, "`fneg`"),
            K::Freeze(_) => self.never(true, "`freeze`"),
            K::Binary { flags, .. } => self.arithmetic(flags),
            K::FloatBinary { flags, .. } | K::Select { flags, .. } | K::Phi { flags, .. } => {
                self.fast_math(flags);
            }
            K::Cast { op, flags, .. } => {
                self.never(op == CastOp::AddrSpaceCast, "`addrspacecast`");
                self.never(flags != CastFlags::NONE, "flags of conversions");
            }
            K::IntCompare { .. } | K::FloatCompare { .. } => {
                if let K::FloatCompare { flags, .. } = instruction.kind {
                    self.fast_math(flags);
                }
                if matches!(result, Some(Type::Vector { .. })) {
                    self.since("a comparison of vectors", "2.6");
                }
            }
            K::ExtractValue { .. } => self.since("`extractvalue`", "2.4"),
            K::InsertValue { .. } => self.since("`insertvalue`", "2.4"),
            K::Call(call) | K::Invoke { call, .. } => self.call(body, body.call(call)),
            _ => self.access(instruction.kind, result),
        }
    }

    fn fast_math(&mut self, flags: FastMath) {
        self.never(flags != FastMath::NONE, "flags of floating point");
    }

    fn call(&mut self, body: &Body, call: Call) {
        self.fast_math(call.flags);
        self.never(
            !body.bundles(call.bundles).is_empty(),
            "a bundle of operands",
        );
        self.never(call.tail == TailKind::MustTail, "`musttail`");
        self.never(call.tail == TailKind::NoTail, "`notail`");
        let arguments = body.values(call.arguments);
        if arguments.iter().any(|it| matches!(it, Value::Metadata(_))) {
            self.since("metadata", "2.6");
        }
    }

    /// Instructions that access memory.
    fn access(&mut self, kind: InstructionKind, result: Option<Type>) {
        use InstructionKind as K;
        match kind {
            K::Alloca {
                in_alloca,
                swift_error,
                ..
            } => {
                self.never(in_alloca, "`inalloca`");
                self.never(swift_error, "`swifterror`");
                let elsewhere = !matches!(result, Some(Type::Pointer(0)));
                self.never(elsewhere, "`alloca` in an address space");
            }
            K::GetElementPtr { flags, .. } => self.address(flags),
            K::Load { atomicity, .. } | K::Store { atomicity, .. } => self.atomicity(atomicity),
            K::Fence(atomicity) => self.atomicity(atomicity),
            K::ReadModifyWrite { op, atomicity, .. } => {
                self.operation(op);
                self.atomicity(atomicity);
            }
            K::CompareExchange {
                weak,
                success,
                scope,
                ..
            } => {
                self.never(weak, "`weak` of `cmpxchg`");
                let is_pair = matches!(result, Some(Type::Struct { .. }));
                self.never(is_pair, "`cmpxchg` that says if it succeeded");
                self.atomicity(Atomicity {
                    ordering: success,
                    scope,
                });
            }
            _ => {}
        }
    }

    fn operation(&mut self, op: RmwOp) {
        let is_later = !OPERATIONS.contains(&op.text());
        self.never(is_later, "an operation of `atomicrmw`");
    }

    fn atomicity(&mut self, atomicity: Atomicity) {
        if atomicity.ordering != Ordering::NotAtomic {
            self.since("an atomic access", "3.0");
        }
        let scope = atomicity.scope.map(|scope| {
            let name = self.module.scopes[scope.index()];
            self.module.names.get(name)
        });
        let is_later = scope.is_some_and(|name| name != b"singlethread");
        self.never(is_later, "`syncscope`");
    }
}
