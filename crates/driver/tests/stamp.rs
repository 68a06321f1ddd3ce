//! The stamp identifies the sources of a sysroot.

use pinnacle_driver::sysroot;

#[test]
fn a_folder_without_a_stamp_is_no_sysroot() {
    let folder = tempfile::tempdir().unwrap();
    assert!(!sysroot::is_current(folder.path()));
    let stamp = format!("{}\nclang 19\n", sysroot::stamp());
    std::fs::write(folder.path().join("stamp"), stamp).unwrap();
    assert!(sysroot::is_current(folder.path()));
    std::fs::write(folder.path().join("stamp"), "sources 0\nclang 19\n").unwrap();
    assert!(!sysroot::is_current(folder.path()));
}
