//! The descriptors of a program in a saved state. All of them refer to standard streams.

use super::descriptors::MAX_DESCRIPTORS;
use super::{FileSystem, GuestPath};
use crate::state::{Reader, Refusal, Unusable, Writer};

/// Maximum length of the working directory.
const MAX_PATH: usize = 1 << 16;

impl FileSystem {
    /// Writes the descriptors and the working directory to a saved state.
    ///
    /// # Errors
    ///
    /// Fails if a file or a directory is open.
    pub fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        self.hand_on();
        let streams = self.descriptors.streams().map_err(|descriptor| {
            Refusal::of(format!(
                "an open file or directory, descriptor {descriptor}"
            ))
        })?;
        to.count(streams.len());
        for stream in streams {
            to.option(stream, Writer::byte);
        }
        to.bytes(&self.getcwd());
        Ok(())
    }

    /// Replaces the descriptors with those of a saved state. They refer to the streams of this run.
    ///
    /// # Errors
    ///
    /// Fails if a stream or the working directory does not exist, or the state is damaged.
    pub fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        self.hand_on();
        let count = from.count(MAX_DESCRIPTORS)?;
        let mut streams = Vec::new();
        for _ in 0..count {
            streams.push(from.option(Reader::byte)?);
        }
        if !self.descriptors.set_streams(&streams) {
            return Err(Unusable::because(
                "the program has closed a standard stream that it had in the saved state",
            ));
        }
        let folder = from.bytes(MAX_PATH)?;
        self.working_directory = GuestPath::root();
        self.chdir(&folder).map_err(|_| {
            Unusable::because(format!(
                "the folder {} of the saved state does not exist; use the same --dir",
                String::from_utf8_lossy(&folder)
            ))
        })
    }

    /// Starts or stops discarding all output to streams.
    pub fn mute(&mut self, is_muted: bool) {
        self.is_muted = is_muted;
    }
}
