//! The context of a call: the kernel, the IRT, the program's memory, the arguments.

use crate::kernel::heap::{Block, Pages};
use crate::kernel::resource::Resource;
use crate::kernel::state::Kernel;
use pinnacle_system::host::{Action, Host, HostContext};
use pinnacle_system::irt::Irt;
use pinnacle_system::memory::{Fault, Memory};
use std::time::Duration;

/// The action of a function without a result.
pub(crate) const NOTHING: Result<Action, Fault> = Ok(Action::Return(0));

/// Returns a number, a `PP_Bool`, an ID or an address.
pub(crate) fn word(value: u32) -> Result<Action, Fault> {
    Ok(Action::Return(u64::from(value)))
}

/// Returns an error number or a count.
pub(crate) fn code(value: i32) -> Result<Action, Fault> {
    word(value as u32)
}

/// Returns a `PP_Bool`.
pub(crate) fn boolean(value: bool) -> Result<Action, Fault> {
    word(u32::from(value))
}

/// Returns a `float`.
pub(crate) fn float(value: f32) -> Result<Action, Fault> {
    word(value.to_bits())
}

/// Returns a `double`.
pub(crate) fn double(value: f64) -> Result<Action, Fault> {
    Ok(Action::Return(value.to_bits()))
}

/// A call of one of Pepper's functions.
pub(crate) struct Call<'a, 'b> {
    pub(crate) kernel: &'a mut Kernel,
    pub(crate) irt: &'a mut Irt,
    pub(crate) context: &'a mut HostContext<'b>,
    pub(crate) args: &'a [u64],
}

/// Maps pages for the program, from the same area as its own mappings.
pub(crate) struct ProgramPages<'a>(pub(crate) &'a mut Irt);

impl Pages for ProgramPages<'_> {
    fn map(&mut self, memory: &mut Memory, len: u32) -> Option<u32> {
        self.0.map_pages(memory, len)
    }

    fn unmap(&mut self, memory: &mut Memory, start: u32, len: u32) {
        self.0.unmap_pages(memory, start, len);
    }
}

impl Call<'_, '_> {
    /// Returns an argument of 32 bits.
    pub(crate) fn arg(&self, index: usize) -> u32 {
        self.args[index] as u32
    }

    /// Returns the program's memory.
    pub(crate) fn memory(&mut self) -> &mut Memory {
        self.context.memory
    }

    /// Returns the current time of the clock that deadlines refer to.
    pub(crate) fn now(&self) -> Duration {
        self.irt.real_time()
    }

    /// Returns true if the caller is the thread that called `ppapi_start`.
    pub(crate) fn is_main_thread(&self) -> bool {
        self.kernel.main_thread == Some(self.context.thread)
    }

    /// Reads words from the address in an argument.
    pub(crate) fn words<const N: usize>(&mut self, index: usize) -> Result<[u32; N], Fault> {
        let address = self.arg(index);
        let mut words = [0; N];
        for (place, word) in (0..).zip(&mut words) {
            *word = self
                .context
                .memory
                .load_u32(address.wrapping_add(4 * place))?;
        }
        Ok(words)
    }

    /// Creates a resource with one reference for the program; 0 if no ID or memory is left.
    pub(crate) fn create(&mut self, resource: impl Resource) -> u32 {
        self.kernel.create(resource).unwrap_or(0)
    }

    /// Allocates a block of the program's memory.
    pub(crate) fn allocate(&mut self, len: u32) -> Option<Block> {
        let memory = &mut *self.context.memory;
        self.kernel
            .heap
            .allocate(memory, &mut ProgramPages(self.irt), len)
    }

    /// Frees a block.
    pub(crate) fn free(&mut self, block: Block) {
        let memory = &mut *self.context.memory;
        self.kernel
            .heap
            .free(memory, &mut ProgramPages(self.irt), block);
    }

    /// Returns true if the host may keep this many more bytes for the program
    /// ([`Kernel::has_room`]).
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        self.kernel.has_room(bytes)
    }

    /// Frees the blocks and references of removed vars, and tells the engine which threads to wake.
    pub(crate) fn settle(&mut self) {
        while let Some(resource) = self.kernel.vars.freed.resources.pop() {
            self.kernel.unhold_resource(resource);
        }
        while let Some(block) = self.kernel.vars.freed.blocks.pop() {
            self.free(block);
        }
        self.context.wake.append(&mut self.kernel.wake);
    }
}
