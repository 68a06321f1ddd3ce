//! Makes pages of recordings on request. They are cached until the server ends.

use crate::files::Files;
use crate::find::split;
use crate::kept::Kept;
use hyper::body::Bytes;
use pinnacle_record::browser_program;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// The file extension of recordings.
pub(crate) const EXTENSION: &str = "rec";

/// Maximum size in bytes of a recording and of a program.
const MAX_FILE: u64 = 64 << 20;

/// Maximum size in bytes of the beginning of a recording, which contains the name of its program.
const MAX_HEADER: u64 = 1 << 20;

/// Maximum number of cached pages, and their maximum total size in bytes.
const MAX_PAGES: usize = 32;
const MAX_KEPT: usize = 128 << 20;

/// Makes the page of a recording.
pub trait MakePage: Send + Sync {
    /// Makes the page of a recording from its name, its bytes and the bytes of its program. Takes
    /// as long as replaying it.
    ///
    /// # Errors
    ///
    /// Fails with a message for the user.
    fn page(&self, name: &str, recording: &[u8], program: &[u8]) -> Result<Vec<u8>, String>;
}

/// A cache of the pages of recordings.
#[derive(Clone)]
pub(crate) struct Recordings {
    maker: Arc<dyn MakePage>,
    kept: Arc<Kept<Version>>,
}

/// The modification times and sizes of the recording and the program.
type Version = [(Option<SystemTime>, u64); 2];

impl fmt::Debug for Recordings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recordings").finish_non_exhaustive()
    }
}

impl Recordings {
    pub(crate) fn new(maker: Arc<dyn MakePage>) -> Recordings {
        Recordings {
            maker,
            kept: Arc::new(Kept::new(MAX_PAGES, MAX_KEPT)),
        }
    }

    /// Returns the page of a recording below the folder, or an error message. Blocks while it is
    /// made.
    pub(crate) fn page(&self, files: &Files, path: &str) -> Result<Bytes, String> {
        let program = program_beside(files, path)
            .ok_or("The program of this recording is not beside it.".to_owned())?;
        let version = [version(files, path)?, version(files, &program)?];
        self.kept.get(path, version, || {
            let (recording, program) = (read(files, path)?, read(files, &program)?);
            let (_, name) = split(path);
            self.maker.page(name, &recording, &program).map(Bytes::from)
        })
    }
}

/// Returns the path of the program of a recording. The program must be in the same folder, under
/// its recorded name or under the name of the recording.
pub(crate) fn program_beside(files: &Files, path: &str) -> Option<String> {
    let mut start = Vec::new();
    let file = files.open_now(Path::new(path)).ok()?;
    file.take(MAX_HEADER).read_to_end(&mut start).ok()?;
    let recorded = browser_program(&start)?;
    let recorded = String::from_utf8_lossy(&recorded);
    let (folder, name) = split(path);
    let own = Path::new(name).with_extension("pexe");
    let names = [recorded.rsplit(['/', '\\']).next(), own.to_str()];
    names.into_iter().flatten().find_map(|name| {
        let path = format!("{folder}{name}");
        let is_file = files
            .status(Path::new(&path))
            .is_ok_and(|found| found.is_file());
        (is_file && !name.is_empty()).then_some(path)
    })
}

fn version(files: &Files, path: &str) -> Result<(Option<SystemTime>, u64), String> {
    let metadata = files
        .status(Path::new(path))
        .map_err(|error| format!("{path}: {error}"))?;
    if metadata.len() > MAX_FILE {
        return Err(format!(
            "{path} has {} bytes; files of more than {MAX_FILE} bytes are not replayed here. Use \
             `pinnacle record show`.",
            metadata.len()
        ));
    }
    let modified = metadata.modified().ok();
    Ok((
        modified.map(cap_std::time::SystemTime::into_std),
        metadata.len(),
    ))
}

fn read(files: &Files, path: &str) -> Result<Vec<u8>, String> {
    let read = || {
        let mut bytes = Vec::new();
        let file = files.open_now(Path::new(path))?;
        file.take(MAX_FILE).read_to_end(&mut bytes)?;
        Ok::<_, std::io::Error>(bytes)
    };
    read().map_err(|error| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cap_std::ambient_authority;
    use cap_std::fs::Dir;
    use pinnacle_record::{Element, Ending, Header, Tape};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts the calls. Its pages contain the sizes of both files.
    #[derive(Default)]
    struct Counted(AtomicUsize);

    impl MakePage for Counted {
        fn page(&self, name: &str, recording: &[u8], program: &[u8]) -> Result<Vec<u8>, String> {
            self.0.fetch_add(1, Ordering::Relaxed);
            match program.is_empty() {
                true => Err("empty".into()),
                false => Ok(format!("{name} {} {}", recording.len(), program.len()).into()),
            }
        }
    }

    /// Returns the recording of a program on a page.
    fn recording(file: &str) -> Vec<u8> {
        let header = Header {
            file: file.into(),
            element: Some(Element::default()),
            ..Header::default()
        };
        let tape = Tape::recording(header, 1 << 16);
        tape.finish(Ending::default()).unwrap().to_bytes()
    }

    #[test]
    fn a_page_is_made_once_until_a_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).unwrap();
        dir.create_dir("a").unwrap();
        let bytes = recording("/elsewhere/game.pexe");
        dir.write("a/one.rec", &bytes).unwrap();
        dir.write("a/game.pexe", "12345").unwrap();
        let files = Files::new(dir.try_clone().unwrap(), None);
        let maker = Arc::new(Counted::default());
        let recordings = Recordings::new(maker.clone());
        for _ in 0..2 {
            let page = recordings.page(&files, "a/one.rec").unwrap();
            assert_eq!(page, format!("one.rec {} 5", bytes.len()));
        }
        dir.write("a/game.pexe", "").unwrap();
        for _ in 0..2 {
            assert_eq!(recordings.page(&files, "a/one.rec"), Err("empty".into()));
        }
        assert_eq!(maker.0.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn the_program_lies_beside_its_recording() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).unwrap();
        for (name, file) in [
            ("one.rec", "C:\\game.pexe"),
            ("two.rec", "../x.pexe"),
            ("three.rec", ""),
        ] {
            dir.write(name, recording(file)).unwrap();
        }
        dir.write("other.rec", "no recording").unwrap();
        dir.write("game.pexe", "PEXE").unwrap();
        dir.write("two.pexe", "PEXE").unwrap();
        let files = Files::new(dir, None);
        let found = |path| program_beside(&files, path);
        assert_eq!(found("one.rec").as_deref(), Some("game.pexe"));
        assert_eq!(found("two.rec").as_deref(), Some("two.pexe"));
        assert_eq!(found("three.rec"), None);
        assert_eq!(found("other.rec"), None);
        assert_eq!(found("missing.rec"), None);
    }
}
