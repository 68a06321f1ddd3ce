//! The steps, one module each; [`STEPS`](crate::STEPS) has their order.

pub(crate) mod addresses;
pub(crate) mod aliases;
pub(crate) mod assembly;
pub(crate) mod atomics;
pub(crate) mod bits;
pub(crate) mod calls;
pub(crate) mod constant_expressions;
pub(crate) mod constructors;
pub(crate) mod exceptions;
pub(crate) mod indirect_branches;
pub(crate) mod intrinsics;
pub(crate) mod large_integers;
pub(crate) mod library;
pub(crate) mod linkage;
pub(crate) mod odd_integers;
pub(crate) mod reachable;
pub(crate) mod sanitizers;
pub(crate) mod signatures;
pub(crate) mod small_arguments;
pub(crate) mod strip;
pub(crate) mod structs;
pub(crate) mod target;
pub(crate) mod thread_local;
pub(crate) mod undefined_values;
pub(crate) mod variadic;
pub(crate) mod vectors;
