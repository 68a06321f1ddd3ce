//! Finds and checks the shared objects (`.pso`) that a program or another shared object needs.
//!
//! The order is that of ELF: first the libraries that the program refers to, in order, then those
//! that these refer to, and so on, each once. If several define a symbol, the program takes
//! precedence, then the first library in this order.

use super::load::kind_of;
use crate::symbols::Symbols;
use pinnacle_legalize::file_role::{self, FileKind};
use pinnacle_llvm::bitcode::{self, Summary};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A shared object.
#[derive(Clone, Debug)]
pub(super) struct Library {
    /// Its name (`SOName`), with which other files refer to it.
    pub name: String,
    /// Path of the file.
    pub path: PathBuf,
    /// The names of the libraries that it needs.
    pub dependencies: Vec<String>,
    /// The symbols that it defines and needs.
    pub symbols: Symbols,
}

impl Library {
    /// Returns the shared object described by a file's summary, or `None` if the file is not one.
    pub(super) fn of(summary: &Summary, path: &Path) -> Option<Library> {
        let role = file_role::role_of_summary(summary);
        if role.kind != FileKind::Shared {
            return None;
        }
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        let file_name = || {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        Some(Library {
            name: role.so_name.as_ref().map_or_else(file_name, text),
            path: path.to_owned(),
            dependencies: role.dependencies.iter().map(text).collect(),
            symbols: Symbols::of(&summary.symbols),
        })
    }
}

/// Names of libraries, with the files that need them.
#[derive(Debug)]
pub(super) struct Needed<'a> {
    pub(super) by: &'a str,
    pub(super) names: &'a [String],
}

/// Finds the needed libraries and their dependencies, except those already known. Reports every
/// error.
pub(super) fn find_all(
    needed: &[Needed<'_>],
    known: &[Library],
    folders: &[PathBuf],
) -> Result<Vec<Library>, Vec<String>> {
    let mut seen: HashSet<String> = known.iter().map(|library| library.name.clone()).collect();
    let mut found: Vec<Library> = Vec::new();
    let mut wrong = Vec::new();
    let mut look = |name: &str, by: &str, found: &mut Vec<Library>| {
        if seen.insert(name.to_owned()) {
            match find(name, by, folders) {
                Ok(library) => found.push(library),
                Err(message) => wrong.push(message),
            }
        }
    };
    for Needed { by, names } in needed {
        for name in *names {
            look(name, by, &mut found);
        }
    }
    let mut next = 0;
    while let Some(library) = found.get(next).cloned() {
        for name in &library.dependencies {
            look(name, &library.name, &mut found);
        }
        next += 1;
    }
    if wrong.is_empty() {
        return Ok(found);
    }
    Err(wrong)
}

/// Finds a library by its name.
fn find(name: &str, by: &str, folders: &[PathBuf]) -> Result<Library, String> {
    let needed = format!("the shared object {name}, which {by} needs,");
    // A name must not lead out of the folders.
    let file = Path::new(name).file_name();
    let is_name = file.is_some_and(|file| file == name);
    let mut paths = folders.iter().map(|folder| folder.join(name));
    let Some(path) = paths.find(|path| is_name && path.is_file()) else {
        let places: Vec<_> = folders.iter().map(|it| it.display().to_string()).collect();
        return Err(match &places[..] {
            [] => format!("{needed} was not found: there are no folders to search"),
            _ => format!("{needed} was not found in {}", places.join(", ")),
        });
    };
    let shown = path.display();
    let bytes = fs::read(&path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let foreign = |what: &str| format!("{needed} was found as {shown}, which is {what}");
    if !bitcode::is_bitcode(&bytes) {
        return Err(foreign(kind_of(&bytes)));
    }
    let summary = bitcode::identify(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    let triple = String::from_utf8_lossy(&summary.target_triple);
    if !triple.is_empty() && !triple.starts_with("le32") {
        return Err(foreign(&format!("compiled for {triple}")));
    }
    let Some(library) = Library::of(&summary, &path) else {
        let kind = file_role::role_of_summary(&summary).kind;
        return Err(foreign(&format!("of kind {kind}, expected shared")));
    };
    if library.name != name {
        return Err(foreign(&format!("another library, named {}", library.name)));
    }
    Ok(library)
}

/// Returns the libraries in initialization order, by index: each after its dependencies as far as
/// possible, otherwise the last ones first, as in glibc.
pub(super) fn initialization_order(libraries: &[Library]) -> Vec<usize> {
    let index_of = |name: &String| libraries.iter().position(|library| library.name == *name);
    let needed: Vec<Vec<usize>> = libraries
        .iter()
        .map(|library| library.dependencies.iter().filter_map(index_of).collect())
        .collect();
    let mut order = Vec::with_capacity(libraries.len());
    let mut entered = vec![false; libraries.len()];
    for root in (0..libraries.len()).rev() {
        // An entry is a library, and the number of its dependencies visited so far.
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut entered[root], true) {
            continue;
        }
        while let Some((library, next)) = stack.last_mut() {
            match needed[*library].get(*next) {
                Some(&other) => {
                    *next += 1;
                    if !std::mem::replace(&mut entered[other], true) {
                        stack.push((other, 0));
                    }
                }
                None => {
                    order.push(*library);
                    stack.pop();
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(name: &str, dependencies: &[&str]) -> Library {
        Library {
            name: name.into(),
            path: name.into(),
            dependencies: dependencies.iter().map(|&name| name.into()).collect(),
            symbols: Symbols::default(),
        }
    }

    #[test]
    fn dependencies_come_first() {
        let diamond = [
            library("a", &["c"]),
            library("b", &["c"]),
            library("c", &[]),
        ];
        assert_eq!(initialization_order(&diamond), [2, 1, 0]);
        let late = [
            library("c", &[]),
            library("a", &["b"]),
            library("b", &["c"]),
        ];
        assert_eq!(initialization_order(&late), [0, 2, 1]);
        let circle = [library("a", &["b"]), library("b", &["a"])];
        assert_eq!(initialization_order(&circle), [0, 1]);
    }

    #[test]
    fn a_missing_library_is_reported_with_its_user_and_the_searched_folders() {
        let names = ["liby.pso".to_owned(), "../x".to_owned()];
        let needed = [Needed {
            by: "app",
            names: &names,
        }];
        let wrong = find_all(&needed, &[], &["/no/such".into(), "/none".into()]).unwrap_err();
        assert_eq!(
            wrong[0],
            "the shared object liby.pso, which app needs, was not found in /no/such, /none"
        );
        assert_eq!(wrong.len(), 2);
    }
}
