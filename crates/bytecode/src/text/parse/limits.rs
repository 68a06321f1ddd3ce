//! Limits of this implementation; the language sets none. Nesting is not limited, because nothing
//! recurses on it.

/// The longest text, in bytes: places are numbers of 32 bits.
pub(super) const MAX_TEXT: usize = u32::MAX as usize;

/// To find out whether a recursive type without a name equals another one, all
/// types are compared, so the types that may be compared in a text are limited:
/// to this many, and [`COMPARED_TYPES_PER_BYTE`] for each byte of the text.
pub(super) const COMPARED_TYPES: u64 = 1 << 20;

/// See [`COMPARED_TYPES`].
pub(super) const COMPARED_TYPES_PER_BYTE: u64 = 16;
