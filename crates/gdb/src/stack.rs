//! The stack that debuggers see: one return address for each call.
//!
//! A thread has room for [`MAX_CALLS`] of them, below an address of its own. Nothing of it is in
//! the memory of the program.

use crate::request::Registers;
use pinnacle_debug::Addresses;
use pinnacle_pexe::ids::{FuncId, InstId};

/// The address after the outermost return address of thread 0.
const TOP: u32 = 0xFFFF_0000;

/// The bytes between the stacks of two threads.
const STRIDE: u32 = 1 << 20;

/// The threads that have a stack.
const MAX_THREADS: u32 = 250;

/// The innermost calls of a thread that are shown.
pub(crate) const MAX_CALLS: usize = 1 << 16;

/// The stack of a thread.
#[derive(Debug)]
pub(crate) struct Stack {
    pc: u32,
    /// The address of the first of the words.
    sp: u32,
    /// The return addresses, innermost call first.
    words: Vec<u32>,
}

impl Stack {
    /// The stack of a thread whose calls are at these places, innermost first; none of a thread
    /// beyond those that have stacks.
    pub(crate) fn new(
        thread: u32,
        places: &[(FuncId, InstId)],
        addresses: &Addresses,
    ) -> Option<Stack> {
        if thread >= MAX_THREADS {
            return None;
        }
        let places = &places[..places.len().min(MAX_CALLS)];
        let address = |&(function, inst): &(FuncId, InstId)| addresses.of_inst(function, inst);
        let (innermost, around) = places.split_first()?;
        // A call returns to the instruction after it.
        let returns = around
            .iter()
            .map(|place| address(place).map_or(0, |it| it + 1));
        let words: Vec<u32> = returns.chain([0]).collect();
        Some(Stack {
            pc: address(innermost).unwrap_or(0),
            sp: TOP - thread * STRIDE - 4 * words.len() as u32,
            words,
        })
    }

    pub(crate) fn registers(&self) -> Registers {
        Registers {
            pc: self.pc,
            sp: self.sp,
        }
    }

    /// A byte of the stack.
    pub(crate) fn byte(&self, address: u32) -> Option<u8> {
        let offset = address.checked_sub(self.sp)? as usize;
        let word = self.words.get(offset / 4)?;
        Some(word.to_le_bytes()[offset % 4])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_debug::CODE_BASE;

    #[test]
    fn return_addresses_are_after_the_calls() {
        let addresses = Addresses::new([(FuncId(1), 10), (FuncId(2), 10)]);
        let places = [(FuncId(2), InstId(4)), (FuncId(1), InstId(3))];
        let stack = Stack::new(1, &places, &addresses).unwrap();
        let Registers { pc, sp } = stack.registers();
        assert_eq!(pc, CODE_BASE + 14);
        assert_eq!(sp, TOP - STRIDE - 8);
        let word = |at: u32| {
            let bytes = [0, 1, 2, 3].map(|byte| stack.byte(at + byte).unwrap());
            u32::from_le_bytes(bytes)
        };
        assert_eq!(word(sp), CODE_BASE + 4);
        assert_eq!(word(sp + 4), 0);
        assert_eq!(stack.byte(sp + 8), None);
        assert_eq!(stack.byte(sp - 1), None);
        assert!(Stack::new(MAX_THREADS, &places, &addresses).is_none());
    }
}
