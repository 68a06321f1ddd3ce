//! The small programs of `tests/modules`.

use crate::{parse, print, same_again};
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::{Format, ReadOptions, WriteOptions, read, text, verify, write};
use pinnacle_testing::bless::expect_file;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules")
}

pub(crate) fn trials() -> Vec<Trial> {
    let entries = fs::read_dir(folder()).into_iter().flatten();
    let mut names: Vec<_> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".ll").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() > 20, "the programs are there");
    let mut trials: Vec<_> = names
        .into_iter()
        .map(|name| Trial::test(format!("module {name}"), move || program(&name)))
        .collect();
    trials.push(Trial::test(
        "an order within a string is none",
        order_within_a_string,
    ));
    trials
}

fn program(name: &str) -> Result<(), Failed> {
    let source = fs::read(folder().join(format!("{name}.ll")))?;
    let module = parse(&source)?;
    accepted(name, &print(&module, Format::Llvm13)?)?;
    // Later releases renamed locals.
    for style in Format::ALL
        .into_iter()
        .filter(|style| *style <= Format::Llvm13)
    {
        same_again(&module, style)?;
    }
    verify::verify(&module, &verify::Options::default())
        .map_err(|errors| format!("the module is not well-formed: {errors:?}"))?;
    let module = text::parse_for(&source, Format::Llvm13)?;
    let bytes = write(&module, &WriteOptions::new(Format::Llvm13))?;
    if read(&bytes, &ReadOptions::default())? != module {
        return Err("the file that is written is of another module".into());
    }
    Ok(())
}

/// Compares with the accepted text.
fn accepted(name: &str, printed: &[u8]) -> Result<(), Failed> {
    let path = folder().join(format!("printed/{name}.ll"));
    Ok(expect_file(path, printed)?)
}

/// Lines that state an order are comments. Inside a string or a name they are not, and quotation
/// marks in comments do not start a string.
fn order_within_a_string() -> Result<(), Failed> {
    for (text, is_order) in [
        ("%s = constant [10 x sbyte] c\"\n; order: \"", false),
        (
            "%s = constant [10 x sbyte] c\"\n; order: \"\n; order: format 3",
            true,
        ),
        ("target triple = \"\n; order: names\"", false),
        ("deplibs = [ \"a;\n; order: format 3\" ]", false),
        ("%\"\n; order: format 3\" = external global int", false),
        ("%x = external global int ; \"\n; order: names int*", true),
    ] {
        let found = parse(text.as_bytes())?.layout.is_some();
        assert_eq!(found, is_order, "{text}");
    }
    Ok(())
}
