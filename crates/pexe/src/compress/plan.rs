//! Plans the packing of all blocks with the same ID: the order of abbreviations, the index width of
//! each block, and the abbreviation of each record.
//!
//! A block with narrower indices can only use the first abbreviations. They are therefore ordered
//! so that each one saves as much as possible in addition to those before it, and each block gets
//! the cheapest width.

use super::group::{Group, Place};
use super::search::Chosen;
use super::stream::Stream;
use pinnacle_bitstream::limits::MIN_ABBREVIATION_WIDTH;
use pinnacle_bitstream::{Abbreviation, predefined};
use std::sync::Arc;

/// The smallest index width.
const MIN_WIDTH: u32 = MIN_ABBREVIATION_WIDTH as u32;
/// The largest index width that is used.
pub(super) const MAX_WIDTH: u32 = 9;
/// The number of possible index widths.
const WIDTHS: usize = (MAX_WIDTH - MIN_WIDTH + 1) as usize;

/// Returns the number of abbreviations that indices of a width can refer to.
pub(super) const fn reach(width: u32) -> usize {
    (1 << width) - predefined::FIRST_DEFINED as usize
}

/// The packing of all blocks of one kind.
#[derive(Debug)]
pub(super) struct Plan {
    /// The abbreviations, in the order of their indices.
    pub(super) abbreviations: Vec<Arc<Abbreviation>>,
    /// True if the abbreviations are defined in the only block of this kind.
    pub(super) local: bool,
    /// The size in bits of all blocks of the kind with the definitions, without nested blocks.
    pub(super) bits: u64,
    /// The index width of each block, in file order.
    pub(super) widths: Vec<u32>,
    /// For each row of each group, the abbreviation index for each width.
    choices: Vec<Vec<[u16; WIDTHS]>>,
}

/// The blocks and records of one kind.
#[derive(Debug)]
pub(super) struct Kind<'a> {
    pub(super) stream: &'a Stream<'a>,
    /// The indices of the blocks, in file order.
    pub(super) blocks: &'a [u32],
    /// The indices of the records, sorted by code.
    pub(super) records: &'a [u32],
    pub(super) groups: &'a [Group],
    /// The place of each record of the file.
    pub(super) places: &'a [Place],
    /// True if abbreviations may be defined in the abbreviations block.
    pub(super) may_share: bool,
}

impl Kind<'_> {
    /// Returns the approximate cost in bits of the index before a definition, either in the
    /// abbreviations block or in the only block.
    pub(super) fn definition_index(&self) -> u32 {
        if self.blocks.len() > 1 {
            MIN_WIDTH
        } else {
            2 * MIN_WIDTH
        }
    }
}

/// For each index width, the cost of packing a row in bits, and the index of its abbreviation.
#[derive(Clone, Copy, Debug)]
struct Choice {
    bits: [u32; WIDTHS],
    index: [u16; WIDTHS],
}

impl Plan {
    /// Creates a plan with the chosen abbreviations.
    pub(super) fn new(kind: &Kind<'_>, mut set: Vec<Chosen>) -> Plan {
        order(kind.groups, &mut set);
        loop {
            let plan = Plan::with_order(kind, &set);
            let used = plan.used(kind);
            if used.iter().all(|&used| used) {
                return plan;
            }
            let mut used = used.iter();
            set.retain(|_| used.next() == Some(&true));
        }
    }

    /// Creates a plan with the same index width for all blocks. In this plan the place of a record
    /// has group 0, and the index of the abbreviation as the row.
    pub(super) fn uniform(
        abbreviations: Vec<Arc<Abbreviation>>,
        local: bool,
        blocks: usize,
        width: u32,
    ) -> Plan {
        let first = predefined::FIRST_DEFINED as u16;
        let indices = (first..).take(abbreviations.len());
        Plan {
            abbreviations,
            local,
            bits: 0,
            widths: vec![width; blocks],
            choices: vec![indices.map(|index| [index; WIDTHS]).collect()],
        }
    }

    fn with_order(kind: &Kind<'_>, set: &[Chosen]) -> Plan {
        let choices = choose(kind.groups, set);
        let mut costs = vec![[0u64; WIDTHS]; kind.blocks.len()];
        // Blocks are numbered in file order, so binary search works.
        for &record in kind.records {
            let block = kind.stream.records[record as usize].block;
            let place = kind.blocks.binary_search(&block).unwrap_or(0);
            let (group, row) = kind.places[record as usize];
            let rows = choices.get(group as usize);
            let bits = rows.map_or([0; WIDTHS], |rows| rows[row as usize].bits);
            for ((bits, cost), width) in bits.iter().zip(&mut costs[place]).zip(MIN_WIDTH..) {
                *cost += u64::from(bits + width);
            }
        }
        let definitions: u64 = set
            .iter()
            .map(|chosen| u64::from(chosen.shape.definition_cost(&kind.groups[chosen.group])))
            .sum();
        let number = set.len() as u64;
        let shared_bits = set_block_id_bits(kind) + number * u64::from(MIN_WIDTH);
        let can_be_local = kind.blocks.len() == 1;
        let mut local = can_be_local;
        let mut bits = definitions;
        let mut widths = Vec::with_capacity(costs.len());
        for (costs, &block) in costs.iter().zip(kind.blocks) {
            let others = u64::from(kind.stream.blocks[block as usize].nested) + 1;
            let cost = |place: usize| {
                let width = place as u64 + u64::from(MIN_WIDTH);
                let mut cost = costs[place] + others * width;
                if can_be_local {
                    let mut definitions = number * width;
                    if kind.may_share {
                        definitions = definitions.min(shared_bits);
                    }
                    cost += definitions;
                }
                cost
            };
            let place = (0..WIDTHS).min_by_key(|&place| cost(place)).unwrap_or(0);
            bits += cost(place);
            let width = place as u32 + MIN_WIDTH;
            local &= !kind.may_share || number * u64::from(width) <= shared_bits;
            widths.push(width);
        }
        if !can_be_local && number > 0 {
            bits += shared_bits;
        }
        let abbreviations = set
            .iter()
            .map(|chosen| Arc::new(chosen.shape.abbreviation(&kind.groups[chosen.group])));
        Plan {
            abbreviations: abbreviations.collect(),
            local,
            bits,
            widths,
            choices: choices
                .into_iter()
                .map(|rows| rows.into_iter().map(|choice| choice.index).collect())
                .collect(),
        }
    }

    /// Returns the abbreviation index of a row in a block with a given index width.
    #[inline]
    pub(super) fn index(&self, (group, row): Place, width: u32) -> u32 {
        match self.choices.get(group as usize) {
            Some(rows) => rows[row as usize][(width - MIN_WIDTH) as usize].into(),
            None => predefined::UNABBREVIATED as u32,
        }
    }

    /// Returns for each abbreviation whether a record uses it.
    fn used(&self, kind: &Kind<'_>) -> Vec<bool> {
        let mut used = vec![false; self.abbreviations.len()];
        for &record in kind.records {
            let block = kind.stream.records[record as usize].block;
            let place = kind.blocks.binary_search(&block).unwrap_or(0);
            let index = self.index(kind.places[record as usize], self.widths[place]) as usize;
            let first = predefined::FIRST_DEFINED as usize;
            if let Some(used) = index
                .checked_sub(first)
                .and_then(|place| used.get_mut(place))
            {
                *used = true;
            }
        }
        used
    }
}

/// Returns the size in bits of the record that names the block ID of the following definitions.
fn set_block_id_bits(kind: &Kind<'_>) -> u64 {
    let block = kind
        .blocks
        .first()
        .map_or(0, |&block| kind.stream.blocks[block as usize].kind);
    let id = kind.stream.kinds[block as usize];
    u64::from(MIN_WIDTH) + 6 + 6 + pinnacle_bitstream::vbr_bits(id.into(), 6)
}

/// Orders abbreviations so that each one saves the most in addition to those before it.
fn order(groups: &[Group], set: &mut Vec<Chosen>) {
    let mut best: Vec<Vec<u32>> = groups
        .iter()
        .map(|group| {
            group
                .rows
                .iter()
                .map(|row| group.unabbreviated_cost(row))
                .collect()
        })
        .collect();
    let saved = |best: &[Vec<u32>], chosen: &Chosen| {
        let group = &groups[chosen.group];
        let rows = chosen.shape.rows(group);
        let saved = rows.map(|row| {
            let cost = chosen.shape.cost(group, &group.rows[row]);
            let before = best[chosen.group][row];
            u64::from(before.saturating_sub(cost)) * u64::from(group.rows[row].count)
        });
        saved.sum::<u64>()
    };
    // The savings of each abbreviation when they were computed last, which is an upper bound.
    let mut left: Vec<(u64, Chosen)> = set.drain(..).map(|chosen| (u64::MAX, chosen)).collect();
    while !left.is_empty() {
        let mut fresh = None;
        loop {
            let bounds = left.iter().map(|(bound, _)| *bound).enumerate();
            let top = bounds.max_by_key(|&(place, bound)| (bound, std::cmp::Reverse(place)));
            let Some((place, _)) = top else {
                break;
            };
            if fresh == Some(place) {
                break;
            }
            left[place].0 = saved(&best, &left[place].1);
            fresh = Some(place);
        }
        let Some(place) = fresh else {
            return;
        };
        let (_, chosen) = left.remove(place);
        let group = &groups[chosen.group];
        for row in chosen.shape.rows(group) {
            let cost = chosen.shape.cost(group, &group.rows[row]);
            let best = &mut best[chosen.group][row];
            *best = cost.min(*best);
        }
        set.push(chosen);
    }
}

/// Finds the cheapest packing of each row for each index width.
fn choose(groups: &[Group], set: &[Chosen]) -> Vec<Vec<Choice>> {
    let mut choices: Vec<Vec<Choice>> = groups
        .iter()
        .map(|group| {
            let full = group.rows.iter().map(|row| Choice {
                bits: [group.unabbreviated_cost(row); WIDTHS],
                index: [predefined::UNABBREVIATED as u16; WIDTHS],
            });
            full.collect()
        })
        .collect();
    for (place, chosen) in set.iter().enumerate() {
        let group = &groups[chosen.group];
        let index = place + predefined::FIRST_DEFINED as usize;
        let first = (0..WIDTHS).find(|&width| index >> (width as u32 + MIN_WIDTH) == 0);
        for row in chosen.shape.rows(group) {
            let cost = chosen.shape.cost(group, &group.rows[row]);
            let choice = &mut choices[chosen.group][row];
            for width in first.unwrap_or(WIDTHS)..WIDTHS {
                if cost < choice.bits[width] {
                    choice.bits[width] = cost;
                    choice.index[width] = index as u16;
                }
            }
        }
    }
    choices
}
