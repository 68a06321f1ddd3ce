//! Writes the DWARF sections. The whole program is one unit, because the modules that it was linked
//! from can no longer be distinguished.

use super::elf::Named;
use super::inlined::nodes;
use super::text;
use super::types::Types;
use super::variables::{Blocks, write_globals, write_locals};
use crate::addresses::{Addresses, CODE_BASE};
use crate::info::{FunctionInfo, Scope, SourceInfo};
use gimli::write::{
    Address, AttributeValue, CallFrameInstruction, CommonInformationEntry, DwarfUnit, EndianVec,
    Error, FileId, FrameDescriptionEntry, FrameTable, LineProgram, LineString, Range, RangeList,
    Sections, UnitEntryId,
};
use gimli::{
    DW_AT_abstract_origin, DW_AT_call_column, DW_AT_call_file, DW_AT_call_line, DW_AT_comp_dir,
    DW_AT_decl_file, DW_AT_decl_line, DW_AT_external, DW_AT_high_pc, DW_AT_inline, DW_AT_language,
    DW_AT_linkage_name, DW_AT_low_pc, DW_AT_name, DW_AT_producer, DW_AT_ranges, DW_INL_inlined,
    DW_LANG_C_plus_plus_14, DW_LANG_C11, DW_TAG_inlined_subroutine, DW_TAG_subprogram, Encoding,
    Format, LineEncoding, LittleEndian, X86,
};

const ENCODING: Encoding = Encoding {
    address_size: 4,
    format: Format::Dwarf32,
    version: 5,
};

/// The producer attribute of the unit.
const PRODUCER: &str = concat!("pinnacle ", env!("CARGO_PKG_VERSION"));

/// The state while the unit is written.
struct Maker<'a> {
    info: &'a SourceInfo,
    dwarf: DwarfUnit,
    files: Vec<FileId>,
    /// The file for items whose file is unknown.
    unknown: FileId,
    /// For each source function, the entry that its inlined calls refer to, if it was inlined
    /// anywhere.
    abstract_entries: Vec<Option<UnitEntryId>>,
    types: Types,
}

/// Returns the DWARF sections.
pub(super) fn sections(info: &SourceInfo, addresses: &Addresses) -> Result<Vec<Named>, Error> {
    let mut dwarf = DwarfUnit::new(ENCODING);
    let (unknown, files) = start_lines(&mut dwarf, info);
    let mut maker = Maker {
        info,
        dwarf,
        files,
        unknown,
        abstract_entries: vec![None; info.scopes.len()],
        types: Types::default(),
    };
    maker.unit(addresses);
    maker.types = Types::write(&mut maker.dwarf, info);
    write_globals(&mut maker.dwarf, info, &maker.types, &maker.files);
    let mut frames = FrameTable::default();
    let cie = frames.add_cie(common_frame());
    for (function, &(_, start)) in info.functions.iter().zip(addresses.functions()) {
        maker.lines(function, start);
        maker.function(function, start);
        let start = Address::Constant(start.into());
        frames.add_fde(cie, FrameDescriptionEntry::new(start, function.inst_count));
    }
    let mut sections = Sections::new(EndianVec::new(LittleEndian));
    maker.dwarf.write(&mut sections)?;
    frames.write_debug_frame(&mut sections.debug_frame)?;
    let mut named = Vec::new();
    sections.for_each_mut(|id, data| {
        let contents = data.take();
        if !contents.is_empty() {
            named.push((id.name(), contents));
        }
        Ok::<(), Error>(())
    })?;
    Ok(named)
}

/// Returns the frame information that matches the debugger's stub. Its stack has two words for each
/// call: the stack pointer of the program at the call, and the return address.
fn common_frame() -> CommonInformationEntry {
    let encoding = Encoding {
        version: 1,
        ..ENCODING
    };
    let mut cie = CommonInformationEntry::new(encoding, 1, -4, X86::RA);
    cie.add_instruction(CallFrameInstruction::Cfa(X86::ESP, 8));
    cie.add_instruction(CallFrameInstruction::Offset(X86::RA, -4));
    cie
}

/// Returns a string for the line table, or `otherwise` if it is empty.
fn line_string(string: &str, otherwise: &str) -> LineString {
    let bytes = text(string);
    LineString::String(match bytes.is_empty() {
        true => otherwise.into(),
        false => bytes,
    })
}

/// Creates the line table with the source files.
fn start_lines(dwarf: &mut DwarfUnit, info: &SourceInfo) -> (FileId, Vec<FileId>) {
    let first = info.files.first();
    let (name, folder) = first.map_or(("", ""), |file| (&file.name, &file.directory));
    let mut lines = LineProgram::new(
        ENCODING,
        LineEncoding::default(),
        line_string(folder, "."),
        None,
        line_string(name, "unknown"),
        None,
    );
    let folder = lines.default_directory();
    let unknown = lines.add_file(line_string(name, "unknown"), folder, None);
    let files = info.files.iter().map(|file| {
        let folder = lines.add_directory(line_string(&file.directory, "."));
        lines.add_file(line_string(&file.name, "unknown"), folder, None)
    });
    let files = files.collect();
    dwarf.unit.line_program = lines;
    (unknown, files)
}

impl Maker<'_> {
    fn unit(&mut self, addresses: &Addresses) {
        let first = self.info.files.first();
        let (name, folder) = first.map_or(("", ""), |file| (&file.name, &file.directory));
        let strings = &mut self.dwarf.strings;
        let [name, folder, producer] =
            [text(name), text(folder), text(PRODUCER)].map(|text| strings.add(text));
        let is_cpp = |scope: &Scope| scope.symbol.starts_with("_Z");
        let language = match self.info.scopes.iter().any(is_cpp) {
            true => DW_LANG_C_plus_plus_14,
            false => DW_LANG_C11,
        };
        let root = self.dwarf.unit.root();
        let root = self.dwarf.unit.get_mut(root);
        root.set(DW_AT_producer, AttributeValue::StringRef(producer));
        root.set(DW_AT_language, AttributeValue::Language(language));
        root.set(DW_AT_name, AttributeValue::StringRef(name));
        root.set(DW_AT_comp_dir, AttributeValue::StringRef(folder));
        let size = addresses.end() - CODE_BASE;
        root.set(DW_AT_low_pc, address(CODE_BASE));
        root.set(DW_AT_high_pc, AttributeValue::Udata(size.into()));
    }

    /// Writes the lines of a function.
    fn lines(&mut self, function: &FunctionInfo, start: u32) {
        let scope = self.scope_of(function);
        if scope.is_none() || function.inst_count == 0 {
            return;
        }
        // Instructions before the first line get the location of the function's declaration.
        let declared = scope.map_or((self.unknown, 0), |scope| {
            (self.file(scope.file), scope.line)
        });
        let lines = &mut self.dwarf.unit.line_program;
        lines.begin_sequence(Some(Address::Constant(start.into())));
        let mut begun = false;
        for &(inst, place) in &function.places {
            let place = place.and_then(|place| self.info.places.get(place as usize));
            let row = lines.row();
            row.address_offset = inst.into();
            (row.file, row.line, row.column) = match place {
                Some(place) => {
                    begun = true;
                    let file = self.files.get(place.file as usize).copied();
                    let file = file.unwrap_or(self.unknown);
                    (file, place.line.into(), place.column.into())
                }
                None if !begun => (declared.0, declared.1.into(), 0),
                None => (row.file, 0, 0),
            };
            row.is_statement = true;
            lines.generate_row();
        }
        lines.end_sequence(function.inst_count.into());
    }

    fn scope_of(&self, function: &FunctionInfo) -> Option<&Scope> {
        let scope = self.info.scope_of(function)?;
        self.info.scopes.get(scope as usize)
    }

    fn file(&self, file: u32) -> FileId {
        let file = self.files.get(file as usize).copied();
        file.unwrap_or(self.unknown)
    }

    /// Writes the entry of a function, and those of the calls that were inlined into it.
    fn function(&mut self, function: &FunctionInfo, start: u32) {
        let root = self.dwarf.unit.root();
        let entry = self.dwarf.unit.add(root, DW_TAG_subprogram);
        let described = self.scope_of(function).cloned();
        let scope = described.clone().unwrap_or_default();
        let symbol = Scope {
            symbol: match scope.name.is_empty() || scope.name == function.symbol {
                true => String::new(),
                false => function.symbol.clone(),
            },
            name: match scope.name.is_empty() {
                true => function.symbol.clone(),
                false => scope.name.clone(),
            },
            ..scope
        };
        self.describe(entry, &symbol, described.is_some());
        let item = self.dwarf.unit.get_mut(entry);
        item.set(DW_AT_external, AttributeValue::FlagPresent);
        item.set(DW_AT_low_pc, address(start));
        let size = AttributeValue::Udata(function.inst_count.into());
        item.set(DW_AT_high_pc, size);
        let blocks = Blocks::write(&mut self.dwarf, self.info, function, start, entry);
        let below = (start, entry, &blocks);
        let (dwarf, types) = (&mut self.dwarf, &self.types);
        write_locals(dwarf, self.info, types, &self.files, function, below);
        let mut entries: Vec<UnitEntryId> = Vec::new();
        for node in nodes(self.info, function) {
            let call = self.info.places.get(node.call as usize).copied();
            let parent = match node.parent {
                Some(parent) => entries[parent],
                None => {
                    let block = call.map_or(0, |call| call.block);
                    blocks.at(self.info, block).unwrap_or(entry)
                }
            };
            let origin = self.abstract_entry(node.scope);
            let inlined = self.dwarf.unit.add(parent, DW_TAG_inlined_subroutine);
            entries.push(inlined);
            let at = |inst: u32| Address::Constant(u64::from(start) + u64::from(inst));
            let ranges = node.ranges.iter().map(|&(begin, end)| Range::StartLength {
                begin: at(begin),
                length: u64::from(end - begin),
            });
            let ranges = self
                .dwarf
                .unit
                .ranges
                .add(RangeList(ranges.collect::<Vec<_>>()));
            let file = call.map(|call| self.file(call.file));
            let item = self.dwarf.unit.get_mut(inlined);
            if let Some(origin) = origin {
                item.set(DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
            }
            item.set(DW_AT_ranges, AttributeValue::RangeListRef(ranges));
            if let Some(call) = call {
                item.set(DW_AT_call_file, AttributeValue::FileIndex(file));
                item.set(DW_AT_call_line, AttributeValue::Udata(call.line.into()));
                item.set(DW_AT_call_column, AttributeValue::Udata(call.column.into()));
            }
        }
    }

    /// Returns the entry of a source function that its inlined calls refer to.
    fn abstract_entry(&mut self, scope: u32) -> Option<UnitEntryId> {
        if let Some(known) = *self.abstract_entries.get(scope as usize)? {
            return Some(known);
        }
        let described = self.info.scopes.get(scope as usize)?.clone();
        let root = self.dwarf.unit.root();
        let entry = self.dwarf.unit.add(root, DW_TAG_subprogram);
        self.describe(entry, &described, true);
        let item = self.dwarf.unit.get_mut(entry);
        item.set(DW_AT_inline, AttributeValue::Inline(DW_INL_inlined));
        self.abstract_entries[scope as usize] = Some(entry);
        Some(entry)
    }

    /// Sets the names and the declaration of a function's entry.
    fn describe(&mut self, entry: UnitEntryId, scope: &Scope, is_declared: bool) {
        let file = self.file(scope.file);
        let strings = &mut self.dwarf.strings;
        let [name, symbol] = [&scope.name, &scope.symbol]
            .map(|name| AttributeValue::StringRef(strings.add(text(name))));
        let item = self.dwarf.unit.get_mut(entry);
        item.set(DW_AT_name, name);
        if !scope.symbol.is_empty() {
            item.set(DW_AT_linkage_name, symbol);
        }
        if is_declared {
            item.set(DW_AT_decl_file, AttributeValue::FileIndex(Some(file)));
            item.set(DW_AT_decl_line, AttributeValue::Udata(scope.line.into()));
        }
    }
}

fn address(address: u32) -> AttributeValue {
    AttributeValue::Address(Address::Constant(address.into()))
}
