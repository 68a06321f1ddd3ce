//! Reads the variables and types of debug files.

#![expect(
    non_upper_case_globals,
    reason = "they are gimli's names of DWARF's constants"
)]

use crate::location::Location;
use gimli::{
    AttributeValue, DW_AT_bit_size, DW_AT_byte_size, DW_AT_const_value, DW_AT_count,
    DW_AT_data_bit_offset, DW_AT_data_member_location, DW_AT_encoding, DW_AT_high_pc,
    DW_AT_location, DW_AT_low_pc, DW_AT_name, DW_AT_ranges, DW_AT_type, DW_TAG_array_type,
    DW_TAG_atomic_type, DW_TAG_base_type, DW_TAG_class_type, DW_TAG_const_type,
    DW_TAG_enumeration_type, DW_TAG_enumerator, DW_TAG_formal_parameter, DW_TAG_inheritance,
    DW_TAG_inlined_subroutine, DW_TAG_lexical_block, DW_TAG_member, DW_TAG_namespace,
    DW_TAG_pointer_type, DW_TAG_reference_type, DW_TAG_restrict_type, DW_TAG_rvalue_reference_type,
    DW_TAG_structure_type, DW_TAG_subprogram, DW_TAG_subrange_type, DW_TAG_subroutine_type,
    DW_TAG_typedef, DW_TAG_union_type, DW_TAG_unspecified_type, DW_TAG_variable,
    DW_TAG_volatile_type, DebuggingInformationEntry, DwTag, Dwarf, EndianSlice, LittleEndian, Unit,
};
use std::collections::HashMap;

/// Maximum number of types, members and variables that are read. A debug file may be damaged.
const MAX_ENTRIES: usize = 1 << 22;

/// Maximum nesting of functions, blocks and namespaces around an entry.
const MAX_DEPTH: usize = 256;

type Slice<'s> = EndianSlice<'s, LittleEndian>;
type Entry<'s> = DebuggingInformationEntry<Slice<'s>>;

/// The index of a type in [`Variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);

/// A source type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceType {
    /// Its kind.
    pub kind: TypeKind,
    /// Its name with the enclosing namespaces, or an empty string.
    pub name: String,
    /// Its size in bytes, or 0 if it is unknown.
    pub size: u64,
    /// For a base type, its encoding as a number of DWARF.
    pub encoding: u8,
    /// The type that this type is derived from, such as the target of a pointer.
    pub base: Option<TypeId>,
    /// Members, base classes, enumerators or dimensions.
    pub parts: Vec<SourcePart>,
}

/// The kind of a source type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypeKind {
    /// An unknown type.
    #[default]
    Unknown,
    /// A number, a character or a boolean.
    Base,
    /// A pointer.
    Pointer,
    /// A C++ reference.
    Reference,
    /// A structure, class or union.
    Struct,
    /// An array.
    Array,
    /// An enumeration.
    Enum,
    /// A function.
    Function,
    /// A typedef of its base type.
    Typedef,
    /// The `const` version of its base type.
    Const,
    /// Its base type with another qualifier.
    Qualified,
}

/// A part of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePart {
    /// Its name, or an empty string.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// The value of an enumerator, or the length of a dimension; -1 if it is unknown.
    pub value: i64,
    /// The offset of a member, in bits.
    pub offset: u64,
    /// The size of a bit-field in bits, or 0 for other members.
    pub bits: u64,
    /// True for a base class.
    pub is_base: bool,
}

/// A source variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name. A global variable has the enclosing namespaces in its name.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// The location of the variable, if a debugger can find it.
    pub location: Option<Location>,
    /// True for a parameter.
    pub is_parameter: bool,
    /// The address ranges where the variable is visible; the whole function if empty.
    ranges: Vec<(u32, u32)>,
    /// The nesting depth of its entry.
    depth: usize,
}

/// The address range and the variables of a function.
#[derive(Clone, Debug)]
struct Function {
    start: u32,
    end: u32,
    variables: Vec<Variable>,
}

/// The variables of a program, and their types.
#[derive(Debug, Default)]
pub struct Variables {
    types: Vec<SourceType>,
    globals: Vec<Variable>,
    /// Sorted by address.
    functions: Vec<Function>,
}

impl Variables {
    /// Returns the global variables.
    #[must_use]
    pub fn globals(&self) -> &[Variable] {
        &self.globals
    }

    /// Returns the variables that are visible at an address, those of inner blocks last.
    pub fn locals(&self, address: u32) -> impl DoubleEndedIterator<Item = &Variable> {
        let after = self.functions.partition_point(|it| it.start <= address);
        let function = after
            .checked_sub(1)
            .and_then(|index| self.functions.get(index))
            .filter(|function| address < function.end);
        let variables = function.map_or(&[][..], |function| &function.variables);
        variables.iter().filter(move |variable| {
            let ranges = &variable.ranges;
            let is_within = |&(start, end): &(u32, u32)| (start..end).contains(&address);
            ranges.is_empty() || ranges.iter().any(is_within)
        })
    }

    /// Returns a type.
    #[must_use]
    pub fn ty(&self, id: TypeId) -> Option<&SourceType> {
        self.types.get(id.0 as usize)
    }

    /// Reads the variables of a debug file. Skips those that are invalid.
    pub(crate) fn read(dwarf: &Dwarf<Slice<'_>>) -> Variables {
        let mut reader = Reader::default();
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            if let Ok(unit) = dwarf.unit(header) {
                reader.unit(dwarf, &unit);
            }
            reader.by_offset.clear();
        }
        let mut found = reader.found;
        found.functions.sort_by_key(|function| function.start);
        for function in &mut found.functions {
            function.variables.sort_by_key(|variable| variable.depth);
        }
        found
    }
}

/// An entry that encloses other entries.
#[derive(Clone, Debug)]
enum Around {
    Type(TypeId),
    Namespace(String),
    /// A function or a block, with the address ranges where its variables are visible.
    Code(Vec<(u32, u32)>),
    /// An entry whose contents are skipped.
    Other,
}

#[derive(Default)]
struct Reader {
    found: Variables,
    by_offset: HashMap<usize, TypeId>,
    /// The number of types, members and variables read so far.
    count: usize,
}

impl Reader {
    fn unit<'s>(&mut self, dwarf: &Dwarf<Slice<'s>>, unit: &Unit<Slice<'s>>) {
        let mut stack: Vec<(isize, Around)> = Vec::new();
        let mut entries = unit.entries();
        while let Ok(Some(entry)) = entries.next_dfs() {
            let depth = entry.depth();
            while stack.last().is_some_and(|(around, _)| *around >= depth) {
                stack.pop();
            }
            if self.count >= MAX_ENTRIES {
                return;
            }
            let around = self.entry(dwarf, unit, entry, &stack);
            if entry.has_children() && stack.len() < MAX_DEPTH {
                stack.push((depth, around));
            }
        }
    }

    fn entry<'s>(
        &mut self,
        dwarf: &Dwarf<Slice<'s>>,
        unit: &Unit<Slice<'s>>,
        entry: &Entry<'s>,
        stack: &[(isize, Around)],
    ) -> Around {
        let name = || {
            let value = entry.attr_value(DW_AT_name);
            let text = value.and_then(|value| dwarf.attr_string(unit, value).ok());
            text.map_or_else(String::new, |text| text.to_string_lossy().into_owned())
        };
        let around = stack.last().map(|(_, around)| around);
        if matches!(around, Some(Around::Other)) && entry.tag() != DW_TAG_subprogram {
            return Around::Other;
        }
        match entry.tag() {
            DW_TAG_namespace => Around::Namespace(name()),
            DW_TAG_subprogram => {
                let ranges = ranges(dwarf, unit, entry);
                let Some(&(start, end)) = ranges.first() else {
                    return Around::Other;
                };
                self.count += 1;
                let variables = Vec::new();
                self.found.functions.push(Function {
                    start,
                    end,
                    variables,
                });
                Around::Code(Vec::new())
            }
            DW_TAG_lexical_block => match around {
                Some(Around::Code(_)) => Around::Code(ranges(dwarf, unit, entry)),
                _ => Around::Other,
            },
            DW_TAG_inlined_subroutine => Around::Other,
            DW_TAG_variable | DW_TAG_formal_parameter
                if !matches!(around, Some(Around::Type(_))) =>
            {
                self.count += 1;
                let location = entry.attr_value(DW_AT_location);
                let location = Location::of(dwarf, unit, location);
                self.count += location.as_ref().map_or(0, Location::len);
                let variable = Variable {
                    name: name(),
                    ty: self.reference(entry),
                    location,
                    is_parameter: entry.tag() == DW_TAG_formal_parameter,
                    ranges: Vec::new(),
                    depth: stack.len(),
                };
                self.variable(variable, stack);
                Around::Other
            }
            DW_TAG_member | DW_TAG_inheritance | DW_TAG_enumerator | DW_TAG_subrange_type => {
                if let Some(&Around::Type(id)) = around {
                    self.count += 1;
                    let part = self.part(entry, name());
                    if let Some(ty) = self.found.types.get_mut(id.0 as usize) {
                        ty.parts.push(part);
                    }
                }
                Around::Other
            }
            tag => match kind(tag) {
                Some(kind) => {
                    let id = self.id(entry.offset().0);
                    let ty = SourceType {
                        kind,
                        name: qualified(stack, name()),
                        size: unsigned(entry, DW_AT_byte_size).unwrap_or(match kind {
                            TypeKind::Pointer | TypeKind::Reference => 4,
                            _ => 0,
                        }),
                        encoding: match entry.attr_value(DW_AT_encoding) {
                            Some(AttributeValue::Encoding(encoding)) => encoding.0,
                            _ => 0,
                        },
                        base: self.reference(entry),
                        parts: Vec::new(),
                    };
                    if let Some(place) = self.found.types.get_mut(id.0 as usize) {
                        *place = ty;
                    }
                    Around::Type(id)
                }
                None => Around::Namespace(String::new()),
            },
        }
    }

    /// Adds a variable to the function or the global scope that contains it.
    fn variable(&mut self, variable: Variable, stack: &[(isize, Around)]) {
        let mut variable = variable;
        if variable.name.is_empty() {
            return;
        }
        match stack.last() {
            Some((_, Around::Code(ranges))) => {
                variable.ranges.clone_from(ranges);
                if let Some(function) = self.found.functions.last_mut() {
                    function.variables.push(variable);
                }
            }
            _ => {
                variable.name = qualified(stack, variable.name);
                self.found.globals.push(variable);
            }
        }
    }

    fn part(&mut self, entry: &Entry<'_>, name: String) -> SourcePart {
        let bytes = unsigned(entry, DW_AT_data_member_location).unwrap_or(0);
        let offset = unsigned(entry, DW_AT_data_bit_offset);
        let value = match entry.tag() {
            DW_TAG_enumerator => entry
                .attr_value(DW_AT_const_value)
                .and_then(|value| value.sdata_value()),
            _ => unsigned(entry, DW_AT_count).and_then(|count| i64::try_from(count).ok()),
        };
        SourcePart {
            name,
            ty: self.reference(entry),
            value: value.unwrap_or(-1),
            offset: offset.unwrap_or(bytes.saturating_mul(8)),
            bits: unsigned(entry, DW_AT_bit_size).unwrap_or(0),
            is_base: entry.tag() == DW_TAG_inheritance,
        }
    }

    /// Returns the ID of the type that an entry refers to, which may not have been read yet.
    fn reference(&mut self, entry: &Entry<'_>) -> Option<TypeId> {
        match entry.attr_value(DW_AT_type)? {
            AttributeValue::UnitRef(offset) => Some(self.id(offset.0)),
            _ => None,
        }
    }

    fn id(&mut self, offset: usize) -> TypeId {
        let next = TypeId(self.found.types.len() as u32);
        let id = *self.by_offset.entry(offset).or_insert(next);
        if id == next {
            self.count += 1;
            self.found.types.push(SourceType::default());
        }
        id
    }
}

fn kind(tag: DwTag) -> Option<TypeKind> {
    Some(match tag {
        DW_TAG_base_type => TypeKind::Base,
        DW_TAG_pointer_type => TypeKind::Pointer,
        DW_TAG_reference_type | DW_TAG_rvalue_reference_type => TypeKind::Reference,
        DW_TAG_structure_type | DW_TAG_class_type | DW_TAG_union_type => TypeKind::Struct,
        DW_TAG_array_type => TypeKind::Array,
        DW_TAG_enumeration_type => TypeKind::Enum,
        DW_TAG_subroutine_type => TypeKind::Function,
        DW_TAG_typedef => TypeKind::Typedef,
        DW_TAG_const_type => TypeKind::Const,
        DW_TAG_volatile_type | DW_TAG_restrict_type | DW_TAG_atomic_type => TypeKind::Qualified,
        DW_TAG_unspecified_type => TypeKind::Unknown,
        _ => return None,
    })
}

/// Returns a name with the enclosing namespaces.
fn qualified(stack: &[(isize, Around)], name: String) -> String {
    if name.is_empty() {
        return name;
    }
    let namespaces = stack.iter().filter_map(|(_, around)| match around {
        Around::Namespace(name) if !name.is_empty() => Some(name.as_str()),
        _ => None,
    });
    let parts: Vec<&str> = namespaces.chain([name.as_str()]).collect();
    parts.join("::")
}

fn unsigned(entry: &Entry<'_>, name: gimli::DwAt) -> Option<u64> {
    entry.attr_value(name)?.udata_value()
}

/// Returns the address ranges of a function or block.
pub(crate) fn ranges<'s>(
    dwarf: &Dwarf<Slice<'s>>,
    unit: &Unit<Slice<'s>>,
    entry: &Entry<'s>,
) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let has_code = entry.has_attr(DW_AT_low_pc) && entry.has_attr(DW_AT_high_pc);
    if !has_code && !entry.has_attr(DW_AT_ranges) {
        return found;
    }
    let Ok(mut ranges) = dwarf.die_ranges(unit, entry) else {
        return found;
    };
    while let Ok(Some(range)) = ranges.next() {
        if let (Ok(start), Ok(end)) = (u32::try_from(range.begin), u32::try_from(range.end)) {
            found.push((start, end));
        }
        if found.len() >= MAX_ENTRIES {
            break;
        }
    }
    found
}
