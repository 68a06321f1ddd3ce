//! The root of a library, and the entry function that reports its address.

use super::{Interface, Symbol};
use crate::Library;
use crate::constants::add_constant;
use crate::file_role::ENTRY;
use crate::steps::exceptions::tables;
use crate::symbols;
use pinnacle_llvm::{ConstantId, FunctionBuilder, GlobalId, Module, TypeId, Value};
use pinnacle_pexe::host::LIBRARY_MARK;

const VERSION: u64 = 1;

/// Adds both. Returns the root.
pub(super) fn add(
    module: &mut Module,
    library: &Library,
    interface: &Interface,
    relocate: GlobalId,
    own_block: Option<GlobalId>,
) -> GlobalId {
    let mut shown = interface.shown.clone();
    shown.sort_by(|a, b| a.name.cmp(&b.name));
    let pointer = module.types.pointer();
    let word = module.types.integer(32);
    let row = module
        .types
        .literal_struct(&[pointer, pointer, word], false);
    let version = module.int(32, VERSION);
    let relocate = module.address_of(relocate);
    let mut fields = vec![version];
    for list in [&shown, &interface.needed] {
        fields.push(rows(module, row, list));
        fields.push(module.int(32, list.len() as u64));
    }
    fields.push(relocate);
    let [_, constructors, destructors] = &symbols::ARRAYS;
    for name in [
        constructors.start,
        constructors.end,
        destructors.start,
        destructors.end,
        symbols::TEMPLATE_START,
        symbols::TEMPLATE_DATA_END,
        symbols::TEMPLATE_END,
    ] {
        fields.push(symbol(module, name, pointer));
    }
    fields.push(symbol(module, symbols::TEMPLATE_ALIGNMENT, word));
    fields.push(text(module, &library.name));
    let names: Vec<ConstantId> = (library.needed.iter())
        .map(|name| text(module, name))
        .collect();
    fields.push(array(module, pointer, &names));
    fields.push(module.int(32, names.len() as u64));
    fields.push(symbol(module, symbols::DSO_HANDLE, pointer));
    for name in [
        tables::BASE,
        tables::TYPES,
        tables::ACTIONS,
        tables::FILTERS,
    ] {
        let known = module.find_global(name);
        fields.push(match known {
            Some(id) => module.address_of(id),
            None => module.null(),
        });
    }
    fields.push(match own_block {
        Some(function) => module.address_of(function),
        None => module.null(),
    });

    fields.push(text(module, LIBRARY_MARK));

    let types: Vec<TypeId> = (fields.iter())
        .map(|&field| module.constants.get(field).ty)
        .collect();
    let ty = module.types.literal_struct(&types, false);
    let value = module.constants.aggregate(ty, &fields);
    let root = add_constant(module, b"__pinnacle_root", value);
    let void = module.types.void();
    let ty = module.types.function(void, &[pointer], false);
    let entry = module.add_function(ENTRY.as_bytes(), ty);
    let address = Value::Constant(module.address_of(root));
    let mut build = FunctionBuilder::new(module, entry);
    let block = build.block(b"");
    build.start(block);
    let place = build.parameter(0);
    build.store(address, place, false);
    build.ret(None);
    build.finish();
    root
}

/// The address of a symbol that a later step defines.
fn symbol(module: &mut Module, name: &[u8], ty: TypeId) -> ConstantId {
    let id = module.find_global(name);
    let id = id.unwrap_or_else(|| module.add_variable(name, ty, None));
    module.address_of(id)
}

fn rows(module: &mut Module, row: TypeId, symbols: &[Symbol]) -> ConstantId {
    let mut list = Vec::with_capacity(symbols.len());
    for symbol in symbols {
        let name = text(module, &symbol.name);
        let address = module.address_of(symbol.global);
        let flags = module.int(32, symbol.flags);
        list.push(module.constants.aggregate(row, &[name, address, flags]));
    }
    array(module, row, &list)
}

/// The address of an array, or null if it has no elements.
fn array(module: &mut Module, element: TypeId, elements: &[ConstantId]) -> ConstantId {
    if elements.is_empty() {
        return module.null();
    }
    let ty = module.types.array(element, elements.len() as u64);
    let value = module.constants.aggregate(ty, elements);
    let id = add_constant(module, b"", value);
    module.address_of(id)
}

/// The address of a zero-terminated text.
fn text(module: &mut Module, text: &[u8]) -> ConstantId {
    let end: &[u8] = if text.ends_with(b"\0") { b"" } else { b"\0" };
    let value = module.string(&[text, end].concat());
    let id = add_constant(module, b"", value);
    module.address_of(id)
}
