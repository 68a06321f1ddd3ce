//! Chooses the abbreviations for one kind of block.
//!
//! The search starts greedily: as long as an abbreviation saves more than its definition costs, the
//! best one is added. Then each abbreviation in turn is removed and replaced by the best one in
//! addition to the others.
//!
//! The saving of an abbreviation can only decrease when others are added. Therefore an earlier
//! proposal is an upper bound, and only the best proposals must be computed again.

use super::group::Group;
use super::propose::{Proposal, Proposer, Thoroughness};
use super::shape::Shape;

/// A chosen abbreviation.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) group: usize,
    pub(super) shape: Shape,
}

/// A set of records for which an abbreviation can be proposed.
#[derive(Clone, Debug)]
struct Source {
    group: usize,
    /// The class of records with a fixed number of operands; `None` for arrays.
    class: Option<usize>,
    /// An upper bound of the gain of a proposal.
    bound: i64,
    /// The best proposal, if it is known.
    proposal: Option<Proposal>,
    /// Encodings to start from.
    pool: Vec<Vec<u8>>,
}

/// The search for a set of abbreviations.
#[derive(Clone, Debug)]
pub(super) struct Search<'a> {
    groups: &'a [Group],
    thoroughness: Thoroughness,
    proposer: Proposer,
    /// The cost in bits of each row of each group with the current set.
    best: Vec<Vec<u32>>,
    sources: Vec<Source>,
    pub(super) set: Vec<Chosen>,
    /// The cost in bits of the index before a definition.
    index_cost: i64,
    /// The amount of work after which the search stops.
    most_work: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        groups: &'a [Group],
        thoroughness: Thoroughness,
        index_cost: u32,
        work: u64,
    ) -> Self {
        let cost = |group: &Group| {
            let rows = group.rows.iter();
            rows.map(|row| group.unabbreviated_cost(row)).collect()
        };
        let mut search = Search {
            groups,
            thoroughness,
            proposer: Proposer::default(),
            best: groups.iter().map(cost).collect(),
            sources: Vec::new(),
            set: Vec::new(),
            index_cost: index_cost.into(),
            most_work: work,
        };
        for (index, group) in groups.iter().enumerate() {
            for (number, class) in group.classes.iter().enumerate() {
                if class.len.is_some() {
                    search.add_source(index, Some(number), class.rows.clone());
                }
            }
            if group.classes.len() > 1 || group.classes[0].len.is_none() {
                search.add_source(index, None, 0..group.rows.len());
            }
        }
        search
    }

    fn add_source(&mut self, group: usize, class: Option<usize>, rows: std::ops::Range<usize>) {
        self.sources.push(Source {
            group,
            class,
            bound: self.cost_of(group, rows),
            proposal: None,
            pool: Vec::new(),
        });
    }

    fn cost_of(&self, group: usize, rows: std::ops::Range<usize>) -> i64 {
        let best = &self.best[group][rows.clone()];
        let rows = self.groups[group].rows[rows].iter().zip(best);
        rows.map(|(row, &best)| i64::from(row.count) * i64::from(best))
            .sum()
    }

    /// Returns the size in bits of all records and definitions with the current set, without the
    /// indices of records.
    pub(super) fn total(&self) -> u64 {
        let records: i64 = (0..self.groups.len())
            .map(|group| self.cost_of(group, 0..self.groups[group].rows.len()))
            .sum();
        let definitions: i64 = self
            .set
            .iter()
            .map(|chosen| {
                self.index_cost
                    + i64::from(chosen.shape.definition_cost(&self.groups[chosen.group]))
            })
            .sum();
        (records + definitions) as u64
    }

    /// Adds abbreviations until there are `most`, or until no further one saves anything.
    pub(super) fn grow(&mut self, most: usize) {
        while self.set.len() < most && !self.is_worn_out() {
            let Some((source, proposal)) = self.best_proposal(&[]) else {
                return;
            };
            self.add(source, proposal.shape, self.set.len());
        }
    }

    /// Replaces each abbreviation by the best one in addition to the others, and drops those that
    /// save nothing. Returns true if the total size decreased.
    pub(super) fn exchange(&mut self) -> bool {
        let before = self.total();
        let mut place = 0;
        while place < self.set.len() && !self.is_worn_out() {
            let removed = self.remove(place);
            if let Some((source, proposal)) = self.best_proposal(&[removed]) {
                self.add(source, proposal.shape, place);
                place += 1;
            }
        }
        self.total() < before
    }

    /// Returns true if the search has reached its maximum amount of work.
    fn is_worn_out(&self) -> bool {
        self.proposer.work > self.most_work
    }

    /// Returns the proposal with the highest gain.
    fn best_proposal(&mut self, seeds: &[Chosen]) -> Option<(usize, Proposal)> {
        loop {
            self.proposer.work += self.sources.len() as u64 / 4;
            let bounds = self.sources.iter().map(|source| source.bound);
            let (index, bound) = bounds
                .enumerate()
                .max_by_key(|&(index, bound)| (bound, std::cmp::Reverse(index)))?;
            if bound <= self.index_cost {
                return None;
            }
            if let Some(proposal) = &self.sources[index].proposal {
                let mut proposal = proposal.clone();
                proposal.gain -= self.index_cost;
                return Some((index, proposal));
            }
            let proposal = self.propose(index, seeds);
            let source = &mut self.sources[index];
            source.bound = proposal.as_ref().map_or(0, |proposal| proposal.gain);
            source.proposal = proposal;
        }
    }

    fn propose(&mut self, source: usize, seeds: &[Chosen]) -> Option<Proposal> {
        let (group, class) = (self.sources[source].group, self.sources[source].class);
        let best = &self.best[group];
        let Some(class) = class else {
            return self
                .proposer
                .array(&self.groups[group], best, self.thoroughness);
        };
        let relatives = self.set.iter().rev().chain(seeds).filter_map(|chosen| {
            let same_group = chosen.group == group;
            match &chosen.shape {
                Shape::Exact {
                    class: other,
                    encodings,
                } if same_group && *other == class => Some(encodings),
                _ => None,
            }
        });
        let pool = &mut self.sources[source].pool;
        let most = if pool.is_empty() {
            usize::MAX
        } else {
            self.thoroughness.relatives
        };
        pool.extend(relatives.take(most).cloned());
        self.proposer
            .exact(&self.groups[group], class, best, pool, self.thoroughness)
    }

    fn add(&mut self, source: usize, shape: Shape, place: usize) {
        let group = self.sources[source].group;
        let class = self.sources[source].class;
        let rows = shape.rows(&self.groups[group]);
        for row in rows {
            let cost = shape.cost(&self.groups[group], &self.groups[group].rows[row]);
            let best = &mut self.best[group][row];
            *best = cost.min(*best);
        }
        for source in self.affected(group, class) {
            self.sources[source].proposal = None;
        }
        self.set.insert(place, Chosen { group, shape });
    }

    /// Returns the sources that share rows with this class or array.
    fn affected(&self, group: usize, class: Option<usize>) -> Vec<usize> {
        let sources = self.sources.iter().enumerate();
        sources
            .filter(|(_, source)| {
                source.group == group
                    && (class.is_none() || source.class.is_none() || source.class == class)
            })
            .map(|(index, _)| index)
            .collect()
    }

    fn remove(&mut self, place: usize) -> Chosen {
        let removed = self.set.remove(place);
        let index = removed.group;
        let group = &self.groups[index];
        let rows = removed.shape.rows(group);
        let others: Vec<&Shape> = self
            .set
            .iter()
            .filter(|chosen| chosen.group == index)
            .map(|chosen| &chosen.shape)
            .collect();
        self.proposer.work += (rows.len() * (others.len() + 1) / 2) as u64;
        let mut lost = 0;
        for row in rows {
            let entry = &group.rows[row];
            // Rows that are packed with another abbreviation are not affected.
            if removed.shape.cost(group, entry) > self.best[index][row] {
                continue;
            }
            let full = group.unabbreviated_cost(entry);
            let costs = others.iter().map(|shape| shape.cost(group, entry));
            let best = costs.fold(full, u32::min);
            lost += i64::from(best - self.best[index][row]) * i64::from(entry.count);
            self.best[index][row] = best;
        }
        let class = match removed.shape {
            Shape::Exact { class, .. } => Some(class),
            Shape::Array { .. } => None,
        };
        for source in self.affected(index, class) {
            let source = &mut self.sources[source];
            source.bound += lost;
            source.proposal = None;
        }
        removed
    }
}
