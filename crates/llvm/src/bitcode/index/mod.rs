//! The summary of a module, or of all modules that are linked together.
//!
//! Records are kept until the whole module is known, because names of globals may follow them. Then
//! they are processed in two passes: the first finds the entries and numbers them, and the second
//! makes their contents.

mod functions;
mod type_ids;

use std::collections::{BTreeMap, BTreeSet};

use pinnacle_bitstream::{Event, Reader};

use super::error::{Error, ErrorKind};
use super::record::{Operands, Result, bad, bad_number, bytes};
use super::records::{GlobalSummaryCode as C, ModuleStringsCode};
use crate::module::Linkage;
use crate::summary_index::{
    SummaryEntry, SummaryField, SummaryIndex, SummaryValue as V, guid_of, name_hash,
};
use functions::Pending;
use type_ids::{CompatibleVtables, TypeIds};

/// The version of the newest summaries that LLVM 19 reads.
const MAX_VERSION: u64 = 10;

/// The flags that LLVM 19 supports.
const FLAGS: u64 = 0x3FB;

/// A record of a summary.
struct FileRecord {
    code: C,
    operands: Vec<u64>,
    position: u64,
}

/// A module that a summary is about.
#[derive(Default)]
struct FileModule {
    path: Vec<u8>,
    hash: Vec<u64>,
}

/// The records of a summary, as read from a file.
#[derive(Default)]
pub(super) struct FileIndex {
    records: Vec<FileRecord>,
    /// The modules of a combined summary, by the numbers of the file.
    modules: BTreeMap<u64, FileModule>,
    /// The hash of the module itself.
    hash: Vec<u64>,
    /// The hash of the name of each value, from the symbol table of a combined summary.
    guids: BTreeMap<u64, u64>,
    is_present: bool,
    /// Number of operands so far.
    count: u64,
}

impl FileIndex {
    /// Keeps the records of a summary's block. They have at most `max` operands in all.
    pub(super) fn read(&mut self, reader: &mut Reader<'_>, max: u64) -> Result<()> {
        self.is_present = true;
        let mut is_first = true;
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    let code = C(record.code);
                    if is_first && code != C::VERSION {
                        let message = "the first record of a summary is not its version";
                        return Err(Error::new(ErrorKind::BadNumber, record.position, message));
                    }
                    is_first = false;
                    self.count += record.operands.len() as u64 + 8;
                    if self.count > max {
                        let message = "the summary takes far more memory than the file";
                        return Err(Error::new(ErrorKind::TooLarge, record.position, message));
                    }
                    self.records.push(FileRecord {
                        code,
                        operands: record.operands.to_vec(),
                        position: record.position,
                    });
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    /// Reads the paths and hashes of the modules of a combined summary.
    pub(super) fn read_modules(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let mut last = None;
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    let mut operands = Operands::new(record.operands);
                    match ModuleStringsCode(record.code) {
                        ModuleStringsCode::ENTRY => {
                            let number = operands.next();
                            let number = number.map_err(|error| error.at(record.position))?;
                            let module = self.modules.entry(number).or_default();
                            module.path = bytes(operands.rest());
                            last = Some(number);
                        }
                        ModuleStringsCode::HASH => {
                            let module = last.take().and_then(|last| self.modules.get_mut(&last));
                            let Some(module) = module else {
                                let message = "a hash does not follow the path of a module";
                                let kind = ErrorKind::BadNumber;
                                return Err(Error::new(kind, record.position, message));
                            };
                            module.hash =
                                hash(record.operands).map_err(|error| error.at(record.position))?;
                        }
                        _ => {}
                    }
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    /// Records the hash of the module itself.
    pub(super) fn set_hash(&mut self, operands: &[u64]) -> Result<()> {
        self.hash = hash(operands)?;
        Ok(())
    }

    /// Records a symbol of a combined summary: a value and the hash of its name.
    pub(super) fn add_symbol(&mut self, operands: &[u64]) -> Result<()> {
        let mut operands = Operands::new(operands);
        let value = operands.next()?;
        self.guids.insert(value, operands.next()?);
        Ok(())
    }

    /// Makes the summary. `globals` are the names and linkages of the module's globals, in the
    /// order of their values. A name is `None` if the file does not contain it.
    pub(super) fn finish<'g>(
        &self,
        globals: impl Iterator<Item = (Option<&'g [u8]>, Linkage)>,
        source: &[u8],
        strings: &[u8],
    ) -> Result<Option<Box<SummaryIndex>>> {
        if !self.is_present {
            return Ok(None);
        }
        let mut builder = Builder::new(self, strings);
        for (value, (name, linkage)) in globals.enumerate() {
            if let Some(name) = name {
                let is_local = matches!(linkage, Linkage::Internal | Linkage::Private);
                let guid = guid_of(name, is_local, source);
                builder.values.insert(value as u64, guid);
                builder.names.insert(guid, name.to_vec());
            }
        }
        builder.find_entries()?;
        builder.make_modules(!source.is_empty());
        builder.number();
        for record in &self.records {
            (builder.record(record)).map_err(|error| error.at(record.position))?;
        }
        Ok(Some(Box::new(builder.index())))
    }
}

fn hash(operands: &[u64]) -> Result<Vec<u64>> {
    if operands.len() != 5 {
        let count = operands.len() as u64;
        return Err(bad_number("the number of words of a hash", count, "5"));
    }
    Ok(operands.to_vec())
}

/// Makes the entries of a summary.
struct Builder<'f> {
    file: &'f FileIndex,
    strings: &'f [u8],
    /// Number of bytes that may still be copied from the string table, whose ranges may overlap.
    budget: usize,
    version: u64,
    /// The hash of the name of each value.
    values: BTreeMap<u64, u64>,
    /// All globals by hash; the name is empty if it is not known.
    names: BTreeMap<u64, Vec<u8>>,
    /// The modules in order of their paths: path and hash.
    modules: Vec<(Vec<u8>, Vec<u64>)>,
    /// Index in `modules` of each module of the file, by its number.
    module_places: BTreeMap<u64, u32>,
    type_ids: TypeIds,
    vtables: CompatibleVtables,
    flags: u64,
    block_count: u64,
    /// The number of the entry of each global.
    numbers: BTreeMap<u64, u32>,
    /// The summaries of each global, by hash.
    summaries: BTreeMap<u64, Vec<SummaryField>>,
    /// Globals and the modules in which they have a summary.
    defined: BTreeSet<(u64, u32)>,
    stack_ids: &'f [u64],
    pending: Pending,
}

impl<'f> Builder<'f> {
    fn new(file: &'f FileIndex, strings: &'f [u8]) -> Self {
        Builder {
            file,
            strings,
            budget: strings.len() * 8 + (1 << 20),
            version: 0,
            values: file.guids.clone(),
            names: file
                .guids
                .values()
                .map(|&guid| (guid, Vec::new()))
                .collect(),
            modules: Vec::new(),
            module_places: BTreeMap::new(),
            type_ids: TypeIds::default(),
            vtables: CompatibleVtables::default(),
            flags: 0,
            block_count: 0,
            numbers: BTreeMap::new(),
            summaries: BTreeMap::new(),
            defined: BTreeSet::new(),
            stack_ids: &[],
            pending: Pending::default(),
        }
    }

    /// The first pass: finds everything that has an entry.
    fn find_entries(&mut self) -> Result<()> {
        for record in &self.file.records {
            (self.find_entry(record)).map_err(|error| error.at(record.position))?;
        }
        Ok(())
    }

    fn find_entry(&mut self, record: &'f FileRecord) -> Result<()> {
        let mut operands = Operands::new(&record.operands);
        match record.code {
            C::VERSION => {
                let version = operands.next()?;
                if !(1..=MAX_VERSION).contains(&version) {
                    let message = format!(
                        "the version of the summary is {version}, expected 1 to {MAX_VERSION}"
                    );
                    return Err(bad(ErrorKind::UnknownVersion, message));
                }
            }
            C::VALUE_GUID => {
                let value = operands.next()?;
                let guid = operands.next()?;
                self.values.insert(value, guid);
                self.names.entry(guid).or_default();
            }
            C::TYPE_ID | C::TYPE_ID_METADATA => {
                let name = self.string(&mut operands)?;
                if record.code == C::TYPE_ID {
                    self.type_ids.add(name);
                } else {
                    self.vtables.entry(name).or_default();
                }
            }
            C::FLAGS => self.flags = operands.next()? & FLAGS,
            C::BLOCK_COUNT => self.block_count = self.block_count.wrapping_add(operands.next()?),
            _ => {}
        }
        Ok(())
    }

    /// Reads a range of the string table.
    fn string(&mut self, operands: &mut Operands<'_>) -> Result<Vec<u8>> {
        let (start, size) = (operands.next()?, operands.next()?);
        let end = start
            .checked_add(size)
            .and_then(|end| usize::try_from(end).ok());
        let found = end.and_then(|end| self.strings.get(start as usize..end));
        let Some(found) = found else {
            let end = start.saturating_add(size);
            return Err(bad_number("the end of a name", end, "within the strings"));
        };
        let Some(rest) = self.budget.checked_sub(found.len()) else {
            let message = "the names of the summary take far more memory than the file";
            return Err(bad(ErrorKind::TooLarge, message));
        };
        self.budget = rest;
        Ok(found.to_vec())
    }

    /// Sorts the modules by their paths. The summary in a module describes only that module, and
    /// the file does not state its path.
    fn make_modules(&mut self, is_of_module: bool) {
        let mut modules: Vec<_> = (self.file.modules.iter())
            .map(|(&number, module)| (&module.path, &module.hash, Some(number)))
            .collect();
        let path = Vec::new();
        if is_of_module || modules.is_empty() {
            modules.push((&path, &self.file.hash, None));
        }
        modules.sort();
        for (path, hash, number) in modules {
            if let Some(number) = number {
                self.module_places.insert(number, self.modules.len() as u32);
            }
            let path = match (number, &path[..]) {
                // The module that the linker makes of the modules without a summary.
                (Some(_), b"") => b"[Regular LTO]".to_vec(),
                _ => path.clone(),
            };
            self.modules.push((path, hash.clone()));
        }
    }

    /// Numbers all entries: modules, globals, virtual tables, types.
    fn number(&mut self) {
        let mut next = self.modules.len() as u32;
        for &guid in self.names.keys() {
            self.numbers.insert(guid, next);
            next += 1;
        }
        next += self.vtables.len() as u32;
        self.type_ids.number(next);
    }

    /// The second pass: makes the contents of entries.
    fn record(&mut self, record: &'f FileRecord) -> Result<()> {
        let operands = &mut Operands::new(&record.operands);
        match record.code {
            C::VERSION => self.version = operands.next()?,
            C::PERMODULE | C::PERMODULE_PROFILE | C::PERMODULE_RELBF => {
                self.function(record.code, operands, false)?;
            }
            C::COMBINED | C::COMBINED_PROFILE => self.function(record.code, operands, true)?,
            C::PERMODULE_GLOBALVAR_INIT_REFS => self.variable(operands, false)?,
            C::COMBINED_GLOBALVAR_INIT_REFS => self.variable(operands, true)?,
            C::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS => self.vtable(operands)?,
            C::ALIAS => self.alias(operands, false)?,
            C::COMBINED_ALIAS => self.alias(operands, true)?,
            C::TYPE_ID => self.type_id(operands)?,
            C::TYPE_ID_METADATA => self.compatible_vtables(operands)?,
            C::STACK_IDS => self.stack_ids = &record.operands,
            code => self.pending_record(code, operands)?,
        }
        Ok(())
    }

    /// The number of the entry for a value, which is a global.
    fn entry_of(&self, value: u64) -> Result<u32> {
        let guid = self.guid_of_value(value)?;
        Ok(self.numbers.get(&guid).copied().unwrap_or_default())
    }

    fn guid_of_value(&self, value: u64) -> Result<u64> {
        match self.values.get(&value) {
            Some(&guid) => Ok(guid),
            None => {
                let expected = "a value with a name or the hash of one";
                Err(bad_number("a value of the summary", value, expected))
            }
        }
    }

    /// Assembles the entries once their contents exist. Those of types come before those of virtual
    /// tables, although these have lower numbers.
    fn index(self) -> SummaryIndex {
        let mut entries = Vec::new();
        let mut number = 0;
        for (path, hash) in self.modules {
            let words = (0..5).map(|at| V::Number(hash.get(at).copied().unwrap_or(0)));
            let fields = vec![named("path", V::Text(path)), named("hash", items(words))];
            entries.push(entry(&mut number, "module", fields, None));
        }
        let mut summaries = self.summaries;
        for (guid, name) in self.names {
            let comment = (!name.is_empty()).then_some(guid);
            let mut fields = vec![match comment {
                Some(_) => named("name", V::Text(name)),
                None => named("guid", V::Number(guid)),
            }];
            if let Some(summaries) = summaries.remove(&guid) {
                fields.push(named("summaries", V::List(summaries)));
            }
            entries.push(entry(&mut number, "gv", fields, comment));
        }
        let mut vtables = Vec::new();
        for (name, all) in self.vtables {
            let guid = Some(name_hash(&name));
            let fields = vec![named("name", V::Text(name)), named("summary", V::List(all))];
            vtables.push(entry(&mut number, "typeidCompatibleVTable", fields, guid));
        }
        for (guid, fields) in self.type_ids.into_fields() {
            entries.push(entry(&mut number, "typeid", fields, Some(guid)));
        }
        entries.append(&mut vtables);
        if self.flags != 0 {
            entries.push(number_entry(&mut number, "flags", self.flags));
        }
        entries.push(number_entry(&mut number, "blockcount", self.block_count));
        SummaryIndex { entries }
    }
}

/// Makes the entry with the next number.
fn entry(
    number: &mut u32,
    kind: &'static str,
    fields: Vec<SummaryField>,
    guid: Option<u64>,
) -> SummaryEntry {
    let mut entry = number_entry(number, kind, 0);
    entry.value = V::List(fields);
    entry.guid = guid;
    entry
}

/// Makes the entry with the next number, whose value is a number.
fn number_entry(number: &mut u32, kind: &'static str, value: u64) -> SummaryEntry {
    *number += 1;
    SummaryEntry {
        number: *number - 1,
        kind,
        value: V::Number(value),
        guid: None,
    }
}

/// Makes a field with a name.
fn named(name: &'static str, value: V) -> SummaryField {
    SummaryField {
        name: Some(name),
        value,
    }
}

/// A field that is 0 or 1.
fn flag(name: &'static str, is_set: bool) -> SummaryField {
    named(name, V::Number(is_set.into()))
}

/// An item of a list.
fn item(value: V) -> SummaryField {
    SummaryField { name: None, value }
}

/// A list of items.
fn items(values: impl IntoIterator<Item = V>) -> V {
    V::List(values.into_iter().map(item).collect())
}

/// The keyword for a number.
fn word(words: &[&'static str], number: u64, what: &str) -> Result<V> {
    let found = usize::try_from(number).ok().and_then(|at| words.get(at));
    match found {
        Some(word) => Ok(V::Word(word)),
        None => {
            let expected = format!("at most {}", words.len() - 1);
            Err(bad_number(what, number, &expected))
        }
    }
}
