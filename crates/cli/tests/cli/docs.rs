//! `pinnacle docs` in an empty folder: the documents are built into the command.

use crate::pinnacle;

#[test]
fn a_document_is_shown_by_its_name() {
    let seen = pinnacle(&["docs", "headless"]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert_eq!(seen.stdout, include_str!("../../../../docs/headless.md"));
    let list = pinnacle(&["docs"]);
    assert!(list.stdout.contains("\nheadless "), "{}", list.stdout);
}

#[test]
fn a_code_is_explained() {
    let seen = pinnacle(&["docs", "B0003"]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(seen.stdout.starts_with("B0003: "), "{}", seen.stdout);
    assert!(
        seen.stdout.contains("pinnacle docs errors"),
        "{}",
        seen.stdout
    );
}

#[test]
fn a_word_is_found_in_all_documents_or_in_one() {
    let seen = pinnacle(&["docs", "--search", "MESA"]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(
        seen.stdout.lines().any(|line| line.starts_with("opengl:")),
        "{}",
        seen.stdout
    );
    pinnacle(&["docs", "cache", "--search", "wombat"]).refuses(1, &["wombat"]);
}

#[test]
fn a_misspelled_topic_gets_a_suggestion() {
    pinnacle(&["docs", "hedless"]).refuses(2, &["hedless", "headless"]);
    pinnacle(&["docs", "nothing-like-it"]).refuses(2, &["pinnacle docs"]);
}
