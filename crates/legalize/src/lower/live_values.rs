//! The values of source variables, instruction by instruction.
//!
//! A mark states that from an instruction on, a variable has a certain value of the function. At
//! the start of a block a variable has the value that it has at the end of all predecessors. If
//! these differ, its value is unknown there.

use pinnacle_debug::ValueRange;
use pinnacle_pexe::function::Function;
use std::collections::BTreeMap;

/// Maximum number of variables times blocks of a function. Variables of larger functions have no
/// values.
const MAX_WORK: usize = 1 << 22;

/// Maximum number of passes over the blocks. Variables in more deeply nested loops have no values.
const MAX_PASSES: usize = 32;

/// A value of a function, and true if it is the address of the variable. `None` if it is unknown.
pub(super) type Known = Option<(u32, bool)>;

/// A variable's value from an instruction on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The index of the first instruction at which the variable has the value.
    pub(super) inst: u32,
    /// The value, if it is known.
    pub(super) value: Known,
}

/// The value at the end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The block has not been visited.
    Unreached,
    /// The block has been visited. This is the value, if it is known.
    Reached(Known),
}

/// Returns the ranges of instructions in which variables have known values. Marks of a variable
/// must be in the order of instructions. If several are at one instruction, the last applies.
pub(super) fn ranges(
    function: &Function,
    marks: &BTreeMap<u32, Vec<Mark>>,
) -> BTreeMap<u32, Vec<ValueRange>> {
    let blocks = function.blocks().len();
    if blocks.saturating_mul(marks.len()) > MAX_WORK {
        return BTreeMap::new();
    }
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); blocks];
    for block in function.block_ids() {
        function.for_each_successor(block, |next| before[next.index()].push(block.0));
    }
    let found = marks.iter().map(|(&variable, marks)| {
        let ranges = of_variable(function, &before, marks);
        (variable, ranges.unwrap_or_default())
    });
    found.filter(|(_, ranges)| !ranges.is_empty()).collect()
}

/// Returns the ranges for one variable, or `None` if there were too many passes.
fn of_variable(
    function: &Function,
    before: &[Vec<u32>],
    marks: &[Mark],
) -> Option<Vec<ValueRange>> {
    let mut ends = vec![State::Unreached; before.len()];
    let at_start = |ends: &[State], block: usize| match block {
        0 => State::Reached(None),
        _ => meet(before[block].iter().map(|&it| ends[it as usize])),
    };
    let mut is_changed = true;
    for _ in 0..MAX_PASSES {
        is_changed = false;
        for (index, block) in function.blocks().iter().enumerate() {
            let within = within(marks, block.first_inst, block.len);
            let end = match within.last() {
                Some(mark) => State::Reached(mark.value),
                None => at_start(&ends, index),
            };
            is_changed |= end != ends[index];
            ends[index] = end;
        }
        if !is_changed {
            break;
        }
    }
    if is_changed {
        return None;
    }
    let mut ranges: Vec<ValueRange> = Vec::new();
    let mut add = |start: u32, end: u32, known: Known| {
        let Some((value, is_address)) = known.filter(|_| start < end) else {
            return;
        };
        match ranges.last_mut() {
            Some(last) if (last.end, last.value, last.is_address) == (start, value, is_address) => {
                last.end = end;
            }
            _ => ranges.push(ValueRange {
                start,
                end,
                value,
                is_address,
            }),
        }
    };
    for (index, block) in function.blocks().iter().enumerate() {
        let mut start = block.first_inst;
        let mut known = match at_start(&ends, index) {
            State::Reached(known) => known,
            State::Unreached => None,
        };
        for mark in within(marks, block.first_inst, block.len) {
            add(start, mark.inst, known);
            (start, known) = (mark.inst, mark.value);
        }
        add(start, block.first_inst + block.len, known);
    }
    Some(ranges)
}

/// The marks in a block.
fn within(marks: &[Mark], first: u32, len: u32) -> &[Mark] {
    let start = marks.partition_point(|mark| mark.inst < first);
    let end = marks.partition_point(|mark| mark.inst < first + len);
    &marks[start..end]
}

/// The value on which all visited blocks agree.
fn meet(states: impl Iterator<Item = State>) -> State {
    let mut found = State::Unreached;
    for state in states {
        found = match (found, state) {
            (State::Unreached, other) | (other, State::Unreached) => other,
            (one, other) if one == other => one,
            _ => State::Reached(None),
        };
    }
    found
}
