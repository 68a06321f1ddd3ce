//! Values that are split into parts, and the instructions that are repeated for each part.

use crate::memory::Place;
use pinnacle_llvm::{BlockId, Editor, FastMath, InstructionKind, LocalId, TypeId, Value};

/// A part of a value, and its place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) ty: TypeId,
    /// Offset from the start of the whole, in bytes.
    pub(crate) offset: u64,
}

/// An operand of an instruction that is repeated for each part of its result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    /// A value that is the same for all parts.
    Same(Value),
    /// A value that is split: its parts are in [`Parts`] from here on.
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
    /// It was used, but not defined yet: new locals stand for its parts.
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

    /// The number of values so far, which is also the place of the next one.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn push(&mut self, value: Value) {
        self.values.push(value);
    }

    pub(crate) fn get(&self, place: usize) -> Value {
        self.values[place]
    }

    pub(crate) fn set(&mut self, place: usize, value: Value) {
        self.values[place] = value;
    }

    /// Appends copies of values, and returns where they are.
    pub(crate) fn repeat(&mut self, first: usize, count: usize) -> usize {
        self.values.extend_from_within(first..first + count);
        self.len() - count
    }

    /// Copies values over others.
    pub(crate) fn copy(&mut self, from: usize, count: usize, to: usize) {
        self.values.copy_within(from..from + count, to);
    }

    /// The places of the parts of a local. If it is not defined yet, locals of these types are
    /// reserved for them.
    pub(crate) fn of_local(
        &mut self,
        editor: &mut Editor<'_>,
        local: LocalId,
        types: impl IntoIterator<Item = TypeId>,
    ) -> usize {
        match self.locals[local.index()] {
            State::Used(first) | State::Defined(first) => first as usize,
            State::Unknown => {
                let first = self.len();
                for ty in types {
                    let stand_in = editor.build.reserve(ty);
                    self.push(stand_in.into());
                }
                self.locals[local.index()] = State::Used(first as u32);
                first
            }
        }
    }

    /// Sets the parts of a local: this number of values from `first` on.
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

    /// Loads each part.
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

    /// Repeats an instruction for each part of its result, which have these types. Its operands are
    /// in the order of [`pinnacle_llvm::Body::for_each_operand`].
    pub(crate) fn each(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        operands: &[Operand],
        types: impl IntoIterator<Item = TypeId>,
    ) -> usize {
        let first = self.len();
        let mut values = Vec::with_capacity(operands.len());
        for (number, ty) in types.into_iter().enumerate() {
            values.clear();
            values.extend(operands.iter().map(|&operand| match operand {
                Operand::Same(value) => value,
                Operand::Split(first) => self.get(first + number),
            }));
            let kind = with_operands(editor, kind, &values);
            let part = editor.build.emit(kind, ty);
            self.push(part);
        }
        first
    }

    /// Makes a phi for each part, given the parts of all incoming values.
    pub(crate) fn phi(
        &mut self,
        editor: &mut Editor<'_>,
        edges: &[(usize, BlockId)],
        types: impl IntoIterator<Item = TypeId>,
    ) -> usize {
        let first = self.len();
        let mut of_part = Vec::with_capacity(edges.len());
        for (number, ty) in types.into_iter().enumerate() {
            let part = |&(source, block): &(usize, BlockId)| (self.get(source + number), block);
            of_part.clear();
            of_part.extend(edges.iter().map(part));
            let incoming = editor.old_edges(&of_part);
            let flags = FastMath::NONE;
            let part = editor
                .build
                .emit(InstructionKind::Phi { flags, incoming }, ty);
            self.push(part);
        }
        first
    }
}

/// An instruction with other operands.
fn with_operands(
    editor: &mut Editor<'_>,
    mut kind: InstructionKind,
    values: &[Value],
) -> InstructionKind {
    use InstructionKind as K;
    let mut rest = values.iter();
    kind.map_direct_operands(|old| rest.next().copied().unwrap_or(old));
    if let K::Select { operands, .. } | K::GetElementPtr { operands, .. } = &mut kind {
        *operands = editor.build.values(rest.as_slice());
    }
    kind
}
