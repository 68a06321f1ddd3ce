//! The `pinnacle` command.
//!
//! Each subcommand has a module. They share [`original_names`] (aliases of subcommands),
//! [`commands`] (groups of subcommands), [`input`] (files and standard input), [`output`] (text,
//! colour, JSON, failures), [`whole_file`] (output files), [`load`] (whole programs), [`values`]
//! (sizes, durations, variables) and [`progress`]. [`bytecode`] and [`bitcode`] handle files of
//! LLVM for several subcommands. An executable made by `translate --to native` is a copy of this
//! command, in which `native` takes over.

#![forbid(unsafe_code)]

mod addr2line;
mod assemble;
mod binfmt;
#[cfg(all(feature = "wasmtime", unix))]
mod bisect;
mod bitcode;
mod builds;
mod bundle;
mod bytecode;
#[cfg(all(feature = "wasmtime", unix))]
mod cache;
mod cc;
mod commands;
mod completions;
mod compress;
mod container;
mod dap;
mod debug_file;
mod demangle;
mod diff;
mod dis;
mod docs;
mod explain;
mod explore;
mod finalize;
mod folders;
mod freeze;
mod functions;
mod graph;
mod info;
mod input;
mod load;
mod man;
mod member;
mod mutate;
#[cfg(all(feature = "wasmtime", unix))]
mod native;
mod nm;
mod opt;
mod options;
mod original_names;
mod output;
mod page;
mod progress;
mod record;
mod report;
mod run;
mod scan;
mod scratch;
mod sdk;
mod serve;
mod serve_pictures;
mod serve_recordings;
mod shrink;
#[cfg(feature = "window")]
mod site_executable;
mod smith;
mod source_text;
mod stats;
mod strings;
mod strip;
mod syntax;
mod sysroot;
mod thaw;
mod translate;
mod trial_run;
mod upgrade;
mod values;
mod verify;
mod whole_file;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use output::{Failure, Output};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Run, examine and build Portable Native Client programs (.pexe files), and examine the
/// bytecode and bitcode of LLVM 1.0 to 19.
#[derive(Parser, Debug)]
#[command(
    name = "pinnacle",
    version,
    max_term_width = 100,
    propagate_version = true,
    after_long_help = "\
Examples:
  pinnacle run hello.pexe                      run a program
  pinnacle info hello.pexe                     show what a file is and what it needs
  pinnacle verify *.pexe                       check files and report every error
  pinnacle dis hello.pexe                      print a program as text
  pinnacle as hello.pnasm -o hello.pexe        assemble a program from its text
  pinnacle diff old.pexe new.pexe              compare programs by meaning
  pinnacle stats hello.pexe                    show what its bits are used for
  pinnacle compress -i hello.pexe              compress it
  pinnacle translate hello.pexe -o hello.wasm  translate it to WebAssembly
  pinnacle upgrade old.bc -o new.ll            upgrade LLVM 1.x bytecode to today's LLVM
  pinnacle cc hello.c -o hello.pexe            compile C
  pinnacle finalize hello.bc -o hello.pexe     make a program from LLVM bitcode
  pinnacle scan games                          describe every program as a line of JSON
  pinnacle scan games --html catalogue --run   run them and describe them in a web site
  pinnacle serve site                          open old pages in a modern browser

info, verify, dis, as and stats take LLVM 1.x bytecode and its assembly too;
info, dis and finalize take LLVM bitcode.
The names of the original tools, such as pnacl-clang, are aliases of subcommands and of this command.

Exit status:
  0  success
  1  a file has errors
  2  wrong usage, or a file cannot be read
  `pinnacle run` ends with the status of the program; see `pinnacle run --help`."
)]
struct Cli {
    /// When to use colours; NO_COLOR turns `auto` off.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(Box<run::Arguments>),
    Info(info::Arguments),
    Verify(verify::Arguments),
    Diff(diff::Arguments),
    Dis(dis::Arguments),
    Graph(graph::Arguments),
    Explore(explore::Arguments),
    Strings(strings::Arguments),
    Addr2line(addr2line::Arguments),
    Dap(dap::Arguments),
    Record(record::Arguments),
    Demangle(demangle::Arguments),
    #[command(name = "as")]
    Assemble(assemble::Arguments),
    Stats(stats::Arguments),
    Compress(compress::Arguments),
    Translate(translate::Arguments),
    Upgrade(upgrade::Arguments),
    Cc(cc::Arguments),
    /// Compile and link C++ with clang's command line.
    #[command(name = "c++")]
    Cxx(cc::Arguments),
    Sysroot(sysroot::Arguments),
    Configure(builds::ConfigureArguments),
    Make(builds::MakeArguments),
    /// Run llvm-ar, which makes archives of objects.
    Ar(builds::ToolArguments),
    /// Run llvm-ranlib, which indexes the symbols of an archive.
    Ranlib(builds::ToolArguments),
    /// Show the symbols of programs; run llvm-nm for objects and archives.
    Nm(builds::ToolArguments),
    /// Disassemble objects with llvm-objdump.
    Objdump(builds::ToolArguments),
    /// Run pkg-config for the target's libraries, not the host's.
    #[command(name = "pkg-config")]
    PkgConfig(builds::ToolArguments),
    /// Run another LLVM tool, of the same release as clang.
    #[command(hide = true)]
    Llvm(builds::ToolArguments),
    Strip(strip::Arguments),
    Sdk(sdk::Arguments),
    Binfmt(binfmt::Arguments),
    Finalize(finalize::Arguments),
    Freeze(freeze::Arguments),
    Thaw(thaw::Arguments),
    Opt(opt::Arguments),
    Shrink(shrink::Arguments),
    Smith(smith::Arguments),
    Mutate(mutate::Arguments),
    Scan(scan::Arguments),
    /// Name the command that replaced the contact sheet.
    #[command(hide = true)]
    Sheet(scan::Sheet),
    Serve(serve::Arguments),
    Bundle(bundle::Arguments),
    #[cfg(all(feature = "wasmtime", unix))]
    Bisect(bisect::Arguments),
    #[cfg(all(feature = "wasmtime", unix))]
    Cache(cache::Arguments),
    Explain(explain::Arguments),
    Docs(docs::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    /// Print the version, as `--version` does.
    #[command(hide = true)]
    Version,
}

fn main() -> ExitCode {
    #[cfg(all(feature = "wasmtime", unix))]
    if let Some(offset) = native::program_offset() {
        let output = Output::new(ColorChoice::Auto);
        return end(native::run(offset, &output), &output);
    }
    // The unpacked files exist until the end of the process.
    #[cfg(feature = "window")]
    let site = match site_executable::Site::of_this_executable() {
        Ok(site) => site,
        Err(failure) => return end(Err(failure), &Output::new(ColorChoice::Auto)),
    };
    #[cfg(feature = "window")]
    let read = match &site {
        Some(site) => Ok((site.command_line(), None)),
        None => read_command_line(),
    };
    #[cfg(not(feature = "window"))]
    let read = read_command_line();
    let (arguments, failure_status) = match read {
        Ok(read) => read,
        Err(failure) => return end(Err(failure), &Output::new(ColorChoice::Auto)),
    };
    COMMAND_LINE.get_or_init(|| arguments.clone());
    let mut command = Cli::command().color(early_color(&arguments));
    if commands::may_be_shown(&arguments) {
        command = commands::grouped(command);
    }
    let parsed = command
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // If the message cannot be written, the status is still the same.
            let _ = error.print();
            if let Some(hint) = unknown_command(&error).and_then(hint) {
                Output::new(ColorChoice::Auto).hint(hint);
            }
            let usual = u8::try_from(error.exit_code()).unwrap_or(output::BAD_USE);
            return ExitCode::from(failure_status.filter(|_| usual != 0).unwrap_or(usual));
        }
    };
    let output = Output::new(cli.color);
    let result = match cli.command {
        Command::Run(arguments) => run::run(*arguments, &output),
        Command::Info(arguments) => info::run(&arguments, &output),
        Command::Verify(arguments) => verify::run(&arguments, &output),
        Command::Diff(arguments) => diff::run(&arguments, &output),
        Command::Dis(arguments) => dis::run(&arguments, &output),
        Command::Explore(arguments) => explore::run(&arguments, &output),
        Command::Graph(arguments) => graph::run(&arguments, &output),
        Command::Strings(arguments) => strings::run(&arguments, &output),
        Command::Addr2line(arguments) => addr2line::run(&arguments, &output),
        Command::Dap(arguments) => dap::run(&arguments, &output),
        Command::Record(arguments) => record::run(&arguments, &output),
        Command::Demangle(arguments) => demangle::run(&arguments, &output),
        Command::Assemble(arguments) => assemble::run(&arguments, &output),
        Command::Stats(arguments) => stats::run(&arguments, &output),
        Command::Compress(arguments) => compress::run(&arguments, &output),
        Command::Translate(arguments) => translate::run(&arguments, &output),
        Command::Cc(arguments) => Ok(cc::run(arguments)),
        Command::Cxx(arguments) => Ok(cc::run_cxx(arguments)),
        Command::Configure(arguments) => builds::configure(&arguments),
        Command::Make(arguments) => builds::make(&arguments),
        Command::Ar(arguments) => builds::tool("ar", &arguments),
        Command::Ranlib(arguments) => builds::tool("ranlib", &arguments),
        Command::Nm(arguments) => nm::run(&arguments, &output),
        Command::Objdump(arguments) => builds::tool("objdump", &arguments),
        Command::PkgConfig(arguments) => builds::pkg_config(&arguments),
        Command::Llvm(arguments) => builds::any_tool(&arguments),
        Command::Strip(arguments) => strip::run(&arguments),
        Command::Binfmt(arguments) => binfmt::run(&arguments, &output),
        Command::Sdk(arguments) => sdk::run(&arguments, &output),
        Command::Sysroot(arguments) => sysroot::run(arguments, &output),
        Command::Finalize(arguments) => finalize::run(&arguments, &output),
        Command::Freeze(arguments) => freeze::run(&arguments, &output),
        Command::Thaw(arguments) => thaw::run(&arguments, &output),
        Command::Opt(arguments) => opt::run(&arguments, &output),
        Command::Upgrade(arguments) => upgrade::run(&arguments, &output),
        Command::Shrink(arguments) => shrink::run(&arguments, &output),
        Command::Smith(arguments) => smith::run(&arguments, &output),
        Command::Mutate(arguments) => mutate::run(&arguments, &output),
        Command::Scan(arguments) => scan::run(&arguments, &output),
        Command::Sheet(_) => Err(scan::instead_of_sheet()),
        Command::Serve(arguments) => serve::run(&arguments, &output),
        Command::Bundle(arguments) => bundle::run(&arguments, &output),
        #[cfg(all(feature = "wasmtime", unix))]
        Command::Bisect(arguments) => bisect::run(arguments, &output),
        #[cfg(all(feature = "wasmtime", unix))]
        Command::Cache(arguments) => cache::run(&arguments, &output),
        Command::Explain(arguments) => explain::run(&arguments, &output),
        Command::Docs(arguments) => docs::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        Command::Version => {
            let shown =
                output.show(|out| out.write_all(Cli::command().render_version().as_bytes()));
            shown.map(|()| ExitCode::SUCCESS).map_err(Failure::from)
        }
    };
    let result = result.map_err(|failure| match (failure, failure_status) {
        (Failure::Told(mut told), Some(status)) => {
            told.status = status;
            Failure::Told(told)
        }
        (failure, _) => failure,
    });
    end(result, &output)
}

/// The command line, with names of original tools replaced.
static COMMAND_LINE: OnceLock<Vec<OsString>> = OnceLock::new();

/// Returns the words of the command line, with names of original tools replaced.
fn command_line() -> Vec<OsString> {
    COMMAND_LINE.get().cloned().unwrap_or_default()
}

/// Reads the command line, once. Returns its words, with names of original tools replaced, and the
/// exit status of failures if the tool has its own.
fn read_command_line() -> Result<(Vec<OsString>, Option<u8>), Failure> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let status = original_names::replace(&mut words).map_err(|error| {
        Failure::of_toolchain(&error, error.status().unwrap_or(output::BAD_USE))
    })?;
    Ok((words, status))
}

/// Reports the failure of a command, if it failed. Returns the exit status.
fn end(result: Result<ExitCode, Failure>, output: &Output) -> ExitCode {
    match result {
        Ok(status) => status,
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Told(told)) => {
            output.tell(&told);
            told.status.into()
        }
    }
}

/// Returns the word found where a command was expected.
fn unknown_command(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(word) => Some(word),
        _ => None,
    }
}

/// Suggests what to type instead of an unknown command.
fn hint(word: &str) -> Option<String> {
    if Path::new(word).is_file() {
        return Some(format!("to run the program: pinnacle run {word}"));
    }
    let meant = commands::meant(&Cli::command(), word)?;
    Some(format!("did you mean `pinnacle {meant}`?"))
}

/// Returns the colour choice for messages about the command line, before it has been parsed.
fn early_color(arguments: &[OsString]) -> ColorChoice {
    let asked = |word: &OsStr| word.to_str()?.parse().ok();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value = match word.to_str() {
            Some("--color") => words.next().map(OsString::as_os_str),
            Some(word) => word.strip_prefix("--color=").map(OsStr::new),
            None => None,
        };
        if let Some(choice) = value.and_then(asked) {
            return choice;
        }
    }
    ColorChoice::Auto
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn colours_are_known_before_the_rest_is_understood() {
        let choice = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            early_color(&words)
        };
        assert_eq!(choice(&["pinnacle", "--nonsense"]), ColorChoice::Auto);
        assert_eq!(choice(&["--color", "never"]), ColorChoice::Never);
        assert_eq!(choice(&["x", "--color=always"]), ColorChoice::Always);
        assert_eq!(choice(&["--color"]), ColorChoice::Auto);
    }
}
