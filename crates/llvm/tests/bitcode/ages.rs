//! Files of LLVM 2.0 to 3.2, written by the assembler of each release, can be read, and the
//! verifier of LLVM 19 accepts the printed text.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use pinnacle_llvm::bitcode::{Options, RELEASES as ALL, Span, read, releases};
use pinnacle_llvm::{modernize, print};
use pinnacle_testing::corpus;

use crate::tools::{has, run};

const RELEASES: [&str; 9] = [
    "2.0", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "3.1", "3.2",
];

/// Number of verifiers that run at a time.
const JOBS: usize = 4;

fn files() -> Vec<(String, PathBuf)> {
    let Some(ages) = corpus::folder("llvm-ages") else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for release in RELEASES {
        let files = corpus::files(&ages.join(release), "bc").expect("the folder is there");
        assert!(!files.is_empty(), "there are no files of {release}");
        for path in files {
            let stem = path.file_stem().expect("it has a name").to_string_lossy();
            all.push((format!("{release}/{stem}"), path));
        }
    }
    all
}

/// The verifier's message for each text that it rejects.
fn complaints(texts: &BTreeMap<String, Vec<String>>) -> Vec<(String, String)> {
    let found = Mutex::new(Vec::new());
    let rest = Mutex::new(texts.iter());
    let next = || rest.lock().expect("no thread fails").next();
    std::thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(|| {
                while let Some((text, names)) = next() {
                    let verify = ["-passes=verify", "-disable-output"];
                    let Err(complaint) = run("opt-19", &verify, text.as_bytes()) else {
                        continue;
                    };
                    let mut found = found.lock().expect("no thread fails");
                    found.extend(names.iter().map(|name| (name.clone(), complaint.clone())));
                }
            });
        }
    });
    found.into_inner().expect("no thread fails")
}

#[test]
fn every_file_is_read_and_taken_by_todays_verifier() {
    let files = files();
    if files.is_empty() {
        return;
    }
    let mut faults = Vec::new();
    // Most files have the same text in every release.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, path) in &files {
        let bytes = fs::read(path).expect("it can be read");
        match read(&bytes, &Options::default()) {
            Ok(mut module) => {
                modernize(&mut module);
                // LLVM 19 looks the target up, which is invented in two files.
                let text = print(&module).replace("target triple = \"proc-vend-sys\"\n", "");
                texts.entry(text).or_default().push(name.clone());
            }
            Err(error) => faults.push((name.clone(), error.to_string())),
        }
    }
    if has("opt-19") {
        faults.extend(complaints(&texts));
    }
    faults.sort();
    let list: Vec<_> = faults
        .iter()
        .map(|(name, said)| format!("{name}: {said}"))
        .collect();
    assert!(
        list.is_empty(),
        "{} of {} files:\n{}",
        list.len(),
        files.len(),
        list.join("\n")
    );
}

/// The releases that can have written a file, according to its contents, include the actual one.
#[test]
fn the_release_that_wrote_a_file_is_among_those_that_can_have() {
    let place = |release: &str| ALL.iter().position(|it| *it == release);
    let mut narrowed = 0;
    for (name, path) in files() {
        let bytes = fs::read(path).expect("it can be read");
        let (release, _) = name.split_once('/').expect("it is in a folder");
        let Span { first, last } = releases(&bytes).expect("it is bitcode");
        let among = place(first) <= place(release) && place(release) <= place(last);
        assert!(among, "{name}: {first} to {last}");
        narrowed += usize::from(place(last) < place("4"));
    }
    // Without this analysis, each file could be of any release.
    assert!(narrowed == 0 || narrowed > 700, "{narrowed}");
}
