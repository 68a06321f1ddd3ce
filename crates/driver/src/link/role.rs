//! The role recorded in a linked module: its kind, its name, and the libraries that it needs.
//!
//! It is stored in a module that contains only metadata and is linked before the others.

use super::Job;
use super::quoted::escaped;
use crate::error::Error;
use pinnacle_legalize::Exceptions;
use pinnacle_legalize::file_role::{DEPENDENCIES, FileKind, OUTPUT_FORMAT, SO_NAME};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The metadata list that records the treatment of exceptions in a program that is finalized later.
pub(crate) const EXCEPTIONS: &str = "PinnacleExceptions";

/// Writes the module with the role of the result, if there is anything to record.
pub(super) fn write(
    job: &Job,
    libraries: &[String],
    folder: &Path,
) -> Result<Option<PathBuf>, Error> {
    if job.relocatable || (job.shared.is_none() && libraries.is_empty()) {
        return Ok(None);
    }
    let mut lists = Lists::default();
    let kind = match job.shared {
        Some(_) => FileKind::Shared,
        None => FileKind::Executable,
    };
    lists.add(OUTPUT_FORMAT, &[kind.text()]);
    if let Some(name) = &job.shared {
        lists.add(SO_NAME, &[name]);
        // Definitions may be overridden, so the optimiser must not draw conclusions from them.
        let flag = "i32 1, !\"SemanticInterposition\", i32 1";
        lists.add_nodes("llvm.module.flags", &[flag.to_owned()]);
    }
    let names: Vec<&str> = libraries.iter().map(|name| &name[..]).collect();
    lists.add(DEPENDENCIES, &names);
    if let Some(scheme) = name_of(job.exceptions).filter(|_| job.shared.is_none()) {
        lists.add(EXCEPTIONS, &[scheme]);
    }
    let path = folder.join("role.ll");
    fs::write(&path, lists.text)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(Some(path))
}

/// Returns the word that records a treatment of exceptions.
pub(crate) fn name_of(exceptions: Exceptions) -> Option<&'static str> {
    match exceptions {
        Exceptions::Refuse => None,
        Exceptions::None => Some("none"),
        Exceptions::SetjmpLongjmp => Some("sjlj"),
    }
}

/// Returns the default name of a shared object: the name of its file.
pub(crate) fn default_name(output: &Path) -> String {
    let name = output.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[derive(Default)]
struct Lists {
    text: String,
    nodes: usize,
}

impl Lists {
    /// Adds a list of texts.
    fn add(&mut self, name: &str, texts: &[&str]) {
        let quoted = texts.iter().map(|text| format!("!\"{}\"", escaped(text)));
        self.add_nodes(name, &quoted.collect::<Vec<_>>());
    }

    fn add_nodes(&mut self, name: &str, nodes: &[String]) {
        if nodes.is_empty() {
            return;
        }
        let first = self.nodes;
        for node in nodes {
            let _ = writeln!(self.text, "!{} = !{{{node}}}", self.nodes);
            self.nodes += 1;
        }
        let numbers: Vec<_> = (first..self.nodes).map(|it| format!("!{it}")).collect();
        let _ = writeln!(self.text, "!{name} = !{{{}}}", numbers.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_says_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let job = Job {
            shared: Some("lib\"a.pso".into()),
            ..Job::default()
        };
        let libraries = ["libb.pso".to_owned(), "libc.pso".to_owned()];
        let path = write(&job, &libraries, folder.path()).unwrap().unwrap();
        assert_eq!(
            fs::read_to_string(path).unwrap(),
            "!0 = !{!\"shared\"}\n!OutputFormat = !{!0}\n\
             !1 = !{!\"lib\\22a.pso\"}\n!SOName = !{!1}\n\
             !2 = !{i32 1, !\"SemanticInterposition\", i32 1}\n!llvm.module.flags = !{!2}\n\
             !3 = !{!\"libb.pso\"}\n!4 = !{!\"libc.pso\"}\n!deplibs = !{!3, !4}\n"
        );
    }

    #[test]
    fn an_ordinary_link_prints_nothing() {
        let none = write(&Job::default(), &[], Path::new("/none")).unwrap();
        assert_eq!(none, None);
    }
}
