//! The names of the original tools, as aliases of subcommands.

use pinnacle_driver::Error;
use pinnacle_driver::sdk::tools;
use std::ffi::OsString;
use std::path::Path;

/// Replaces the name of an original tool and its arguments with the subcommand and options that
/// they stand for, if the command was called by that name or the name is used as the subcommand.
/// Returns the exit status of the tool when it fails, if that is not the usual one.
///
/// # Errors
///
/// Fails if the tool's arguments ask for something that Pinnacle does not offer.
pub(crate) fn replace(arguments: &mut Vec<OsString>) -> Result<Option<u8>, Error> {
    let called = arguments
        .first()
        .and_then(|path| Path::new(path).file_stem());
    let place = place_of_subcommand(arguments);
    let by_call = called.and_then(|name| tools::words(name, arguments.get(1..).unwrap_or(&[])));
    if let Some(words) = by_call {
        let status = called.and_then(tools::failure_status);
        arguments.splice(1.., words?);
        return Ok(status);
    }
    let Some(name) = arguments.get(place) else {
        return Ok(None);
    };
    let status = tools::failure_status(name);
    if let Some(words) = tools::words(name, &arguments[place + 1..]) {
        arguments.splice(place.., words?);
    }
    Ok(status)
}

/// Returns the index of the subcommand: the first word that is not an option. Only `--color` can
/// precede it with a value.
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
    use std::ffi::OsStr;

    fn replaced(words: &str) -> String {
        let mut words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        replace(&mut words).expect("usual options");
        words.join(OsStr::new(" ")).into_string().expect("text")
    }

    #[test]
    fn the_name_of_the_command() {
        for (called, command) in [
            ("pnacl-abicheck", "verify --stable-subset"),
            ("pnacl-bccompress", "compress"),
            ("pnacl-bcdis", "dis --listing --allow-no-entry-point"),
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
            "pinnacle dis --listing --allow-no-entry-point x.pexe"
        );
        assert_eq!(
            replaced("pinnacle --color never --color=auto pnacl-abicheck -q"),
            "pinnacle --color never --color=auto verify --stable-subset -q -"
        );
    }

    #[test]
    fn other_words_stay() {
        for words in [
            "pinnacle",
            "pinnacle --color",
            "pinnacle info pnacl-bcdis",
            "pinnacle --color pnacl-bcdis x.pexe",
            "pnacl-bcdis-2 pnacl-none",
        ] {
            assert_eq!(replaced(words), words);
        }
    }
}
