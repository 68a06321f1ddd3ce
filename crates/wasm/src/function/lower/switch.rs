//! Translates switches: to tables if the cases are dense, otherwise to comparisons.

use super::super::emit::Emitter;
use crate::limits;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::types::Type;
use wasm_encoder::{BlockType, ValType};

/// Maximum number of cases that are compared one after the other in place of a table.
const FEW_CASES: usize = 3;

/// Maximum number of table entries for each case.
const TABLE_ENTRIES_PER_CASE: u64 = 4;

/// A case: the selector, and the depth of its label.
type Case = (u64, u32);

impl Emitter<'_> {
    /// Branches on the selector of a node's switch. `depths` has the depth of the default's label,
    /// then those of the cases.
    pub(in crate::function) fn switch(&mut self, node: u32, depths: &[u32]) {
        let end = self.graph.nodes[node as usize].end;
        if self.graph.nodes[node as usize].block.is_none() {
            self.resume(depths);
            return;
        }
        let Inst::Switch { value, cases } = self.function.insts()[end as usize - 1] else {
            unreachable!("a node that switches ends with a switch or resumes after setjmp");
        };
        let ty = self.function.value_type(value);
        let (first, selectors) = self.function.switch_cases(cases);
        let mut place = end - 1;
        if self.plan.source_map {
            // As for branches, an engine may fuse the switch with a trap.
            let targets = selectors.clone().map(|(_, target)| target);
            let traps = [first].into_iter().chain(targets);
            place = traps
                .filter_map(|block| self.only_traps(block))
                .next()
                .unwrap_or(place);
        }
        let default = depths[0];
        let mut cases: Vec<Case> = selectors
            .map(|(selector, _)| selector)
            .zip(depths[1..].iter().copied())
            .collect();
        // If two cases have the same number, the first one applies.
        cases.sort_by_key(|case| case.0);
        cases.dedup_by_key(|case| case.0);
        cases.retain(|case| case.1 != default);

        let long = ty == Type::I64;
        let local_type = if long { ValType::I64 } else { ValType::I32 };
        self.clean(value);
        self.mark(place);
        let selector = self.locals.scratch(local_type, 0);
        self.sink().local_set(selector);
        self.search(&cases, default, selector, long);
    }

    /// Searches the sorted cases for a selector and branches.
    fn search(&mut self, cases: &[Case], default: u32, selector: u32, long: bool) {
        // The halves that have not been searched, with the number of enclosing `if`s. They are
        // nested like a balanced tree.
        if cases.len() <= FEW_CASES {
            for &(number, depth) in cases {
                self.push_selector(selector, number, long);
                if long {
                    self.sink().i64_eq();
                } else {
                    self.sink().i32_eq();
                }
                self.sink().br_if(depth);
            }
            self.sink().br(default);
        } else if is_dense(cases) {
            self.table(cases, default, selector, long);
        } else {
            let (lower, upper) = cases.split_at(split(cases));
            self.push_selector(selector, upper[0].0, long);
            if long {
                self.sink().i64_lt_u();
            } else {
                self.sink().i32_lt_u();
            }
            self.sink().if_(BlockType::Empty);
            let inner: Vec<Case> = lower.iter().map(|case| (case.0, case.1 + 1)).collect();
            self.search(&inner, default + 1, selector, long);
            self.sink().end();
            self.search(upper, default, selector, long);
        }
    }

    fn push_selector(&mut self, selector: u32, number: u64, long: bool) {
        let mut sink = self.sink();
        sink.local_get(selector);
        if long {
            sink.i64_const(number as i64);
        } else {
            sink.i32_const(number as i32);
        }
    }

    fn table(&mut self, cases: &[Case], default: u32, selector: u32, long: bool) {
        let (first, last) = (cases[0].0, cases[cases.len() - 1].0);
        let mut targets = vec![default; (last - first) as usize + 1];
        for &(number, depth) in cases {
            targets[(number - first) as usize] = depth;
        }
        let mut sink = self.sink();
        sink.local_get(selector);
        if long {
            if first != 0 {
                sink.i64_const(first as i64).i64_sub();
            }
            // A table index has 32 bits: a larger selector matches no case.
            sink.local_tee(selector)
                .i64_const(i64::from(u32::MAX))
                .i64_gt_u()
                .br_if(default)
                .local_get(selector)
                .i32_wrap_i64();
        } else if first != 0 {
            sink.i32_const(first as i32).i32_sub();
        }
        sink.br_table(targets, default);
    }
}

/// Returns true if a table is not much larger than the number of cases.
fn is_dense(cases: &[Case]) -> bool {
    let span = cases[cases.len() - 1].0 - cases[0].0;
    span < limits::TABLE_TARGETS as u64 && span < TABLE_ENTRIES_PER_CASE * cases.len() as u64
}

/// Returns the index at which to split cases that are not dense: the widest gap in the middle half.
/// Dense runs stay together, and both halves stay balanced.
fn split(cases: &[Case]) -> usize {
    let quarter = cases.len() / 4;
    let range = quarter.max(1)..(cases.len() - quarter).max(2);
    let gap = |index: &usize| cases[*index].0 - cases[*index - 1].0;
    let widest = range.max_by_key(gap);
    widest.expect("there are more than a few cases")
}
