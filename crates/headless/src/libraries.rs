//! The libraries that a program loads while it runs. They lie next to the program, and their names
//! are URLs relative to its own, as in a page.
//!
//! The program executes libraries but cannot read their bytes. Its site decides which files it may
//! load as data.

use pinnacle_page::site::{ORIGIN, Site};
use pinnacle_system::Errno;
use pinnacle_system::irt::Libraries;
use std::path::Path;
use url::Url;

/// Finds libraries only in the folder of a program.
///
/// # Errors
///
/// Fails if the folder cannot be opened.
pub fn beside(folder: &Path) -> Result<Libraries, String> {
    let site = Site::open(folder)
        .map_err(|error| format!("cannot open the folder {}: {error}", folder.display()))?;
    Ok(Box::new(move |name, most| read(&site, name, most)))
}

fn read(site: &Site, name: &str, most: u32) -> Result<Vec<u8>, Errno> {
    let url = Url::parse(ORIGIN).and_then(|origin| origin.join(name));
    let url = url.map_err(|_| Errno::ENOENT)?;
    if url.origin().ascii_serialization() != ORIGIN {
        return Err(Errno::ENOENT);
    }
    site.read(&site.find(&url)?, most.into())
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
        fs::write(own.join(".d.pso"), "fourth").unwrap();
        for name in [
            ".d.pso",
            "%2ed.pso",
            "../out.pso",
            "//elsewhere/c.pso",
            "data:,x",
            "none.pso",
        ] {
            assert_eq!(libraries(name, 99), Err(Errno::ENOENT), "{name}");
        }
    }
}
