//! The file systems of the program in a saved state.

use super::{Volumes, open_volume};
use crate::device::storage::StorageKind;
use crate::kernel::state::Kernel;
use pinnacle_system::files::File;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

const KINDS: [StorageKind; 3] = [
    StorageKind::Persistent,
    StorageKind::Temporary,
    StorageKind::Downloads,
];

/// Writes the file systems that the program has opened, with all files.
pub(in crate::families::files) fn save_volumes(
    kernel: &mut Kernel,
    to: &mut Writer,
) -> Result<(), Refusal> {
    let state = kernel.states.get::<Volumes>();
    if !state.unsafe_yet.is_empty() {
        return Err(Refusal::for_now("changes of files that are not stored yet"));
    }
    for kind in KINDS {
        let volume = &state.volumes[kind as usize];
        to.truth(volume.is_some());
        if let Some(volume) = volume {
            volume.tree.save(to)?;
        }
    }
    Ok(())
}

/// Reads the file systems.
pub(in crate::families::files) fn restore_volumes(
    kernel: &mut Kernel,
    from: &mut Reader,
) -> Result<(), Unusable> {
    for kind in KINDS {
        if !from.truth()? {
            continue;
        }
        let missing = |_| Unusable::because("there is no storage for the files of the saved state");
        let volume = open_volume(kernel, kind).map_err(missing)?;
        volume.tree.restore(from)?;
        volume.used = super::content_cost(&*volume.tree)
            .map_err(|_| Unusable::damaged("its files are inconsistent"))?;
    }
    Ok(())
}

/// Opens a file of a saved state by its number.
pub(in crate::families::files) fn reopen(
    kernel: &mut Kernel,
    kind: StorageKind,
    inode: u64,
    append: bool,
) -> Option<Box<dyn File>> {
    let volume = kernel.states.get::<Volumes>().volumes[kind as usize].as_ref();
    volume?.tree.reopen(inode, append)
}
