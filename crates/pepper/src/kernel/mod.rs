//! The kernel of Pepper: the code that all interfaces need.
//!
//! Parts that do not depend on the kernel: `ids`, `refcount`, `var` (objects that programs hold by
//! ID), `heap` (blocks of the program's memory), `loops`, `pending`, `timers`, `program`, `family`
//! (the state of each family), `callback`, `errors`.
//!
//! The kernel: `state` (all of its state), `call` (the context of a method), `resource` and
//! `interface` (the types through which families work with the kernel).
//!
//! Its operations: `completion` (the three kinds of completion callbacks), `scheduler` (the steps
//! of a thread between two calls of the program), `startup`, `events`, `saved` (saving and
//! restoring the state).

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
pub(crate) mod restart;
pub(crate) mod saved;
pub(crate) mod scheduler;
pub(crate) mod startup;
pub(crate) mod state;
pub(crate) mod timers;
pub(crate) mod var;
