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
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    /// A value that is the same for all parts.
    Same(Value),
    /// A split value. Its parts start at this index in [`Parts`].
    Split(usize),
}

/// The parts of the locals of a body that are split.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Indexed by local.
    locals: Vec<State>,
    values: Vec<Value>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// The local has not been seen yet, or is not split.
    Unknown,
    /// It was used but is not defined yet. Reserved locals stand for its parts.
    Used(u32),
    /// Its parts are defined.
    Defined(u32),
}

impl Parts {
    /// Makes a map for this number of locals, none of them known.
    pub(crate) fn new(locals: usize) -> Parts {
        Parts {
            locals: vec![State::Unknown; locals],
            values: Vec::new(),
        }
    }

    /// Number of values so far, which is also the index of the next one.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn push(&mut self, value: Value) {
        self.values.push(value);
    }

    pub(crate) fn get(&self, place: usize) -> Value {
        self.values[place]
    }

    /// Returns `count` values from an index on.
    pub(crate) fn range(&self, first: usize, count: usize) -> &[Value] {
        &self.values[first..first + count]
    }

    /// Appends values. Returns the index of the first one.
    pub(crate) fn extend(&mut self, values: impl IntoIterator<Item = Value>) -> usize {
        let first = self.len();
        self.values.extend(values);
        first
    }

    pub(crate) fn set(&mut self, place: usize, value: Value) {
        self.values[place] = value;
    }

    /// Appends copies of values. Returns the index of the first one.
    pub(crate) fn repeat(&mut self, first: usize, count: usize) -> usize {
        self.values.extend_from_within(first..first + count);
        self.len() - count
    }

    /// Overwrites values with copies of others.
    pub(crate) fn copy(&mut self, from: usize, count: usize, to: usize) {
        self.values.copy_within(from..from + count, to);
    }

    /// Returns the index of a local's parts. If it is not defined yet, locals of these types are
    /// reserved for them.
    pub(crate) fn of_local(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        local: LocalId,
        types: impl IntoIterator<Item = TypeId>,
    ) -> usize {
        match self.locals[local.index()] {
            State::Used(first) | State::Defined(first) => first as usize,
            State::Unknown => {
                let first = self.len();
                for ty in types {
                    let stand_in = build.reserve(ty);
                    self.push(stand_in.into());
                }
                self.locals[local.index()] = State::Used(first as u32);
                first
            }
        }
    }

    /// Sets the parts of a local to `count` values from `first` on.
    pub(crate) fn define(
        &mut self,
        editor: &mut Editor<'_>,
        local: LocalId,
        first: usize,
        count: usize,
    ) {
        if let State::Used(used) = self.locals[local.index()] {
            for number in 0..count {
                if let Value::Local(stand_in) = self.values[used as usize + number] {
                    editor.replace(stand_in, self.values[first + number]);
                }
            }
        }
        self.locals[local.index()] = State::Defined(first as u32);
    }

    /// Loads each part from its offset. Returns the index of the first one.
    pub(crate) fn load(
        &mut self,
        editor: &mut Editor<'_>,
        from: Place,
        parts: impl IntoIterator<Item = Part>,
    ) -> usize {
        let first = self.len();
        for Part { ty, offset } in parts {
            let place = from.at(&mut editor.build, offset);
            let part = place.load(&mut editor.build, ty);
            self.push(part);
        }
        first
    }
}

/// A step that replaces values by their parts.
pub(crate) trait SplitValues {
    /// The parts of values so far.
    fn parts(&mut self) -> &mut Parts;

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
    ) -> Result<usize, Fault> {
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
            operands.push(self.operand(editor, value, ty)?);
        }
        let first = self.parts().len();
        for (number, &ty) in types.iter().enumerate() {
            values.clear();
            values.extend(operands.iter().map(|&operand| match operand {
                Operand::Same(value) => value,
                Operand::Split(first) => self.parts().get(first + number),
            }));
            let kind = with_operands(editor, kind, &values);
            let part = editor.build.emit(kind, ty);
            self.parts().push(part);
        }
        Ok(first)
    }
}

/// Checks that values exist and have a given type.
fn check_types(editor: &Editor<'_>, values: Option<&[Value]>, ty: TypeId) -> Result<(), Fault> {
    let build = &editor.build;
    let is_it = |&value: &Value| build.module.type_of(build.body(), value) == Some(ty);
    match values.is_some_and(|values| values.iter().all(is_it)) {
        true => Ok(()),
        false => Err(Fault::new(
            ErrorKind::BadInstruction,
            "the operands have different types",
        )),
    }
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
