//! `docs/pepper.md` is made from the tables, after an introduction in
//! `tests/document/introduction.md`; `cargo xtask bless pinnacle-pepper` writes it anew.

#![forbid(unsafe_code)]

use pinnacle_pepper::device::gl::Function;
use pinnacle_pepper::interfaces::ALL;
use pinnacle_pepper::table::absent::ABSENT;
use pinnacle_pepper::table::ctypes::header_path;
use pinnacle_pepper::table::offered::OFFERED;
use pinnacle_pepper::table::{Exposure, Interface, Support};
use pinnacle_testing::error_table::expect_document;
use std::fmt::Write;

/// The headings of the document: the exposure of the interfaces in each section, its title, and its
/// text.
const EXPOSURES: [(Exposure, &str, &str); 5] = [
    (
        Exposure::Stable,
        "For every page",
        "Chrome gave these to each program in its stable releases.",
    ),
    (
        Exposure::DevChannel,
        "In development builds",
        "Chrome gave these to programs in its development builds. Here every program has them.",
    ),
    (
        Exposure::Dev,
        "With the attribute `@dev`",
        "Chrome gave these to elements with the attribute `@dev`. Here every program has them.",
    ),
    (
        Exposure::Private,
        "For known origins",
        "Chrome gave these to pages of a list. Here every program has them.",
    ),
    (
        Exposure::Testing,
        "For tests",
        "Chrome gave these to its own tests. Here every program has them.",
    ),
];

fn header(name: &str) -> String {
    let path = header_path(name).expect("each interface has a header");
    format!("`ppapi/c/{path}`")
}

/// Returns the rows of a table: one for each interface, with all its versions that have the same
/// support.
fn rows(interfaces: &[&Interface]) -> String {
    let mut rows: Vec<(&Interface, Vec<&str>)> = Vec::new();
    for interface in interfaces {
        let same = |(one, _): &&mut (&Interface, Vec<&str>)| {
            one.name == interface.name && one.support == interface.support
        };
        match rows.iter_mut().find(same) {
            Some((_, versions)) => versions.push(interface.version),
            None => rows.push((interface, vec![interface.version])),
        }
    }
    let mut text = String::from("| interface | versions | header | support |\n|---|---|---|---|\n");
    for (interface, versions) in rows {
        let support = match interface.support {
            Support::Whole => "whole".to_owned(),
            Support::Partly(note) => format!("partly: {note}"),
            Support::Refused(note) => format!("refused: {note}"),
        };
        let name = interface.name;
        let versions = versions.join(", ");
        let header = header(name);
        let _ = writeln!(text, "| `{name}` | {versions} | {header} | {support} |");
    }
    text
}

fn document() -> String {
    let mut text = include_str!("document/introduction.md").to_owned();
    text.push_str("\n## Interfaces of the browser\n");
    for (exposure, heading, says) in EXPOSURES {
        let these: Vec<_> = ALL.iter().filter(|one| one.exposure == exposure).collect();
        let _ = write!(text, "\n### {heading}\n\n{says}\n\n{}", rows(&these));
    }
    text.push_str(
        "\n## Interfaces of the program\n\nThe browser asks a program for these. \
         `PPP_MessageHandler` has no name to ask for: a\nprogram hands over its address.\n\n\
         | interface | version | header | functions |\n|---|---|---|---|\n",
    );
    for interface in OFFERED {
        let names: Vec<_> = interface
            .methods
            .iter()
            .map(|method| format!("`{}`", method.name))
            .collect();
        let (name, version) = (interface.name, interface.version);
        let (header, names) = (header(name), names.join(" "));
        let _ = writeln!(text, "| `{name}` | {version} | {header} | {names} |");
    }
    text.push_str(
        "\n## What Chrome had and is not here\n\nA program that asks for one of these gets 0.\n",
    );
    for group in ABSENT {
        let names: Vec<_> = group.names.iter().map(|name| format!("`{name}`")).collect();
        let names = names.join(",\n");
        let _ = write!(
            text,
            "\n### {}\n\n{}\n\n{names}.\n",
            group.heading, group.reason
        );
    }
    text
}

#[test]
fn the_document_of_opengl_has_every_function() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/opengl.md");
    let text = std::fs::read_to_string(path).expect("docs/opengl.md");
    for function in Function::ALL {
        let name = format!("`gl{}`", function.name());
        assert!(text.contains(&name), "{name} is not in docs/opengl.md");
    }
}

#[test]
fn the_document_is_made_from_the_tables() {
    expect_document("pepper.md", &document());
}
