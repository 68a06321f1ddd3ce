//! The stack that debuggers see: for each call its stack pointer, from which the debug file
//! computes the addresses of variables, and its return address.
//!
//! Each thread's stack has room for [`MAX_CALLS`] calls, below an address of its own. The values of
//! the innermost calls are in memory of their own, as [`values`] describes. None of this is in the
//! program's memory.

use pinnacle_debug::{Addresses, values};
use pinnacle_runtime::interp::CallPlace;

/// The end of thread 0's stack, after its outermost return address.
const TOP: u32 = 0xFFFF_0000;

/// Distance in bytes between the ends of the stacks of two threads.
const STRIDE: u32 = 1 << 20;

/// Maximum number of threads that have a stack: those with the lowest numbers.
const MAX_THREADS: u32 = 250;

/// The lowest address of all stacks.
pub(crate) const FIRST: u32 = TOP - MAX_THREADS * STRIDE;

/// Maximum number of calls of a thread that are shown, innermost first.
pub(crate) const MAX_CALLS: usize = 1 << 16;

/// The address of thread 0's values.
const VALUES: u32 = 0xD000_0000;

/// Maximum number of values of a thread that are shown, those of the innermost calls first.
const MAX_VALUES: usize = (STRIDE / values::SIZE) as usize;

/// The registers with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registers {
    /// The address of the instruction that runs next.
    pub(crate) pc: u32,
    /// The address of the innermost call in the stack that debuggers see.
    pub(crate) sp: u32,
}

/// The stack of a thread, as debuggers see it.
#[derive(Debug)]
pub(crate) struct Stack {
    pc: u32,
    /// The address of the first word.
    sp: u32,
    /// Two words for each call, innermost first: its stack pointer and its return address, 0 for
    /// the outermost.
    words: Vec<u32>,
    /// The address of the first value.
    values_at: u32,
    /// The values of the innermost calls.
    values: Vec<u64>,
    /// For each of these calls, the index of its first value.
    first_values: Vec<u32>,
}

impl Stack {
    /// Makes the stack of a thread with calls at these places, innermost first. Returns `None`
    /// without calls, and for thread [`MAX_THREADS`] and later ones.
    pub(crate) fn new(thread: u32, places: &[CallPlace], addresses: &Addresses) -> Option<Stack> {
        if thread >= MAX_THREADS {
            return None;
        }
        let places = &places[..places.len().min(MAX_CALLS)];
        let address = |place: &CallPlace| addresses.of_inst(place.function, place.inst);
        let innermost = places.first()?;
        let words = places.iter().enumerate().flat_map(|(index, place)| {
            // A call returns to the instruction after it.
            let around = places.get(index + 1).and_then(address);
            [place.stack_pointer, around.map_or(0, |it| it + 1)]
        });
        let words: Vec<u32> = words.collect();
        let (mut all, mut first_values) = (Vec::new(), Vec::new());
        for place in places {
            if place.values.is_empty() || all.len() + place.values.len() > MAX_VALUES {
                break;
            }
            first_values.push(all.len() as u32);
            all.extend(&place.values);
        }
        Some(Stack {
            pc: address(innermost).unwrap_or(0),
            sp: TOP - thread * STRIDE - 4 * words.len() as u32,
            words,
            values_at: VALUES + thread * STRIDE,
            values: all,
            first_values,
        })
    }

    pub(crate) fn registers(&self) -> Registers {
        Registers {
            pc: self.pc,
            sp: self.sp,
        }
    }

    /// Returns the size of the stack in bytes.
    pub(crate) fn size(&self) -> u32 {
        4 * self.words.len() as u32
    }

    /// Returns the bytes of the stack.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let words = self.words.iter();
        words.flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Returns the byte of the stack at an address, or `None` outside of it.
    pub(crate) fn byte(&self, address: u32) -> Option<u8> {
        if let Some(offset) = address.checked_sub(self.sp) {
            let offset = offset as usize;
            let word = self.words.get(offset / 4)?;
            return Some(word.to_le_bytes()[offset % 4]);
        }
        self.byte_of_pointer(address)
            .or_else(|| self.byte_of_value(address))
    }

    /// Returns the byte at an address in the words that hold the addresses of the calls' values.
    fn byte_of_pointer(&self, address: u32) -> Option<u8> {
        // The frame of a call is after its two words.
        let offset = address.checked_sub(self.sp + 8 - values::DISTANCE)?;
        let first = *self.first_values.get((offset / 8) as usize)?;
        let pointer = self.values_at + first * values::SIZE;
        pointer.to_le_bytes().get((offset % 8) as usize).copied()
    }

    /// Returns the byte at an address in the values.
    fn byte_of_value(&self, address: u32) -> Option<u8> {
        let offset = address.checked_sub(self.values_at)?;
        let value = self.values.get((offset / values::SIZE) as usize)?;
        Some(value.to_le_bytes()[(offset % values::SIZE) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_debug::CODE_BASE;
    use pinnacle_pexe::ids::{FuncId, InstId};

    #[test]
    fn calls_have_a_stack_pointer_and_a_return_address() {
        let addresses = Addresses::new([(FuncId(1), 10), (FuncId(2), 10)]);
        let place = |function, inst, stack_pointer| CallPlace {
            function: FuncId(function),
            inst: InstId(inst),
            stack_pointer,
            values: Vec::new(),
        };
        let places = [place(2, 4, 0x1000), place(1, 3, 0x1040)];
        let stack = Stack::new(1, &places, &addresses).unwrap();
        let Registers { pc, sp } = stack.registers();
        assert_eq!(pc, CODE_BASE + 14);
        assert_eq!(sp, TOP - STRIDE - 16);
        let word = |at: u32| {
            let bytes = [0, 1, 2, 3].map(|byte| stack.byte(at + byte).unwrap());
            u32::from_le_bytes(bytes)
        };
        let words = [0, 4, 8, 12].map(|at| word(sp + at));
        assert_eq!(words, [0x1000, CODE_BASE + 4, 0x1040, 0]);
        assert_eq!(stack.byte(sp + 16), None);
        assert_eq!(stack.byte(sp - 1), None);
        assert!(Stack::new(MAX_THREADS, &places, &addresses).is_none());
    }

    #[test]
    fn values_of_calls_are_found_from_their_frames() {
        let addresses = Addresses::new([(FuncId(1), 10), (FuncId(2), 10)]);
        let place = |function, values| CallPlace {
            function: FuncId(function),
            inst: InstId(0),
            stack_pointer: 0x1000,
            values,
        };
        let places = [
            place(2, vec![7, 1 << 40]),
            place(1, vec![9]),
            place(1, vec![]),
        ];
        let stack = Stack::new(1, &places, &addresses).unwrap();
        let word = |at: u32| {
            let bytes = [0, 1, 2, 3].map(|byte| stack.byte(at + byte));
            let bytes: Option<Vec<u8>> = bytes.into_iter().collect();
            bytes.map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap()))
        };
        let frame = |call: u32| stack.registers().sp + 8 * call + 8;
        let first = |call| word(frame(call) - values::DISTANCE);
        let inner = first(0).unwrap();
        assert_eq!(
            [0, 4, 8, 12].map(|at| word(inner + at)),
            [7, 0, 0, 256].map(Some)
        );
        assert_eq!(word(first(1).unwrap()), Some(9));
        assert_eq!(first(2), None);
    }
}
