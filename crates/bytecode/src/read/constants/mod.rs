//! Constant pools of the module and of functions.
//!
//! A constant may refer to later ones, in its plane or another, so pools are read twice. The first
//! pass ([`scan`]) gives each constant its slot and reads numbers, whose types are known
//! beforehand. It also completes the types. The second pass ([`resolve`]) then reads the constants
//! that refer to others.

mod resolve;
mod scan;

pub(super) use resolve::{PoolScope, Resolver, field_index, is_pending, undefined_constant};

use super::slots::NO_CONSTANT;
use crate::model::ConstantId;
use std::ops::Range;

/// The constants of all pools, in the order of the file.
#[derive(Default)]
pub(super) struct Pools {
    /// Offset of each constant in the file. [`STRING`] is set if it is the offset of a string's
    /// bytes.
    offsets: Vec<u32>,
    /// The constants that are known so far; [`NO_CONSTANT`] for the others.
    pub(super) ids: Vec<ConstantId>,
    /// The runs of consecutive constants of one plane.
    runs: Vec<Run>,
}

/// Consecutive constants of one plane.
#[derive(Clone, Copy)]
struct Run {
    /// Index of the first constant.
    first: u32,
    /// Number of the plane.
    number: u32,
}

/// The part of [`Pools`] that belongs to the module or to one function.
#[derive(Clone, Default, Debug)]
pub(super) struct PoolRange {
    pub(super) runs: Range<u32>,
    pub(super) constants: Range<u32>,
}

/// Marks the offset of a string in [`Pools::offsets`].
const STRING: u32 = 1 << 31;

impl PoolRange {
    /// The range that was read between two calls of [`Pools::end`].
    pub(super) fn between(start: (u32, u32), end: (u32, u32)) -> PoolRange {
        PoolRange {
            runs: start.0..end.0,
            constants: start.1..end.1,
        }
    }
}

impl Pools {
    /// The constant, or its placeholder if it is not known yet.
    pub(super) fn known_or_pending(&self, constant: u32) -> ConstantId {
        match self.ids[constant as usize] {
            NO_CONSTANT => resolve::pending(constant),
            id => id,
        }
    }

    /// Frees the offsets, which are only needed for reading.
    pub(super) fn forget_offsets(&mut self) {
        self.offsets = Vec::new();
    }

    /// Number of runs and constants so far.
    pub(super) fn end(&self) -> (u32, u32) {
        (self.runs.len() as u32, self.ids.len() as u32)
    }

    /// Iterates over the runs of a pool: the plane of each, and its constants.
    pub(super) fn planes(
        &self,
        pool: &PoolRange,
    ) -> impl Iterator<Item = (u32, Range<u32>)> + use<'_> {
        let end = pool.constants.end;
        let range = pool.runs.start as usize..pool.runs.end as usize;
        let runs = &self.runs[range];
        runs.iter().enumerate().map(move |(place, run)| {
            let end = runs.get(place + 1).map_or(end, |next| next.first);
            (run.number, run.first..end)
        })
    }
}
