//! Building by a command in place of `pinnacle`, which only writes what it was asked.

#![cfg(unix)]

use pinnacle_ports::fetch::Source;
use pinnacle_ports::{Archive, BuildSettings, Event, InstallTree, Patches, Port, Step, find};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with an archive of sources, a sysroot, and a command.
struct Surroundings {
    folder: tempfile::TempDir,
    tree: InstallTree,
    settings: BuildSettings,
}

impl Surroundings {
    /// One whose command is this script; its arguments are those of `pinnacle`.
    fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("stamp"), "a sysroot\n").unwrap();
        let command = path.join("command");
        fs::write(&command, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&command, fs::Permissions::from_mode(0o755)).unwrap();
        let tree = InstallTree::new(&path.join("cache"), path).unwrap();
        let settings = BuildSettings {
            command,
            source: Source::Folder(path.to_owned()),
            jobs: 1,
        };
        Self {
            folder,
            tree,
            settings,
        }
    }

    /// A port whose sources are one file.
    fn port(&self, steps: &'static [Step]) -> Port {
        let path = self.folder.path();
        fs::create_dir_all(path.join("tiny-1")).unwrap();
        fs::write(path.join("tiny-1/tiny.h"), "#define TINY 1\n").unwrap();
        Port {
            name: "tiny",
            sources: archive_of(path, "tiny.tar", "tiny-1"),
            patches: None,
            tools: &[],
            steps,
            ..*find("zlib").unwrap()
        }
    }

    /// Names in the folder of ports, without the lock.
    fn there(&self) -> Vec<String> {
        let entries = fs::read_dir(self.tree.folder()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.filter(|name| name != ".lock").collect();
        names.sort();
        names
    }
}

/// Packs a folder into an archive beside it.
fn archive_of(path: &Path, file: &'static str, folder: &str) -> Archive {
    let tar = Command::new("tar")
        .args(["--create", "--file", file, folder])
        .current_dir(path)
        .status();
    assert!(tar.unwrap().success());
    let bytes = fs::read(path.join(file)).unwrap();
    let mut sum = String::new();
    for byte in Sha256::digest(&bytes) {
        let _ = write!(sum, "{byte:02x}");
    }
    Archive {
        file,
        sha256: sum.leak(),
        size: bytes.len() as u64,
    }
}

fn line(path: &Path) -> String {
    fs::read_to_string(path).unwrap().trim_end().to_owned()
}

#[test]
fn a_port_is_built_once_and_put_into_place() {
    const STEPS: &[Step] = &[
        Step::Configure(&["--static"]),
        Step::Make(&["install", "DESTDIR=@STAGE@", "OUT=@OUT@"]),
        Step::Copy("tiny.h", "include/tiny.h"),
        Step::Write("lib/tiny.pc", "prefix=@PREFIX@\n"),
    ];
    let log = "echo \"$PWD $PINNACLE_SYSROOT $*\" >> $LOG";
    let surroundings = Surroundings::new("");
    let calls = surroundings.folder.path().join("calls");
    let script = format!("#!/bin/sh\nLOG={}\n{log}\n", calls.display());
    fs::write(&surroundings.settings.command, script).unwrap();
    let port = surroundings.port(STEPS);
    let told = RefCell::new(Vec::new());
    let tell = |event: Event<'_>| {
        told.borrow_mut().push(match event {
            Event::Fetch(_) => "fetch",
            Event::Build(_) => "build",
            Event::Done(_) => "done",
        });
    };
    let build = || {
        surroundings
            .tree
            .build(&[&port], &surroundings.settings, &tell)
            .unwrap();
    };
    build();
    build();
    assert_eq!(*told.borrow(), ["fetch", "build", "done"]);
    assert!(surroundings.tree.has(&port));
    assert_eq!(surroundings.there(), ["tiny"]);
    let place: PathBuf = surroundings.tree.prefix(&port);
    assert_eq!(line(&place.join("include/tiny.h")), "#define TINY 1");
    assert_eq!(
        line(&place.join("lib/tiny.pc")),
        format!("prefix={}", place.display())
    );
    let calls = fs::read_to_string(calls).unwrap();
    let calls: Vec<&str> = calls.lines().collect();
    assert_eq!(calls.len(), 2, "{calls:?}");
    let configure = format!(
        "configure -- ./configure --prefix={} --static",
        place.display()
    );
    assert!(calls[0].ends_with(&configure), "{calls:?}");
    assert!(calls[0].contains(&surroundings.folder.path().display().to_string()));
    assert!(
        calls[1].contains(" make -- make -j1 install DESTDIR="),
        "{calls:?}"
    );
}

#[test]
fn the_patches_of_a_series_are_applied_but_those_left_out() {
    const STEPS: &[Step] = &[Step::Copy("tiny.h", "include/tiny.h")];
    let surroundings = Surroundings::new("exit 0");
    let port = surroundings.port(STEPS);
    let path = surroundings.folder.path();
    let patches = path.join("debian/patches");
    fs::create_dir_all(&patches).unwrap();
    let patch = |from: u8, to: u8| {
        format!(
            "Why.\n--- a/tiny.h\n+++ b/tiny.h\n@@ -1 +1 @@\n-#define TINY {from}\n\
             +#define TINY {to}\n"
        )
    };
    fs::write(patches.join("two.patch"), patch(1, 2)).unwrap();
    fs::write(patches.join("nine.patch"), patch(2, 9)).unwrap();
    fs::write(patches.join("three.patch"), patch(2, 3)).unwrap();
    fs::write(
        patches.join("series"),
        "two.patch\nnine.patch\n# five.patch\nthree.patch\n",
    )
    .unwrap();
    let archive = archive_of(path, "debian.tar", "debian");
    let with = |without| Port {
        patches: Some(Patches { archive, without }),
        ..port
    };
    let build = |port: Port| {
        let settings = &surroundings.settings;
        surroundings.tree.build(&[&port], settings, &|_| {})
    };
    build(with(&["nine.patch"])).unwrap();
    let header = surroundings.tree.prefix(&port).join("include/tiny.h");
    assert_eq!(line(&header), "#define TINY 3");
    // The third does not fit once the second was applied.
    let error = build(with(&[])).unwrap_err();
    assert!(error.to_string().contains("cannot be built"), "{error}");
}

#[test]
fn a_failed_build_leaves_only_its_log() {
    const STEPS: &[Step] = &[Step::Make(&[])];
    let surroundings = Surroundings::new("echo no rule for tiny >&2; exit 2");
    let port = surroundings.port(STEPS);
    let error = (surroundings.tree)
        .build(&[&port], &surroundings.settings, &|_| {})
        .unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("the port tiny cannot be built:"),
        "{message}"
    );
    assert!(message.ends_with("no rule for tiny"), "{message}");
    assert!(error.help().unwrap().contains("tiny.log"));
    assert_eq!(surroundings.there(), ["tiny.log"]);
    assert!(!surroundings.tree.has(&port));
}

#[test]
fn an_archive_with_another_hash_is_not_built() {
    let surroundings = Surroundings::new("exit 0");
    let port = surroundings.port(&[]);
    let sources = Archive {
        sha256: "00",
        ..port.sources
    };
    let port = Port { sources, ..port };
    let error = (surroundings.tree)
        .build(&[&port], &surroundings.settings, &|_| {})
        .unwrap_err();
    assert!(error.to_string().contains("has the SHA-256 sum"), "{error}");
    assert!(surroundings.there().is_empty());
}

#[test]
fn a_missing_program_is_named() {
    let surroundings = Surroundings::new("exit 0");
    let port = Port {
        tools: &["a-tool-that-nobody-has"],
        ..surroundings.port(&[])
    };
    let error = (surroundings.tree)
        .build(&[&port], &surroundings.settings, &|_| {})
        .unwrap_err();
    assert!(
        error.to_string().contains("a-tool-that-nobody-has"),
        "{error}"
    );
    assert!(error.help().unwrap().contains("apt-get install"));
}
