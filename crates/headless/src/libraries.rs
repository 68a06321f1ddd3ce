//! The libraries that a program loads while it runs: they lie beside it, and their names are
//! URLs relative to its own, as in a page.

use crate::data_url::percent_decode;
use crate::fetch::ORIGIN;
use pinnacle_folder::Folder;
use pinnacle_system::Errno;
use pinnacle_system::files::{OpenRequest, Opened, Status, Tree, TreePath};
use pinnacle_system::irt::Libraries;
use std::path::Path;
use url::Url;

/// What finds libraries in the folder of a program, and nowhere else.
///
/// # Errors
///
/// A folder that cannot be opened.
pub fn beside(folder: &Path) -> Result<Libraries, String> {
    let folder = Folder::open(folder)
        .map_err(|error| format!("cannot open the folder {}: {error}", folder.display()))?;
    Ok(Box::new(move |name, most| read(&folder, name, most)))
}

fn read(folder: &Folder, name: &str, most: u32) -> Result<Vec<u8>, Errno> {
    let url = Url::parse(ORIGIN).and_then(|origin| origin.join(name));
    let url = url.map_err(|_| Errno::ENOENT)?;
    if url.origin().ascii_serialization() != ORIGIN {
        return Err(Errno::ENOENT);
    }
    let path = TreePath::new(&percent_decode(url.path()))?;
    let open = OpenRequest {
        read: true,
        // Nobody waits for the other end of a pipe.
        non_blocking: true,
        ..OpenRequest::default()
    };
    let Opened::File(mut file) = folder.open(&path, &open)? else {
        return Err(Errno::EISDIR);
    };
    let status = file.status().ok().filter(Status::is_regular);
    let size = status.ok_or(Errno::EACCES)?.size;
    if size > most.into() {
        return Err(Errno::EFBIG);
    }
    let mut bytes = vec![0; size as usize];
    let mut count = 0;
    while count < bytes.len() {
        match file.read(&mut bytes[count..])? {
            // Shorter than it was when it was opened.
            0 => return Err(Errno::EIO),
            read => count += read,
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_library_is_found_beside_the_program_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own");
        fs::create_dir_all(own.join("more")).unwrap();
        fs::write(own.join("a b.pso"), "first").unwrap();
        fs::write(own.join("more/c.pso"), "second").unwrap();
        fs::write(folder.path().join("out.pso"), "third").unwrap();
        let mut libraries = beside(&own).unwrap();
        assert_eq!(libraries("a b.pso", 5), Ok(b"first".to_vec()));
        assert_eq!(libraries("a%20b.pso", 5), Ok(b"first".to_vec()));
        assert_eq!(libraries("./more/c.pso", 99), Ok(b"second".to_vec()));
        assert_eq!(libraries("a b.pso", 4), Err(Errno::EFBIG));
        assert_eq!(libraries("more", 99), Err(Errno::EISDIR));
        for name in ["../out.pso", "//elsewhere/c.pso", "data:,x", "none.pso"] {
            assert_eq!(libraries(name, 99), Err(Errno::ENOENT), "{name}");
        }
    }
}
