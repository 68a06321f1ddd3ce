//! Defines limits of the constant offsets of WebAssembly accesses.

use pinnacle_pexe::layout::PAGE_SIZE;

/// Maximum number of bytes of an access.
const MAX_ACCESS: u64 = 16;

/// The offset of an access must be below this, so that engines that reserve four gigabytes and a
/// guard of 32 megabytes need no check.
pub(super) const OFFSET_LIMIT: u64 = (32 << 20) - MAX_ACCESS;

/// The largest constant that may be removed from any sum and become an offset. In 32 bits the sum
/// may wrap around at the end of the address space; it is then an address in page 0, where every
/// access traps. In WebAssembly the sum of base and offset does not wrap around and is then out of
/// bounds, which also traps.
pub(super) const ANY_BASE_LIMIT: u64 = PAGE_SIZE as u64 - MAX_ACCESS;
