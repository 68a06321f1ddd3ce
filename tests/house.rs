//! The promises of ARCHITECTURE.md and CONTRIBUTING.md about the source tree, as far as it can be
//! counted: which crate may use which, where unsafe code is, how long functions and files are.
//!
//! The texts are read by their layout, on which `cargo fmt` has the last word: a function ends at
//! the first line that is a brace as far to the left as its `fn`.

use pinnacle_tests::tree::{files, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate with those that it may use, in the order of ARCHITECTURE.md: nothing uses what comes
/// after it.
const ARROWS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("bitstream", &["base"]),
    ("pexe", &["base", "bitstream"]),
    ("llvm", &["base", "bitstream"]),
    ("bytecode", &["base", "llvm"]),
    ("debug", &["pexe"]),
    ("legalize", &["base", "debug", "llvm", "pexe"]),
    ("lift", &["llvm", "pexe"]),
    ("wasm", &["base", "pexe"]),
    ("system", &["base", "pexe"]),
    ("pepper", &["base", "pexe", "system"]),
    ("sysroot", &["pepper"]),
    ("ports", &["base"]),
    (
        "driver",
        &[
            "base", "debug", "legalize", "llvm", "pexe", "ports", "sysroot",
        ],
    ),
    ("archive", &[]),
    ("record", &["system"]),
    ("page-record", &["pepper", "record", "system"]),
    ("saved-state", &["pepper", "system"]),
    ("folder", &["system"]),
    ("page", &["folder", "system"]),
    (
        "runtime",
        &["base", "folder", "pexe", "record", "system", "wasm"],
    ),
    ("debugger", &["debug", "pexe", "runtime"]),
    ("gdb", &["debug", "debugger", "pexe", "runtime"]),
    ("dap", &["debug", "debugger", "pexe", "runtime"]),
    ("native", &["driver", "lift", "llvm", "pexe", "runtime"]),
    (
        "inspect",
        &[
            "base", "bytecode", "legalize", "llvm", "pepper", "pexe", "system", "wasm",
        ],
    ),
    ("scan", &["archive", "inspect", "page", "pepper"]),
    ("gles", &["pepper", "system"]),
    ("codecs", &[]),
    ("picture", &[]),
    ("timeline", &["base", "pepper", "picture", "system"]),
    (
        "headless",
        &[
            "base",
            "codecs",
            "folder",
            "gles",
            "page",
            "pepper",
            "picture",
            "saved-state",
            "system",
        ],
    ),
    ("window", &["headless", "pepper"]),
    (
        "embed",
        &["headless", "page", "pepper", "pexe", "runtime", "system"],
    ),
    ("capi", &["embed", "pexe", "runtime", "wasm"]),
    ("replay", &["archive", "page"]),
    ("serve", &["archive", "folder", "page", "record", "replay"]),
    ("bundle", &["page"]),
    (
        "web",
        &[
            "page",
            "page-record",
            "pepper",
            "pexe",
            "picture",
            "record",
            "saved-state",
            "system",
            "timeline",
            "wasm",
        ],
    ),
    (
        "playground",
        &["bytecode", "inspect", "page", "pepper", "pexe"],
    ),
    (
        "commands",
        &["bytecode", "inspect", "pexe", "system", "wasm"],
    ),
    ("explore", &["base", "pexe", "wasm"]),
    ("smith", &["base", "bitstream", "pexe"]),
    (
        "cli",
        &[
            "archive",
            "base",
            "bundle",
            "bytecode",
            "dap",
            "debug",
            "debugger",
            "driver",
            "explore",
            "gdb",
            "headless",
            "inspect",
            "legalize",
            "lift",
            "llvm",
            "native",
            "page",
            "page-record",
            "pepper",
            "pexe",
            "ports",
            "record",
            "replay",
            "runtime",
            "scan",
            "serve",
            "smith",
            "system",
            "timeline",
            "wasm",
            "window",
        ],
    ),
    (
        "testing",
        &["base", "bitstream", "bytecode", "llvm", "pexe", "smith"],
    ),
    ("testing-engines", &["pexe", "runtime", "testing"]),
    (
        "fuzzing",
        &[
            "bytecode",
            "headless",
            "legalize",
            "llvm",
            "page",
            "pepper",
            "pexe",
            "runtime",
            "system",
            "testing",
            "testing-engines",
            "wasm",
        ],
    ),
    ("xtask", &[]),
];

/// Crates whose tests are built without an engine.
const WITHOUT_ENGINES: &[&str] = &["base", "bitstream", "pexe", "llvm", "bytecode", "testing"];

/// Crates for work on this repository, which may be less tidy.
const TOOLS: &[&str] = &["testing", "testing-engines", "fuzzing", "xtask"];

/// Maximum number of lines of a function, and the functions that are longer.
const LONGEST_FUNCTION: usize = 150;
const LONG_FUNCTIONS: &[(&str, &str)] = &[
    // A loop around one arm for each operation, of a few lines each.
    ("runtime/src/interp/exec.rs", "execute"),
];

/// Maximum number of lines of a file without its tests, and the files that are longer.
const LONGEST_FILE: usize = 800;
const LONG_FILES: &[&str] = &["runtime/src/interp/exec.rs"];

/// The folder of a crate.
fn folder(krate: &str) -> PathBuf {
    match krate {
        "sysroot" => root().join(krate),
        _ => root().join("crates").join(krate),
    }
}

/// The files of the crates' `src` folders by their path with the crate first, without the tests
/// at their ends. Files of tests alone are left out, and so are tools.
fn product() -> BTreeMap<String, String> {
    let mut found = Vec::new();
    for (krate, _) in ARROWS.iter().filter(|(name, _)| !TOOLS.contains(name)) {
        let folder = folder(krate);
        found.extend(files(&folder.join("src"), &["rs"]).iter().map(|path| {
            let name = path.strip_prefix(&folder).expect("a path below the crate");
            let name = name.to_string_lossy().replace('\\', "/");
            (format!("{krate}/{name}"), read(path))
        }));
    }
    found
        .into_iter()
        .filter(|(name, _)| !name.contains("/tests/") && !name.ends_with("/tests.rs"))
        .map(|(name, text)| {
            let product = text.split("\n#[cfg(test)]\nmod tests {").next();
            let product = product.unwrap_or_default().to_owned();
            (name, product)
        })
        .collect()
}

/// The functions of a file: name and number of lines.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let words = code.split_once("fn ").filter(|(before, _)| {
            let qualifier = |word: &str| {
                ["const", "async", "unsafe", "extern", "\"C\"", "pub"].contains(&word)
                    || word.starts_with("pub(")
                    || ["in", "super)", "crate)"].contains(&word)
            };
            before.split_whitespace().all(qualifier)
        });
        let Some((_, rest)) = words else { continue };
        let name = rest.split(['(', '<']).next().unwrap_or_default();
        let end = lines[start..].iter().position(|line| {
            let rest = line.strip_prefix(indent).unwrap_or_default();
            rest == "}" || line.ends_with(';') && !line[indent.len()..].starts_with(' ')
        });
        found.push((name.to_owned(), end.map_or(1, |end| end + 1)));
    }
    found
}

/// The crates of this repository that a section of a crate's `Cargo.toml` names.
fn dependencies(krate: &str, section: &str) -> BTreeSet<String> {
    let manifest = read(&folder(krate).join("Cargo.toml"));
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.strip_prefix("pinnacle-"))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .map(str::to_owned)
        .collect()
}

/// A fixed name below the folder for temporary files could be created by someone else first, as a
/// link. `tempfile` makes unpredictable names.
#[test]
fn temporary_files_have_names_that_nobody_can_foresee() {
    /// They hand the folder to `tempfile`, and to programs that a build executes.
    const HAND_ON: &[&str] = &[
        "crates/driver/src/environment.rs",
        "crates/driver/src/builds.rs",
        "tests/house.rs",
    ];
    let mut paths = Vec::new();
    for folder in ["crates", "sysroot", "tests", "xtask", "fuzz"] {
        let folder = root().join(folder);
        if folder.is_dir() {
            paths.extend(files(&folder, &["rs"]));
        }
    }
    let found: Vec<PathBuf> = paths
        .iter()
        .filter(|path| read(path).contains("temp_dir()"))
        .filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_owned()))
        .filter(|path| !HAND_ON.iter().any(|known| path == Path::new(known)))
        .collect();
    assert!(found.is_empty(), "{found:?}: use the crate tempfile");
}

#[test]
fn crates_use_only_what_lies_below_them() {
    let folder = fs::read_dir(root().join("crates")).expect("the folder crates");
    let crates: BTreeSet<String> = folder
        .map(|entry| entry.expect("a readable folder").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .chain(["sysroot".to_owned()])
        .collect();
    let listed: BTreeSet<String> = ARROWS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(crates, listed, "the crates, and those of the table");
    for (index, (krate, allowed)) in ARROWS.iter().enumerate() {
        let allowed: BTreeSet<String> = allowed.iter().map(|&name| name.to_owned()).collect();
        let used = dependencies(krate, "[dependencies]");
        assert!(used.is_subset(&allowed), "{krate} uses {used:?}");
        let below = &ARROWS[..index];
        for used in &allowed {
            let is_below = below.iter().any(|(name, _)| name == used);
            assert!(is_below, "{krate} uses {used}, which comes after it");
        }
    }
}

#[test]
fn tests_of_formats_need_no_engine() {
    for krate in WITHOUT_ENGINES {
        let mut seen = BTreeSet::new();
        let mut open: Vec<String> = dependencies(krate, "[dev-dependencies]")
            .into_iter()
            .collect();
        open.push((*krate).to_owned());
        while let Some(next) = open.pop() {
            if seen.insert(next.clone()) {
                open.extend(dependencies(&next, "[dependencies]"));
            }
        }
        assert!(
            !seen.contains("runtime"),
            "{krate} is tested with an engine: {seen:?}"
        );
    }
}

#[test]
fn unsafe_code_is_in_few_places() {
    for (name, text) in product() {
        let mut code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let found = code.find(|line| {
            let forms = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"];
            forms.iter().any(|form| line.contains(form))
        });
        let places = [
            "capi/src/c/",
            "codecs/src/ffmpeg",
            "gles/src/driver",
            "native/src/faults.rs",
            "native/src/library.rs",
            "runtime/src/native",
        ];
        let allowed = places.iter().any(|place| name.starts_with(place));
        assert!(
            allowed || found.is_none(),
            "{name}: {}",
            found.unwrap_or_default()
        );
    }
}

#[test]
fn files_are_where_their_names_say() {
    for (name, text) in product() {
        let found = text
            .lines()
            .any(|line| line.trim_start().starts_with("#[path"));
        assert!(!found, "{name} includes a file by its path");
    }
}

#[test]
fn examples_in_comments_are_run() {
    for (krate, _) in ARROWS {
        let folder = folder(krate);
        if !read(&folder.join("Cargo.toml")).contains("doctest = false") {
            continue;
        }
        for path in files(&folder.join("src"), &["rs"]) {
            let text = read(&path);
            let mut lines = text.lines().map(str::trim_start);
            let example =
                lines.find(|line| line.starts_with("/// ```") || line.starts_with("//! ```"));
            assert_eq!(
                example,
                None,
                "{} has an example, but its crate has doctest = false",
                path.display()
            );
        }
    }
}

#[test]
fn functions_are_short() {
    let mut long = BTreeSet::new();
    for (file, text) in &product() {
        for (function, lines) in functions(text) {
            if lines > LONGEST_FUNCTION {
                long.insert((file.clone(), function));
            }
        }
    }
    let listed = LONG_FUNCTIONS.iter();
    let listed: BTreeSet<_> = listed
        .map(|&(file, name)| (file.into(), name.into()))
        .collect();
    assert_eq!(
        long, listed,
        "functions of more than {LONGEST_FUNCTION} lines, and those listed"
    );
}

#[test]
fn the_end_of_a_function_is_found() {
    let text = "fn a() {\n    if b {\n    }\n}\n\npub(crate) const fn c(\n    d: u8,\n) -> u8 {\n    d\n}\n\
                trait T {\n    fn e();\n\n    fn f() {}\n}\n";
    let found = functions(text);
    let found: Vec<(&str, usize)> = found
        .iter()
        .map(|(name, lines)| (&name[..], *lines))
        .collect();
    assert_eq!(found, [("a", 4), ("c", 5), ("e", 1), ("f", 1)]);
}

#[test]
fn files_are_short() {
    let product = product();
    let long = product
        .iter()
        .filter(|(_, text)| text.lines().count() > LONGEST_FILE);
    let long: BTreeSet<&str> = long.map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        long,
        BTreeSet::from_iter(LONG_FILES.iter().copied()),
        "files of more than {LONGEST_FILE} lines, and those listed"
    );
}
