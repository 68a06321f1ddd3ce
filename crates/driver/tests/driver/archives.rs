//! Archives, built byte by byte.

use pinnacle_driver::archive::{self, Error, members};
use std::fs;
use std::path::Path;

/// Returns the header of a member.
fn header(name: &str, size: usize) -> String {
    format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644)
}

fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut text = String::from("!<arch>\n");
    for (name, contents) in parts {
        text += &header(name, contents.len());
        text += contents;
        if contents.len() % 2 == 1 {
            text += "\n";
        }
    }
    text.into_bytes()
}

fn listed(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let members = members(bytes, Path::new("")).unwrap();
    let listed = members.into_iter();
    listed
        .map(|member| (member.name, member.contents.into_owned()))
        .collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let owned = |&(name, contents): &(&str, &str)| (name.to_owned(), contents.as_bytes().to_vec());
    pairs.iter().map(owned).collect()
}

#[test]
fn an_empty_archive_has_no_members() {
    assert_eq!(listed(b"!<arch>\n"), []);
    assert!(archive::is_archive(b"!<arch>\n"));
    assert!(!archive::is_archive(b"!<arch>"));
}

#[test]
fn members_of_odd_length_are_padded() {
    let bytes = archive(&[("a.o/", "123"), ("b.o/", "45")]);
    assert_eq!(listed(&bytes), pairs(&[("a.o", "123"), ("b.o", "45")]));
}

#[test]
fn long_names_of_gnu_stand_in_a_table() {
    let names = "a_name_that_is_long.o/\nanother_long_name.o/\n";
    let bytes = archive(&[
        ("/", "symbols"),
        ("//", names),
        ("/23", "second"),
        ("/0", "first"),
    ]);
    let expected = [
        ("another_long_name.o", "second"),
        ("a_name_that_is_long.o", "first"),
    ];
    assert_eq!(listed(&bytes), pairs(&expected));
}

#[test]
fn long_names_of_bsd_stand_before_the_contents() {
    let bytes = archive(&[
        ("__.SYMDEF", "symbols"),
        ("#1/20", "a_name_that_is_longXY"),
        ("#1/20", "a_name\0\0\0\0\0\0\0\0\0\0\0\0\0\0Z"),
    ]);
    let expected = [("a_name_that_is_longX", "Y"), ("a_name", "Z")];
    assert_eq!(listed(&bytes), pairs(&expected));
}

#[test]
fn members_of_one_name_are_all_there() {
    let bytes = archive(&[("a.o/", "1"), ("a.o/", "2")]);
    assert_eq!(listed(&bytes), pairs(&[("a.o", "1"), ("a.o", "2")]));
}

#[test]
fn a_thin_archive_names_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.o"), "contents").unwrap();
    let bytes = format!("!<thin>\n{}", header("a.o/", 8));
    let found = members(bytes.as_bytes(), folder.path()).unwrap();
    assert_eq!(&*found[0].contents, b"contents");
    let nowhere = members(bytes.as_bytes(), Path::new("/nowhere"));
    assert!(matches!(nowhere, Err(Error::Missing(path, _)) if path == "/nowhere/a.o"));
}

#[test]
fn a_thin_archive_has_each_file_once_and_no_others_than_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.o"), "contents").unwrap();
    fs::create_dir(folder.path().join("more")).unwrap();
    let twice = ["a.o/", "./a.o/", "more/../a.o/"].map(|name| header(name, 8));
    let bytes = format!("!<thin>\n{}", twice.concat());
    let found = members(bytes.as_bytes(), folder.path()).unwrap();
    assert_eq!(found.len(), 1);
    for endless in ["/dev/zero", "more"] {
        let table = format!("{endless}/\n");
        let bytes = format!(
            "!<thin>\n{}{table}{}{}",
            header("//", table.len()),
            "\n".repeat(table.len() % 2),
            header("/0", 8)
        );
        let error = members(bytes.as_bytes(), folder.path()).unwrap_err();
        assert!(matches!(error, Error::Missing(..)), "{endless}: {error}");
    }
}

/// Each member that shares a long name would have its own copy of it in memory.
#[test]
fn names_are_no_longer_than_paths() {
    let names = |length: usize| format!("{}/\n", "x".repeat(length));
    let (longest, longer) = (names(4094), names(4096));
    let found = archive(&[("//", &longest), ("/0", "x")]);
    assert_eq!(listed(&found)[0].0.len(), 4094);
    let refused = archive(&[("//", &longer), ("/0", "x")]);
    let refused = members(&refused, Path::new("")).unwrap_err();
    assert_eq!(refused, Error::NoName(8 + 60 + longer.len()));
    let refused = archive(&[("#1/5000", &longer.repeat(2))]);
    let refused = members(&refused, Path::new("")).unwrap_err();
    assert_eq!(refused, Error::NoName(8));
}

#[test]
fn a_truncated_archive_is_reported() {
    let whole = archive(&[("a.o/", "123456"), ("b.o/", "78")]);
    let cut = |length: usize| members(&whole[..length], Path::new("")).unwrap_err();
    assert_eq!(cut(7), Error::NoHeader(0));
    assert_eq!(cut(50), Error::NoHeader(8));
    assert_eq!(cut(70), Error::CutShort("a.o".to_owned(), 8));
    assert_eq!(cut(80), Error::NoHeader(74));
    assert_eq!(cut(135), Error::CutShort("b.o".to_owned(), 74));
}

#[test]
fn a_long_name_that_is_nowhere_is_told() {
    let bytes = archive(&[("/7", "x")]);
    assert_eq!(
        members(&bytes, Path::new("")).unwrap_err(),
        Error::NoName(8)
    );
    let bytes = archive(&[("#1/9", "short")]);
    assert_eq!(
        members(&bytes, Path::new("")).unwrap_err(),
        Error::NoName(8)
    );
}

#[test]
fn a_size_beyond_all_bounds_is_told() {
    let mut bytes = b"!<arch>\n".to_vec();
    bytes.extend(header("a.o/", 9_999_999_999).bytes());
    let error = members(&bytes, Path::new("")).unwrap_err();
    assert_eq!(error, Error::CutShort("a.o".to_owned(), 8));
}
