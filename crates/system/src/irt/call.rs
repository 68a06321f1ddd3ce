//! The context of a handler: the state, the guest's memory, the arguments.

use super::State;
use crate::Errno;
use crate::host::{Action, HostContext};
use crate::memory::{Access, Memory};

/// The result of a function that succeeded and returns no value.
pub(super) const DONE: Result<Action, Errno> = Ok(Action::Return(0));

/// Maximum length of a path, including the terminating zero.
const PATH_MAX: u32 = 4096;

/// Maximum length of a transfer. Longer ones are truncated.
const MAX_TRANSFER: u32 = i32::MAX as u32;

/// A call of a function of the IRT.
pub(super) struct Call<'a, 'b> {
    pub(super) state: &'a mut State,
    pub(super) context: &'a mut HostContext<'b>,
    args: &'a [u64],
}

impl<'a, 'b> Call<'a, 'b> {
    pub(super) fn new(
        state: &'a mut State,
        context: &'a mut HostContext<'b>,
        args: &'a [u64],
    ) -> Call<'a, 'b> {
        Call {
            state,
            context,
            args,
        }
    }

    /// Returns an argument of type `i32`.
    pub(super) fn arg(&self, index: usize) -> u32 {
        self.args[index] as u32
    }

    /// Returns an argument of type `i64`.
    pub(super) fn long_arg(&self, index: usize) -> i64 {
        self.args[index] as i64
    }

    /// Returns an argument that is the length of a transfer.
    pub(super) fn transfer_len(&self, index: usize) -> u32 {
        self.arg(index).min(MAX_TRANSFER)
    }

    pub(super) fn memory(&mut self) -> &mut Memory {
        self.context.memory
    }

    /// Reads the path at an address given by an argument.
    pub(super) fn path(&self, index: usize) -> Result<Vec<u8>, Errno> {
        let path = self.context.memory.c_string(self.arg(index), PATH_MAX)?;
        path.ok_or(Errno::ENAMETOOLONG)
    }

    /// Fails unless the guest may write this number of bytes at an address given by an argument.
    pub(super) fn check_writable(&mut self, index: usize, len: u32) -> Result<(), Errno> {
        let address = self.arg(index);
        Ok(self.memory().check(address, len, Access::Write)?)
    }

    /// Stores bytes at an address given by an argument.
    pub(super) fn store<const N: usize>(
        &mut self,
        index: usize,
        bytes: [u8; N],
    ) -> Result<(), Errno> {
        let address = self.arg(index);
        Ok(self.memory().store(address, bytes)?)
    }

    /// Stores a word at an address given by an argument.
    pub(super) fn store_word(&mut self, index: usize, word: u32) -> Result<(), Errno> {
        self.store(index, word.to_le_bytes())
    }
}
