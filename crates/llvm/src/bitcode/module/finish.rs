//! Adds the globals that were read to the module.

use pinnacle_base::count::counted;
use std::collections::BTreeMap;

use super::{FileBody, FileGlobal, FileGlobalKind, ModuleReader};
use crate::attributes::{Attribute, AttributeKind};
use crate::bitcode::attributes::with_changes;
use crate::bitcode::codes;
use crate::bitcode::error::{Error, ErrorKind};
use crate::bitcode::record::{Result, bad};
use crate::bitcode::types::FileType;
use crate::bitcode::upgrade::{self, CallUpgrade};
use crate::bitcode::values::{Content, constant_at};
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, ComdatId, ConstantId, GlobalId, TypeId};
use crate::module::{CallingConvention, Global, GlobalKind, Module};
use crate::types::Type;

/// The number of the calling convention `x86_intrcc`.
const INTERRUPT: u32 = 83;

impl ModuleReader<'_> {
    /// Puts the globals into the module and makes the constants.
    pub(super) fn finish(&mut self) -> Result<Vec<FileBody>> {
        let globals = std::mem::take(&mut self.globals);
        let tables = &mut self.tables;
        tables.metadata.settle();
        if !tables.types.as_written {
            tables
                .metadata
                .add_named(&mut self.module, &mut tables.made)?;
        }
        let ids = self.add_globals(&globals)?;
        for slot in &mut self.tables.values {
            if let Content::Global(index) = slot.content {
                let id = ids[index as usize];
                let address = if self.tables.types.as_written {
                    let ty = self.tables.types.model(slot.ty)?;
                    self.module.constants.plain(ty, ConstantKind::Global(id))
                } else {
                    self.module.address_of(id)
                };
                slot.content = Content::Known(address.into());
            }
        }
        let tables = &mut self.tables;
        tables
            .constants
            .resolve(&mut self.module, &mut tables.values)?;
        if tables.types.as_written {
            let (made, values) = (&mut tables.made, &tables.values);
            tables.metadata.keep_all(&mut self.module, made, values)?;
            tables
                .metadata
                .attach_to_globals(&mut self.module, made, values)?;
        }
        for (global, &id) in globals.iter().zip(&ids) {
            self.connect(global, id)
                .map_err(|error| error.at(global.position))?;
        }
        if let Some(count) = self.purged {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            if count > self.tables.values.len() {
                let message = "a record cuts the table of values to more values than it has";
                let position = self.container.module.position;
                return Err(Error::new(ErrorKind::BadNumber, position, message));
            }
            self.tables.values.truncate(count);
        }
        let functions = globals.iter().zip(&ids).filter(|(global, _)| {
            matches!(global.kind, FileGlobalKind::Function { has_body: true, .. })
        });
        let headers = std::mem::take(&mut self.body_headers);
        let count = functions.clone().count();
        if count != headers.len() {
            let message = format!(
                "the module defines {}, but has {}",
                counted(count, "function"),
                counted(headers.len(), "body")
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
                constants: 0..0,
            });
        Ok(bodies.collect())
    }

    fn add_globals(&mut self, globals: &[FileGlobal]) -> Result<Vec<GlobalId>> {
        let mut ids = Vec::with_capacity(globals.len());
        // Intrinsics that already exist under their new names, or that have two old names.
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
                // Calls are upgraded according to the old name.
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
            // The address may be taken before the other properties are set, and depends on this
            // one.
            self.module.global_mut(id).address_space = global.address_space;
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
        if self.tables.types.as_written {
            upgrades.resize_with(globals.len(), || None);
            return Ok(upgrades);
        }
        for global in globals {
            let ty = self.tables.types.model(global.ty)?;
            let is_function = matches!(global.kind, FileGlobalKind::Function { .. });
            let parameters = self.module.types.parameters(ty).unwrap_or_default();
            let result = self.module.types.result(ty);
            let upgrade = upgrade::of(&global.name, &self.module, result, parameters);
            upgrades.push(upgrade.filter(|_| is_function));
        }
        Ok(upgrades)
    }

    /// Adds an alias whose target is set later.
    fn alias_of_nothing(
        &mut self,
        name: &[u8],
        ty: TypeId,
        kind: impl Fn(ConstantId) -> GlobalKind,
    ) -> GlobalId {
        let null = self.module.null();
        self.module.add_global(name, ty, kind(null))
    }

    /// The constant for a value number plus one; `None` for 0.
    fn constant(&self, number: u64) -> Result<Option<ConstantId>> {
        match number.checked_sub(1) {
            Some(number) => constant_at(&self.tables.values, number).map(Some),
            None => Ok(None),
        }
    }

    /// Sets all properties of a global except its name and type.
    fn connect(&mut self, file: &FileGlobal, id: GlobalId) -> Result<()> {
        let mut comdat = file.comdat;
        let has_comdats = !self
            .module
            .target_triple
            .windows(6)
            .any(|word| word == b"-apple");
        let is_added = file.implicit_comdat && !self.tables.types.as_written;
        if is_added && has_comdats && !file.name.is_empty() {
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
                if !self.tables.types.as_written
                    && matches!(&file.name[..], b"llvm.global_ctors" | b"llvm.global_dtors")
                {
                    value = with_data(&mut self.module, id, value);
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
                let attributes = match parameters.first() {
                    Some(&frame) if convention == INTERRUPT => {
                        self.with_frame(attributes, frame, count)?
                    }
                    _ => attributes,
                };
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

    /// The attributes of an interrupt handler. Its first parameter is a frame on the stack, whose
    /// type is now given by an attribute.
    fn with_frame(
        &mut self,
        list: AttributeListId,
        frame: FileType,
        count: usize,
    ) -> Result<AttributeListId> {
        let (types, table) = (&self.tables.types, &self.module.attributes);
        let of_frame = table.attributes(table.parameter(list, 0));
        let by_value = Some(AttributeKind::ByVal);
        if types.as_written
            || !types.typed_pointers
            || of_frame.iter().any(|one| one.kind() == by_value)
        {
            return Ok(list);
        }
        let pointee = types.model(types.pointee(frame)?)?;
        let change = (0, Attribute::Type(AttributeKind::ByVal, pointee));
        Ok(with_changes(
            &mut self.module,
            list,
            count,
            &[change],
            false,
        ))
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
        let message = "an initialiser does not have the type of its variable";
        Err(bad(ErrorKind::WrongType, message))
    }
}

/// Converts a list of constructors from before LLVM 3.5. Its entries get a null pointer for the
/// associated data.
pub(crate) fn with_data(
    module: &mut Module,
    id: GlobalId,
    value: Option<ConstantId>,
) -> Option<ConstantId> {
    let Type::Array { element, length } = module.types.get(module.global(id).ty) else {
        return value;
    };
    let Some(&[priority, function]) = module.types.fields(element) else {
        return value;
    };
    let null = module.null();
    let pointer = module.types.pointer();
    let element = module
        .types
        .literal_struct(&[priority, function, pointer], false);
    let ty = module.types.array(element, length);
    let mut all = None;
    if let Some(value) = value {
        let kind = module.constants.get(value).kind;
        let ConstantKind::Aggregate(list) = kind else {
            if kind == ConstantKind::Zero {
                module.global_mut(id).ty = ty;
                return Some(module.zero(ty));
            }
            return Some(value);
        };
        let mut elements = Vec::new();
        for entry in module.constants.list(list).to_vec() {
            let mut parts = match module.constants.get(entry).kind {
                ConstantKind::Aggregate(parts) => module.constants.list(parts).to_vec(),
                ConstantKind::Zero => vec![module.zero(priority), module.zero(function)],
                _ => return Some(value),
            };
            parts.push(null);
            elements.push(module.constants.aggregate(element, &parts));
        }
        all = Some(module.constants.aggregate(ty, &elements));
    }
    module.global_mut(id).ty = ty;
    all
}
