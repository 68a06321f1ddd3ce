//! What the libraries of formats share, which may not know each other: how
//! kinds of errors are listed ([`kinds!`]), errors of texts ([`syntax`]), and
//! work on several threads ([`parallel`]). It knows no format.

mod kinds;
pub mod parallel;
pub mod syntax;
