//! Containers of files, opened within bounds: zip archives, extensions of Chrome and Firefox, tar
//! archives, archives of object files (ar), web archives (WARC, ARC and WACZ), and files compressed
//! with gzip, xz, Zstandard or bzip2.
//!
//! A file is recognised by its content, never by its name. Compression around it is removed, so a
//! `.tar.gz` is a tar archive. Members that are containers are looked into in turn, and named
//! `outer!inner!file`. A member of a web archive is named by its URL.
//!
//! * [`open`]: from a file, bytes or a stream to a [`Container`] or to plain contents;
//! * [`walk`]: every file in a container, in one pass, each read as it comes by;
//! * [`find`]: the contents of one member;
//! * [`Limits`]: bounds on the cost of a container, for untrusted files.
//!
//! Nothing is ever written to the machine. Links, devices, encrypted members and members whose
//! names lead out of the container are reported with the reason and not read.

#![forbid(unsafe_code)]

mod answer;
mod ar;
mod arc;
mod compression;
mod container;
mod crx;
mod error;
mod format;
mod http;
mod limits;
mod member;
mod source;
mod tar;
mod walk;
mod warc;
mod zip;

pub use compression::Compression;
pub use container::{Container, Opened, Plain, open};
pub use error::{Error, ErrorKind};
pub use format::Format;
pub use limits::Limits;
pub use member::{Capture, Member, Request, Revisit};
pub use source::Source;
pub use walk::{Entry, SEPARATOR, Visitor, find, walk};
