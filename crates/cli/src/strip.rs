//! `pinnacle strip`: names and debug information taken out of files.

use crate::output::{BAD_FILE, Failure};
use clap::Args;
use pinnacle_driver::Environment;
use pinnacle_driver::strip::{Extent, strip};
use pinnacle_driver::tools::Tools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Take names and debug information out of programs, objects and archives.
///
/// A .pexe and an executable of this system lose the names of their functions and
/// variables. Objects and the members of archives, which are linked by their names,
/// lose debug information alone. Without -o files are changed in place.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle strip hello.pexe
  pinnacle strip -g libx.a
  pinnacle strip hello.pexe -o small.pexe

Exit status:
  0  success
  1  a file is wrong")]
pub(crate) struct Arguments {
    /// The files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Where to write the result, of one file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Take out debug information alone.
    #[arg(long, short = 'g', visible_short_aliases = ['S', 'd'])]
    strip_debug: bool,

    /// Take out names too, where no linking needs them [the default].
    #[arg(long, short = 's', visible_aliases = ["strip-unneeded", "discard-all"],
          visible_short_alias = 'x', conflicts_with = "strip_debug")]
    strip_all: bool,

    /// For other systems: sections that do not exist in these files.
    #[arg(long, short = 'R', value_name = "NAME", hide = true)]
    remove_section: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.output.is_some() && arguments.files.len() > 1 {
        return Err(Failure::new(
            "-o names one file, and there are several that are stripped",
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

/// Leaves an executable that `translate --to native` made as it is, and gives whether the file is
/// one. It has neither names nor debug information to lose, and behind what a system's `strip`
/// would keep it has a program.
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

/// Without machine code no such executable is made.
#[cfg(not(all(feature = "wasmtime", unix)))]
fn is_kept(_input: &Path, _output: &Path) -> Result<bool, Failure> {
    Ok(false)
}
