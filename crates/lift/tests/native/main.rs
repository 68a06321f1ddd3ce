//! Modules compiled by clang and run, where there is one.

mod corpus;
mod filetests;
mod semantics;
mod text;
mod tools;

// What the file tests say is read by the code that other engines use.
#[path = "../../../testing/src/filetests/directive.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared; only calls are used")]
mod directive;
#[path = "../../../testing/src/filetests/value.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared; only what calls need is used"
)]
mod value;
