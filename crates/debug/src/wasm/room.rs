//! Limits the output that is produced from a debug file, which may be malicious.

/// Maximum number of bytes of strings, expressions, ranges and lines. Each one is counted at every
/// use, because a small file can refer to a large part repeatedly.
const MAX_BYTES: usize = 1 << 30;

/// Number of bytes that may still be used.
#[derive(Debug)]
pub(super) struct Room(usize);

impl Room {
    pub(super) fn new() -> Room {
        Room(MAX_BYTES)
    }

    /// Subtracts a number of bytes from the remaining ones.
    ///
    /// # Errors
    ///
    /// Fails with a message if too few bytes are left.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), String> {
        match self.0.checked_sub(bytes) {
            Some(rest) => {
                self.0 = rest;
                Ok(())
            }
            None => Err(format!(
                "the debug file describes more than {} MiB of DWARF; \
                 expected a file that the finaliser wrote",
                MAX_BYTES >> 20
            )),
        }
    }
}
