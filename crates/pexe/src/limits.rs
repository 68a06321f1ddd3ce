//! Defines limits where the format has none, and the bitstream features that the format allows.

use pinnacle_bitstream::Profile;

/// The limits of PNaCl's bitstreams. The manual defines the maximum width of abbreviation indices
/// ("Default Abbreviations"). There are no blobs.
pub const PROFILE: Profile = Profile {
    format: "PNaCl",
    max_abbreviation_width: 16,
    blobs: false,
    names_in_block_info: false,
};

/// Maximum number of errors reported for one file. If there are more, a note says so.
pub const MAX_ERRORS: usize = 1000;

/// Maximum number of ambiguous records in a function. If an invalid record may be a value or a
/// terminator, the rest is decoded with each guess, and the guess that leads to fewer errors is
/// kept.
pub const MAX_GUESSES: usize = 8;

/// Maximum number of zero bytes of an initialiser, which is limited by the address space.
pub const MAX_ZEROFILL: u64 = u32::MAX as u64;
