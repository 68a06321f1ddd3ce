//! Paths in documents and comments: each file or folder of this repository that a text names is
//! there.
//!
//! A path is a code mark, or a word of a comment, with a slash in it, that ends as a source does
//! or begins with a folder of the repository. Writers leave out what is clear: `interp/exec.rs`
//! is `crates/runtime/src/interp/exec.rs`, and `pexe/limits.rs` is `crates/pexe/src/limits.rs`.
//! So a path is right if the path of some file or folder ends with it. `{a,b}` stands for each of
//! both, a `*` for anything without a slash, and so does a name in capitals, as in
//! `tests/c/NAME.c`.

use pinnacle_tests::tree::{MADE, entries, files, read, root};
use std::collections::BTreeSet;
use std::path::Path;

/// Extensions of the files that are read.
const READ: [&str; 9] = ["c", "cc", "cpp", "h", "md", "mjs", "rs", "toml", "ts"];

/// Endings of a word that make it a path, whatever it begins with.
const SOURCES: [&str; 8] = [".c", ".cc", ".cpp", ".h", ".md", ".mjs", ".rs", ".ts"];

/// First folders of paths in Chromium and in the headers of its SDK, which comments refer to.
const CHROMIUM: [&str; 9] = [
    "GLES2",
    "components",
    "content",
    "core",
    "gpu",
    "net",
    "ppapi",
    "storage",
    "third_party",
];

/// Paths that are right though nothing has them, by the end of the file that names them.
const EXCEPTIONS: &[(&str, &str)] = &[
    // A file that is made up.
    ("sysroot/libc/file_trees.c", "folder/name"),
];

/// The pieces of a text that may be paths.
fn words(name: &str, text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut in_code = false;
    for line in text.lines() {
        let code_marks = |line: &str| -> Vec<String> {
            line.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect()
        };
        if name.ends_with(".md") {
            let is_fence = line.trim_start().starts_with("```");
            in_code ^= is_fence;
            if !in_code && !is_fence {
                words.extend(code_marks(line));
            }
            continue;
        }
        let Some(comment) = comment(name, line) else {
            continue;
        };
        words.extend(code_marks(comment));
        for prose in comment.split('`').step_by(2) {
            let trimmed = prose.split_whitespace().map(|word| {
                word.trim_matches(|c: char| !c.is_alphanumeric() && !"_/*{}".contains(c))
            });
            words.extend(trimmed.map(str::to_owned));
        }
    }
    words
}

/// The comment of a line of a source.
fn comment<'a>(name: &str, line: &'a str) -> Option<&'a str> {
    let start = line.trim_start();
    if name.ends_with(".toml") {
        return start.strip_prefix('#');
    }
    if start.starts_with("* ") || start.starts_with("/* ") {
        return Some(start);
    }
    let (code, comment) = line.split_once("//")?;
    let is_url = code.ends_with(':');
    (!is_url).then(|| comment.trim_start_matches(['/', '!']))
}

/// The path that a word is, if it looks like one of this repository.
fn path<'a>(word: &'a str, folders: &BTreeSet<String>) -> Option<&'a str> {
    let path = word.split('#').next().unwrap_or_default();
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let (first, rest) = path.split_once('/')?;
    let is_spelt = |c: char| c.is_ascii_alphanumeric() || "_-./{},*".contains(c);
    let is_elsewhere = ["", "..", ".git"].contains(&first) || CHROMIUM.contains(&first);
    let is_made = path.split('/').any(|part| MADE.contains(&part));
    if is_elsewhere || is_made || rest.is_empty() || !path.chars().all(is_spelt) {
        return None;
    }
    let is_source = SOURCES.iter().any(|ending| path.ends_with(ending));
    (is_source || folders.contains(first)).then_some(path)
}

/// The paths that one stands for: `{a,b}` is each of both.
fn alternatives(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else {
        return vec![path.to_owned()];
    };
    let (list, after) = rest.split_once('}').unwrap_or((rest, ""));
    let parts = list.split(',').map(|part| format!("{before}{part}{after}"));
    parts.flat_map(|path| alternatives(&path)).collect()
}

/// Returns true if a component of a path is that which a text writes.
fn matches(written: &str, actual: &str) -> bool {
    let (stem, ending) = written.split_once('.').unwrap_or((written, ""));
    if stem.len() > 1 && stem.chars().all(|c| c.is_ascii_uppercase()) && written != actual {
        return actual.ends_with(ending);
    }
    let Some((start, end)) = written.split_once('*') else {
        return written == actual;
    };
    let middle = actual.strip_prefix(start);
    middle.is_some_and(|middle| middle.ends_with(end))
}

/// The paths of a repository.
struct Tree {
    /// The components of each.
    paths: Vec<Vec<String>>,
}

impl Tree {
    /// Takes down a path as it is, and as writers shorten it: without the extension of a
    /// source, without `crates` and `src`.
    fn add(&mut self, path: &Path) {
        let components = |path: &Path| -> Vec<String> {
            let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
            parts.collect()
        };
        let mut forms = vec![components(path)];
        if path
            .extension()
            .is_some_and(|ext| ext == "rs" || ext == "ts")
        {
            forms.push(components(&path.with_extension("")));
        }
        for form in forms {
            if form.len() > 3 && form[0] == "crates" && form[2] == "src" {
                self.paths.push([&form[1..2], &form[3..]].concat());
            }
            self.paths.push(form);
        }
    }

    /// Returns true if a path of the repository ends with this one.
    fn has(&self, path: &str) -> bool {
        let written: Vec<&str> = path.split('/').collect();
        self.paths.iter().any(|actual| {
            let start = actual.len().checked_sub(written.len());
            start.is_some_and(|start| {
                let mut pairs = written.iter().zip(&actual[start..]);
                pairs.all(|(written, actual)| matches(written, actual))
            })
        })
    }
}

#[test]
fn paths_in_texts_exist() {
    let root = root();
    let mut tree = Tree { paths: Vec::new() };
    let hidden = [".ci", ".github"].map(|folder| entries(&root.join(folder)));
    for entry in [entries(&root), hidden.concat()].concat() {
        tree.add(entry.strip_prefix(&root).expect("a path below the root"));
    }
    // The folders with which a path begins that is written in full, or below one of these.
    let mut folders = BTreeSet::new();
    for folder in [root.clone(), root.join("crates"), root.join("web")] {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let name = entry.expect("a readable folder").file_name();
            folders.insert(name.to_string_lossy().into_owned());
        }
    }
    let mut missing = Vec::new();
    for file in files(&root, &READ) {
        let name = file.strip_prefix(&root).expect("a path below the root");
        let name = name.to_string_lossy().replace('\\', "/");
        // A change log names files that were there when it was written. The paths of the
        // tests below are made up.
        if name == "CHANGELOG.md" || name == "tests/paths.rs" {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        for word in words(&name, &text) {
            let Some(path) = path(&word, &folders) else {
                continue;
            };
            let is_exception = EXCEPTIONS
                .iter()
                .any(|&(end, exception)| name.ends_with(end) && path == exception);
            if !is_exception && !alternatives(path).iter().all(|path| tree.has(path)) {
                missing.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "paths that do not exist:\n{}",
        missing.join("\n")
    );
}

#[test]
fn exceptions_are_needed() {
    for (file, path) in EXCEPTIONS {
        let root = root();
        let mut found = files(&root, &READ).into_iter();
        let file = found.find(|found| found.ends_with(file));
        let file = file.unwrap_or_else(|| panic!("an exception for a file that is not there"));
        assert!(read(&file).contains(path), "{path} is named no longer");
    }
}

#[test]
fn paths_are_found_in_code_marks_and_comments() {
    let found = words("a.md", "`a/b.rs` and c/d.rs\n```\n`e/f.rs`\n```\n");
    assert_eq!(found, BTreeSet::from(["a/b.rs".to_owned()]));
    let found = words("a.rs", "let x = \"g/h.rs\"; // See i/j.rs, or `k`.\n");
    assert!(found.contains("i/j.rs") && !found.contains("g/h.rs"));
    let folders = BTreeSet::from(["docs".to_owned()]);
    assert_eq!(path("docs/a", &folders), Some("docs/a"));
    assert_eq!(path("a/b.rs", &folders), Some("a/b.rs"));
    for other in ["a/b", "/docs/a", "docs", "a.rs", "../x.rs", "ppapi/c/a.h"] {
        assert_eq!(path(other, &folders), None, "{other}");
    }
}

#[test]
fn paths_may_be_shortened_and_have_wildcards() {
    let mut tree = Tree { paths: Vec::new() };
    tree.add(Path::new("crates/runtime/src/interp/exec.rs"));
    for written in [
        "crates/runtime/src/interp/exec.rs",
        "interp/exec.rs",
        "runtime/interp/exec",
        "interp/*.rs",
        "interp/NAME.rs",
    ] {
        assert!(tree.has(written), "{written}");
    }
    for written in ["interp/run.rs", "compiled/exec.rs", "interp/*.ts"] {
        assert!(!tree.has(written), "{written}");
    }
    assert_eq!(alternatives("a/{b,c}.rs"), ["a/b.rs", "a/c.rs"]);
}
