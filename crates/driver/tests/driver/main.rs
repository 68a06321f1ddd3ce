//! The compiler driver: what it plans, links and says.

#![cfg(unix)]

mod archives;
mod compiling;
mod linking;
mod plans;
mod surroundings;
mod tools;
