//! Helper functions that the program's code calls. A module only contains those that it needs.

mod copy;
mod fmod;

use crate::plan::Plan;
use crate::signatures::{self, Signatures};
use crate::turn::Turn;
use copy::Care;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::{Intrinsic, Type};
use wasm_encoder::{BlockType, InstructionSink};

/// Maximum constant length in bytes that is copied or filled without a helper.
pub(crate) const MAX_IN_PLACE: u64 = 64;

/// A helper function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Helper {
    /// Computes the exact remainder of two `double`s.
    Fmod,
    /// Copies bytes between ranges that may overlap. The parameters are the target, the source and
    /// the length.
    Copy,
    /// Fills a range with a byte. The parameters are the address, the byte and the length.
    Fill,
    /// Ensures that the function at an address is in the table, if there is such a function.
    /// Returns the address.
    Loaded,
    /// Ensures that the function at an address has the signature with this number; see
    /// [`VectorClasses`](crate::vector_classes::VectorClasses). Returns the address.
    SameVectors,
    /// Counts an iteration of a loop that is nested too deeply to count inline; see [`Turn`].
    Count,
}

impl Helper {
    const ALL: [Helper; 6] = [
        Helper::Fmod,
        Helper::Copy,
        Helper::Fill,
        Helper::Loaded,
        Helper::SameVectors,
        Helper::Count,
    ];

    /// Returns the result type and the parameter types.
    fn signature(self) -> (Type, &'static [Type]) {
        match self {
            Helper::Fmod => (Type::Double, &[Type::Double, Type::Double]),
            Helper::Copy | Helper::Fill => (Type::Void, &[Type::I32, Type::I32, Type::I32]),
            Helper::Loaded => (Type::I32, &[Type::I32]),
            Helper::SameVectors => (Type::I32, &[Type::I32, Type::I32]),
            Helper::Count => (Type::Void, &[]),
        }
    }

    /// Returns the name for the name section.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Helper::Fmod => "fmod",
            Helper::Copy => "copy",
            Helper::Fill => "fill",
            Helper::Loaded => "loaded",
            Helper::SameVectors => "same_vectors",
            Helper::Count => "count",
        }
    }

    /// Returns the code of the body: the declarations of locals, and the instructions.
    pub(crate) fn body(self, plan: &Plan<'_>) -> Vec<u8> {
        match self {
            Helper::Fmod => fmod::body(),
            Helper::Copy => copy::copy_body(Care::of(plan), plan.turn),
            Helper::Fill => copy::fill_body(Care::of(plan), plan.turn),
            Helper::Loaded => loaded_body(plan.follow),
            Helper::SameVectors => plan.vector_classes.helper(plan.nothing()),
            Helper::Count => count_body(plan.turn),
        }
    }
}

fn loaded_body(follow: Option<u32>) -> Vec<u8> {
    // There are no locals.
    let mut code = vec![0];
    let mut sink = InstructionSink::new(&mut code);
    sink.local_get(0).table_size(0).i32_ge_u();
    sink.if_(BlockType::Empty);
    if let Some(follow) = follow {
        sink.call(follow);
    }
    sink.end().local_get(0).end();
    code
}

fn count_body(turn: Option<Turn>) -> Vec<u8> {
    // There are no locals.
    let mut code = vec![0];
    let mut sink = InstructionSink::new(&mut code);
    if let Some(turn) = turn {
        turn.count(&mut sink);
    }
    sink.end();
    code
}

/// The helpers that a module needs.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    needed: [bool; Helper::ALL.len()],
}

impl Helpers {
    fn need(&mut self, helper: Helper) {
        self.needed[helper as usize] = true;
    }

    /// Records that called addresses may belong to loaded modules.
    pub(crate) fn need_for_loaded(&mut self) {
        self.need(Helper::Loaded);
    }

    /// Records that an address is called with a type that several signatures share.
    pub(crate) fn need_for_vectors(&mut self) {
        self.need(Helper::SameVectors);
    }

    /// Records that loops are nested too deeply to count inline.
    pub(crate) fn need_for_deep_loops(&mut self) {
        self.need(Helper::Count);
    }

    /// Returns true if the module has a helper.
    pub(crate) fn has(&self, helper: Helper) -> bool {
        self.needed[helper as usize]
    }

    /// Records the helpers that an operation needs.
    pub(crate) fn need_for_binary(&mut self, op: BinaryOp) {
        if op == BinaryOp::FRem {
            self.need(Helper::Fmod);
        }
    }

    /// Records the helpers that a call of an intrinsic needs. `len` is the length if it is a
    /// constant.
    pub(crate) fn need_for_intrinsic(&mut self, intrinsic: Intrinsic, len: Option<u64>) {
        if len.is_some_and(|len| len <= MAX_IN_PLACE) {
            return;
        }
        match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => self.need(Helper::Copy),
            Intrinsic::Memset => self.need(Helper::Fill),
            _ => {}
        }
    }

    /// Returns the helpers in the order of their functions.
    pub(crate) fn list(&self) -> impl Iterator<Item = Helper> + '_ {
        Helper::ALL
            .into_iter()
            .filter(|&helper| self.needed[helper as usize])
    }

    /// Returns the index of a helper, which is the number of helpers before it.
    pub(crate) fn index(&self, helper: Helper) -> u32 {
        let before = &self.needed[..helper as usize];
        before.iter().filter(|&&needed| needed).count() as u32
    }

    /// Adds the types of the helpers.
    pub(crate) fn intern_types(&self, signatures: &mut Signatures, scratch: &mut Vec<u8>) {
        for helper in self.list() {
            let (result, params) = helper.signature();
            signatures::key(result, params.iter().copied(), scratch);
            signatures.intern(scratch);
        }
    }

    /// Returns the number of a helper's type.
    pub(crate) fn type_number(helper: Helper, signatures: &Signatures) -> u32 {
        let (result, params) = helper.signature();
        let mut key = Vec::new();
        signatures::key(result, params.iter().copied(), &mut key);
        signatures.number(&key)
    }
}
