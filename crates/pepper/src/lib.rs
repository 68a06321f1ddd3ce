//! Pepper: the functions that browsers offered to PNaCl programs.
//!
//! A program finds Pepper through the IRT (`nacl-irt-ppapihook-0.1`), hands over
//! its main thread, and is called from then on: with the view that it has, with
//! messages from its page, with the ends of what it began. [`Pepper`] is the host
//! of such a program, on any engine: what it wants done with the program it says in
//! an [`Action`](pinnacle_system::Action). It knows no device; a [`Page`] is what
//! the program is part of.
//!
//! * [`table`]: the interfaces as data, and how programs call them;
//! * `interfaces`: one file for each family;
//! * `life`: how a program starts, and what its main thread does after;
//! * `work`: message loops;
//! * `var`, `resource`, `counted`, `ids`: what programs hold by id;
//! * `heap`: memory of the program that Pepper hands out;
//! * [`message`]: values on their way between page and program;
//! * [`page`], [`view`]: what a program is embedded in.

mod call;
mod core;
mod counted;
mod errors;
mod heap;
mod host;
mod ids;
pub mod interfaces;
mod life;
pub mod message;
mod messaging;
pub mod page;
mod resource;
pub mod table;
mod var;
pub mod view;
mod work;

pub use host::{Embedding, Pepper, function_count, is_wanted};
pub use page::Page;
