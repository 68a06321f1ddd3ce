//! The bodies of the fuzz targets on seeded damage to given files, for a time,
//! where `cargo fuzz` cannot be had:
//!
//! ```sh
//! cargo run --profile fuzz -p pinnacle-testing-engines --example long_run -- text 300 1 FILE...
//! ```
//!
//! The arguments are what to run, seconds, the first seed, and the files that
//! are damaged. Inputs that panic or take too long are kept in the folder for
//! temporary files.

use anyhow::{Context, Result, bail};
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_pexe::text::records::print as print_records;
use pinnacle_testing::garble::garble;
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::{Choices, Seeded};
use pinnacle_testing::{fuzz, squeeze};
use pinnacle_testing_engines::fuzz::{engines, generated, module, translated};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use std::{env, fs};

/// The time that an input may take: so much, and so much for each 100 kB.
const TIME: Duration = Duration::from_secs(1);

/// What is run on an input.
type Body = fn(&[u8]);

/// How an input is made from a file.
type Damage = fn(&Original, &mut Seeded) -> Vec<u8>;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [what, seconds, seed, files @ ..] = &arguments[..] else {
        bail!("expected what to run, seconds, a seed, and files");
    };
    let (damage, body): (Damage, Body) = match what.as_str() {
        "assembly" => (damaged_assembly, text),
        "listing" => (damaged_listing, text),
        "choices" => (any_choices, text),
        "notation" => (damaged_notation, notation),
        "records" => (damaged_file, notation),
        "record-choices" => (any_choices, notation),
        "print" => (damaged_file, fuzz::reassembled),
        "verify" => (damaged_file, fuzz::verified),
        "module" => (damaged_file, module),
        "container" => (damaged_file, fuzz::container),
        "bitcode" => (damaged_file, fuzz::bitcode::read_anything),
        "bytecode" => (damaged_file, fuzz::bytecode::read_anything),
        "translated" => (damaged_file, translated),
        "generated" => (any_choices, |bytes| drop(generated(bytes))),
        "engines" => (any_choices, engines),
        "compress0" => (damaged_file, |bytes| {
            drop(squeeze::compress_and_check(bytes, 0));
        }),
        "compress4" => (damaged_file, |bytes| {
            drop(squeeze::compress_and_check(bytes, 4));
        }),
        _ => bail!("`{what}` is not known"),
    };
    let mut originals = Vec::new();
    for file in files {
        let bytes = fs::read(file).with_context(|| file.clone())?;
        let bytes = match pinnacle_pexe::text::parse::assemble(&bytes) {
            Ok(assembled) => assembled.bytes,
            Err(_) => bytes,
        };
        originals.push(Original::new(bytes));
    }
    let end = Instant::now() + Duration::from_secs(seconds.parse()?);
    let first: u64 = seed.parse()?;
    let (mut seed, mut panics, mut slow) = (first, 0, 0);
    while Instant::now() < end {
        let mut choices = Seeded::new(seed);
        let original = choices.pick(&originals);
        let input = damage(original, &mut choices);
        let start = Instant::now();
        let failed = catch_unwind(AssertUnwindSafe(|| body(&input))).is_err();
        let taken = start.elapsed();
        let too_slow = taken > TIME + TIME * (input.len() / 100_000) as u32;
        if failed || too_slow {
            panics += u32::from(failed);
            slow += u32::from(too_slow);
            let kept = env::temp_dir().join(format!("pinnacle-{what}-{seed}"));
            fs::write(&kept, &input)?;
            println!("seed {seed}: {taken:?}, kept as {}", kept.display());
        }
        seed += 1;
    }
    println!(
        "{what}: {} runs, {panics} panics, {slow} slow",
        seed - first
    );
    if panics > 0 {
        bail!("{what} found something");
    }
    Ok(())
}

fn text(bytes: &[u8]) {
    fuzz::text(bytes);
}

fn notation(bytes: &[u8]) {
    fuzz::records(bytes);
}

fn damaged_file(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    let mutation = *choices.pick(&Mutation::ALL);
    let damaged = original.mutate(mutation, choices);
    if choices.one_in(3) {
        let mutation = *choices.pick(&Mutation::ALL);
        return Original::new(damaged).mutate(mutation, choices);
    }
    damaged
}

fn any_choices(_: &Original, choices: &mut Seeded) -> Vec<u8> {
    let count = 100 + choices.index(1500);
    let bytes = (0..count).map(|_| choices.below(256) as u8);
    std::iter::once(fuzz::CHOICES).chain(bytes).collect()
}

fn damaged_assembly(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    damaged_text(original, Form::Assembly, choices)
}

fn damaged_listing(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    damaged_text(original, Form::Listing, choices)
}

fn damaged_text(original: &Original, form: Form, choices: &mut Seeded) -> Vec<u8> {
    let options = Options {
        form,
        jobs: 1,
        ..Options::default()
    };
    let mut text = Vec::new();
    print(original.bytes(), &[], &options, &mut text).expect("memory can be written to");
    garble(&text, choices)
}

fn damaged_notation(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    let mut text = Vec::new();
    print_records(original.bytes(), &mut text).expect("memory can be written to");
    garble(&text, choices)
}
