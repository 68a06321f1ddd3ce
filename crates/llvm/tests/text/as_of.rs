//! Files of LLVM 2.0 to 3.2 are printed as the disassembler of their own release
//! printed them.

use std::fs;

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{Dialect, dialect_of, dialects, parse_as_written, print_as_of};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::copies;
use pinnacle_testing::fuzz::bitcode::print_as_written;
use pinnacle_testing::random::{Choices, Seeded};

/// For each release, the number of files, and the number that are printed identically.
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

/// The file name in the first line.
fn identifier(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    let name = line.strip_prefix("; ModuleID = '");
    name.and_then(|name| name.strip_suffix('\''))
        .unwrap_or_default()
}

/// Describes the first difference.
fn difference(ours: &str, theirs: &str) -> String {
    let mut lines = ours.lines().zip(theirs.lines());
    let found = lines.find(|(our, their)| our != their);
    let (our, their) = found.unwrap_or(("the end of one", "of both"));
    format!("\n  ours   {our}\n  theirs {their}")
}

/// Prints bitcode as a release did, with this file name.
fn of_bitcode(bytes: &[u8], dialect: Dialect, name: &str) -> Result<String, String> {
    let options = Options {
        as_written: true,
        ..Options::default()
    };
    let module = read(bytes, &options).map_err(|error| error.to_string())?;
    print_as_of(&module, dialect, name, 1 << 24).map_err(|error| error.to_string())
}

/// Prints text as a release did, with this file name.
fn of_text(text: &[u8], dialect: Dialect, name: &str) -> Result<String, String> {
    let module = parse_as_written(text, dialect).map_err(|errors| {
        let place = errors.first().place().picture();
        format!("{errors}\n{place}")
    })?;
    print_as_of(&module, dialect, name, 1 << 24).map_err(|error| error.to_string())
}

#[test]
fn files_are_printed_as_their_release_printed_them() {
    compare(|bytes, _, dialect, name| of_bitcode(bytes, dialect, name));
}

#[test]
fn the_text_of_a_release_is_printed_as_it_is() {
    compare(|_, text, dialect, name| of_text(text, dialect, name));
}

/// Compares with the output of the original disassemblers. `print` takes a file, that output, the
/// release and the file name.
fn compare(print: impl Fn(&[u8], &[u8], Dialect, &str) -> Result<String, String>) {
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
            let bytes = fs::read(path).expect("it can be read");
            let dialect = dialect_of(release).expect("it is known");
            let shown = String::from_utf8_lossy(&theirs);
            let ours = print(&bytes, &theirs, dialect, identifier(&shown));
            let theirs = shown;
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
fn text_is_printed_as_a_later_release_printed_it_or_refused() {
    let Some(ages) = corpus::folder("llvm-ages") else {
        return;
    };
    let mut faults = String::new();
    let (mut count, mut refused) = (0, 0);
    for (release, ..) in SAME {
        let old = dialects().iter().take_while(|it| **it != "3.3");
        let later = old.filter(|later| **later > release);
        let later: Vec<_> = later.step_by(3).filter_map(|it| dialect_of(it)).collect();
        let files = corpus::files(&ages.join(release), "ll").expect("the folder is there");
        for path in files {
            let text = fs::read(&path).expect("it can be read");
            for &dialect in &later {
                count += 1;
                let first = match of_text(&text, dialect, "") {
                    Ok(first) => first,
                    Err(error) if error.contains("cannot express") => {
                        refused += 1;
                        continue;
                    }
                    Err(error) => {
                        let to = dialect.release();
                        faults.push_str(&format!("{} as of {to}: {error}\n", path.display()));
                        continue;
                    }
                };
                let again = of_text(first.as_bytes(), dialect, "");
                if again.as_ref() != Ok(&first) {
                    let to = dialect.release();
                    let again = again.unwrap_or_else(|error| error);
                    let found = difference(&again, &first);
                    faults.push_str(&format!("{} as of {to}: {found}\n", path.display()));
                }
            }
        }
    }
    assert_eq!((count, refused, &*faults), (1736, 38, ""));
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
            for _ in 0..copies(4) {
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
