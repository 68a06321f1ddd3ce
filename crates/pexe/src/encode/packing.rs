//! Chooses abbreviations for the records of each kind of block.

use crate::construct::block_id;
use crate::limits::PROFILE;
use pinnacle_bitstream::limits::MIN_ABBREVIATION_WIDTH;
use pinnacle_bitstream::{Abbreviation, Encoding, Error, Scalar, Writer, predefined, vbr_bits};
use std::borrow::Cow;
use std::sync::Arc;

/// Abbreviations are listed by record code below this number. All codes of PNaCl are below it; the
/// largest one is 44.
const CODES: usize = 64;
/// Abbreviations are listed by number of operands below this number. The last list is for records
/// with more operands.
const COUNTS: usize = 8;
/// Maximum number of abbreviations of a kind of block that are considered. Files have at most about
/// a hundred, and more would make the choice slow.
const MOST: usize = 1024;
/// Maximum number of abbreviations without a fixed code, because these are tried for every record.
const MOST_GENERAL: usize = 64;

/// Returns an abbreviation with these encodings, which must be well-formed.
pub(super) fn abbreviation(encodings: &[Encoding]) -> Arc<Abbreviation> {
    Arc::new(Abbreviation::new(encodings, 0).expect("the abbreviation is well-formed"))
}

/// The abbreviations of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Packing {
    /// The contents of the abbreviations block: pairs of a block ID and abbreviations, in order. A
    /// block ID may occur several times.
    pub info: Vec<(u32, Vec<Arc<Abbreviation>>)>,
    /// True if the version record comes after the abbreviations block.
    pub version_last: bool,
    pub module: Selector,
    pub types: Selector,
    pub globals: Selector,
    pub symbols: Selector,
    pub function: Selector,
    pub constants: Selector,
    /// The definitions in function blocks, by the index of the body.
    pub functions: Vec<(usize, Own)>,
}

/// The abbreviations that a block itself defines.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// The width of abbreviation indices in bits.
    pub width: u32,
    /// The abbreviations that the block defines itself.
    pub local: Vec<Arc<Abbreviation>>,
}

impl Packing {
    /// Returns the selector for the body with this index.
    pub(super) fn of_body(&self, index: usize) -> Cow<'_, Selector> {
        let found = self
            .functions
            .binary_search_by_key(&index, |(number, _)| *number);
        match found {
            Ok(place) => {
                let (_, own) = &self.functions[place];
                Cow::Owned(Selector::new(
                    self.function.policy,
                    &self.info,
                    block_id::FUNCTION,
                    own,
                ))
            }
            Err(_) => Cow::Borrowed(&self.function),
        }
    }
}

/// The choice between several abbreviations that fit a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Policy {
    /// The one that costs the fewest bits, if it costs less than an unabbreviated record.
    #[default]
    Cheapest,
    /// The last one, because more specific abbreviations come later.
    Last,
}

/// Chooses between the abbreviations of one kind of block.
#[derive(Clone, Debug, Default)]
pub(super) struct Selector {
    policy: Policy,
    /// The minimum width of abbreviation indices in bits.
    width: u32,
    /// The abbreviations that are defined at the start of the block. Shared abbreviations have
    /// lower indices.
    local: Vec<Arc<Abbreviation>>,
    all: Vec<Arc<Abbreviation>>,
    /// The abbreviations that may fit a record, by code and number of operands, in the order in
    /// which they are tried.
    candidates: Vec<Vec<Candidate>>,
}

/// An abbreviation that may fit a record.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: usize,
    /// The minimum size of a record with it, in bits.
    least: u64,
    /// The values that the first operands must have, in the form of [`pack`]. For `[Literal(4),
    /// Literal(0)]` the first operand must be 0.
    mask: u64,
    wanted: u64,
}

impl Candidate {
    fn new(place: usize, abbreviation: &Abbreviation) -> Candidate {
        let scalars = &abbreviation.scalars;
        let mut candidate = Candidate {
            place,
            least: scalars.iter().map(|scalar| scalar.min_bits()).sum(),
            mask: 0,
            wanted: 0,
        };
        for (index, scalar) in scalars.iter().skip(1).take(8).enumerate() {
            if let Scalar::Literal(value @ 0..SATURATED) = *scalar {
                candidate.mask |= 0xff << (8 * index);
                candidate.wanted |= value << (8 * index);
            }
        }
        candidate
    }
}

/// Represents all larger numbers in [`pack`].
const SATURATED: u64 = 0xff;

/// Returns the first eight operands, with one byte for each. Comparing these bytes excludes most
/// abbreviations that contain literals.
#[inline]
fn pack(operands: &[u64]) -> u64 {
    let bytes = operands.iter().take(8).enumerate();
    bytes.fold(0, |all, (index, &operand)| {
        all | operand.min(SATURATED) << (8 * index)
    })
}

/// Returns the index of a record's list in [`Selector::candidates`].
#[inline]
fn list_of(code: u64, operands: usize) -> usize {
    code as usize * COUNTS + operands.min(COUNTS - 1)
}

impl Selector {
    /// Creates a selector for a kind of block. Its abbreviations are those that `info` defines for
    /// the block ID, and those that the block itself defines. Indices are as wide as necessary, but
    /// at least as wide as the block specifies.
    pub(super) fn new(
        policy: Policy,
        info: &[(u32, Vec<Arc<Abbreviation>>)],
        kind: u32,
        own: &Own,
    ) -> Selector {
        let defined = info.iter().filter(|(id, _)| *id == kind);
        let mut all: Vec<_> = defined.flat_map(|(_, list)| list).cloned().collect();
        all.extend_from_slice(&own.local);
        let mut candidates = vec![Vec::new(); if all.is_empty() { 0 } else { CODES * COUNTS }];
        let mut general = 0;
        for (place, abbreviation) in all.iter().enumerate().take(MOST) {
            if !matches!(abbreviation.scalars.first(), Some(Scalar::Literal(_))) {
                general += 1;
                if general > MOST_GENERAL {
                    continue;
                }
            }
            let candidate = Candidate::new(place, abbreviation);
            for code in 0..CODES as u64 {
                for count in counts(abbreviation, code) {
                    candidates[list_of(code, count)].push(candidate);
                }
            }
        }
        for list in &mut candidates {
            match policy {
                Policy::Cheapest => list.sort_by_key(|candidate| candidate.least),
                Policy::Last => list.reverse(),
            }
        }
        let last = predefined::UNABBREVIATED + all.len() as u64;
        let needed = (u64::BITS - last.leading_zeros()).min(PROFILE.max_abbreviation_width);
        Selector {
            policy,
            width: needed.max(own.width),
            local: own.local.clone(),
            all,
            candidates,
        }
    }

    /// Returns the width of abbreviation indices in bits.
    pub(super) fn width(&self) -> u32 {
        self.width.max(MIN_ABBREVIATION_WIDTH as u32)
    }

    /// Enters a block and writes the definitions of its own abbreviations.
    pub(super) fn enter(&self, writer: &mut Writer, id: u32) -> Result<(), Error> {
        writer.enter_block(id, self.width())?;
        self.define(writer)
    }

    /// Writes the definitions of the block's own abbreviations.
    pub(super) fn define(&self, writer: &mut Writer) -> Result<(), Error> {
        for abbreviation in &self.local {
            writer.define_abbreviation(abbreviation)?;
        }
        Ok(())
    }

    /// Writes a record.
    #[inline]
    pub(super) fn record(
        &self,
        writer: &mut Writer,
        code: u64,
        operands: &[u64],
    ) -> Result<(), Error> {
        writer.record(self.choose(code, operands), code, operands)
    }

    /// Returns the index of the abbreviation for a record.
    #[inline]
    fn choose(&self, code: u64, operands: &[u64]) -> u32 {
        let candidates = if code < CODES as u64 {
            self.candidates.get(list_of(code, operands.len()))
        } else {
            None
        };
        let place = match (candidates, self.policy) {
            (None, _) => None,
            (Some(list), Policy::Last) => list
                .iter()
                .map(|candidate| candidate.place)
                .find(|&place| self.all[place].fits(code, operands)),
            (Some(list), Policy::Cheapest) => self.cheapest(list, code, operands),
        };
        match place {
            Some(place) => predefined::FIRST_DEFINED as u32 + place as u32,
            None => predefined::UNABBREVIATED as u32,
        }
    }

    fn cheapest(&self, candidates: &[Candidate], code: u64, operands: &[u64]) -> Option<usize> {
        if candidates.is_empty() {
            return None;
        }
        let count = operands.len() as u64;
        let mut least = vbr_bits(code, 6) + vbr_bits(count, 6);
        least += operands.iter().map(|&o| vbr_bits(o, 6)).sum::<u64>();
        let packed = pack(operands);
        let mut best = None;
        for candidate in candidates {
            if candidate.least >= least {
                break;
            }
            if packed & candidate.mask != candidate.wanted {
                continue;
            }
            match self.all[candidate.place].record_bits(code, operands) {
                Some(bits) if bits < least => {
                    least = bits;
                    best = Some(candidate.place);
                }
                _ => {}
            }
        }
        best
    }
}

/// Returns the range of operand counts, up to the maximum that is distinguished, of records with
/// this code that an abbreviation may fit.
fn counts(abbreviation: &Abbreviation, code: u64) -> std::ops::Range<usize> {
    let first = abbreviation.scalars.first().or(abbreviation.array.as_ref());
    if !first.is_some_and(|first| first.fits(code)) {
        return 0..0;
    }
    let least = abbreviation.scalars.len().saturating_sub(1).min(COUNTS - 1);
    match abbreviation.array {
        Some(_) => least..COUNTS,
        None => least..least + 1,
    }
}
