//! Repeats one operation on a file, on one thread, for measurements:
//!
//! ```text
//! measure read|write|print|parse|verify|dump|upgrade TIMES FILE
//! ```
//!
//! Prints how many bytes were read or written each time, and how many
//! nanoseconds it took: bytes of bytecode for `read`, `write`, `verify` and
//! `dump`, bytes of text for the others.

use pinnacle_bytecode::text::{PrintOptions, parse, print};
use pinnacle_bytecode::{Format, Module, ReadOptions, WriteOptions, read, write};
use pinnacle_bytecode::{dump, upgrade, verify};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [operation, times, path] = &arguments[..] else {
        return Err("usage: measure OPERATION TIMES FILE".into());
    };
    let times: u32 = times.parse()?;
    let file = std::fs::read(path)?;
    let module = read(
        &file,
        &ReadOptions {
            jobs: 1,
            ..ReadOptions::default()
        },
    )?;
    let job = job(operation, &file, &module)?;
    let start = Instant::now();
    let mut bytes = 0;
    for _ in 0..times {
        bytes = job()?;
    }
    let nanoseconds = start.elapsed().as_nanos() / u128::from(times.max(1));
    println!("{bytes} {nanoseconds}");
    Ok(())
}

type Job<'a> = Box<dyn Fn() -> Result<usize, Box<dyn Error>> + 'a>;

/// The operation to repeat, and the number of bytes that it processes.
fn job<'a>(operation: &str, file: &'a [u8], module: &'a Module) -> Result<Job<'a>, Box<dyn Error>> {
    let style = (module.layout.as_ref()).map_or(Format::Llvm13, |layout| layout.format);
    let printing = PrintOptions {
        style,
        jobs: 1,
        ..PrintOptions::default()
    };
    Ok(match operation {
        "read" => Box::new(|| {
            black_box(read(
                file,
                &ReadOptions {
                    jobs: 1,
                    ..ReadOptions::default()
                },
            )?);
            Ok(file.len())
        }),
        "write" => Box::new(move || {
            let options = WriteOptions {
                jobs: 1,
                ..WriteOptions::new(style)
            };
            Ok(black_box(write(module, &options)?).len())
        }),
        "print" => Box::new(move || Ok(black_box(print(module, &printing)?).len())),
        "parse" => {
            let text = print(module, &printing)?;
            Box::new(move || {
                black_box(parse(&text)?);
                Ok(text.len())
            })
        }
        "verify" => Box::new(|| {
            verify::verify(module, &verify::Options { jobs: 1 })?;
            Ok(file.len())
        }),
        "dump" => Box::new(|| {
            black_box(dump::dump(file));
            Ok(file.len())
        }),
        "upgrade" => Box::new(|| {
            let upgraded = upgrade::upgrade(module, &upgrade::Options::default())?;
            Ok(black_box(pinnacle_llvm::print(&upgraded)).len())
        }),
        _ => return Err(format!("no operation is named {operation}").into()),
    })
}
