//! Calls a library in C, `shapes.c`: makes its functions known by their Rust types, calls them,
//! and passes texts in both directions through the library's memory.
//!
//! ```sh
//! pinnacle cc -O2 --export add,area,describe,longest_word,malloc,free shapes.c -o shapes.pexe
//! cargo run -p pinnacle-runtime --example shapes -- shapes.pexe
//! ```

use pinnacle_runtime::embed::{Config, Engine, EngineKind, Instance, Linker, Module};
use std::error::Error;

/// Runs the example with one engine and says what happened.
pub(crate) fn run(file: &[u8], kind: EngineKind) -> Result<Vec<String>, Box<dyn Error>> {
    let module = Module::new(file)?;
    let engine = Engine::new(Config {
        kind,
        ..Config::default()
    });
    // The C library needs the interfaces that `pinnacle run` offers.
    let mut linker = Linker::new();
    linker.irt();
    let mut shapes = linker.prepare(&engine, &module)?.instantiate(())?;
    shapes.initialize()?;

    let area = shapes.typed::<(f64, f64), f64>("area")?;
    let mut lines = vec![format!("area: {}", area.call(&mut shapes, (3.0, 4.5))?)];

    // The library keeps what it is given from call to call.
    let add = shapes.typed::<(f64, f64), i32>("add")?;
    let mut count = 0;
    for width in 1..=10 {
        count = add.call(&mut shapes, (width.into(), 2.0))?;
    }
    lines.push(format!("shapes: {count}"));

    // A pointer is a `u32`, an address in the library's memory.
    let describe = shapes.typed::<i32, u32>("describe")?;
    let text = describe.call(&mut shapes, 6)?;
    lines.push(format!("the seventh: {}", c_string(&mut shapes, text)?));
    let none = describe.call(&mut shapes, 10)?;
    lines.push(format!("the eleventh: {none}"));

    // What the library reads has to be in its memory.
    let malloc = shapes.typed::<u32, u32>("malloc")?;
    let free = shapes.typed::<u32, ()>("free")?;
    let longest_word = shapes.typed::<u32, i32>("longest_word")?;
    let words = b"a library in C\0";
    let address = malloc.call(&mut shapes, words.len() as u32)?;
    shapes.write(address, words)?;
    let longest = longest_word.call(&mut shapes, address)?;
    free.call(&mut shapes, address)?;
    lines.push(format!("the longest word: {longest}"));
    Ok(lines)
}

/// Reads a text that ends with a zero.
fn c_string(instance: &mut Instance<()>, address: u32) -> Result<String, Box<dyn Error>> {
    const MAX_LENGTH: u32 = 1000;
    let bytes = instance.with_memory(|memory| memory.c_string(address, MAX_LENGTH))?;
    Ok(String::from_utf8(bytes.ok_or("the text has no end")?)?)
}

#[allow(dead_code, reason = "tests call `run` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: shapes shapes.pexe")?;
    let file = std::fs::read(path)?;
    for line in run(&file, EngineKind::Auto)? {
        println!("{line}");
    }
    Ok(())
}
