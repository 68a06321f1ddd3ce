//! Runs the programs in `examples/` as their first lines describe.

use crate::{Folder, pinnacle, pinnacle_reading};
use pinnacle_testing::llvm_tools::Tool;
use std::path::Path;

fn path(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    folder.join(name).to_str().expect("text").to_owned()
}

#[track_caller]
fn prints(name: &str, expected: &str) {
    let seen = pinnacle(&["run", &path(name)]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert_eq!(seen.stdout, expected);
}

#[test]
fn hello() {
    prints("hello.pnasm", "Hello from a .pexe!\n");
}

#[test]
fn factorial() {
    let mut expected = String::new();
    let mut product = 1u64;
    for number in 0..=20u64 {
        product *= number.max(1);
        expected += &format!("{number}! = {product}\n");
    }
    prints("factorial.pnasm", &expected);
}

#[test]
fn count() {
    let long = "some words\tand a line\r\n".repeat(1000);
    for text in ["", "\n", "one", " two words \n", "a\nb c\n\nd", &long] {
        let seen = pinnacle_reading(&["run", &path("count.pnasm")], text.as_bytes());
        let lines = text.matches('\n').count();
        let words = text.split_ascii_whitespace().count();
        assert_eq!(seen.status, 0, "{}", seen.stderr);
        assert_eq!(
            seen.stdout,
            format!("{lines} {words} {}\n", text.len()),
            "{text:?}"
        );
    }
}

#[test]
fn threads() {
    prints("threads.pnasm", "4000 counted\n");
    for seed in ["1", "2", "3"] {
        let seen = pinnacle(&["run", "--seed", seed, &path("threads.pnasm")]);
        assert_eq!(seen.stdout, "4000 counted\n", "{}", seen.stderr);
    }
}

#[test]
fn mandelbrot() {
    const SHADES: &[u8] = b" .,:;-=+*oaO#%8@";
    let steps = |x: f64, y: f64| {
        let (mut real, mut imaginary, mut count) = (0.0, 0.0, 0);
        while real * real + imaginary * imaginary <= 4.0 && count < 63 {
            let product = real * imaginary;
            real = real * real - imaginary * imaginary + x;
            imaginary = product + product + y;
            count += 1;
        }
        count
    };
    let mut expected = String::new();
    for row in 0..25 {
        let y = -1.2 + f64::from(row) * 0.1;
        for column in 0..78 {
            let x = -2.25 + f64::from(column) * 0.039_062_5;
            expected.push(char::from(SHADES[steps(x, y) / 4]));
        }
        expected.push('\n');
    }
    prints("mandelbrot.pnasm", &expected);
}

#[test]
fn collatz_llvm1() {
    let folder = Folder::new();
    let (bytecode, upgraded) = (folder.path("collatz.bc"), folder.path("collatz.ll"));
    for arguments in [
        ["as", &path("collatz-llvm1.ll"), "-o", &bytecode],
        ["upgrade", &bytecode, "-o", &upgraded],
    ] {
        let seen = pinnacle(&arguments);
        assert_eq!((seen.status, &*seen.stderr), (0, ""), "{arguments:?}");
    }
    for interpreter in Tool::all("lli", 15..=19) {
        let output = interpreter.output(&[&upgraded], b"").unwrap();
        assert_eq!(output.stdout, b"97 needs 118 steps, the most\n");
    }
}

/// Fails if a new example has no test.
#[test]
fn every_example_has_a_test() {
    // These are tested elsewhere: Rust examples by themselves, the host in JavaScript with
    // `translate`, the native host in the crate `lift`, Pepper programs with Pepper, and C and C++
    // embedders in the CI step `the C interface`. The settings for archive replayers need programs
    // that are not in the repository.
    let elsewhere = [
        "embed",
        "jit",
        "shapes",
        "host",
        "native-host",
        "pepper",
        "archives",
        "c",
        "c++",
        // Tested by `sdl2.rs`.
        "sdl2",
        // Tested by the CI step `scale`.
        "scale",
        // Tested by `documented.rs`, as examples of the documents.
        "console",
        "make",
        "null",
        "loop",
    ];
    let here = [
        "hello",
        "factorial",
        "count",
        "threads",
        "mandelbrot",
        "collatz-llvm1",
    ];
    let tested = [&elsewhere[..], &here].concat();
    for entry in std::fs::read_dir(path("")).expect("the folder of examples") {
        let path = entry.expect("a file").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_str()
            .expect("text")
            .to_owned();
        assert!(tested.contains(&&*name), "{name} is not tested here");
    }
}
