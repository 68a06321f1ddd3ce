//! Chooses values to keep in memory so that a function compiles quickly.
//!
//! Compilers of WebAssembly need time and memory for each value at each join that it lives across,
//! and a disproportionate amount for phis that are copied into each other. Ordinary programs stay
//! far below the budgets in this module. In a function that exceeds one, the most expensive values
//! are kept in slots of the frame, where their cost is proportional to their uses.

use std::cmp::Reverse;

/// Maximum number of joins that the values of a function live across, summed over the values. The
/// interpreter of SQLite has 2,397,630 and compiles as fast with it. The maximum in the other known
/// programs is 560,243.
const JOINS: u64 = 3_000_000;

/// The same budget for a function that calls setjmp. It is divided by the number of these calls,
/// because after each call the function can continue with all its values.
const JOINS_BY_SETJMP: u64 = 4_000_000;

/// Maximum number of loops that the values of a function live across, summed over the values. The
/// compiler may need a phi for each of these. The maximum in known programs is 56,235.
const LOOPS: u64 = 150_000;

/// Maximum cost of the phi copies of a function. The cost of a copy is the number of copies on the
/// same edge, but at least [`COPY`]. The maximum in known programs is 270,000.
const COPIES: u64 = 1_000_000;
const COPY: u64 = 50;

/// Maximum number of locals for values. The time of WebAssembly compilers grows with the square of
/// the number of values that are live at one place without a register. The maximum in known
/// programs is 704.
pub(super) const LOCALS: usize = 1_500;

/// Maximum number of phi copies of an edge that are on the stack at once, where each is a live
/// value for the compiler. Further copies go through memory.
pub(super) const COPIES_AT_ONCE: usize = 1_000;

/// The costs of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// The local index of the value.
    pub(super) local: u32,
    /// The number of joins that the value lives across.
    pub(super) joins: u32,
    /// The number of loops that the value lives across.
    pub(super) loops: u32,
    /// The cost of the copies to the value, if it is a phi.
    pub(super) copies: u64,
    /// The loop depth of its definition.
    pub(super) depth: u32,
}

/// Maximum number of steps that the compiler may need to search for phis in a function without
/// landmarks.
const STEPS: u64 = 20_000_000;

/// Returns true if a function needs [`super::landmark`]. `phis` is the number of its phis, and
/// `joins` the number of joins that its values live across.
pub(super) fn needs_landmarks(phis: u64, joins: u64) -> bool {
    phis.saturating_mul(phis + joins) > STEPS
}

/// Returns the cost of each copy on an edge with this number of copies.
pub(super) fn copy_cost(copies: usize) -> u64 {
    COPY.max(copies as u64)
}

/// Upper bounds of the costs of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    /// Number of phi copies, on all edges.
    pub(super) copies: u64,
    /// The numbers of joins and loops that its values live across, summed over the values.
    pub(super) joins: u64,
    pub(super) loops: u64,
    /// The number of times that the function sets the dispatch variable.
    pub(super) dispatches: u64,
}

impl Most {
    /// Returns true if a function within these bounds may need landmarks.
    pub(super) fn may_need_landmarks(&self) -> bool {
        needs_landmarks(self.copies + self.loops + self.dispatches, self.joins)
    }

    /// Returns true if a function with this number of setjmp calls may exceed a budget.
    pub(super) fn may_be_crowded(&self, setjmp_calls: usize) -> bool {
        self.joins > joins_budget(setjmp_calls)
            || self.loops > LOOPS
            || self.copies * COPY.max(self.copies) > COPIES
    }
}

/// Returns the maximum number of joins that the values of a function may live across.
fn joins_budget(setjmp_calls: usize) -> u64 {
    match setjmp_calls as u64 {
        0 => JOINS,
        calls => JOINS.min(JOINS_BY_SETJMP / calls),
    }
}

/// The values of a function that are kept in memory.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    costs: Vec<Cost>,
    /// Indexed by value; empty if there are none.
    in_memory: Vec<bool>,
}

impl Crowd {
    /// Begins a function.
    pub(super) fn clear(&mut self) {
        self.costs.clear();
        self.in_memory.clear();
    }

    /// Records the cost of a value.
    pub(super) fn add(&mut self, cost: Cost) {
        self.costs.push(cost);
    }

    /// Chooses values for a function with this number of values and setjmp calls.
    pub(super) fn find(&mut self, values: usize, setjmp_calls: usize) {
        let joins = joins_budget(setjmp_calls);
        let by_joins = |cost: &Cost| u64::from(cost.joins);
        self.keep_in_memory_until(joins, values, by_joins, |cost| Reverse(cost.joins));
        let by_loops = |cost: &Cost| u64::from(cost.loops);
        self.keep_in_memory_until(LOOPS, values, by_loops, |cost| Reverse(cost.loops));
        self.keep_in_memory_until(COPIES, values, |cost| cost.copies, |cost| cost.depth);
    }

    /// Keeps a value in memory. `values` is the number of values of the function.
    pub(super) fn keep_in_memory(&mut self, local: u32, values: usize) {
        self.in_memory.resize(values, false);
        self.in_memory[local as usize] = true;
    }

    /// Returns true if a value is kept in memory.
    pub(super) fn has(&self, local: u32) -> bool {
        self.in_memory.get(local as usize).copied().unwrap_or(false)
    }

    /// Moves values into memory in this order until the rest costs less than a budget.
    fn keep_in_memory_until<K: Ord>(
        &mut self,
        budget: u64,
        values: usize,
        price: impl Fn(&Cost) -> u64,
        order: impl Fn(&Cost) -> K,
    ) {
        let mut left: u64 = self.costs.iter().map(&price).sum();
        if left <= budget {
            return;
        }
        self.in_memory.resize(values, false);
        self.costs
            .sort_unstable_by_key(|cost| (order(cost), cost.local));
        let mut costs = self.costs.iter();
        while let (true, Some(cost)) = (left > budget, costs.next()) {
            let price = price(cost);
            left -= price;
            if price > 0 {
                self.in_memory[cost.local as usize] = true;
            }
        }
    }
}
