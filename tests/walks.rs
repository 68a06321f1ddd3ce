//! The walks of ARCHITECTURE.md lead through files and items that exist.

use pinnacle_tests::tree::{read, root};
use std::fs;

/// The headings of the walks.
const WALKS: [&str; 5] = [
    "A program becomes WebAssembly",
    "A Pepper call",
    "A GL call in a page",
    "A file arrives in a page",
    "C source becomes a program",
];

/// The longest that ARCHITECTURE.md may be, in lines.
const MAX_LINES: usize = 350;

/// The column of a walk's item; the comment follows after more than one space.
const ITEM: usize = 46;

fn architecture() -> String {
    read(&root().join("ARCHITECTURE.md"))
}

/// The drawing below a heading.
fn drawing<'a>(text: &'a str, heading: &str) -> &'a str {
    let section = text.split_once(&format!("### {heading}\n"));
    let (_, section) = section.unwrap_or_else(|| panic!("no walk {heading:?}"));
    section.split("```").nth(1).unwrap_or_default()
}

/// The file and the item that a line of a drawing names. The item may be absent.
fn step(line: &str) -> Option<(&str, Option<&str>)> {
    let place = line.strip_prefix(" │  ")?;
    let (path, rest) = place.split_once(' ').unwrap_or((place, ""));
    let at_item = line.char_indices().nth(ITEM).map(|(at, _)| &line[at..]);
    let is_long = path.chars().count() + 4 > ITEM;
    let item = if is_long { Some(rest) } else { at_item }?;
    let item = item.split(' ').next().filter(|item| !item.is_empty());
    Some((path, item))
}

/// Returns true if a source has a word.
fn has_word(source: &str, word: &str) -> bool {
    source
        .split(|character: char| !character.is_alphanumeric() && character != '_')
        .any(|found| found == word)
}

#[test]
fn walks_lead_through_files_and_items_that_exist() {
    let text = architecture();
    let mut wrong = Vec::new();
    for heading in WALKS {
        let steps: Vec<_> = drawing(&text, heading).lines().filter_map(step).collect();
        assert!(steps.len() >= 5, "{heading}: {} steps", steps.len());
        for (path, item) in steps {
            match (fs::read_to_string(root().join(path)), item) {
                (Err(error), _) => wrong.push(format!("{heading}: {path}: {error}")),
                (Ok(source), Some(item)) if !has_word(&source, item) => {
                    wrong.push(format!("{heading}: {path} has no {item}"));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_map_is_short() {
    let lines = architecture().lines().count();
    assert!(
        lines <= MAX_LINES,
        "{lines} lines, at most {MAX_LINES} are read to the end"
    );
}

#[test]
fn a_step_is_a_file_and_perhaps_an_item() {
    let line = " │  crates/wasm/src/plan.rs                   Plan               numbers";
    assert_eq!(step(line), Some(("crates/wasm/src/plan.rs", Some("Plan"))));
    let line = " │  crates/wasm/src/plan.rs                                      numbers";
    assert_eq!(step(line), Some(("crates/wasm/src/plan.rs", None)));
    assert_eq!(step("bytes"), None);
}
