//! The block of globals, functions, libraries and target.

use super::cursor::Cursor;
use super::types::undefined_type;
use crate::error::{Error, ErrorKind};
use crate::format::{Format, FunctionWords};
use crate::model::{
    ConstantId, Convention, Function, FunctionId, Global, GlobalId, Linkage, Module, Name, Type,
    TypeId, TypeTable,
};

/// The part of the module info that does not go into the module.
#[derive(Default)]
pub(super) struct Info {
    /// The type number of each global, then of each function.
    pub(super) numbers: Vec<u32>,
    pub(super) initializers: Vec<Initializer>,
    /// For each function whether no block of it follows.
    pub(super) declared: Vec<bool>,
    /// Sections of globals and functions: the owner, the number, its offset.
    sections: Vec<(Owner, u32, usize)>,
    /// The earliest format of this version that could have written the data read so far.
    pub(super) oldest: Option<Format>,
    /// Something was read that LLVM 1.5 has and no later release.
    pub(super) newest_is_1_5: bool,
}

/// The owner of a section.
#[derive(Clone, Copy)]
enum Owner {
    Global(usize),
    Function(usize),
}

/// An initialiser that is not read yet.
pub(super) struct Initializer {
    pub(super) global: GlobalId,
    pub(super) slot: u32,
    /// Offset of the slot in the file.
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
    // Releases without sections write nothing here, so that is not an error.
    let mut sections = Vec::new();
    if cursor.features().sections && !cursor.is_at_end() {
        info.at_least(Format::Llvm17);
        let (count, head) = cursor.counted()?;
        for done in 0..count {
            cursor.expect_item(head, done, count)?;
            let name = cursor.string()?;
            sections.push(module.names.add(name));
        }
        if !cursor.is_at_end() {
            module.assembly = cursor.string()?.to_vec();
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
    // The rest was meant for later versions, or is padding.
    Ok(info)
}

/// Number of globals and functions, as far as they can be read.
fn count(mut cursor: Cursor<'_>) -> (usize, usize) {
    let (mut globals, mut functions) = (0, 0);
    while let Ok(word @ 1..) = cursor.vbr32() {
        globals += 1;
        let mut is_initialized = word & 2 != 0;
        if has_extension(&cursor, word) {
            let Ok(extension) = cursor.vbr32() else {
                break;
            };
            is_initialized = extension & 1 != 0;
            if extension & 1 << 9 != 0 && cursor.vbr32().is_err() {
                break;
            }
        }
        if is_initialized && cursor.vbr32().is_err() {
            break;
        }
    }
    if cursor.features().functions == FunctionWords::Type {
        while let Ok(1..) = cursor.type_number() {
            functions += 1;
        }
    } else {
        // More than there are if some have extensions: it is a number of places.
        while let Ok(32..) = cursor.vbr32() {
            functions += 1;
        }
    }
    (globals, functions)
}

/// Returns true if a global variable with this first word has an extension. The mark is a
/// combination that cannot occur: internal and not defined.
fn has_extension(cursor: &Cursor<'_>, word: u32) -> bool {
    cursor.features().alignments && word & 2 == 0 && word >> 2 & 7 == 3
}

impl Info {
    /// Notes that something was read that no format before this one has.
    fn at_least(&mut self, format: Format) {
        self.oldest = self.oldest.max(Some(format));
    }
}

/// Reads a global variable, or the end of the list.
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
    let features = cursor.features();
    let place = module.globals.len();
    let global = GlobalId(place as u32);
    let word = GlobalWord::read(cursor, word)?;
    if word.is_extended {
        info.at_least(Format::Llvm16);
    }
    if let Some((number, offset)) = word.section {
        info.sections.push((Owner::Global(place), number, offset));
    }
    module.globals.push(Global {
        name: Name::EMPTY,
        address_type,
        linkage: linkage(features.dll_linkages, word.linkage, offset)?,
        constant: word.constant,
        initializer: None,
        alignment: alignment(word.power).unwrap_or(0),
        section: Name::EMPTY,
    });
    info.numbers.push(number);
    if word.is_initialized {
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

/// Reads the type of a function, or the end of the list.
fn read_function(
    cursor: &mut Cursor<'_>,
    type_ids: &[TypeId],
    module: &mut Module,
    info: &mut Info,
) -> Result<bool, Error> {
    let offset = cursor.position();
    let features = cursor.features();
    let Some(word) = FunctionWord::read(cursor)? else {
        return Ok(false);
    };
    let number = word.number;
    info.oldest = info.oldest.max(word.oldest);
    info.newest_is_1_5 |= word.newest_is_1_5;
    if let Some((number, offset)) = word.section {
        let owner = Owner::Function(module.functions.len());
        info.sections.push((owner, number, offset));
    }
    let linkage = match word.linkage {
        1 if features.dll_linkages && word.declared => Linkage::DllImport,
        2 if features.dll_linkages && word.declared => Linkage::ExternWeak,
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
        convention: word.convention,
        alignment: alignment(word.power).unwrap_or(0),
        section: Name::EMPTY,
    });
    info.numbers.push(number);
    info.declared.push(word.declared);
    Ok(true)
}

/// A global as module info describes it before its initialiser.
pub(crate) struct GlobalWord {
    /// The number of the type of its address, as the file has it.
    pub(crate) plane: u32,
    pub(crate) constant: bool,
    pub(crate) is_initialized: bool,
    pub(crate) linkage: u32,
    /// The power of two that its alignment is, and one.
    power: u32,
    /// The number of its section and where that stands.
    section: Option<(u32, usize)>,
    is_extended: bool,
}

impl GlobalWord {
    /// Reads the rest of the entry after its first word.
    pub(crate) fn read(cursor: &mut Cursor<'_>, word: u32) -> Result<GlobalWord, Error> {
        let mut global = GlobalWord {
            plane: word >> 5,
            constant: word & 1 != 0,
            is_initialized: word & 2 != 0,
            linkage: word >> 2 & 7,
            power: 0,
            section: None,
            is_extended: has_extension(cursor, word),
        };
        if global.is_extended {
            let extension = cursor.vbr32()?;
            global.is_initialized = extension & 1 != 0;
            global.linkage = extension >> 1 & 7;
            global.power = extension >> 4 & 31;
            global.section = section(cursor, extension & 1 << 9 != 0)?;
        }
        Ok(global)
    }
}

/// Reads the number of a section if there is one.
fn section(cursor: &mut Cursor<'_>, is_there: bool) -> Result<Option<(u32, usize)>, Error> {
    if !is_there || !cursor.features().sections {
        return Ok(None);
    }
    let offset = cursor.position();
    Ok(Some((cursor.vbr32()?, offset)))
}

/// A function as module info describes it. All dialects of format 5 are read alike: where one has
/// something, the others have nothing.
pub(crate) struct FunctionWord {
    /// The number of the type of its address.
    pub(crate) number: u32,
    /// True if no block with its body follows.
    pub(crate) declared: bool,
    convention: Convention,
    /// The power of two that its alignment is, and one.
    power: u32,
    /// The number of its section and where that stands.
    section: Option<(u32, usize)>,
    /// The number of the linkage of a declaration.
    linkage: u32,
    /// The earliest format of this version that has the data read so far.
    oldest: Option<Format>,
    /// LLVM 1.5 has it and no later release.
    newest_is_1_5: bool,
}

impl FunctionWord {
    /// Reads a function; `None` at the end of the list.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Option<FunctionWord>, Error> {
        let offset = cursor.position();
        let words = cursor.features().functions;
        let mut function = FunctionWord {
            number: 0,
            declared: false,
            convention: Convention::C,
            power: 0,
            section: None,
            linkage: 0,
            oldest: None,
            newest_is_1_5: false,
        };
        if words == FunctionWords::Type {
            function.number = cursor.type_number()?;
            return Ok((function.number != TypeId::VOID.0).then_some(function));
        }
        let word = cursor.vbr32()?;
        // Bit 31 announces an extension and is not part of the type then.
        function.number = match words {
            FunctionWords::Extended => word << 1 >> 6,
            _ => word >> 5,
        };
        if function.number == TypeId::VOID.0 {
            return Ok(None);
        }
        function.declared = word & 16 != 0;
        let mut plus_one = word & 15;
        if plus_one != 1 {
            function.oldest = Some(Format::Llvm15);
        }
        if words == FunctionWords::Extended && word >> 31 != 0 {
            function.oldest = Some(Format::Llvm16);
            let extension = cursor.vbr32()?;
            function.power = extension & 31;
            plus_one |= (extension >> 5 & 15) << 4;
            function.section = section(cursor, extension & 1 << 10 != 0)?;
            function.linkage = extension >> 11 & 3;
        } else if plus_one == 0 {
            function.newest_is_1_5 = true;
            let offset = cursor.position() as u64;
            let number = cursor.vbr32()?;
            function.convention = convention(number).map_err(|error| error.at(offset))?;
            return Ok(Some(function));
        }
        let number = plus_one.checked_sub(1);
        let number = number.ok_or_else(|| bad_convention(0).at(offset as u64))?;
        function.convention = convention(number)?;
        Ok(Some(function))
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

/// Decodes an alignment to bytes; `None` if it is too large.
pub(super) fn alignment(power_and_one: u32) -> Option<u32> {
    match power_and_one.checked_sub(1) {
        None => Some(0),
        Some(power @ 0..=30) => Some(1 << power),
        Some(_) => None,
    }
}

/// The calling convention with a number.
pub(super) fn convention(number: u32) -> Result<Convention, Error> {
    match u16::try_from(number) {
        Ok(number) => Ok(Convention(number)),
        Err(_) => Err(bad_convention(number)),
    }
}

#[cold]
fn bad_convention(number: u32) -> Error {
    Error::new(
        ErrorKind::BadAttribute,
        format!("unknown calling convention {number}"),
    )
}

#[cold]
fn no_section(number: u32, count: usize, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadAttribute,
        format!("expected a section from 1 to {count}, found {number}"),
    )
    .at(offset as u64)
}

/// The linkage with a number; those from 5 on are of shared libraries.
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
