//! Runs every target on a few inputs, so that all of them keep working. `PINNACLE_FUZZ_INPUTS`
//! changes the number of inputs per target, and `PINNACLE_FUZZ_SEED` selects other inputs.

use pinnacle_fuzzing::targets::{ALL, Seeds};
use pinnacle_testing::mutate::Original;
use pinnacle_testing::random::{Choices, Seeded};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// A number from the environment, or the default.
fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

/// The seeds of a kind that are in the repository.
fn originals(seeds: Seeds) -> Vec<Original> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut originals = Vec::new();
    for folder in ["fuzz/seeds", "examples"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("it can be read").path())
            .collect();
        paths.sort();
        for path in paths {
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            if seeds.take(&extension) {
                let bytes = std::fs::read(&path).expect("it can be read");
                let assembled = pinnacle_pexe::text::parse::assemble(&bytes);
                let bytes = assembled.map_or(bytes, |assembled| assembled.bytes);
                originals.push(Original::new(bytes));
            }
        }
    }
    originals
}

#[test]
fn every_target_takes_damage_to_what_it_is_made_of() {
    let first = number("PINNACLE_FUZZ_SEED", 0);
    let inputs = first..first + number("PINNACLE_FUZZ_INPUTS", 12);
    for target in ALL {
        let mut originals = originals(target.seeds);
        assert_eq!(
            originals.is_empty(),
            target.seeds == Seeds::None,
            "no seeds for {}",
            target.name
        );
        originals.push(Original::new(Vec::new()));
        for seed in inputs.clone() {
            let mut choices = Seeded::new(seed);
            let original = choices.pick(&originals);
            let input = (target.damage)(original, &mut choices);
            let result = catch_unwind(AssertUnwindSafe(|| (target.body)(&input)));
            assert!(result.is_ok(), "{} panics, seed {seed}", target.name);
        }
    }
}

#[test]
fn every_seed_as_it_is_can_be_used() {
    for target in ALL {
        for original in originals(target.seeds) {
            (target.body)(original.bytes());
        }
    }
}

#[test]
fn names_are_told_apart() {
    let names: BTreeSet<&str> = ALL.iter().map(|target| target.name).collect();
    assert_eq!(names.len(), ALL.len());
}

#[test]
fn each_target_of_cargo_fuzz_is_a_file_and_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let listed = std::fs::read_to_string(folder.join("Cargo.toml")).expect("it can be read");
    let paths = listed
        .lines()
        .filter_map(|line| line.strip_prefix("path = "));
    let listed: BTreeSet<String> = paths
        .map(|path| path.trim_matches('"').replace("fuzz_targets/", ""))
        .collect();
    let files = std::fs::read_dir(folder.join("fuzz_targets")).expect("it can be read");
    let files: BTreeSet<String> = files
        .map(|file| file.expect("it can be read").file_name())
        .map(|name| name.into_string().expect("text"))
        .collect();
    assert_eq!(listed, files);
}

#[test]
fn the_code_of_every_target_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for target in ALL {
        for code in target.code {
            assert!(root.join(code).exists(), "{}: {code}", target.name);
        }
    }
}
