//! Writes variables and the blocks that contain them.

use super::text;
use super::types::Types;
use crate::info::{FunctionInfo, SourceInfo};
use crate::values;
use crate::variables::{FrameSlot, Home, VariableInfo};
use gimli::write::{
    Address, AttributeValue, DwarfUnit, Expression, FileId, Location, LocationList, Range,
    RangeList, UnitEntryId,
};
use gimli::{
    DW_AT_decl_file, DW_AT_decl_line, DW_AT_external, DW_AT_frame_base, DW_AT_location, DW_AT_name,
    DW_AT_ranges, DW_AT_type, DW_OP_and, DW_OP_call_frame_cfa, DW_OP_lit8, DW_OP_minus,
    DW_TAG_formal_parameter, DW_TAG_lexical_block, DW_TAG_variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of blocks that enclose a location.
const MAX_DEPTH: usize = 64;

/// The entries of those blocks of a function that have variables.
#[derive(Debug, Default)]
pub(super) struct Blocks(BTreeMap<u32, UnitEntryId>);

impl Blocks {
    /// Writes the blocks of a function below its entry.
    pub(super) fn write(
        dwarf: &mut DwarfUnit,
        info: &SourceInfo,
        function: &FunctionInfo,
        start: u32,
        entry: UnitEntryId,
    ) -> Blocks {
        let variables = function.variables.iter();
        let wanted: BTreeSet<u32> = variables.map(|it| it.block).filter(|&it| it > 0).collect();
        let mut blocks = Blocks::default();
        if wanted.is_empty() {
            return blocks;
        }
        let mut ranges: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for (index, &(begin, place)) in function.places.iter().enumerate() {
            let next = function.places.get(index + 1);
            let end = next.map_or(function.inst_count, |&(next, _)| next);
            let Some(place) = place.filter(|_| begin < end) else {
                continue;
            };
            let outermost = info.chain(place).last().copied().unwrap_or(place);
            let block = info.places.get(outermost as usize).map_or(0, |it| it.block);
            for block in around(info, block).filter(|block| wanted.contains(block)) {
                let ranges = ranges.entry(block).or_default();
                match ranges.last_mut() {
                    Some(last) if last.1 == begin => last.1 = end,
                    _ => ranges.push((begin, end)),
                }
            }
        }
        // Enclosing blocks come first.
        for (block, ranges) in ranges {
            let parent = blocks.at(info, outer(info, block)).unwrap_or(entry);
            let entry = dwarf.unit.add(parent, DW_TAG_lexical_block);
            let range = |(begin, end)| Range::StartLength {
                begin: Address::Constant(u64::from(start) + u64::from(begin)),
                length: u64::from(end - begin),
            };
            let ranges = ranges.into_iter().map(range).collect();
            let ranges = dwarf.unit.ranges.add(RangeList(ranges));
            let item = dwarf.unit.get_mut(entry);
            item.set(DW_AT_ranges, AttributeValue::RangeListRef(ranges));
            blocks.0.insert(block, entry);
        }
        blocks
    }

    /// Returns the entry of a block, or of the innermost enclosing block that has an entry.
    pub(super) fn at(&self, info: &SourceInfo, block: u32) -> Option<UnitEntryId> {
        around(info, block).find_map(|block| self.0.get(&block).copied())
    }
}

/// Returns the enclosing block of a block, or 0.
fn outer(info: &SourceInfo, block: u32) -> u32 {
    let index = (block as usize).checked_sub(1);
    let outer = index.and_then(|index| info.blocks.get(index)).copied();
    outer.filter(|&outer| outer < block).unwrap_or(0)
}

/// Returns a block and its enclosing blocks, innermost first.
fn around(info: &SourceInfo, block: u32) -> impl Iterator<Item = u32> {
    let next = |&block: &u32| Some(outer(info, block)).filter(|&outer| outer > 0);
    let first = Some(block).filter(|&block| block > 0);
    std::iter::successors(first, next).take(MAX_DEPTH)
}

/// Writes the parameters and variables of a function.
pub(super) fn write_locals(
    dwarf: &mut DwarfUnit,
    info: &SourceInfo,
    types: &Types,
    files: &[FileId],
    function: &FunctionInfo,
    (start, entry, blocks): (u32, UnitEntryId, &Blocks),
) {
    let mut sorted: Vec<&VariableInfo> = function.variables.iter().collect();
    sorted.sort_by_key(|it| (it.parameter == 0, it.parameter, it.line));
    let is_framed = |it: &&VariableInfo| matches!(it.home, Home::Frame(_));
    if sorted.iter().any(is_framed) {
        // The stub stores the stack pointer at the call below the return address.
        let mut base = Expression::new();
        base.op(DW_OP_call_frame_cfa);
        base.op(DW_OP_lit8);
        base.op(DW_OP_minus);
        base.op_deref();
        let base = AttributeValue::Exprloc(base);
        dwarf.unit.get_mut(entry).set(DW_AT_frame_base, base);
    }
    for variable in sorted {
        let parent = match variable.block {
            0 => entry,
            // A block without code has no visible variables.
            block => match blocks.0.get(&block) {
                Some(&block) => block,
                None => continue,
            },
        };
        let tag = match variable.parameter {
            0 => DW_TAG_variable,
            _ => DW_TAG_formal_parameter,
        };
        let written = dwarf.unit.add(parent, tag);
        describe(dwarf, info, types, files, written, variable);
        if let Home::Values(ranges) = &variable.home {
            let list = ranges.iter().map(|range| {
                let mut data = Expression::new();
                place_of_value(&mut data, range.value);
                if range.is_address {
                    data.op_deref();
                }
                Location::StartLength {
                    begin: Address::Constant(u64::from(start) + u64::from(range.start)),
                    length: u64::from(range.end - range.start),
                    data,
                }
            });
            let list = LocationList(list.collect());
            let list = AttributeValue::LocationListRef(dwarf.unit.locations.add(list));
            dwarf.unit.get_mut(written).set(DW_AT_location, list);
        }
    }
}

/// Writes the global variables.
pub(super) fn write_globals(
    dwarf: &mut DwarfUnit,
    info: &SourceInfo,
    types: &Types,
    files: &[FileId],
) {
    for variable in &info.globals {
        // The compiler represents string literals as variables without names.
        if is_nameless(info, variable) {
            continue;
        }
        let parent = types.scope(info, variable.scope);
        let parent = parent.unwrap_or_else(|| dwarf.unit.root());
        let entry = dwarf.unit.add(parent, DW_TAG_variable);
        describe(dwarf, info, types, files, entry, variable);
        let item = dwarf.unit.get_mut(entry);
        item.set(DW_AT_external, AttributeValue::FlagPresent);
    }
}

fn is_nameless(info: &SourceInfo, variable: &VariableInfo) -> bool {
    let name = info.names.get(variable.name as usize);
    name.is_none_or(String::is_empty)
}

fn describe(
    dwarf: &mut DwarfUnit,
    info: &SourceInfo,
    types: &Types,
    files: &[FileId],
    entry: UnitEntryId,
    variable: &VariableInfo,
) {
    let name = info.names.get(variable.name as usize);
    let name = name.filter(|name| !name.is_empty());
    let name = name.map(|name| dwarf.strings.add(text(name)));
    let ty = types.of(info, variable.ty);
    let item = dwarf.unit.get_mut(entry);
    if let Some(name) = name {
        item.set(DW_AT_name, AttributeValue::StringRef(name));
    }
    if let Some(ty) = ty {
        item.set(DW_AT_type, AttributeValue::UnitRef(ty));
    }
    // The compiler's own variables, such as `this`, have no declaration.
    let is_declared = variable.line > 0;
    if let Some(&file) = files.get(variable.file as usize).filter(|_| is_declared) {
        item.set(DW_AT_decl_file, AttributeValue::FileIndex(Some(file)));
        item.set(DW_AT_decl_line, AttributeValue::Udata(variable.line.into()));
    }
    if let Some(location) = location(variable) {
        item.set(DW_AT_location, AttributeValue::Exprloc(location));
    }
}

/// Appends operations that compute the address of a value of the call; see [`values`].
fn place_of_value(expression: &mut Expression, value: u32) {
    expression.op(DW_OP_call_frame_cfa);
    expression.op_constu(values::DISTANCE.into());
    expression.op(DW_OP_minus);
    expression.op_deref();
    expression.op_plus_uconst((value * values::SIZE).into());
}

fn location(variable: &VariableInfo) -> Option<Expression> {
    let mut found = Expression::new();
    match &variable.home {
        Home::Nowhere | Home::Values(_) => return None,
        &Home::Address(address) => found.op_addr(Address::Constant(address.into())),
        &Home::Pointer(value) => {
            place_of_value(&mut found, value);
            found.op_deref();
        }
        Home::Frame(FrameSlot(steps)) => {
            for (index, &(size, alignment)) in steps.iter().enumerate() {
                match index {
                    0 => found.op_fbreg(-i64::from(size)),
                    _ => {
                        found.op_constu(size.into());
                        found.op(DW_OP_minus);
                    }
                }
                if alignment > FrameSlot::ALIGNMENT {
                    found.op_constu((!(alignment - 1)).into());
                    found.op(DW_OP_and);
                }
            }
        }
    }
    if variable.is_indirect {
        found.op_deref();
    }
    if variable.offset > 0 {
        found.op_plus_uconst(variable.offset.into());
    }
    Some(found)
}
