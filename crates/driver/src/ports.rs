//! Ports for programs: the shelf of the present sysroot, and building what is missing on it.

use crate::environment::Environment;
use crate::error::Error;
use pinnacle_ports::fetch::{Source, VARIABLE};
use pinnacle_ports::{Port, Progress, Shelf, Workshop};
use std::path::{Path, PathBuf};

/// Variable with the names of ports that every run of the compiler uses, with commas between them.
pub(crate) const USED: &str = "PINNACLE_USE_PORT";

impl From<pinnacle_ports::Error> for Error {
    fn from(error: pinnacle_ports::Error) -> Self {
        let told = Self::new(error.to_string());
        match error.help() {
            Some(help) => told.hint(help),
            None => told,
        }
    }
}

/// The ports for a sysroot, by default that of the environment.
///
/// # Errors
///
/// Fails if it was not built by this command, or there is no folder for caches.
pub fn shelf(sysroot: Option<&Path>, environment: &Environment) -> Result<Shelf, Error> {
    let sysroot = sysroot.map(Path::to_owned);
    let sysroot = sysroot.or_else(|| environment.sysroot());
    let (Some(sysroot), Some(cache)) = (sysroot, environment.cache()) else {
        return Err(Error::new(
            "no folder for ports was found; set HOME or XDG_CACHE_HOME",
        ));
    };
    // Compilers run in folders of their own.
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    Ok(Shelf::new(&absolute(cache), &absolute(sysroot))?)
}

/// Builds those of the ports that are not on the shelf.
///
/// # Errors
///
/// Fails if one cannot be fetched or built.
pub fn build(
    shelf: &Shelf,
    ports: &[&Port],
    jobs: usize,
    environment: &Environment,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let workshop = Workshop {
        command: environment.own_path(),
        source: Source::of(environment.variable(VARIABLE)),
        jobs,
    };
    Ok(shelf.build(ports, &workshop, progress)?)
}

/// Names of ports in a list with commas.
pub(crate) fn names(list: &str) -> impl Iterator<Item = String> {
    let names = list.split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned)
}
