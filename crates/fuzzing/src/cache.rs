//! The cache while others write to its files: a lookup returns a stored value, or nothing.

use arbitrary::{Arbitrary, Unstructured};
use pinnacle_runtime::cache::{Cache, Key, KeyBuilder};
use std::fs;
use std::path::PathBuf;

/// Number of keys.
const KEYS: usize = 4;
/// Maximum number of steps of one input.
const STEPS: usize = 40;
/// Maximum size of the cache in bytes, enough for a few entries.
const LIMIT: u64 = 2000;

/// An operation on the cache or on its files.
#[derive(Debug)]
enum Step {
    Put {
        key: u8,
        length: u16,
        byte: u8,
    },
    Get {
        key: u8,
    },
    Flip {
        file: u8,
        at: u16,
        bit: u8,
    },
    Truncate {
        file: u8,
        length: u16,
    },
    Replace {
        file: u8,
        bytes: [u8; 48],
    },
    /// Replaces one file by another. Files are entries and the secret.
    Copy {
        from: u8,
        to: u8,
    },
    Remove {
        file: u8,
    },
    /// Replaces a file by a folder.
    Folder {
        file: u8,
    },
    Count,
    Clear,
}

impl Arbitrary<'_> for Step {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Step> {
        Ok(match bytes.int_in_range(0..=13)? {
            0..=3 => Step::Put {
                key: bytes.arbitrary()?,
                length: bytes.arbitrary()?,
                byte: bytes.arbitrary()?,
            },
            4 => Step::Flip {
                file: bytes.arbitrary()?,
                at: bytes.arbitrary()?,
                bit: bytes.arbitrary()?,
            },
            5 => Step::Truncate {
                file: bytes.arbitrary()?,
                length: bytes.int_in_range(0..=200)?,
            },
            6 => Step::Replace {
                file: bytes.arbitrary()?,
                bytes: bytes.arbitrary()?,
            },
            7 => Step::Copy {
                from: bytes.arbitrary()?,
                to: bytes.arbitrary()?,
            },
            8 => Step::Remove {
                file: bytes.arbitrary()?,
            },
            9 if bytes.ratio(1, 4)? => Step::Folder {
                file: bytes.arbitrary()?,
            },
            10 => Step::Count,
            11 if bytes.ratio(1, 4)? => Step::Clear,
            _ => Step::Get {
                key: bytes.arbitrary()?,
            },
        })
    }
}

struct Model {
    cache: Cache,
    keys: [Key; KEYS],
    /// All values stored under each key so far.
    put: [Vec<Vec<u8>>; KEYS],
}

/// Interprets bytes as steps. A value returned for a key must have been stored under it, whatever
/// happens to the files. The cache must respect its maximum size, and errors must have a reason.
pub fn steps(data: &[u8]) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let key = |number: usize| KeyBuilder::new().field(&[number as u8]).key();
    let mut model = Model {
        cache: Cache::new(folder.path().join("cache"), LIMIT),
        keys: [0, 1, 2, 3].map(key),
        put: [const { Vec::new() }; KEYS],
    };
    let mut bytes = Unstructured::new(data);
    for _ in 0..STEPS {
        let step = match bytes.arbitrary() {
            Ok(step) if !bytes.is_empty() => step,
            _ => return,
        };
        model.step(step);
    }
}

impl Model {
    fn step(&mut self, step: Step) {
        match step {
            Step::Put { key, length, byte } => {
                let key = usize::from(key) % KEYS;
                let contents = vec![byte; usize::from(length) % 1000];
                let is_put = self.cache.put(&self.keys[key], &contents).is_ok();
                self.put[key].push(contents);
                let kept = self.cache.contents().map_or(0, |contents| contents.bytes);
                assert!(!is_put || kept <= LIMIT, "the cache has {kept} bytes");
            }
            Step::Get { key } => {
                let key = usize::from(key) % KEYS;
                if let Some(entry) = self.cache.get(&self.keys[key]) {
                    let known = self.put[key].iter().any(|put| put == entry.contents());
                    assert!(known, "key {key} gives what was never put");
                }
            }
            Step::Count => drop(self.cache.contents()),
            Step::Clear => drop(self.cache.clear()),
            step => self.damage(&step),
        }
    }

    /// Damages the files according to a step. Failures are ignored.
    fn damage(&self, step: &Step) {
        match *step {
            Step::Flip { file, at, bit } => self.edit(file, |bytes| {
                let at = usize::from(at) % bytes.len().max(1);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << (bit % 8);
                }
            }),
            Step::Truncate { file, length } => {
                self.edit(file, |bytes| bytes.truncate(usize::from(length)));
            }
            Step::Replace { file, ref bytes } => self.edit(file, |old| *old = bytes.to_vec()),
            Step::Copy { from, to } => {
                if let (Some(from), Some(to)) = (self.file(from), self.file(to)) {
                    let _ = fs::copy(from, to);
                }
            }
            Step::Remove { file } => {
                if let Some(path) = self.file(file) {
                    let _ = fs::remove_file(path);
                }
            }
            Step::Folder { file } => {
                if let Some(path) = self.file(file) {
                    let _ = fs::remove_file(&path);
                    let _ = fs::create_dir(&path);
                }
            }
            _ => {}
        }
    }

    fn edit(&self, file: u8, change: impl FnOnce(&mut Vec<u8>)) {
        let Some(path) = self.file(file) else {
            return;
        };
        if let Ok(mut bytes) = fs::read(&path) {
            change(&mut bytes);
            let _ = fs::write(&path, bytes);
        }
    }

    /// Selects one of the files of the cache: the entries and the secret.
    fn file(&self, which: u8) -> Option<PathBuf> {
        let entries = fs::read_dir(self.cache.folder()).ok()?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let index = usize::from(which).checked_rem(paths.len())?;
        Some(paths.swap_remove(index))
    }
}
