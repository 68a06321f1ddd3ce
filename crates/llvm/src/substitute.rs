//! Replaces all uses of constants.
//!
//! A constant may be part of others, so replacements are followed through the whole table: each
//! constant that changes is rebuilt once. The walk uses an explicit stack, because constants may be
//! nested deeply.

use crate::constants::{Constant, ConstantKind, ConstantTable};
use crate::ids::{ConstantId, GlobalId};
use crate::instruction::Value;
use crate::module::{GlobalKind, Module};

/// The replacement of each constant of a module.
#[derive(Debug)]
pub struct Substitution {
    becomes: Vec<ConstantId>,
    changed: bool,
}

/// A constant that would contain itself.
#[derive(Clone, Copy, Debug)]
pub struct Cycle(pub ConstantId);

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unknown,
    Begun,
    Known,
}

impl Substitution {
    /// Calls `leaf` for every constant of the table. Its result replaces the constant, after
    /// replacements within it.
    ///
    /// # Errors
    ///
    /// Fails if a constant becomes part of its own replacement.
    pub fn new(
        module: &mut Module,
        mut leaf: impl FnMut(&mut Module, Constant) -> Option<ConstantId>,
    ) -> Result<Substitution, Cycle> {
        let count = module.constants.len();
        let mut walk = Walk {
            becomes: (0..count).map(ConstantId::at).collect(),
            state: vec![State::Unknown; count],
            replaced: vec![None; count],
            pending: Vec::new(),
        };
        for index in 0..count {
            walk.visit(module, ConstantId::at(index), &mut leaf)?;
        }
        let becomes = walk.becomes;
        let changed = becomes.iter().enumerate().any(|(i, id)| id.index() != i);
        Ok(Substitution { becomes, changed })
    }

    /// The replacement of a constant, or the constant itself.
    #[must_use]
    pub fn of(&self, constant: ConstantId) -> ConstantId {
        let known = self.becomes.get(constant.index());
        known.copied().unwrap_or(constant)
    }

    /// Replaces all constants that globals and bodies use.
    pub fn apply(&self, module: &mut Module) {
        if !self.changed {
            return;
        }
        for index in 0..module.globals().len() {
            let id = GlobalId::at(index);
            match &mut module.global_mut(id).kind {
                GlobalKind::Variable {
                    initializer: Some(constant),
                    ..
                }
                | GlobalKind::Alias(constant)
                | GlobalKind::Ifunc(constant) => *constant = self.of(*constant),
                GlobalKind::Variable { .. } => {}
                &mut GlobalKind::Function(function) => {
                    let function = module.function_mut(function);
                    for constant in [
                        &mut function.prefix,
                        &mut function.prologue,
                        &mut function.personality,
                    ]
                    .into_iter()
                    .flatten()
                    {
                        *constant = self.of(*constant);
                    }
                    if let Some(body) = &mut function.body {
                        body.map_operands(|value| match value {
                            Value::Constant(constant) => Value::Constant(self.of(constant)),
                            other => other,
                        });
                    }
                }
            }
        }
    }
}

struct Walk {
    becomes: Vec<ConstantId>,
    state: Vec<State>,
    /// The results of `leaf`, while they are being applied.
    replaced: Vec<Option<ConstantId>>,
    pending: Vec<ConstantId>,
}

impl Walk {
    fn grow(&mut self, module: &Module) {
        for index in self.becomes.len()..module.constants.len() {
            self.becomes.push(ConstantId::at(index));
            self.state.push(State::Unknown);
            self.replaced.push(None);
        }
    }

    fn visit(
        &mut self,
        module: &mut Module,
        root: ConstantId,
        leaf: &mut impl FnMut(&mut Module, Constant) -> Option<ConstantId>,
    ) -> Result<(), Cycle> {
        self.pending.push(root);
        while let Some(&next) = self.pending.last() {
            match self.state[next.index()] {
                State::Known => {
                    self.pending.pop();
                }
                State::Unknown => {
                    self.state[next.index()] = State::Begun;
                    let constant = module.constants.get(next);
                    let replaced = leaf(module, constant).filter(|&other| other != next);
                    self.replaced[next.index()] = replaced;
                    self.grow(module);
                    let (state, pending) = (&self.state, &mut self.pending);
                    let mut cycle = None;
                    let mut need = |part: ConstantId| match state[part.index()] {
                        State::Unknown => pending.push(part),
                        State::Begun => cycle = Some(Cycle(part)),
                        State::Known => {}
                    };
                    match replaced {
                        Some(other) => need(other),
                        None => module.constants.for_each_operand(constant.kind, need),
                    }
                    if let Some(cycle) = cycle {
                        return Err(cycle);
                    }
                }
                State::Begun => {
                    self.pending.pop();
                    self.becomes[next.index()] = match self.replaced[next.index()] {
                        Some(other) => self.becomes[other.index()],
                        None => rebuild(module, next, |part| self.becomes[part.index()]),
                    };
                    self.state[next.index()] = State::Known;
                    self.grow(module);
                }
            }
        }
        Ok(())
    }
}

/// Rebuilds a constant with its parts replaced. Returns the constant itself if they are unchanged.
fn rebuild(
    module: &mut Module,
    id: ConstantId,
    becomes: impl Fn(ConstantId) -> ConstantId,
) -> ConstantId {
    use ConstantKind as K;
    let Constant { ty, kind } = module.constants.get(id);
    let mut same = true;
    module
        .constants
        .for_each_operand(kind, |part| same &= becomes(part) == part);
    if same {
        return id;
    }
    let table = &mut module.constants;
    let list = |table: &ConstantTable, list| -> Vec<ConstantId> {
        table.list(list).iter().map(|&part| becomes(part)).collect()
    };
    let three = |table: &ConstantTable, parts| -> Option<[ConstantId; 3]> {
        list(table, parts).try_into().ok()
    };
    match kind {
        K::Aggregate(parts) => {
            let parts = list(table, parts);
            table.aggregate(ty, &parts)
        }
        K::GetElementPtr {
            source,
            flags,
            operands,
        } => {
            let operands = list(table, operands);
            table.get_element_ptr(ty, source, flags, &operands)
        }
        K::Select(parts) => match three(table, parts) {
            Some([condition, if_true, if_false]) => table.select(ty, condition, if_true, if_false),
            None => id,
        },
        K::InsertElement(parts) => match three(table, parts) {
            Some(parts) => table.insert_element(ty, parts),
            None => id,
        },
        K::ShuffleVector(parts) => match three(table, parts) {
            Some(parts) => table.shuffle_vector(ty, parts),
            None => id,
        },
        K::Cast(op, value) => table.plain(ty, K::Cast(op, becomes(value))),
        K::Negate(value) => table.plain(ty, K::Negate(becomes(value))),
        K::Binary(op, flags, lhs, rhs) => {
            table.plain(ty, K::Binary(op, flags, becomes(lhs), becomes(rhs)))
        }
        K::IntCompare(predicate, lhs, rhs) => {
            table.plain(ty, K::IntCompare(predicate, becomes(lhs), becomes(rhs)))
        }
        K::FloatCompare(predicate, lhs, rhs) => {
            table.plain(ty, K::FloatCompare(predicate, becomes(lhs), becomes(rhs)))
        }
        K::ExtractElement(vector, index) => {
            table.plain(ty, K::ExtractElement(becomes(vector), becomes(index)))
        }
        _ => id,
    }
}
