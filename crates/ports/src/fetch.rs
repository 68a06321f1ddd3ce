//! Gets source archives from a folder or from a mirror of Debian's archive.
//!
//! `PINNACLE_PORTS_SOURCE` names a folder with the files or the address of a mirror, which is then
//! the only source. Without it, the mirrors in apt's configuration are tried first, then Debian's
//! own address, then the archive that keeps every version. A file is used only if it has the size
//! and the hash in the table, whatever its source.

use crate::error::Error;
use crate::table::{Archive, Port};
use pinnacle_base::whole_file;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The environment variable for a folder or a mirror.
pub const VARIABLE: &str = "PINNACLE_PORTS_SOURCE";

/// Mirrors that are tried after those of apt. The second keeps every version.
const ARCHIVES: [&str; 2] = [
    "http://deb.debian.org/debian",
    "https://snapshot.debian.org/archive/debian/20250520T000000Z",
];

/// The folder of apt's configuration.
const APT: &str = "/etc/apt";

/// Maximum time to connect to a mirror.
const CONNECT: Duration = Duration::from_secs(20);

/// Maximum time for one file.
const WHOLE: Duration = Duration::from_secs(600);

/// The origin of archives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A folder with the files.
    Folder(PathBuf),
    /// Addresses of mirrors, in the order in which they are tried.
    Mirrors(Vec<String>),
}

impl Source {
    /// The source that the value of [`VARIABLE`] names, or the mirrors of this machine.
    #[must_use]
    pub fn of(variable: Option<&OsStr>) -> Self {
        let Some(named) = variable else {
            let mut mirrors = configured(Path::new(APT));
            for archive in ARCHIVES {
                if !mirrors.iter().any(|mirror| mirror == archive) {
                    mirrors.push(archive.to_owned());
                }
            }
            return Self::Mirrors(mirrors);
        };
        let text = named.to_string_lossy();
        match text.starts_with("http://") || text.starts_with("https://") {
            true => Self::Mirrors(vec![text.trim_end_matches('/').to_owned()]),
            false => Self::Folder(named.into()),
        }
    }
}

/// The mirrors of Debian's archive in apt's configuration, whose folder this is.
fn configured(apt: &Path) -> Vec<String> {
    let mut files = vec![apt.join("sources.list")];
    let entries = fs::read_dir(apt.join("sources.list.d"))
        .into_iter()
        .flatten();
    let mut more: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    more.sort();
    files.extend(more);
    let mut found: Vec<String> = Vec::new();
    for text in files
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
    {
        for mirror in addresses(&text) {
            if !found.iter().any(|known| known == mirror) {
                found.push(mirror.to_owned());
            }
        }
    }
    found
}

/// The addresses in a file of apt's sources, of either format, that end like Debian's archive.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_start);
    let lines = lines.filter(|line| {
        let key = line.split([' ', '\t']).next().unwrap_or_default();
        matches!(key, "deb" | "deb-src" | "URIs:")
    });
    let words = lines.flat_map(str::split_whitespace);
    let words = words.map(|word| word.trim_end_matches('/'));
    words.filter(|word| {
        let is_address = word.starts_with("http://") || word.starts_with("https://");
        is_address && word.ends_with("/debian")
    })
}

/// Returns the path of an archive of a port in a folder, after downloading it if necessary.
///
/// # Errors
///
/// Fails if no source has the file with the right hash, or the folder cannot be written.
pub fn archive(
    port: &Port,
    archive: &Archive,
    folder: &Path,
    source: &Source,
) -> Result<PathBuf, Error> {
    let path = folder.join(archive.file);
    if let Ok(bytes) = fs::read(&path)
        && check(archive, &bytes).is_ok()
    {
        return Ok(path);
    }
    let bytes = match source {
        Source::Folder(from) => from_folder(archive, from)?,
        Source::Mirrors(mirrors) => from_mirrors(port, archive, mirrors)?,
    };
    fs::create_dir_all(folder)
        .and_then(|()| whole_file::write(&path, &bytes))
        .map_err(|error| Error::not_written(&path, &error))?;
    Ok(path)
}

fn from_folder(archive: &Archive, folder: &Path) -> Result<Vec<u8>, Error> {
    let path = folder.join(archive.file);
    let bytes = fs::read(&path).map_err(|error| {
        Error::new(format!("cannot read {}: {error}", path.display())).hint(format!(
            "{VARIABLE} names the folder; unset it to download the file"
        ))
    })?;
    check(archive, &bytes).map_err(|reason| {
        Error::new(format!("{} {reason}", path.display())).hint(advice(archive))
    })?;
    Ok(bytes)
}

fn from_mirrors(port: &Port, archive: &Archive, mirrors: &[String]) -> Result<Vec<u8>, Error> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_connect(Some(CONNECT))
        .timeout_global(Some(WHOLE))
        .build()
        .into();
    let mut reasons = String::new();
    for mirror in mirrors {
        let address = format!("{mirror}/{}/{}", port.folder, archive.file);
        let answer = agent.get(&address).call();
        let body = answer.and_then(|mut answer| {
            // One byte more, so that a longer file is noticed.
            let body = answer.body_mut().with_config().limit(archive.size + 1);
            body.read_to_vec()
        });
        let reason = match body {
            Ok(bytes) => match check(archive, &bytes) {
                Ok(()) => return Ok(bytes),
                Err(reason) => reason,
            },
            Err(error) => format!("cannot be read: {error}"),
        };
        let _ = write!(reasons, "; {address} {reason}");
    }
    let reasons = reasons.trim_start_matches("; ");
    Err(Error::new(format!(
        "the sources of {} cannot be fetched: {reasons}",
        port.name
    ))
    .hint(advice(archive)))
}

fn advice(archive: &Archive) -> String {
    format!(
        "{VARIABLE} may name a mirror of Debian's archive, or a folder with {}, whose SHA-256 sum \
         is {}",
        archive.file, archive.sha256
    )
}

/// Compares the size and the hash of an archive with the table. Fails with what is different.
///
/// # Errors
///
/// Fails if it is another file.
pub fn check(archive: &Archive, bytes: &[u8]) -> Result<(), String> {
    if bytes.len() as u64 != archive.size {
        let found = bytes.len();
        return Err(format!("has {found} bytes; expected {}", archive.size));
    }
    let found = sum(bytes);
    if found != archive.sha256 {
        return Err(format!(
            "has the SHA-256 sum {found}; expected {}",
            archive.sha256
        ));
    }
    Ok(())
}

/// The SHA-256 sum of bytes in hexadecimal digits.
pub(crate) fn sum(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::PORTS;

    #[test]
    fn mirrors_are_those_of_apt_in_both_formats() {
        let folder = tempfile::tempdir().unwrap();
        let lists = folder.path().join("sources.list.d");
        fs::create_dir(&lists).unwrap();
        let one = "# deb http://old/debian x\ndeb [arch=amd64] http://near/debian/ bookworm main\n";
        fs::write(folder.path().join("sources.list"), one).unwrap();
        let two = "Types: deb\nURIs: http://near/debian https://far/debian\nSuites: x\n\
                   URIs: http://x/debian-security\n";
        fs::write(lists.join("debian.sources"), two).unwrap();
        assert_eq!(
            configured(folder.path()),
            ["http://near/debian", "https://far/debian"]
        );
    }

    #[test]
    fn the_variable_names_a_folder_or_a_mirror() {
        let of = |text: &str| Source::of(Some(OsStr::new(text)));
        assert_eq!(of("/archives"), Source::Folder("/archives".into()));
        let mirror = Source::Mirrors(vec!["http://m/debian".to_owned()]);
        assert_eq!(of("http://m/debian/"), mirror);
        let Source::Mirrors(mirrors) = Source::of(None) else {
            panic!("mirrors");
        };
        assert!(mirrors.iter().any(|mirror| mirror == ARCHIVES[0]));
    }

    #[test]
    fn another_file_of_that_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let port = &PORTS[0];
        let from = folder.path().join("from");
        fs::create_dir(&from).unwrap();
        let source = Source::Folder(from.clone());
        let archives = folder.path().join("archives");
        let missing = archive(port, &port.sources, &archives, &source).unwrap_err();
        assert!(missing.to_string().contains("cannot read"), "{missing}");
        fs::write(from.join(port.sources.file), "short").unwrap();
        let short = archive(port, &port.sources, &archives, &source).unwrap_err();
        assert!(
            short.to_string().ends_with("has 5 bytes; expected 1239825"),
            "{short}"
        );
        fs::write(
            from.join(port.sources.file),
            vec![0; usize::try_from(port.sources.size).unwrap()],
        )
        .unwrap();
        let other = archive(port, &port.sources, &archives, &source).unwrap_err();
        assert!(other.to_string().contains("has the SHA-256 sum"), "{other}");
        assert!(other.help().unwrap().contains(port.sources.sha256));
        assert!(!archives.join(port.sources.file).exists());
    }

    #[test]
    fn a_file_in_the_cache_is_checked_again() {
        let folder = tempfile::tempdir().unwrap();
        let sources = Archive {
            size: 3,
            sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ..PORTS[0].sources
        };
        let cached = folder.path().join(sources.file);
        fs::write(&cached, "abc").unwrap();
        let nowhere = Source::Folder(folder.path().join("nowhere"));
        assert_eq!(
            archive(&PORTS[0], &sources, folder.path(), &nowhere).unwrap(),
            cached
        );
        fs::write(&cached, "abd").unwrap();
        assert!(archive(&PORTS[0], &sources, folder.path(), &nowhere).is_err());
        let from = tempfile::tempdir().unwrap();
        fs::write(from.path().join(sources.file), "abc").unwrap();
        let from = Source::Folder(from.path().to_owned());
        archive(&PORTS[0], &sources, folder.path(), &from).unwrap();
        assert_eq!(fs::read(&cached).unwrap(), b"abc");
    }
}
