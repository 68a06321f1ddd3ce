//! `pinnacle strip`: removes names and debug information from files.

use crate::output::{BAD_FILE, Failure};
use clap::Args;
use pinnacle_driver::Environment;
use pinnacle_driver::strip::{Extent, strip};
use pinnacle_driver::tools::Tools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Remove names and debug information from programs, objects and archives.
///
/// Removes the names of functions and variables from a .pexe or an executable of this system.
/// Objects and members of archives keep their names, which linking needs, and lose only debug
/// information. Files are changed in place unless -o is given.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle strip hello.pexe
  pinnacle strip -g libx.a
  pinnacle strip hello.pexe -o small.pexe

Exit status:
  0  success
  1  a file has errors")]
pub(crate) struct Arguments {
    /// The files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write the result to this file; needs exactly one input.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Remove only debug information.
    #[arg(long, short = 'g', visible_short_aliases = ['S', 'd'])]
    strip_debug: bool,

    /// Also remove names that linking does not need [the default].
    #[arg(long, short = 's', visible_aliases = ["strip-unneeded", "discard-all"],
          visible_short_alias = 'x', conflicts_with = "strip_debug")]
    strip_all: bool,

    /// Accepted for compatibility: these files have no sections.
    #[arg(long, short = 'R', value_name = "NAME", hide = true)]
    remove_section: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.output.is_some() && arguments.files.len() > 1 {
        return Err(Failure::new(
            "-o names one file, but several files are to be stripped",
        ));
    }
    let extent = if arguments.strip_debug {
        Extent::Debug
    } else {
        Extent::All
    };
    let tools = || Tools::find(None, &Environment::of_process("pinnacle strip"));
    for file in &arguments.files {
        let output: &Path = arguments.output.as_deref().unwrap_or(file);
        if is_kept(file, output)? {
            continue;
        }
        strip(file, output, extent, &tools)
            .map_err(|error| Failure::of_toolchain(&error, BAD_FILE))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Copies an executable that `translate --to native` made, unchanged, and returns true if the file
/// is one. It has neither names nor debug information, and a system's `strip` would remove the
/// program at its end.
#[cfg(all(feature = "wasmtime", unix))]
fn is_kept(input: &Path, output: &Path) -> Result<bool, Failure> {
    let bytes = std::fs::read(input)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", input.display())))?;
    if !bytes.starts_with(pinnacle_driver::strip::EXECUTABLE) || !crate::native::has_program(&bytes)
    {
        return Ok(false);
    }
    if input != output {
        crate::whole_file::write_executable_with(output, |out| out.write_all(&bytes))?;
    }
    Ok(true)
}

/// Builds without machine code do not make these executables.
#[cfg(not(all(feature = "wasmtime", unix)))]
fn is_kept(_input: &Path, _output: &Path) -> Result<bool, Failure> {
    Ok(false)
}
