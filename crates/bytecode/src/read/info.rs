//! Reads the block that lists globals, functions, libraries and the target.

use super::cursor::Cursor;
use super::syntax::info::{FunctionEntry, GlobalEntry, Item, ModuleInfo, alignment};
use super::types::undefined_type;
use crate::error::{Error, ErrorKind};
use crate::format::Format;
use crate::model::{
    ConstantId, Function, FunctionId, Global, GlobalId, Linkage, Module, Name, Type, TypeId,
    TypeTable,
};

/// The parts of module info that are needed later but not stored in the module.
#[derive(Default)]
pub(super) struct Info {
    /// The type number of each global, then of each function.
    pub(super) numbers: Vec<u32>,
    pub(super) initializers: Vec<Initializer>,
    /// For each function, true if it has no block in the file.
    pub(super) declared: Vec<bool>,
    /// Sections of globals and functions: the owner, the number, its offset.
    sections: Vec<(Owner, u32, usize)>,
    /// The earliest format of this version that could have written the data read so far.
    pub(super) oldest: Option<Format>,
    /// True if the file contains something that LLVM 1.5 wrote and later releases do not.
    pub(super) newest_is_1_5: bool,
}

/// The owner of a section.
#[derive(Clone, Copy)]
enum Owner {
    Global(usize),
    Function(usize),
}

/// An initialiser that is resolved once the constants are read.
pub(super) struct Initializer {
    pub(super) global: GlobalId,
    pub(super) slot: u32,
    /// Offset of the slot in the file.
    pub(super) offset: usize,
}

/// Reads the block into the module. `type_ids` maps type numbers to types.
pub(super) fn read(
    cursor: Cursor<'_>,
    type_ids: &[TypeId],
    module: &mut Module,
) -> Result<Info, Error> {
    let mut info = Info::default();
    let has_dll_linkages = cursor.features().dll_linkages;
    let mut items = ModuleInfo::new(cursor);
    let (globals, functions) = count(items.clone());
    module.globals.reserve_exact(globals);
    module.functions.reserve_exact(functions);
    // One for the address of each, one for the null value of each type.
    let has_null =
        |ty: &TypeId| !matches!(module.types.get(*ty), Type::Opaque | Type::Function { .. });
    let nulls = TypeId::FIRST_DERIVED.index() + module.types.derived().filter(has_null).count();
    module.constants.reserve(globals + functions + nulls);
    info.numbers.reserve_exact(globals + functions);
    let mut sections = Vec::new();
    while let Some(item) = items.next()? {
        match item {
            Item::Global(global) => {
                info.add_global(&global, has_dll_linkages, type_ids, module)?;
            }
            Item::Function(function) => {
                info.add_function(&function, has_dll_linkages, type_ids, module)?;
            }
            Item::GlobalsEnd | Item::FunctionsEnd => {}
            Item::Libraries(count) => module.target.libraries.reserve_exact(count),
            Item::Library(name) => module.target.libraries.push(name.to_vec()),
            Item::Triple(triple) => module.target.triple = triple.to_vec(),
            Item::Sections => info.at_least(Format::Llvm17),
            Item::Section(name) => sections.push(module.names.add(name)),
            Item::Assembly(text) => module.assembly = text.to_vec(),
        }
    }
    for &(owner, number, offset) in &info.sections {
        let section = number.checked_sub(1);
        let section = section.and_then(|place| sections.get(place as usize));
        let &section = section.ok_or_else(|| no_section(number, sections.len(), offset))?;
        match owner {
            Owner::Global(place) => module.globals[place].section = section,
            Owner::Function(place) => module.functions[place].section = section,
        }
    }
    Ok(info)
}

/// The number of globals and of functions, up to the first error.
fn count(mut items: ModuleInfo<'_>) -> (usize, usize) {
    let (mut globals, mut functions) = (0, 0);
    while let Ok(Some(item)) = items.next() {
        match item {
            Item::Global(_) => globals += 1,
            Item::Function(_) => functions += 1,
            Item::GlobalsEnd => {}
            _ => break,
        }
    }
    (globals, functions)
}

impl Info {
    /// Records that the file contains something that formats before this one do not have.
    fn at_least(&mut self, format: Format) {
        self.oldest = self.oldest.max(Some(format));
    }

    fn add_global(
        &mut self,
        global: &GlobalEntry,
        has_dll_linkages: bool,
        type_ids: &[TypeId],
        module: &mut Module,
    ) -> Result<(), Error> {
        let (number, offset) = (global.number, global.offset);
        let address_type = type_of(type_ids, number, offset)?;
        if module.types.pointee(address_type).is_none() {
            return Err(not_an_address("a global variable", number, offset));
        }
        let place = module.globals.len();
        if global.is_extended {
            self.at_least(Format::Llvm16);
        }
        if let Some((number, offset)) = global.section {
            self.sections.push((Owner::Global(place), number, offset));
        }
        module.globals.push(Global {
            name: Name::EMPTY,
            address_type,
            linkage: linkage(has_dll_linkages, global.linkage, offset)?,
            constant: global.constant,
            initializer: None,
            alignment: alignment(global.power).unwrap_or(0),
            section: Name::EMPTY,
        });
        self.numbers.push(number);
        if let Some((slot, offset)) = global.initializer {
            self.initializers.push(Initializer {
                global: GlobalId(place as u32),
                slot,
                offset,
            });
        }
        Ok(())
    }

    fn add_function(
        &mut self,
        function: &FunctionEntry,
        has_dll_linkages: bool,
        type_ids: &[TypeId],
        module: &mut Module,
    ) -> Result<(), Error> {
        let (number, offset) = (function.number, function.offset);
        self.oldest = self.oldest.max(function.oldest);
        self.newest_is_1_5 |= function.newest_is_1_5;
        if let Some((number, offset)) = function.section {
            let owner = Owner::Function(module.functions.len());
            self.sections.push((owner, number, offset));
        }
        let linkage = match function.linkage {
            1 if has_dll_linkages && function.declared => Linkage::DllImport,
            2 if has_dll_linkages && function.declared => Linkage::ExternWeak,
            _ => Linkage::External,
        };
        let address_type = type_of(type_ids, number, offset)?;
        if !is_function_address(&module.types, address_type) {
            return Err(not_an_address("a function", number, offset));
        }
        module.functions.push(Function {
            name: Name::EMPTY,
            address_type,
            linkage,
            body: None,
            convention: function.convention,
            alignment: alignment(function.power).unwrap_or(0),
            section: Name::EMPTY,
        });
        self.numbers.push(number);
        self.declared.push(function.declared);
        Ok(())
    }
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

#[cold]
fn no_section(number: u32, count: usize, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadAttribute,
        format!("expected a section from 1 to {count}, found {number}"),
    )
    .at(offset as u64)
}

/// Converts the number of a linkage. Numbers from 5 on need `has_dll_linkages`.
pub(super) fn linkage(
    has_dll_linkages: bool,
    number: u32,
    offset: usize,
) -> Result<Linkage, Error> {
    let last = if has_dll_linkages { 7 } else { 4 };
    Ok(match number {
        0 => Linkage::External,
        1 => Linkage::Weak,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 => Linkage::LinkOnce,
        5 if has_dll_linkages => Linkage::DllImport,
        6 if has_dll_linkages => Linkage::DllExport,
        7 if has_dll_linkages => Linkage::ExternWeak,
        _ => {
            return Err(Error::new(
                ErrorKind::BadLinkage,
                format!("expected a linkage from 0 to {last}, found {number}"),
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
