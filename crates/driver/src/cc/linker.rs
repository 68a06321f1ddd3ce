//! Options for the linker: the words in `-Wl,` and after `-Xlinker`.

use super::options::{Item, Options, Query};
use crate::error::Error;

/// Options that are ignored, because they request the default behaviour, or a feature that does not
/// exist here and is not needed. Those that end in an equals sign take any value.
const WITHOUT_EFFECT: &[&str] = &[
    "--as-needed",
    "--build-id",
    "--build-id=",
    "--copy-dt-needed-entries",
    "--disable-new-dtags",
    "--eh-frame-hdr",
    "--enable-new-dtags",
    "--end-group",
    "--fatal-warnings",
    "--gc-sections",
    "--hash-style=",
    "--icf=",
    "--no-as-needed",
    "--no-copy-dt-needed-entries",
    "--no-fatal-warnings",
    "--no-gc-sections",
    "--no-undefined",
    "--rpath=",
    "--rpath-link=",
    "--sort-common",
    "--start-group",
    "--strip-all",
    "--strip-debug",
    "--warn-common",
    "-(",
    "-)",
    "-Bdynamic",
    "-Bstatic",
    "-Bsymbolic",
    "-Bsymbolic-functions",
    "-E",
    "-O0",
    "-O1",
    "-O2",
    "-S",
    "-dead_strip",
    "-s",
    "-x",
];

/// Ignored options that have a value in the next word.
const WITH_VALUE_WITHOUT_EFFECT: &[&str] = &["-rpath", "-rpath-link", "-z"];

/// Parses words for the linker.
///
/// # Errors
///
/// Fails if an option lacks its value.
pub(super) fn options(
    words: &[&str],
    options: &mut Options,
    whole: &mut bool,
) -> Result<(), Error> {
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        match name {
            "--version" => {
                options.query.get_or_insert(Query::Linker);
            }
            "--whole-archive" => *whole = true,
            "--no-whole-archive" => *whole = false,
            "-E" | "--export-dynamic" | "-export-dynamic" => options.export_dynamic = true,
            "-shared" | "--shared" | "-Bshareable" => options.shared = true,
            "-Bstatic" | "-static" => options.only_archives = true,
            "-Bdynamic" => options.only_archives = false,
            "-soname" | "--soname" | "-h" => {
                let name = value.or_else(|| words.next().copied());
                let name = name.ok_or_else(|| {
                    Error::new(format!(
                        "-Wl,{word} must be followed by the name of a library"
                    ))
                })?;
                options.so_name = Some(name.to_owned());
            }
            "-r" | "--relocatable" => options.relocatable = true,
            "-u" | "--undefined" | "--require-defined" | "--export" | "-export" | "--wrap"
            | "-wrap" => {
                let symbol = value.or_else(|| words.next().copied());
                let symbol = symbol.ok_or_else(|| {
                    Error::new(format!(
                        "-Wl,{word} must be followed by the name of a symbol"
                    ))
                })?;
                let list = match name {
                    "--export" | "-export" => &mut options.exports,
                    "--wrap" | "-wrap" => &mut options.wrapped,
                    _ => &mut options.roots,
                };
                list.push(symbol.to_owned());
            }
            _ => {
                if let Some(library) = word.strip_prefix("-l").filter(|name| !name.is_empty()) {
                    options.items.push(Item::Library {
                        name: library.into(),
                        whole: *whole,
                    });
                } else if let Some(folder) = word.strip_prefix("-L").filter(|name| !name.is_empty())
                {
                    options.library_folders.push(folder.into());
                } else if WITH_VALUE_WITHOUT_EFFECT.contains(&word) {
                    words.next();
                } else if !has_no_effect(word) {
                    options
                        .warnings
                        .push(format!("the linker ignores the unknown option {word}"));
                }
            }
        }
    }
    Ok(())
}

fn has_no_effect(word: &str) -> bool {
    let name = word.split_inclusive('=').next().unwrap_or(word);
    WITHOUT_EFFECT.contains(&name)
}
