//! The list of the variables that a program can write.

use super::{declared, define, too_large};
use crate::error::Fault;
use crate::layout::Layout;
use pinnacle_llvm::{GlobalId, GlobalKind, Module, ThreadLocal};

const VARIABLES: &[u8] = b"__sanitizer_variables";
const COUNT: &[u8] = b"__sanitizer_variable_count";

/// Defines the list, if the module declares it.
pub(super) fn run(module: &mut Module) -> Result<(), Fault> {
    let (Some(list), Some(count)) = (declared(module, VARIABLES), declared(module, COUNT)) else {
        return Ok(());
    };
    let (pointer, word) = (module.types.pointer(), module.types.integer(32));
    let entry = module.types.literal_struct(&[pointer, word], false);
    let mut layout = Layout::of(module);
    let mut entries = Vec::new();
    for id in module.global_ids() {
        if !is_listed(module, id) {
            continue;
        }
        let ty = module.global(id).ty;
        let Some(size) = layout.size(&module.types, ty) else {
            continue;
        };
        let parts = [module.address_of(id), module.int(32, size)];
        entries.push(module.constants.aggregate(entry, &parts));
    }
    let length = u32::try_from(entries.len()).map_err(|_| too_large("variables"))?;
    let ty = module.types.array(entry, length.into());
    let value = match entries.is_empty() {
        true => module.zero(ty),
        false => module.constants.aggregate(ty, &entries),
    };
    define(module, list, value);
    let length = module.int(32, length.into());
    define(module, count, length);
    Ok(())
}

/// Returns true for a variable whose contents may be addresses of the heap.
fn is_listed(module: &Module, id: GlobalId) -> bool {
    let global = module.global(id);
    let is_written = matches!(
        global.kind,
        GlobalKind::Variable {
            initializer: Some(_),
            constant: false,
            ..
        }
    );
    is_written
        && !global.removed
        && global.thread_local == ThreadLocal::No
        && !module.names.get(global.name).starts_with(b"llvm.")
}
