//! The documents: every link leads somewhere, the README names them all, and prose is wrapped.

use pinnacle_tests::tree::{files, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// All Markdown files below a folder.
fn documents(folder: &Path) -> BTreeMap<PathBuf, String> {
    let paths = files(folder, &["md"]).into_iter();
    paths
        .map(|path| {
            let text = read(&path);
            (path, text)
        })
        .collect()
}

/// The lines outside of blocks of code, with `code` in a line left out.
fn prose(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut in_code = false;
    let lines = text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    });
    lines.map(|line| line.split('`').step_by(2).collect())
}

/// The targets of links, as they are written.
fn targets(text: &str) -> Vec<String> {
    let prose: Vec<String> = prose(text).collect();
    let prose = prose.join("\n");
    let starts = prose.match_indices("](").map(|(at, mark)| at + mark.len());
    starts
        .filter_map(|start| prose[start..].split([')', ' ', '\n']).next())
        .map(str::to_owned)
        .collect()
}

/// The anchors of a document: its headings, in the form that GitHub gives them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if in_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let heading = heading.trim().to_lowercase();
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor = kept.collect::<String>().replace(' ', "-");
        let mut numbered = anchor.clone();
        let mut number = 0;
        while !anchors.insert(numbered) {
            number += 1;
            numbered = format!("{anchor}-{number}");
        }
    }
    anchors
}

#[test]
fn links_lead_to_files_and_headings() {
    let texts = documents(&root());
    let mut wrong = Vec::new();
    for (path, text) in &texts {
        let folder = path.parent().expect("a file in a folder");
        for target in targets(text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = if file.is_empty() {
                path.clone()
            } else {
                folder.join(file)
            };
            let found = fs::canonicalize(&file).is_ok_and(|file| {
                anchor.is_empty()
                    || texts
                        .get(&file)
                        .is_some_and(|text| anchors(text).contains(anchor))
            });
            if !found {
                wrong.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "links that lead nowhere:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_readme_names_all_documents() {
    let readme = read(&root().join("README.md"));
    let linked = targets(&readme);
    let texts = documents(&root().join("docs"));
    for path in texts.keys() {
        let name = path.file_name().expect("a file").to_string_lossy();
        let is_named = linked
            .iter()
            .any(|target| *target == format!("docs/{name}"));
        assert!(is_named, "README.md does not name docs/{name}");
    }
}

#[test]
fn prose_is_wrapped() {
    const WIDTH: usize = 100;
    let texts = documents(&root());
    for (path, text) in &texts {
        if text.contains("\nThis file is generated from the source") {
            continue;
        }
        let mut in_code = false;
        for (number, line) in (1..).zip(text.lines()) {
            in_code ^= line.trim_start().starts_with("```");
            let breaks = !in_code && !line.starts_with(['|', '#', '!', '<']);
            let too_long = breaks && line.chars().count() > WIDTH;
            let path = path.display();
            assert!(
                !too_long,
                "{path}:{number} has more than {WIDTH} characters"
            );
        }
    }
}

#[test]
fn links_and_headings_are_found() {
    let text = "# A `b` c, d\n\nSee [x](y.md#z) and `[no](link)`.\n\n```\n# no\n[no](link)\n```\n\n## A b c d\n";
    assert_eq!(targets(text), ["y.md#z"]);
    assert_eq!(
        anchors(text),
        BTreeSet::from(["a-b-c-d".into(), "a-b-c-d-1".into()])
    );
}
