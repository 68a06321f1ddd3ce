//! Values that are split into parts, and instructions that are repeated for each part.

use crate::error::{ErrorKind, Fault};
use crate::memory::Place;
use pinnacle_llvm::{Editor, FastMath, FunctionBuilder, InstructionKind, LocalId, TypeId, Value};

/// A part of a value, and its position in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) ty: TypeId,
    /// Offset in bytes from the start of the whole value.
    pub(crate) offset: u64,
}

/// An operand of an instruction that is repeated for each part of its result.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// A value that is the same for all parts.
    Same(Value),
    /// The parts of a split value.
    Split(Vec<Value>),
}

/// The parts of the locals of a body that are split, indexed by local.
#[derive(Debug)]
pub(crate) struct Parts(Vec<State>);

#[derive(Clone, Debug)]
enum State {
    /// The local has not been seen yet, or is not split.
    Unknown,
    /// It was used but is not defined yet. Reserved locals stand for its parts.
    Used(Vec<Value>),
    /// Its parts are defined.
    Defined(Vec<Value>),
}

impl Parts {
    /// Makes a map for this number of locals, none of them known.
    pub(crate) fn new(locals: usize) -> Parts {
        Parts(vec![State::Unknown; locals])
    }

    /// Returns a local's parts. If it is not defined yet, locals of these types are reserved for
    /// them.
    pub(crate) fn of_local(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        local: LocalId,
        types: impl IntoIterator<Item = TypeId>,
    ) -> &[Value] {
        let state = &mut self.0[local.index()];
        if let State::Unknown = state {
            let stand_ins = types.into_iter().map(|ty| build.reserve(ty).into());
            *state = State::Used(stand_ins.collect());
        }
        match state {
            State::Used(parts) | State::Defined(parts) => parts,
            State::Unknown => &[],
        }
    }

    /// Sets the parts of a local.
    pub(crate) fn define(&mut self, editor: &mut Editor<'_>, local: LocalId, parts: Vec<Value>) {
        if let State::Used(stand_ins) = &self.0[local.index()] {
            for (&stand_in, &part) in stand_ins.iter().zip(&parts) {
                if let Value::Local(stand_in) = stand_in {
                    editor.replace(stand_in, part);
                }
            }
        }
        self.0[local.index()] = State::Defined(parts);
    }
}

/// Loads each part from its offset.
pub(crate) fn load_parts(
    editor: &mut Editor<'_>,
    from: Place,
    parts: impl IntoIterator<Item = Part>,
) -> Vec<Value> {
    let build = &mut editor.build;
    let parts = parts.into_iter();
    let load = |Part { ty, offset }| from.at(build, offset).load(build, ty);
    parts.map(load).collect()
}

/// A step that replaces values by their parts.
pub(crate) trait SplitValues {
    /// Returns an operand of an instruction whose result has this type and is split.
    fn operand(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        result: TypeId,
    ) -> Result<Operand, Fault>;

    /// Repeats an instruction of this type for each part of its result. `parts` are the types of
    /// the parts.
    fn repeat(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        ty: TypeId,
        types: &[TypeId],
    ) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::new();
        let body = editor.build.body();
        body.for_each_operand(&kind, |value| values.push(value));
        match kind {
            InstructionKind::Phi { .. } => check_types(editor, Some(&values), ty)?,
            InstructionKind::Select { .. } => check_types(editor, values.get(1..3), ty)?,
            _ => {}
        }
        let mut operands = Vec::with_capacity(values.len());
        for &value in &values {
            let operand = self.operand(editor, value, ty)?;
            if matches!(&operand, Operand::Split(parts) if parts.len() < types.len()) {
                return Err(different_types());
            }
            operands.push(operand);
        }
        let mut parts = Vec::with_capacity(types.len());
        for (number, &ty) in types.iter().enumerate() {
            values.clear();
            values.extend(operands.iter().map(|operand| match operand {
                Operand::Same(value) => *value,
                Operand::Split(parts) => parts[number],
            }));
            let kind = with_operands(editor, kind, &values);
            parts.push(editor.build.emit(kind, ty));
        }
        Ok(parts)
    }
}

/// Checks that values exist and have a given type.
fn check_types(editor: &Editor<'_>, values: Option<&[Value]>, ty: TypeId) -> Result<(), Fault> {
    let build = &editor.build;
    let is_it = |&value: &Value| build.module.type_of(build.body(), value) == Some(ty);
    match values.is_some_and(|values| values.iter().all(is_it)) {
        true => Ok(()),
        false => Err(different_types()),
    }
}

#[cold]
pub(crate) fn different_types() -> Fault {
    ErrorKind::BadInstruction.fault("the operands have different types")
}

/// Returns an instruction with its operands replaced.
fn with_operands(
    editor: &mut Editor<'_>,
    mut kind: InstructionKind,
    values: &[Value],
) -> InstructionKind {
    use InstructionKind as K;
    let mut rest = values.iter();
    kind.map_direct_operands(|old| rest.next().copied().unwrap_or(old));
    match &mut kind {
        K::Phi { incoming, flags } => {
            let old = editor.build.body().incoming(*incoming).iter();
            let edges: Vec<_> = old
                .zip(values)
                .map(|(&(_, block), &value)| (value, block))
                .collect();
            *incoming = editor.old_edges(&edges);
            *flags = FastMath::NONE;
        }
        K::Select { operands, flags } => {
            *operands = editor.build.values(rest.as_slice());
            *flags = FastMath::NONE;
        }
        K::GetElementPtr { operands, .. } => *operands = editor.build.values(rest.as_slice()),
        _ => {}
    }
    kind
}
