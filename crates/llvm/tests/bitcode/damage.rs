//! Damaged files: an error or a module, never a panic, and memory in proportion
//! to the file.

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::print;

use crate::PEAK;
use crate::tools::{assemble, corpus, has, modules};

/// A generator of numbers that are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Reads copies of a file in which a few bits, bytes or words are others.
fn damage(name: &str, file: &[u8], copies: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ file.len() as u64);
    let (mut read_anyway, mut refused) = (0, 0);
    for copy in 0..copies {
        let mut bytes = file.to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match copy % 4 {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = random.below(256) as u8,
                2 => {
                    let from = random.below(bytes.len());
                    let length = random.below(16).min(bytes.len() - at.max(from));
                    bytes.copy_within(from..from + length, at);
                }
                _ => bytes.truncate(at.max(8)),
            }
        }
        PEAK.reset_peak_usage();
        let before = PEAK.current_usage();
        let module = read(&bytes, &Options::default());
        let used = PEAK.peak_usage().saturating_sub(before);
        assert!(
            used <= (1 << 21) + 60 * bytes.len(),
            "{name}, copy {copy}: {used} bytes of memory for {}",
            bytes.len()
        );
        match module {
            Ok(module) => {
                read_anyway += 1;
                let _ = print(&module);
            }
            Err(error) => {
                refused += 1;
                assert!(error.kind().code().starts_with('V'));
            }
        }
    }
    println!("{name}: {read_anyway} copies were read, {refused} refused");
}

#[test]
fn damaged_modules_are_refused_or_read() {
    for release in [14, 19] {
        if !has(&format!("llvm-as-{release}")) {
            continue;
        }
        for path in modules("ll") {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let text = std::fs::read(&path).expect("it can be read");
            if let Ok(bitcode) = assemble(release, name == "typed", &text) {
                damage(&name, &bitcode, 1500);
            }
        }
    }
}

#[test]
fn damaged_bitcode_of_the_original_sdk_is_refused_or_read() {
    for path in corpus() {
        let file = std::fs::read(&path).expect("it can be read");
        damage(&path.display().to_string(), &file, 12);
    }
}
