//! Drops what control never comes to, and what nothing leads to.
//!
//! From the entry point this goes to every function and variable that a body or an
//! initialiser mentions; all others leave the module. In bodies it removes blocks
//! that no path from the first one leads to. So later steps need not work on what
//! no program would contain, and what is wrong with unused code does not matter.
//!
//! An intrinsic that becomes a call of a function of the library keeps that function
//! ([`library`](crate::library)).
//!
//! What is used and defined nowhere is an error (F0101), which shows the first place
//! that uses it. Exempt are intrinsics, the functions that PNaCl has built in, and
//! symbols that a later step defines.
//!
//! ```llvm
//! @used = internal global i32 1
//! @unused = internal global i32 2
//! define void @_start(i32 %info) {
//!   store i32 0, ptr @used
//!   ret void
//! dead:
//!   store i32 0, ptr @unused
//!   ret void
//! }
//! ; becomes
//! @used = internal global i32 1
//! define void @_start(i32 %info) {
//!   store i32 0, ptr @used
//!   ret void
//! }
//! ```

use std::collections::HashMap;

use crate::Options;
use crate::error::{Error, ErrorKind, Fault, Reporter, body_of, name_of};
use crate::file::ENTRY;
use crate::library;
use crate::symbols;
use pinnacle_llvm::{
    Body, ConstantId, ConstantKind, GlobalId, GlobalKind, InstructionId, Linkage, Module, Value,
};

/// The step.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    remove_unreachable_blocks(module);
    if options.fragment {
        return;
    }
    let Some(entry) = module.find_global(ENTRY.as_bytes()) else {
        return;
    };
    let mut walk = Walk::new(module);
    walk.reach(entry, Use::None);
    walk.run();
    let (reached, undefined) = (walk.reached, walk.undefined);
    report(module, undefined, reporter);
    for (index, reached) in reached.into_iter().enumerate() {
        if !reached {
            module.remove(GlobalId::at(index));
        }
    }
}

/// What the entry point and the lists of constructors lead to, before aliases and
/// those lists are resolved.
pub(crate) fn reached(module: &Module) -> Vec<bool> {
    let mut walk = Walk::new(module);
    for (index, global) in module.globals().iter().enumerate() {
        let is_list = global.linkage == Linkage::Appending;
        if is_list || module.names.get(global.name) == ENTRY.as_bytes() {
            walk.reach(GlobalId::at(index), Use::None);
        }
    }
    walk.run();
    walk.reached
}

fn report(module: &Module, mut undefined: Vec<(GlobalId, Use)>, reporter: &mut Reporter) {
    undefined.sort_by_key(|&(global, _)| global);
    for (global, at) in undefined {
        reporter.error(undefined_error(module, global, at));
    }
}

/// Blocks that go, go in all functions. Where the addresses of blocks are taken,
/// the step that numbers those removes what is left.
fn remove_unreachable_blocks(module: &mut Module) {
    let mut has_addresses = vec![false; module.globals().len()];
    for index in 0..module.constants.len() {
        if let ConstantKind::BlockAddress { function, .. } =
            module.constants.get(ConstantId::at(index)).kind
        {
            has_addresses[function.index()] = true;
        }
    }
    for (index, has_addresses) in has_addresses.into_iter().enumerate() {
        if has_addresses {
            continue;
        }
        if let Some(function) = module.as_function(GlobalId::at(index))
            && let Some(body) = &mut module.function_mut(function).body
        {
            body.remove_unreachable_blocks();
        }
    }
}

/// The place that mentions something.
#[derive(Clone, Copy)]
enum Use {
    None,
    Instruction(GlobalId, InstructionId),
    Initializer(GlobalId),
}

struct Walk<'m> {
    module: &'m Module,
    reached: Vec<bool>,
    seen: Vec<bool>,
    pending: Vec<GlobalId>,
    constants: Vec<ConstantId>,
    undefined: Vec<(GlobalId, Use)>,
    /// The functions of the library by name.
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
                } => self.mention(initializer, Use::Initializer(global)),
                GlobalKind::Variable { .. } => {}
                GlobalKind::Function(function) => {
                    let function = self.module.function(function);
                    if let Some(personality) = function.personality {
                        self.mention(personality, Use::None);
                    }
                    if let Some(body) = &function.body {
                        self.body(global, body);
                    }
                }
                GlobalKind::Alias(target) | GlobalKind::Ifunc(target) => {
                    self.mention(target, Use::Initializer(global));
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
                        self.mention(constant, Use::Instruction(function, id));
                    }
                });
            }
        }
    }

    /// Reaches all globals in a constant that were not seen before.
    fn mention(&mut self, constant: ConstantId, at: Use) {
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

    fn reach(&mut self, id: GlobalId, at: Use) {
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
            // Its name is none of an intrinsic, so this goes no deeper.
            self.reach(function, at);
        }
        if !symbols::is_provided(name) && !symbols::is_defined_by_linker(name) {
            self.undefined.push((id, at));
        }
    }
}

#[cold]
fn undefined_error(module: &Module, global: GlobalId, at: Use) -> Error {
    let name = name_of(module, global);
    let kind = if module.as_function(global).is_some() {
        "function"
    } else {
        "variable"
    };
    let fault = |rest: &str| {
        let message = format!("the {kind} `{name}` is used and defined nowhere{rest}");
        Fault::new(ErrorKind::Undefined, message)
    };
    match at {
        Use::Instruction(function, instruction) => match body_of(module, function) {
            Some(body) => Error::at(fault(""), module, function, body, instruction),
            None => Error::new(fault("")),
        },
        Use::Initializer(variable) => {
            let variable = name_of(module, variable);
            Error::new(fault(&format!(": `{variable}` has its address")))
        }
        Use::None => Error::new(fault("")),
    }
}
