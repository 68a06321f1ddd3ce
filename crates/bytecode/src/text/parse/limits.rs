//! Limits that this implementation sets where the language sets none. Nesting
//! has none: nothing recurses on it.

/// The longest text, in bytes: places are numbers of 32 bits.
pub(super) const MAX_TEXT: usize = u32::MAX as usize;

/// How much of a word that is not expected is shown, in bytes.
pub(super) const MAX_FOUND: usize = 60;

/// How deep types are shown in messages, and how many components of each.
pub(super) const MAX_SHOWN: usize = 4;

/// How long the text of a type in a message may become before it is cut short.
pub(super) const MAX_TYPE: usize = 120;

/// To find out whether a recursive type without a name equals another one, all
/// types are compared, so the types that may be compared in a text are limited:
/// to this many, and [`COMPARED_TYPES_PER_BYTE`] for each byte of the text.
pub(super) const COMPARED_TYPES: u64 = 1 << 20;

/// See [`COMPARED_TYPES`].
pub(super) const COMPARED_TYPES_PER_BYTE: u64 = 16;
