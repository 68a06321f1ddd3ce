//! What cannot be done without unsafe code: memory that compiled code works
//! on at the same time, the loading of machine code, and values that lie
//! beside what they borrow from.
//!
//! This is the only unsafe code of the crate. What the rest of the crate
//! gets from here is safe whatever it does: [`Mapped`] checks every access
//! against its page table, which never allows more than the processor does,
//! and keeps the region alive that it points to.

#[cfg_attr(
    not(all(target_os = "linux", target_arch = "x86_64")),
    path = "no_fault_pc.rs"
)]
pub(crate) mod fault_pc;
mod interpreter;
mod mapped;
mod pages;
mod region;
#[cfg(test)]
mod tests;
mod trusted;

pub(crate) use interpreter::{OwnedBodies, OwnedCalls};
pub(crate) use mapped::Mapped;
pub(crate) use region::{GUARD, ProgramMemory, RESERVATION, Reservations};
pub use region::{Mapping, REACH};
pub use trusted::{OwnFile, Trusted};

use wasmtime::{Engine, Module};

/// Loads machine code that [`Module::serialize`] made.
///
/// Wasmtime checks that it was made by the same version for this processor
/// and with the same configuration, but not what the code does. The one
/// caller, [`crate::compiled::Code::from_bytes`], hands its input here only if
/// it has the form and checksum that `to_bytes` gave it.
pub(crate) fn load_code(engine: &Engine, code: Trusted<'_>) -> wasmtime::Result<Module> {
    // SAFETY: `Module::deserialize` asks for bytes that `Module::serialize` made. `to_bytes` is the
    // only code that makes the form which the caller has checked, and the checksum in it rules out
    // damage. `Trusted` states that the form was not made by anyone else on purpose.
    unsafe { Module::deserialize(engine, code.bytes()) }
}

/// Bytes as tests make them.
#[cfg(test)]
pub(crate) fn trusted_by_tests(bytes: &[u8]) -> Trusted<'_> {
    // SAFETY: they are what `to_bytes` gave in the same process, or damaged.
    unsafe { Trusted::new(bytes) }
}
