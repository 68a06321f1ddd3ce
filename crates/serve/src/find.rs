//! Finds the programs, manifests and pages in a folder.

use crate::recordings::EXTENSION;
use cap_std::fs::Dir;
use pinnacle_folder::public_path;
use pinnacle_page::html;
use pinnacle_page::manifest::{Manifest, MediaType};
use std::io::Read;
use std::path::Path;

/// Maximum numbers of folder entries that are visited, and of files that are reported.
const MAX_ENTRIES: usize = 50_000;
const MAX_FOUND: usize = 5_000;

/// Maximum number of bytes of a page or manifest that are read.
const MAX_READ: u64 = 4 << 20;

/// Folders that are skipped, because their pages belong to packages.
const NOT_ENTERED: [&str; 1] = ["node_modules"];

/// The kind of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A page with this number of programs.
    Page { elements: usize },
    /// A manifest, with the URL of its program or the error in it.
    Manifest(Result<String, String>),
    /// A portable program.
    Program,
    /// A recording, recognised by its file name.
    Recording,
}

/// A file, by its path below the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) path: String,
    pub(crate) kind: Kind,
    /// In bytes.
    pub(crate) size: u64,
}

/// The files that were found, in the order of folders and names.
#[derive(Default, Debug)]
pub(crate) struct Finds {
    pub(crate) files: Vec<Found>,
    /// True if the search stopped at a limit, so that files may be missing.
    pub(crate) is_cut: bool,
}

/// Searches a folder and its subfolders. `path` is the path of the folder; it is empty or ends with
/// `/`. Links to folders are not followed, and names that begin with a dot are skipped.
pub(crate) fn find(folder: &Dir, path: &str) -> Finds {
    let mut finds = Finds::default();
    let mut open = vec![path.to_owned()];
    let mut entries_left = MAX_ENTRIES;
    while let Some(path) = open.pop() {
        let entries = folder.read_dir(if path.is_empty() { "." } else { &path });
        // Entries that cannot be read are skipped.
        for entry in entries.into_iter().flatten().flatten() {
            if entries_left == 0 || finds.files.len() == MAX_FOUND {
                finds.is_cut = true;
                open.clear();
                break;
            }
            entries_left -= 1;
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let full = format!("{path}{name}");
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !NOT_ENTERED.contains(&name) {
                    open.push(format!("{full}/"));
                }
            } else if let Some(found) = look(folder, full) {
                finds.files.push(found);
            }
        }
    }
    let by_folder = |found: &Found| {
        let (folder, name) = split(&found.path);
        (folder.to_owned(), name.to_owned())
    };
    finds.files.sort_by_cached_key(by_folder);
    finds
}

/// Returns the file with its kind, or `None` if it is not of interest.
fn look(folder: &Dir, path: String) -> Option<Found> {
    let extension = Path::new(&path).extension()?.to_str()?.to_ascii_lowercase();
    if !["html", "htm", "nmf", "pexe", EXTENSION].contains(&extension.as_str()) {
        return None;
    }
    let target = public_path(folder, Path::new(&path)).ok()?;
    let metadata = folder
        .metadata(&target)
        .ok()
        .filter(cap_std::fs::Metadata::is_file)?;
    let read = || {
        let mut bytes = Vec::new();
        let file = folder.open(&target).ok()?;
        file.take(MAX_READ).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    let kind = match extension.as_str() {
        "pexe" => Kind::Program,
        EXTENSION => Kind::Recording,
        "nmf" => Kind::Manifest(
            Manifest::parse(&read()?, MediaType::Pnacl)
                .map(|manifest| manifest.program)
                .map_err(|error| error.to_string()),
        ),
        _ => Kind::Page {
            elements: html::programs(&String::from_utf8_lossy(&read()?)).len(),
        },
    };
    let size = metadata.len();
    Some(Found { path, kind, size })
}

/// Splits a path into its folder, which is empty or ends with `/`, and its name.
pub(crate) fn split(path: &str) -> (&str, &str) {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cap_std::ambient_authority;

    #[test]
    fn programs_manifests_and_pages_are_found_by_folder() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).unwrap();
        for below in ["b", "a", ".git", "node_modules"] {
            dir.create_dir(below).unwrap();
            dir.write(format!("{below}/x.pexe"), "PEXE").unwrap();
        }
        dir.write(
            "z.HTM",
            "<embed src=a/x.nmf><object data=b.nmf type=application/x-pnacl>",
        )
        .unwrap();
        dir.write(
            "a/good.nmf",
            r#"{"program":{"portable":{"pnacl-translate":{"url":"x.pexe"}}}}"#,
        )
        .unwrap();
        dir.write("a/bad.nmf", "{}").unwrap();
        dir.write("readme.txt", "").unwrap();
        dir.create_dir("folder.pexe").unwrap();

        let error = "manifest: missing 'program' section.".to_owned();
        let expected = [
            ("z.HTM", Kind::Page { elements: 2 }),
            ("a/bad.nmf", Kind::Manifest(Err(error))),
            ("a/good.nmf", Kind::Manifest(Ok("x.pexe".to_owned()))),
            ("a/x.pexe", Kind::Program),
            ("b/x.pexe", Kind::Program),
        ];
        let finds = find(&dir, "");
        let found = finds
            .files
            .iter()
            .map(|found| (found.path.as_str(), found.kind.clone()));
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert!(!finds.is_cut);
        assert_eq!(find(&dir, "b/").files.len(), 1);
    }
}
