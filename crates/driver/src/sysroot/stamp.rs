//! The stamp that identifies a sysroot as built from the current sources.

use pinnacle_sysroot::files;

/// Returns a line that is different if the sources are different.
#[must_use]
pub fn stamp() -> String {
    let mut hash = Fnv::new();
    for file in files() {
        hash.add(&file.path.len().to_le_bytes());
        hash.add(file.path.as_bytes());
        hash.add(&file.bytes.len().to_le_bytes());
        hash.add(&file.bytes);
    }
    // The result also depends on the way in which the sources are compiled.
    hash.add(include_bytes!("newlib.rs"));
    hash.add(include_bytes!("libcxx.rs"));
    hash.add(include_bytes!("compile.rs"));
    hash.add(include_bytes!("mod.rs"));
    format!("sources {:016x}", hash.0)
}

/// The 64-bit FNV-1a hash, which is sufficient to detect accidental changes.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
