//! Source variables and their types.
//!
//! Tags and encodings are DWARF's numbers. Names and types are indices into the tables of
//! [`SourceInfo`](crate::SourceInfo).

/// A type, or a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeInfo {
    /// The DWARF tag, such as `DW_TAG_base_type`.
    pub tag: u16,
    /// Its name, if it has one.
    pub name: Option<u32>,
    /// Its size in bits, or 0 if it is unknown.
    pub bits: u64,
    /// For a base type, its encoding.
    pub encoding: u8,
    /// The type that this type is derived from, such as the target of a pointer.
    pub base: Option<u32>,
    /// The type or namespace that contains it.
    pub scope: Option<u32>,
    /// True if the type is only declared, so that its contents are unknown.
    pub is_declaration: bool,
    /// Members, enumerators, dimensions or parameters.
    pub parts: Vec<TypePart>,
}

/// A part of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypePart {
    /// The DWARF tag, such as `DW_TAG_member`.
    pub tag: u16,
    /// Its name, if it has one.
    pub name: Option<u32>,
    /// Its type.
    pub ty: Option<u32>,
    /// The offset of a member in bits, the value of an enumerator, or the length of a dimension; -1
    /// for an unknown length.
    pub value: i64,
    /// The size of a bit-field in bits, or 0.
    pub bits: u64,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableInfo {
    /// Its name.
    pub name: u32,
    /// Its type.
    pub ty: Option<u32>,
    /// The namespace or type that contains a global variable.
    pub scope: Option<u32>,
    /// The index of its file.
    pub file: u32,
    /// The line of its declaration, or 0.
    pub line: u32,
    /// The number of a parameter, counted from 1, or 0 for other variables.
    pub parameter: u32,
    /// The block of the function that contains it, as an index plus one, or 0.
    pub block: u32,
    /// The location of the variable.
    pub home: Home,
    /// True if the location contains the variable's address and not its value.
    pub is_indirect: bool,
    /// An offset in bytes that is added to the address.
    pub offset: u32,
}

/// The location of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// No location that a debugger could find.
    Nowhere,
    /// A fixed address.
    Address(u32),
    /// Memory in the function's stack frame.
    Frame(FrameSlot),
    /// Memory whose address is a value of the function. The number is the value's index among the
    /// function's parameters, constants and results.
    Pointer(u32),
    /// Values of the function, each for a range of instructions.
    Values(Vec<ValueRange>),
}

/// A range of instructions for which a variable is a value of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// The first instruction.
    pub start: u32,
    /// The instruction after the last one.
    pub end: u32,
    /// The index of the value among the function's parameters, constants and results.
    pub value: u32,
    /// True if the value is the address of the variable and not its contents.
    pub is_address: bool,
}

/// Maximum number of steps for computing an address.
const MAX_STEPS: usize = 8;

/// Stack memory of a function. Its address is computed from the stack pointer at the call, which is
/// a multiple of 16. For each pair, the first number is subtracted, and then the address is rounded
/// down to a multiple of the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameSlot(pub Vec<(u32, u32)>);

impl FrameSlot {
    /// The alignment of all stack pointers, in bytes.
    pub const ALIGNMENT: u32 = 16;

    /// Reserves memory whose alignment is a power of two. Returns false if the memory is too large
    /// or has too many steps; its address is then unknown.
    #[must_use]
    pub fn take(&mut self, size: u32, alignment: u32) -> bool {
        let alignment = alignment.max(FrameSlot::ALIGNMENT);
        if alignment == FrameSlot::ALIGNMENT {
            let Some(size) = size.checked_next_multiple_of(alignment) else {
                return false;
            };
            if let Some((last, FrameSlot::ALIGNMENT)) = self.0.last_mut() {
                let sum = last.checked_add(size);
                *last = sum.unwrap_or(*last);
                return sum.is_some();
            }
            self.0.push((size, alignment));
            return true;
        }
        self.0.push((size, alignment));
        self.0.len() <= MAX_STEPS
    }
}
