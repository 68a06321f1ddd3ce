//! The machine that programs run on: the implementations of the traits of [`pinnacle_system`].
//!
//! * `mount_spec`: how the folders of a program are described;
//! * `descriptors`: open files of this process for a program;
//! * `messages`: sockets with messages, and memory that is shared by processes;
//! * `streams`: this process's standard streams; `gathering`: output in few writes;
//! * `clock`, `random`: clocks and random numbers.
//!
//! Folders are trees of files by `pinnacle_folder`.

mod clock;
mod descriptors;
mod gathering;
#[cfg_attr(not(target_os = "linux"), path = "no_messages.rs")]
mod messages;
mod mount_spec;
mod random;
mod streams;
#[cfg(test)]
mod tests;

pub use clock::SystemClock;
pub use descriptors::{Descriptor, DescriptorSpec, DescriptorSpecError};
pub use messages::Messages;
pub use mount_spec::{MountError, MountSpec, MountSpecError};
pub use pinnacle_folder::Folder;
pub use random::SystemRandom;
pub use streams::{gathering_stdio, stdio};

use pinnacle_record::{RecordedClock, RecordedRandom, Tape};
use pinnacle_system::files::{FileSystem, Stdio};
use pinnacle_system::irt::Irt;
use pinnacle_system::random::Seeded;
use std::ops::Range;
use std::sync::Arc;

/// The files of a program that may use these folders and descriptors, and starts in `start` or in
/// `/`.
///
/// # Errors
///
/// Fails if a folder cannot be opened, two have the same place, `start` is in none, or the number
/// of a descriptor is too large.
pub fn file_system(
    stdio: Stdio,
    folders: &[MountSpec],
    start: Option<&[u8]>,
    descriptors: Vec<Descriptor>,
) -> Result<FileSystem, MountError> {
    file_system_on(None, stdio, folders, start, descriptors)
}

/// Like `file_system`, with a tape that records the folders' answers. A replay does not open the
/// folders.
pub(crate) fn file_system_on(
    tape: Option<&Tape>,
    stdio: Stdio,
    folders: &[MountSpec],
    start: Option<&[u8]>,
    descriptors: Vec<Descriptor>,
) -> Result<FileSystem, MountError> {
    let is_new = |place: usize| {
        let others = folders[..place].iter().chain(&folders[place + 1..]);
        let first = !folders[..place].contains(&folders[place]);
        let mut within = others.filter(|other| folders[place].is_within(other));
        first && within.next().is_none()
    };
    let mounts = (0..folders.len()).filter(|&place| is_new(place));
    let mounts = mounts.map(|place| folders[place].open(tape));
    let mounts = mounts.collect::<Result<Vec<_>, _>>()?;
    let mut files = FileSystem::new(stdio, mounts)?;
    for descriptor in descriptors {
        let guest = descriptor.guest();
        (descriptor.give(&mut files)).map_err(|_| MountError::Descriptor(guest))?;
    }
    if let Some(start) = start {
        files.chdir(start).map_err(|reason| MountError::Start {
            folder: String::from_utf8_lossy(start).into_owned(),
            reason,
        })?;
    }
    Ok(files)
}

/// The IRT of a program that maps memory in `arena`: with a seed that of a
/// repeatable run, without one with the clocks and random numbers of this
/// machine.
///
/// It offers `/dev/null` and the other devices that are harmless. Bytes from `/dev/urandom` follow
/// from the seed too, and do not affect those from `getentropy`.
pub fn irt(files: FileSystem, seed: Option<u64>, arena: Range<u32>) -> Irt {
    irt_on(None, files, seed, arena)
}

/// Like `irt`, with a tape that records the clocks and random numbers of this machine.
pub fn irt_on(
    tape: Option<&Tape>,
    mut files: FileSystem,
    seed: Option<u64>,
    arena: Range<u32>,
) -> Irt {
    files.offer_devices(match (seed, tape) {
        (Some(seed), _) => Box::new(Seeded::new(!seed)),
        (None, Some(tape)) => Box::new(RecordedRandom::new(tape, SystemRandom)),
        (None, None) => Box::new(SystemRandom),
    });
    match (seed, tape) {
        (Some(seed), _) => Irt::repeatable(files, seed, arena),
        (None, Some(tape)) => Irt::new(
            files,
            Arc::new(RecordedClock::new(tape, Arc::new(SystemClock::new()))),
            Box::new(RecordedRandom::new(tape, SystemRandom)),
            arena,
            tape.header().process,
        ),
        (None, None) => Irt::new(
            files,
            Arc::new(SystemClock::new()),
            Box::new(SystemRandom),
            arena,
            std::process::id(),
        ),
    }
}
