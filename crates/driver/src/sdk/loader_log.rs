//! The log of the loader.

use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// The variables that set the level and the file if there are no options.
const LEVEL_VARIABLE: &str = "NACLVERBOSITY";
const FILE_VARIABLE: &str = "NACLLOG";

/// The line that scripts search for. The program's output follows it.
const MARKER: &str = "NACL: Application output follows";

/// The levels of messages.
const OUTPUT: u32 = 1;
const LOADING: u32 = 2;
const DESCRIPTORS: u32 = 4;

/// The level and the destination of the loader's log.
#[derive(Default)]
pub(super) struct Log {
    pub(super) level: u32,
    /// The file to write to instead of standard error.
    pub(super) file: Option<PathBuf>,
}

impl Log {
    /// Returns the log that the environment requests.
    pub(super) fn of_environment() -> Log {
        let level = std::env::var(LEVEL_VARIABLE).ok();
        Log {
            level: level.and_then(|level| level.parse().ok()).unwrap_or(0),
            file: std::env::var_os(FILE_VARIABLE).map(PathBuf::from),
        }
    }

    /// Returns the lines about the start of a program.
    fn lines(&self, program: &OsStr, descriptors: &[OsString]) -> Vec<String> {
        let loading = (LOADING, format!("Loading {}", program.to_string_lossy()));
        let given = descriptors.iter().map(|given| {
            let given = given.to_string_lossy();
            let (guest, host) = given.split_once(':').unwrap_or((&given, ""));
            (
                DESCRIPTORS,
                format!("Descriptor {guest} is {host} of the loader"),
            )
        });
        let marker = (OUTPUT, MARKER.to_owned());
        std::iter::once(loading)
            .chain(given)
            .chain([marker])
            .filter(|(level, _)| *level <= self.level)
            .map(|(_, line)| line)
            .collect()
    }

    /// Writes the lines about the start of a program. A log file is appended to, and is created
    /// even if nothing is written.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or written.
    pub(super) fn write(&self, program: &OsStr, descriptors: &[OsString]) -> Result<(), Error> {
        let process = std::process::id();
        let lines = self.lines(program, descriptors).into_iter();
        let text: String = lines.map(|line| format!("[{process}] {line}\n")).collect();
        let Some(path) = &self.file else {
            eprint!("{text}");
            return Ok(());
        };
        let opened = File::options().append(true).create(true).open(path);
        let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| {
            let path = path.display();
            Error::new(format!("cannot write the log file {path}: {error}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(level: u32) -> Vec<String> {
        let log = Log { level, file: None };
        log.lines(OsStr::new("x.nexe"), &["100:5".into()])
    }

    #[test]
    fn levels_add_messages() {
        assert!(lines(0).is_empty());
        assert_eq!(lines(1), [MARKER]);
        assert_eq!(lines(3), ["Loading x.nexe", MARKER]);
        let given = "Descriptor 100 is 5 of the loader";
        assert_eq!(lines(4), ["Loading x.nexe", given, MARKER]);
    }

    #[test]
    fn a_file_is_appended_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("log");
        let log = |level| Log {
            level,
            file: Some(file.clone()),
        };
        let write = |level| log(level).write(OsStr::new("x"), &[]).expect("a log");
        write(0);
        assert_eq!(std::fs::read(&file).expect("a file"), b"");
        write(1);
        write(2);
        let text = std::fs::read_to_string(&file).expect("a file");
        let lines: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once("] "))
            .map(|(_, line)| line)
            .collect();
        assert_eq!(lines, [MARKER, "Loading x", MARKER]);
        let nowhere = Log {
            level: 0,
            file: Some(folder.path().join("none/log")),
        };
        assert!(nowhere.write(OsStr::new("x"), &[]).is_err());
    }
}
