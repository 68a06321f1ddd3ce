//! Files of LLVM 2.0 to 3.2 are printed as the disassembler of their own release
//! printed them.

use std::fs;

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{dialect_of, print_as_of};
use pinnacle_testing::corpus;
use pinnacle_testing::fuzz::bitcode::print_as_written;
use pinnacle_testing::random::{Choices, Seeded};

/// The number of files of each release, and how many of them give the same bytes.
const SAME: [(&str, usize, usize); 9] = [
    ("2.0", 74, 74),
    ("2.3", 90, 90),
    ("2.4", 90, 90),
    ("2.5", 90, 90),
    ("2.6", 90, 90),
    ("2.7", 90, 90),
    ("2.8", 90, 90),
    ("3.1", 90, 90),
    ("3.2", 90, 90),
];

/// The name of the file, which the first line has.
fn identifier(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    let name = line.strip_prefix("; ModuleID = '");
    name.and_then(|name| name.strip_suffix('\''))
        .unwrap_or_default()
}

/// The first difference.
fn difference(ours: &str, theirs: &str) -> String {
    let mut lines = ours.lines().zip(theirs.lines());
    let found = lines.find(|(our, their)| our != their);
    let (our, their) = found.unwrap_or(("the end of one", "of both"));
    format!("\n  ours   {our}\n  theirs {their}")
}

#[test]
fn files_are_printed_as_their_release_printed_them() {
    let Some(ages) = corpus::folder("llvm-ages") else {
        return;
    };
    let mut counts = Vec::new();
    let mut report = String::new();
    for (release, ..) in SAME {
        let files = corpus::files(&ages.join(release), "bc").expect("the folder is there");
        let mut same = 0;
        for path in &files {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let theirs = fs::read(path.with_extension("dis.ll")).expect("it is beside");
            let theirs = String::from_utf8_lossy(&theirs);
            let bytes = fs::read(path).expect("it can be read");
            let options = Options {
                as_written: true,
                ..Options::default()
            };
            let dialect = dialect_of(release).expect("it is known");
            let ours = read(&bytes, &options)
                .map_err(|error| error.to_string())
                .and_then(|module| {
                    print_as_of(&module, dialect, identifier(&theirs), 1 << 24)
                        .map_err(|error| error.to_string())
                });
            match ours {
                Ok(ours) if ours == theirs => same += 1,
                Ok(ours) => {
                    let first = difference(&ours, &theirs);
                    report.push_str(&format!("{release}/{name}: {first}\n"));
                }
                Err(error) => report.push_str(&format!("{release}/{name}: {error}\n")),
            }
        }
        counts.push((release, files.len(), same));
    }
    assert_eq!(counts, SAME, "\n{report}");
}

#[test]
fn damaged_copies_are_refused_or_printed() {
    let Some(ages) = corpus::folder("llvm-ages") else {
        return;
    };
    let mut random = Seeded::new(36);
    for (release, ..) in SAME {
        let files = corpus::files(&ages.join(release), "bc").expect("the folder is there");
        for path in files.iter().step_by(3) {
            let file = fs::read(path).expect("it can be read");
            for _ in 0..4 {
                let mut bytes = file.clone();
                for _ in 0..=random.index(3) {
                    let at = random.index(bytes.len());
                    bytes[at] ^= 1 << random.index(8);
                }
                print_as_written(&bytes);
            }
        }
    }
}
