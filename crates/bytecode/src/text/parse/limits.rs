//! Limits of this implementation; the language sets none. Nesting is not limited, because nothing
//! recurses on it.

/// Maximum length of a text in bytes. Offsets are 32-bit numbers.
pub(super) const MAX_TEXT: usize = u32::MAX as usize;

/// To find out whether an unnamed recursive type equals another one, all types must be compared.
/// The number of comparisons in a text is limited to this number plus [`COMPARED_TYPES_PER_BYTE`]
/// for each byte of the text.
pub(super) const COMPARED_TYPES: u64 = 1 << 20;

/// See [`COMPARED_TYPES`].
pub(super) const COMPARED_TYPES_PER_BYTE: u64 = 16;
