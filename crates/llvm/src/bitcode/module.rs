//! Reads the module block: its tables, its globals, and the positions of its bodies.
//!
//! Globals are collected first and put into the module when their names are known. In older files
//! the names come last, and they decide which intrinsics are upgraded. Then constants are made,
//! which refer to globals, and finally what refers to constants: initialisers, aliases,
//! personalities.

mod finish;

pub(crate) use finish::with_data;

use crate::bitcode::PROFILE;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use pinnacle_bitstream::{BlockHeader, BlockInfo, Event, Reader};

use super::attributes::FileAttributes;
use super::codes;
use super::constants::ConstantReader;
use super::container::Container;
use super::error::{Error, ErrorKind};
use super::index::FileIndex;
use super::metadata::{FileMetadata, Made};
use super::record::{Operands, Result, bad, bad_number, bytes};
use super::records::{
    AttributeGroupCode, ModuleCode as C, SymbolsCode as S, TYPE_SYMTAB_OLD, block,
};
use super::types::old::TypeNames;
use super::types::{self, FileType, FileTypes, TypeReader};
use super::upgrade::CallUpgrade;
use super::values::{Content, Slot};
use crate::ids::{ComdatId, GlobalId, Name, ScopeId};
use crate::instruction::Align;
use crate::layout::bad_alignment;
use crate::module::{DllStorage, Linkage, Module, ThreadLocal, UnnamedAddress, Visibility};
use crate::types::Type;

/// Number of operands of a function record in LLVM 2.0, one less than in all later releases.
const FIELDS_WITHOUT_ATTRIBUTES: usize = 7;
/// Maximum number of synchronisation scopes that a file may name.
const MAX_SCOPES: usize = 256;

/// A global as the file describes it.
#[derive(Clone)]
pub(super) struct FileGlobal {
    pub(super) kind: FileGlobalKind,
    pub(super) name: Vec<u8>,
    /// The value type.
    ty: FileType,
    position: u64,
    address_space: u32,
    pub(super) linkage: Linkage,
    /// True if it has a comdat of its own name.
    implicit_comdat: bool,
    pub(super) visibility: Visibility,
    dll_storage: DllStorage,
    pub(super) thread_local: ThreadLocal,
    unnamed_address: UnnamedAddress,
    dso_local: bool,
    section: Name,
    partition: Name,
    comdat: Option<ComdatId>,
    align: Align,
}

#[derive(Clone)]
pub(super) enum FileGlobalKind {
    Variable {
        constant: bool,
        /// The number of a value plus one, or zero for none. The same applies to the fields below.
        initializer: u64,
        externally_initialized: bool,
        attributes: u64,
    },
    Function {
        convention: u32,
        attributes: u64,
        has_body: bool,
        gc: Name,
        prologue: u64,
        prefix: u64,
        personality: u64,
    },
    Alias(u64),
    Ifunc(u64),
}

/// A function body that is still to be read.
pub(super) struct FileBody {
    pub(super) function: GlobalId,
    pub(super) ty: FileType,
    pub(super) header: BlockHeader,
    /// The range of its constants among those of all bodies.
    pub(super) constants: Range<usize>,
}

/// The tables that the reader of bodies needs in addition to the module.
pub(super) struct Tables {
    pub(super) types: FileTypes,
    pub(super) attributes: FileAttributes,
    pub(super) values: Vec<Slot>,
    pub(super) constants: ConstantReader,
    pub(super) metadata: FileMetadata,
    pub(super) bundle_tags: Vec<Vec<u8>>,
    pub(super) scopes: Vec<Option<ScopeId>>,
    /// The metadata already added to the model, by number.
    pub(super) made: Made,
    /// The upgrade of calls, by global.
    pub(super) calls: Vec<CallUpgrade>,
    pub(super) relative: bool,
    /// True if calls take their attributes from the function type, as in LLVM 2.0.
    pub(super) attributes_in_types: bool,
    pub(super) info: Arc<BlockInfo>,
}

/// The amount of a module to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Only the globals, without what they refer to.
    Globals,
    /// The globals and the metadata of the module.
    GlobalsAndMetadata,
    Everything,
}

impl Extent {
    fn includes(self, id: u32) -> bool {
        match id {
            pinnacle_bitstream::BLOCKINFO | block::TYPE_NEW | block::VALUE_SYMTAB => true,
            block::METADATA => self != Extent::Globals,
            _ => self == Extent::Everything,
        }
    }
}

/// Reads the block of a module.
pub(super) struct ModuleReader<'a> {
    container: &'a Container<'a>,
    extent: Extent,
    pub(super) module: Module,
    pub(super) tables: Tables,
    pub(super) globals: Vec<FileGlobal>,
    sections: Vec<Name>,
    collectors: Vec<Name>,
    comdats: Vec<ComdatId>,
    comdat_names: BTreeMap<Vec<u8>, ComdatId>,
    version: u64,
    /// Number of values that bodies can refer to, if they cannot refer to all.
    purged: Option<u64>,
    body_headers: Vec<BlockHeader>,
    /// The summary for linking.
    index: FileIndex,
}

impl<'a> ModuleReader<'a> {
    pub(super) fn new(container: &'a Container<'a>, extent: Extent) -> Self {
        let mut constants = ConstantReader::default();
        constants.budget = container.bytes.len() as u64 * 8 + (1 << 20);
        Self {
            container,
            extent,
            module: Module::new(),
            tables: Tables {
                types: FileTypes::default(),
                attributes: FileAttributes::of(&container.found.producer),
                values: Vec::new(),
                constants,
                metadata: FileMetadata::default(),
                bundle_tags: Vec::new(),
                scopes: Vec::new(),
                made: Made::new(),
                calls: Vec::new(),
                relative: false,
                attributes_in_types: false,
                info: Arc::default(),
            },
            globals: Vec::new(),
            sections: Vec::new(),
            collectors: Vec::new(),
            comdats: Vec::new(),
            comdat_names: BTreeMap::new(),
            version: 0,
            purged: None,
            body_headers: Vec::new(),
            index: FileIndex::default(),
        }
    }

    /// Reads everything except the bodies. Returns the positions of the bodies.
    pub(super) fn read(&mut self) -> Result<Vec<FileBody>> {
        self.walk()?;
        if !self.tables.types.as_written {
            self.make_index()?;
        }
        self.finish()
    }

    /// Makes the summary for linking, if there is one.
    fn make_index(&mut self) -> Result<()> {
        // Up to LLVM 4 the symbol table contains only named globals.
        let names_all = self.version >= 2;
        let globals = (self.globals.iter())
            .filter(|global| !matches!(global.kind, FileGlobalKind::Ifunc(_)))
            .map(|global| {
                let name = Some(&global.name[..]).filter(|name| names_all || !name.is_empty());
                (name, global.linkage)
            });
        let strings = &self.container.found.strings;
        let source = &self.module.source_filename;
        self.module.summary_index = self.index.finish(globals, source, strings)?;
        Ok(())
    }

    /// Collects globals, types and the other tables.
    pub(super) fn walk(&mut self) -> Result<()> {
        let header = self.container.module;
        let contents = super::container::body(self.container.bytes, &header)?;
        let mut reader = Reader::in_block(contents, header, PROFILE, Arc::default());
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    self.record(C(record.code), record.operands, record.position)
                        .map_err(|error| error.at(record.position))?;
                }
                Event::EnterBlock(header) => self.block(header, &mut reader)?,
                Event::ExitBlock | Event::End => break,
                Event::DefineAbbreviation => {}
            }
        }
        self.tables.info = Arc::clone(reader.block_info());
        Ok(())
    }

    /// Returns true if a block is the type block of LLVM 2.0 to 2.9, which has the ID of the
    /// attribute groups block. It begins with the number of types.
    fn is_old_types(&self, header: BlockHeader, info: &Arc<BlockInfo>) -> Result<bool> {
        if header.id != block::PARAMATTR_GROUP {
            return Ok(false);
        }
        let contents = super::container::body(self.container.bytes, &header)?;
        let mut reader = Reader::in_block(contents, header, PROFILE, Arc::clone(info));
        loop {
            match reader.next()? {
                Event::Record => {
                    let code = AttributeGroupCode(reader.record().code);
                    return Ok(code != AttributeGroupCode::ENTRY);
                }
                Event::EnterBlock(_) | Event::ExitBlock | Event::End => return Ok(false),
                Event::DefineAbbreviation => {}
            }
        }
    }

    /// Returns true if LLVM 2.x wrote the module, which the form of its first type block shows.
    fn is_of_llvm_2(&self) -> Result<bool> {
        let header = self.container.module;
        let contents = super::container::body(self.container.bytes, &header)?;
        let mut reader = Reader::in_block(contents, header, PROFILE, Arc::default());
        loop {
            match reader.next()? {
                Event::EnterBlock(header) => match header.id {
                    pinnacle_bitstream::BLOCKINFO => walk(&mut reader)?,
                    block::TYPE_NEW => return Ok(false),
                    _ if self.is_old_types(header, reader.block_info())? => return Ok(true),
                    _ => reader.skip_block()?,
                },
                Event::ExitBlock | Event::End => return Ok(false),
                Event::Record | Event::DefineAbbreviation => {}
            }
        }
    }

    /// Reads ahead: the names of types, which LLVM 2.0 to 2.9 write at the end of the module, and
    /// the data layout, which determines the sizes of unions.
    fn type_names(&self) -> Result<(TypeNames, Vec<u8>)> {
        let header = self.container.module;
        let contents = super::container::body(self.container.bytes, &header)?;
        let mut reader = Reader::in_block(contents, header, PROFILE, Arc::default());
        let mut names = TypeNames::new();
        let mut layout = Vec::new();
        loop {
            match reader.next()? {
                Event::EnterBlock(header) => match header.id {
                    pinnacle_bitstream::BLOCKINFO => walk(&mut reader)?,
                    TYPE_SYMTAB_OLD => types::old::read_names(&mut names, &mut reader)?,
                    _ => reader.skip_block()?,
                },
                Event::ExitBlock | Event::End => return Ok((names, layout)),
                Event::Record => {
                    let record = reader.record();
                    if C(record.code) == C::DATALAYOUT {
                        layout = bytes(record.operands);
                    }
                }
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn block(&mut self, header: BlockHeader, reader: &mut Reader<'_>) -> Result<()> {
        if self.is_old_types(header, reader.block_info())? {
            let (names, layout) = self.type_names()?;
            self.module.data_layout = layout;
            let (types, attributes) = (&mut self.tables.types, &self.tables.attributes);
            return types::old::read(&mut self.module, types, &names, attributes, reader);
        }
        if !self.extent.includes(header.id) {
            return Ok(reader.skip_block()?);
        }
        if header.id == block::PARAMATTR && self.tables.attributes.of_llvm_2.is_none() {
            // The types show this, but come later.
            self.tables.attributes.of_llvm_2 = Some(self.is_of_llvm_2()?);
        }
        let tables = &mut self.tables;
        match header.id {
            pinnacle_bitstream::BLOCKINFO => return walk(reader),
            block::PARAMATTR => {
                let budget = &mut tables.constants.budget;
                return tables
                    .attributes
                    .read_lists(&mut self.module, budget, reader);
            }
            block::PARAMATTR_GROUP => {
                let types = &tables.types;
                return tables
                    .attributes
                    .read_groups(&mut self.module, types, reader);
            }
            block::TYPE_NEW => {
                return TypeReader::new(&mut self.module, &mut tables.types).read(reader);
            }
            block::CONSTANTS => {
                let types = &mut tables.types;
                return tables
                    .constants
                    .read(&mut self.module, types, &mut tables.values, reader);
            }
            // Since LLVM 3.8 the kinds of attachments have a block of their own.
            block::METADATA_KIND if tables.metadata.as_written => {
                return tables.metadata.read(&self.module, &tables.types, reader);
            }
            block::METADATA => {
                return tables.metadata.read(&self.module, &tables.types, reader);
            }
            block::VALUE_SYMTAB => return self.symbols(reader),
            block::OPERAND_BUNDLE_TAGS => {
                tables.bundle_tags = strings(reader)?;
                return Ok(());
            }
            block::SYNC_SCOPE_NAMES => {
                let names = strings(reader)?;
                if names.len() > MAX_SCOPES {
                    let count = names.len() as u64;
                    let expected = format!("at most {MAX_SCOPES}");
                    return Err(bad_number("the number of scopes", count, &expected));
                }
                for name in names {
                    let scope = (!name.is_empty()).then(|| self.module.scope(&name));
                    tables.scopes.push(scope);
                }
                return Ok(());
            }
            block::GLOBALVAL_SUMMARY | block::FULL_LTO_GLOBALVAL_SUMMARY => {
                let max = self.container.bytes.len() as u64 * 8;
                return self.index.read(reader, max);
            }
            block::MODULE_STRTAB => return self.index.read_modules(reader),
            block::FUNCTION => self.body_headers.push(header),
            _ => {}
        }
        reader.skip_block()?;
        Ok(())
    }

    /// Reads the names of globals, in files from before LLVM 5.
    fn symbols(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    let skipped = match S(record.code) {
                        S::ENTRY => 1,
                        // The second operand is the offset of the body.
                        S::FNENTRY => 2,
                        S::COMBINED_ENTRY => {
                            let result = self.index.add_symbol(record.operands);
                            result.map_err(|error| error.at(record.position))?;
                            continue;
                        }
                        _ => continue,
                    };
                    let mut operands = Operands::new(record.operands);
                    let at = |error: Error| error.at(record.position);
                    let number = operands.next().map_err(at)?;
                    operands.take(skipped - 1).map_err(at)?;
                    let slot = usize::try_from(number)
                        .ok()
                        .and_then(|number| self.tables.values.get(number));
                    if self.tables.metadata.is_list(operands.rest()) {
                        // In LLVM 2.6 named metadata lists are in this table, too.
                        continue;
                    }
                    match slot.map(|slot| &slot.content) {
                        Some(&Content::Global(global)) if self.version < 2 => {
                            self.globals[global as usize].name = bytes(operands.rest());
                        }
                        // Constants are not named.
                        Some(_) => {}
                        // The constants have not been read, so this may be the name of one.
                        None if self.extent != Extent::Everything => {}
                        None => {
                            let count = self.tables.values.len();
                            return Err(at(super::values::unknown(number, count)));
                        }
                    }
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn record(&mut self, code: C, all: &[u64], position: u64) -> Result<()> {
        let mut operands = Operands::new(all);
        match code {
            C::VERSION => {
                self.version = operands.next()?;
                if self.version > 2 {
                    let message =
                        format!("the module version is {}, expected 0 to 2", self.version);
                    return Err(bad(ErrorKind::UnknownVersion, message));
                }
                self.tables.relative = self.version >= 1;
            }
            C::TRIPLE => self.module.target_triple = bytes(all),
            C::DATALAYOUT => {
                self.module.data_layout = bytes(all);
                if let Some(part) = bad_alignment(&self.module.data_layout) {
                    let message = format!("the data layout has a bad alignment: {part}");
                    return Err(bad(ErrorKind::BadNumber, message));
                }
            }
            C::ASM => self.module.module_asm = bytes(all),
            C::SECTIONNAME => {
                let name = self.module.names.add(&bytes(all));
                self.sections.push(name);
            }
            // Bodies number their values from there on.
            C::PURGEVALS => self.purged = Some(operands.next()?),
            C::DEPLIB => self.module.dependencies.push(bytes(all)),
            C::GCNAME => {
                let name = self.module.names.add(&bytes(all));
                self.collectors.push(name);
            }
            C::COMDAT => self.comdat(&mut operands)?,
            C::SOURCE_FILENAME => self.module.source_filename = bytes(all),
            C::GLOBALVAR => self.variable(&mut operands, position)?,
            C::FUNCTION => self.function(&mut operands, position)?,
            C::ALIAS_OLD | C::ALIAS | C::IFUNC => self.alias(code, &mut operands, position)?,
            C::HASH => self.index.set_hash(all)?,
            // The offset of the symbol table.
            _ => {}
        }
        Ok(())
    }

    /// Reads the name of a global, if it is in the string table.
    fn name(&mut self, operands: &mut Operands<'_>) -> Result<Vec<u8>> {
        if self.version < 2 {
            return Ok(Vec::new());
        }
        self.string(operands)
    }

    /// Reads a range of the string table. Ranges may overlap.
    fn string(&mut self, operands: &mut Operands<'_>) -> Result<Vec<u8>> {
        let (start, size) = (operands.next()?, operands.next()?);
        let end = start.saturating_add(size);
        let strings = &self.container.found.strings;
        if end > strings.len() as u64 {
            return Err(bad_number("the end of a name", end, "within the strings"));
        }
        self.tables.constants.charge(size)?;
        Ok(strings[start as usize..end as usize].to_vec())
    }

    fn comdat(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let mut name = self.name(operands)?;
        let kind = codes::comdat_kind(operands.next()?);
        if self.version < 2 {
            let size = operands.next()?;
            name = bytes(operands.take(size)?);
        }
        let comdat = self.module.add_comdat(&name, kind);
        self.comdats.push(comdat);
        self.comdat_names.insert(name, comdat);
        Ok(())
    }

    /// The element of a list with a number plus one, or `None` for 0.
    fn listed<T: Copy>(list: &[T], number: u64, what: &str) -> Result<Option<T>> {
        let Some(index) = number.checked_sub(1) else {
            return Ok(None);
        };
        let found = usize::try_from(index).ok().and_then(|i| list.get(i));
        match found {
            Some(&found) => Ok(Some(found)),
            None => Err(bad_number(what, number, &format!("at most {}", list.len()))),
        }
    }

    fn push(&mut self, mut global: FileGlobal) -> Result<()> {
        let local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
        if local {
            global.visibility = Visibility::Default;
            global.dll_storage = DllStorage::Default;
        }
        let visible = global.visibility == Visibility::Default;
        if local || !visible && global.linkage != Linkage::ExternalWeak {
            global.dso_local = true;
        }
        if global.address_space >= 1 << 24 {
            let space = u64::from(global.address_space);
            return Err(bad_number("an address space", space, "less than 2^24"));
        }
        let types = &mut self.tables.types;
        let ty = types.pointer_to(&mut self.module, global.address_space, global.ty)?;
        self.tables.values.push(Slot {
            content: Content::Global(self.globals.len() as u32),
            ty,
        });
        self.globals.push(global);
        Ok(())
    }

    /// The DLL storage class that a linkage code of before LLVM 3.5 implies.
    fn old_dll_storage(linkage: u64) -> DllStorage {
        match linkage {
            5 => DllStorage::Import,
            6 => DllStorage::Export,
            _ => DllStorage::Default,
        }
    }

    fn variable(&mut self, operands: &mut Operands<'_>, position: u64) -> Result<()> {
        let name = self.name(operands)?;
        let all = operands.rest();
        let mut ty = self.tables.types.by_number(operands.next()?)?;
        let flags = operands.next()?;
        let address_space = if flags & 2 != 0 {
            (flags >> 2).min(u64::from(u32::MAX)) as u32
        } else {
            let pointer = ty;
            ty = self.tables.types.pointee(ty)?;
            self.space_of(pointer)?
        };
        let initializer = operands.next()?;
        let raw_linkage = operands.next()?;
        let (linkage, implicit_comdat) = codes::linkage(raw_linkage);
        let align = codes::align(operands.next()?)?;
        let section = Self::listed(&self.sections, operands.next()?, "a section")?;
        let visibility = codes::visibility(operands.or_zero());
        let thread_local = codes::thread_local(operands.or_zero());
        let unnamed_address = codes::unnamed_address(operands.or_zero());
        let externally_initialized = operands.or_zero() != 0;
        let dll_storage = match all.get(10) {
            Some(&code) => codes::dll_storage(code),
            None => Self::old_dll_storage(raw_linkage),
        };
        operands.or_zero();
        let comdat = Self::listed(&self.comdats, operands.or_zero(), "a comdat")?;
        let attributes = operands.or_zero();
        let dso_local = operands.or_zero() != 0;
        let partition = self.partition(operands)?;
        let model = self.tables.types.model(ty)?;
        if matches!(
            self.module.types.get(model),
            Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token
        ) {
            let message = "a variable has a type that cannot be in memory";
            return Err(bad(ErrorKind::BadGlobal, message));
        }
        self.push(FileGlobal {
            kind: FileGlobalKind::Variable {
                constant: flags & 1 != 0,
                initializer,
                externally_initialized,
                attributes,
            },
            name,
            ty,
            position,
            address_space,
            linkage,
            implicit_comdat: implicit_comdat && all.len() <= 11,
            visibility,
            dll_storage,
            thread_local,
            unnamed_address,
            dso_local,
            section: section.unwrap_or_default(),
            partition,
            comdat,
            align,
        })
    }

    fn partition(&mut self, operands: &mut Operands<'_>) -> Result<Name> {
        if operands.left() < 2 {
            return Ok(Name::NONE);
        }
        let name = self.string(operands)?;
        Ok(self.module.names.add(&name))
    }

    fn space_of(&self, pointer: FileType) -> Result<u32> {
        match self.module.types.get(self.tables.types.model(pointer)?) {
            Type::Pointer(space) => Ok(space),
            _ => Err(bad(
                ErrorKind::BadGlobal,
                "a global does not have a pointer type",
            )),
        }
    }

    fn function(&mut self, operands: &mut Operands<'_>, position: u64) -> Result<()> {
        let name = self.name(operands)?;
        let all = operands.rest();
        let mut ty = self.tables.types.by_number(operands.next()?)?;
        let mut address_space = 0;
        if let Type::Pointer(space) = self.module.types.get(self.tables.types.model(ty)?) {
            address_space = space;
            ty = self.tables.types.pointee(ty)?;
        }
        let model = self.tables.types.model(ty)?;
        if self.module.types.result(model).is_none() {
            let message = "a function does not have a function type";
            return Err(bad(ErrorKind::BadGlobal, message));
        }
        let convention = operands.next()?;
        if convention > 1023 {
            return Err(bad_number(
                "a calling convention",
                convention,
                "at most 1023",
            ));
        }
        let has_body = operands.next()? == 0;
        let raw_linkage = operands.next()?;
        let (linkage, implicit_comdat) = codes::linkage(raw_linkage);
        let attributes = if self.tables.types.old && all.len() == FIELDS_WITHOUT_ATTRIBUTES {
            self.tables.attributes_in_types = true;
            self.tables.types.attribute_list(ty)
        } else {
            operands.next()?
        };
        let align = codes::align(operands.next()?)?;
        let section = Self::listed(&self.sections, operands.next()?, "a section")?;
        let visibility = codes::visibility(operands.next()?);
        let gc = Self::listed(&self.collectors, operands.or_zero(), "a collector")?;
        let unnamed_address = codes::unnamed_address(operands.or_zero());
        let prologue = operands.or_zero();
        let dll_storage = match all.get(11) {
            Some(&code) => codes::dll_storage(code),
            None => Self::old_dll_storage(raw_linkage),
        };
        operands.or_zero();
        let comdat = Self::listed(&self.comdats, operands.or_zero(), "a comdat")?;
        let prefix = operands.or_zero();
        let personality = operands.or_zero();
        let dso_local = operands.or_zero() != 0;
        if operands.left() > 0 {
            address_space = operands.next_u32()?;
        }
        let partition = self.partition(operands)?;
        self.push(FileGlobal {
            kind: FileGlobalKind::Function {
                convention: convention as u32,
                attributes,
                has_body,
                gc: gc.unwrap_or_default(),
                prologue,
                prefix,
                personality,
            },
            name,
            ty,
            position,
            address_space,
            linkage,
            implicit_comdat: implicit_comdat && all.len() <= 12,
            visibility,
            dll_storage,
            thread_local: ThreadLocal::No,
            unnamed_address,
            dso_local,
            section: section.unwrap_or_default(),
            partition,
            comdat,
            align,
        })
    }

    fn alias(&mut self, code: C, operands: &mut Operands<'_>, position: u64) -> Result<()> {
        let name = self.name(operands)?;
        let mut ty = self.tables.types.by_number(operands.next()?)?;
        let address_space = if code == C::ALIAS_OLD {
            let pointer = ty;
            ty = self.tables.types.pointee(ty)?;
            self.space_of(pointer)?
        } else {
            operands.next_u32()?
        };
        let target = operands.next()?;
        let raw_linkage = operands.next()?;
        let (linkage, _) = codes::linkage(raw_linkage);
        let visibility = codes::visibility(operands.or_zero());
        let mut dll_storage = Self::old_dll_storage(raw_linkage);
        let mut thread_local = ThreadLocal::No;
        let mut unnamed_address = UnnamedAddress::No;
        if code != C::IFUNC {
            if operands.left() > 0 {
                dll_storage = codes::dll_storage(operands.next()?);
            }
            thread_local = codes::thread_local(operands.or_zero());
            unnamed_address = codes::unnamed_address(operands.or_zero());
        }
        let dso_local = operands.or_zero() != 0;
        let partition = self.partition(operands)?;
        self.push(FileGlobal {
            kind: if code == C::IFUNC {
                FileGlobalKind::Ifunc(target)
            } else {
                FileGlobalKind::Alias(target)
            },
            name,
            ty,
            position,
            address_space,
            linkage,
            implicit_comdat: false,
            visibility,
            dll_storage,
            thread_local,
            unnamed_address,
            dso_local,
            section: Name::NONE,
            partition,
            comdat: None,
            align: Align::NATURAL,
        })
    }
}

/// Reads to the end of a block whose content the reader handles by itself.
fn walk(reader: &mut Reader<'_>) -> Result<()> {
    loop {
        match reader.next()? {
            Event::ExitBlock | Event::End => return Ok(()),
            Event::EnterBlock(_) => reader.skip_block()?,
            Event::Record | Event::DefineAbbreviation => {}
        }
    }
}

/// Reads a block whose records are strings.
fn strings(reader: &mut Reader<'_>) -> Result<Vec<Vec<u8>>> {
    let mut strings = Vec::new();
    loop {
        match reader.next()? {
            Event::Record => strings.push(bytes(reader.record().operands)),
            Event::EnterBlock(_) => reader.skip_block()?,
            Event::ExitBlock | Event::End => return Ok(strings),
            Event::DefineAbbreviation => {}
        }
    }
}
