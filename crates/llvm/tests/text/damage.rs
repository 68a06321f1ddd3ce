//! Damaged text is rejected or read, without a panic. `DAMAGE=2000` tries twenty times as many
//! copies, and `DAMAGE_SEED=7` different ones.

use std::path::Path;

use pinnacle_testing::corpus;
use pinnacle_testing::damage::{copies, seed};
use pinnacle_testing::fuzz::ir_text::parse_anything;
use pinnacle_testing::random::{Choices, Seeded};

/// The number of damaged copies that are made of each file.
const COPIES: usize = 300;

/// Keywords to insert at random positions.
const WORDS: &[&str] = &[
    " ptr ",
    " i8 ",
    " %0 ",
    " @0 ",
    " !0 ",
    " #0 ",
    " void ",
    " (",
    ")",
    " {",
    "}",
    " [",
    "]",
    "<",
    ">",
    ",",
    "=",
    "*",
    " label %x ",
    " metadata ",
    " undef",
    " global ",
    " 9999999999999999999 ",
    " 0xK1 ",
    " c\"\\0",
    "\"",
    "...",
    " type ",
    "x:",
    " call ",
    " to ",
    " add ",
    " phi ",
];

#[test]
fn damaged_text_is_refused_or_read() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    for path in corpus::files(&tests, "ll").expect("the folder is there") {
        let text = std::fs::read(&path).expect("it can be read");
        let mut random = Seeded::new(text.len() as u64 ^ (seed(0) << 32));
        for copy in 0..copies(COPIES) {
            let mut bytes = text.clone();
            for _ in 0..=random.index(3) {
                let at = random.index(bytes.len());
                match copy % 5 {
                    0 => bytes[at] = random.index(256) as u8,
                    1 => {
                        let word = WORDS[random.index(WORDS.len())];
                        bytes.splice(at..at, word.bytes());
                    }
                    2 => {
                        let end = (at + random.index(40)).min(bytes.len());
                        bytes.drain(at..end);
                        bytes.push(b'\n');
                    }
                    3 => {
                        let from = random.index(bytes.len());
                        let length = random.index(60).min(bytes.len() - from);
                        let part = bytes[from..from + length].to_vec();
                        bytes.splice(at..at, part);
                    }
                    _ => bytes.truncate(at.max(8)),
                }
            }
            parse_anything(&bytes);
        }
    }
}
