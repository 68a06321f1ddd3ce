//! Constants that setjmp and longjmp share.

use pinnacle_pexe::Type;

/// The number of the tag.
pub(crate) const TAG: u32 = 0;

/// The contents of the exception: the activation of the function that called setjmp, the number of
/// the call in this function, the stack pointer, and the value.
pub(crate) const TAG_PARAMS: &[Type] = &[Type::I64, Type::I32, Type::I32, Type::I32];
