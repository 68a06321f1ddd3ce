//! The profile of the streams in tests.

use pinnacle_bitstream::Profile;

/// A format with little in it.
pub(crate) const PROFILE: Profile = Profile {
    format: "this format",
    max_abbreviation_width: 16,
    blobs: false,
    names_in_block_info: false,
};
