//! Matches the functions of two programs.
//!
//! The functions are matched in steps. Each step matches those that the previous steps left: first
//! the same code with the same constants, then the same structure, then the same name, finally the
//! most similar function between the same neighbours. If several functions are equal, they are
//! matched in order.

use crate::structure::{StableHash, of_function, of_instruction};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use std::collections::HashMap;

/// Minimum fraction of common sequences of three instructions for one function to count as a
/// changed version of the other.
const MIN_SIMILARITY: f64 = 0.3;

/// Maximum number of functions that one function is compared with.
const MAX_CANDIDATES: usize = 64;

/// The counterpart of each function, so far, for both programs.
struct Matching {
    old: Vec<Option<usize>>,
    new: Vec<Option<usize>>,
}

/// Matches functions of two programs. Returns pairs of indices into [`Program::functions`], in the
/// order of the first program.
pub(super) fn pairs(old: &Program, new: &Program) -> Vec<(usize, usize)> {
    let mut matching = Matching {
        old: vec![None; old.functions().len()],
        new: vec![None; new.functions().len()],
    };
    matching.by(old, new, &|program, function| {
        Some(exact(program, function))
    });
    matching.by(old, new, &|program, function| {
        Some(of_function(program.module(), function))
    });
    matching.by(old, new, &|program, function| {
        let name = &program.module().functions[function.id().index()].name;
        let mut hash = StableHash::default();
        name.as_deref()?
            .iter()
            .for_each(|byte| hash.add(u64::from(*byte)));
        Some(hash.finish())
    });
    matching.by_neighbours(old, new);
    let pairs = matching.old.iter().enumerate();
    pairs
        .filter_map(|(old, new)| Some((old, (*new)?)))
        .collect()
}

/// Returns the key by which a step matches a function, or `None` if the step skips it.
type Key<'a> = &'a dyn Fn(&Program, &Function) -> Option<u64>;

impl Matching {
    fn pair(&mut self, old: usize, new: usize) {
        self.old[old] = Some(new);
        self.new[new] = Some(old);
    }

    /// Matches functions that have the same key, in order.
    fn by(&mut self, old: &Program, new: &Program, key: Key<'_>) {
        let mut by_key: HashMap<u64, Vec<usize>> = HashMap::new();
        for (index, function) in new.functions().iter().enumerate().rev() {
            if self.new[index].is_none()
                && let Some(key) = key(new, function)
            {
                by_key.entry(key).or_default().push(index);
            }
        }
        for (index, function) in old.functions().iter().enumerate() {
            if self.old[index].is_none()
                && let Some(key) = key(old, function)
                && let Some(found) = by_key.get_mut(&key).and_then(Vec::pop)
            {
                self.pair(index, found);
            }
        }
    }

    /// Matches the most similar functions between the same matched neighbours.
    fn by_neighbours(&mut self, old: &Program, new: &Program) {
        let mut first = 0;
        for index in 0..self.old.len() {
            if let Some(found) = self.old[index] {
                first = found + 1;
                continue;
            }
            let next = self.old[index..].iter().flatten().next().copied();
            let end = next.filter(|next| *next >= first).unwrap_or(self.new.len());
            let left = (first..end).filter(|place| self.new[*place].is_none());
            let candidates: Vec<usize> = left.take(MAX_CANDIDATES).collect();
            let shingles = shingles(old, index);
            let scored = candidates.into_iter().map(|place| {
                let found = self::shingles(new, place);
                (similarity(&shingles, &found), place)
            });
            let best = scored.fold(None, |best: Option<(f64, usize)>, one| match best {
                Some(best) if best.0 >= one.0 => Some(best),
                _ => Some(one),
            });
            if let Some((similarity, place)) = best
                && similarity >= MIN_SIMILARITY
            {
                self.pair(index, place);
            }
        }
    }
}

/// Returns a hash of the structure and the constants of a function.
fn exact(program: &Program, function: &Function) -> u64 {
    let mut hash = StableHash::default();
    hash.add(of_function(program.module(), function));
    for inst in function.insts() {
        function.for_each_operand(inst, |value| {
            if let Some(constant) = function.constant(value) {
                hash.add(constant.bits());
            }
        });
    }
    hash.finish()
}

/// Returns hashes of all sequences of three instructions in a function, sorted.
fn shingles(program: &Program, index: usize) -> Vec<u64> {
    let function = &program.functions()[index];
    let words: Vec<u64> = (function.insts().iter())
        .map(|inst| of_instruction(program.module(), function, inst))
        .collect();
    let of = |words: &[u64]| {
        let mut hash = StableHash::default();
        words.iter().for_each(|word| hash.add(*word));
        hash.finish()
    };
    let mut shingles: Vec<u64> = match words.len() {
        0..3 => vec![of(&words)],
        _ => words.windows(3).map(of).collect(),
    };
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// Returns the Jaccard index of two sorted lists.
fn similarity(one: &[u64], other: &[u64]) -> f64 {
    let common = one.iter().filter(|word| other.binary_search(word).is_ok());
    let common = common.count();
    let all = one.len() + other.len() - common;
    if all == 0 {
        return 0.0;
    }
    common as f64 / all as f64
}
