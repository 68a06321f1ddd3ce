//! The work that a program does in the interpreter before it is compiled.
//!
//! Compilation takes time in proportion to the program, and is wasted if the program soon ends or
//! waits. So a larger program is interpreted for longer: for about an eighth of the processor time
//! that compiling it takes.

use pinnacle_pexe::decode::Program;
use std::sync::atomic::{AtomicU64, Ordering};

/// Program size, in instructions, for each budget of interpretation.
const INSTRUCTIONS_PER_BUDGET: u64 = 6_000;

/// The interpreter's work before compilation begins, counted over all threads.
#[derive(Default)]
pub(super) struct CompileThreshold {
    limit: u64,
    is_long: bool,
    done: AtomicU64,
}

impl CompileThreshold {
    /// Creates the count for a program. It is at least one thread budget.
    pub(super) fn with(program: &Program, budget: i64) -> CompileThreshold {
        let budget = budget.unsigned_abs();
        let limit = limit(instructions(program), budget);
        CompileThreshold {
            limit,
            is_long: limit > budget,
            done: AtomicU64::new(0),
        }
    }

    /// Returns true if the program is so large that it is interpreted for several budgets.
    pub(super) fn is_long(&self) -> bool {
        self.is_long
    }

    /// Counts work. Returns true once the limit is reached, and from then on.
    pub(super) fn is_reached_after(&self, work: u64) -> bool {
        let before = self.done.fetch_add(work, Ordering::Relaxed);
        before.saturating_add(work) >= self.limit
    }
}

/// Number of instructions of a program.
pub(super) fn instructions(program: &Program) -> u64 {
    let counts = program.functions().iter();
    counts.map(|function| function.insts().len() as u64).sum()
}

/// Returns the work before a program of this size is compiled.
fn limit(instructions: u64, budget: u64) -> u64 {
    let budgets = (instructions / INSTRUCTIONS_PER_BUDGET).max(1);
    budgets.saturating_mul(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_program_is_interpreted_for_longer() {
        assert_eq!(limit(0, 100), 100);
        assert_eq!(limit(11_999, 100), 100);
        assert_eq!(limit(12_000, 100), 200);
        assert_eq!(limit(u64::MAX, u64::MAX), u64::MAX);
    }

    #[test]
    fn the_work_of_many_threads_adds_up() {
        let threshold = CompileThreshold {
            limit: 100,
            is_long: false,
            done: AtomicU64::new(0),
        };
        let ends = [40, 40, 20, 0].map(|work| threshold.is_reached_after(work));
        assert_eq!(ends, [false, false, true, true]);
    }

    #[test]
    fn without_a_threshold_compilation_begins_at_once() {
        assert!(CompileThreshold::default().is_reached_after(0));
    }
}
