//! Shared parts of the libraries that read and write formats: identifiers ([`id!`]), errors
//! ([`error`]) and their kinds ([`kinds!`]), counts of things in messages ([`count`]), syntax errors
//! ([`syntax`]), scanners ([`cursor`]), graphs ([`graph`]), hash indexes ([`index`](mod@index)),
//! random numbers ([`random`]), reports as web pages ([`report_page`]), and work on several threads
//! ([`parallel`]). This crate knows no format. `whole_file` writes files, on platforms with a file
//! system.

#![forbid(unsafe_code)]

pub mod count;
pub mod cursor;
pub mod error;
pub mod graph;
mod ids;
pub mod index;
mod kinds;
pub mod parallel;
pub mod random;
pub mod report_page;
pub mod syntax;
#[cfg(not(target_family = "wasm"))]
pub mod whole_file;
