//! Checks `docs/legalization.md`, which is generated from the documentation of the steps, and
//! `docs/legalization-errors.md`, which is generated from that of the error kinds.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use pinnacle_legalize::{ErrorKind, STEPS};
use pinnacle_testing::error_table::{expect_document, write_groups};

/// The tables of errors and their headings, by the first digits of the error codes.
const GROUPS: &[(&str, &str)] = &[
    ("F00", "The module as a whole"),
    ("F01", "Globals"),
    ("F02", "Functions"),
    ("F03", "Limits"),
    ("F04", "Freezing"),
    ("F09", "Faults of the legaliser"),
];

fn steps_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/steps")
}

/// The documentation of a step's module, as Markdown below its heading.
fn documentation(step: &str) -> String {
    let name = step.replace('-', "_");
    let file = steps_folder().join(format!("{name}.rs"));
    let folder = steps_folder().join(name).join("mod.rs");
    let source = fs::read_to_string(&file)
        .or_else(|_| fs::read_to_string(&folder))
        .expect("a step is a file of its name");
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let mut text = String::new();
    let mut in_code = false;
    for line in lines {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if !in_code && line.starts_with('#') {
            text.push_str("##");
        }
        // Links to items of the crate do not work in the document, so only their text is kept.
        let line = if in_code {
            line.to_owned()
        } else {
            line.replace("[`", "`").replace("`]", "`")
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn legalization() -> String {
    let mut text = String::from(
        "# From LLVM IR to a program\n\n\
         LLVM IR changes with each release, and has much that a portable program may not have.\n\
         PNaCl froze a small part of it. `pinnacle finalize` converts a module to that part, in\n\
         the steps below. `pinnacle cc` does the same when it links. The module is still LLVM IR\n\
         after each step; `pinnacle finalize --until STEP` prints it. After the last step, the\n\
         module is [lowered](#lowering) to a program, which is verified before it is written.\n\n\
         A construct that a program cannot have is an error. The error has a code\n\
         ([legalization-errors.md](legalization-errors.md)), the function, the instruction, and\n\
         the source line if the module has debug information.\n\n\
         This file is generated from the source:\n\
         `BLESS=1 cargo test -p pinnacle-legalize --test document` rewrites it.\n\n\
         | number | step | effect |\n|---:|---|---|\n",
    );
    for (number, step) in (1..).zip(STEPS) {
        let (name, about) = (step.name, step.about);
        let _ = writeln!(text, "| {number} | [{name}](#{name}) | {about} |");
    }
    for step in STEPS {
        let _ = write!(text, "\n## {}\n\n{}", step.name, documentation(step.name));
    }
    let source = fs::read_to_string(steps_folder().join("../lower/mod.rs"));
    let source = source.expect("lowering has a module");
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    text.push_str("\n## lowering\n\n");
    for line in lines {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let line = line.replace("[`", "`").replace("`]", "`");
        let heading = if line.starts_with('#') { "##" } else { "" };
        let _ = writeln!(text, "{heading}{line}");
    }
    text
}

fn errors() -> String {
    let mut text = String::from(
        "# Errors of the legaliser\n\n\
         Every error has a code and a sentence. The code keeps its meaning, but the wording of the sentence\n\
         may change. If they are known, the error also names the function, the instruction and the place in\n\
         the source.\n\n\
         This file is generated from the source:\n\
         `BLESS=1 cargo test -p pinnacle-legalize --test document` rewrites it.\n",
    );
    let kinds = ErrorKind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    write_groups(&mut text, GROUPS, kinds);
    text
}

#[test]
fn every_step_is_in_the_document() {
    expect_document("legalization.md", &legalization());
}

#[test]
fn every_kind_of_error_is_in_the_document() {
    expect_document("legalization-errors.md", &errors());
}
