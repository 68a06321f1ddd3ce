//! Defines the rows in which records are counted, and finds the row of a record.

use super::encoding::{self, Encoding, Plan, cost, needed};
use super::naming::Naming;
use super::operand::Operand;
use super::{
    AbbreviationStatistics, BlockStatistics, MAX_ABBREVIATIONS, MAX_UNKNOWN_CODES, Origin,
    RecordStatistics, Tally, Use,
};
use crate::construct::codes::Operands;
use pinnacle_bitstream::{Abbreviation, Scalar};
use std::cmp::Reverse;
use std::sync::Arc;

/// Record codes below this number are indices in an array; the others are found by searching.
const SMALL_CODES: usize = 64;

impl Tally {
    pub(super) fn add(&mut self, bits: u64) {
        self.count += 1;
        self.bits += bits;
    }
}

/// Counts the blocks with the same ID.
#[derive(Debug)]
pub(super) struct KindRow {
    naming: Naming,
    pub(super) id: Option<u32>,
    /// Number of open blocks with this ID.
    pub(super) open: u32,
    pub(super) count: u64,
    pub(super) bits_with_nested: u64,
    pub(super) start_bits: u64,
    pub(super) end_bits: u64,
    pub(super) alignment_bits: u64,
    pub(super) definitions: Tally,
    pub(super) records: Vec<RecordRow>,
    /// For each small code, the index of its row plus one, or 0 if it has none.
    small_codes: [u16; SMALL_CODES],
    large_codes: Vec<(u64, u16)>,
    unknown_codes: usize,
    other_codes: Option<u16>,
    pub(super) abbreviations: Vec<AbbreviationRow>,
    /// A hash of each abbreviation, to find one without comparing all of them.
    hashes: Vec<u64>,
    other_abbreviations: Option<u32>,
}

/// Counts the use of an abbreviation.
#[derive(Debug)]
pub(super) struct AbbreviationRow {
    origin: Origin,
    number: Option<u32>,
    index: Option<u32>,
    definition: Option<Arc<Abbreviation>>,
    pub(super) definitions: Tally,
}

impl KindRow {
    pub(super) fn new(naming: Naming, id: Option<u32>) -> KindRow {
        KindRow {
            naming,
            id,
            open: 0,
            count: 0,
            bits_with_nested: 0,
            start_bits: 0,
            end_bits: 0,
            alignment_bits: 0,
            definitions: Tally::default(),
            records: Vec::new(),
            small_codes: [0; SMALL_CODES],
            large_codes: Vec::new(),
            unknown_codes: 0,
            other_codes: None,
            abbreviations: Vec::new(),
            hashes: Vec::new(),
            other_abbreviations: None,
        }
    }

    /// Returns the index of the row for a record code.
    #[inline]
    pub(super) fn record_row(&mut self, code: u64) -> usize {
        if let Some(&row) = self.small_codes.get(code as usize)
            && row > 0
        {
            return usize::from(row) - 1;
        }
        self.rare_record_row(code)
    }

    /// Returns the index of the row for a large or new code.
    fn rare_record_row(&mut self, code: u64) -> usize {
        let seen = self.large_codes.iter().find(|(large, _)| *large == code);
        if let Some(&(_, row)) = seen {
            return usize::from(row);
        }
        let known = self.naming.lookup(self.id, Some(code));
        let operands = known.map_or(Operands::UNKNOWN, |(_, operands)| operands);
        let row = if known.is_some() || self.unknown_codes < MAX_UNKNOWN_CODES {
            self.unknown_codes += usize::from(known.is_none());
            self.add_record_row(Some(code), operands)
        } else {
            match self.other_codes {
                Some(row) => row,
                None => {
                    let row = self.add_record_row(None, operands);
                    *self.other_codes.insert(row)
                }
            }
        };
        match self.small_codes.get_mut(code as usize) {
            Some(small) => *small = row + 1,
            None if Some(row) != self.other_codes => self.large_codes.push((code, row)),
            None => {}
        }
        usize::from(row)
    }

    fn add_record_row(&mut self, code: Option<u64>, operands: Operands) -> u16 {
        self.records.push(RecordRow::new(code, operands));
        (self.records.len() - 1) as u16
    }

    /// Returns the index of the row for an abbreviation. `number` is its number among those of its
    /// origin, and `index` its abbreviation index.
    pub(super) fn abbreviation_row(
        &mut self,
        origin: Origin,
        number: u32,
        index: u32,
        definition: &Arc<Abbreviation>,
    ) -> u32 {
        let hash = hash(origin, index, definition);
        let same = |row: &AbbreviationRow| {
            row.origin == origin
                && row.index == Some(index)
                && row.definition.as_ref() == Some(definition)
        };
        let found = (self.hashes.iter().zip(&self.abbreviations))
            .position(|(&other, row)| other == hash && same(row));
        if let Some(found) = found {
            return found as u32;
        }
        let full = self.abbreviations.len() >= MAX_ABBREVIATIONS;
        if full && let Some(row) = self.other_abbreviations {
            return row;
        }
        self.hashes.push(hash);
        self.abbreviations.push(AbbreviationRow {
            origin,
            number: (!full).then_some(number),
            index: (!full).then_some(index),
            definition: (!full).then(|| definition.clone()),
            definitions: Tally::default(),
        });
        let row = self.abbreviations.len() as u32 - 1;
        if full {
            self.other_abbreviations = Some(row);
        }
        row
    }

    /// Returns true if no block or abbreviation with this ID was counted.
    pub(super) fn is_unused(&self) -> bool {
        self.count == 0 && self.abbreviations.is_empty()
    }

    pub(super) fn finish(self) -> BlockStatistics {
        let mut abbreviations: Vec<AbbreviationStatistics> = self
            .abbreviations
            .into_iter()
            .map(|row| AbbreviationStatistics {
                origin: row.origin,
                number: row.number,
                index: row.index,
                definition: row.definition,
                definitions: row.definitions,
                uses: Tally::default(),
                unabbreviated_bits: 0,
            })
            .collect();
        for cell in self.records.iter().flat_map(|record| &record.cells) {
            let abbreviation = &mut abbreviations[cell.abbreviation as usize];
            abbreviation.uses.count += cell.tally.count;
            abbreviation.uses.bits += cell.tally.bits;
            abbreviation.unabbreviated_bits += cell.unabbreviated_bits;
        }
        // Sorts the rows for output, and records the new index of each.
        let mut order: Vec<usize> = (0..abbreviations.len()).collect();
        order.sort_by_key(|&row| Reverse(abbreviations[row].uses.bits));
        let mut places = vec![0; order.len()];
        for (place, &row) in order.iter().enumerate() {
            places[row] = place;
        }
        let mut sorted: Vec<_> = places.iter().zip(abbreviations).collect();
        sorted.sort_by_key(|(place, _)| **place);

        let (naming, kind) = (self.naming, self.id);
        let mut records: Vec<_> = self
            .records
            .into_iter()
            .map(|record| record.finish(naming, kind, &places))
            .collect();
        records.sort_by_key(|record| (Reverse(record.total.bits), record.code));
        BlockStatistics {
            kind,
            name: naming.block(kind),
            count: self.count,
            bits_with_nested: self.bits_with_nested,
            start_bits: self.start_bits,
            end_bits: self.end_bits,
            alignment_bits: self.alignment_bits,
            definition_count: self.definitions.count,
            definition_bits: self.definitions.bits,
            record_count: records.iter().map(|record| record.total.count).sum(),
            record_bits: records.iter().map(|record| record.total.bits).sum(),
            index_bits: records.iter().map(|record| record.index_bits).sum(),
            records,
            abbreviations: sorted.into_iter().map(|(_, row)| row).collect(),
        }
    }
}

/// Returns a hash of an abbreviation.
fn hash(origin: Origin, index: u32, definition: &Abbreviation) -> u64 {
    let mix = |hash: u64, value: u64| {
        (hash ^ value)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    let scalar = |hash: u64, scalar: Scalar| match scalar {
        Scalar::Literal(value) => mix(mix(hash, 1), value),
        Scalar::Fixed(width) => mix(mix(hash, 2), width.into()),
        Scalar::Vbr(width) => mix(mix(hash, 3), width.into()),
        Scalar::Char6 => mix(hash, 4),
    };
    let start = mix(origin as u64, index.into());
    let scalars = definition.scalars.iter().copied().fold(start, scalar);
    definition
        .array
        .map_or(scalars, |element| scalar(mix(scalars, 5), element))
}

/// Counts the records with a code.
#[derive(Debug)]
pub(super) struct RecordRow {
    code: Option<u64>,
    unabbreviated: Tally,
    cells: Vec<Cell>,
    index_bits: u64,
    code_bits: u64,
    length_bits: u64,
    overlong_bits: u64,
    operand_counts: (u64, u64),
    names: Operands,
    operands: Vec<Operand>,
}

/// Counts the records with a code and an abbreviation.
#[derive(Debug)]
struct Cell {
    abbreviation: u32,
    tally: Tally,
    unabbreviated_bits: u64,
}

/// The size of a record in bits, computed from its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    /// The size with the encodings that the record has.
    pub(super) bits: u64,
    /// The size without an abbreviation.
    pub(super) unabbreviated_bits: u64,
}

impl RecordRow {
    fn new(code: Option<u64>, names: Operands) -> RecordRow {
        RecordRow {
            code,
            unabbreviated: Tally::default(),
            cells: Vec::new(),
            index_bits: 0,
            code_bits: 0,
            length_bits: 0,
            overlong_bits: 0,
            operand_counts: (u64::MAX, 0),
            names,
            operands: vec![Operand::new(); names.first.len() + names.rest.len()],
        }
    }

    /// Returns the index of the cell for an abbreviation.
    pub(super) fn cell(&mut self, abbreviation: u32) -> u32 {
        let known = self
            .cells
            .iter()
            .position(|cell| cell.abbreviation == abbreviation);
        known.unwrap_or_else(|| {
            self.cells.push(Cell {
                abbreviation,
                tally: Tally::default(),
                unabbreviated_bits: 0,
            });
            self.cells.len() - 1
        }) as u32
    }

    /// Counts the numbers of a record. `index_bits` is the width of its abbreviation index.
    #[inline(always)]
    pub(super) fn measure(
        &mut self,
        plan: &Plan,
        index_bits: u64,
        code: u64,
        operands: &[u64],
    ) -> Measured {
        let count = operands.len() as u64;
        let needed_by_code = needed(code);
        let code_bits = cost(plan.code, needed_by_code);
        let mut length_bits = 0;
        if plan.element.is_some() {
            let length = count + plan.code_in_array - plan.operands.len() as u64;
            length_bits = cost(encoding::UNABBREVIATED, needed(length));
        }
        let (packed, in_full) = self.measure_operands(plan, operands);
        self.index_bits += index_bits;
        self.code_bits += code_bits;
        self.length_bits += length_bits;
        self.operand_counts.0 = self.operand_counts.0.min(count);
        self.operand_counts.1 = self.operand_counts.1.max(count);
        Measured {
            bits: index_bits + code_bits + length_bits + packed,
            unabbreviated_bits: index_bits
                + cost(encoding::UNABBREVIATED, needed_by_code)
                + cost(encoding::UNABBREVIATED, needed(count))
                + in_full,
        }
    }

    /// Returns the sizes in bits of the operands with this abbreviation and without one.
    #[inline(always)]
    fn measure_operands(&mut self, plan: &Plan, operands: &[u64]) -> (u64, u64) {
        let (mut packed, mut in_full) = (0, 0);
        let mut add = |row: &mut Operand, value: u64, encoding: Encoding| {
            let needed = needed(value);
            let bits = cost(encoding, needed);
            packed += bits;
            in_full += cost(encoding::UNABBREVIATED, needed);
            row.add(value, needed, bits);
        };
        let (first, rest) = self.operands.split_at_mut(self.names.first.len());
        for ((row, &value), &encoding) in first.iter_mut().zip(operands).zip(&plan.first) {
            add(row, value, encoding);
        }
        let Some(further) = operands.get(first.len()..) else {
            return (packed, in_full);
        };
        let element = plan.element.unwrap_or_default();
        if let [row] = rest
            && plan.operands.len() <= first.len()
        {
            for &value in further {
                add(row, value, element);
            }
            return (packed, in_full);
        }
        let encodings = plan.operands.get(first.len()..).unwrap_or_default();
        let turns = rest.len() - 1;
        for (place, &value) in further.iter().enumerate() {
            let encoding = encodings.get(place).copied().unwrap_or(element);
            add(&mut rest[place & turns], value, encoding);
        }
        (packed, in_full)
    }

    /// Counts the bits of a blob in addition to its bytes: the padding to multiples of 32 bits and
    /// its length.
    #[cold]
    pub(super) fn add_padding(&mut self, bits: u64) {
        self.length_bits += bits;
    }

    /// Records the actual size of a record in bits, and its abbreviation, if any.
    #[inline(always)]
    pub(super) fn add(&mut self, cell: Option<u32>, measured: Measured, bits: u64) {
        self.overlong_bits += bits - measured.bits;
        match cell {
            None => self.unabbreviated.add(bits),
            Some(cell) => {
                let cell = &mut self.cells[cell as usize];
                cell.tally.add(bits);
                cell.unabbreviated_bits += measured.unabbreviated_bits;
            }
        }
    }

    fn finish(self, naming: Naming, kind: Option<u32>, places: &[usize]) -> RecordStatistics {
        let mut abbreviated: Vec<Use> = self
            .cells
            .iter()
            .map(|cell| Use {
                abbreviation: places[cell.abbreviation as usize],
                tally: cell.tally,
                unabbreviated_bits: cell.unabbreviated_bits,
            })
            .collect();
        abbreviated.sort_by_key(|used| (Reverse(used.tally.bits), used.abbreviation));
        let tallies = || abbreviated.iter().map(|used| used.tally);
        let total = Tally {
            count: self.unabbreviated.count + tallies().map(|tally| tally.count).sum::<u64>(),
            bits: self.unabbreviated.bits + tallies().map(|tally| tally.bits).sum::<u64>(),
        };
        let Operands { first, rest } = self.names;
        let called = first.iter().chain(rest);
        let operands = (called.zip(&self.operands).enumerate())
            .filter_map(|(place, (name, operand))| {
                let step = if place < first.len() { 0 } else { rest.len() };
                operand.finish(name, place as u32, step as u32)
            })
            .collect();
        RecordStatistics {
            code: self.code,
            known_name: naming.lookup(kind, self.code).map(|(name, _)| name),
            total,
            unabbreviated: self.unabbreviated,
            abbreviated,
            index_bits: self.index_bits,
            code_bits: self.code_bits,
            length_bits: self.length_bits,
            overlong_bits: self.overlong_bits,
            operand_counts: self.operand_counts,
            operands,
        }
    }
}
