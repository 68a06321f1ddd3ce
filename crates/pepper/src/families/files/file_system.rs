//! `PPB_FileSystem`: the files of the origin.
//!
//! Source: Chromium's `ppapi/proxy/file_system_resource.cc`.

use crate::families::files::file::FileSystem;
use crate::kernel::call::{Call, boolean, word};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const FILE_SYSTEM_1_0: Interface = interface! { "PPB_FileSystem" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_FileSystemType) -> PP_Resource = create;
    IsFileSystem(resource: PP_Resource) -> PP_Bool = is_file_system;
    Open(file_system: PP_Resource, expected_size: int64_t, callback: PP_CompletionCallback) -> int32_t = open;
    GetType(file_system: PP_Resource) -> PP_FileSystemType = get_type;
};

/// The last `PP_FileSystemType`.
const LAST_TYPE: u32 = 4;

/// Also of types that no page can open.
fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let system_type = call.arg(1);
    if !call.is_instance(0) || system_type > LAST_TYPE {
        return word(0);
    }
    let id = call.create(FileSystem {
        system_type,
        was_asked: false,
        is_open: false,
    });
    word(id)
}

fn is_file_system(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<FileSystem>(0).is_some())
}

/// Only once. How large it is expected to become is a hint, and not needed.
fn open(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let owner = call.owner::<FileSystem>(0);
    call.complete(2, owner, |call, id| {
        let Some(system) = call.resource::<FileSystem>(0) else {
            return Ok(PpError::BadResource.into());
        };
        if std::mem::replace(&mut system.was_asked, true) {
            return Ok(PpError::Failed.into());
        }
        let Some(kind) = system.kind() else {
            return Ok(PpError::Failed.into());
        };
        if let Err(error) = call.kernel.open_volume(kind) {
            return Ok(call.later(id, Err(error)));
        }
        let file_system = call.arg(0);
        let ending = Ending::with_output(move |call| {
            if let Some(system) = call.kernel.resources.of_mut::<FileSystem>(file_system) {
                system.is_open = true;
            }
            Ok(Delivery::Result(OK))
        });
        call.kernel.finish_when_safe(id, ending, Ending::from);
        Ok(Begun::Later)
    })
}

fn get_type(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(
        call.resource::<FileSystem>(0)
            .map_or(0, |system| system.system_type),
    )
}
