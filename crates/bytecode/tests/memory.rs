//! Reading takes memory proportional to the file's size, whatever the file contains. This test has
//! a process of its own, because memory is counted per process.

mod damage {
    pub(crate) mod file;
}

use damage::file::Original;
use peak_alloc::PeakAlloc;
use pinnacle_bytecode::Format;
use pinnacle_bytecode::read::{ReadOptions, read};
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_testing::bytecode::{Options as Generate, generate};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::copies;
use pinnacle_testing::random::Seeded;
use std::fs;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Maximum number of bytes of memory for each byte of the file.
const FACTOR: usize = 42;

/// Memory that every file may take in addition, for the initial tables.
const FLOOR: usize = 64 << 10;

#[test]
fn reading_takes_no_more_memory_than_a_multiple_of_the_file() {
    let mut originals = Vec::new();
    if let Some(shared) = corpus::folder("bytecode") {
        for folder in fs::read_dir(shared).into_iter().flatten().flatten() {
            for entry in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                if entry.path().extension().is_some_and(|end| end == "bc") {
                    originals.push((
                        entry.path().display().to_string(),
                        fs::read(entry.path()).expect("the file is there"),
                    ));
                }
            }
        }
    }
    for format in Format::ALL {
        for seed in 0..20 {
            let module = generate(&Generate {
                seed,
                format,
                plain_names: false,
            });
            let bytes = write(&module, &WriteOptions::new(format)).expect("the module is valid");
            originals.push((format!("random module {seed} as {format}"), bytes));
        }
    }
    let mut worst = (0, String::new());
    for (name, bytes) in originals {
        let original = Original::new(bytes.clone());
        let mut random = Seeded::new(1);
        check(&name, &bytes, &mut worst);
        for _ in 0..copies(10) {
            check(&name, &original.damage(&mut random), &mut worst);
        }
    }
    println!("at most {} bytes for a byte: {}", worst.0, worst.1);
}

fn check(name: &str, bytes: &[u8], worst: &mut (usize, String)) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let module = read(
        bytes,
        &ReadOptions {
            jobs: 1,
            ..ReadOptions::default()
        },
    );
    let taken = ALLOCATOR.peak_usage() - before;
    drop(module);
    let allowed = FLOOR + FACTOR * bytes.len();
    assert!(
        taken <= allowed,
        "{name}: {taken} bytes of memory for {} of the file",
        bytes.len()
    );
    let factor = taken / bytes.len().max(2048);
    if factor > worst.0 {
        *worst = (factor, name.to_owned());
    }
}
