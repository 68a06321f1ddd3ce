//! Reduces a program while a condition holds, for example that a tool fails for it.
//!
//! A [`Reduction`] finds the possible edits of one kind, such as removing bodies, edges or
//! instructions. [`reduce`] tries all of them at once, then halves, then quarters, down to single
//! edits (delta debugging), and keeps those for which the condition still holds. After the last of
//! [`REDUCTIONS`] it starts again with the first, until a round does not make the file smaller.
//!
//! Each candidate is built from the program and the chosen edits (`rebuild`) with a builder of
//! [`build`](crate::build). The builder rejects invalid programs, so each candidate is a valid
//! file. Parts that an edit makes unused (constants, types, unreachable blocks, intrinsics) are not
//! built. The process is deterministic: the same program and condition give the same result.

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

/// A kind of edits that make a program smaller.
#[derive(Clone, Copy)]
pub struct Reduction {
    /// The name of the reduction.
    pub name: &'static str,
    /// A description of the change.
    pub what: &'static str,
    /// Returns the possible edits of this kind in a program.
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

/// All reductions, in the order in which they are tried. Those that can remove the most come first.
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

/// A program for which the condition is tested.
#[derive(Debug)]
pub struct Candidate<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// The reduction that produced it; `None` for the original program.
    pub reduction: Option<&'static Reduction>,
    /// The number of the round, counted from 1.
    pub round: u32,
    /// The size of the smallest file so far for which the condition holds.
    pub best: usize,
}

/// The result of reducing a program.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest file for which the condition holds.
    pub bytes: Vec<u8>,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of candidates that were tested.
    pub tested: u64,
    /// The number of candidates for which the condition held.
    pub held: u64,
    /// The number of edit sets that resulted in an invalid program or in one that was already
    /// tested.
    pub skipped: u64,
}

/// Reduces a program while `holds` returns true. Returns `None` if it returns false for the
/// original program after encoding it again.
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
    /// The hashes of all candidates so far.
    seen: HashSet<u64>,
    best: usize,
    result: Reduced,
}

impl<E, F: FnMut(&Candidate<'_>) -> Result<bool, E>> Search<F> {
    /// Finds as many edits of a kind as possible that can be made together, and returns the edited
    /// program.
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

    /// Returns the edited program if it is valid and the condition holds.
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

/// Returns the file without abbreviations if it is smaller, as small programs are.
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
