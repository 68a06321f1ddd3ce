//! `pinnacle sysroot`: the libraries of C and C++ that programs are linked with.

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

/// Build and find the libraries of C and C++ for `pinnacle cc`.
///
/// They consist of newlib, built from the sources in Debian's package
/// newlib-source, of LLVM 19's libc++, built from the sources in the wheel
/// ziglang 0.14.1 of Python or in LLVM's own tree, and of start code, system
/// calls and threads that this command has in it. They are kept in the user's
/// cache, or in the folder that PINNACLE_SYSROOT names. Where the sources of
/// libc++ are not to be had, C++ has what the language itself needs.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  apt-get install --no-install-recommends clang-19 llvm-19 newlib-source xz-utils
  pinnacle sysroot build
  pinnacle sysroot build --newlib newlib-3.3.0.tar.xz   where no package has it
  pinnacle sysroot path

`pinnacle docs toolchain` says what other systems than Debian need.

Exit status:
  0  success
  1  there is none, or it cannot be built
  2  wrong usage, or something that is needed is missing")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Build(BuildArguments),
    /// Print the folder in which it is.
    Path,
    /// Remove it.
    Clear,
}

/// Build it, unless it is there and up to date.
#[derive(Args, Debug)]
struct BuildArguments {
    /// Build it even if it is up to date.
    #[arg(long)]
    force: bool,

    /// The clang to build it with [default: the newest that can].
    #[arg(long, value_name = "PATH")]
    clang: Option<OsString>,

    /// The archive with the sources of newlib [default: that of the package].
    #[arg(long, value_name = "FILE")]
    newlib: Option<PathBuf>,

    /// A folder with libc++'s sources: LLVM's tree, or what the wheel has
    /// [default: that of PINNACLE_LLVM_SOURCE, what pip has installed].
    #[arg(long, value_name = "FOLDER")]
    llvm_source: Option<PathBuf>,

    /// Do not download the wheel with libc++'s sources if they are nowhere.
    #[arg(long)]
    no_download: bool,

    /// How many compilers run at once; 0 for one on each processor.
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
    // One without C++ is built again where there are ways to have it.
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
    // How many files there are is known when the first one is compiled.
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
            "pinnacle sysroot: warning: the library of C++ is not part of it: {reason}{}",
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
    let message = "there is no sysroot, or none for this version".into();
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
