//! The names of the original tools, under which the command does what they
//! did.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Each name with the words that it stands for.
const ORIGINAL_NAMES: &[(&str, &[&str])] = &[
    ("pnacl-abicheck", &["verify"]),
    ("pnacl-bccompress", &["compress"]),
    ("pnacl-ar", &["ar"]),
    ("pnacl-bcdis", &["dis", "--listing"]),
    ("pnacl-clang", &["cc"]),
    ("pnacl-clang++", &["c++"]),
    ("pnacl-finalize", &["finalize"]),
    ("pnacl-nm", &["nm"]),
    ("pnacl-ranlib", &["ranlib"]),
];

/// Replaces the name of an original tool by the words that it stands for,
/// where the command was called by that name or the name is in the place of
/// the subcommand.
pub(crate) fn replace(arguments: &mut Vec<OsString>) {
    let called = arguments
        .first()
        .and_then(|path| Path::new(path).file_stem());
    let place = place_of_subcommand(arguments);
    let (range, words) = if let Some(words) = called.and_then(words_for) {
        (1..1, words)
    } else if let Some(words) = arguments.get(place).and_then(|name| words_for(name)) {
        (place..place + 1, words)
    } else {
        return;
    };
    arguments.splice(range, words.iter().map(OsString::from));
}

fn words_for(name: &OsStr) -> Option<&'static [&'static str]> {
    let (_, words) = ORIGINAL_NAMES.iter().find(|(known, _)| *known == name)?;
    Some(words)
}

/// The subcommand is the first word that is no option. The only one that can
/// stand before it and has a value is `--color`.
fn place_of_subcommand(arguments: &[OsString]) -> usize {
    let mut place = 1;
    while let Some(word) = arguments.get(place).and_then(|word| word.to_str()) {
        place += match word {
            "--color" => 2,
            _ if word.starts_with("--color=") => 1,
            _ => break,
        };
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(words: &str) -> String {
        let mut words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        replace(&mut words);
        words.join(OsStr::new(" ")).into_string().expect("text")
    }

    #[test]
    fn the_name_of_the_command() {
        for (called, command) in [
            ("pnacl-abicheck", "verify"),
            ("pnacl-bccompress", "compress"),
            ("pnacl-bcdis", "dis --listing"),
        ] {
            for path in [
                called.to_owned(),
                format!("/usr/bin/{called}"),
                format!("{called}.exe"),
            ] {
                assert_eq!(
                    replaced(&format!("{path} x.pexe")),
                    format!("{path} {command} x.pexe")
                );
            }
        }
    }

    #[test]
    fn the_subcommand() {
        assert_eq!(
            replaced("pinnacle pnacl-bcdis x.pexe"),
            "pinnacle dis --listing x.pexe"
        );
        assert_eq!(
            replaced("pinnacle --color never --color=auto pnacl-abicheck -q"),
            "pinnacle --color never --color=auto verify -q"
        );
    }

    #[test]
    fn other_words_stay() {
        for words in [
            "pinnacle",
            "pinnacle --color",
            "pinnacle info pnacl-bcdis",
            "pinnacle --color pnacl-bcdis x.pexe",
            "pnacl-bcdis-2 pnacl-bcanalyzer",
        ] {
            assert_eq!(replaced(words), words);
        }
    }
}
