//! Errors of a container or one of its members.

use std::fmt;
use std::io;

/// Maximum number of characters of a name in an error.
const MAX_SHOWN: usize = 100;

/// The reason why a container or a member cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// Kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The system cannot read the file.
    System,
    /// The bytes are not those of the format.
    Damaged,
    /// A feature of the format that is not supported, such as a compression method or a kind of
    /// member.
    Unsupported,
    /// The member is encrypted.
    Encrypted,
    /// The member is a link to another file.
    Link,
    /// The name leads out of the container, or is not a valid file name.
    Name,
    /// Containers are nested too deeply.
    TooDeep,
    /// One member is larger than [`Limits`](crate::Limits) allow.
    TooLarge,
    /// The container as a whole costs more than [`Limits`](crate::Limits) allow.
    TooCostly,
    /// No member has the name.
    NotFound,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            message: message.into(),
        }
    }

    pub(crate) fn damaged(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Damaged, message)
    }

    /// Returns the error for a container without a member of this name.
    pub fn not_found(name: &str) -> Error {
        let name = shown(name);
        Error::new(ErrorKind::NotFound, format!("it has no member {name}"))
    }

    /// Returns the error for a file larger than this number of bytes.
    pub fn too_large(limit: u64) -> Error {
        let message = format!("it is larger than {limit} bytes, the limit for one member");
        Error::new(ErrorKind::TooLarge, message)
    }

    /// Returns the kind of the reason.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns true if reading must stop because the whole container costs too much. Other errors
    /// concern one member.
    pub fn is_final(&self) -> bool {
        matches!(self.kind, ErrorKind::TooCostly | ErrorKind::System)
    }

    /// Advice about what to do next.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self.kind {
            ErrorKind::Encrypted => "unpack it with its password and use the file",
            ErrorKind::Link => "name the member that the link leads to",
            ErrorKind::TooDeep => "unpack the outer containers and use the inner one",
            ErrorKind::TooLarge | ErrorKind::TooCostly => {
                "if you trust its author, unpack it with another tool and use the files"
            }
            ErrorKind::Unsupported => "unpack it with another tool and use the file",
            ErrorKind::Damaged => "it may be a copy or a download that was cut short",
            ErrorKind::System | ErrorKind::Name | ErrorKind::NotFound => return None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Unwraps an error that passed through a reader.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        let found = error.get_ref().and_then(|inner| inner.downcast_ref());
        if let Some(inner) = found {
            return Error::clone(inner);
        }
        let kind = match error.raw_os_error() {
            Some(_) => ErrorKind::System,
            None => ErrorKind::Damaged,
        };
        Error::new(kind, error.to_string())
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        io::Error::other(error)
    }
}

/// Returns a name in a form that is safe to show.
pub(crate) fn shown(name: &str) -> String {
    let mut shown: String = name.escape_debug().take(MAX_SHOWN).collect();
    if name.chars().count() > MAX_SHOWN {
        shown.push('…');
    }
    shown
}
