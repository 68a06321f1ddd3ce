//! Everything that needs unsafe code: memory that compiled code accesses at the same time, loading
//! machine code, and values stored next to the value that they borrow from.
//!
//! This is the crate's only unsafe code, and its interface is safe. [`Mapped`] checks every access
//! against its page table, which never allows more than the processor does, and keeps the region
//! that it points to alive.

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
/// Wasmtime checks that the code was made by the same version for this processor and with the same
/// configuration, but not what it does. The only caller, [`crate::compiled::Code::from_bytes`],
/// passes its input on only if it has the form and checksum that `to_bytes` gave it.
pub(crate) fn load_code(engine: &Engine, code: Trusted<'_>) -> wasmtime::Result<Module> {
    // SAFETY: `Module::deserialize` requires bytes that `Module::serialize` made. Only `to_bytes`
    // produces the form that the caller has checked, and the checksum in it rules out damage.
    // `Trusted` states that nobody else has forged the form.
    unsafe { Module::deserialize(engine, code.bytes()) }
}

/// Bytes as tests make them.
#[cfg(test)]
pub(crate) fn trusted_by_tests(bytes: &[u8]) -> Trusted<'_> {
    // SAFETY: they are what `to_bytes` gave in the same process, or damaged.
    unsafe { Trusted::new(bytes) }
}
