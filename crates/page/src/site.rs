//! Finds the file of a URL in a folder that serves as a web site.
//!
//! Only this module decides which files a program, a page and a manifest may read. `run` reads
//! files through it, and `serve` uses the same function, [`pinnacle_folder::public_path`]:
//!
//! * no path leads out of the folder, neither by `..` nor by links;
//! * names that begin with a dot are hidden, even in the targets of links;
//! * a program without a page or manifest can only read its own file.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use pinnacle_folder::Folder;
use pinnacle_system::Errno;
use pinnacle_system::files::{File, OpenRequest, Opened, Status, Tree, TreePath};
use std::io;
use std::path::{Path, PathBuf};
use url::Url;

/// The origin of the site, which is the scheme and host of all its URLs.
pub const ORIGIN: &str = "http://localhost";

/// The file served for a URL that ends with a slash.
const INDEX: &str = "index.html";

/// Bytes of a file name that must be escaped in the path of a URL.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The files of one origin.
#[derive(Debug)]
pub struct Site {
    folder: Box<dyn Tree + Sync>,
    /// The folder on this machine.
    root: PathBuf,
    /// The only visible file; `None` if the whole folder is visible.
    only: Option<TreePath>,
}

/// A file or folder of a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its path below the folder, with links resolved.
    pub path: TreePath,
    /// Its size and kind.
    pub status: Status,
}

/// Splits a URL that was captured into its host and the path of its file below the folder of that
/// host. Returns `None` if the text is not such a URL or the name is not a valid file name. The
/// query is ignored, as in the URLs of a folder. A time may precede the URL, as in
/// `20130501120000/`.
pub fn captured_path(name: &str) -> Option<(String, PathBuf)> {
    let time = name
        .split_once('/')
        .filter(|(time, _)| time.len() == 14 && time.bytes().all(|byte| byte.is_ascii_digit()));
    let url = Url::parse(time.map_or(name, |(_, url)| url)).ok()?;
    if !["http", "https"].contains(&url.scheme()) {
        return None;
    }
    let path: Vec<u8> = percent_decode_str(url.path()).collect();
    let path = String::from_utf8(path).ok()?;
    let mut file = PathBuf::new();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        if part == ".." || part.contains(|c: char| c.is_control() || c == '\\' || c == ':') {
            return None;
        }
        file.push(part);
    }
    if path.ends_with('/') {
        file.push(INDEX);
    }
    Some((url.host_str()?.to_owned(), file))
}

impl Site {
    /// Opens a folder as a site.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be opened.
    pub fn open(folder: &Path) -> io::Result<Site> {
        let folder = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        };
        Ok(Site {
            root: folder.canonicalize()?,
            folder: Box::new(Folder::open(folder)?),
            only: None,
        })
    }

    /// Opens the site of a program without a page or manifest. It only contains the program's file.
    ///
    /// # Errors
    ///
    /// Fails if the folder of the file cannot be opened.
    pub fn of_file(file: &Path) -> io::Result<Site> {
        let site = Site::open(file.parent().unwrap_or(Path::new("")))?;
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        let only = TreePath {
            names: vec![name.into()],
            directory: false,
        };
        Ok(Site {
            only: Some(only),
            ..site
        })
    }

    /// Creates a site from a tree that is not a folder of this machine.
    #[must_use]
    pub fn of_tree(tree: Box<dyn Tree + Sync>) -> Site {
        Site {
            folder: tree,
            root: PathBuf::new(),
            only: None,
        }
    }

    /// Wraps the tree of files with a function, for example to record it.
    #[must_use]
    pub fn through(self, way: impl FnOnce(Box<dyn Tree + Sync>) -> Box<dyn Tree + Sync>) -> Site {
        Site {
            folder: way(self.folder),
            ..self
        }
    }

    /// Returns the folder on this machine, with links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the URL of a file: its path if it is in the folder, otherwise its name directly in
    /// the folder.
    pub fn url_of(&self, file: &Path) -> String {
        let below = self.path_below(file);
        let name = || file.file_name().map(PathBuf::from).unwrap_or_default();
        let mut url = ORIGIN.to_owned();
        for part in &below.unwrap_or_else(name) {
            url.push('/');
            url.extend(utf8_percent_encode(&part.to_string_lossy(), ESCAPED));
        }
        url
    }

    /// Returns true if a file of this machine is in the folder.
    pub fn contains(&self, file: &Path) -> bool {
        self.path_below(file).is_some()
    }

    fn path_below(&self, file: &Path) -> Option<PathBuf> {
        let whole = file.canonicalize().ok()?;
        whole.strip_prefix(&self.root).ok().map(PathBuf::from)
    }

    /// Finds the file or folder at the path of a URL. The host is ignored.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist or is hidden, with the same error in both cases.
    pub fn find(&self, url: &Url) -> Result<Entry, Errno> {
        let bytes: Vec<u8> = percent_decode_str(url.path()).collect();
        let is_up = |name: &[u8]| name == b"..";
        // `..` in the URL itself has been resolved. If `..` remains, it was next to an encoded
        // slash.
        if bytes.split(|byte| *byte == b'/').any(is_up) {
            return Err(Errno::ENOENT);
        }
        self.status(&TreePath::new(&bytes)?)
    }

    /// Finds the file or folder at a path below the folder, by the rules of [`Site::find`].
    ///
    /// # Errors
    ///
    /// Fails as [`Site::find`] does.
    pub fn status(&self, path: &TreePath) -> Result<Entry, Errno> {
        if self.only.as_ref().is_some_and(|only| only != path) {
            return Err(Errno::ENOENT);
        }
        let path = self.folder.public(path)?;
        let status = self.folder.status(&path, true)?;
        Ok(Entry { path, status })
    }

    /// Opens a file found by [`Site::find`].
    ///
    /// # Errors
    ///
    /// Fails if it is not a regular file, or if the system denies access.
    pub fn open_file(&self, entry: &Entry) -> Result<(Box<dyn File>, u64), Errno> {
        let request = OpenRequest {
            read: true,
            // Opening a named pipe must not block until there is a writer.
            non_blocking: true,
            ..OpenRequest::default()
        };
        let Opened::File(file) = self.folder.open(&entry.path, &request)? else {
            return Err(Errno::EISDIR);
        };
        let status = file.status().ok().filter(Status::is_regular);
        let size = status.ok_or(Errno::EACCES)?.size;
        Ok((file, size))
    }

    /// Reads a whole file, if it has at most `limit` bytes.
    ///
    /// # Errors
    ///
    /// Fails as [`Site::open_file`] does, with `EFBIG` if the file is too large, and with `EIO` if
    /// it shrinks while it is read.
    pub fn read(&self, entry: &Entry, limit: u64) -> Result<Vec<u8>, Errno> {
        let (mut file, size) = self.open_file(entry)?;
        let size = usize::try_from(size).ok().filter(|_| size <= limit);
        let mut bytes = vec![0; size.ok_or(Errno::EFBIG)?];
        let mut count = 0;
        while count < bytes.len() {
            match file.read(&mut bytes[count..])? {
                0 => return Err(Errno::EIO),
                read => count += read,
            }
        }
        Ok(bytes)
    }

    /// Returns the path of an entry on this machine. It contains no links.
    ///
    /// # Errors
    ///
    /// Fails if a name is not valid on this machine.
    pub fn host_path(&self, entry: &Entry) -> Result<PathBuf, Errno> {
        Ok(self.root.join(pinnacle_folder::host_path(&entry.path)?))
    }
}

#[cfg(test)]
mod tests;
