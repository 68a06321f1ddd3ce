//! `pinnacle sysroot`: builds the C and C++ libraries that programs are linked with.

use crate::output::{BAD_FILE, BAD_USE, Failure, Output};
use crate::progress::Progress;
use clap::{Args, Subcommand};
use pinnacle_driver::{Environment, sysroot};
use pinnacle_inspect::numbers::count;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

/// Build and find the C and C++ libraries for `pinnacle cc`.
///
/// Builds newlib from Debian's package newlib-source, libc++ 19 from the Python wheel ziglang
/// 0.14.1 or LLVM's source tree, and this command's own start code, system calls and threads. The
/// result is kept in the user's cache, or in the folder that PINNACLE_SYSROOT names. Without the
/// sources of libc++, C++ gets only the runtime support that the language itself needs.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  apt-get install --no-install-recommends clang-19 llvm-19 newlib-source xz-utils
  pinnacle sysroot build
  pinnacle sysroot build --newlib newlib-3.3.0.tar.xz   without a package
  pinnacle sysroot path

`pinnacle docs toolchain` lists the requirements on systems other than Debian.

Exit status:
  0  success
  1  the sysroot is missing or cannot be built
  2  wrong usage, or a tool or source is missing")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Build(BuildArguments),
    /// Print the folder of the sysroot.
    Path,
    /// Remove the sysroot.
    Clear,
}

/// Build the sysroot, unless it exists and is up to date.
#[derive(Args, Debug)]
struct BuildArguments {
    /// Build the sysroot even if it is up to date.
    #[arg(long)]
    force: bool,

    /// Build with this clang [default: the newest suitable clang].
    #[arg(long, value_name = "PATH")]
    clang: Option<OsString>,

    /// Build newlib from this source archive [default: the archive of the package newlib-source].
    #[arg(long, value_name = "FILE")]
    newlib: Option<PathBuf>,

    /// Build libc++ from this folder: LLVM's source tree or the contents of the wheel [default:
    /// PINNACLE_LLVM_SOURCE, then the wheel that pip installed].
    #[arg(long, value_name = "FOLDER")]
    llvm_source: Option<PathBuf>,

    /// Do not download the wheel if libc++'s sources are not found.
    #[arg(long)]
    no_download: bool,

    /// Number of compilers that run at once; 0 for one per processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

pub(crate) fn run(arguments: Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle sysroot");
    match arguments.action {
        Action::Build(arguments) => build(arguments, &environment, output),
        Action::Path => path(&environment, output),
        Action::Clear => clear(&environment, output),
    }
}

fn build(
    arguments: BuildArguments,
    environment: &Environment,
    output: &Output,
) -> Result<ExitCode, Failure> {
    // A sysroot without C++ is rebuilt if C++ can now be included.
    let is_whole = |folder: &PathBuf| sysroot::has_cxx(folder) || arguments.no_download;
    let there = sysroot::locate(environment).filter(is_whole);
    if let (Some(folder), false) = (there, arguments.force) {
        output.show(|out| writeln!(out, "{}: up to date", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let options = sysroot::Options {
        folder: None,
        clang: arguments.clang,
        newlib: arguments.newlib,
        llvm: arguments.llvm_source,
        fetch: !arguments.no_download,
        jobs: arguments.jobs,
    };
    // The number of files is known once the first one is compiled.
    let bar: Mutex<Option<Progress>> = Mutex::new(None);
    let built = sysroot::build(&options, environment, &|_, all| {
        if let Ok(mut bar) = bar.lock() {
            bar.get_or_insert_with(|| Progress::start("compiling", all))
                .advance();
        }
    });
    drop(bar);
    let built = built.map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    if let Some(reason) = &built.without_cxx {
        let hint = reason.help().map(|help| format!("; {help}"));
        eprintln!(
            "pinnacle sysroot: warning: the C++ library was not built: {reason}{}",
            hint.unwrap_or_default()
        );
    }
    let files = count(built.files as u64, "file");
    output.show(|out| writeln!(out, "{}: {files} compiled", built.folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn path(environment: &Environment, output: &Output) -> Result<ExitCode, Failure> {
    let Some(folder) = sysroot::locate(environment) else {
        return Err(no_sysroot());
    };
    output.show(|out| writeln!(out, "{}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

#[cold]
fn no_sysroot() -> Failure {
    let message = "no sysroot of this version is installed".into();
    Failure::with_status(vec![message], BAD_FILE).hint("`pinnacle sysroot build` makes it")
}

fn clear(environment: &Environment, output: &Output) -> Result<ExitCode, Failure> {
    let Some(folder) = sysroot::locate(environment) else {
        return Err(no_sysroot());
    };
    fs::remove_dir_all(&folder)
        .map_err(|error| Failure::new(format!("cannot remove {}: {error}", folder.display())))?;
    output.show(|out| writeln!(out, "{}: removed", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
