//! Reads a file and writes it so many times again, on one thread: what
//! measurements of writing run.
//!
//! ```text
//! write FILE TIMES
//! ```

use pinnacle_bytecode::{Format, ReadOptions, WriteOptions, read, write};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("no file is given")?;
    let times: usize = arguments.next().as_deref().unwrap_or("1").parse()?;
    let bytes = std::fs::read(path)?;
    let module = read(&bytes, &ReadOptions::default())?;
    let format = (module.layout.as_ref()).map_or(Format::Llvm13, |layout| layout.format);
    let options = WriteOptions {
        jobs: 1,
        ..WriteOptions::new(format)
    };
    let mut written = 0;
    for _ in 0..times {
        written += std::hint::black_box(write(&module, &options)?).len();
    }
    println!("{written} bytes written");
    Ok(())
}
