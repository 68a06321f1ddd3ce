//! The files of the package: embedded, generated, and listed in the index of its README.

use anyhow::{Result, ensure};
use pinnacle_sysroot::{FOLDERS, files, generated};
use pinnacle_testing::bless;
use pinnacle_testing::llvm_tools::{RELEASES, Tool};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn files_below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files_below(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

/// The files of the folders that are written by hand.
fn written() -> BTreeSet<String> {
    let mut found = BTreeSet::from(["internal.h".to_owned()]);
    let folders = FOLDERS.iter().map(|folder| folder.name);
    for name in folders.chain(["include"]) {
        files_below(&root().join(name), &format!("{name}/"), &mut found);
    }
    found
}

#[test]
fn every_source_is_embedded() {
    let there = &written() | &generated();
    let embedded: BTreeSet<_> = files().iter().map(|file| file.path.to_string()).collect();
    let differ: Vec<_> = there.symmetric_difference(&embedded).collect();
    assert!(
        differ.is_empty(),
        "in the folders or embedded alone: {differ:?}"
    );
    assert!(files().is_sorted_by(|left, right| left.path < right.path));
}

#[test]
fn every_source_belongs_to_a_folder_of_the_index() {
    let compiled: BTreeSet<_> = FOLDERS.iter().flat_map(|folder| folder.sources()).collect();
    for file in files() {
        let is_header = file.path.starts_with("include/") || file.path.ends_with(".h");
        let is_compiled = compiled.contains(&*file.path);
        assert!(is_header != is_compiled, "{}", file.path);
    }
}

#[test]
fn the_readme_lists_every_folder() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for folder in FOLDERS {
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| `{}`", folder.name)));
        let row = row.unwrap_or_else(|| panic!("README.md has no row for {}", folder.name));
        let library = folder.library.unwrap_or("crt1.o");
        assert!(row.contains(&format!("`lib/{library}`")), "{row}");
    }
}

#[test]
fn no_file_is_both_written_and_generated() {
    let twice: Vec<_> = written().intersection(&generated()).cloned().collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// A header with an interface of one version, one with structures and inline functions, and one
/// with an interface of several versions show what is generated.
#[test]
fn headers_are_generated_from_the_tables() -> Result<()> {
    for name in [
        "ppb_core.h",
        "pp_rect.h",
        "ppb_var_array_buffer.h",
        "ppb_view.h",
    ] {
        let path = format!("include/ppapi/c/{name}");
        let file = files().iter().find(|file| file.path == path);
        let text = file.map_or(&[][..], |file| &file.bytes);
        let expected = root().join("tests/expected").join(name);
        bless::expect_file(expected, text)?;
    }
    Ok(())
}

#[test]
fn each_header_of_pepper_compiles_alone() -> Result<()> {
    let Some(clang) = Tool::newest("clang", RELEASES) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let mut headers = Vec::new();
    let mine = ["ppapi/c/", "ppapi/gles2/", "ppapi/lib/", "GLES2/", "KHR/"];
    for file in files() {
        let Some(path) = file.path.strip_prefix("include/") else {
            continue;
        };
        if !mine.iter().any(|prefix| path.starts_with(prefix)) {
            continue;
        }
        let target = folder.path().join(path);
        std::fs::create_dir_all(target.parent().unwrap_or(folder.path()))?;
        std::fs::write(target, &file.bytes)?;
        // It declares nothing itself.
        if !path.ends_with("/deprecated_bool.h") {
            headers.push(path);
        }
    }
    ensure!(headers.len() > 90, "only {} headers", headers.len());
    for language in [
        ["-xc", "-std=c89"],
        ["-xc", "-std=c99"],
        ["-xc++", "-std=c++11"],
    ] {
        // The deprecated interfaces have `bool`, which C has since 1999.
        let lacks_bool = language[1] == "-std=c89";
        let headers = headers
            .iter()
            .filter(|path| !(lacks_bool && path.contains("_deprecated")));
        let output = Command::new(&clang.name)
            .current_dir(folder.path())
            .args(["-fsyntax-only", "-ffreestanding", "-I."])
            .args(["-Wall", "-Wextra", "-pedantic", "-Wno-long-long", "-Werror"])
            .args(language)
            .args(headers)
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{language:?}: {said}");
    }
    Ok(())
}
