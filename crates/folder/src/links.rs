//! Checks the symbolic links that a guest creates and moves.
//!
//! cap-std follows no link out of the folder, but other programs that use the folder do. Therefore
//! a guest must not create a link that leads out. Its target must be relative and may only contain
//! `..` at the start, at most as often as there are enclosing folders. Since this depends on the
//! location of the link, links are checked again when they are moved.

use crate::convert::bytes_from_os;
use crate::errno;
use cap_std::fs::Dir;
use pinnacle_system::Errno;
use pinnacle_system::files::link_ascent;
use std::path::{Component, Path, PathBuf};

/// Maximum number of entries that are examined when a folder moves towards the root.
const MAX_NAMES: usize = 100_000;

/// Fails if a link with this target would lead out of the folder.
pub(super) fn check_target(root: &Dir, target: &Path, link: &Path) -> Result<(), Errno> {
    match ups(target) {
        Some(0) => Ok(()),
        Some(ups) if ups <= depth_above(root, link)? => Ok(()),
        _ => Err(Errno::EACCES),
    }
}

/// Fails if a link would lead out of the folder after a file or folder is moved or linked. The
/// error is `EXDEV`, the error for a move to another file system, so programs copy the file
/// instead.
pub(super) fn check_move(root: &Dir, old: &Path, new: &Path) -> Result<(), Errno> {
    let metadata = root.symlink_metadata(old).map_err(errno)?;
    let is_inside = if metadata.is_symlink() {
        let target = root.read_link_contents(old).map_err(errno)?;
        check_target(root, &target, new).is_ok()
    } else if metadata.is_dir() {
        let (before, after) = (depth_above(root, old)?, depth_above(root, new)?);
        after >= before || can_rise(root, old, before - after)?
    } else {
        true
    };
    if is_inside { Ok(()) } else { Err(Errno::EXDEV) }
}

/// Returns true if no link below `folder` leads out of the root after the folder moves `by` levels
/// towards the root.
fn can_rise(root: &Dir, folder: &Path, by: usize) -> Result<bool, Errno> {
    let mut left = MAX_NAMES;
    let depth = depth_above(root, folder)?;
    // The folders to examine, each with the number of folders that enclose its entries.
    let mut folders: Vec<(PathBuf, usize)> = vec![(folder.to_owned(), depth + 1)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in root.read_dir(&folder).map_err(errno)? {
            left = match left.checked_sub(1) {
                Some(left) => left,
                None => return Ok(false),
            };
            let entry = entry.map_err(errno)?;
            let kind = entry.file_type().map_err(errno)?;
            let path = folder.join(entry.file_name());
            if kind.is_dir() {
                folders.push((path, depth + 1));
            } else if kind.is_symlink() {
                let target = root.read_link_contents(&path).map_err(errno)?;
                if ups(&target).is_none_or(|ups| ups > depth - by) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Returns the number of `..` at the start of a link's target, or `None` if the target is absolute
/// or contains `..` elsewhere.
fn ups(target: &Path) -> Option<usize> {
    if target.is_absolute() {
        return None;
    }
    link_ascent(&bytes_from_os(target.as_os_str()))
}

/// Returns the number of folders between the root and a path after links in the path are resolved.
fn depth_above(root: &Dir, path: &Path) -> Result<usize, Errno> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => return Ok(0),
    };
    let parent = root.canonicalize(parent).map_err(errno)?;
    let names = parent.components();
    Ok(names
        .filter(|component| matches!(component, Component::Normal(_)))
        .count())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::Folder;
    use pinnacle_system::files::{Tree, TreePath};

    fn folder() -> (tempfile::TempDir, Folder) {
        let scratch = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(scratch.path().join("a/b")).unwrap();
        std::fs::write(scratch.path().join("a/file"), "x").unwrap();
        let folder = Folder::open(scratch.path()).unwrap();
        (scratch, folder)
    }

    fn path(text: &str) -> TreePath {
        TreePath::new(text.as_bytes()).unwrap()
    }

    #[test]
    fn links_that_lead_out_are_not_made() {
        let (_scratch, folder) = folder();
        let link =
            |target: &str, link: &str| folder.make_symbolic_link(target.as_bytes(), &path(link));
        assert_eq!(link("/etc/passwd", "l1"), Err(Errno::EACCES));
        assert_eq!(link("../outside", "l2"), Err(Errno::EACCES));
        assert_eq!(link("../../outside", "a/l3"), Err(Errno::EACCES));
        assert_eq!(link("a/../../outside", "l4"), Err(Errno::EACCES));
        assert_eq!(link("a/file", "l5"), Ok(()));
        assert_eq!(link("../../a/file", "a/b/l6"), Ok(()));
        // The path contains a link, so the real location has fewer enclosing folders than the path.
        assert_eq!(link("..", "a/b/up"), Ok(()));
        assert_eq!(link("../../outside", "a/b/up/l7"), Err(Errno::EACCES));
        assert_eq!(link("../file", "a/b/up/l8"), Ok(()));
    }

    #[test]
    fn links_that_would_lead_out_are_not_moved() {
        let (_scratch, folder) = folder();
        let up = b"../../a/file";
        folder.make_symbolic_link(up, &path("a/b/link")).unwrap();
        let rename = |old, new| folder.rename(&path(old), &path(new));
        assert_eq!(rename("a/b/link", "link"), Err(Errno::EXDEV));
        assert_eq!(
            folder.link(&path("a/b/link"), &path("link")),
            Err(Errno::EXDEV)
        );
        assert_eq!(rename("a/b", "b"), Err(Errno::EXDEV));
        assert_eq!(rename("a/b", "a/c"), Ok(()));
        folder.remove_file(&path("a/c/link")).unwrap();
        assert_eq!(rename("a/c", "c"), Ok(()));
    }

    #[test]
    fn paths_of_the_machine_are_not_revealed() {
        let (scratch, folder) = folder();
        let link = scratch.path().join("absolute");
        std::os::unix::fs::symlink(scratch.path().join("a/file"), link).unwrap();
        assert_eq!(folder.read_link(&path("absolute")), Err(Errno::EACCES));
    }
}
