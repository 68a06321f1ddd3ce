//! `pinnacle cc` and `pinnacle c++`: the compiler drivers, which parse their own command lines.

use clap::Args;
use pinnacle_driver::{Environment, cc};
use std::ffi::OsString;
use std::process::ExitCode;

/// Compile and link C with clang's command line.
///
/// Writes a .pexe unless -c, -S or -E is given. `pinnacle cc --help` lists the options; `pinnacle
/// docs toolchain` explains them.
#[derive(Args, Debug)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub(crate) struct Arguments {
    /// Options and files.
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<OsString>,
}

/// Compiles and links C like clang.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    cc::main(arguments.arguments, &Environment::of_process("pinnacle cc")).into()
}

/// Compiles and links C++ like clang.
pub(crate) fn run_cxx(arguments: Arguments) -> ExitCode {
    let mut all = vec![OsString::from("--driver-mode=g++")];
    all.extend(arguments.arguments);
    cc::main(all, &Environment::of_process("pinnacle c++")).into()
}
