//! The C interface of Pinnacle.
//!
//! * `error`: the error object, made of every error of Rust;
//! * [`c`]: the functions for C. Only there are pointers of C dereferenced.
//!
//! `include/pinnacle.h` is made of [`c`] by cbindgen; `tests/header.rs` checks that it is up to
//! date.

mod error;

#[allow(
    unsafe_code,
    reason = "functions that C calls with pointers, and functions of C that are called"
)]
pub mod c;
