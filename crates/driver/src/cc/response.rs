//! Response files: an argument `@FILE` stands for the arguments in the file.
//!
//! They are split as by GNU's tools: at white space, unless it is in single or double quotes or
//! after a backslash. A backslash quotes the next character, inside quotes too. An argument `@FILE`
//! whose file does not exist is not changed.

use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

/// Maximum number of response files read for one command line.
const MAX_FILES: usize = 1000;

/// Maximum number of arguments in all response files together.
const MAX_ARGUMENTS: usize = 1_000_000;

/// Replaces response files with their contents, recursively.
///
/// # Errors
///
/// Fails if a file cannot be read or is not text, or there are too many files, for example because
/// they include each other.
pub fn expand(arguments: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let mut expanded = Vec::with_capacity(arguments.len());
    let mut waiting: Vec<OsString> = arguments.into_iter().rev().collect();
    let mut files = 0;
    while let Some(argument) = waiting.pop() {
        let Some(path) = file_of(&argument) else {
            expanded.push(argument);
            continue;
        };
        files += 1;
        if files > MAX_FILES || expanded.len() + waiting.len() > MAX_ARGUMENTS {
            return Err(Error::new(format!(
                "there are too many response files; does {} include itself?",
                Path::new(&path).display()
            )));
        }
        let text = fs::read_to_string(&path)
            .map_err(|error| Error::new(format!("cannot read {path}: {error}")))?;
        waiting.extend(split(&text).into_iter().rev().map(OsString::from));
    }
    Ok(expanded)
}

/// Returns the response file that an argument refers to.
fn file_of(argument: &OsStr) -> Option<String> {
    let path = argument.to_str()?.strip_prefix('@')?;
    Path::new(path).exists().then(|| path.to_owned())
}

/// Returns the arguments in the text of a response file.
#[must_use]
pub fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut begun = false;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                begun = true;
                word.extend(characters.next());
            }
            _ if quote == Some(character) => quote = None,
            '\'' | '"' if quote.is_none() => {
                begun = true;
                quote = Some(character);
            }
            _ if character.is_whitespace() && quote.is_none() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                    begun = false;
                }
            }
            _ => {
                begun = true;
                word.push(character);
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_as_gnu_does() {
        for (text, words) in [
            ("", &[][..]),
            ("  \n\t ", &[]),
            ("-c a.c\n-o a.o", &["-c", "a.c", "-o", "a.o"]),
            (r#""two words" 'and three'"#, &["two words", "and three"]),
            (r#"-DX="a b"c"#, &["-DX=a bc"]),
            (r#"'a"b' "c'd""#, &["a\"b", "c'd"]),
            (r"a\ b \\ \'", &["a b", r"\", "'"]),
            (r#""a\"b""#, &["a\"b"]),
            ("'' \"\"", &["", ""]),
            ("'open end", &["open end"]),
        ] {
            assert_eq!(split(text), words, "{text}");
        }
    }

    #[test]
    fn files_may_include_others_but_not_themselves() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).into_os_string();
        let at = |name: &str| {
            let mut argument = OsString::from("@");
            argument.push(path(name));
            argument
        };
        fs::write(path("inner"), "-b -c").unwrap();
        let outer = format!("-a '{}' -d", at("inner").to_str().unwrap());
        fs::write(path("outer"), outer).unwrap();
        let expanded = expand(vec![at("outer"), "-e".into(), "@no such file".into()]).unwrap();
        assert_eq!(expanded, ["-a", "-b", "-c", "-d", "-e", "@no such file"]);

        fs::write(path("loop"), at("loop").to_str().unwrap()).unwrap();
        let error = expand(vec![at("loop")]).unwrap_err();
        assert!(error.to_string().contains("too many response files"));
    }
}
