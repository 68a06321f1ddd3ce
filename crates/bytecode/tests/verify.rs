//! Files of the original programs. Those that they wrote are valid. The reader or the verifier
//! rejects those that were damaged by hand.

use pinnacle_bytecode::read::{ReadOptions, read};
use pinnacle_bytecode::verify::{Options, verify};
use pinnacle_testing::corpus;
use std::fs;
use std::path::{Path, PathBuf};

/// The files in a folder of `../shared/bytecode`; empty if the folder does not exist.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = corpus::folder("bytecode").map(|shared| shared.join(folder));
    folder.map_or(Vec::new(), |folder| {
        corpus::files(&folder, "bc").expect("the folder is there")
    })
}

/// The error that the reader or the verifier finds in a file.
fn fault(path: &Path) -> Option<String> {
    let bytes = fs::read(path).expect("the file is there");
    let module = match read(
        &bytes,
        &ReadOptions {
            jobs: 1,
            ..ReadOptions::default()
        },
    ) {
        Ok(module) => module,
        Err(error) => return Some(format!("{}: {error}", path.display())),
    };
    let alone = verify(&module, &Options { jobs: 1 });
    assert_eq!(alone, verify(&module, &Options { jobs: 3 }));
    let errors = alone.err()?;
    Some(format!("{}: {errors}", path.display()))
}

#[test]
fn output_of_the_original_programs_is_well_formed() {
    for folder in [
        "v0-llvm1.0",
        "v0-llvm1.1",
        "v1-llvm1.2",
        "v2-llvm1.3pre",
        "v3-llvm1.3",
    ] {
        let faults: Vec<_> = files(folder)
            .iter()
            .filter_map(|path| fault(path))
            .collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

#[test]
fn damage_is_detected() {
    for path in files("bad") {
        assert!(fault(&path).is_some(), "{}", path.display());
    }
}

#[test]
fn unusual_modules_are_well_formed() {
    // These are invalid, although the original reader accepted them.
    const WRONG: [&str; 3] = ["selfstruct", "undef_const", "undef_init"];
    for path in files("odd") {
        let taken = path.with_extension("dis.ll").exists();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let fault = fault(&path);
        let wrong = !taken || WRONG.contains(&name.as_ref());
        assert_eq!(fault.is_some(), wrong, "{}: {fault:?}", path.display());
    }
}
