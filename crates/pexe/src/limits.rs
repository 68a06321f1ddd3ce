//! Limits that this implementation sets where the format sets none, and what the
//! format allows in its container.

use pinnacle_bitstream::Profile;

/// The limits of PNaCl's bitstreams: the manual sets the widest abbreviation index ("Default
/// Abbreviations"), and has no blobs.
pub const PROFILE: Profile = Profile {
    format: "PNaCl",
    max_abbreviation_width: 16,
    blobs: false,
    names_in_block_info: false,
};

/// Maximum number of errors reported for one file. If there are more, a note says so.
pub const MAX_ERRORS: usize = 1000;

/// Maximum number of ambiguous records per function. If a faulty record may stand for a value or a
/// terminator, the rest is read with either guess, and the guess that explains more is kept.
pub const MAX_GUESSES: usize = 8;

/// The greatest number of bytes that one zero-fill initialiser may stand for:
/// what fits in the address space.
pub const MAX_ZEROFILL: u64 = u32::MAX as u64;
