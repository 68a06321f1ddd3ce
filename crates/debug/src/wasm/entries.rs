//! Converts the entries of a unit: functions, inlined calls, blocks, variables and types.

#![expect(
    non_upper_case_globals,
    reason = "they are gimli's names of DWARF's constants"
)]

use super::code::{ByAddress, Code, WasmFrame, WasmFunction};
use super::room::Room;
use super::unit::Slice;
use crate::scopes::ranges;
use gimli::read::{self, Attribute, DebuggingInformationEntry, Dwarf, Operation};
use gimli::write::{
    Address, AttributeValue, Expression, FileId, Range, RangeList, StringTable, Unit, UnitEntryId,
};
use gimli::{
    DW_AT_frame_base, DW_AT_high_pc, DW_AT_location, DW_AT_low_pc, DW_AT_producer, DW_AT_ranges,
    DW_AT_sibling, DW_AT_stmt_list, DW_OP_stack_value, DW_TAG_inlined_subroutine,
    DW_TAG_lexical_block, DW_TAG_subprogram, DwAt, UnitOffset,
};
use std::collections::HashMap;

/// Maximum nesting of entries. More deeply nested entries are omitted.
const MAX_DEPTH: usize = 256;

/// Estimated sizes of an entry and an attribute in the output, in bytes.
const ENTRY: usize = 64;
const ATTRIBUTE: usize = 16;

type Entry<'s> = DebuggingInformationEntry<Slice<'s>>;

/// The state of the conversion of a unit's entries.
pub(super) struct Entries<'c, 's> {
    source: &'c Dwarf<Slice<'s>>,
    unit: &'c read::Unit<Slice<'s>>,
    code: &'c Code,
    files: &'c [FileId],
    /// The new entry for each offset in the debug file.
    known: HashMap<UnitOffset, UnitEntryId>,
    /// Attributes that refer to other entries, which may not have been converted yet.
    references: Vec<(UnitEntryId, DwAt, UnitOffset)>,
    /// The functions of the unit that have code.
    functions: Vec<&'c WasmFunction>,
    /// The pieces of the function that was added last.
    pieces: ByAddress,
}

impl<'c, 's> Entries<'c, 's> {
    pub(super) fn new(
        source: &'c Dwarf<Slice<'s>>,
        unit: &'c read::Unit<Slice<'s>>,
        code: &'c Code,
        files: &'c [FileId],
    ) -> Entries<'c, 's> {
        Entries {
            source,
            unit,
            code,
            files,
            known: HashMap::new(),
            references: Vec::new(),
            functions: Vec::new(),
            pieces: ByAddress::default(),
        }
    }

    /// Returns the module's functions in this unit. The unit must have been converted.
    pub(super) fn functions(&self) -> &[&'c WasmFunction] {
        &self.functions
    }

    /// Converts all entries.
    pub(super) fn convert(
        &mut self,
        made: &mut Unit,
        strings: &mut StringTable,
        room: &mut Room,
    ) -> Result<(), String> {
        // The enclosing entries of the next one; `None` for those that are omitted.
        let mut stack: Vec<(isize, Option<UnitEntryId>)> = Vec::new();
        let mut entries = self.unit.entries();
        let damaged = |error| format!("the debug file is damaged: {error}");
        while let Some(entry) = entries.next_dfs().map_err(damaged)? {
            let depth = entry.depth();
            while stack.last().is_some_and(|(around, _)| *around >= depth) {
                stack.pop();
            }
            room.take(ENTRY)?;
            let new = match stack.last() {
                None if self.known.is_empty() => Some(made.root()),
                None | Some((_, None)) => None,
                Some((_, Some(_))) if stack.len() >= MAX_DEPTH => None,
                Some(&(_, Some(parent))) => self.add(made, entry, parent, room)?,
            };
            if let Some(new) = new {
                self.known.insert(entry.offset(), new);
                for attribute in entry.attrs() {
                    room.take(ATTRIBUTE)?;
                    if let Some(value) = self.value(new, attribute, strings, room)? {
                        made.get_mut(new).set(attribute.name(), value);
                    }
                }
            }
            if entry.has_children() {
                stack.push((depth, new));
            }
        }
        for &(entry, name, target) in &self.references {
            if let Some(&target) = self.known.get(&target) {
                made.get_mut(entry)
                    .set(name, AttributeValue::UnitRef(target));
            }
        }
        Ok(())
    }

    /// Adds an entry with the addresses of its code. Returns `None` if the module does not contain
    /// its code.
    fn add(
        &mut self,
        made: &mut Unit,
        entry: &Entry<'s>,
        parent: UnitEntryId,
        room: &mut Room,
    ) -> Result<Option<UnitEntryId>, String> {
        let tag = entry.tag();
        let found = ranges(self.source, self.unit, entry);
        room.take(found.len() * ATTRIBUTE)?;
        match (tag, found.first()) {
            (DW_TAG_subprogram, Some(&(start, _))) => {
                let Some(function) = self.code.function(start) else {
                    return Ok(None);
                };
                self.functions.push(function);
                self.pieces = ByAddress::of(function);
                let new = made.add(parent, tag);
                let item = made.get_mut(new);
                item.set(DW_AT_low_pc, address(function.start));
                let size = AttributeValue::Udata((function.end - function.start).into());
                item.set(DW_AT_high_pc, size);
                let base = AttributeValue::Exprloc(frame_base(function.frame));
                item.set(DW_AT_frame_base, base);
                Ok(Some(new))
            }
            (DW_TAG_inlined_subroutine | DW_TAG_lexical_block, _) => {
                let code = self.pieces.code(&found, room)?;
                let list = code.iter().map(|&(begin, end)| Range::StartEnd {
                    begin: Address::Constant(begin.into()),
                    end: Address::Constant(end.into()),
                });
                let list: Vec<Range> = list.collect();
                if list.is_empty() {
                    return Ok(None);
                }
                let list = made.ranges.add(RangeList(list));
                let new = made.add(parent, tag);
                let ranges = AttributeValue::RangeListRef(list);
                made.get_mut(new).set(DW_AT_ranges, ranges);
                Ok(Some(new))
            }
            _ => Ok(Some(made.add(parent, tag))),
        }
    }

    /// Returns the new value of an attribute, or `None` if the attribute is about code or is
    /// omitted.
    fn value(
        &mut self,
        entry: UnitEntryId,
        attribute: &Attribute<Slice<'s>>,
        strings: &mut StringTable,
        room: &mut Room,
    ) -> Result<Option<AttributeValue>, String> {
        use read::AttributeValue as Known;
        let name = attribute.name();
        let is_code = matches!(
            name,
            DW_AT_frame_base
                | DW_AT_high_pc
                | DW_AT_low_pc
                | DW_AT_producer
                | DW_AT_ranges
                | DW_AT_sibling
                | DW_AT_stmt_list
        );
        if is_code {
            return Ok(None);
        }
        Ok(Some(match attribute.value() {
            Known::Data1(number) => AttributeValue::Udata(number.into()),
            Known::Data2(number) => AttributeValue::Udata(number.into()),
            Known::Data4(number) => AttributeValue::Udata(number.into()),
            Known::Data8(number) | Known::Udata(number) => AttributeValue::Udata(number),
            Known::Sdata(number) => AttributeValue::Sdata(number),
            Known::Flag(true) => AttributeValue::FlagPresent,
            Known::Encoding(encoding) => AttributeValue::Encoding(encoding),
            Known::Language(language) => AttributeValue::Language(language),
            Known::Inline(inline) => AttributeValue::Inline(inline),
            Known::FileIndex(index) => {
                let index = usize::try_from(index).ok();
                let file = index.and_then(|index| self.files.get(index));
                return Ok(file.map(|&file| AttributeValue::FileIndex(Some(file))));
            }
            Known::UnitRef(target) => {
                self.references.push((entry, name, target));
                return Ok(None);
            }
            Known::Exprloc(expression) if name == DW_AT_location => {
                return match self.is_of_memory(expression) {
                    true => {
                        room.take(expression.0.len())?;
                        let raw = Expression::raw(expression.0.to_vec());
                        Ok(Some(AttributeValue::Exprloc(raw)))
                    }
                    false => Ok(None),
                };
            }
            text @ (Known::String(_)
            | Known::DebugStrRef(_)
            | Known::DebugLineStrRef(_)
            | Known::DebugStrOffsetsIndex(_)) => {
                let Ok(text) = self.source.attr_string(self.unit, text) else {
                    return Ok(None);
                };
                let bytes = text.slice();
                let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                room.take(bytes.len())?;
                AttributeValue::StringRef(strings.add(bytes))
            }
            _ => return Ok(None),
        }))
    }

    /// Returns true if an expression computes an address in the program's memory, without
    /// registers, which WebAssembly does not have, and without references to other entries.
    fn is_of_memory(&self, expression: read::Expression<Slice<'s>>) -> bool {
        let mut operations = expression.operations(self.unit.encoding());
        loop {
            match operations.next() {
                Ok(None) => return true,
                Ok(Some(
                    Operation::Address { .. }
                    | Operation::And
                    | Operation::Deref { .. }
                    | Operation::FrameOffset { .. }
                    | Operation::Minus
                    | Operation::Plus
                    | Operation::PlusConstant { .. }
                    | Operation::SignedConstant { .. }
                    | Operation::UnsignedConstant { .. },
                )) => {}
                _ => return false,
            }
        }
    }
}

/// Returns the frame base of a function, which is the value of a local or a global. The function's
/// variables are below this address.
fn frame_base(frame: WasmFrame) -> Expression {
    let mut base = Expression::new();
    match frame {
        WasmFrame::Local(number) => base.op_wasm_local(number),
        WasmFrame::Global(number) => base.op_wasm_global(number),
    }
    base.op(DW_OP_stack_value);
    base
}

fn address(address: u32) -> AttributeValue {
    AttributeValue::Address(Address::Constant(address.into()))
}
