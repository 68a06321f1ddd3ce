//! Finds the parts of a module that are used, before anything is numbered: globals, intrinsics and
//! types.

use crate::error::{Error, ErrorKind, Reporter, body_of, name_of};
use pinnacle_llvm::{
    Body, ConstantId, ConstantKind, GlobalId, GlobalKind, InstructionKind, Module, TypeId, Value,
};

/// The things that are used.
#[derive(Debug)]
pub(super) struct Survey {
    /// Indexed by global.
    used: Vec<bool>,
    /// For each type of the module, true if a value has it.
    types: Vec<bool>,
    /// For each constant, true if it was seen.
    seen: Vec<bool>,
    pending: Vec<ConstantId>,
}

impl Survey {
    /// Visits all bodies and initialisers. Reports each global that is used but not defined once,
    /// with its first use.
    pub(super) fn of(module: &Module, reporter: &mut Reporter) -> Survey {
        let mut survey = Survey {
            used: vec![false; module.globals().len()],
            types: vec![false; module.types.len()],
            seen: vec![false; module.constants.len()],
            pending: Vec::new(),
        };
        for (index, global) in module.globals().iter().enumerate() {
            let id = GlobalId::at(index);
            if let GlobalKind::Variable {
                initializer: Some(initializer),
                ..
            } = global.kind
            {
                survey.constant(initializer);
                survey.follow(module, id, reporter);
            }
            if let Some(body) = body_of(module, id) {
                survey.body(module, body);
                survey.follow(module, id, reporter);
            }
        }
        survey
    }

    /// Returns true if anything refers to a global.
    pub(super) fn is_used(&self, global: GlobalId) -> bool {
        self.used[global.index()]
    }

    /// The types of values in bodies.
    pub(super) fn types(&self) -> impl Iterator<Item = TypeId> {
        self.types
            .iter()
            .enumerate()
            .filter(|&(_, &used)| used)
            .map(|(index, _)| TypeId::at(index))
    }

    fn body(&mut self, module: &Module, body: &Body) {
        for instruction in body.instructions() {
            if let Some(result) = instruction.result {
                self.types[body.local(result).ty.index()] = true;
            }
            if let InstructionKind::Switch { value, .. } = instruction.kind
                && let Some(ty) = module.type_of(body, value)
            {
                self.types[ty.index()] = true;
            }
            if let Some(call) = instruction.kind.call()
                && let Some(result) = module.types.result(body.call(call).function_type)
            {
                self.types[result.index()] = true;
            }
            body.for_each_operand(&instruction.kind, |value| {
                if let Value::Constant(constant) = value {
                    self.types[module.constants.get(constant).ty.index()] = true;
                    self.constant(constant);
                }
            });
        }
    }

    fn constant(&mut self, constant: ConstantId) {
        if !std::mem::replace(&mut self.seen[constant.index()], true) {
            self.pending.push(constant);
        }
    }

    /// Visits the constants that were first seen in a global.
    fn follow(&mut self, module: &Module, user: GlobalId, reporter: &mut Reporter) {
        while let Some(constant) = self.pending.pop() {
            let kind = module.constants.get(constant).kind;
            if let ConstantKind::Global(id)
            | ConstantKind::DsoLocalEquivalent(id)
            | ConstantKind::NoCfi(id) = kind
                && !std::mem::replace(&mut self.used[id.index()], true)
            {
                check_defined(module, id, user, reporter);
            }
            module
                .constants
                .for_each_operand(kind, |part| self.constant(part));
        }
    }
}

/// Reports a global that has no definition and is not an intrinsic.
fn check_defined(module: &Module, id: GlobalId, user: GlobalId, reporter: &mut Reporter) {
    let global = module.global(id);
    let what = match global.kind {
        GlobalKind::Variable {
            initializer: None, ..
        } => "variable",
        GlobalKind::Function(function) if module.function(function).body.is_none() => {
            let name = module.names.get(global.name);
            if super::intrinsic(name).is_some() {
                return;
            }
            if name.starts_with(pinnacle_pexe::intrinsics::PREFIX) {
                let fault = ErrorKind::BadIntrinsic.fault(format!(
                    "`{}` is not an intrinsic of PNaCl",
                    name_of(module, id)
                ));
                reporter.error(Error::in_function(fault, module, user));
                return;
            }
            "function"
        }
        _ => return,
    };
    let fault = ErrorKind::Undefined.fault(format!(
        "the {what} `{}` is used but not defined",
        name_of(module, id)
    ));
    reporter.error(Error::in_function(fault, module, user));
}
