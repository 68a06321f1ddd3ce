//! The engine that runs programs as machine code: `pinnacle_wasm` translates
//! a program to WebAssembly, Wasmtime compiles that.
//!
//! [`Code`] is a compiled program, which can be kept as bytes and started
//! again without its file. [`Instance`] is a program in memory with its host;
//! [`Instance::run`] runs it from its entry to its end.
//!
//! ```no_run
//! use pinnacle_runtime::compiled::{Code, CodeOptions, Instance};
//! use pinnacle_runtime::program::RunOptions;
//!
//! let bytes = std::fs::read("hello.pexe")?;
//! let program = pinnacle_pexe::decode::decode(&bytes, &Default::default())?;
//! let code = Code::compile(&program, &CodeOptions::default())?;
//! let mut instance = Instance::new(&code, RunOptions::default())?;
//! match instance.run(None) {
//!     Ok(status) => println!("exit status {status}"),
//!     // Only now is the program needed again, to say where it stopped.
//!     Err(stop) => println!("{}", stop.trap(&code, &program)),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Memory
//!
//! The whole 32-bit address space is reserved, so that code needs no checks of
//! bounds, and the processor protects its pages as the page table of
//! [`Memory`](crate::Memory) says. An access that is not allowed is a trap. Functions of the
//! host copy what they read and write, after a look at the table.
//!
//! # Threads
//!
//! A guest thread runs in a host thread with its own Wasmtime store; all share one memory. They run
//! at the same time, or one after the other if the host controls time. A host thread whose guest
//! thread has ended waits for another one.
//! [`Threads`](pinnacle_system::threads::Threads) decides which thread runs, and `parking` makes
//! the others sleep. Functions of the host run one at a time, under a lock that also guards
//! `Threads`. A thread compares the futex's word and goes to sleep under this lock, and every wake
//! takes it, so no wake is lost. The end of the program is recorded under the same lock, whatever
//! its cause. Waiting threads are then woken, running threads notice at their next call or loop,
//! and the run returns when all threads have ended.
//!
//! A host function that blocks, such as a read of an empty pipe, holds the lock: other threads
//! continue until they call the host. The end of the time limit cannot interrupt it either.
//!
//! Code runs on its own stacks, which are large enough for about half a million calls.

mod actions;
mod cached;
mod calls;
mod code;
mod common_actions;
mod compile_threshold;
mod compiler_threads;
mod crossing;
pub mod direct;
mod encoding;
mod guest_instance;
mod guest_threads;
mod hot_calls;
mod hot_code;
mod instance;
mod interpreted;
mod interpreter_state;
mod limits;
mod live;
mod loaded_code;
mod loop_entry;
mod machine_code;
mod modules;
mod on_stack_replacement;
mod outside;
mod parking;
mod report;
mod shared_state;
mod stack;
mod stop;
mod sunk_load;
#[cfg(test)]
mod tests;
mod thread;
mod thread_state;
mod tiers;
mod values;
mod wasm_state;

pub use crate::native::{OwnFile, Trusted};
pub use code::{Code, CodeError, CodeOptions, Threads};
pub use instance::{Instance, Interrupter};
pub use machine_code::FunctionCode;
pub use pinnacle_pexe::host::Exports;
pub use stack::{NoStack, with_stack};
pub use stop::Stop;
pub use tiers::{Compilation, Keep, Tiering};
