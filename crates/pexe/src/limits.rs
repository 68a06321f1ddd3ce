//! Limits that this implementation sets where the format sets none, and what the
//! format allows in its container.

use pinnacle_bitstream::Profile;

/// What PNaCl allows in its bitstreams: the manual sets the widest abbreviation
/// index ("Default Abbreviations"), and knows no blobs.
pub const PROFILE: Profile = Profile {
    format: "PNaCl",
    max_abbreviation_width: 16,
    blobs: false,
    names_in_block_info: false,
};

/// How many errors of one file are reported; that there are more is noted.
pub const MAX_ERRORS: usize = 1000;

/// Where it cannot be known whether a wrong record stands for a value or a
/// terminator, what follows is read with either guess, and the one that
/// explains more is kept. So many records of a function are guessed about.
pub const MAX_GUESSES: usize = 8;

/// The greatest number of bytes that one zero-fill initialiser may stand for:
/// what fits in the address space.
pub const MAX_ZEROFILL: u64 = u32::MAX as u64;
