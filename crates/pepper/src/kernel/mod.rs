//! The kernel of Pepper: what every interface needs, and no interface in particular.
//!
//! * `ids`, `refcount`, `resource`, `var`: what programs hold by id;
//! * `call`: what a method works with; `completion`: the three kinds of completion callbacks;
//! * `task_queue`, `scheduler`, `timers`: message loops, and what a thread does between two calls of
//!   the program;
//! * `startup`, `events`: the start of a program, and what happens outside of it;
//! * `heap`: memory of the program that Pepper hands out;
//! * `family`: the state that each family of interfaces keeps for itself;
//! * `state`: all of it.

pub(crate) mod call;
pub(crate) mod completion;
pub(crate) mod errors;
pub(crate) mod events;
pub(crate) mod family;
pub(crate) mod heap;
pub(crate) mod ids;
pub(crate) mod refcount;
pub(crate) mod resource;
pub(crate) mod scheduler;
pub(crate) mod startup;
pub(crate) mod state;
pub(crate) mod task_queue;
pub(crate) mod timers;
pub(crate) mod var;
