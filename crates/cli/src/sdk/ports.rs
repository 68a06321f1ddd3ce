//! `pinnacle sdk ports`: third-party libraries, built for programs.

use crate::output::{BAD_FILE, BAD_USE, Failure, Output};
use crate::progress::Progress;
use clap::{Args, Subcommand};
use pinnacle_driver::{Environment, ports};
use pinnacle_ports::{Event, PORTS, Port, find, with_needs};
use std::process::ExitCode;

/// Build libraries such as SDL2, zlib and SQLite for programs.
///
/// `pinnacle cc --use-port=NAME` builds what it needs by itself. The sources come from Debian's
/// archive at a fixed version and hash: from the mirror that apt uses, or from the mirror or folder
/// that PINNACLE_PORTS_SOURCE names. Results are kept in the user's cache, next to the sysroot.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle sdk ports list
  pinnacle sdk ports build sdl2_image sdl2_mixer
  pinnacle sdk ports build --all
  PINNACLE_PORTS_SOURCE=~/archives pinnacle sdk ports build zlib
  pinnacle cc --use-port=zlib unpack.c -o unpack.pexe

Exit status:
  0  success
  1  a port was not built
  2  wrong usage, or a port cannot be fetched or built")]
pub(super) struct PortsArguments {
    #[command(subcommand)]
    action: PortsAction,
}

#[derive(Subcommand, Debug)]
enum PortsAction {
    /// List the ports with version, licence and whether they were built.
    List,
    Build(BuildArguments),
    /// Print the folder of a port that was built, or the folder of all ports.
    Path {
        /// Name of the port.
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
}

/// Build ports and those that they need, unless they are up to date.
#[derive(Args, Debug)]
struct BuildArguments {
    /// Build every port.
    #[arg(long, conflicts_with = "names")]
    all: bool,

    /// Number of compilers that run at once; 0 for one per processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Names of ports.
    #[arg(value_name = "NAME", required_unless_present = "all")]
    names: Vec<String>,
}

pub(super) fn run(arguments: &PortsArguments, output: &Output) -> Result<ExitCode, Failure> {
    let environment = Environment::of_process("pinnacle sdk");
    match &arguments.action {
        PortsAction::List => list(&environment, output),
        PortsAction::Build(arguments) => build(arguments, &environment, output),
        PortsAction::Path { name } => path(name.as_deref(), &environment, output),
    }
}

fn list(environment: &Environment, output: &Output) -> Result<ExitCode, Failure> {
    let tree = ports::tree(None, environment).ok();
    output.show(|out| {
        writeln!(
            out,
            "{:14} {:9} {:30} {:9} LIBRARY",
            "NAME", "VERSION", "LICENCE", "STATE"
        )?;
        for port in PORTS {
            let is_built = tree.as_ref().is_some_and(|tree| tree.has(port));
            let state = if is_built { "built" } else { "-" };
            let version = port.upstream_version();
            let (name, licence, about) = (port.name, port.licence, port.about);
            writeln!(out, "{name:14} {version:9} {licence:30} {state:9} {about}")?;
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn build(
    arguments: &BuildArguments,
    environment: &Environment,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let failed = |error| Failure::of_toolchain(&error, BAD_USE);
    let wanted: Vec<&Port> = if arguments.all {
        PORTS.iter().collect()
    } else {
        with_needs(&arguments.names).map_err(|error| failed(error.into()))?
    };
    let tree = ports::tree(None, environment).map_err(failed)?;
    let bar = Progress::start("building", wanted.len());
    let built = ports::build(
        &tree,
        &wanted,
        arguments.jobs,
        environment,
        &|event| match event {
            Event::Fetch(port) => bar.file(&format!("{} (fetching)", port.name)),
            Event::Build(port) => bar.file(port.name),
            Event::Done(_) => bar.advance(),
        },
    );
    drop(bar);
    built.map_err(failed)?;
    output.show(|out| {
        for port in &wanted {
            writeln!(out, "{}", tree.prefix(port).display())?;
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn path(
    name: Option<&str>,
    environment: &Environment,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let failed = |error| Failure::of_toolchain(&error, BAD_USE);
    let port = name
        .map(find)
        .transpose()
        .map_err(|error| failed(error.into()))?;
    let tree = ports::tree(None, environment).map_err(failed)?;
    let folder = match port {
        None => tree.folder().to_owned(),
        Some(port) if tree.has(port) => tree.prefix(port),
        Some(port) => {
            let message = format!("the port {} was not built", port.name);
            return Err(Failure::with_status(vec![message], BAD_FILE).hint(format!(
                "`pinnacle sdk ports build {}` builds it",
                port.name
            )));
        }
    };
    output.show(|out| writeln!(out, "{}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
