//! The compiler driver as a program of its own, without the rest of the command line.
//!
//! ```sh
//! cargo run -p pinnacle-driver --example cc -- -O2 hello.c -o hello.pexe
//! ```

use pinnacle_driver::{Environment, cc};
use std::process::ExitCode;

fn main() -> ExitCode {
    let environment = Environment::of_process("cc");
    cc::main(std::env::args_os().skip(1).collect(), &environment).into()
}
