//! What the libraries share that read and write formats, and that must not depend
//! on each other: identifiers ([`id!`]), errors ([`error`]) and how their kinds are listed
//! ([`kinds!`]), errors of texts ([`syntax`]) and the places from which they are read
//! ([`cursor`]), graphs ([`graph`]), tables in which each thing stands once
//! ([`index`](mod@index)), random numbers ([`random`]), and work on several threads
//! ([`parallel`]). It depends on no format. `whole_file` is for those that write files,
//! where there are any.

#![forbid(unsafe_code)]

pub mod cursor;
pub mod error;
pub mod graph;
mod ids;
pub mod index;
mod kinds;
pub mod parallel;
pub mod random;
pub mod syntax;
#[cfg(not(target_family = "wasm"))]
pub mod whole_file;
