//! `PPB_FileRef`: names of files and directories, and what is done by name.
//!
//! Source: Chromium's `ppapi/proxy/file_ref_resource.cc`,
//! `content/browser/renderer_host/pepper/pepper_internal_file_ref_backend.cc`.

use crate::device::storage::StorageKind;
use crate::families::files::file::{FileRef, FileSystem, file_info, file_type};
use crate::families::files::storage::Volume;
use crate::kernel::call::{Call, boolean, word};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::ArrayOutput;
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::var::Var;
use crate::table::{Interface, interface};
use pinnacle_system::files::{Status, TreePath};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const FILE_REF_1_2: Interface = interface! { "PPB_FileRef" "1.2" Stable:
    Create(file_system: PP_Resource, path: *const char) -> PP_Resource = create;
    IsFileRef(resource: PP_Resource) -> PP_Bool = is_file_ref;
    GetFileSystemType(file_ref: PP_Resource) -> PP_FileSystemType = get_file_system_type;
    GetName(file_ref: PP_Resource) -> PP_Var = get_name;
    GetPath(file_ref: PP_Resource) -> PP_Var = get_path;
    GetParent(file_ref: PP_Resource) -> PP_Resource = get_parent;
    MakeDirectory(directory_ref: PP_Resource, make_directory_flags: int32_t, callback: PP_CompletionCallback) -> int32_t = make_directory;
    Touch(file_ref: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t = touch;
    Delete(file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = delete;
    Rename(file_ref: PP_Resource, new_file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = rename;
    Query(file_ref: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t = query;
    ReadDirectoryEntries(file_ref: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = read_directory_entries;
};

/// As 1.2, but for flags of new directories, of which there was one.
pub(crate) const FILE_REF_1_1: Interface = interface! { "PPB_FileRef" "1.1" Stable:
    Create(file_system: PP_Resource, path: *const char) -> PP_Resource = create;
    IsFileRef(resource: PP_Resource) -> PP_Bool = is_file_ref;
    GetFileSystemType(file_ref: PP_Resource) -> PP_FileSystemType = get_file_system_type;
    GetName(file_ref: PP_Resource) -> PP_Var = get_name;
    GetPath(file_ref: PP_Resource) -> PP_Var = get_path;
    GetParent(file_ref: PP_Resource) -> PP_Resource = get_parent;
    MakeDirectory(directory_ref: PP_Resource, make_ancestors: PP_Bool, callback: PP_CompletionCallback) -> int32_t = make_directory_and_ancestors;
    Touch(file_ref: PP_Resource, last_access_time: PP_Time, last_modified_time: PP_Time, callback: PP_CompletionCallback) -> int32_t = touch;
    Delete(file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = delete;
    Rename(file_ref: PP_Resource, new_file_ref: PP_Resource, callback: PP_CompletionCallback) -> int32_t = rename;
    Query(file_ref: PP_Resource, info: *mut PP_FileInfo, callback: PP_CompletionCallback) -> int32_t = query;
    ReadDirectoryEntries(file_ref: PP_Resource, output: PP_ArrayOutput, callback: PP_CompletionCallback) -> int32_t = read_directory_entries;
};

/// Without questions about files.
pub(crate) const FILE_REF_1_0: Interface = FILE_REF_1_1.earlier("1.0", 10);

/// Longer paths are none.
const MAX_PATH: u32 = 64 << 10;

/// Size of `PP_DirectoryEntry`.
const ENTRY_SIZE: u32 = 8;

const WITH_ANCESTORS: u32 = 1;
const EXCLUSIVE: u32 = 2;

/// The name of a file in a file system, which need not be open yet; 0 if the path
/// cannot be one.
fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let Some(system) = call.resource::<FileSystem>(0) else {
        return word(0);
    };
    let system_type = system.system_type;
    if system.kind().is_none() {
        return word(0);
    }
    let bytes = call.context.memory.c_string(call.arg(1), MAX_PATH)?;
    let path = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(path) = path.filter(|path| path.starts_with('/') && !path.contains("..")) else {
        return word(0);
    };
    let path = match path.strip_suffix('/') {
        Some(rest) if !rest.is_empty() => rest,
        _ => &path,
    };
    let file_ref = call.kernel.file_ref(call.arg(0), system_type, path);
    word(file_ref.map_or(0, |file| call.create(file)))
}

fn is_file_ref(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<FileRef>(0).is_some())
}

fn get_file_system_type(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(
        call.resource::<FileRef>(0)
            .map_or(0, |file| file.system_type),
    )
}

/// The last part of the path, `/` for the root.
fn get_name(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let name = call
        .resource::<FileRef>(1)
        .map(|file| file.name().to_owned());
    give_text(call, name)
}

/// The path; undefined if the program may not know it.
fn get_path(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let file = call
        .resource::<FileRef>(1)
        .filter(|file| !file.is_external());
    let path = file.map(|file| file.path.to_string());
    give_text(call, path)
}

fn give_text(call: &mut Call<'_, '_>, text: Option<String>) -> Result<Action, Fault> {
    let var = text.map_or(Var::Undefined, |text| call.kernel.vars.string(&text));
    call.give_var(0, var)
}

fn get_parent(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let file = call
        .resource::<FileRef>(0)
        .filter(|file| !file.is_external());
    let Some(file) = file else {
        return word(0);
    };
    let (system, system_type) = (file.file_system, file.system_type);
    let parent = file.parent().to_owned();
    let parent = call.kernel.file_ref(system, system_type, &parent);
    word(parent.map_or(0, |file| call.create(file)))
}

/// What an operation by name has to know: the file system and the path. Files that
/// are nobody's of the origin's may only be asked about, which is
/// `PP_ERROR_NOACCESS` otherwise.
fn own_place(call: &mut Call<'_, '_>, index: usize) -> Result<(StorageKind, TreePath), PpError> {
    match call.resource::<FileRef>(index) {
        Some(file) if file.is_external() => Err(PpError::NoAccess),
        _ => call.kernel.place(call.arg(index)),
    }
}

/// An operation by the name in the first argument, done at once and told later.
fn operate(
    call: &mut Call<'_, '_>,
    callback: usize,
    operation: impl FnOnce(&mut Call<'_, '_>, StorageKind, &TreePath) -> Result<(), PpError>,
) -> Result<Action, Fault> {
    let owner = call.owner::<FileRef>(0);
    call.complete(callback, owner, |call, id| {
        Ok(match own_place(call, 0) {
            Ok((kind, path)) => {
                let result = operation(call, kind, &path).map(|()| OK);
                call.later(id, result)
            }
            Err(error) => error.into(),
        })
    })
}

fn make_directory(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let flags = call.arg(1);
    let (ancestors, exclusive) = (flags & WITH_ANCESTORS != 0, flags & EXCLUSIVE != 0);
    operate(call, 2, |call, kind, path| {
        call.kernel
            .volume(kind)?
            .make_directory(path, ancestors, exclusive)
    })
}

fn make_directory_and_ancestors(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let ancestors = call.arg(1) != 0;
    operate(call, 2, |call, kind, path| {
        call.kernel
            .volume(kind)?
            .make_directory(path, ancestors, false)
    })
}

fn touch(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (accessed, modified) = (call.double_arg(1), call.double_arg(2));
    operate(call, 3, |call, kind, path| {
        call.kernel.volume(kind)?.touch(path, accessed, modified)
    })
}

/// A directory only if it is empty.
fn delete(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    operate(call, 1, |call, kind, path| {
        call.kernel.volume(kind)?.delete(path)
    })
}

/// Within the same file system.
fn rename(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<FileRef>(0);
    call.complete(2, owner, |call, id| {
        if call.resource::<FileRef>(1).is_none() {
            return Ok(PpError::BadResource.into());
        }
        let places = own_place(call, 0).and_then(|old| Ok((old, own_place(call, 1)?)));
        Ok(match places {
            Err(error) => error.into(),
            Ok((old, new)) if old.0 != new.0 => PpError::Failed.into(),
            Ok(((kind, old), (_, new))) => {
                let volume = call.kernel.volume(kind);
                let result = volume.and_then(|volume| volume.rename(&old, &new));
                call.later(id, result.map(|()| OK))
            }
        })
    })
}

fn query(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (file, info) = (call.arg(0), call.arg(1));
    let system_type = call
        .resource::<FileRef>(0)
        .map_or(0, |file| file.system_type);
    let owner = call.owner::<FileRef>(0);
    call.complete(2, owner, |call, id| {
        let (kind, path) = match call.kernel.place(file) {
            Ok(place) => place,
            Err(error) => return Ok(error.into()),
        };
        match call
            .kernel
            .volume(kind)
            .and_then(|volume| volume.status(&path))
        {
            Err(error) => Ok(call.later(id, Err(error))),
            Ok(status) => {
                let ending = Ending::with_output(move |call| {
                    let bytes = file_info(&status, system_type);
                    call.context.memory.write(info, &bytes)?;
                    Ok(Delivery::Result(OK))
                });
                call.kernel.finish(id, ending);
                Ok(Begun::Later)
            }
        }
    })
}

/// What a directory holds, in the order of names; the caller owns the names.
fn read_directory_entries(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let output: [u32; 2] = call.words(1)?;
    let directory = call.arg(0);
    let owner = call.owner::<FileRef>(0);
    call.complete(2, owner, |call, id| {
        let place = own_place(call, 0);
        let entries = match place {
            Ok((kind, path)) => call.kernel.volume(kind).and_then(|one| list(one, &path)),
            Err(error) => return Ok(error.into()),
        };
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return Ok(call.later(id, Err(error))),
        };
        let size: usize = entries.iter().map(entry_size).sum();
        let Ok(kept) = call.kernel.budget.charge(size as u64) else {
            return Ok(call.later(id, Err(PpError::NoMemory)));
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

/// A file in a directory is no directory: `PP_ERROR_FAILED`.
fn list(volume: &Volume, path: &TreePath) -> Result<Vec<(String, Status)>, PpError> {
    if !volume.status(path)?.is_directory() {
        return Err(PpError::Failed);
    }
    volume.entries(path)
}

fn entry_size(entry: &(String, Status)) -> usize {
    size_of::<(String, Status)>() + entry.0.len()
}

/// Makes the names of a directory's files, and stores them where the program has
/// memory for them.
fn store_entries(
    call: &mut Call<'_, '_>,
    directory: u32,
    entries: &[(String, Status)],
    address: u32,
) -> Result<i32, Fault> {
    let known = call.kernel.resources.of::<FileRef>(directory);
    let known = known.map(|file| (file.file_system, file.system_type, file.path.clone()));
    let Some((system, system_type, path)) = known else {
        return Ok(PpError::Aborted.code());
    };
    if address == 0 && !entries.is_empty() {
        return Ok(PpError::Failed.code());
    }
    let base = path.strip_suffix('/').unwrap_or(&path);
    let mut place = address;
    for (name, status) in entries {
        let file = call
            .kernel
            .file_ref(system, system_type, &format!("{base}/{name}"));
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
