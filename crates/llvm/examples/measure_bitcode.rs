//! Reads a file of bitcode several times, on one thread, for measurements:
//!
//! ```text
//! measure_bitcode TIMES FILE
//! ```
//!
//! Prints the size of the file in bytes, and the time of each read in nanoseconds.

use pinnacle_llvm::bitcode::{Options, read};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [times, path] = &arguments[..] else {
        return Err("usage: measure_bitcode TIMES FILE".into());
    };
    let times: u32 = times.parse()?;
    let file = std::fs::read(path)?;
    let options = Options {
        jobs: 1,
        ..Options::default()
    };
    let start = Instant::now();
    for _ in 0..times {
        black_box(read(&file, &options)?);
    }
    let nanoseconds = start.elapsed().as_nanos() / u128::from(times.max(1));
    println!("{} {nanoseconds}", file.len());
    Ok(())
}
