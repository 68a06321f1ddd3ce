//! Makes pictures of programs for lists on request, by running the programs for a moment. They are
//! cached until the server ends.

use crate::files::Files;
use crate::kept::Kept;
use cap_std::time::SystemTime;
use hyper::body::Bytes;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of cached pictures, and their maximum total size in bytes.
const MAX_PICTURES: usize = 1_000;
const MAX_KEPT: usize = 64 << 20;

/// The page, manifest or program that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A file, by its path below the folder that is served.
    File(&'a str),
    /// A capture of the web archive that is served: its time, `/`, and its URL.
    Capture(&'a str),
}

/// Makes pictures of programs.
pub trait MakePicture: Send + Sync {
    /// Runs a program for a moment and returns its most detailed picture, as PNG.
    ///
    /// # Errors
    ///
    /// Fails with a message for the user if the program cannot run or shows nothing.
    fn picture(&self, subject: Subject<'_>) -> Result<Vec<u8>, String>;
}

/// A cache of the pictures of programs.
#[derive(Clone)]
pub(crate) struct Pictures {
    maker: Arc<dyn MakePicture>,
    kept: Arc<Kept<Version>>,
}

/// The modification time and the size of a file. `None` for a capture, because an archive does not
/// change while it is served.
type Version = Option<(Option<SystemTime>, u64)>;

impl fmt::Debug for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pictures").finish_non_exhaustive()
    }
}

impl Pictures {
    pub(crate) fn new(maker: Arc<dyn MakePicture>) -> Pictures {
        Pictures {
            maker,
            kept: Arc::new(Kept::new(MAX_PICTURES, MAX_KEPT)),
        }
    }

    /// Returns the picture of a file below the folder, or an error message. Blocks while it is
    /// made.
    pub(crate) fn of_file(&self, files: &Files, path: &str) -> Result<Bytes, String> {
        let metadata = files.status(Path::new(path));
        let metadata = metadata.map_err(|error| format!("{path}: {error}"))?;
        let version = (metadata.modified().ok(), metadata.len());
        self.get(path, Some(version), Subject::File(path))
    }

    /// Returns the picture of a capture, or an error message. Blocks while it is made.
    pub(crate) fn of_capture(&self, place: &str) -> Result<Bytes, String> {
        self.get(place, None, Subject::Capture(place))
    }

    fn get(&self, name: &str, version: Version, subject: Subject<'_>) -> Result<Bytes, String> {
        let make = || self.maker.picture(subject).map(Bytes::from);
        self.kept.get(name, version, make)
    }
}
