//! Creates the folders and files of a sysroot while it is built.

use super::compile::Group;
use super::not_written;
use crate::command::Command;
use crate::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders that are used while a sysroot is built.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The folder that will be the sysroot.
    pub(super) result: PathBuf,
    /// Its headers.
    pub(super) include: PathBuf,
    /// Its libraries.
    pub(super) library: PathBuf,
    /// The sources of newlib.
    pub(super) newlib: PathBuf,
    /// Our own sources.
    pub(super) own: PathBuf,
    objects: PathBuf,
}

impl Layout {
    pub(super) fn new(work: &Path) -> Self {
        let result = work.join("result");
        Self {
            include: result.join("include"),
            library: result.join("lib"),
            result,
            newlib: work.join("newlib"),
            own: work.join("own"),
            objects: work.join("objects"),
        }
    }

    pub(super) fn make(&self) -> Result<(), Error> {
        for folder in [&self.include, &self.library, &self.newlib, &self.own] {
            fs::create_dir_all(folder).map_err(|error| not_written(folder, &error))?;
        }
        for file in pinnacle_sysroot::files() {
            write(&self.own.join(&*file.path), &file.bytes)?;
        }
        Ok(())
    }

    /// Returns the folder for the results of a group.
    pub(super) fn objects(&self, group: &Group) -> PathBuf {
        match group.library {
            Some(_) => self.objects.join(&group.name),
            None => self.library.clone(),
        }
    }
}

/// Writes a file, and creates the folders above it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| not_written(path, &error))
}

/// Headers of newlib that are not used: either clang has a better one, or nothing defines the
/// functions that they declare.
const UNUSED_HEADERS: [&str; 8] = [
    "stdatomic.h",
    "regdef.h",
    "devctl.h",
    "sys/iconvnls.h",
    "ndbm.h",
    "rpc",
    "sys/custom_file.h",
    "machine/setjmp-dj.h",
];

/// Headers that newlib stores next to its sources: the path, and the name for `#include`.
const HEADERS_ELSEWHERE: [(&str, &str); 1] = [("newlib/libc/posix/sysexits.h", "sysexits.h")];

/// Copies newlib's headers and then our own, which replace some of them.
pub(super) fn headers(layout: &Layout) -> Result<(), Error> {
    copy_folder(&layout.newlib.join("newlib/libc/include"), &layout.include)?;
    for name in UNUSED_HEADERS {
        let path = layout.include.join(name);
        let removed = match path.is_dir() {
            true => fs::remove_dir_all(&path),
            false if path.is_file() => fs::remove_file(&path),
            false => Ok(()),
        };
        removed.map_err(|error| not_written(&path, &error))?;
    }
    for (path, name) in HEADERS_ELSEWHERE {
        let (from, to) = (layout.newlib.join(path), layout.include.join(name));
        fs::copy(&from, &to).map_err(|error| not_written(&to, &error))?;
    }
    copy_folder(&layout.own.join("include"), &layout.include)
}

/// Copies all files of a folder and of the folders in it.
pub(super) fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to).map_err(|error| not_written(&to, &error))?;
        let entries = fs::read_dir(&from).map_err(|error| not_read(&from, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| not_read(&from, &error))?;
            let target = to.join(entry.file_name());
            let kind = entry.file_type().map_err(|error| not_read(&from, &error))?;
            if kind.is_dir() {
                folders.push((entry.path(), target));
            } else if kind.is_file() {
                fs::copy(entry.path(), &target).map_err(|error| not_written(&target, &error))?;
            }
        }
    }
    Ok(())
}

/// Makes archives of the objects, in the order of the groups.
pub(super) fn archives(groups: &[Group], archiver: &Path, layout: &Layout) -> Result<(), Error> {
    let both = |group: &Group| [group.library, group.second_library];
    let mut libraries: Vec<_> = groups.iter().flat_map(both).flatten().collect();
    libraries.sort_unstable();
    libraries.dedup();
    for library in libraries {
        let mut members = String::new();
        for group in groups {
            if !both(group).contains(&Some(library)) {
                continue;
            }
            for file in &group.files {
                let object = layout.objects(group).join(Group::object(file));
                let object = object.to_str().ok_or_else(|| not_a_name(&object))?;
                members.push_str(&format!("\"{}\"\n", escaped(object)));
            }
        }
        // Their names may be too long for the command line on some systems.
        let list = layout.objects.join(format!("{library}.members"));
        write(&list, members.as_bytes())?;
        let mut from_list = OsString::from("@");
        from_list.push(&list);
        let mut command = Command::new(archiver);
        // The options append, so that members may have the same name; add a symbol table; and omit
        // times and owners.
        command.argument("qcsD");
        command
            .argument(layout.library.join(library))
            .argument(from_list);
        let output = command.output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(Error::new(format!(
                "cannot make {library}: {}",
                said.trim()
            )));
        }
    }
    Ok(())
}

/// Returns a path in the form that a response file has between quotes.
fn escaped(path: &str) -> String {
    path.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Moves a finished sysroot to its destination, and replaces the old one.
pub(super) fn into_place(result: &Path, folder: &Path) -> Result<(), Error> {
    // A folder cannot be renamed to one that is not empty, so the old one is first moved to the
    // temporary folder.
    if folder.symlink_metadata().is_ok() {
        let old = result.with_file_name("old");
        fs::rename(folder, &old).map_err(|error| not_written(folder, &error))?;
        if let Err(error) = fs::rename(result, folder) {
            // The old sysroot is restored if possible.
            let _ = fs::rename(&old, folder);
            return Err(not_written(folder, &error));
        }
        return Ok(());
    }
    fs::rename(result, folder).map_err(|error| not_written(folder, &error))
}

#[cold]
pub(super) fn not_read(path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!("cannot read {}: {error}", path.display()))
}

#[cold]
fn not_a_name(path: &Path) -> Error {
    Error::new(format!(
        "{} cannot be given to llvm-ar: its name is not UTF-8",
        path.display()
    ))
}
