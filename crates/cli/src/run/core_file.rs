//! The core file of a run that ends with a trap.

use crate::output::Failure;
use crate::whole_file;
use pinnacle_debug::Addresses;
use pinnacle_gdb::write_core;
use pinnacle_runtime::Memory;
use pinnacle_runtime::interp::{Debugger, Point, StopAction, Stopped};
use std::path::{Path, PathBuf};

/// Writes a core file when the program traps.
pub(super) struct CoreFile {
    path: PathBuf,
    addresses: Addresses,
    result: Result<(), Failure>,
}

impl CoreFile {
    pub(super) fn new(path: &Path, addresses: Addresses) -> CoreFile {
        CoreFile {
            path: path.to_owned(),
            addresses,
            result: Ok(()),
        }
    }

    /// Fails if there was a trap and the file could not be written.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.result
    }
}

impl Debugger for CoreFile {
    fn stops_at(&mut self, _: Point, _: &mut Memory) -> bool {
        false
    }

    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> StopAction {
        if stopped.trap.is_some() {
            self.result =
                whole_file::write_with(&self.path, |out| write_core(stopped, &self.addresses, out));
        }
        StopAction::Continue
    }
}
