//! Modules compiled by clang and run, if clang is installed.

mod batch;
mod corpus;
mod filetests;
mod random;
mod semantics;
mod text;
mod tools;
