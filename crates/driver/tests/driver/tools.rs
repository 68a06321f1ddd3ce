//! The choice of clang.

use crate::surroundings::tools_by_name;
use pinnacle_driver::Environment;
use pinnacle_driver::tools::{INSTALL, Tools};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

fn environment(folder: &Path) -> Environment {
    Environment::new("cc", [("PATH".into(), folder.into())])
}

#[test]
fn the_newest_release_that_is_known_best_is_taken() {
    for (there, release) in [
        (&["clang-14", "clang-16", "clang-19", "clang-20"][..], 19),
        (&["clang-13", "clang-15", "clang-16"], 16),
        (&["clang-13", "clang-18"], 13),
    ] {
        let folder = tools_by_name(there);
        let tools = Tools::find(None, &environment(folder.path())).unwrap();
        assert_eq!(tools.release(), release);
    }
}

#[test]
fn a_clang_that_is_asked_for_is_taken() {
    let folder = tools_by_name(&["clang-19", "clang-16", "clang-15"]);
    let asked = folder.path().join("clang-15");
    let mut environment = environment(folder.path());
    let tools = Tools::find(Some(asked.as_os_str()), &environment).unwrap();
    assert_eq!(tools.release(), 15);
    let variables = [
        ("PATH".into(), folder.path().into()),
        ("PINNACLE_CLANG".into(), "clang-16".into()),
    ];
    environment = Environment::new("cc", variables);
    assert_eq!(Tools::find(None, &environment).unwrap().release(), 16);
}

#[test]
fn a_plain_clang_is_asked_for_its_release() {
    let folder = tools_by_name(&["clang"]);
    let say = "#!/bin/sh\necho 'Some clang version 17.0.6 (x)'\n";
    fs::write(folder.path().join("clang"), say).unwrap();
    let tools = Tools::find(None, &environment(folder.path())).unwrap();
    assert_eq!(tools.release(), 17);
}

#[test]
fn tools_are_of_the_release_of_clang() {
    let folder = tools_by_name(&["clang-16", "opt-16", "opt-19", "llvm-link-19"]);
    let tools = Tools::find(None, &environment(folder.path())).unwrap();
    assert_eq!(tools.tool("opt").unwrap(), folder.path().join("opt-16"));
    let error = tools.tool("llvm-link").unwrap_err();
    assert!(error.messages()[0].starts_with("llvm-link-16, which belongs to "));
    assert!(error.help().unwrap().contains(INSTALL));
}

#[test]
fn without_clang_the_error_says_how_to_install_it() {
    let folder = tools_by_name(&[]);
    let error = Tools::find(None, &environment(folder.path())).unwrap_err();
    assert_eq!(error.messages(), ["clang was not found"]);
    assert!(error.help().unwrap().contains(INSTALL));
    let error = Tools::find(Some(OsStr::new("cleng")), &environment(folder.path())).unwrap_err();
    assert_eq!(error.messages(), ["program not found: cleng"]);
}

#[test]
fn releases_without_the_target_are_refused() {
    let folder = tools_by_name(&["clang-20"]);
    let error = Tools::find(None, &environment(folder.path())).unwrap_err();
    assert!(error.messages()[0].contains("19 is the last release that has it"));
    let folder = tools_by_name(&["clang-9"]);
    let error = Tools::find(Some(OsStr::new("clang-9")), &environment(folder.path())).unwrap_err();
    assert!(error.messages()[0].contains("too old"));
}
