//! `pinnacle configure`, `make`, `ar`, `ranlib`, `objdump`, `pkg-config`: build other people's
//! sources with their own build systems.

use crate::output::{BAD_USE, Failure};
use clap::Args;
use pinnacle_driver::{Environment, Error, builds};
use std::ffi::OsString;
use std::process::{ExitCode, ExitStatus};

/// Run a configure script or CMake, set up to build .pexe programs.
///
/// Sets CC, CXX, CPP, AR, RANLIB, NM, OBJDUMP, STRIP and PKG_CONFIG in the command's environment.
/// Passes `--host=le32-unknown-nacl` to an autoconf script, and the toolchain file of `pinnacle cc
/// -print-cmake-toolchain` to cmake, unless the command line already has them.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle configure ./configure --disable-shared
  pinnacle configure cmake -B build -DCMAKE_BUILD_TYPE=Release
  pinnacle configure --use-port=zlib ./configure
  pinnacle make -j2

Exit status:
  that of the command
  2  the command cannot be run")]
pub(crate) struct ConfigureArguments {
    #[command(flatten)]
    build: Build,
}

/// Run make, or another build command, with the right tools.
///
/// Sets the same environment variables as `pinnacle configure`. Also passes CC, CXX, AR, RANLIB, NM
/// and STRIP on make's command line, where they override those of the makefile. `make` itself can
/// be left out if its options come first.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle make make CFLAGS=-O2 prog
  pinnacle make -j2
  pinnacle make ninja -C build

Exit status:
  that of the command
  2  the command cannot be run")]
pub(crate) struct MakeArguments {
    #[command(flatten)]
    build: Build,
}

// This is not a doc comment, because clap would use it as the description of the command.
#[derive(Args, Debug)]
struct Build {
    /// Use these ports in every program that is built, as with `pinnacle cc --use-port`.
    #[arg(long, value_name = "NAME,...")]
    use_port: Option<String>,

    /// Do not prepend a launcher to programs. The launcher lets the build execute them.
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

    /// The environment of the command.
    fn environment(&self, program: &str) -> Environment {
        let environment = Environment::of_process(program);
        match &self.use_port {
            Some(ports) => environment.using_ports(ports),
            None => environment,
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
    /// Returns the words in their order.
    pub(crate) fn words(&self) -> &[OsString] {
        &self.arguments
    }
}

pub(crate) fn configure(arguments: &ConfigureArguments) -> Result<ExitCode, Failure> {
    let build = &arguments.build;
    let environment = build.environment("pinnacle configure");
    end(builds::configure(
        &build.words,
        build.options(),
        &environment,
    ))
}

pub(crate) fn make(arguments: &MakeArguments) -> Result<ExitCode, Failure> {
    let build = &arguments.build;
    let environment = build.environment("pinnacle make");
    end(builds::make(&build.words, build.options(), &environment))
}

pub(crate) fn tool(name: &str, arguments: &ToolArguments) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle");
    end(builds::tool(name, &arguments.arguments, &environment))
}

/// Runs this system's pkg-config for the target's libraries.
pub(crate) fn pkg_config(arguments: &ToolArguments) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle pkg-config");
    end(builds::pkg_config(&arguments.arguments, &environment))
}

/// Runs the LLVM tool that the first argument names.
pub(crate) fn any_tool(arguments: &ToolArguments) -> Result<ExitCode, Failure> {
    let Some((name, arguments)) = arguments.arguments.split_first() else {
        return Err(Failure::new("no tool was named"));
    };
    let environment = Environment::of_process("pinnacle");
    end(builds::tool(
        &name.to_string_lossy(),
        arguments,
        &environment,
    ))
}

/// Ends with the exit status of the command that was run.
fn end(status: Result<ExitStatus, Error>) -> Result<ExitCode, Failure> {
    match status {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            Ok(ExitCode::from(code.unwrap_or(BAD_USE)))
        }
        Err(error) => Err(Failure::of_toolchain(&error, BAD_USE)),
    }
}
