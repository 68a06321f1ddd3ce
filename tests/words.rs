//! The English of the repository: phrases that read like a translation are counted in comments,
//! strings and documents. Each has a ceiling: lower it when you remove a phrase, never raise it.
//! CONTRIBUTING.md says what to write instead.

use pinnacle_tests::tree::{files, root};
use std::fmt::Write as _;
use std::fs;

/// A phrase in lower case, where `*` stands for any word, and how many there are.
const CEILINGS: &[(&str, usize)] = &[
    ("all that exist", 0),
    ("all that there is", 0),
    ("any more", 4),
    ("are no *", 14),
    ("becomes of", 1),
    ("behind", 39),
    ("comes of", 2),
    ("has wrong", 0),
    ("hears of", 0),
    ("in the place of", 0),
    ("is no *", 102),
    ("is told", 12),
    ("are told", 2),
    ("is wanted", 1),
    ("is wrong with", 2),
    ("of the kind", 8),
    ("so many", 5),
    ("so much", 2),
    ("the same of", 1),
    ("wants", 3),
    ("wishes", 0),
];

/// Words with which no doc comment begins: a noun phrase or a verb says more.
const OPENINGS: &[(&str, usize)] = &[
    ("How", 1),
    ("What", 1),
    ("Where", 1),
    ("Whether", 0),
    ("Which", 0),
];

/// Calls `visit` with the prose of each source and document of the repository.
fn visit(mut visit: impl FnMut(&str)) {
    for path in files(&root(), &["rs", "ts", "c", "h", "cc", "md"]) {
        // The words of this test are not used by it. Messages are counted where they are made, not
        // where they are quoted.
        let left_out = ["tests/words.rs", "CHANGELOG.md", "docs/fault-examples.md"];
        if left_out.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        if path.extension().is_some_and(|extension| extension == "md") {
            visit(&text);
        } else {
            visit(&words_of_code(&text));
        }
    }
}

/// The comments of a source, and what stands between quotation marks, line by line.
fn words_of_code(text: &str) -> String {
    let mut words = String::new();
    for line in text.lines() {
        let (code, comment) = match line.split_once("//") {
            Some((code, comment)) if !code.ends_with(':') => (code, comment),
            _ => (line, ""),
        };
        for literal in code.split('"').skip(1).step_by(2) {
            words.push_str(literal);
            words.push('\n');
        }
        if line.trim_start().starts_with("* ") {
            words.push_str(line);
        }
        words.push_str(comment);
        words.push('\n');
    }
    words
}

/// How often each phrase stands in a text, across the ends of lines.
fn count(text: &str, phrase: &str) -> usize {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-')
        .filter(|word| !word.is_empty())
        .collect();
    let phrase: Vec<&str> = phrase.split(' ').collect();
    let matches = |window: &&[&str]| {
        let mut pairs = window.iter().zip(&phrase);
        pairs.all(|(word, expected)| *expected == "*" || word == expected)
    };
    // "There is no X" is what a native speaker says.
    let is_there = |at: usize| at > 0 && words[at - 1] == "there";
    let windows = words.windows(phrase.len()).enumerate();
    windows
        .filter(|(at, window)| matches(window) && !is_there(*at))
        .count()
}

/// The number of doc comments that begin with a word.
fn openings(text: &str, word: &str) -> usize {
    let mut continues = false;
    let mut found = 0;
    for line in text.lines() {
        let comment = line.strip_prefix("/ ");
        let starts = comment.is_some_and(|comment| {
            comment
                .strip_prefix(word)
                .is_some_and(|rest| rest.starts_with(' '))
        });
        found += usize::from(starts && !continues);
        continues = comment.is_some();
    }
    found
}

/// Compares what was found with the ceilings.
fn check(ceilings: &[(&str, usize)], found: &[usize]) {
    let mut wrong = String::new();
    for ((phrase, ceiling), found) in ceilings.iter().zip(found) {
        if found > ceiling {
            let _ = writeln!(
                wrong,
                "{phrase:?}: {found}, at most {ceiling}; write it another way"
            );
        }
    }
    assert!(wrong.is_empty(), "counted phrases:\n{wrong}");
}

#[test]
fn phrases_of_a_translation_get_fewer() {
    let mut found = vec![0; CEILINGS.len()];
    visit(|text| {
        for ((phrase, _), found) in CEILINGS.iter().zip(&mut found) {
            *found += count(text, phrase);
        }
    });
    check(CEILINGS, &found);
}

#[test]
fn doc_comments_begin_with_a_verb_or_a_noun() {
    let mut found = vec![0; OPENINGS.len()];
    visit(|text| {
        for ((word, _), found) in OPENINGS.iter().zip(&mut found) {
            *found += openings(text, word);
        }
    });
    check(OPENINGS, &found);
}

#[test]
fn phrases_are_found_across_lines_and_outside_of_code() {
    let source = "/// There is\n/// no end\nlet is_no = \"so many\"; // so\nfn behind() {}\n";
    let words = words_of_code(source);
    assert_eq!(count(&words, "is no *"), 0);
    assert_eq!(count("That is\nno end.", "is no *"), 1);
    assert_eq!(count(&words, "so many"), 1);
    assert_eq!(count(&words, "behind"), 0);
    let source = "/// What it is.\n/// What it does.\n\n/// Whatever\nfn what() {}\n/// What\n";
    assert_eq!(openings(&words_of_code(source), "What"), 1);
}
