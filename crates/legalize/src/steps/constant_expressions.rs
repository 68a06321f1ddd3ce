//! Replaces constant expressions by instructions.
//!
//! An operand in LLVM may be an expression that is known when the program is linked, such as the
//! address of an element of a global. Operands of PNaCl's instructions are plain constants and
//! addresses. Each expression is therefore computed before the instruction that uses it, once in a
//! block. For an operand of a phi, it is computed at the end of the block that the operand comes
//! from.
//!
//! ```text
//! store ptr getelementptr (i8, ptr @g, i32 4), ptr %p
//! ```
//! becomes
//! ```text
//! %1 = getelementptr i8, ptr @g, i32 4
//! store ptr %1, ptr %p
//! ```
//!
//! A constant struct, array or vector with an expression in it becomes a constant without the
//! expression, and the value is inserted. Expressions without an effect are dropped: the conversion
//! of a pointer to a pointer, or the address of the first part. Initialisers of globals are not
//! changed.
//!
//! Relies on `indirect-branches`, which removes all addresses of blocks.

use crate::Options;
use crate::emit::Emit;
use crate::error::{Fault, Reporter, Rewrite};
use crate::phis::PhiConstants;
use pinnacle_llvm::{
    BlockId, Body, ConstantId, ConstantKind, Edit, Editor, Instruction, InstructionKind, Module,
    Value,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut expander = Expander::of(module);
    if expander.states.iter().all(|state| *state == State::Plain) {
        return;
    }
    for function in module.global_ids() {
        let Some(body) = crate::error::body_of(module, function) else {
            continue;
        };
        if !expander.begin(body) {
            continue;
        }
        reporter.rewrite(module, function, &mut expander);
    }
}

/// The treatment of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Plain,
    /// It is replaced by another constant.
    Same(ConstantId),
    /// It must be computed by instructions.
    Compute,
}

struct Expander {
    /// The treatment of each constant. Constants added by this step are plain.
    states: Vec<State>,
    /// For each constant, the last block that computed it, and its value there.
    computed: Vec<(u32, Option<Value>)>,
    /// The number of the current block, counted over all bodies.
    block: u32,
    in_phis: PhiConstants,
    /// The current block.
    reading: Option<BlockId>,
    pending: Vec<ConstantId>,
}

impl Rewrite for Expander {
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.in_phis.begin(editor);
        Ok(())
    }

    fn leave_block(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.enter(editor.reading());
        let in_phis = std::mem::take(&mut self.in_phis);
        in_phis.leave_block(editor, |editor, constant| Ok(self.value(editor, constant)))?;
        self.in_phis = in_phis;
        Ok(())
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        self.enter(editor.reading());
        let mut kind = it.kind;
        match kind {
            InstructionKind::Phi { incoming, .. } => {
                return self.in_phis.phi(editor, incoming).map(Edit::As);
            }
            InstructionKind::LandingPad { .. } => return Ok(Edit::Keep),
            _ => {}
        }
        editor.map_operands(&mut kind, |editor, value| match value {
            Value::Constant(constant) => Ok(self.value(editor, constant)),
            other => Ok(other),
        })?;
        Ok(Edit::As(kind))
    }
}

impl Expander {
    /// Forgets the values that another block has computed.
    fn enter(&mut self, block: BlockId) {
        if self.reading != Some(block) {
            self.reading = Some(block);
            self.block += 1;
        }
    }

    /// Finds the constants that must be computed. Operands of a constant come before it.
    fn of(module: &mut Module) -> Expander {
        let count = module.constants.len();
        let mut states = vec![State::Plain; count];
        for index in 0..count {
            let id = ConstantId::at(index);
            let state = classify(module, &states, id);
            states[index] = state;
        }
        Expander {
            states,
            computed: vec![(0, None); count],
            block: 0,
            in_phis: PhiConstants::default(),
            reading: None,
            pending: Vec::new(),
        }
    }

    fn state(&self, constant: ConstantId) -> State {
        let state = self.states.get(constant.index());
        state.copied().unwrap_or(State::Plain)
    }

    /// Prepares a body: records the constants that its phis need. Returns true if the body must be
    /// changed.
    fn begin(&mut self, body: &Body) -> bool {
        let mut any = false;
        for instruction in body.instructions() {
            body.for_each_operand(&instruction.kind, |value| {
                if let Value::Constant(constant) = value {
                    any |= self.state(constant) != State::Plain;
                }
            });
        }
        if !any {
            return false;
        }
        self.in_phis = PhiConstants::of(body, |constant| self.state(constant) != State::Plain);
        self.reading = None;
        true
    }

    /// Returns the value of a constant. It is computed here unless the block has computed it
    /// before.
    fn value(&mut self, editor: &mut Editor<'_>, constant: ConstantId) -> Value {
        let constant = match self.state(constant) {
            State::Plain => return constant.into(),
            State::Same(other) => other,
            State::Compute => constant,
        };
        self.pending.clear();
        self.pending.push(constant);
        while let Some(&next) = self.pending.last() {
            let before = self.pending.len();
            if self.known(next).is_none() {
                let module = &*editor.build.module;
                let kind = module.constants.get(next).kind;
                let (states, computed, block) = (&self.states, &self.computed, self.block);
                let pending = &mut self.pending;
                module.constants.for_each_operand(kind, |part| {
                    let part = match states.get(part.index()) {
                        Some(State::Compute) => part,
                        Some(&State::Same(other)) => other,
                        _ => return,
                    };
                    let must = states.get(part.index()) == Some(&State::Compute);
                    if must && computed[part.index()].0 != block {
                        pending.push(part);
                    }
                });
                if self.pending.len() > before {
                    continue;
                }
                let value = self.compute(editor, next);
                self.computed[next.index()] = (self.block, Some(value));
            }
            self.pending.pop();
        }
        self.known(constant).unwrap_or(Value::Constant(constant))
    }

    /// Returns the value of a constant that is plain or already computed in this block.
    fn known(&self, constant: ConstantId) -> Option<Value> {
        match self.state(constant) {
            State::Plain => Some(constant.into()),
            State::Same(other) if self.state(other) == State::Plain => Some(other.into()),
            State::Same(other) => self.computed_here(other),
            State::Compute => self.computed_here(constant),
        }
    }

    fn computed_here(&self, constant: ConstantId) -> Option<Value> {
        let (block, value) = self.computed[constant.index()];
        value.filter(|_| block == self.block)
    }

    /// Emits an expression whose operands are available.
    fn compute(&self, editor: &mut Editor<'_>, id: ConstantId) -> Value {
        let build = &mut editor.build;
        let constant = build.module.constants.get(id);
        if let ConstantKind::Aggregate(elements) = constant.kind {
            let elements = build.module.constants.list(elements).to_vec();
            return self.aggregate(editor, id, &elements);
        }
        let mut operands = Vec::new();
        let table = &build.module.constants;
        table.for_each_operand(constant.kind, |part| {
            operands.push(self.known(part).unwrap_or(part.into()));
        });
        let kind = constant
            .kind
            .instruction(&operands, |all| build.values(all));
        match kind {
            Some(kind) => build.emit(kind, constant.ty),
            None => id.into(),
        }
    }

    /// Emits an aggregate: a constant with the plain parts, and an insertion for each of the
    /// others.
    fn aggregate(&self, editor: &mut Editor<'_>, id: ConstantId, elements: &[ConstantId]) -> Value {
        let build = &mut editor.build;
        let ty = build.module.constants.get(id).ty;
        let mut plain = Vec::with_capacity(elements.len());
        for &element in elements {
            plain.push(match self.known(element) {
                Some(Value::Constant(constant)) => constant,
                _ => {
                    let ty = build.module.constants.get(element).ty;
                    build.module.constants.plain(ty, ConstantKind::Undef)
                }
            });
        }
        let mut whole = Value::Constant(build.module.constants.aggregate(ty, &plain));
        for (number, &element) in elements.iter().enumerate() {
            let Some(value @ Value::Local(_)) = self.known(element) else {
                continue;
            };
            whole = build.insert(whole, value, number as u32);
        }
        whole
    }
}

/// Decides what must be done for a constant whose operands have been decided.
fn classify(module: &mut Module, states: &[State], id: ConstantId) -> State {
    use ConstantKind as K;
    let constant = module.constants.get(id);
    let same = |other: ConstantId| match states[other.index()] {
        State::Same(further) => State::Same(further),
        State::Plain | State::Compute => State::Same(other),
    };
    match constant.kind {
        K::DsoLocalEquivalent(global) | K::NoCfi(global) => State::Same(module.address_of(global)),
        K::Cast(_, value) if module.constants.get(value).ty == constant.ty => same(value),
        K::GetElementPtr { operands, .. } => match module.constants.list(operands) {
            [base, indices @ ..]
                if module.constants.get(*base).ty == constant.ty
                    && indices.iter().all(|&index| is_zero(module, index)) =>
            {
                same(*base)
            }
            _ => State::Compute,
        },
        K::Cast(..)
        | K::Negate(_)
        | K::Binary(..)
        | K::IntCompare(..)
        | K::FloatCompare(..)
        | K::Select(_)
        | K::ExtractElement(..)
        | K::InsertElement(_)
        | K::ShuffleVector(_) => State::Compute,
        K::Aggregate(list) => {
            let elements = module.constants.list(list);
            let plain = |&element: &ConstantId| states[element.index()] == State::Plain;
            if elements.iter().all(plain) {
                return State::Plain;
            }
            let is_computed = |&element: &ConstantId| match states[element.index()] {
                State::Plain => false,
                State::Compute => true,
                // Globals added by this step have no state.
                State::Same(other) => states.get(other.index()) == Some(&State::Compute),
            };
            if elements.iter().any(is_computed) {
                return State::Compute;
            }
            let elements: Vec<ConstantId> = elements
                .iter()
                .map(|&element| match states[element.index()] {
                    State::Same(other) => other,
                    _ => element,
                })
                .collect();
            State::Same(module.constants.aggregate(constant.ty, &elements))
        }
        _ => State::Plain,
    }
}

fn is_zero(module: &Module, constant: ConstantId) -> bool {
    matches!(
        module.constants.get(constant).kind,
        ConstantKind::Bits(0) | ConstantKind::Zero
    )
}
