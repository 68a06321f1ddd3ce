//! `pinnacle configure`, `make`, `ar`, `ranlib`, `objdump`, `pkg-config`: builds of other
//! people's sources by their own build systems.

use crate::output::{BAD_USE, Failure};
use clap::Args;
use pinnacle_driver::{Environment, Error, builds};
use std::ffi::OsString;
use std::process::{ExitCode, ExitStatus};

/// Run a configure script or CMake so that it builds programs of this kind.
///
/// The command gets CC, CXX, CPP, AR, RANLIB, NM, OBJDUMP, STRIP and PKG_CONFIG
/// in its environment; a script of autoconf gets
/// `--host=le32-unknown-nacl`, and cmake the file that `pinnacle cc
/// -print-cmake-toolchain` prints, unless they are said.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle configure ./configure --disable-shared
  pinnacle configure cmake -B build -DCMAKE_BUILD_TYPE=Release
  pinnacle make -j2

Exit status:
  that of the command
  2  it cannot be run")]
pub(crate) struct ConfigureArguments {
    #[command(flatten)]
    build: Build,
}

/// Run make, or another command that builds, with the right tools.
///
/// The command gets the variables of `pinnacle configure` in its environment;
/// make gets CC, CXX, AR, RANLIB, NM and STRIP on its command line, where they
/// count more than what a makefile says. `make` can be left out before its options.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle make make CFLAGS=-O2 prog
  pinnacle make -j2
  pinnacle make ninja -C build

Exit status:
  that of the command
  2  it cannot be run")]
pub(crate) struct MakeArguments {
    #[command(flatten)]
    build: Build,
}

// A comment, since clap would take documentation for that of the commands.
#[derive(Args, Debug)]
struct Build {
    /// Do not put lines before programs by which a build can execute them.
    #[arg(long)]
    no_launcher: bool,

    /// The command and its arguments.
    #[arg(
        value_name = "COMMAND",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<OsString>,
}

impl Build {
    fn options(&self) -> builds::Options {
        builds::Options {
            launchers: !self.no_launcher,
        }
    }
}

#[derive(Args, Debug)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub(crate) struct ToolArguments {
    /// Options and files.
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<OsString>,
}

impl ToolArguments {
    /// All of them, in their order.
    pub(crate) fn words(&self) -> &[OsString] {
        &self.arguments
    }
}

pub(crate) fn configure(arguments: &ConfigureArguments) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle configure");
    let build = &arguments.build;
    end(builds::configure(
        &build.words,
        build.options(),
        &environment,
    ))
}

pub(crate) fn make(arguments: &MakeArguments) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle make");
    let build = &arguments.build;
    end(builds::make(&build.words, build.options(), &environment))
}

pub(crate) fn tool(name: &str, arguments: &ToolArguments) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle");
    end(builds::tool(name, &arguments.arguments, &environment))
}

/// Runs the pkg-config of this system for the libraries of programs.
pub(crate) fn pkg_config(arguments: &ToolArguments) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle pkg-config");
    end(builds::pkg_config(&arguments.arguments, &environment))
}

/// Runs the tool of LLVM that the first argument names.
pub(crate) fn any_tool(arguments: &ToolArguments) -> Result<ExitCode, Failure> {
    let Some((name, arguments)) = arguments.arguments.split_first() else {
        return Err(Failure::new("there is no tool to be run"));
    };
    let environment = Environment::of_process("pinnacle");
    end(builds::tool(
        &name.to_string_lossy(),
        arguments,
        &environment,
    ))
}

/// The status of a command becomes that of this one.
fn end(status: Result<ExitStatus, Error>) -> Result<ExitCode, Failure> {
    match status {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            Ok(ExitCode::from(code.unwrap_or(BAD_USE)))
        }
        Err(error) => Err(Failure::of_toolchain(&error, BAD_USE)),
    }
}
