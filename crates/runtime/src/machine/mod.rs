//! The machine that programs run on: what of it is behind the traits of
//! [`pinnacle_system`].
//!
//! * `mount_spec`: how the folders of a program are described;
//! * `streams`: this process's standard streams; `gathering`: output in few writes;
//! * `clock`, `random`: clocks and random numbers.
//!
//! Folders are trees of files by `pinnacle_folder`.

mod clock;
mod gathering;
mod mount_spec;
mod random;
mod streams;
#[cfg(test)]
mod tests;

pub use clock::SystemClock;
pub use mount_spec::{MountError, MountSpec, MountSpecError};
pub use pinnacle_folder::Folder;
pub use random::SystemRandom;
pub use streams::{gathering_stdio, stdio};

use pinnacle_system::files::{FileSystem, Stdio};
use pinnacle_system::irt::Irt;
use std::ops::Range;
use std::sync::Arc;

/// The files of a program that may use these folders.
///
/// # Errors
///
/// If a folder cannot be opened, or two have the same place.
pub fn file_system(stdio: Stdio, folders: &[MountSpec]) -> Result<FileSystem, MountError> {
    let mounts = folders.iter().map(MountSpec::open);
    let mounts = mounts.collect::<Result<Vec<_>, _>>()?;
    Ok(FileSystem::new(stdio, mounts)?)
}

/// The IRT of a program that maps memory in `arena`: with a seed that of a
/// repeatable run, without one with the clocks and random numbers of this
/// machine.
pub fn irt(files: FileSystem, seed: Option<u64>, arena: Range<u32>) -> Irt {
    match seed {
        Some(seed) => Irt::repeatable(files, seed, arena),
        None => Irt::new(
            files,
            Arc::new(SystemClock::new()),
            Box::new(SystemRandom),
            arena,
            std::process::id(),
        ),
    }
}
