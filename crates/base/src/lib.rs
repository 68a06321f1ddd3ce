//! What the libraries of formats share, which may not know each other:
//! identifiers ([`id!`]), errors ([`error`]) and how their kinds are listed
//! ([`kinds!`]), errors of texts ([`syntax`]), graphs ([`graph`]), and work on
//! several threads ([`parallel`]). It knows no format. [`whole_file`] is for
//! those that write files.

pub mod error;
pub mod graph;
mod ids;
mod kinds;
pub mod parallel;
pub mod syntax;
pub mod whole_file;
