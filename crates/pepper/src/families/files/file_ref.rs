//! `PPB_FileRef`: names of files and directories, and operations by name.
//!
//! Source: Chromium's `ppapi/proxy/file_ref_resource.cc`,
//! `content/browser/renderer_host/pepper/pepper_internal_file_ref_backend.cc`.

use crate::device::storage::StorageKind;
use crate::families::files::file::{
    FileRef, FileSystem, file_info, file_ref, file_type, later, place,
};
use crate::families::files::storage::{Volume, volume};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{ArrayOutput, Begun, Delivery, Ending};
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_ArrayOutput, PP_FileInfo, char};
use crate::table::typed::{At, CallbackArg, Res};
use crate::table::{Interface, interface};
use pinnacle_system::files::{Status, TreePath};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const FILE_REF_1_2: Interface = interface! { "PPB_FileRef" "1.2" Stable:
    Create(file_system: PP_Resource, path: *const char) -> PP_Resource => create;
    IsFileRef(resource: PP_Resource) -> PP_Bool => is_file_ref;
    GetFileSystemType(file_ref: PP_Resource) -> PP_FileSystemType => get_file_system_type;
    GetName(file_ref: PP_Resource) -> PP_Var => get_name;
    GetPath(file_ref: PP_Resource) -> PP_Var => get_path;
    GetParent(file_ref: PP_Resource) -> PP_Resource => get_parent;
    MakeDirectory(directory_ref: PP_Resource, make_directory_flags: int32_t, callback: PP_CompletionCallback) -> int32_t => make_directory;
    Touch(file_ref: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t => touch;
    Delete(file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t => delete;
    Rename(file_ref: PP_Resource, new_file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t => rename;
    Query(file_ref: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t => query;
    ReadDirectoryEntries(file_ref: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t => read_directory_entries;
};

/// Like 1.2, except that creating a directory takes a single flag.
pub(crate) const FILE_REF_1_1: Interface = interface! { "PPB_FileRef" "1.1" Stable:
    Create(file_system: PP_Resource, path: *const char) -> PP_Resource => create;
    IsFileRef(resource: PP_Resource) -> PP_Bool => is_file_ref;
    GetFileSystemType(file_ref: PP_Resource) -> PP_FileSystemType => get_file_system_type;
    GetName(file_ref: PP_Resource) -> PP_Var => get_name;
    GetPath(file_ref: PP_Resource) -> PP_Var => get_path;
    GetParent(file_ref: PP_Resource) -> PP_Resource => get_parent;
    MakeDirectory(directory_ref: PP_Resource, make_ancestors: PP_Bool, callback: PP_CompletionCallback) -> int32_t => make_directory_and_ancestors;
    Touch(file_ref: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t => touch;
    Delete(file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t => delete;
    Rename(file_ref: PP_Resource, new_file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t => rename;
    Query(file_ref: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t => query;
    ReadDirectoryEntries(file_ref: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t => read_directory_entries;
};

/// Without `Query` and `ReadDirectoryEntries`.
pub(crate) const FILE_REF_1_0: Interface = FILE_REF_1_1.earlier("1.0", 10);

/// Maximum length of a path in bytes. Longer ones are invalid.
const MAX_PATH: u32 = 64 << 10;

/// Size of `PP_DirectoryEntry`.
const ENTRY_SIZE: u32 = 8;

const WITH_ANCESTORS: u32 = 1;
const EXCLUSIVE: u32 = 2;

/// Creates the name of a file. The file system need not be open yet. Returns 0 if the path is
/// invalid.
fn create(
    call: &mut Call<'_, '_>,
    file_system: Res<FileSystem>,
    path: At<char>,
) -> Result<u32, Fault> {
    let Some(system) = call.get(file_system) else {
        return Ok(0);
    };
    let system_type = system.system_type;
    if system.kind().is_none() {
        return Ok(0);
    }
    let bytes = call.context.memory.c_string(path.address, MAX_PATH)?;
    let path = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(path) = path.filter(|path| path.starts_with('/') && !path.contains("..")) else {
        return Ok(0);
    };
    let path = match path.strip_suffix('/') {
        Some(rest) if !rest.is_empty() => rest,
        _ => &path,
    };
    let file_ref = file_ref(call.kernel, file_system.id, system_type, path);
    Ok(file_ref.map_or(0, |file| call.create(file)))
}

fn is_file_ref(call: &mut Call<'_, '_>, resource: Res<FileRef>) -> bool {
    call.get(resource).is_some()
}

fn get_file_system_type(call: &mut Call<'_, '_>, file: Res<FileRef>) -> u32 {
    call.get(file).map_or(0, |file| file.system_type)
}

/// Returns the last part of the path, or `/` for the root.
fn get_name(call: &mut Call<'_, '_>, file: Res<FileRef>) -> Var {
    let name = call.get(file).map(|file| file.name().to_owned());
    text_var(call, name)
}

/// Returns the path; undefined if the program may not know it.
fn get_path(call: &mut Call<'_, '_>, file: Res<FileRef>) -> Var {
    let file = call.get(file).filter(|file| !file.is_external());
    let path = file.map(|file| file.path.to_string());
    text_var(call, path)
}

fn text_var(call: &mut Call<'_, '_>, text: Option<String>) -> Var {
    text.map_or(Var::Undefined, |text| call.kernel.vars.string(&text))
}

fn get_parent(call: &mut Call<'_, '_>, file: Res<FileRef>) -> u32 {
    let file = call.get(file).filter(|file| !file.is_external());
    let Some(file) = file else {
        return 0;
    };
    let (system, system_type) = (file.file_system, file.system_type);
    let parent = file.parent().to_owned();
    let parent = file_ref(call.kernel, system, system_type, &parent);
    parent.map_or(0, |file| call.create(file))
}

/// Returns the file system and the path for an operation by name. Files that do not belong to the
/// origin can only be queried; other operations are `PP_ERROR_NOACCESS`.
fn own_place(
    call: &mut Call<'_, '_>,
    file: Res<FileRef>,
) -> Result<(StorageKind, TreePath), PpError> {
    match call.get(file) {
        Some(file) if file.is_external() => Err(PpError::NoAccess),
        _ => place(call.kernel, file.id),
    }
}

/// Performs an operation on a path at once and reports its result later.
fn operate(
    call: &mut Call<'_, '_>,
    file: Res<FileRef>,
    callback: CallbackArg,
    operation: impl FnOnce(&mut Volume, &TreePath) -> Result<(), PpError>,
) -> Result<Action, Fault> {
    let owner = call.own(file);
    call.complete(callback, owner, |call, id| {
        Ok(match own_place(call, file) {
            Ok((kind, path)) => {
                let volume = volume(call.kernel, kind);
                let result = volume.and_then(|volume| operation(volume, &path));
                later(call.kernel, id, result.map(|()| OK))
            }
            Err(error) => error.into(),
        })
    })
}

fn make_directory(
    call: &mut Call<'_, '_>,
    directory: Res<FileRef>,
    flags: u32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let (ancestors, exclusive) = (flags & WITH_ANCESTORS != 0, flags & EXCLUSIVE != 0);
    operate(call, directory, callback, |volume, path| {
        volume.make_directory(path, ancestors, exclusive)
    })
}

fn make_directory_and_ancestors(
    call: &mut Call<'_, '_>,
    directory: Res<FileRef>,
    ancestors: bool,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    operate(call, directory, callback, |volume, path| {
        volume.make_directory(path, ancestors, false)
    })
}

fn touch(
    call: &mut Call<'_, '_>,
    file: Res<FileRef>,
    accessed: f64,
    modified: f64,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    operate(call, file, callback, |volume, path| {
        volume.touch(path, accessed, modified)
    })
}

/// Deletes a file or an empty directory.
fn delete(
    call: &mut Call<'_, '_>,
    file: Res<FileRef>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    operate(call, file, callback, Volume::delete)
}

/// Renames a file or directory within the same file system.
fn rename(
    call: &mut Call<'_, '_>,
    file: Res<FileRef>,
    new_file: Res<FileRef>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(file);
    call.complete(callback, owner, |call, id| {
        if call.get(new_file).is_none() {
            return Ok(PpError::BadResource.into());
        }
        let places = own_place(call, file).and_then(|old| Ok((old, own_place(call, new_file)?)));
        Ok(match places {
            Err(error) => error.into(),
            Ok((old, new)) if old.0 != new.0 => PpError::Failed.into(),
            Ok(((kind, old), (_, new))) => {
                let volume = volume(call.kernel, kind);
                let result = volume.and_then(|volume| volume.rename(&old, &new));
                later(call.kernel, id, result.map(|()| OK))
            }
        })
    })
}

fn query(
    call: &mut Call<'_, '_>,
    file: Res<FileRef>,
    info: At<PP_FileInfo>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let system_type = call.get(file).map_or(0, |file| file.system_type);
    let owner = call.own(file);
    call.complete(callback, owner, |call, id| {
        let (kind, path) = match place(call.kernel, file.id) {
            Ok(place) => place,
            Err(error) => return Ok(error.into()),
        };
        match volume(call.kernel, kind).and_then(|volume| volume.status(&path)) {
            Err(error) => Ok(later(call.kernel, id, Err(error))),
            Ok(status) => {
                let ending = Ending::with_output(move |call| {
                    let bytes = file_info(&status, system_type);
                    call.context.memory.write(info.address, &bytes)?;
                    Ok(Delivery::Result(OK))
                });
                call.kernel.finish(id, ending);
                Ok(Begun::Later)
            }
        }
    })
}

/// Lists a directory, sorted by name. The caller owns the returned names.
fn read_directory_entries(
    call: &mut Call<'_, '_>,
    directory: Res<FileRef>,
    output: At<PP_ArrayOutput>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let output = output.read_words(call)?;
    let owner = call.own(directory);
    call.complete(callback, owner, |call, id| {
        let entries = match own_place(call, directory) {
            Ok((kind, path)) => volume(call.kernel, kind).and_then(|one| list(one, &path)),
            Err(error) => return Ok(error.into()),
        };
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return Ok(later(call.kernel, id, Err(error))),
        };
        let size: usize = entries.iter().map(entry_size).sum();
        let Ok(kept) = call.kernel.budget.charge(size as u64) else {
            return Ok(later(call.kernel, id, Err(PpError::NoMemory)));
        };
        let ending = Ending::with_output(move |_| {
            Ok(Delivery::Array(ArrayOutput {
                output,
                count: entries.len() as u32,
                element_size: ENTRY_SIZE,
                fill: Box::new(move |call, address| {
                    drop(kept);
                    store_entries(call, directory, &entries, address)
                }),
            }))
        });
        call.kernel.finish(id, ending);
        Ok(Begun::Later)
    })
}

/// Lists a directory. Fails with `PP_ERROR_FAILED` if the path is a file.
fn list(volume: &Volume, path: &TreePath) -> Result<Vec<(String, Status)>, PpError> {
    if !volume.status(path)?.is_directory() {
        return Err(PpError::Failed);
    }
    volume.entries(path)
}

fn entry_size(entry: &(String, Status)) -> usize {
    size_of::<(String, Status)>() + entry.0.len()
}

/// Creates the names of a directory's files, and stores them in memory that the program provides.
fn store_entries(
    call: &mut Call<'_, '_>,
    directory: Res<FileRef>,
    entries: &[(String, Status)],
    address: u32,
) -> Result<i32, Fault> {
    let known = call
        .get(directory)
        .map(|file| (file.file_system, file.system_type, file.path.clone()));
    let Some((system, system_type, path)) = known else {
        return Ok(PpError::Aborted.code());
    };
    if address == 0 && !entries.is_empty() {
        return Ok(PpError::Failed.code());
    }
    let base = path.strip_suffix('/').unwrap_or(&path);
    let mut place = address;
    for (name, status) in entries {
        let path = format!("{base}/{name}");
        let file = file_ref(call.kernel, system, system_type, &path);
        let id = file.map_or(0, |file| call.create(file));
        call.context.memory.store_u32(place, id)?;
        if id == 0 {
            return Ok(PpError::NoMemory.code());
        }
        call.context
            .memory
            .store_u32(place.wrapping_add(4), file_type(status))?;
        place = place.wrapping_add(ENTRY_SIZE);
    }
    Ok(OK)
}
