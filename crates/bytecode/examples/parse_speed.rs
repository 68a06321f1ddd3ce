//! Reads assembly from a file, as often as the second argument says, and says
//! how many bytes that are.
//!
//! ```sh
//! cargo build --release -p pinnacle-bytecode --example parse_speed
//! valgrind --tool=callgrind target/release/examples/parse_speed FILE.ll 1
//! valgrind --tool=callgrind target/release/examples/parse_speed FILE.ll 11
//! ```
//!
//! The difference between the instructions of the two runs is the cost of ten
//! times the file.

use pinnacle_bytecode::text::parse;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("the name of a file is missing")?;
    let times: usize = arguments.next().map_or(Ok(1), |times| times.parse())?;
    let text = std::fs::read(path)?;
    let mut functions = 0;
    for _ in 0..times {
        functions += parse(&text)?.functions.len();
    }
    println!("{} bytes, {functions} functions", text.len() * times);
    Ok(())
}
