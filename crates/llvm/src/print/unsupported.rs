//! Finds what the text of a release cannot express: instructions, attributes and types that were
//! added later or had been removed.

use super::Printer;
use super::dialect::Dialect;
use super::written_globals::says_dso_local;
use crate::attributes::{Attribute, AttributeKind};
use crate::body::{Body, Call, OldForm};
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, AttributeSetId, ConstantId, GlobalId, InstructionId, TypeId};
use crate::instruction::{
    Align, Atomicity, BinaryFlags, CastFlags, CastOp, FastMath, GepFlags, Instruction,
    InstructionKind, Ordering, RmwOp, TailKind, Value,
};
use crate::metadata::{DebugField, Metadata};
use crate::module::{Function, Global, GlobalKind, Linkage, Module, ThreadLocal, UnnamedAddress};
use crate::types::Type;

/// The last release whose text can be printed.
const LAST: &str = "14";

/// The first release with each attribute. Attributes that every release has are not listed.
const ATTRIBUTES: &[(AttributeKind, &str)] = {
    use AttributeKind as K;
    &[
        (K::ZExt, "2.0"),
        (K::SExt, "2.0"),
        (K::NoReturn, "2.0"),
        (K::InReg, "2.0"),
        (K::NoUnwind, "2.0"),
        (K::NoAlias, "2.1"),
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
        (K::NoBuiltin, "3.3"),
        (K::NoDuplicate, "3.3"),
        (K::Returned, "3.3"),
        (K::StackProtectStrong, "3.3"),
        (K::SanitizeThread, "3.3"),
        (K::SanitizeMemory, "3.3"),
        (K::Builtin, "3.4"),
        (K::Cold, "3.4"),
        (K::OptimizeNone, "3.4"),
        (K::JumpTable, "3.5"),
        (K::NonNull, "3.5"),
        (K::Dereferenceable, "3.5"),
        (K::Convergent, "3.7"),
        (K::DereferenceableOrNull, "3.7"),
        (K::SafeStack, "3.7"),
        (K::ArgMemOnly, "3.8"),
        (K::InaccessibleMemOnly, "3.8"),
        (K::InaccessibleMemOrArgMemOnly, "3.8"),
        (K::NoRecurse, "3.8"),
        (K::AllocSize, "3.9"),
        (K::SwiftError, "3.9"),
        (K::SwiftSelf, "3.9"),
        (K::WriteOnly, "4"),
        (K::NoCfCheck, "7"),
        (K::OptForFuzzing, "7"),
        (K::ShadowCallStack, "7"),
        (K::Speculatable, "5"),
        (K::StrictFp, "6"),
        (K::SanitizeHwAddress, "6"),
        (K::SpeculativeLoadHardening, "8"),
        (K::ImmArg, "9"),
        (K::WillReturn, "9"),
        (K::NoFree, "9"),
        (K::NoSync, "9"),
        (K::SanitizeMemTag, "9"),
        (K::Preallocated, "11"),
        (K::NoMerge, "11"),
        (K::NullPointerIsValid, "11"),
        (K::NoUndef, "11"),
        (K::ByRef, "12"),
        (K::MustProgress, "12"),
        (K::NoCallback, "12"),
        (K::Hot, "12"),
        (K::NoProfile, "12"),
        (K::VScaleRange, "13"),
        (K::SwiftAsync, "13"),
        (K::NoSanitizeCoverage, "13"),
        (K::ElementType, "13"),
        (K::DisableSanitizerInstrumentation, "14"),
    ]
};

/// The operations that `atomicrmw` has had from the beginning.
const OPERATIONS: &[&str] = &[
    "xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin",
];

/// Returns the first thing found in a module that a release cannot express.
pub(super) fn first_unsupported(module: &Module, dialect: Dialect) -> Option<&'static str> {
    let mut search = Search {
        module,
        dialect,
        found: None,
    };
    search.module();
    search.found
}

/// Returns the attributes of globals and calls. A module may also contain unused sets, which are
/// never printed.
pub(super) fn used_attributes(module: &Module) -> Vec<Attribute> {
    let table = &module.attributes;
    let mut is_used = vec![false; table.set_count()];
    let mut lists = vec![false; table.list_count()];
    for global in module.globals() {
        match global.kind {
            GlobalKind::Variable { attributes, .. } => is_used[attributes.index()] = true,
            GlobalKind::Function(function) => {
                let function = module.function(function);
                lists[function.attributes.index()] = true;
                if let Some(body) = &function.body {
                    for id in body.instructions().iter().filter_map(|it| it.kind.call()) {
                        lists[body.call(id).attributes.index()] = true;
                    }
                }
            }
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {}
        }
    }
    for index in (0..lists.len()).filter(|&index| lists[index]) {
        let id = AttributeListId::at(index);
        let list = table.get(id);
        is_used[list.function.index()] = true;
        is_used[list.result.index()] = true;
        for number in 0..table.parameter_count(id) {
            is_used[table.parameter(id, number).index()] = true;
        }
    }
    let used = (0..is_used.len()).filter(|&index| is_used[index]);
    used.flat_map(|index| table.attributes(AttributeSetId::at(index)))
        .copied()
        .collect()
}

struct Search<'a> {
    module: &'a Module,
    dialect: Dialect,
    found: Option<&'static str>,
}

impl Search<'_> {
    /// Records the use of something that only the releases in a range have.
    fn uses(&mut self, what: &'static str, first: &str, last: &str) {
        if self.found.is_none() && !self.dialect.is_within(first, last) {
            self.found = Some(what);
        }
    }

    /// Records the use of something that releases have had since `first`.
    fn since(&mut self, what: &'static str, first: &str) {
        self.uses(what, first, LAST);
    }

    /// Records the use of something that none of these releases has, if `is_there` is set.
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
        for attribute in used_attributes(module) {
            self.attribute(attribute);
        }
        for index in 0..module.constants.len() {
            self.constant(module.constants.get(ConstantId::at(index)).kind);
        }
        for asm in &module.inline_asm {
            if asm.unwind {
                self.since("`unwind` of inline assembly", "13");
            }
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
        for &item in module.metadata.items() {
            match item {
                Metadata::Node { distinct: true, .. } => self.since("a distinct node", "3.6"),
                Metadata::Debug { class, fields, .. } => {
                    self.since(class.class().name, class.class().first);
                    let lost = Printer::lost_field(module, class, fields, self.dialect);
                    if let Some(name) = lost {
                        self.never(true, name);
                    }
                    let is_wide = |field: &DebugField| matches!(field, DebugField::Wide(_));
                    if module.metadata.fields(fields).iter().any(is_wide) {
                        self.since("an enumerator of more than 64 bits", "11");
                    }
                }
                _ => {}
            }
        }
        for comdat in &module.comdats {
            self.since("a comdat", "3.5");
            self.never(comdat.name.is_none(), "a comdat without a name");
        }
        for (index, global) in module.globals().iter().enumerate() {
            self.global(global);
            self.attached(GlobalId::at(index));
        }
    }

    fn ty(&mut self, ty: TypeId) {
        let types = &self.module.types;
        match types.get(ty) {
            Type::Half => self.since("the type half", "3.1"),
            Type::X86Mmx => self.since("the type x86_mmx", "2.9"),
            Type::BFloat => self.since("the type bfloat", "11"),
            Type::Token => self.since("the type token", "3.8"),
            Type::X86Amx => self.since("the type x86_amx", "12"),
            Type::Vector {
                element, scalable, ..
            } => {
                let of_pointers = matches!(types.get(element), Type::Pointer(_));
                if scalable {
                    self.since("a scalable vector", "9");
                }
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
            Attribute::Text { .. } => return self.since("an attribute that is a string", "3.3"),
            // The memory effects of functions: none, or read-only.
            Attribute::Int(AttributeKind::Memory, 0) => AttributeKind::ReadNone,
            Attribute::Int(AttributeKind::Memory, 0b01_01_01) => AttributeKind::ReadOnly,
            Attribute::Int(AttributeKind::UwTable, 1) => {
                return self.never(true, "`uwtable(sync)`");
            }
            // These have no type in earlier releases, and need one in later ones.
            Attribute::Type(AttributeKind::ByVal, _) => {
                return self.since("`byval` with a type", "9");
            }
            Attribute::Type(AttributeKind::StructRet, _) => {
                return self.since("`sret` with a type", "12");
            }
            Attribute::Type(AttributeKind::InAlloca, _) => {
                return self.since("`inalloca` with a type", "13");
            }
            Attribute::Enum(AttributeKind::ByVal) => {
                return self.uses("`byval` without a type", "2.1", "11");
            }
            Attribute::Enum(AttributeKind::StructRet) => {
                return self.uses("`sret` without a type", "2.0", "11");
            }
            Attribute::Enum(AttributeKind::InAlloca) => {
                return self.uses("`inalloca` without a type", "3.5", "12");
            }
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
            K::Poison => self.since("`poison`", "12"),
            K::DsoLocalEquivalent(_) => self.since("`dso_local_equivalent`", "13"),
            K::NoCfi(_) => self.since("`no_cfi`", "14"),
            K::None => self.since("`none`", "3.8"),
            K::Cast(CastOp::AddrSpaceCast, _) => self.since("`addrspacecast`", "3.4"),
            K::BlockAddress { .. } => self.since("`blockaddress`", "2.7"),
            K::GetElementPtr { flags, .. } => self.address(flags),
            K::Negate(_) => self.since("`fneg`", "8"),
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

    /// Checks the metadata of a variable or function.
    fn attached(&mut self, id: GlobalId) {
        if self.module.metadata.attached(id).next().is_none() {
            return;
        }
        match self.module.global(id).kind {
            GlobalKind::Function(function) if self.module.function(function).body.is_some() => {
                self.since("metadata of a function", "3.8");
            }
            GlobalKind::Function(_) => self.since("metadata of a declaration", "4"),
            _ => self.since("metadata of a variable", "4"),
        }
    }

    fn global(&mut self, global: &Global) {
        if global.removed {
            return;
        }
        if global.partition.is_some() {
            self.since("a partition", "9");
        }
        if says_dso_local(global) {
            self.since("`dso_local`", "6");
        }
        let is_alias = matches!(global.kind, GlobalKind::Alias(_));
        if is_alias && global.name.is_none() {
            self.since("an alias without a name", "3.7");
        }
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
            _ => self.since("a thread-local storage model", "3.2"),
        }
        match global.unnamed_address {
            UnnamedAddress::No => {}
            UnnamedAddress::Global => self.since("`unnamed_addr`", "2.9"),
            UnnamedAddress::Local => self.since("`local_unnamed_addr`", "3.9"),
        }
        match global.kind {
            GlobalKind::Variable {
                externally_initialized,
                attributes,
                ..
            } => {
                if externally_initialized {
                    self.since("`externally_initialized`", "3.3");
                }
                if attributes != AttributeSetId::EMPTY {
                    self.since("attributes of a variable", "5");
                }
            }
            // Before 3.5, aliases do not have the other properties.
            GlobalKind::Alias(_) => {
                let has_words = global.thread_local != ThreadLocal::No
                    || global.unnamed_address != UnnamedAddress::No;
                if has_words {
                    self.since("an alias that is thread-local or `unnamed_addr`", "3.5");
                }
            }
            GlobalKind::Ifunc(_) => self.since("`ifunc`", "3.9"),
            GlobalKind::Function(function) => {
                if global.address_space != 0 {
                    self.since("a function in an address space", "8");
                }
                self.function(self.module.function(function));
            }
        }
    }

    fn function(&mut self, function: &Function) {
        if function.prefix.is_some() {
            self.since("prefix data", "3.4");
        }
        if function.prologue.is_some() {
            self.since("prologue data", "3.6");
        }
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
            // Until 15 its targets are arguments, which the model has dropped.
            K::CallBranch { .. } => self.never(true, "`callbr`"),
            K::CleanupReturn { .. } | K::CleanupPad { .. } => self.since("`cleanuppad`", "3.8"),
            K::CatchReturn { .. } | K::CatchSwitch { .. } | K::CatchPad { .. } => {
                self.since("`catchpad`", "3.8");
            }
            K::Negate { .. } => self.since("`fneg`", "8"),
            K::Freeze(_) => self.since("`freeze`", "10"),
            K::Binary { flags, .. } => self.arithmetic(flags),
            K::FloatBinary { flags, .. } => self.fast_math(flags, "3.3"),
            K::Select { flags, .. } => self.fast_math(flags, "9"),
            K::Phi { flags, .. } => self.fast_math(flags, "10"),
            K::Cast { op, flags, .. } => {
                if op == CastOp::AddrSpaceCast {
                    self.since("`addrspacecast`", "3.4");
                }
                self.never(flags != CastFlags::NONE, "flags of conversions");
            }
            K::IntCompare { .. } | K::FloatCompare { .. } => {
                if let K::FloatCompare { flags, .. } = instruction.kind {
                    self.fast_math(flags, "3.8");
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

    /// Checks fast-math flags on an instruction that has had them since `first`.
    fn fast_math(&mut self, flags: FastMath, first: &str) {
        if flags == FastMath::NONE {
            return;
        }
        self.since("flags of floating point", first);
        if flags == FastMath::FAST {
            return;
        }
        if flags.has(FastMath::CONTRACT) {
            self.since("`contract`", "5");
        }
        if flags.has(FastMath::REASSOC) || flags.has(FastMath::AFN) {
            self.since("`reassoc` and `afn`", "6");
        }
    }

    fn call(&mut self, body: &Body, call: Call) {
        self.fast_math(call.flags, "3.8");
        if !body.bundles(call.bundles).is_empty() {
            self.since("an operand bundle", "3.8");
        }
        match call.tail {
            TailKind::None | TailKind::Tail => {}
            TailKind::MustTail => self.since("`musttail`", "3.5"),
            TailKind::NoTail => self.since("`notail`", "3.8"),
        }
        if call.address_space != 0 {
            self.since("a function in an address space", "8");
        }
        self.relocation(call);
        let arguments = body.values(call.arguments);
        if arguments.iter().any(|it| matches!(it, Value::Metadata(_))) {
            self.since("metadata", "2.6");
        }
    }

    /// Checks for a call after which LLVM prints a comment, which this printer does not support.
    fn relocation(&mut self, call: Call) {
        let Value::Constant(callee) = call.callee else {
            return;
        };
        if let ConstantKind::Global(global) = self.module.constants.get(callee).kind {
            let name = self.module.names.get(self.module.global(global).name);
            let is_it = name.starts_with(b"llvm.experimental.gc.relocate");
            self.never(is_it, "comments on relocations of a garbage collector");
        }
    }

    /// Checks instructions that access memory.
    fn access(&mut self, kind: InstructionKind, result: Option<Type>) {
        use InstructionKind as K;
        match kind {
            K::Alloca {
                in_alloca,
                swift_error,
                ..
            } => {
                if in_alloca {
                    self.since("`inalloca`", "3.5");
                }
                if swift_error {
                    self.since("`swifterror`", "3.9");
                }
                if !matches!(result, Some(Type::Pointer(0))) {
                    self.since("`alloca` in an address space", "5");
                }
            }
            K::GetElementPtr { flags, .. } => self.address(flags),
            K::Load {
                atomicity, align, ..
            }
            | K::Store {
                atomicity, align, ..
            } => {
                self.aligned(align);
                self.atomicity(atomicity);
            }
            K::Fence(atomicity) => self.atomicity(atomicity),
            K::ReadModifyWrite {
                op,
                atomicity,
                align,
                ..
            } => {
                self.aligned_update(align);
                self.operation(op);
                self.atomicity(atomicity);
            }
            K::CompareExchange {
                weak,
                success,
                scope,
                align,
                ..
            } => {
                self.aligned_update(align);
                if weak {
                    self.since("`weak` of `cmpxchg`", "3.5");
                }
                match result {
                    Some(Type::Struct { .. }) => {
                        self.since("`cmpxchg` that returns whether it succeeded", "3.5");
                    }
                    _ => self.uses("`cmpxchg` that returns only the loaded value", "3.0", "3.4"),
                }
                self.atomicity(Atomicity {
                    ordering: success,
                    scope,
                });
            }
            _ => {}
        }
    }

    /// Checks that an access states its alignment, as every access does since LLVM 11.
    fn aligned(&mut self, align: Align) {
        if align == Align::NATURAL {
            self.uses("an access without an alignment", "2.0", "10");
        }
    }

    /// Checks the alignment of an atomic update. Up to LLVM 12 it has none, and since 13 it has
    /// one.
    fn aligned_update(&mut self, align: Align) {
        if align == Align::NATURAL {
            self.uses("an atomic update without an alignment", "2.0", "12");
        } else {
            self.since("an atomic update with an alignment", "13");
        }
    }

    fn operation(&mut self, op: RmwOp) {
        match op {
            RmwOp::FAdd | RmwOp::FSub => {
                self.since("an operation of `atomicrmw` on floating point", "9");
            }
            _ => {
                let is_later = !OPERATIONS.contains(&op.text());
                self.never(is_later, "an operation of `atomicrmw`");
            }
        }
    }

    fn atomicity(&mut self, atomicity: Atomicity) {
        if atomicity.ordering != Ordering::NotAtomic {
            self.since("an atomic access", "3.0");
        }
        let scope = atomicity.scope.map(|scope| {
            let name = self.module.scopes[scope.index()];
            self.module.names.get(name)
        });
        if scope.is_some_and(|name| name != b"singlethread") {
            self.since("`syncscope`", "5");
        }
    }
}
