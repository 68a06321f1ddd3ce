//! `pinnacle binfmt`, with folders in place of those of the system.

use crate::{Folder, pinnacle};
use std::fs;

const FORMAT: &str = ":pinnacle:M:0:PEXE::/usr/local/lib/pinnacle/execute:";

#[test]
fn the_kernel_is_told_now_and_when_the_system_starts() {
    let folder = Folder::new();
    let root = folder.path("root");
    let formats = format!("{root}/proc/sys/fs/binfmt_misc");
    fs::create_dir_all(&formats).unwrap();
    fs::create_dir_all(format!("{root}/etc/binfmt.d")).unwrap();
    let register = format!("{formats}/register");
    fs::write(&register, "").unwrap();
    let run = |more: &[&str]| {
        let words = ["binfmt", "install", "--root", &root];
        pinnacle(&[&words, more].concat())
    };

    let seen = run(&["--dry-run"]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert_eq!(fs::read_to_string(&register).unwrap(), "");
    assert_eq!(seen.stdout, run(&[]).stdout);
    assert_eq!(fs::read_to_string(&register).unwrap(), FORMAT);
    let line = fs::read_to_string(format!("{root}/etc/binfmt.d/pinnacle.conf")).unwrap();
    assert_eq!(line, format!("{FORMAT}\n"));
    let script = fs::read_to_string(format!("{root}/usr/local/lib/pinnacle/execute")).unwrap();
    assert!(script.starts_with("#!/bin/sh\nexec '"), "{script}");
    assert!(script.contains("' run --dir \"$PWD\" --cwd "), "{script}");

    // Simulate the kernel, which now lists the format under its name.
    fs::write(format!("{formats}/pinnacle"), "enabled\n").unwrap();
    let seen = run(&["--remove"]);
    assert_eq!(seen.stdout.lines().count(), 3, "{}", seen.stdout);
    let told = fs::read_to_string(format!("{formats}/pinnacle")).unwrap();
    assert!(told.starts_with("-1"), "{told}");
    assert!(!fs::exists(format!("{root}/etc/binfmt.d/pinnacle.conf")).unwrap());
    assert!(!fs::exists(format!("{root}/usr/local/lib/pinnacle/execute")).unwrap());
}

#[test]
fn a_system_without_formats_is_refused() {
    let folder = Folder::new();
    let root = folder.path("root");
    fs::create_dir_all(&root).unwrap();
    let install = ["binfmt", "install", "--root", &root];
    pinnacle(&install).refuses(2, &["register", "mount -t binfmt_misc"]);
    pinnacle(&[&install[..], &["--remove"]].concat()).refuses(2, &["nothing is installed"]);
}
