//! `PPB_FileSystem`: the files of the origin.
//!
//! Source: Chromium's `ppapi/proxy/file_system_resource.cc`.

use crate::families::files::file::{FileSystem, later};
use crate::families::files::storage::{finish_when_safe, open_volume};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{Begun, Delivery, Ending};
use crate::table::typed::{CallbackArg, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const FILE_SYSTEM_1_0: Interface = interface! { "PPB_FileSystem" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_FileSystemType) -> PP_Resource => create;
    IsFileSystem(resource: PP_Resource) -> PP_Bool => is_file_system;
    Open(file_system: PP_Resource, expected_size: int64_t, callback: PP_CompletionCallback) -> int32_t => open;
    GetType(file_system: PP_Resource) -> PP_FileSystemType => get_type;
};

/// The last `PP_FileSystemType`.
const LAST_TYPE: u32 = 4;

/// Creates a file system resource, even of a type that pages cannot open.
fn create(call: &mut Call<'_, '_>, instance: Instance, system_type: u32) -> u32 {
    if !instance.is_own() || system_type > LAST_TYPE {
        return 0;
    }
    call.create(FileSystem {
        system_type,
        was_asked: false,
        is_open: false,
    })
}

fn is_file_system(call: &mut Call<'_, '_>, resource: Res<FileSystem>) -> bool {
    call.get(resource).is_some()
}

/// Opens a file system; only the first call succeeds. The expected size is a hint and is ignored.
fn open(
    call: &mut Call<'_, '_>,
    file_system: Res<FileSystem>,
    _expected_size: i64,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(file_system);
    call.complete(callback, owner, |call, id| {
        let Some(system) = call.get(file_system) else {
            return Ok(PpError::BadResource.into());
        };
        if std::mem::replace(&mut system.was_asked, true) {
            return Ok(PpError::Failed.into());
        }
        let Some(kind) = system.kind() else {
            return Ok(PpError::Failed.into());
        };
        if let Err(error) = open_volume(call.kernel, kind) {
            return Ok(later(call.kernel, id, Err(error)));
        }
        let ending = Ending::with_output(move |call| {
            if let Some(system) = call.get(file_system) {
                system.is_open = true;
            }
            Ok(Delivery::Result(OK))
        });
        finish_when_safe(call.kernel, id, ending, Ending::from);
        Ok(Begun::Later)
    })
}

fn get_type(call: &mut Call<'_, '_>, file_system: Res<FileSystem>) -> u32 {
    call.get(file_system).map_or(0, |system| system.system_type)
}
