//! The memory of the program, which is separate from the memory of this module.

use crate::outside;
use pinnacle_system::memory::region::RemoteBytes;

/// The `WebAssembly.Memory` of the program.
#[derive(Debug)]
pub(crate) struct ProgramMemory;

impl RemoteBytes for ProgramMemory {
    fn read(&self, at: u32, buffer: &mut [u8]) {
        outside::read_memory(at, buffer);
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        outside::write_memory(at, bytes);
    }

    fn reach(&mut self, end: u32) -> bool {
        outside::reach_memory(end)
    }
}
