//! Serves web archives (WARC, ARC, WACZ) as sites: finds the capture of a URL at a moment, and
//! rewrites pages so that their addresses lead into the archive.
//!
//! * [`Index`]: every capture of an archive, made in one pass. Contents are kept in a scratch file
//!   on disk, so memory grows by about 100 bytes for each capture and each request;
//! * [`MethodAndBody`]: the part of a request, besides its URL, that its answer depends on;
//! * [`Moment`]: the time before a URL, as in `20130501120000/http://example.com/`;
//! * [`Addresses`]: addresses of a captured page, rewritten to lead into the archive;
//! * `listing`, `picture`: titles, programs and pictures of pages, found in the same pass.
//!
//! Archives are untrusted. The number of captures and of unpacked bytes is limited, and an address
//! never leads to anything but a capture.

#![forbid(unsafe_code)]

mod addresses;
mod body;
mod html;
mod index;
mod key;
mod listing;
mod moment;
mod picture;
mod requests;
mod scratch;
mod volatile;

pub use addresses::Addresses;
pub use body::{MAX_BODY, MethodAndBody};
pub use index::{Capture, Index};
pub use listing::Page;
pub use moment::Moment;
