//! Finds an order of a function's constants that makes the encoding smaller.
//!
//! An operand is a relative index, counted back from the next value, in 6-bit chunks with five bits
//! of data each. The constants directly precede the results of instructions, so the last constant
//! has the smallest distance. The position of a constant affects the number of chunks only if the
//! constant is used about 32, 1024 or 32768 values later; any other use costs the same for every
//! position. Therefore only these uses are counted for each constant, and the constants with the
//! most such uses come last. Constants of the same type stay together, so that the type is written
//! once. The types are sorted by the average count of their constants.

use crate::function::{Constant, Function};
use crate::inst::Inst;
use crate::types::Type;

/// Distances at which an operand needs one more chunk.
const STEPS: [u64; 3] = [1 << 5, 1 << 10, 1 << 15];
/// Distances at which an operand of a phi needs one more chunk. They are smaller because these
/// distances are signed.
const STEPS_IN_PHI: [u64; 3] = [1 << 4, 1 << 9, 1 << 14];

/// Reorders and renumbers the constants of a function so that its encoding takes fewer bits. Unused
/// constants are kept.
///
/// Positions of instructions in a file stay valid.
pub(crate) fn order_constants(function: &Function) -> Function {
    match Order::find(function) {
        Some(numbers) => function.reorder_constants(&numbers),
        None => function.clone(),
    }
}

/// For each constant, the number of operands that become smaller if it is near the end.
struct Order {
    gains: Vec<u64>,
}

impl Order {
    /// Returns the new number of each constant, or `None` if there are fewer than two.
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

    /// For each constant, counts the uses whose cost depends on the constant's position.
    fn count_uses(&mut self, function: &Function) {
        let first = function.first_local() + function.param_count();
        let count = self.gains.len() as u64;
        // The distance from the last constant to the next value.
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

    /// Returns the rank of each type by the average count of its constants.
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
