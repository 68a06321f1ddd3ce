//! Variables of the source and their types.
//!
//! Tags and encodings are DWARF's numbers. Names and types are indices into the tables of
//! [`SourceInfo`](crate::SourceInfo).

/// A type, or a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeInfo {
    /// The tag: `DW_TAG_base_type` and so on.
    pub tag: u16,
    /// Its name, if it has one.
    pub name: Option<u32>,
    /// Its size in bits, or 0.
    pub bits: u64,
    /// The encoding of a base type.
    pub encoding: u8,
    /// The type that it is made of.
    pub base: Option<u32>,
    /// The type or namespace that contains it.
    pub scope: Option<u32>,
    /// True if its contents are not known.
    pub is_declaration: bool,
    /// Members, enumerators, dimensions or parameters.
    pub parts: Vec<TypePart>,
}

/// A part of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypePart {
    /// The tag: `DW_TAG_member` and so on.
    pub tag: u16,
    /// Its name, if it has one.
    pub name: Option<u32>,
    /// Its type.
    pub ty: Option<u32>,
    /// The offset of a member in bits, the value of an enumerator, or the length of a
    /// dimension, -1 if that is not known.
    pub value: i64,
    /// The bits of a bit-field, or 0.
    pub bits: u64,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableInfo {
    /// Its name.
    pub name: u32,
    /// Its type.
    pub ty: Option<u32>,
    /// The namespace or the type that a global variable is in.
    pub scope: Option<u32>,
    /// Its file.
    pub file: u32,
    /// The line that it is declared at, or 0.
    pub line: u32,
    /// The number of a parameter from 1 on, or 0.
    pub parameter: u32,
    /// The block of the function that contains it: an index plus one, or 0.
    pub block: u32,
    /// The place of the variable.
    pub home: Home,
    /// True if the memory there holds not the variable but its address.
    pub is_indirect: bool,
    /// Offset that is added to the address.
    pub offset: u32,
}

/// The place of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// None that a debugger could find.
    Nowhere,
    /// An address.
    Address(u32),
    /// Memory of the function's frame.
    Frame(FrameSlot),
    /// Memory whose address is a value of the function: the index of the value among the
    /// function's parameters, constants and results.
    Pointer(u32),
    /// Values of the function, each for a range of instructions.
    Values(Vec<ValueRange>),
}

/// Instructions during which a variable is a value of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// The first instruction.
    pub start: u32,
    /// The instruction after the last.
    pub end: u32,
    /// The index of the value among the function's parameters, constants and results.
    pub value: u32,
    /// True if the value is the address of the variable.
    pub is_address: bool,
}

/// Maximum number of steps to an address.
const MAX_STEPS: usize = 8;

/// Memory that a function has taken from its stack. The address is found from the stack pointer
/// at the call, a multiple of 16: for each pair, the first is subtracted, and then the address
/// rounded down to a multiple of the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameSlot(pub Vec<(u32, u32)>);

impl FrameSlot {
    /// The alignment of all stack pointers.
    pub const ALIGNMENT: u32 = 16;

    /// Reserves memory with an alignment that is a power of two. Returns false if the memory is too
    /// large; the address is then unknown.
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
