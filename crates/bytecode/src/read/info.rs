//! The block of globals, functions, libraries and target.

use super::cursor::Cursor;
use super::types::undefined_type;
use crate::error::{Error, ErrorKind};
use crate::model::{
    ConstantId, Function, FunctionId, Global, GlobalId, Linkage, Module, Name, Type, TypeId,
    TypeTable,
};

/// What the module info says beyond what goes into the module.
#[derive(Default)]
pub(super) struct Info {
    /// The type number of each global, then of each function.
    pub(super) numbers: Vec<u32>,
    pub(super) initializers: Vec<Initializer>,
}

/// An initialiser that is not read yet.
pub(super) struct Initializer {
    pub(super) global: GlobalId,
    pub(super) slot: u32,
    /// Where the slot stands.
    pub(super) offset: usize,
}

/// Reads the block into the module; `type_ids` are the types of numbers.
pub(super) fn read(
    mut cursor: Cursor<'_>,
    type_ids: &[TypeId],
    module: &mut Module,
) -> Result<Info, Error> {
    let mut info = Info::default();
    let (globals, functions) = count(cursor.clone());
    module.globals.reserve_exact(globals);
    module.functions.reserve_exact(functions);
    // One for the address of each, one for the null value of each type.
    let has_null =
        |ty: &TypeId| !matches!(module.types.get(*ty), Type::Opaque | Type::Function { .. });
    let nulls = TypeId::FIRST_DERIVED.index() + module.types.derived().filter(has_null).count();
    module.constants.reserve(globals + functions + nulls);
    info.numbers.reserve_exact(globals + functions);
    while read_global(&mut cursor, type_ids, module, &mut info)? {}
    while read_function(&mut cursor, type_ids, module, &mut info)? {}
    if cursor.features().libraries {
        let (count, head) = cursor.counted()?;
        let libraries = &mut module.target.libraries;
        libraries.reserve_exact((count as usize).min(cursor.left()));
        for done in 0..count {
            cursor.expect_item(head, done, count)?;
            let library = cursor.string()?;
            libraries.push(library.to_vec());
        }
        module.target.triple = cursor.string()?.to_vec();
    }
    // What is left was meant for later versions, or is padding.
    Ok(info)
}

/// How many globals and functions there are, as far as they can be read.
fn count(mut cursor: Cursor<'_>) -> (usize, usize) {
    let (mut globals, mut functions) = (0, 0);
    while let Ok(word @ 1..) = cursor.vbr32() {
        globals += 1;
        if word & 2 != 0 && cursor.vbr32().is_err() {
            break;
        }
    }
    while let Ok(1..) = cursor.type_number() {
        functions += 1;
    }
    (globals, functions)
}

/// Reads a global variable, or the end of the list of them.
fn read_global(
    cursor: &mut Cursor<'_>,
    type_ids: &[TypeId],
    module: &mut Module,
    info: &mut Info,
) -> Result<bool, Error> {
    let offset = cursor.position();
    let word = cursor.vbr32()?;
    if word == 0 {
        return Ok(false);
    }
    let number = cursor.type_of_number(word >> 5);
    let address_type = type_of(type_ids, number, offset)?;
    if module.types.pointee(address_type).is_none() {
        return Err(not_an_address("a global variable", number, offset));
    }
    let global = GlobalId(module.globals.len() as u32);
    module.globals.push(Global {
        name: Name::EMPTY,
        address_type,
        linkage: linkage(word >> 2 & 7, offset)?,
        constant: word & 1 != 0,
        initializer: None,
    });
    info.numbers.push(number);
    if word & 2 != 0 {
        let offset = cursor.position();
        let slot = cursor.vbr32()?;
        info.initializers.push(Initializer {
            global,
            slot,
            offset,
        });
    }
    Ok(true)
}

/// Reads the type of a function, or the end of the list of them.
fn read_function(
    cursor: &mut Cursor<'_>,
    type_ids: &[TypeId],
    module: &mut Module,
    info: &mut Info,
) -> Result<bool, Error> {
    let offset = cursor.position();
    let number = cursor.type_number()?;
    if number == TypeId::VOID.0 {
        return Ok(false);
    }
    let address_type = type_of(type_ids, number, offset)?;
    if !is_function_address(&module.types, address_type) {
        return Err(not_an_address("a function", number, offset));
    }
    module.functions.push(Function {
        name: Name::EMPTY,
        address_type,
        linkage: Linkage::External,
        body: None,
    });
    info.numbers.push(number);
    Ok(true)
}

fn is_function_address(types: &TypeTable, ty: TypeId) -> bool {
    types
        .pointee(ty)
        .is_some_and(|pointee| matches!(types.get(pointee), Type::Function { .. }))
}

fn type_of(type_ids: &[TypeId], number: u32, offset: usize) -> Result<TypeId, Error> {
    match type_ids.get(number as usize) {
        Some(&id) => Ok(id),
        None => Err(undefined_type(number, offset)),
    }
}

/// The linkage with a number.
pub(super) fn linkage(number: u32, offset: usize) -> Result<Linkage, Error> {
    Ok(match number {
        0 => Linkage::External,
        1 => Linkage::Weak,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 => Linkage::LinkOnce,
        _ => {
            return Err(Error::new(
                ErrorKind::BadLinkage,
                format!("expected a linkage from 0 to 4, found {number}"),
            )
            .at(offset as u64));
        }
    })
}

#[cold]
fn not_an_address(what: &str, number: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadAddressType,
        format!("expected a pointer type for {what}, found type {number}"),
    )
    .at(offset as u64)
}

/// The addresses of all globals, then of all functions.
pub(super) fn addresses(module: &mut Module) -> Vec<ConstantId> {
    let globals = 0..module.globals.len() as u32;
    let functions = 0..module.functions.len() as u32;
    let mut addresses = Vec::with_capacity(globals.len() + functions.len());
    addresses.extend(globals.map(|id| module.global_address(GlobalId(id))));
    addresses.extend(functions.map(|id| module.function_address(FunctionId(id))));
    addresses
}
