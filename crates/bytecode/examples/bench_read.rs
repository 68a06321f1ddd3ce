//! Reads files a number of times, for measuring: `bench_read COUNT FILE...`.
//! Prints bytes read and, where a file is refused, why.

use pinnacle_bytecode::{ReadOptions, read};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: u32 = arguments
        .next()
        .and_then(|count| count.parse().ok())
        .unwrap_or(1);
    let options = ReadOptions { jobs: 1 };
    for path in arguments {
        let bytes = std::fs::read(&path).expect("the file can be read");
        let start = Instant::now();
        let mut last = None;
        for _ in 0..count {
            last = Some(read(&bytes, &options));
        }
        let seconds = start.elapsed().as_secs_f64() / f64::from(count);
        let rate = bytes.len() as f64 / seconds / 1e6;
        match last {
            Some(Ok(_)) => println!("{path}: {} bytes, {rate:.1} MB/s", bytes.len()),
            Some(Err(error)) => println!("{path}: {error}"),
            None => {}
        }
    }
}
