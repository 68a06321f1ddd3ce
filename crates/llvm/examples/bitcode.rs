//! Reads files of bitcode and prints them as assembly, or only reads them.
//!
//! ```text
//! cargo run -p pinnacle-llvm --example bitcode -- FILE.bc
//! cargo run -p pinnacle-llvm --example bitcode -- --read FILE.bc...
//! ```

use std::io::Write;

use pinnacle_llvm::bitcode::{Options, read};

fn main() {
    let mut only_read = false;
    let mut failed = false;
    for argument in std::env::args().skip(1) {
        if argument == "--read" {
            only_read = true;
            continue;
        }
        let file = match std::fs::read(&argument) {
            Ok(file) => file,
            Err(error) => {
                eprintln!("{argument}: {error}");
                failed = true;
                continue;
            }
        };
        match read(&file, &Options::default()) {
            Ok(_) if only_read => {}
            Ok(module) => {
                let text = pinnacle_llvm::print(&module);
                // Ignore a closed pipe: the reader has seen enough.
                let _ = std::io::stdout().write_all(text.as_bytes());
            }
            Err(error) => {
                eprintln!("{argument}: {error}");
                failed = true;
            }
        }
    }
    std::process::exit(failed.into());
}
