//! `pinnacle nm`, on programs.

use crate::{Folder, pinnacle, programs};

#[test]
fn a_program_has_its_entry_and_what_it_names() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["nm", &path]);
    assert_eq!((seen.status, &*seen.stdout), (0, "-------- T _start\n"));
    let seen = pinnacle(&["pnacl-nm", "-gj", &path]);
    assert_eq!((seen.status, &*seen.stdout), (0, "_start\n"));
    let seen = pinnacle(&["nm", "--undefined-only", &path, &path]);
    let expected = format!("{path}:\n\n{path}:\n");
    assert_eq!((seen.status, &*seen.stdout), (0, &*expected));
}

#[test]
fn options_that_do_not_apply_to_programs_are_refused() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    pinnacle(&["nm", "-S", &path]).refuses(2, &["-S is not for programs"]);
    let other = folder.file("x.o", "");
    pinnacle(&["nm", &path, &other]).refuses(2, &["by one command"]);
}
