//! Maps each local that is split to the values of its parts.

use pinnacle_llvm::{Editor, LocalId, TypeId, Value};

/// The parts of the locals of a body that are split.
#[derive(Debug)]
pub(crate) struct SplitValues {
    /// Indexed by local.
    pieces: Vec<Piece>,
    values: Vec<Value>,
}

#[derive(Clone, Copy, Debug)]
enum Piece {
    /// It was not met yet, or is not split.
    Unknown,
    /// It was used, but not defined yet: new locals stand for its parts.
    Used(u32),
    /// Its parts are defined.
    Defined(u32),
}

impl SplitValues {
    /// Makes a map for this number of locals, none of them known.
    pub(crate) fn new(locals: usize) -> SplitValues {
        SplitValues {
            pieces: vec![Piece::Unknown; locals],
            values: Vec::new(),
        }
    }

    /// Number of values so far: the place of the next one.
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

    /// Repeats values at the end.
    pub(crate) fn repeat(&mut self, first: usize, count: usize) {
        self.values.extend_from_within(first..first + count);
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
        match self.pieces[local.index()] {
            Piece::Used(first) | Piece::Defined(first) => first as usize,
            Piece::Unknown => {
                let first = self.values.len();
                for ty in types {
                    let stand_in = editor.build.reserve(ty);
                    self.values.push(stand_in.into());
                }
                self.pieces[local.index()] = Piece::Used(first as u32);
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
        if let Piece::Used(used) = self.pieces[local.index()] {
            for number in 0..count {
                if let Value::Local(stand_in) = self.values[used as usize + number] {
                    editor.replace(stand_in, self.values[first + number]);
                }
            }
        }
        self.pieces[local.index()] = Piece::Defined(first as u32);
    }
}
