//! The pictures of frames as PNG, each kept once.

use pinnacle_picture::{Picture, write_png};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The pictures so far.
#[derive(Debug, Default)]
pub(crate) struct Pictures {
    files: Vec<Vec<u8>>,
    /// The indices of files, by the hash of their bytes.
    by_hash: HashMap<u64, Vec<usize>>,
    /// The last picture, and its index.
    last: Option<(Picture, usize)>,
}

impl Pictures {
    /// Keeps a picture if it is new. Returns its index and the number of bytes that were added;
    /// `None` if it has no pixels or does not fit in `room` bytes.
    pub(crate) fn add(&mut self, picture: Picture, room: u64) -> Option<(usize, u64)> {
        if let Some((last, index)) = &self.last
            && *last == picture
        {
            return Some((*index, 0));
        }
        let mut file = Vec::new();
        write_png(&picture, &mut file).ok()?;
        let mut hasher = DefaultHasher::new();
        file.hash(&mut hasher);
        let same = self.by_hash.entry(hasher.finish()).or_default();
        let found = same.iter().find(|&&index| self.files[index] == file);
        let (index, added) = match found {
            Some(&index) => (index, 0),
            None => {
                let bytes = file.len() as u64;
                if bytes > room {
                    return None;
                }
                same.push(self.files.len());
                self.files.push(file);
                (self.files.len() - 1, bytes)
            }
        };
        self.last = Some((picture, index));
        Some((index, added))
    }

    /// Returns the files, by index.
    pub(crate) fn files(&self) -> &[Vec<u8>] {
        &self.files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pictures_are_kept_once() {
        let mut pictures = Pictures::default();
        let (one, other) = (Picture::new(1, 1), Picture::new(2, 1));
        let (first, bytes) = pictures.add(one.clone(), 1000).unwrap();
        assert!(bytes > 0);
        let (second, _) = pictures.add(other, 1000).unwrap();
        assert_ne!(first, second);
        assert_eq!(pictures.add(one.clone(), 0), Some((first, 0)));
        assert_eq!(pictures.add(one, 0), Some((first, 0)));
        assert_eq!(pictures.files().len(), 2);
    }

    #[test]
    fn pictures_that_do_not_fit_or_are_empty_are_not_kept() {
        let mut pictures = Pictures::default();
        assert_eq!(pictures.add(Picture::new(1, 1), 10), None);
        assert_eq!(pictures.add(Picture::new(0, 1), 1000), None);
    }
}
