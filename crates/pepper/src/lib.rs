//! Pepper: the functions that browsers offered to PNaCl programs.
//!
//! A program finds Pepper through the IRT (`nacl-irt-ppapihook-0.1`) and hands over its main
//! thread. From then on Pepper calls the program: with its view, with messages from its page, and
//! with the results of its operations. [`Pepper`] is the host of such a program. It works with any
//! engine: its requests to the engine are [`Action`](pinnacle_system::Action)s. It contains no
//! devices; the devices that it needs are traits in [`device`].
//!
//! * [`table`], [`interfaces`]: the interfaces as data, and how programs call them;
//! * `kernel`: the parts that interfaces share: handles, vars, completion callbacks, message loops,
//!   the start of a program, its memory budget;
//! * `families`: a folder for each family of interfaces, with its methods and the state that only
//!   it can name;
//! * [`device`]: the parts that a machine or a page provides, one trait for each kind;
//! * [`message`]: values on their way between page and program;
//! * [`urls`], [`view`]: addresses, and the place that a program has in its page;
//! * [`needs`]: the interfaces that a program may request, found in its file.

pub mod device;
mod families;
#[cfg(test)]
mod harness;
mod host;
pub mod interfaces;
mod kernel;
pub mod message;
pub mod needs;
pub mod table;
pub mod urls;
pub mod view;

pub use host::{Embedding, Held, Pepper, Usage, declarations, function_count, is_wanted};
