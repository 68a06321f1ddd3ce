//! Phis: collects the moves along each edge.

use super::super::node::NONE;
use super::{CONSUMED, EdgeMove, Operand, Selector};
use pinnacle_pexe::ids::BlockId;
use pinnacle_pexe::inst::Inst;

impl Selector<'_> {
    /// Sorts the operands of phis by predecessor.
    pub(super) fn collect_moves(&mut self) {
        let function = self.function;
        let count = function.blocks().len();
        let mut first = std::mem::take(&mut self.s.first_move);
        let mut moves = std::mem::take(&mut self.s.moves);
        first.resize(count + 1, 0);
        // The first pass counts the moves of each block, and the second fills them in.
        for fill in [false, true] {
            self.s.seen.clear();
            self.s.seen.resize(count, NONE);
            for id in 0..count as u32 {
                if !self.flow.is_reached(BlockId(id)) {
                    continue;
                }
                let block = function.blocks()[id as usize];
                for offset in 0..block.len {
                    let index = block.first_inst + offset;
                    let Inst::Phi { incoming, .. } = function.insts()[index as usize] else {
                        break;
                    };
                    let phi = block.first_value + offset - function.first_local();
                    if self.fuse && self.s.uses[phi as usize] == 0 {
                        continue;
                    }
                    for (value, from) in function.phi_incoming(incoming) {
                        if !self.flow.is_reached(from) || self.s.seen[from.index()] == phi {
                            continue;
                        }
                        self.s.seen[from.index()] = phi;
                        if !fill {
                            first[from.index()] += 1;
                            continue;
                        }
                        let (source, bits, add) = match self.operand(value) {
                            Operand::Constant(bits) => (NONE, bits, 0),
                            Operand::Register(_) if function.constant(value).is_some() => {
                                (NONE, 0, 0)
                            }
                            Operand::Register(sum)
                                if self.s.step_of[sum as usize] == phi
                                    && self.s.uses[sum as usize] == CONSUMED =>
                            {
                                let step = self.step(sum);
                                let (_, number) = step.expect("it was seen to be one");
                                (phi, 0, number)
                            }
                            Operand::Register(register) => (register, 0, 0),
                        };
                        let slot = &mut first[from.index()];
                        moves[*slot as usize] = EdgeMove {
                            target: id,
                            phi,
                            source,
                            bits,
                            add,
                        };
                        *slot += 1;
                    }
                }
            }
            if !fill {
                let mut sum = 0;
                for slot in &mut first {
                    (*slot, sum) = (sum, sum + *slot);
                }
                let empty = EdgeMove {
                    target: 0,
                    phi: 0,
                    source: NONE,
                    bits: 0,
                    add: 0,
                };
                moves.resize(sum as usize, empty);
            }
        }
        // Filling has moved each start to that of the next block.
        first.rotate_right(1);
        first[0] = 0;
        (self.s.first_move, self.s.moves) = (first, moves);
    }
}
