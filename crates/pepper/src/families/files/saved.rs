//! The files of the program in a saved state: the trees, and the files that are open.

use crate::families::files::file::{FileIo, OpenFiles};
use crate::families::files::storage::{reopen, restore_volumes, save_volumes};
use crate::kernel::interface::SavedFamily;
use crate::kernel::resource::Kind;
use pinnacle_system::state::Unusable;

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, to| {
        save_volumes(kernel, to)?;
        let files = kernel.resources.iter();
        let files = files.filter_map(|(id, _, one)| Some((id, FileIo::of(&**one)?)));
        OpenFiles::save(files, to)
    },
    restore: |kernel, from| {
        restore_volumes(kernel, from)?;
        let open = OpenFiles::read(from, |kind, inode, append| {
            reopen(kernel, kind, inode, append)
        })?;
        for (id, file) in open {
            let io = kernel.resources.of_mut::<FileIo>(id);
            if !io.is_some_and(|io| io.open_again(file)) {
                return Err(Unusable::damaged("a file is inconsistent"));
            }
        }
        Ok(())
    },
};
