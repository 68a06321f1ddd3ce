//! Reasons why a container, or a member of it, is not read.

use std::fmt;
use std::io;

/// The longest part of a name that an error shows, in characters.
const MAX_SHOWN: usize = 100;

/// A reason why a container or a member is not read.
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
    /// A part of the format that is not read: a method of compression, a kind of member.
    Unsupported,
    /// It needs a password.
    Encrypted,
    /// A link to another file.
    Link,
    /// A name that leads out of the container, or that no file can have.
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

    /// A container that has no member of this name.
    pub fn not_found(name: &str) -> Error {
        let name = shown(name);
        Error::new(ErrorKind::NotFound, format!("it has no member {name}"))
    }

    /// A file that is larger than this number of bytes.
    pub fn too_large(limit: u64) -> Error {
        let message = format!("it is larger than {limit} bytes, the limit for one member");
        Error::new(ErrorKind::TooLarge, message)
    }

    /// Returns the kind of the reason.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns true if reading ends here, since the whole container costs too much. Other reasons
    /// concern one member.
    pub fn is_final(&self) -> bool {
        matches!(self.kind, ErrorKind::TooCostly | ErrorKind::System)
    }

    /// Advice about what to do next.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self.kind {
            ErrorKind::Encrypted => "unpack it with its password and use the file",
            ErrorKind::Link => "name the member that it leads to",
            ErrorKind::TooDeep => "unpack the outer ones and use the inner one",
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

/// An error that went through a reader comes back as it was.
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

/// A name as it can be shown.
pub(crate) fn shown(name: &str) -> String {
    let mut shown: String = name.escape_debug().take(MAX_SHOWN).collect();
    if name.chars().count() > MAX_SHOWN {
        shown.push('…');
    }
    shown
}
