//! The kernel of Pepper: what every interface needs, and no interface in particular.
//!
//! What it holds, of which nothing knows the kernel: `ids`, `refcount`, `var` (things that programs
//! hold by id), `heap` (memory of the program that Pepper hands out), `loops`, `pending`, `timers`,
//! `program`, `family` (the state of each family), `callback`, `errors`.
//!
//! The kernel: `state` (all of it), `call` (what a method works with), `resource` and `interface` (what
//! families give it to do).
//!
//! What it does: `completion` (the three kinds of completion callbacks), `scheduler` (what a thread
//! does between two calls of the program), `startup`, `events`.

pub(crate) mod call;
pub(crate) mod callback;
pub(crate) mod completion;
pub(crate) mod errors;
pub(crate) mod events;
pub(crate) mod family;
pub(crate) mod heap;
pub(crate) mod ids;
pub(crate) mod interface;
pub(crate) mod loops;
pub(crate) mod pending;
pub(crate) mod program;
pub(crate) mod refcount;
pub(crate) mod resource;
pub(crate) mod scheduler;
pub(crate) mod startup;
pub(crate) mod state;
pub(crate) mod timers;
pub(crate) mod var;
