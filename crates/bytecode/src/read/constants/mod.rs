//! Constant pools of the module and of functions.
//!
//! A constant may refer to later ones, in its plane or another. So pools are read twice. The first
//! pass ([`scan`]) gives each constant its slot and reads numbers, whose types are known
//! beforehand. After it all types are known, and the second pass ([`resolve`]) reads the constants
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
    /// Offset of each constant; with [`STRING`] for the bytes of a string.
    offsets: Vec<u32>,
    /// The constants that are known so far, others [`NO_CONSTANT`].
    pub(super) ids: Vec<ConstantId>,
    /// Constants in a row that are in one plane.
    runs: Vec<Run>,
}

/// Constants in a row that are in one plane.
#[derive(Clone, Copy)]
struct Run {
    /// The first of them.
    first: u32,
    /// The plane.
    number: u32,
}

/// The constants of the module, or of a function.
#[derive(Clone, Default, Debug)]
pub(super) struct PoolRange {
    pub(super) runs: Range<u32>,
    pub(super) constants: Range<u32>,
}

/// Marks the place of a string among the places of constants.
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
    /// A constant, or the placeholder in planes for one that is not known.
    pub(super) fn known_or_pending(&self, constant: u32) -> ConstantId {
        match self.ids[constant as usize] {
            NO_CONSTANT => resolve::pending(constant),
            id => id,
        }
    }

    /// Forgets where constants stand.
    pub(super) fn forget_offsets(&mut self) {
        self.offsets = Vec::new();
    }

    /// Number of runs and constants so far.
    pub(super) fn end(&self) -> (u32, u32) {
        (self.runs.len() as u32, self.ids.len() as u32)
    }

    /// The planes of a pool, each with its constants, in order.
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
