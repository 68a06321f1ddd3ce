//! The compiler driver: its plans, links and messages.

#![cfg(unix)]

mod archives;
mod compiling;
mod linking;
mod plans;
mod surroundings;
mod tools;
