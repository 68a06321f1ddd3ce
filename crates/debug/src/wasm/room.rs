//! Limits the size of the output for a debug file, which may be hostile.

/// Maximum number of bytes of texts, expressions, ranges and lines. Each is counted where it is
/// used, so that small files cannot repeat large parts without end.
const MAX_BYTES: usize = 1 << 30;

/// The bytes that may still be used.
#[derive(Debug)]
pub(super) struct Room(usize);

impl Room {
    pub(super) fn new() -> Room {
        Room(MAX_BYTES)
    }

    /// Takes a number of bytes.
    ///
    /// # Errors
    ///
    /// Fails with a message if too few are left.
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
