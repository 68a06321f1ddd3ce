//! Files with saved states of programs.

use pinnacle_saved_state::file;
use pinnacle_system::state::Reader;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

pub use pinnacle_saved_state::file::Sum;

/// Opens a file with the saved state of a program, whose memory has this size.
///
/// # Errors
///
/// Fails if the file is not a saved state, belongs to another program or version, or is damaged.
pub fn open(path: &Path, program: &Sum, memory: u32) -> Result<Reader, String> {
    let opened =
        File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    file::read(BufReader::new(opened), program, memory)
        .map_err(|what| format!("cannot continue from {}: {what}", path.display()))
}
