//! Finds the abbreviation that saves the most bits in addition to others.
//!
//! The cost of each record in a group with the abbreviations chosen so far is known (`best`). A
//! further abbreviation saves the difference on each row for which it is cheaper. Its encodings are
//! found by coordinate ascent: in each step one operand gets the encoding that saves the most while
//! the others stay the same. Since rows consist of symbols, all encodings of an operand can be
//! evaluated together, from counts of rows by symbol and remaining savings.

use super::arrays;
use super::group::{Class, Group, MAX_LEAD};
use super::shape::Shape;
use super::symbols::CANNOT;
use std::cmp::Reverse;
use std::ops::Range;

/// Maximum number of bits counted as the saving of a row.
const MOST_SAVED: usize = 128;

/// The thoroughness of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thoroughness {
    /// Number of the most expensive rows of a class that are starting points.
    pub(super) seeds: usize,
    /// Number of the best encodings of a class that are kept as starting points for the next
    /// search.
    pub(super) pool: usize,
    /// Number of abbreviations of a class that are starting points of searches after the first one.
    pub(super) relatives: usize,
    /// Maximum number of passes over the operands.
    pub(super) sweeps: usize,
    /// Number of array elements that are examined in detail.
    pub(super) elements: usize,
}

/// An abbreviation that could be added. Its gain is the bits that it would save minus those of its
/// definition.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) gain: i64,
    pub(super) shape: Shape,
}

/// Finds abbreviations. It reuses its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Proposer {
    /// The work so far: the number of operand costs that were examined.
    pub(super) work: u64,
    /// For each row, its cost in bits with the current encodings.
    totals: Vec<u32>,
    /// Counts of rows by symbol and possible saving in bits; all zero between uses.
    counts: Vec<u64>,
    /// Maximum possible saving in bits of the rows with each symbol.
    tops: Vec<usize>,
    /// The saving of each encoding of an operand, in bits.
    savings: Vec<u64>,
}

impl Proposer {
    /// Returns the best abbreviation for a class. `best` has the current cost of each row of the
    /// group. `pool` has encodings to start from, and receives good ones.
    pub(super) fn exact(
        &mut self,
        group: &Group,
        class: usize,
        best: &[u32],
        pool: &mut Vec<Vec<u8>>,
        thoroughness: Thoroughness,
    ) -> Option<Proposal> {
        let Class { len, ref rows } = group.classes[class];
        let len = len?;
        let mut starts: Vec<Vec<u8>> = std::mem::take(pool);
        for row in heaviest(group, rows.clone(), best, thoroughness.seeds) {
            let symbols = &group.rows[row].symbols[..len];
            let tight = group.positions.iter().zip(symbols);
            starts.push(
                tight
                    .map(|(position, &symbol)| position.tightest(symbol))
                    .collect(),
            );
        }
        let mut ranked: Vec<(i64, Vec<u8>)> = Vec::new();
        let mut most = 0;
        for mut encodings in starts {
            self.start_totals(group, rows.clone(), &encodings);
            let mut saved = 0;
            for _ in 0..thoroughness.sweeps {
                let changed = self.sweep(group, rows.clone(), best, &mut encodings);
                saved = self.saved(group, rows.clone(), best);
                // More passes rarely compensate for a bad start.
                if !changed || saved < most * 3 / 4 {
                    break;
                }
            }
            most = most.max(saved);
            if ranked.iter().all(|(_, other)| *other != encodings) {
                let definition = Shape::exact_definition_cost(group, &encodings);
                ranked.push((saved - i64::from(definition), encodings));
            }
        }
        ranked.sort_by(|(a, x), (b, y)| b.cmp(a).then_with(|| x.cmp(y)));
        ranked.truncate(thoroughness.pool);
        let (gain, encodings) = ranked.first().cloned()?;
        pool.clear();
        pool.extend(ranked.into_iter().map(|(_, encodings)| encodings));
        let shape = Shape::Exact { class, encodings };
        Some(Proposal { gain, shape })
    }

    /// Returns the best abbreviation with an array.
    pub(super) fn array(
        &mut self,
        group: &Group,
        best: &[u32],
        thoroughness: Thoroughness,
    ) -> Option<Proposal> {
        let all = 0..group.rows.len();
        let mut found: Option<Proposal> = None;
        // The savings of each element if the operands before the array cost nothing.
        let savings = arrays::savings(group, best, MAX_LEAD.min(group.positions.len()));
        for (lead, savings) in savings.into_iter().enumerate() {
            self.work += (group.elements.len() * group.lengths_number()) as u64;
            let mut promising: Vec<(u64, usize)> = savings.into_iter().zip(0..).collect();
            promising.sort_by_key(|&(saved, index)| (Reverse(saved), index));
            promising.truncate(thoroughness.elements);
            for (saved, index) in promising {
                if saved == 0 {
                    continue;
                }
                let element = group.elements[index];
                // Starts with the widest encodings, which can represent the most values.
                let mut scalars: Vec<u8> = group.positions[..lead]
                    .iter()
                    .map(|position| (position.encodings.len() - 1) as u8)
                    .collect();
                self.totals.clear();
                for row in &group.rows {
                    self.totals.push(group.array_cost(row, lead, element));
                }
                for (row, total) in group.rows.iter().zip(&mut self.totals) {
                    for (place, &encoding) in scalars.iter().enumerate() {
                        if place < row.len as usize {
                            let symbol = usize::from(row.symbols[place]);
                            *total += group.positions[place].costs(encoding)[symbol];
                        }
                    }
                }
                for _ in 0..thoroughness.sweeps {
                    if !self.sweep(group, all.clone(), best, &mut scalars) {
                        break;
                    }
                }
                let lead = scalars;
                let shape = Shape::Array { lead, element };
                let gain =
                    self.saved(group, all.clone(), best) - i64::from(shape.definition_cost(group));
                if found.as_ref().is_none_or(|found| gain > found.gain) {
                    found = Some(Proposal { gain, shape });
                }
            }
        }
        found
    }

    fn start_totals(&mut self, group: &Group, rows: Range<usize>, encodings: &[u8]) {
        self.totals.clear();
        self.totals.resize(rows.len(), 0);
        for (place, &encoding) in encodings.iter().enumerate() {
            let costs = group.positions[place].costs(encoding);
            for (row, total) in group.rows[rows.clone()].iter().zip(&mut self.totals) {
                *total += costs[usize::from(row.symbols[place])];
            }
        }
    }

    /// Improves the encodings of all operands, one after the other. Returns true if any changed.
    fn sweep(
        &mut self,
        group: &Group,
        rows: Range<usize>,
        best: &[u32],
        encodings: &mut [u8],
    ) -> bool {
        let mut changed = false;
        for (place, encoding) in encodings.iter_mut().enumerate() {
            let better = self.best_encoding(group, rows.clone(), best, place, *encoding);
            if better == *encoding {
                continue;
            }
            let position = &group.positions[place];
            let (old, new) = (position.costs(*encoding), position.costs(better));
            for (row, total) in group.rows[rows.clone()].iter().zip(&mut self.totals) {
                if place < row.len as usize {
                    let symbol = usize::from(row.symbols[place]);
                    *total = *total - old[symbol] + new[symbol];
                }
            }
            *encoding = better;
            changed = true;
        }
        changed
    }

    /// Returns the encoding of one operand with which an abbreviation saves the most.
    fn best_encoding(
        &mut self,
        group: &Group,
        rows: Range<usize>,
        best: &[u32],
        place: usize,
        current: u8,
    ) -> u8 {
        let position = &group.positions[place];
        let costs = position.costs(current);
        let symbols = position.lengths.len();
        self.work += (rows.len() + symbols * MOST_SAVED / 4) as u64;
        if self.counts.len() < symbols * MOST_SAVED {
            self.counts.resize(symbols * MOST_SAVED, 0);
        }
        self.tops.clear();
        self.tops.resize(symbols, 0);
        let totals = self.totals.iter();
        for ((row, &best), &total) in group.rows[rows.clone()].iter().zip(&best[rows]).zip(totals) {
            if place >= row.len as usize {
                continue;
            }
            let symbol = usize::from(row.symbols[place]);
            let others = total - costs[symbol];
            if others < best {
                let saved = ((best - others) as usize).min(MOST_SAVED - 1);
                self.counts[symbol * MOST_SAVED + saved] += u64::from(row.count);
                self.tops[symbol] = self.tops[symbol].max(saved);
            }
        }
        self.savings.clear();
        self.savings.resize(position.encodings.len(), 0);
        for (symbol, &top) in self.tops.iter().enumerate() {
            if top == 0 {
                continue;
            }
            let counts = &mut self.counts[symbol * MOST_SAVED..][..=top];
            // Converts counts of rows by possible saving to the total saving for each cost of an
            // encoding.
            let (mut rows, mut bits) = (0, 0);
            for count in counts.iter_mut().rev() {
                bits += rows;
                rows += std::mem::replace(count, bits);
            }
            for (saved, &cost) in self.savings.iter_mut().zip(position.costs_of(symbol)) {
                *saved += counts.get(cost as usize).copied().unwrap_or(0);
            }
            counts.fill(0);
        }
        let score = |encoding: usize| {
            self.savings[encoding] as i64 - i64::from(position.definitions[encoding])
        };
        let current = usize::from(current);
        let better = (0..position.encodings.len())
            .max_by_key(|&encoding| (score(encoding), Reverse(encoding)));
        match better {
            Some(better) if score(better) > score(current) => better as u8,
            _ => current as u8,
        }
    }

    /// Returns the saving with the current encodings.
    fn saved(&self, group: &Group, rows: Range<usize>, best: &[u32]) -> i64 {
        let saved = group.rows[rows.clone()]
            .iter()
            .zip(&best[rows])
            .zip(&self.totals)
            .map(|((row, &best), &total)| {
                u64::from(best.saturating_sub(total)) * u64::from(row.count)
            });
        saved.sum::<u64>() as i64
    }
}

/// Returns the rows with the highest total cost, the most expensive first.
fn heaviest(group: &Group, rows: Range<usize>, best: &[u32], number: usize) -> Vec<usize> {
    let mut heavy: Vec<(u64, usize)> = rows
        .map(|row| {
            (
                u64::from(group.rows[row].count) * u64::from(best[row].min(CANNOT)),
                row,
            )
        })
        .collect();
    let order = |&(weight, row): &(u64, usize)| (Reverse(weight), row);
    if heavy.len() > number {
        if number > 0 {
            heavy.select_nth_unstable_by_key(number - 1, order);
        }
        heavy.truncate(number);
    }
    heavy.sort_unstable_by_key(order);
    heavy.into_iter().map(|(_, row)| row).collect()
}
