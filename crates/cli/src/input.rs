//! Reads the files that a command is given: a path, `archive!member`, or `-` for standard input.
//! Compressed files are decompressed. A program may also be text, which is assembled.

use crate::member;
use crate::output::{BAD_FILE, Failure};
use crate::syntax;
use pinnacle_archive::Source;
pub(crate) use pinnacle_inspect::Input;
use pinnacle_inspect::Kind;
use pinnacle_inspect::numbers::count;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// Maximum size of a file, in bytes. PNaCl programs are far smaller.
pub(crate) const MAX_SIZE: u64 = 1 << 30;

/// Maximum number of names that a hint lists.
const MAX_NAMES: usize = 5;

/// Failures of commands that cannot use a file.
pub(crate) trait Refusing: Sized {
    /// Assembles the file if it is PNaClAsm.
    fn assembled(self) -> Result<Input, Failure>;

    /// Assembles the file as PNaClAsm, whatever its kind.
    fn assembled_whatever_it_is(self) -> Result<Input, Failure>;

    /// Returns the failure that another kind of file was expected, with a hint.
    fn refuse(&self, expected: &str, hint: Option<String>) -> Failure;
}

impl Refusing for Input {
    fn assembled(self) -> Result<Input, Failure> {
        match self.kind {
            Kind::Pnaclasm => self.assembled_whatever_it_is(),
            _ => Ok(self),
        }
    }

    fn assembled_whatever_it_is(self) -> Result<Input, Failure> {
        let name = self.name.clone();
        self.try_assemble()
            .map_err(|errors| syntax::failure(&name, &errors))
    }

    fn refuse(&self, expected: &str, hint: Option<String>) -> Failure {
        let what = self.kind.description();
        let failure = Failure::new(format!("{} is {what}, expected {expected}", self.name));
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// Returns true if a path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses to read standard input twice: the second time it would be empty.
pub(crate) fn check_paths(paths: &[PathBuf]) -> Result<(), Failure> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(Failure::new("standard input (-) can be read only once"));
    }
    Ok(())
}

/// Reads a whole program, as a file or as text.
pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
    read_as_it_is(path)?.assembled()
}

/// Reads a whole file of any kind.
pub(crate) fn read_as_it_is(path: &Path) -> Result<Input, Failure> {
    let (name, bytes) = read_bytes(path)?;
    Ok(Input::new(name, bytes))
}

/// Reads a whole file of any kind. Compressed bytecode may grow to `limit` bytes, which the option
/// `--memory` sets.
pub(crate) fn read_within(limit: usize, path: &Path) -> Result<Input, Failure> {
    let (name, bytes) = read_bytes(path)?;
    unpacked(limit, name, bytes)
}

/// Decompresses the content of a file, with the bound of [`read_within`].
pub(crate) fn unpacked(limit: usize, name: String, bytes: Vec<u8>) -> Result<Input, Failure> {
    let place = name.clone();
    Input::within(limit, name, bytes).map_err(|error| {
        Failure::with_status(vec![format!("{place}: {error}")], BAD_FILE)
            .hint("--memory SIZE allows more, for a file that you trust")
    })
}

/// Reads a file of at most `limit` bytes as it is.
pub(crate) fn read_bytes_within(limit: u64, path: &Path) -> Result<Vec<u8>, Failure> {
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    let length = file.metadata().map_or(0, |it| it.len());
    let bytes = read_limited(file, length, limit).map_err(|error| cannot_read(path, &error))?;
    bytes.ok_or_else(|| {
        Failure::new(format!("{} has more than {limit} bytes", path.display()))
            .hint("--memory allows more")
    })
}

/// Reads a whole file and decompresses it. Returns its name and contents.
fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let name = path.display().to_string();
    if let Some(member) = member::Name::of(path) {
        let bytes = match is_stdin(&member.container) {
            true => member.read(Source::bytes(&read_stdin_bytes()?))?,
            false => member.read(member.source()?)?,
        };
        let bytes = member::unpacked(&name, bytes)?;
        return Ok((name, bytes));
    }
    if is_stdin(path) {
        let name = "standard input".to_owned();
        let bytes = member::unpacked(&name, read_stdin_bytes()?)?;
        return Ok((name, bytes));
    }
    let metadata = fs::metadata(path).map_err(|error| cannot_read(path, &error))?;
    if metadata.is_dir() {
        let failure = Failure::new(format!("{name} is a directory, expected a .pexe file"));
        return Err(match programs_in(path) {
            Some(programs) => failure.hint(format!("it holds {programs}")),
            None => failure,
        });
    }
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    let bytes =
        read_limited(file, metadata.len(), MAX_SIZE).map_err(|error| cannot_read(path, &error))?;
    let bytes = bytes.ok_or_else(|| too_large(&name))?;
    let bytes = member::unpacked(&name, bytes)?;
    Ok((name, bytes))
}

/// Reads all of standard input.
pub(crate) fn read_stdin_bytes() -> Result<Vec<u8>, Failure> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return Err(
            Failure::new("standard input is a terminal, expected a .pexe file")
                .hint("give the name of a file, or redirect one: pinnacle ... - < FILE"),
        );
    }
    let bytes = read_limited(stdin, 0, MAX_SIZE)
        .map_err(|error| Failure::new(format!("cannot read standard input: {error}")))?;
    bytes.ok_or_else(|| too_large("standard input"))
}

/// Reads to the end. Returns `None` if there is more than the limit. `expected` is only a guess:
/// devices and pipes have no size.
fn read_limited(reader: impl Read, expected: u64, limit: u64) -> io::Result<Option<Vec<u8>>> {
    if expected > limit {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(expected as usize + 1)?;
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

fn too_large(name: &str) -> Failure {
    Failure::new(format!(
        "{name} is larger than {}, the limit",
        count(MAX_SIZE, "byte")
    ))
}

/// Returns the failure for a file that cannot be read, with a hint.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    let failure = Failure::new(format!("cannot read {}: {error}", path.display()));
    if error.kind() != io::ErrorKind::NotFound {
        return failure;
    }
    if is_address(path) {
        let name = path.display();
        return Failure::new(format!("{name} is a URL, expected a file"))
            .hint(format!("download it first: curl -LO {name}"));
    }
    let mut with_extension = path.as_os_str().to_owned();
    with_extension.push(".pexe");
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if Path::new(&with_extension).is_file() {
        failure.hint(format!("there is {}", with_extension.display()))
    } else if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        failure.hint(format!("there is no folder {}", folder.display()))
    } else {
        failure
    }
}

/// Returns true if a path looks like a web address.
fn is_address(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes();
    text.starts_with(b"http://") || text.starts_with(b"https://")
}

/// Returns the names of the programs in a folder, as text.
fn programs_in(folder: &Path) -> Option<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == "pexe"))
        .map(|path| path.display().to_string())
        .collect();
    names.sort();
    let more = names.len().saturating_sub(MAX_NAMES);
    names.truncate(MAX_NAMES);
    let list = names.join(", ");
    match (names.len(), more) {
        (0, _) => None,
        (_, 0) => Some(list),
        _ => Some(format!("{list} and {more} more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_too_large_are_not_read() {
        let read = |expected, limit| read_limited(&b"12345"[..], expected, limit).unwrap();
        assert_eq!(read(5, 5).unwrap(), b"12345");
        assert_eq!(read(0, 5).unwrap(), b"12345");
        assert_eq!(read(0, 4), None);
        assert_eq!(read(6, 5), None);
    }

    #[test]
    fn standard_input_is_read_once() {
        let paths = ["-", "a", "-"].map(PathBuf::from);
        assert!(check_paths(&paths[..2]).is_ok());
        assert!(check_paths(&paths).is_err());
    }
}
