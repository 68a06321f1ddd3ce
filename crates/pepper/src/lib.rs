//! Pepper: the functions that browsers offered to PNaCl programs.
//!
//! A program finds Pepper through the IRT (`nacl-irt-ppapihook-0.1`), hands over
//! its main thread, and is called from then on: with the view that it has, with
//! messages from its page, with the ends of what it began. [`Pepper`] is the host
//! of such a program, on any engine: what it wants done with the program it says in
//! an [`Action`](pinnacle_system::Action). It knows no device; those that it needs
//! are traits in [`device`].
//!
//! * [`table`]: the interfaces as data, and how programs call them;
//! * `interfaces`: one file for each family;
//! * `life`: how a program starts;
//! * `turn`, `work`: message loops, and what a thread does between two calls of the
//!   program; `events`: what happens outside;
//! * `completion`: how a program learns what became of an operation; `timers`:
//!   operations that end at a time;
//! * `display`, `surface`, `context`: what the element shows, pixels, and contexts of
//!   OpenGL;
//! * `input`, `mouse_lock`: what the user does;
//! * `messaging`: messages and who gets them;
//! * `var`, `resource`, `counted`, `ids`: what programs hold by id;
//! * `sound`: what programs play; `video`: decoders; `track`: media streams with
//!   pictures; `media`: encoders and streams with sound, of which there are none;
//!   `network`: whom they reach;
//! * `heap`: memory of the program that Pepper hands out; what the host keeps for it comes from
//!   its [`MemoryBudget`](pinnacle_system::memory_budget::MemoryBudget);
//! * `request`, `loader`: what programs load; `urls`: addresses;
//! * `storage`, `file`: file systems, and files of programs;
//! * [`message`]: values on their way between page and program;
//! * [`view`]: the place that a program has in its page.

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
