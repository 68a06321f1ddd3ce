//! Executables that show a site: a copy of this command with a web archive at its end.
//!
//! The archive is followed by the address of its page, the lengths of both as 64-bit numbers, little
//! end first, and [`MARK`].

use crate::output::Failure;
use crate::scratch;
use crate::whole_file;
use pinnacle_bundle::Archive;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The end of every such executable. The number is the version of the format.
const MARK: &[u8; 16] = b"pinnacle site 1\n";

/// Size in bytes of the lengths and the mark.
const TRAILER: usize = 32;

/// Maximum length of an address in bytes.
const MAX_URL: u64 = 1 << 16;

/// Writes an executable that shows the page of an archive. Returns its size in bytes.
pub(crate) fn write(path: &Path, archive: &Archive) -> Result<usize, Failure> {
    let command = std::env::current_exe()
        .and_then(fs::read)
        .map_err(|error| {
            Failure::new(format!(
                "cannot read this command to make a copy of it: {error}"
            ))
        })?;
    let url = archive.url.as_str();
    let parts = [
        &command,
        &archive.bytes,
        url.as_bytes(),
        &(archive.bytes.len() as u64).to_le_bytes(),
        &(url.len() as u64).to_le_bytes(),
        MARK,
    ];
    whole_file::write_executable_with(path, |out| {
        parts.iter().try_for_each(|part| out.write_all(part))
    })?;
    Ok(parts.iter().map(|part| part.len()).sum())
}

/// The site in this executable, which stays unpacked until this is dropped.
#[derive(Debug)]
pub(crate) struct Site {
    folder: TempDir,
    url: String,
}

impl Site {
    /// Unpacks the site of this executable; `None` if it is the command itself.
    ///
    /// # Errors
    ///
    /// Fails if the executable cannot be read or is damaged, or the site cannot be written.
    pub(crate) fn of_this_executable() -> Result<Option<Site>, Failure> {
        // The system may not know the path of the executable. Then it has no site.
        let Ok(mut file) = std::env::current_exe().and_then(File::open) else {
            return Ok(None);
        };
        let Some(lengths) = lengths(&mut file).map_err(|error| unreadable(&error))? else {
            return Ok(None);
        };
        let (archive, url) = parts(&mut file, lengths).map_err(|error| unreadable(&error))?;
        let folder = scratch::folder("pinnacle-site-");
        let folder = folder
            .map_err(|error| Failure::new(format!("cannot make a folder for the site: {error}")))?;
        scratch::last(&folder);
        let site = Site { folder, url };
        whole_file::write(&site.archive(), &archive)?;
        Ok(Some(site))
    }

    fn archive(&self) -> PathBuf {
        self.folder.path().join("site.wacz")
    }

    /// Returns the command line that shows the site.
    pub(crate) fn command_line(&self) -> Vec<OsString> {
        let mut page = self.archive().into_os_string();
        page.push("!");
        page.push(&self.url);
        words(std::env::args_os().skip(1), page)
    }
}

/// Returns the command line that shows a page. The user's words are options of `run`; `--headless`
/// opens no window.
fn words(given: impl Iterator<Item = OsString>, page: OsString) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["pinnacle".into(), "run".into()];
    let (headless, options): (Vec<_>, Vec<_>) = given.partition(|word| word == "--headless");
    if headless.is_empty() {
        words.push("--window".into());
    }
    words.extend(options);
    words.push(page);
    words
}

/// Returns the lengths of the archive and the address at the end of a file; `None` for any other
/// file.
fn lengths(file: &mut (impl Read + Seek)) -> io::Result<Option<[u64; 2]>> {
    let size = file.seek(SeekFrom::End(0))?;
    if size < TRAILER as u64 {
        return Ok(None);
    }
    file.seek(SeekFrom::End(-(TRAILER as i64)))?;
    let mut trailer = [0; TRAILER];
    file.read_exact(&mut trailer)?;
    let (numbers, mark) = trailer.split_at(TRAILER - MARK.len());
    if mark != MARK {
        return Ok(None);
    }
    let (lengths, _) = numbers.as_chunks::<8>();
    let [archive, url] = [lengths[0], lengths[1]].map(u64::from_le_bytes);
    let whole = archive
        .checked_add(url)
        .is_some_and(|sum| sum <= size - TRAILER as u64);
    if !whole || url > MAX_URL {
        return Err(io::Error::other("the site in it is incomplete"));
    }
    Ok(Some([archive, url]))
}

/// Returns the archive and the address before the trailer.
fn parts(file: &mut (impl Read + Seek), [archive, url]: [u64; 2]) -> io::Result<(Vec<u8>, String)> {
    let back = archive + url + TRAILER as u64;
    file.seek(SeekFrom::End(-(back as i64)))?;
    let mut bytes = Vec::new();
    file.by_ref().take(archive).read_to_end(&mut bytes)?;
    let mut address = String::new();
    file.by_ref().take(url).read_to_string(&mut address)?;
    Ok((bytes, address))
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::new(format!("cannot read this executable: {error}"))
        .hint("make it again with `pinnacle bundle`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Makes a file from an executable, an archive and an address.
    fn file(archive: &[u8], url: &[u8], lengths: [u64; 2]) -> Cursor<Vec<u8>> {
        let numbers = lengths.map(u64::to_le_bytes).concat();
        Cursor::new([b"command", archive, url, &numbers, MARK].concat())
    }

    #[test]
    fn the_site_is_at_the_end_of_the_file() {
        let mut file = file(b"archive", b"http://a.example/", [7, 17]);
        let found = lengths(&mut file).unwrap().unwrap();
        let (archive, url) = parts(&mut file, found).unwrap();
        assert_eq!(archive, b"archive");
        assert_eq!(url, "http://a.example/");
    }

    #[test]
    fn the_users_words_are_options_of_run() {
        let words = |given: &[&str]| {
            let given = given.iter().map(OsString::from);
            words(given, "site.wacz!URL".into()).join(" ".as_ref())
        };
        assert_eq!(words(&[]), "pinnacle run --window site.wacz!URL");
        assert_eq!(
            words(&["--seed", "1", "--headless"]),
            "pinnacle run --seed 1 site.wacz!URL"
        );
    }

    #[test]
    fn the_command_itself_has_no_site() {
        for bytes in [&b""[..], b"command", &[0; 100]] {
            assert_eq!(lengths(&mut Cursor::new(bytes)).unwrap(), None);
        }
    }

    #[test]
    fn a_site_that_is_not_whole_is_an_error() {
        for wrong in [[8, 17], [u64::MAX, 17], [7, u64::MAX], [0, MAX_URL + 1]] {
            let mut file = file(b"", b"", wrong);
            assert!(lengths(&mut file).is_err(), "{wrong:?}");
        }
    }
}
