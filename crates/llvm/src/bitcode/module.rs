//! The block of a module: its tables, its globals, and where its bodies are.
//!
//! Globals are collected first and put into the module when their names are
//! known, which older files have behind them: names decide which intrinsics are
//! upgraded. Then constants are made, which refer to globals, and at last what
//! refers to constants: initialisers, aliases, personalities.

use std::collections::BTreeMap;
use std::sync::Arc;

use pinnacle_bitstream::{BlockHeader, BlockInfo, Event, Reader};

use super::attributes::FileAttributes;
use super::codes;
use super::constants::ConstantReader;
use super::container::{Container, block};
use super::error::{Error, ErrorKind};
use super::metadata::FileMetadata;
use super::record::{Operands, Result, bad, bad_number, bytes};
use super::types::{FileType, FileTypes, TypeReader};
use super::upgrade::{self, CallUpgrade};
use super::values::{Content, Slot, constant_at};
use crate::constants::ConstantKind;
use crate::ids::{ComdatId, ConstantId, GlobalId, Name, ScopeId, TypeId};
use crate::instruction::Align;
use crate::module::{
    CallingConvention, DllStorage, Global, GlobalKind, Linkage, Module, ThreadLocal,
    UnnamedAddress, Visibility,
};
use crate::types::Type;

/// How many synchronisation scopes a file may name.
const MAX_SCOPES: usize = 256;

/// A global as it was read.
#[derive(Clone)]
struct FileGlobal {
    kind: FileGlobalKind,
    name: Vec<u8>,
    /// The type of what it is.
    ty: FileType,
    position: u64,
    address_space: u32,
    linkage: Linkage,
    /// Whether a comdat of its name goes with it.
    implicit_comdat: bool,
    visibility: Visibility,
    dll_storage: DllStorage,
    thread_local: ThreadLocal,
    unnamed_address: UnnamedAddress,
    dso_local: bool,
    section: Name,
    partition: Name,
    comdat: Option<ComdatId>,
    align: Align,
}

#[derive(Clone)]
enum FileGlobalKind {
    Variable {
        constant: bool,
        /// The number of a value plus one, or zero; so below.
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

/// A body that is to be read.
pub(super) struct FileBody {
    pub(super) function: GlobalId,
    pub(super) ty: FileType,
    pub(super) header: BlockHeader,
}

/// What reading bodies needs of the module besides the module itself.
#[derive(Clone)]
pub(super) struct Tables {
    pub(super) types: FileTypes,
    pub(super) attributes: FileAttributes,
    pub(super) values: Vec<Slot>,
    pub(super) constants: ConstantReader,
    pub(super) metadata: FileMetadata,
    pub(super) bundle_tags: Vec<Vec<u8>>,
    pub(super) scopes: Vec<Option<ScopeId>>,
    /// Which arguments of assembly are in memory, by its constraints.
    pub(super) indirect: BTreeMap<Name, Vec<usize>>,
    /// What becomes of calls, by global.
    pub(super) calls: Vec<CallUpgrade>,
    pub(super) relative: bool,
    pub(super) info: Arc<BlockInfo>,
}

/// Reads the block of a module.
pub(super) struct ModuleReader<'a> {
    container: &'a Container<'a>,
    pub(super) module: Module,
    pub(super) tables: Tables,
    globals: Vec<FileGlobal>,
    sections: Vec<Name>,
    collectors: Vec<Name>,
    comdats: Vec<ComdatId>,
    comdat_names: BTreeMap<Vec<u8>, ComdatId>,
    version: u64,
    body_headers: Vec<BlockHeader>,
}

impl<'a> ModuleReader<'a> {
    pub(super) fn new(container: &'a Container<'a>) -> Self {
        let mut constants = ConstantReader::default();
        constants.budget = container.bytes.len() as u64 * 8 + (1 << 20);
        Self {
            container,
            module: Module::new(),
            tables: Tables {
                types: FileTypes::default(),
                attributes: FileAttributes::default(),
                values: Vec::new(),
                constants,
                metadata: FileMetadata::default(),
                bundle_tags: Vec::new(),
                scopes: Vec::new(),
                indirect: BTreeMap::new(),
                calls: Vec::new(),
                relative: false,
                info: Arc::default(),
            },
            globals: Vec::new(),
            sections: Vec::new(),
            collectors: Vec::new(),
            comdats: Vec::new(),
            comdat_names: BTreeMap::new(),
            version: 0,
            body_headers: Vec::new(),
        }
    }

    /// Reads all of it but the bodies, and says where they are.
    pub(super) fn read(&mut self) -> Result<Vec<FileBody>> {
        let header = self.container.module;
        let contents = super::container::body(self.container.bytes, &header)?;
        let mut reader = Reader::in_block(contents, header, Arc::default());
        reader.allow_blobs();
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    self.record(record.code, record.operands, record.position)
                        .map_err(|error| error.at(record.position))?;
                }
                Event::EnterBlock(header) => self.block(header, &mut reader)?,
                Event::ExitBlock | Event::End => break,
                Event::DefineAbbreviation => {}
            }
        }
        self.tables.info = Arc::clone(reader.block_info());
        self.finish()
    }

    fn block(&mut self, header: BlockHeader, reader: &mut Reader<'_>) -> Result<()> {
        let tables = &mut self.tables;
        match header.id {
            pinnacle_bitstream::BLOCKINFO => return walk(reader),
            block::ATTRIBUTES => return tables.attributes.read_lists(&mut self.module, reader),
            block::ATTRIBUTE_GROUPS => {
                let types = &tables.types;
                return tables
                    .attributes
                    .read_groups(&mut self.module, types, reader);
            }
            block::TYPES => {
                return TypeReader::new(&mut self.module, &mut tables.types).read(reader);
            }
            block::CONSTANTS => {
                let types = &mut tables.types;
                return tables
                    .constants
                    .read(&mut self.module, types, &mut tables.values, reader);
            }
            block::METADATA => return tables.metadata.read(reader),
            block::SYMBOLS => return self.symbols(reader),
            block::BUNDLE_TAGS => {
                tables.bundle_tags = strings(reader)?;
                return Ok(());
            }
            block::SCOPE_NAMES => {
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
            block::FUNCTION => self.body_headers.push(header),
            _ => {}
        }
        reader.skip_block()?;
        Ok(())
    }

    /// The names of globals, in files before LLVM 5.
    fn symbols(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    let skipped = match record.code {
                        1 => 1,
                        // The second operand is where the body is.
                        3 => 2,
                        _ => continue,
                    };
                    let mut operands = Operands::new(record.operands);
                    let at = |error: Error| error.at(record.position);
                    let number = operands.next().map_err(at)?;
                    operands.take(skipped - 1).map_err(at)?;
                    let slot = usize::try_from(number)
                        .ok()
                        .and_then(|number| self.tables.values.get(number));
                    let Some(&Content::Global(global)) = slot.map(|slot| &slot.content) else {
                        let count = self.tables.values.len();
                        return Err(at(super::values::unknown(number, count)));
                    };
                    if self.version < 2 {
                        self.globals[global as usize].name = bytes(operands.rest());
                    }
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn record(&mut self, code: u64, all: &[u64], position: u64) -> Result<()> {
        let mut operands = Operands::new(all);
        match code {
            1 => {
                self.version = operands.next()?;
                if self.version > 2 {
                    let message = format!(
                        "the version of the module is {}, expected 0 to 2",
                        self.version
                    );
                    return Err(bad(ErrorKind::UnknownVersion, message));
                }
                self.tables.relative = self.version >= 1;
            }
            2 => self.module.target_triple = bytes(all),
            3 => self.module.data_layout = bytes(all),
            4 => self.module.module_asm = bytes(all),
            5 => {
                let name = self.module.names.add(&bytes(all));
                self.sections.push(name);
            }
            11 => {
                let name = self.module.names.add(&bytes(all));
                self.collectors.push(name);
            }
            12 => self.comdat(&mut operands)?,
            16 => self.module.source_filename = bytes(all),
            7 => self.variable(&mut operands, position)?,
            8 => self.function(&mut operands, position)?,
            9 | 14 | 18 => self.alias(code, &mut operands, position)?,
            // Libraries, where symbols are, hashes.
            _ => {}
        }
        Ok(())
    }

    /// The name of a global, if it stands in the table of strings.
    fn name(&self, operands: &mut Operands<'_>) -> Result<Vec<u8>> {
        if self.version < 2 {
            return Ok(Vec::new());
        }
        self.string(operands)
    }

    fn string(&self, operands: &mut Operands<'_>) -> Result<Vec<u8>> {
        let (start, size) = (operands.next()?, operands.next()?);
        let end = start.saturating_add(size);
        let strings = &self.container.strings;
        if end > strings.len() as u64 {
            return Err(bad_number("the end of a name", end, "within the strings"));
        }
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

    /// One of a list, by its number plus one, or none.
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
        let pointer = self.module.types.pointer_in(global.address_space);
        let ty = self.tables.types.pointer_to(pointer, global.ty);
        self.tables.values.push(Slot {
            content: Content::Global(self.globals.len() as u32),
            ty,
        });
        self.globals.push(global);
        Ok(())
    }

    /// What a linkage of before LLVM 3.5 says of DLLs.
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
            let message = "a variable has a type that memory cannot have";
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
            _ => Err(bad(ErrorKind::BadGlobal, "a global is not of pointer type")),
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
            let message = "a function is not of the type of one";
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
        let attributes = operands.next()?;
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

    fn alias(&mut self, code: u64, operands: &mut Operands<'_>, position: u64) -> Result<()> {
        let name = self.name(operands)?;
        let mut ty = self.tables.types.by_number(operands.next()?)?;
        let address_space = if code == 9 {
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
        if code != 18 {
            if operands.left() > 0 {
                dll_storage = codes::dll_storage(operands.next()?);
            }
            thread_local = codes::thread_local(operands.or_zero());
            unnamed_address = codes::unnamed_address(operands.or_zero());
        }
        let dso_local = operands.or_zero() != 0;
        let partition = self.partition(operands)?;
        self.push(FileGlobal {
            kind: if code == 18 {
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

    /// Puts the globals into the module and makes the constants.
    fn finish(&mut self) -> Result<Vec<FileBody>> {
        let globals = std::mem::take(&mut self.globals);
        let ids = self.add_globals(&globals)?;
        for slot in &mut self.tables.values {
            if let Content::Global(index) = slot.content {
                let address = self.module.address_of(ids[index as usize]);
                slot.content = Content::Known(address.into());
            }
        }
        let tables = &mut self.tables;
        tables
            .constants
            .resolve(&mut self.module, &mut tables.values)?;
        for (global, &id) in globals.iter().zip(&ids) {
            self.connect(global, id)
                .map_err(|error| error.at(global.position))?;
        }
        let functions = globals.iter().zip(&ids).filter(|(global, _)| {
            matches!(global.kind, FileGlobalKind::Function { has_body: true, .. })
        });
        let headers = std::mem::take(&mut self.body_headers);
        let count = functions.clone().count();
        if count != headers.len() {
            let message = format!(
                "{count} functions have bodies, but there are {} bodies",
                headers.len()
            );
            return Err(Error::new(
                ErrorKind::BodyCount,
                self.container.module.position,
                message,
            ));
        }
        let bodies = functions
            .zip(headers)
            .map(|((global, &function), header)| FileBody {
                function,
                ty: global.ty,
                header,
            });
        Ok(bodies.collect())
    }

    fn add_globals(&mut self, globals: &[FileGlobal]) -> Result<Vec<GlobalId>> {
        let mut ids = Vec::with_capacity(globals.len());
        // Intrinsics that are there under their new names already, or by two
        // old ones.
        let mut intrinsics: BTreeMap<&[u8], GlobalId> = BTreeMap::new();
        let upgrades = self.upgrades(globals)?;
        for (global, upgrade) in globals.iter().zip(&upgrades) {
            let ty = self.tables.types.model(global.ty)?;
            let (name, call) = match upgrade {
                Some(upgrade) => (&upgrade.name[..], upgrade.call),
                None => (&global.name[..], CallUpgrade::Keep),
            };
            if name.starts_with(b"llvm.")
                && let Some(&known) = intrinsics.get(name)
            {
                // Calls are upgraded by the name that they had.
                ids.push(known);
                continue;
            }
            let id = match global.kind {
                FileGlobalKind::Variable { .. } => self.module.add_variable(name, ty, None),
                FileGlobalKind::Function { .. } => {
                    let ty = upgrade::function_type(&mut self.module, ty, call);
                    self.module.add_function(name, ty)
                }
                FileGlobalKind::Alias(_) => self.alias_of_nothing(name, ty, GlobalKind::Alias),
                FileGlobalKind::Ifunc(_) => self.alias_of_nothing(name, ty, GlobalKind::Ifunc),
            };
            if name.starts_with(b"llvm.") {
                intrinsics.insert(name, id);
            }
            ids.push(id);
        }
        self.tables.calls = vec![CallUpgrade::Keep; self.module.globals().len()];
        for (&id, upgrade) in ids.iter().zip(&upgrades) {
            if let Some(upgrade) = upgrade
                && upgrade.call != CallUpgrade::Keep
            {
                self.tables.calls[id.index()] = upgrade.call;
            }
        }
        Ok(ids)
    }

    fn upgrades(&mut self, globals: &[FileGlobal]) -> Result<Vec<Option<upgrade::Upgrade>>> {
        let mut upgrades = Vec::with_capacity(globals.len());
        for global in globals {
            let ty = self.tables.types.model(global.ty)?;
            let is_function = matches!(global.kind, FileGlobalKind::Function { .. });
            let parameters = self.module.types.parameters(ty).unwrap_or_default();
            let upgrade = upgrade::of(&global.name, &self.module, parameters);
            upgrades.push(upgrade.filter(|_| is_function));
        }
        Ok(upgrades)
    }

    /// An alias whose target is told later.
    fn alias_of_nothing(
        &mut self,
        name: &[u8],
        ty: TypeId,
        kind: impl Fn(ConstantId) -> GlobalKind,
    ) -> GlobalId {
        let null = self.module.null();
        self.module.add_global(name, ty, kind(null))
    }

    /// The constant that a number plus one stands for.
    fn constant(&self, number: u64) -> Result<Option<ConstantId>> {
        match number.checked_sub(1) {
            Some(number) => constant_at(&self.tables.values, number).map(Some),
            None => Ok(None),
        }
    }

    /// Gives a global everything but its name and type.
    fn connect(&mut self, file: &FileGlobal, id: GlobalId) -> Result<()> {
        let mut comdat = file.comdat;
        let has_comdats = !self
            .module
            .target_triple
            .windows(6)
            .any(|word| word == b"-apple");
        if file.implicit_comdat && has_comdats && !file.name.is_empty() {
            comdat = Some(self.comdat_named(&file.name));
        }
        match file.kind {
            FileGlobalKind::Variable {
                constant,
                initializer,
                externally_initialized,
                attributes,
            } => {
                let ty = self.module.global(id).ty;
                let mut value = self.constant(initializer)?;
                if let Some(value) = value {
                    self.fits(value, ty)?;
                }
                if matches!(&file.name[..], b"llvm.global_ctors" | b"llvm.global_dtors") {
                    value = self.with_data(id, value);
                }
                let (attributes, _) = self.tables.attributes.list(attributes)?;
                let kind = GlobalKind::Variable {
                    initializer: value,
                    constant,
                    externally_initialized,
                    attributes: self.module.attributes.get(attributes).function,
                };
                self.module.global_mut(id).kind = kind;
            }
            FileGlobalKind::Alias(target) => {
                let target = constant_at(&self.tables.values, target)?;
                self.module.global_mut(id).kind = GlobalKind::Alias(target);
            }
            FileGlobalKind::Ifunc(target) => {
                let target = constant_at(&self.tables.values, target)?;
                self.module.global_mut(id).kind = GlobalKind::Ifunc(target);
            }
            FileGlobalKind::Function {
                convention,
                attributes,
                gc,
                prologue,
                prefix,
                personality,
                ..
            } => {
                let count = self
                    .module
                    .types
                    .parameters(self.tables.types.model(file.ty)?)
                    .map_or(0, <[_]>::len);
                let parameters: Vec<_> = (1..=count)
                    .map(|index| self.tables.types.part(file.ty, index))
                    .collect();
                let tables = &self.tables;
                let attributes = tables.attributes.list_for(
                    attributes,
                    &mut self.module,
                    &tables.types,
                    &parameters,
                )?;
                let constants = [prologue, prefix, personality];
                let [prologue, prefix, personality] = constants.map(|number| self.constant(number));
                let (prologue, prefix, personality) = (prologue?, prefix?, personality?);
                if let Some(function) = self.module.as_function(id) {
                    let function = self.module.function_mut(function);
                    function.convention = CallingConvention(convention);
                    function.attributes = attributes;
                    function.gc = gc;
                    function.prologue = prologue;
                    function.prefix = prefix;
                    function.personality = personality;
                }
            }
        }
        let global: &mut Global = self.module.global_mut(id);
        global.address_space = file.address_space;
        global.linkage = file.linkage;
        global.visibility = file.visibility;
        global.dso_local = file.dso_local;
        global.dll_storage = file.dll_storage;
        global.thread_local = file.thread_local;
        global.unnamed_address = file.unnamed_address;
        global.section = file.section;
        global.partition = file.partition;
        global.comdat = comdat;
        global.align = file.align;
        Ok(())
    }

    fn comdat_named(&mut self, name: &[u8]) -> ComdatId {
        if let Some(&known) = self.comdat_names.get(name) {
            return known;
        }
        let comdat = self.module.add_comdat(name, codes::comdat_kind(1));
        self.comdat_names.insert(name.to_vec(), comdat);
        comdat
    }

    fn fits(&self, value: ConstantId, ty: TypeId) -> Result<()> {
        if self.module.constants.get(value).ty == ty {
            return Ok(());
        }
        let message = "an initialiser has another type than its variable";
        Err(bad(ErrorKind::WrongType, message))
    }

    /// Constructors of before LLVM 3.5, which name no data that they belong to,
    /// with a null pointer for it.
    fn with_data(&mut self, id: GlobalId, value: Option<ConstantId>) -> Option<ConstantId> {
        let value = value?;
        let module = &mut self.module;
        let Type::Array { element, length } = module.types.get(module.global(id).ty) else {
            return Some(value);
        };
        let Some(&[priority, function]) = module.types.fields(element) else {
            return Some(value);
        };
        let ConstantKind::Aggregate(list) = module.constants.get(value).kind else {
            return Some(value);
        };
        let null = module.null();
        let pointer = module.types.pointer();
        let element = module
            .types
            .literal_struct(&[priority, function, pointer], false);
        let mut elements = Vec::new();
        for entry in module.constants.list(list).to_vec() {
            let ConstantKind::Aggregate(parts) = module.constants.get(entry).kind else {
                return Some(value);
            };
            let mut parts = module.constants.list(parts).to_vec();
            parts.push(null);
            elements.push(module.constants.aggregate(element, &parts));
        }
        let ty = module.types.array(element, length);
        module.global_mut(id).ty = ty;
        Some(module.constants.aggregate(ty, &elements))
    }
}

/// Reads to the end of a block, of which the reader takes note by itself.
fn walk(reader: &mut Reader<'_>) -> Result<()> {
    loop {
        match reader.next()? {
            Event::ExitBlock | Event::End => return Ok(()),
            Event::EnterBlock(_) => reader.skip_block()?,
            Event::Record | Event::DefineAbbreviation => {}
        }
    }
}

/// A block in which each record is a string.
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
