//! `PPB_Memory(Dev)`: memory that the host allocates.

use super::System;
use crate::kernel::call::Call;
use crate::kernel::heap::Block;
use crate::table::ctypes::void;
use crate::table::typed::At;
use crate::table::{Interface, interface};
use pinnacle_system::memory_budget::Charge;
use std::collections::BTreeMap;

/// The blocks that the program holds, by address.
pub(super) type Allocations = BTreeMap<u32, (Block, Charge)>;

/// Approximate size in bytes of the host's data for each block.
const ENTRY: u64 = 64;

pub(crate) const MEMORY_DEV_0_1: Interface = interface! { "PPB_Memory(Dev)" "0.1" Dev:
    MemAlloc(num_bytes: uint32_t) -> *mut void => mem_alloc;
    MemFree(ptr: *mut void) => mem_free;
};

/// Returns the address of a block, or 0 if there is no room.
fn mem_alloc(call: &mut Call<'_, '_>, len: u32) -> u32 {
    let Ok(charge) = call.kernel.budget.charge(ENTRY) else {
        return 0;
    };
    let Some(block) = call.allocate(len) else {
        return 0;
    };
    let address = block.address();
    let allocations = &mut call.kernel.states.get::<System>().allocations;
    allocations.insert(address, (block, charge));
    address
}

/// Frees a block. Other addresses are ignored.
fn mem_free(call: &mut Call<'_, '_>, block: At<void>) {
    let allocations = &mut call.kernel.states.get::<System>().allocations;
    if let Some((block, _)) = allocations.remove(&block.address) {
        call.free(block);
    }
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;

    const MEMORY: &str = "PPB_Memory(Dev);0.1";

    #[test]
    fn memory_is_the_programs_until_it_gives_it_back() {
        let mut program = Program::started();
        let budget = program.pepper.core_for_test().budget.clone();
        let before = budget.charged();
        let blocks = [0, 100, 100_000].map(|len| program.call(MEMORY, "MemAlloc", &[len]));
        assert!(blocks.iter().all(|&block| block != 0));
        program.memory.fill(blocks[2] as u32, 100_000, 1).unwrap();
        for block in blocks {
            program.call(MEMORY, "MemFree", &[block]);
            program.call(MEMORY, "MemFree", &[block]);
        }
        assert_eq!(budget.charged(), before);
    }

    #[test]
    fn a_request_for_too_much_memory_returns_null() {
        let mut program = Program::started();
        let block = program.call(MEMORY, "MemAlloc", &[u32::MAX.into()]);
        assert_eq!(block, 0);
    }
}
