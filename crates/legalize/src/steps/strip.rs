//! Removes information that only compilers, debuggers and optimisers read.
//!
//! Metadata changes with every release of LLVM and is not part of PNaCl. Most attributes are
//! promises to an optimiser that has already run. The remaining attributes change the effect of a
//! call: the passing and widening of arguments, calls that may return twice, and attributes that
//! later steps have to refuse. Source locations stay, for messages. From here on, every function
//! has the C calling convention, because programs have no other.
//!
//! ```llvm
//! define fastcc noundef signext i8 @f(ptr noalias byval(i64) align 8 %p) nounwind {
//!   call void @llvm.dbg.value(metadata ptr %p, metadata !7, metadata !8)
//!   %v = load i8, ptr %p, !tbaa !3
//!   ret i8 %v
//! }
//! ; becomes
//! define signext i8 @f(ptr byval(i64) align 8 %p) {
//!   %v = load i8, ptr %p
//!   ret i8 %v
//! }
//! ```

use crate::Options;
use crate::error::Reporter;
use crate::memory::global_of;
use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeListId, AttributeSetId, AttributeTable, Body,
    CallingConvention, Edit, GlobalId, GlobalKind, InstructionKind, MetadataTable, Module,
    UnnamedAddress, Value,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let silent = silent_functions(module);
    if silent.contains(&true) {
        let calls_any = |module: &Module, body: &Body| {
            let is_silent = |instruction: &pinnacle_llvm::Instruction| {
                is_silent(module, body, &instruction.kind, &silent)
            };
            body.instructions().iter().any(is_silent)
        };
        reporter.edit_all(module, calls_any, |editor, instruction| {
            let (module, body) = (&*editor.build.module, editor.build.body());
            Ok(if is_silent(module, body, &instruction.kind, &silent) {
                Edit::Drop
            } else {
                Edit::Keep
            })
        });
    }
    let mut attributes = Attributes::new(module);
    let mut metadata_is_used = false;
    for (index, is_silent) in silent.into_iter().enumerate() {
        let id = GlobalId::at(index);
        if is_silent {
            module.remove(id);
            continue;
        }
        let global = module.global_mut(id);
        global.unnamed_address = UnnamedAddress::No;
        match &mut global.kind {
            GlobalKind::Variable { attributes, .. } => *attributes = AttributeSetId::EMPTY,
            &mut GlobalKind::Function(function) => {
                let function = module.function_mut(function);
                function.convention = CallingConvention::C;
                function.attributes = attributes.stripped(function.attributes);
                if let Some(body) = &mut function.body {
                    if options.keep_names {
                        body.strip_metadata();
                    } else {
                        body.strip();
                    }
                    for call in body.calls_mut() {
                        call.convention = CallingConvention::C;
                        call.attributes = attributes.stripped(call.attributes);
                    }
                    metadata_is_used |= uses_metadata(body);
                }
            }
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {}
        }
    }
    module.attributes = attributes.stripped;
    if !metadata_is_used {
        module.metadata = MetadataTable::default();
    }
}

/// True for each global that is an intrinsic without effect on the program.
fn silent_functions(module: &Module) -> Vec<bool> {
    const SILENT: [&[u8]; 3] = [
        b"llvm.dbg.",
        b"llvm.experimental.noalias.scope.decl",
        b"llvm.pseudoprobe",
    ];
    let is_silent = |global: &pinnacle_llvm::Global| {
        let name = module.names.get(global.name);
        matches!(global.kind, GlobalKind::Function(_))
            && name.starts_with(b"llvm.")
            && SILENT.iter().any(|prefix| name.starts_with(prefix))
    };
    module.globals().iter().map(is_silent).collect()
}

fn is_silent(module: &Module, body: &Body, kind: &InstructionKind, silent: &[bool]) -> bool {
    let &InstructionKind::Call(call) = kind else {
        return false;
    };
    global_of(module, body.call(call).callee).is_some_and(|global| silent[global.index()])
}

fn uses_metadata(body: &Body) -> bool {
    body.instructions().iter().any(|instruction| {
        instruction.kind.call().is_some_and(|call| {
            let arguments = body.values(body.call(call).arguments);
            let is_metadata = |value: &Value| matches!(value, Value::Metadata(_));
            arguments.iter().any(is_metadata)
        })
    })
}

/// The attribute sets, reduced to the attributes with a meaning.
struct Attributes {
    old: AttributeTable,
    stripped: AttributeTable,
    /// The replacement of each set and list, computed on first use.
    sets: Vec<Option<AttributeSetId>>,
    lists: Vec<Option<AttributeListId>>,
}

impl Attributes {
    fn new(module: &mut Module) -> Attributes {
        let old = std::mem::take(&mut module.attributes);
        Attributes {
            sets: vec![None; old.set_count()],
            lists: vec![None; old.list_count()],
            old,
            stripped: AttributeTable::default(),
        }
    }

    fn stripped(&mut self, list: AttributeListId) -> AttributeListId {
        if let Some(known) = self.lists[list.index()] {
            return known;
        }
        let sets = self.old.get(list);
        let [function, result] = [sets.function, sets.result].map(|set| self.set(set));
        let parameters: Vec<AttributeSetId> = (0..self.old.parameter_count(list))
            .map(|number| self.set(self.old.parameter(list, number)))
            .collect();
        let new = self.stripped.list(function, result, &parameters);
        self.lists[list.index()] = Some(new);
        new
    }

    fn set(&mut self, set: AttributeSetId) -> AttributeSetId {
        if let Some(known) = self.sets[set.index()] {
            return known;
        }
        let kept = self.old.attributes(set).iter().copied();
        let kept: Vec<Attribute> = kept.filter(has_meaning).collect();
        let new = self.stripped.set(&kept);
        self.sets[set.index()] = Some(new);
        new
    }
}

/// Returns true if a later step or the program depends on an attribute.
fn has_meaning(attribute: &Attribute) -> bool {
    use AttributeKind as K;
    let kind = match *attribute {
        Attribute::Enum(kind) | Attribute::Int(kind, _) | Attribute::Type(kind, _) => kind,
        Attribute::Range(..) | Attribute::Text { .. } => return false,
    };
    matches!(
        kind,
        K::Align
            | K::ByVal
            | K::ByRef
            | K::InAlloca
            | K::Naked
            | K::Nest
            | K::Preallocated
            | K::ReturnsTwice
            | K::SExt
            | K::StructRet
            | K::SwiftAsync
            | K::SwiftError
            | K::SwiftSelf
            | K::ZExt
    )
}
