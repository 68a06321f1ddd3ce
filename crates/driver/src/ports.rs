//! Finds the ports of the current sysroot and builds missing ones.

use crate::environment::Environment;
use crate::error::Error;
use pinnacle_ports::fetch::{Source, VARIABLE};
use pinnacle_ports::{BuildSettings, Event, InstallTree, Port, Progress, with_needs};
use std::path::{Path, PathBuf};

/// The environment variable that lists the ports for every run of the compiler, separated by
/// commas.
pub(crate) const USE_PORT: &str = "PINNACLE_USE_PORT";

impl From<pinnacle_ports::Error> for Error {
    fn from(error: pinnacle_ports::Error) -> Self {
        let told = Self::new(error.to_string());
        match error.help() {
            Some(help) => told.hint(help),
            None => told,
        }
    }
}

/// Returns the ports for a sysroot, by default that of the environment.
///
/// # Errors
///
/// Fails if the sysroot was not built by this command, or there is no cache folder.
pub fn tree(sysroot: Option<&Path>, environment: &Environment) -> Result<InstallTree, Error> {
    let sysroot = sysroot.map(Path::to_owned);
    let sysroot = sysroot.or_else(|| environment.sysroot());
    let (Some(sysroot), Some(cache)) = (sysroot, environment.cache()) else {
        return Err(Error::new(
            "no folder for ports was found; set HOME or XDG_CACHE_HOME",
        ));
    };
    // Compilers run in other working directories, so the paths must be absolute.
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    Ok(InstallTree::new(&absolute(cache), &absolute(sysroot))?)
}

/// Builds the ports that are not in the tree yet.
///
/// # Errors
///
/// Fails if a port cannot be fetched or built.
pub fn build(
    tree: &InstallTree,
    ports: &[&Port],
    jobs: usize,
    environment: &Environment,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let settings = BuildSettings {
        command: environment.own_path(),
        source: Source::of(environment.variable(VARIABLE)),
        jobs,
    };
    Ok(tree.build(ports, &settings, progress)?)
}

/// Builds the ports with these names, and their dependencies, unless they are in the tree.
pub(crate) fn build_named(
    tree: &InstallTree,
    names: &[String],
    environment: &Environment,
) -> Result<(), Error> {
    let program = &environment.program;
    build(
        tree,
        &with_needs(names)?,
        0,
        environment,
        &|event| match event {
            Event::Fetch(port) => eprintln!("{program}: fetching the sources of {}", port.name),
            Event::Build(port) => eprintln!("{program}: building the port {}", port.name),
            Event::Done(_) => {}
        },
    )
}

/// Splits a list of ports at its commas.
pub(crate) fn names(list: &str) -> impl Iterator<Item = String> {
    let names = list.split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned)
}
