//! Modules compiled by clang and run, where there is one.

mod batch;
mod corpus;
mod filetests;
mod random;
mod semantics;
mod text;
mod tools;
