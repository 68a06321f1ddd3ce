//! Finds the globals that are used, through initialisers and bodies.

use std::collections::HashMap;

use crate::error::body_of;
use crate::file_role::ENTRY;
use crate::library;
use crate::symbols;
use pinnacle_llvm::{
    Body, ConstantId, ConstantKind, GlobalId, GlobalKind, InstructionId, Linkage, Module, Value,
};

/// Removes the unreachable blocks of a function.
pub(crate) fn remove_unreachable_blocks(module: &mut Module, function: GlobalId) {
    if let Some(function) = module.as_function(function)
        && let Some(body) = &mut module.function_mut(function).body
    {
        body.remove_unreachable_blocks();
    }
}

/// The globals that can be reached.
pub(crate) struct Reached {
    /// Indexed by global.
    pub(crate) globals: Vec<bool>,
    /// Globals that are used but not defined, each with its first use.
    pub(crate) undefined: Vec<(GlobalId, Mention)>,
}

/// Returns the globals that can be reached from these globals.
pub(crate) fn reached_from(module: &Module, roots: &[GlobalId]) -> Reached {
    let mut walk = Walk::new(module);
    for &root in roots {
        walk.reach(root, Mention::None);
    }
    walk.run();
    Reached {
        globals: walk.reached,
        undefined: walk.undefined,
    }
}

/// Finds the globals that can be reached from the entry point, the exports and the lists of
/// constructors. Can be called before aliases and these lists are resolved.
pub(crate) fn reached_early(module: &Module, exports: &[String]) -> Vec<bool> {
    let mut walk = Walk::new(module);
    for (index, global) in module.globals().iter().enumerate() {
        let is_list = global.linkage == Linkage::Appending;
        let name = module.names.get(global.name);
        let is_exported = exports.iter().any(|export| export.as_bytes() == name);
        if is_list || is_exported || name == ENTRY.as_bytes() {
            walk.reach(GlobalId::at(index), Mention::None);
        }
    }
    walk.run();
    walk.reached
}

/// The place where something is mentioned.
#[derive(Clone, Copy)]
pub(crate) enum Mention {
    None,
    Instruction(GlobalId, InstructionId),
    Initializer(GlobalId),
}

struct Walk<'m> {
    module: &'m Module,
    /// Indexed by global.
    reached: Vec<bool>,
    seen: Vec<bool>,
    pending: Vec<GlobalId>,
    constants: Vec<ConstantId>,
    undefined: Vec<(GlobalId, Mention)>,
    /// The functions of the C library, by name.
    library: HashMap<&'m [u8], GlobalId>,
}

impl<'m> Walk<'m> {
    fn new(module: &'m Module) -> Walk<'m> {
        let names: std::collections::HashSet<&[u8]> =
            library::functions().map(str::as_bytes).collect();
        let globals = module.globals().iter().enumerate();
        let library = globals
            .map(|(index, global)| (module.names.get(global.name), GlobalId::at(index)))
            .filter(|(name, _)| names.contains(name))
            .collect();
        Walk {
            module,
            reached: vec![false; module.globals().len()],
            seen: vec![false; module.constants.len()],
            pending: Vec::new(),
            constants: Vec::new(),
            undefined: Vec::new(),
            library,
        }
    }

    fn run(&mut self) {
        while let Some(global) = self.pending.pop() {
            match self.module.global(global).kind {
                GlobalKind::Variable {
                    initializer: Some(initializer),
                    ..
                } => self.mention(initializer, Mention::Initializer(global)),
                GlobalKind::Variable { .. } => {}
                GlobalKind::Function(function) => {
                    let function = self.module.function(function);
                    if let Some(personality) = function.personality {
                        self.mention(personality, Mention::None);
                    }
                    if let Some(body) = &function.body {
                        self.body(global, body);
                    }
                }
                GlobalKind::Alias(target) | GlobalKind::Ifunc(target) => {
                    self.mention(target, Mention::Initializer(global));
                }
            }
        }
    }

    fn body(&mut self, function: GlobalId, body: &'m Body) {
        for &block in body.order() {
            let range = body.block(block);
            for (index, instruction) in body.block_instructions(block).iter().enumerate() {
                let id = InstructionId::at(range.start.index() + index);
                body.for_each_operand(&instruction.kind, |value| {
                    if let Value::Constant(constant) = value
                        && !self.seen[constant.index()]
                    {
                        self.mention(constant, Mention::Instruction(function, id));
                    }
                });
            }
        }
    }

    /// Marks all globals in a constant as reached.
    fn mention(&mut self, constant: ConstantId, at: Mention) {
        self.constants.push(constant);
        while let Some(next) = self.constants.pop() {
            if std::mem::replace(&mut self.seen[next.index()], true) {
                continue;
            }
            match self.module.constants.get(next).kind {
                ConstantKind::Global(global)
                | ConstantKind::DsoLocalEquivalent(global)
                | ConstantKind::NoCfi(global)
                | ConstantKind::BlockAddress {
                    function: global, ..
                } => self.reach(global, at),
                kind => self
                    .module
                    .constants
                    .for_each_operand(kind, |part| self.constants.push(part)),
            }
        }
    }

    fn reach(&mut self, id: GlobalId, at: Mention) {
        if std::mem::replace(&mut self.reached[id.index()], true) {
            return;
        }
        self.pending.push(id);
        let global = self.module.global(id);
        let name = self.module.names.get(global.name);
        let is_defined = match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.is_some(),
            GlobalKind::Function(_) => body_of(self.module, id).is_some(),
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => true,
        };
        if is_defined {
            return;
        }
        if name.starts_with(b"llvm.")
            && let Ok(name) = std::str::from_utf8(name)
            && let Some(function) = library::function_of(name)
            && let Some(&function) = self.library.get(function.as_bytes())
        {
            // The function is not an intrinsic itself, so the recursion ends here.
            self.reach(function, at);
        }
        if !symbols::is_built_in(name) && !symbols::is_defined_by_linker(name) {
            self.undefined.push((id, at));
        }
    }
}
