//! An order of a function's constants that makes its block small.
//!
//! An operand is a distance, counted back from the next value, in 6-bit chunks with five bits of
//! payload. The constants come directly before the instruction values, so the last constant is
//! nearest. A constant's place affects the chunks of an operand only if it is used about 32, 1024
//! or 32768 values further on; any other use costs the same from every place. So only the uses that
//! it affects are counted for each constant, and the constants with most of them come last.
//! Constants of one type stay together, so that the type is written once. The types are ordered by
//! the average gain of their constants.

use crate::function::{Constant, Function};
use crate::inst::Inst;
use crate::types::Type;

/// Distances at which an operand needs one more chunk.
const STEPS: [u64; 3] = [1 << 5, 1 << 10, 1 << 15];
/// Distances at which a phi's operand needs one more chunk. They are smaller because its distances
/// are signed.
const STEPS_IN_PHI: [u64; 3] = [1 << 4, 1 << 9, 1 << 14];

/// Reorders and renumbers the constants of a function so that it takes fewer bits in a file. Unused
/// constants are kept.
///
/// References to the positions of instructions in a file stay valid.
pub(crate) fn order_constants(function: &Function) -> Function {
    match Order::find(function) {
        Some(numbers) => function.reorder_constants(&numbers),
        None => function.clone(),
    }
}

/// Number of operands that get smaller if a constant is near the end.
struct Order {
    gains: Vec<u64>,
}

impl Order {
    /// The new number of each constant, unless there are too few to matter.
    fn find(function: &Function) -> Option<Vec<u32>> {
        let count = function.constants().len();
        if count < 2 {
            return None;
        }
        let mut order = Order {
            gains: vec![0; count],
        };
        order.count_uses(function);
        let mut places: Vec<usize> = (0..count).collect();
        let types = order.type_ranks(function.constants());
        places.sort_by_key(|&place| {
            let ty = function.constants()[place].ty;
            (types[ty as usize], order.gains[place])
        });
        let mut numbers = vec![0; count];
        for (new, &old) in (0..).zip(&places) {
            numbers[old] = new;
        }
        Some(numbers)
    }

    /// Counts, for each constant, the uses whose cost depends on the constant's place.
    fn count_uses(&mut self, function: &Function) {
        let first = function.first_local() + function.param_count();
        let count = self.gains.len() as u64;
        // Distance from the last constant to the next value.
        let mut distance = 1;
        for inst in function.insts() {
            let steps = match inst {
                Inst::Phi { .. } => STEPS_IN_PHI,
                _ => STEPS,
            };
            let near = |&step: &u64| distance < step && distance + count > step;
            let gains = u64::from(steps.iter().any(near));
            function.for_each_operand(inst, |value| {
                let constant = value.0.wrapping_sub(first);
                if let Some(gain) = self.gains.get_mut(constant as usize) {
                    *gain += gains;
                }
            });
            distance += u64::from(inst.has_result());
        }
    }

    /// The place of each type among the others, by what its constants gain on
    /// average.
    fn type_ranks(&self, constants: &[Constant]) -> [usize; Type::ALL.len()] {
        let mut sums = [(0u64, 0u64); Type::ALL.len()];
        for (constant, gain) in constants.iter().zip(&self.gains) {
            let (total, count) = &mut sums[constant.ty as usize];
            *total += gain;
            *count += 1;
        }
        let mut types = Type::ALL;
        types.sort_by_key(|&ty| {
            let (total, count) = sums[ty as usize];
            (total * 1024).checked_div(count).unwrap_or(0)
        });
        let mut ranks = [0; Type::ALL.len()];
        for (rank, ty) in types.into_iter().enumerate() {
            ranks[ty as usize] = rank;
        }
        ranks
    }
}
