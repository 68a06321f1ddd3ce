//! Reads members of containers (`archive!member`) and compressed files.

use crate::output::{BAD_FILE, Failure};
use pinnacle_archive::{
    self as archive, Compression, Error, ErrorKind, Limits, Opened, SEPARATOR, Source,
};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The name of a member: the path of its container, and the member's name in there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    /// A file, or `-` for standard input.
    pub(crate) container: PathBuf,
    pub(crate) member: String,
}

impl Name {
    /// Splits the name of a member. Returns `None` for an existing file whose own name contains the
    /// separator.
    pub(crate) fn of(path: &Path) -> Option<Name> {
        let text = path.to_str()?;
        if !text.contains(SEPARATOR) || path.exists() {
            return None;
        }
        let mut places = text.match_indices(SEPARATOR).map(|(place, _)| place);
        let is_there = |place: &usize| {
            let container = &text[..*place];
            container == "-" || Path::new(container).is_file()
        };
        let place = places.find(is_there)?;
        Some(Name {
            container: text[..place].into(),
            member: text[place + 1..].to_owned(),
        })
    }

    /// Opens the container, if it is a file.
    pub(crate) fn source(&self) -> Result<Source<'static>, Failure> {
        let file = File::open(&self.container).and_then(Source::file);
        file.map_err(|error| {
            let name = self.container.display();
            Failure::new(format!("cannot read {name}: {error}"))
        })
    }

    /// Reads the member.
    pub(crate) fn read(&self, container: Source<'_>) -> Result<Vec<u8>, Failure> {
        let found = archive::find(container, &self.member, &Limits::default());
        found.map_err(|error| self.failure(&error))
    }

    /// Returns the failure for a member that cannot be read.
    pub(crate) fn failure(&self, error: &Error) -> Failure {
        let name = self.container.display().to_string();
        match error.kind() {
            ErrorKind::NotFound => failure(&name, error)
                .hint(format!("`pinnacle info {name}` names the programs in it")),
            _ => failure(&format!("{name}{SEPARATOR}{}", self.member), error),
        }
    }
}

/// Decompresses a file. A container is returned unchanged.
pub(crate) fn unpacked(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    if Compression::of(&bytes).is_none() {
        return Ok(bytes);
    }
    let unpacked = match archive::open(Source::bytes(&bytes), &Limits::default()) {
        Ok(Opened::Container(_)) => None,
        Ok(Opened::File(plain)) => Some(plain.read().map_err(|error| failure(name, &error))?),
        Err(error) => return Err(failure(name, &error)),
    };
    Ok(unpacked.unwrap_or(bytes))
}

/// Returns the failure for a container or a member that cannot be read.
pub(crate) fn failure(name: &str, error: &Error) -> Failure {
    let failure = match error.kind() {
        ErrorKind::System => Failure::new(format!("cannot read {name}: {error}")),
        _ => Failure::with_status(vec![format!("{name}: {error}")], BAD_FILE),
    };
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}
