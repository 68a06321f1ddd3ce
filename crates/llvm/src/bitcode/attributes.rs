//! Attributes: groups of them, and lists of groups.
//!
//! Since LLVM 3.3, a group states the slot that it is for (the function, its result, a parameter),
//! and a list names groups. Earlier, a list consisted of pairs of a slot and a word of bits. Some
//! attributes need more than a word in later releases, such as the type of `byval`. They are
//! completed at their use, in [`FileAttributes::list_for`].

use std::collections::BTreeMap;

use pinnacle_bitstream::{Event, Reader};

use super::constants::charge;
use super::error::ErrorKind;
use super::record::{Operands, Result, bad, bytes, signed};
use super::records::{AttributeGroupCode, AttributesCode};
use super::types::{FileType, FileTypes};
use crate::attributes::{Attribute, AttributeKind};
use crate::ids::{AttributeListId, AttributeSetId};
use crate::module::Module;

/// The slot of the function itself. Slot 0 is its result, and the parameters follow.
const FUNCTION: u64 = 0xFFFF_FFFF;

/// The attributes of a file.
#[derive(Default)]
pub(super) struct FileAttributes {
    groups: BTreeMap<u64, Group>,
    /// Each list, and true if an attribute in it lacks its type.
    lists: Vec<(AttributeListId, bool)>,
    /// True if LLVM 2.x wrote the file, where one bit means [`HOTPATCH`]. `None` until that is
    /// known.
    pub(super) of_llvm_2: Option<bool>,
    /// The program that wrote the file, if the file names it.
    producer: Vec<u8>,
}

/// The highest attribute kind of LLVM 19.
const MAX_KIND: u64 = 95;

/// Rejects a kind that no release up to 19 has, unless a later release or another program wrote the
/// file. These kinds are hints, so the file can be read without them.
fn check_kind(kind: u64, producer: &[u8]) -> Result<()> {
    let release = producer.strip_prefix(b"LLVM").map(|rest| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
        digits.fold(0u64, |number, &byte| {
            number
                .saturating_mul(10)
                .saturating_add(u64::from(byte - b'0'))
        })
    });
    let may_have_it = match release {
        Some(release) => release > 19,
        None => !producer.is_empty(),
    };
    if kind <= MAX_KIND || may_have_it {
        return Ok(());
    }
    let producer = match producer {
        [] => "before 3.8".into(),
        _ => String::from_utf8_lossy(producer),
    };
    let message = format!(
        "attribute kind {kind} is not one of LLVM 2.0 to 19; the file was written by \
        {producer}"
    );
    Err(bad(ErrorKind::BadAttribute, message))
}

/// The bit that LLVM 2.9 had for functions that can be patched while they run. From 3.0 on it
/// is `returns_twice`.
const HOTPATCH: u64 = 1 << 40;

/// The attributes of one slot.
#[derive(Clone, Copy)]
struct Group {
    place: u64,
    set: AttributeSetId,
    /// True if an attribute lacks its type.
    lacks_type: bool,
}

impl Group {
    fn new(module: &mut Module, place: u64, attributes: &[Attribute]) -> Group {
        let untyped = |attribute: &Attribute| match *attribute {
            Attribute::Enum(kind) => has_type(kind),
            _ => false,
        };
        Group {
            place,
            set: module.attributes.set(attributes),
            lacks_type: attributes.iter().any(untyped),
        }
    }
}

/// The memory effects of an attribute that describes them, as two bits for each location: memory
/// reached through arguments, memory that the module cannot access, and all other memory.
pub(crate) fn memory_effects(kind: AttributeKind) -> Option<u64> {
    use AttributeKind as K;
    Some(match kind {
        K::ReadNone => 0,
        K::ReadOnly => 0b01_01_01,
        K::WriteOnly => 0b10_10_10,
        K::ArgMemOnly => 0b00_00_11,
        K::InaccessibleMemOnly => 0b00_11_00,
        K::InaccessibleMemOrArgMemOnly => 0b00_11_11,
        _ => return None,
    })
}

/// Returns true if the kind has a type.
pub(crate) const fn has_type(kind: AttributeKind) -> bool {
    use AttributeKind as K;
    matches!(
        kind,
        K::ByVal | K::StructRet | K::InAlloca | K::Preallocated | K::ByRef | K::ElementType
    )
}

/// Returns true if the kind has a number.
pub(crate) const fn has_number(kind: AttributeKind) -> bool {
    use AttributeKind as K;
    matches!(
        kind,
        K::Align
            | K::StackAlign
            | K::Dereferenceable
            | K::DereferenceableOrNull
            | K::AllocSize
            | K::VScaleRange
            | K::UwTable
            | K::AllocKind
            | K::Memory
            | K::NoFpClass
    )
}

/// The bit of each attribute in the word that releases before LLVM 3.3 wrote, except for the
/// alignments.
const OLD_BITS: &[(u32, AttributeKind)] = {
    use AttributeKind as K;
    &[
        (0, K::ZExt),
        (1, K::SExt),
        (2, K::NoReturn),
        (3, K::InReg),
        (4, K::StructRet),
        (5, K::NoUnwind),
        (6, K::NoAlias),
        (7, K::ByVal),
        (8, K::Nest),
        (9, K::ReadNone),
        (10, K::ReadOnly),
        (11, K::NoInline),
        (12, K::AlwaysInline),
        (13, K::OptimizeForSize),
        (14, K::StackProtect),
        (15, K::StackProtectReq),
        (21, K::NoCapture),
        (22, K::NoRedZone),
        (23, K::NoImplicitFloat),
        (24, K::Naked),
        (25, K::InlineHint),
        (29, K::ReturnsTwice),
        (30, K::UwTable),
        (31, K::NonLazyBind),
        (32, K::SanitizeAddress),
        (33, K::MinSize),
        (34, K::NoDuplicate),
        (35, K::StackProtectStrong),
        (36, K::SanitizeThread),
        (37, K::SanitizeMemory),
        (38, K::NoBuiltin),
        (39, K::Returned),
        (40, K::Cold),
        (41, K::Builtin),
        (42, K::OptimizeNone),
        (43, K::InAlloca),
        (44, K::NonNull),
        (45, K::JumpTable),
    ]
};

/// Attributes of functions that releases before LLVM 2.4 listed among those of the result:
/// `noreturn`, `nounwind`, `readnone`, `readonly`.
const OF_FUNCTIONS: u64 = 1 << 2 | 1 << 5 | 1 << 9 | 1 << 10;

/// Returns the present form of an attribute without a number or a type.
fn plain(kind: AttributeKind) -> Attribute {
    match kind {
        // The table for unwinding at any instruction.
        AttributeKind::UwTable => Attribute::Int(kind, 2),
        _ => Attribute::Enum(kind),
    }
}

impl FileAttributes {
    /// An empty set of attributes for a file written by this program. `producer` is empty if the
    /// file does not name it.
    pub(super) fn of(producer: &[u8]) -> FileAttributes {
        FileAttributes {
            producer: producer.to_vec(),
            ..FileAttributes::default()
        }
    }

    /// Returns the list with this record number; 0 is the empty list.
    pub(super) fn list(&self, number: u64) -> Result<(AttributeListId, bool)> {
        let Some(index) = number.checked_sub(1) else {
            return Ok((AttributeListId::EMPTY, false));
        };
        let list = usize::try_from(index)
            .ok()
            .and_then(|index| self.lists.get(index));
        list.copied().ok_or_else(|| {
            let count = self.lists.len();
            let message = format!("attribute list {number} is used, but there are {count}");
            bad(ErrorKind::BadAttribute, message)
        })
    }

    pub(super) fn read_groups(
        &mut self,
        module: &mut Module,
        types: &FileTypes,
        reader: &mut Reader<'_>,
    ) -> Result<()> {
        loop {
            match reader.next()? {
                Event::Record
                    if AttributeGroupCode(reader.record().code) == AttributeGroupCode::ENTRY =>
                {
                    let record = reader.record();
                    self.group(module, types, record.operands)
                        .map_err(|error| error.at(record.position))?;
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::Record | Event::DefineAbbreviation => {}
            }
        }
    }

    pub(super) fn read_lists(
        &mut self,
        module: &mut Module,
        budget: &mut u64,
        reader: &mut Reader<'_>,
    ) -> Result<()> {
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    self.list_record(module, budget, AttributesCode(record.code), record.operands)
                        .map_err(|error| error.at(record.position))?;
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn group(&mut self, module: &mut Module, types: &FileTypes, all: &[u64]) -> Result<()> {
        let mut operands = Operands::new(all);
        let number = operands.next()?;
        let place = operands.next()?;
        let mut attributes = Vec::new();
        let mut effects = None;
        let mut keeps_frames = false;
        while operands.left() > 0 {
            let form = operands.next()?;
            let attribute = match form {
                0 | 1 | 5 | 6 => {
                    let number = operands.next()?;
                    check_kind(number, &self.producer)?;
                    let kind = AttributeKind::from_number(number);
                    let argument = if form % 5 == 1 {
                        Some(operands.next()?)
                    } else {
                        None
                    };
                    match kind {
                        // Kinds of later releases are hints that can be ignored.
                        None => continue,
                        Some(kind) if form < 2 => numbered(kind, argument)?,
                        Some(kind) => typed(kind, argument, types)?,
                    }
                }
                3 | 4 => {
                    let key = string(&mut operands)?;
                    let value = if form == 4 {
                        string(&mut operands)?
                    } else {
                        Vec::new()
                    };
                    keeps_frames |= key == b"no-frame-pointer-elim" && value == b"true";
                    if types.as_written {
                        written_text(module, &key, &value)
                    } else {
                        text(module, &key, &value, keeps_frames)
                    }
                }
                7 => match range(module, &mut operands)? {
                    Some(attribute) => attribute,
                    None => continue,
                },
                8 => {
                    // Only `initializes` has a list of ranges, and it is an optimisation hint.
                    operands.next()?;
                    let count = operands.next()?;
                    let width = operands.next()?;
                    for _ in 0..count {
                        bounds(width, &mut operands)?;
                    }
                    continue;
                }
                _ => {
                    let message = format!("an attribute has the unknown form {form}");
                    return Err(bad(ErrorKind::BadAttribute, message));
                }
            };
            if let (Attribute::Enum(kind), FUNCTION, false) = (attribute, place, types.as_written)
                && let Some(allowed) = memory_effects(kind)
            {
                effects = Some(effects.unwrap_or(0b11_11_11) & allowed);
                continue;
            }
            attributes.push(attribute);
        }
        if let Some(effects) = effects {
            attributes.push(Attribute::Int(AttributeKind::Memory, effects));
        }
        let group = Group::new(module, place, &attributes);
        self.groups.insert(number, group);
        Ok(())
    }

    fn list_record(
        &mut self,
        module: &mut Module,
        budget: &mut u64,
        code: AttributesCode,
        all: &[u64],
    ) -> Result<()> {
        let mut groups = Vec::with_capacity(all.len());
        match code {
            AttributesCode::ENTRY_OLD => {
                let has_function = all.chunks(2).any(|pair| pair[0] == FUNCTION);
                for pair in all.chunks(2) {
                    let &[place, mut bits] = pair else {
                        return Err(super::record::short(all.len()));
                    };
                    let moved = bits & OF_FUNCTIONS;
                    if place == 0 && !has_function && moved != 0 {
                        groups.push(Group::new(module, FUNCTION, &old(FUNCTION, moved)?));
                        bits &= !OF_FUNCTIONS;
                        if bits == 0 {
                            continue;
                        }
                    }
                    let is_hotpatch = self.of_llvm_2 == Some(true) && bits & HOTPATCH != 0;
                    if is_hotpatch {
                        bits &= !HOTPATCH;
                    }
                    let mut attributes = old(place, bits)?;
                    if is_hotpatch {
                        attributes.push(hotpatch(module));
                    }
                    groups.push(Group::new(module, place, &attributes));
                }
            }
            AttributesCode::ENTRY => {
                for number in all {
                    let Some(&group) = self.groups.get(number) else {
                        let message = format!("attribute group {number} does not exist");
                        return Err(bad(ErrorKind::BadAttribute, message));
                    };
                    groups.push(group);
                }
            }
            _ => return Ok(()),
        }
        groups.sort_by_key(|group| group.place);
        if groups.windows(2).any(|pair| pair[0].place == pair[1].place) {
            let message = "an attribute list has two groups for the same place";
            return Err(bad(ErrorKind::BadAttribute, message));
        }
        let (mut function, mut result) = (AttributeSetId::EMPTY, AttributeSetId::EMPTY);
        let mut parameters = Vec::new();
        let mut lacks_type = false;
        for group in groups {
            match group.place {
                FUNCTION => function = group.set,
                0 => result = group.set,
                place => {
                    let index = usize::try_from(place - 1).unwrap_or(usize::MAX);
                    if index >= MAX_PARAMETERS {
                        let message = format!(
                            "an attribute list has attributes for parameter {index}, which is out \
                             of range"
                        );
                        return Err(bad(ErrorKind::BadAttribute, message));
                    }
                    parameters.resize(index, AttributeSetId::EMPTY);
                    parameters.push(group.set);
                    lacks_type |= group.lacks_type;
                }
            }
        }
        // A list may skip the parameters before the last one.
        charge(budget, parameters.len() as u64)?;
        let list = module.attributes.list(function, result, &parameters);
        self.lists.push((list, lacks_type));
        Ok(())
    }

    /// The list for a function with these parameters. Attributes that lack a type get the pointee
    /// type of the parameter.
    pub(super) fn list_for(
        &self,
        number: u64,
        module: &mut Module,
        types: &FileTypes,
        parameters: &[FileType],
    ) -> Result<AttributeListId> {
        let (list, lacks_type) = self.list(number)?;
        if !lacks_type || types.as_written {
            return Ok(list);
        }
        let mut changes = Vec::new();
        for (index, &parameter) in (0..).zip(parameters) {
            for kind in untyped(module, list, index) {
                let pointee = types.model(types.pointee(parameter)?)?;
                changes.push((index, Attribute::Type(kind, pointee)));
            }
        }
        Ok(with_changes(
            module,
            list,
            parameters.len(),
            &changes,
            false,
        ))
    }
}

/// Iterates over the attribute kinds of a parameter that lack a type.
pub(super) fn untyped(
    module: &Module,
    list: AttributeListId,
    parameter: u32,
) -> impl Iterator<Item = AttributeKind> + use<> {
    let set = module.attributes.parameter(list, parameter as usize);
    let all = module.attributes.attributes(set);
    let mut kinds = [None; 4];
    let untyped = all.iter().filter_map(|&attribute| match attribute {
        Attribute::Enum(kind) if has_type(kind) => Some(kind),
        _ => None,
    });
    // They exclude each other, so more than one is unusual.
    for (kind, place) in untyped.zip(&mut kinds) {
        *place = Some(kind);
    }
    kinds.into_iter().flatten()
}

/// Returns a list for `count` parameters after some changes. Each change adds an attribute to a
/// parameter or replaces the one of the same kind. Changes are in parameter order and use the
/// original numbers. With `without_fourth`, the fourth parameter is removed and those after it move
/// up.
pub(crate) fn with_changes(
    module: &mut Module,
    list: AttributeListId,
    count: usize,
    changes: &[(u32, Attribute)],
    without_fourth: bool,
) -> AttributeListId {
    let table = &mut module.attributes;
    let whole = table.get(list);
    let mut sets = Vec::with_capacity(count);
    let mut rest = changes;
    for parameter in 0..count {
        let set = table.parameter(list, parameter);
        let here = rest.partition_point(|&(at, _)| at as usize <= parameter);
        let (changes, behind) = rest.split_at(here);
        rest = behind;
        if changes.is_empty() {
            sets.push(set);
            continue;
        }
        let mut all = table.attributes(set).to_vec();
        for &(_, change) in changes {
            match all.iter_mut().find(|one| one.kind() == change.kind()) {
                Some(one) => *one = change,
                None => all.push(change),
            }
        }
        sets.push(table.set(&all));
    }
    if without_fourth && sets.len() > 3 {
        sets.remove(3);
    }
    table.list(whole.function, whole.result, &sets)
}

/// Maximum number of parameters with attributes. It bounds memory, because a file can name a high
/// slot without the ones before it.
const MAX_PARAMETERS: usize = 1 << 12;

/// Returns the attributes in a word that releases before LLVM 3.3 wrote.
fn old(place: u64, word: u64) -> Result<Vec<Attribute>> {
    let mut attributes = Vec::new();
    // The bits above 16 were moved up to make room for a whole alignment.
    let align = word >> 16 & 0xFFFF;
    let bits = (word & 0xF_FFFF << 32) >> 11 | word & 0xFFFF;
    if align > 0 {
        attributes.push(numbered(AttributeKind::Align, Some(align))?);
    }
    let stack_align = bits >> 26 & 7;
    if stack_align > 0 {
        attributes.push(Attribute::Int(
            AttributeKind::StackAlign,
            1 << (stack_align - 1),
        ));
    }
    let mut effects = None;
    for &(bit, kind) in OLD_BITS {
        if bits >> bit & 1 == 0 {
            continue;
        }
        match memory_effects(kind) {
            Some(allowed) if place == FUNCTION => {
                effects = Some(effects.unwrap_or(0b11_11_11) & allowed);
            }
            _ => attributes.push(plain(kind)),
        }
    }
    if let Some(effects) = effects {
        attributes.push(Attribute::Int(AttributeKind::Memory, effects));
    }
    Ok(attributes)
}

/// Returns the form that LLVM now has for `hotpatch` of 2.9.
pub(crate) fn hotpatch(module: &mut Module) -> Attribute {
    text(
        module,
        b"patchable-function",
        b"prologue-short-redirect",
        false,
    )
}

fn numbered(kind: AttributeKind, number: Option<u64>) -> Result<Attribute> {
    let Some(number) = number else {
        if has_number(kind) && kind != AttributeKind::UwTable || kind == AttributeKind::Range {
            let message = format!("the attribute {} needs a number", kind.text());
            return Err(bad(ErrorKind::BadAttribute, message));
        }
        return Ok(plain(kind));
    };
    let is_align = matches!(kind, AttributeKind::Align | AttributeKind::StackAlign);
    if !has_number(kind) || is_align && (!number.is_power_of_two() || number > 1 << 32) {
        let message = format!(
            "the attribute {} cannot have the number {number}",
            kind.text()
        );
        return Err(bad(ErrorKind::BadAttribute, message));
    }
    Ok(Attribute::Int(kind, number))
}

fn typed(kind: AttributeKind, ty: Option<u64>, types: &FileTypes) -> Result<Attribute> {
    if !has_type(kind) {
        let message = format!("the attribute {} has a type", kind.text());
        return Err(bad(ErrorKind::BadAttribute, message));
    }
    match ty {
        None => Ok(Attribute::Enum(kind)),
        Some(ty) => Ok(Attribute::Type(kind, types.model(types.by_number(ty)?)?)),
    }
}

/// Reads a zero-terminated string.
fn string(operands: &mut Operands<'_>) -> Result<Vec<u8>> {
    let length = operands.rest().iter().position(|&byte| byte == 0);
    let length = length.ok_or_else(|| super::record::short(operands.all.len()))?;
    let text = bytes(operands.take(length as u64)?);
    operands.next()?;
    Ok(text)
}

/// Converts a string attribute. Some have become other attributes.
pub(crate) fn text(module: &mut Module, key: &[u8], value: &[u8], keeps_frames: bool) -> Attribute {
    let (key, value): (&[u8], &[u8]) = match (key, value) {
        (b"null-pointer-is-valid", b"true") => {
            return Attribute::Enum(AttributeKind::NullPointerIsValid);
        }
        (b"no-frame-pointer-elim", b"true") => (b"frame-pointer", b"all"),
        (b"no-frame-pointer-elim", _) => (b"frame-pointer", b"none"),
        // Only applies if the frame pointer is not kept everywhere.
        (b"no-frame-pointer-elim-non-leaf", _) if keeps_frames => (b"frame-pointer", b"all"),
        (b"no-frame-pointer-elim-non-leaf", _) => (b"frame-pointer", b"non-leaf"),
        other => other,
    };
    written_text(module, key, value)
}

/// A string attribute in its original form.
pub(crate) fn written_text(module: &mut Module, key: &[u8], value: &[u8]) -> Attribute {
    let key = module.names.add_even_empty(key);
    let value = module.names.add_even_empty(value);
    Attribute::Text { key, value }
}

/// The bounds of a range of integers of at most 64 bits. Wider ones are skipped and give `None`.
fn bounds(width: u64, operands: &mut Operands<'_>) -> Result<Option<(u64, u64)>> {
    if width <= 64 {
        let low = signed(operands.next()?) as u64;
        return Ok(Some((low, signed(operands.next()?) as u64)));
    }
    let counts = operands.next()?;
    operands.take((counts & 0xFFFF_FFFF) + (counts >> 32))?;
    Ok(None)
}

fn range(module: &mut Module, operands: &mut Operands<'_>) -> Result<Option<Attribute>> {
    let kind = AttributeKind::from_number(operands.next()?);
    let width = operands.next()?;
    let bounds = bounds(width, operands)?;
    let (Some((low, high)), Some(AttributeKind::Range)) = (bounds, kind) else {
        return Ok(None);
    };
    let Ok(width @ 1..) = u32::try_from(width) else {
        return Err(bad(ErrorKind::BadAttribute, "a range has zero bits"));
    };
    let low = module.int(width, low);
    Ok(Some(Attribute::Range(low, module.int(width, high))))
}
