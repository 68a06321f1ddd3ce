//! Writes the entries of types.

#![expect(
    non_upper_case_globals,
    reason = "they are gimli's names of DWARF's constants"
)]

use super::text;
use crate::info::SourceInfo;
use crate::variables::{TypeInfo, TypePart};
use gimli::write::{AttributeValue, DwarfUnit, UnitEntryId};
use gimli::{
    DW_AT_bit_size, DW_AT_byte_size, DW_AT_const_value, DW_AT_count, DW_AT_data_bit_offset,
    DW_AT_data_member_location, DW_AT_declaration, DW_AT_encoding, DW_AT_name, DW_AT_prototyped,
    DW_AT_type, DW_TAG_array_type, DW_TAG_atomic_type, DW_TAG_base_type, DW_TAG_class_type,
    DW_TAG_const_type, DW_TAG_enumeration_type, DW_TAG_enumerator, DW_TAG_formal_parameter,
    DW_TAG_inheritance, DW_TAG_member, DW_TAG_namespace, DW_TAG_pointer_type,
    DW_TAG_reference_type, DW_TAG_restrict_type, DW_TAG_rvalue_reference_type,
    DW_TAG_structure_type, DW_TAG_subrange_type, DW_TAG_subroutine_type, DW_TAG_typedef,
    DW_TAG_union_type, DW_TAG_unspecified_parameters, DW_TAG_unspecified_type,
    DW_TAG_volatile_type, DwAte, DwTag,
};

/// Maximum number of types and namespaces that enclose a type.
const MAX_DEPTH: usize = 64;

/// The tags of types that are written. Types with other tags become unspecified types.
const TAGS: [DwTag; 16] = [
    DW_TAG_array_type,
    DW_TAG_atomic_type,
    DW_TAG_base_type,
    DW_TAG_class_type,
    DW_TAG_const_type,
    DW_TAG_enumeration_type,
    DW_TAG_namespace,
    DW_TAG_pointer_type,
    DW_TAG_reference_type,
    DW_TAG_restrict_type,
    DW_TAG_rvalue_reference_type,
    DW_TAG_structure_type,
    DW_TAG_subroutine_type,
    DW_TAG_typedef,
    DW_TAG_union_type,
    DW_TAG_volatile_type,
];

/// The entry of each type in [`SourceInfo::types`].
#[derive(Debug, Default)]
pub(super) struct Types {
    entries: Vec<Option<UnitEntryId>>,
}

impl Types {
    /// Writes the entries of all types.
    pub(super) fn write(dwarf: &mut DwarfUnit, info: &SourceInfo) -> Types {
        let mut types = Types {
            entries: vec![None; info.types.len()],
        };
        for index in 0..info.types.len() {
            types.place(dwarf, info, index as u32);
        }
        for (index, ty) in info.types.iter().enumerate() {
            types.describe(dwarf, info, index as u32, ty);
        }
        types
    }

    /// Returns the entry of a type, or `None` for a namespace.
    pub(super) fn of(&self, info: &SourceInfo, index: Option<u32>) -> Option<UnitEntryId> {
        let index = index? as usize;
        let ty = info.types.get(index)?;
        let entry = self.entries.get(index).copied().flatten();
        entry.filter(|_| tag(ty) != DW_TAG_namespace)
    }

    /// Returns the entry of a scope, or `None` for the unit itself.
    pub(super) fn scope(&self, info: &SourceInfo, index: Option<u32>) -> Option<UnitEntryId> {
        let index = index? as usize;
        let entry = self.entries.get(index).copied().flatten();
        entry.filter(|_| info.types.get(index).is_some_and(is_scope))
    }

    /// Creates the entry of a type below the entries of its scopes.
    fn place(&mut self, dwarf: &mut DwarfUnit, info: &SourceInfo, index: u32) {
        let mut chain = Vec::new();
        let mut next = Some(index);
        while let Some(index) = next {
            let ty = info.types.get(index as usize).filter(|ty| {
                let is_first = chain.is_empty();
                (is_first || is_scope(ty)) && !chain.contains(&index)
            });
            let Some(ty) = ty.filter(|_| chain.len() < MAX_DEPTH) else {
                break;
            };
            if self.entries[index as usize].is_some() {
                break;
            }
            chain.push(index);
            next = ty.scope;
        }
        for index in chain.into_iter().rev() {
            let ty = &info.types[index as usize];
            let parent = self.scope(info, ty.scope);
            let parent = parent.unwrap_or_else(|| dwarf.unit.root());
            self.entries[index as usize] = Some(dwarf.unit.add(parent, tag(ty)));
        }
    }

    fn describe(&self, dwarf: &mut DwarfUnit, info: &SourceInfo, index: u32, ty: &TypeInfo) {
        let Some(entry) = self.entries[index as usize] else {
            return;
        };
        self.name(dwarf, info, entry, ty.name);
        let tag = tag(ty);
        let has_size = matches!(
            tag,
            DW_TAG_base_type
                | DW_TAG_class_type
                | DW_TAG_enumeration_type
                | DW_TAG_pointer_type
                | DW_TAG_structure_type
                | DW_TAG_union_type
        );
        let base = self.of(info, ty.base);
        let item = dwarf.unit.get_mut(entry);
        if let Some(base) = base.filter(|_| tag != DW_TAG_base_type && tag != DW_TAG_namespace) {
            item.set(DW_AT_type, AttributeValue::UnitRef(base));
        }
        if ty.is_declaration {
            item.set(DW_AT_declaration, AttributeValue::FlagPresent);
        } else if has_size && (ty.bits > 0 || tag != DW_TAG_pointer_type) {
            item.set(DW_AT_byte_size, AttributeValue::Udata(ty.bits / 8));
        }
        match tag {
            DW_TAG_base_type => {
                let encoding = AttributeValue::Encoding(DwAte(ty.encoding));
                item.set(DW_AT_encoding, encoding);
            }
            DW_TAG_subroutine_type => item.set(DW_AT_prototyped, AttributeValue::FlagPresent),
            _ => {}
        }
        for part in &ty.parts {
            self.part(dwarf, info, entry, part);
        }
    }

    fn part(&self, dwarf: &mut DwarfUnit, info: &SourceInfo, entry: UnitEntryId, part: &TypePart) {
        let tag = DwTag(part.tag);
        if !matches!(
            tag,
            DW_TAG_member
                | DW_TAG_inheritance
                | DW_TAG_enumerator
                | DW_TAG_subrange_type
                | DW_TAG_formal_parameter
                | DW_TAG_unspecified_parameters
        ) {
            return;
        }
        let entry = dwarf.unit.add(entry, tag);
        self.name(dwarf, info, entry, part.name);
        let ty = self.of(info, part.ty);
        let item = dwarf.unit.get_mut(entry);
        if let Some(ty) = ty {
            item.set(DW_AT_type, AttributeValue::UnitRef(ty));
        }
        let value = u64::try_from(part.value).ok();
        match tag {
            DW_TAG_enumerator => item.set(DW_AT_const_value, AttributeValue::Sdata(part.value)),
            DW_TAG_subrange_type => {
                if let Some(count) = value {
                    item.set(DW_AT_count, AttributeValue::Udata(count));
                }
            }
            DW_TAG_member if part.bits > 0 => {
                item.set(DW_AT_bit_size, AttributeValue::Udata(part.bits));
                let offset = AttributeValue::Udata(value.unwrap_or(0));
                item.set(DW_AT_data_bit_offset, offset);
            }
            DW_TAG_member | DW_TAG_inheritance => {
                let offset = AttributeValue::Udata(value.unwrap_or(0) / 8);
                item.set(DW_AT_data_member_location, offset);
            }
            _ => {}
        }
    }

    fn name(
        &self,
        dwarf: &mut DwarfUnit,
        info: &SourceInfo,
        entry: UnitEntryId,
        name: Option<u32>,
    ) {
        if let Some(name) = name.and_then(|name| info.names.get(name as usize)) {
            let name = AttributeValue::StringRef(dwarf.strings.add(text(name)));
            dwarf.unit.get_mut(entry).set(DW_AT_name, name);
        }
    }
}

/// Returns the tag that is written for a type.
fn tag(ty: &TypeInfo) -> DwTag {
    let tag = DwTag(ty.tag);
    match TAGS.contains(&tag) {
        true => tag,
        false => DW_TAG_unspecified_type,
    }
}

/// Returns true if a type can contain other types.
fn is_scope(ty: &TypeInfo) -> bool {
    matches!(
        tag(ty),
        DW_TAG_namespace | DW_TAG_structure_type | DW_TAG_class_type | DW_TAG_union_type
    )
}
