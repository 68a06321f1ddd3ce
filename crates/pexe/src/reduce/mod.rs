//! Shrinks a program while a condition holds, for example that a tool fails on it.
//!
//! A [`Reduction`] lists edits of one sort that a program offers: removing bodies, edges or
//! instructions. [`reduce`] tries all of them at once, then halves, then quarters, down to single
//! edits (delta debugging), and keeps those for which the condition still holds. After the last of
//! [`REDUCTIONS`] it begins again with the first, until a round makes the file no smaller.
//!
//! Each candidate is built again from the program and the edits chosen so far (`rebuild`) by the
//! builder of [`build`](crate::build), which rejects invalid programs, so a candidate is always a
//! valid file. Things that an edit leaves unused (constants, types, blocks that no edge leads to,
//! intrinsics) are not built. Work is deterministic: the same program and answers give the same
//! result.

mod body;
mod edit;
mod find;
mod rebuild;

pub use edit::{Edit, End};
pub use rebuild::rebuild;

use crate::decode::Program;
use crate::encode::{Abbreviations, Options, encode};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One way of making a program smaller.
#[derive(Clone, Copy)]
pub struct Reduction {
    /// Its name.
    pub name: &'static str,
    /// The change to the program.
    pub what: &'static str,
    /// The edits of this sort that a program offers.
    pub find: fn(&Program) -> Vec<Edit>,
}

impl std::fmt::Debug for Reduction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn reduction(
    name: &'static str,
    what: &'static str,
    find: fn(&Program) -> Vec<Edit>,
) -> Reduction {
    Reduction { name, what, find }
}

/// Every reduction, in the order in which they are tried: those that may remove most come first.
#[rustfmt::skip]
pub const REDUCTIONS: &[Reduction] = &[
    reduction("bodies", "bodies become `unreachable`", find::bodies),
    reduction("results", "bodies only return zero", find::results),
    reduction("functions", "functions are removed, their calls give zero", find::functions),
    reduction("names", "names of functions and globals are removed", find::names),
    reduction("globals", "globals are removed, their addresses are zero", find::globals),
    reduction("initialisers", "initialisers become zeros", find::initializers),
    reduction("ends", "blocks end with `unreachable`", find::ends),
    reduction("edges", "blocks continue in one of several blocks", find::edges),
    reduction("cases", "cases of switches are removed", find::cases),
    reduction("joints", "consecutive blocks are merged", find::joints),
    reduction("instructions", "instructions are removed, values become zero", find::instructions),
    reduction("detours", "instructions are replaced by an operand", find::detours),
    reduction("operands", "operands become zero", find::operands),
    reduction("parameters", "parameters are removed, with their arguments", find::parameters),
];

/// A program that is to be tested.
#[derive(Debug)]
pub struct Candidate<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// The reduction that made it; none for the program itself.
    pub reduction: Option<&'static Reduction>,
    /// Number of the round, from 1.
    pub round: u32,
    /// The size of the smallest file that the condition holds of so far.
    pub best: usize,
}

/// The result of reducing a program.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest file found that the condition holds of.
    pub bytes: Vec<u8>,
    /// Number of rounds.
    pub rounds: u32,
    /// Number of candidates tested.
    pub tested: u64,
    /// Of how many of them the condition held.
    pub held: u64,
    /// Number of edit sets that gave an invalid program or one already tested.
    pub skipped: u64,
}

/// Reduces a program while `holds` returns true for the candidates. Returns `None` if it does not
/// return true for the original program, encoded again.
///
/// # Errors
///
/// Fails with the first error of `holds`.
pub fn reduce<E>(
    program: &Program,
    holds: impl FnMut(&Candidate<'_>) -> Result<bool, E>,
) -> Result<Option<Reduced>, E> {
    let mut search = Search {
        holds,
        seen: HashSet::new(),
        best: usize::MAX,
        result: Reduced {
            bytes: Vec::new(),
            rounds: 1,
            tested: 0,
            held: 0,
            skipped: 0,
        },
    };
    let Some(mut program) = search.test(program, &[], None)? else {
        return Ok(None);
    };
    loop {
        let before = search.best;
        for reduction in REDUCTIONS {
            if let Some(smaller) = search.run(&program, reduction)? {
                program = smaller;
            }
        }
        if search.best >= before {
            return Ok(Some(search.result));
        }
        search.result.rounds += 1;
    }
}

struct Search<F> {
    holds: F,
    /// Hashes of the candidates so far.
    seen: HashSet<u64>,
    best: usize,
    result: Reduced,
}

impl<E, F: FnMut(&Candidate<'_>) -> Result<bool, E>> Search<F> {
    /// Finds as many edits of a sort as can be made at once, and returns the program with them.
    fn run(
        &mut self,
        program: &Program,
        reduction: &'static Reduction,
    ) -> Result<Option<Program>, E> {
        let edits = (reduction.find)(program);
        let mut chosen: Vec<Edit> = Vec::new();
        let mut left = edits;
        let mut reduced = None;
        let mut size = left.len();
        while size > 0 {
            let mut rejected = Vec::with_capacity(left.len());
            for group in left.chunks(size) {
                let before = chosen.len();
                chosen.extend_from_slice(group);
                match self.test(program, &chosen, Some(reduction))? {
                    Some(smaller) => reduced = Some(smaller),
                    None => {
                        chosen.truncate(before);
                        rejected.extend_from_slice(group);
                    }
                }
            }
            left = rejected;
            size = if size == 1 { 0 } else { size.div_ceil(2) };
            size = size.min(left.len());
        }
        Ok(reduced)
    }

    /// The program with the edits, if it is valid and the condition holds.
    fn test(
        &mut self,
        program: &Program,
        edits: &[Edit],
        reduction: Option<&'static Reduction>,
    ) -> Result<Option<Program>, E> {
        let candidate = rebuild(program, edits).ok().and_then(|program| {
            let bytes = smallest_file(&program)?;
            Some((program, bytes))
        });
        let Some((program, bytes)) = candidate else {
            self.result.skipped += 1;
            return Ok(None);
        };
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            self.result.skipped += 1;
            return Ok(None);
        }
        self.result.tested += 1;
        let holds = (self.holds)(&Candidate {
            bytes: &bytes,
            reduction,
            round: self.result.rounds,
            best: self.best.min(bytes.len()),
        })?;
        if !holds {
            return Ok(None);
        }
        self.result.held += 1;
        if bytes.len() < self.best {
            self.best = bytes.len();
            self.result.bytes = bytes;
        }
        Ok(Some(program))
    }
}

/// A small program is smaller without the definitions of abbreviations.
fn smallest_file(program: &Program) -> Option<Vec<u8>> {
    let files = [Abbreviations::Standard, Abbreviations::None].map(|abbreviations| {
        let options = Options {
            abbreviations,
            ..Options::default()
        };
        encode(program, &options)
    });
    let files = files.into_iter().filter_map(Result::ok);
    files.min_by_key(Vec::len)
}
