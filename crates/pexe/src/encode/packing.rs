//! Abbreviations by kind of block, and the choice between them.

use pinnacle_bitstream::{Abbreviation, Encoding, Error, Writer, predefined, vbr_bits};
use std::sync::Arc;

/// How many record codes have a list of their own; all that exist do.
const CODES: usize = 64;

/// Narrowest abbreviation index of a block.
const MIN_WIDTH: u32 = 2;

/// An abbreviation of these operands, which are known to make sense.
pub(super) fn abbreviation(encodings: &[Encoding]) -> Arc<Abbreviation> {
    Arc::new(Abbreviation::new(encodings, 0).expect("the abbreviation is well-formed"))
}

/// The abbreviations of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Packing {
    /// What the abbreviations block says: kinds of blocks in order, some perhaps
    /// more than once, each with abbreviations.
    pub info: Vec<(u32, Vec<Arc<Abbreviation>>)>,
    /// Whether the version record comes behind the abbreviations block.
    pub version_last: bool,
    pub module: Selector,
    pub types: Selector,
    pub globals: Selector,
    pub symbols: Selector,
    pub function: Selector,
    pub constants: Selector,
    /// For function blocks that define abbreviations themselves, by number.
    pub functions: Vec<(usize, Selector)>,
}

impl Packing {
    /// For the body of a number.
    pub(super) fn of_body(&self, index: usize) -> &Selector {
        match self
            .functions
            .binary_search_by_key(&index, |(number, _)| *number)
        {
            Ok(place) => &self.functions[place].1,
            Err(_) => &self.function,
        }
    }
}

/// Which abbreviation is taken of several that can carry a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Policy {
    /// The one that takes the fewest bits, if it takes fewer than none does.
    #[default]
    Cheapest,
    /// The last, since the more special ones come later.
    Last,
}

/// The abbreviations of one kind of block.
#[derive(Clone, Debug, Default)]
pub(super) struct Selector {
    policy: Policy,
    /// Bits of an abbreviation index.
    width: u32,
    /// Those that the block defines itself, at its start; the others come before
    /// them.
    local: Vec<Arc<Abbreviation>>,
    all: Vec<Arc<Abbreviation>>,
    /// For each code the places in `all` of those that may carry it.
    by_code: Vec<Vec<usize>>,
}

impl Selector {
    /// A selector of those that the abbreviations block defines for a kind of
    /// block, and of those that the block defines itself. Indices have at least
    /// so many bits, or as many as are needed.
    pub(super) fn new(
        policy: Policy,
        info: &[(u32, Vec<Arc<Abbreviation>>)],
        kind: u32,
        local: &[Arc<Abbreviation>],
        least_width: u32,
    ) -> Selector {
        let defined = info.iter().filter(|(id, _)| *id == kind);
        let mut all: Vec<_> = defined.flat_map(|(_, list)| list).cloned().collect();
        all.extend_from_slice(local);
        let carries = |abbreviation: &Abbreviation, code: u64| {
            let first = abbreviation.scalars.first().or(abbreviation.array.as_ref());
            first.is_some_and(|first| first.bits(code).is_some())
        };
        let by_code = (0..CODES as u64)
            .map(|code| {
                let fitting = all.iter().enumerate().filter(|(_, a)| carries(a, code));
                fitting.map(|(place, _)| place).collect()
            })
            .collect();
        let last = predefined::UNABBREVIATED + all.len() as u64;
        Selector {
            policy,
            width: least_width.max(u64::BITS - last.leading_zeros()),
            local: local.to_vec(),
            all,
            by_code,
        }
    }

    /// Bits of an abbreviation index in the block.
    pub(super) fn width(&self) -> u32 {
        self.width.max(MIN_WIDTH)
    }

    /// Enters a block and defines the abbreviations that are its own.
    pub(super) fn enter(&self, writer: &mut Writer, id: u32) -> Result<(), Error> {
        writer.enter_block(id, self.width())?;
        self.define(writer)
    }

    /// Defines the abbreviations that are the block's own.
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

    /// The index of the abbreviation that a record is packed with.
    #[inline]
    fn choose(&self, code: u64, operands: &[u64]) -> u32 {
        let candidates = match self.by_code.get(code as usize) {
            Some(candidates) => candidates.as_slice(),
            None => &[],
        };
        let place = match (candidates, self.policy) {
            ([], _) => None,
            (_, Policy::Last) => candidates
                .iter()
                .rfind(|&&place| self.all[place].fits(code, operands))
                .copied(),
            (_, Policy::Cheapest) => self.cheapest(candidates, code, operands),
        };
        match place {
            Some(place) => predefined::FIRST_DEFINED as u32 + place as u32,
            None => predefined::UNABBREVIATED as u32,
        }
    }

    fn cheapest(&self, candidates: &[usize], code: u64, operands: &[u64]) -> Option<usize> {
        let count = operands.len() as u64;
        let mut least = vbr_bits(code, 6) + vbr_bits(count, 6);
        least += operands.iter().map(|&o| vbr_bits(o, 6)).sum::<u64>();
        let mut best = None;
        for &place in candidates {
            match self.all[place].record_bits(code, operands) {
                Some(bits) if bits < least => {
                    least = bits;
                    best = Some(place);
                }
                _ => {}
            }
        }
        best
    }
}
