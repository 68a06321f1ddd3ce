//! Modules of LLVM 1.x upgraded to today's LLVM IR: every available `llvm-as` accepts them, and
//! every `lli` runs them with the same output as the interpreter of the time.
//!
//! Modules come from files of the original assemblers in `../shared`, from our own programs in
//! `tests/modules/upgrade` (with their expected output beside them), and from the generator.

mod tools;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::text::parse;
use pinnacle_bytecode::upgrade::{Options, upgrade};
use pinnacle_bytecode::{Format, Module, ReadOptions, read};
use pinnacle_testing::bytecode::{Options as Generate, generate};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::copies;
use pinnacle_testing::random::{Choices, Seeded};

fn upgraded(module: &Module) -> Result<pinnacle_llvm::Module, Failed> {
    Ok(upgrade(module, &Options::default())?)
}

/// All random modules are valid, and so are their upgrades. The only exception is a variable
/// argument list that is not an address, which has no equivalent.
fn generated(seeds: std::ops::Range<u64>) -> Result<(), Failed> {
    for seed in seeds {
        let options = Generate {
            seed,
            format: Format::Llvm13,
            plain_names: seed % 2 == 0,
        };
        let module = generate(&options);
        let result = match upgrade(&module, &Options::default()) {
            Err(error)
                if error
                    .message()
                    .starts_with("cannot upgrade a list of variable arguments") =>
            {
                continue;
            }
            Err(error) => Err(error.to_string().into()),
            Ok(new) => tools::assembles(&new),
        };
        result.map_err(|failed: Failed| {
            let message = failed.message().unwrap_or("");
            let text = pinnacle_bytecode::text::print(&module, &Default::default());
            let text = text.unwrap_or_default();
            let text = String::from_utf8_lossy(text.get(..20_000).unwrap_or(&text)).into_owned();
            Failed::from(format!("seed {seed}: {message}\n{text}"))
        })?;
    }
    Ok(())
}

/// The folders of `../shared/bytecode` with files of one version each.
const VERSIONS: [&str; 5] = [
    "v0-llvm1.0",
    "v0-llvm1.1",
    "v1-llvm1.2",
    "v2-llvm1.3pre",
    "v3-llvm1.3",
];

/// The files in a folder with an extension, sorted; empty if the folder does not exist.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn upgraded_file(path: &Path) -> Result<pinnacle_llvm::Module, Failed> {
    upgraded(&read(&fs::read(path)?, &ReadOptions::default())?)
}

/// Every assembler accepts the upgrade of a valid file.
fn file(path: &Path) -> Result<(), Failed> {
    tools::assembles(&upgraded_file(path)?)
}

/// The releases with files in `../shared/llvm-ages`.
const AGES: [&str; 6] = ["1.4", "1.5", "1.6", "1.7", "1.8", "1.9"];

/// The newest assembler accepts the upgrades of the files of LLVM 1.4 to 1.9. Each distinct text is
/// checked once, because most files have the same in all releases.
fn ages() -> Result<(), Failed> {
    let shared = corpus::folder("llvm-ages").unwrap_or_default();
    let mut texts = HashSet::new();
    let mut wrong = Vec::new();
    for release in AGES {
        for path in files(&shared.join(release), "bc") {
            let name = format!("{release}/{}", stem(&path));
            let result = upgraded_file(&path).and_then(|module| {
                let text = pinnacle_llvm::print(&module);
                match texts.contains(&text) {
                    true => Ok(()),
                    false => {
                        let result = tools::newest_assembles(&text);
                        texts.insert(text);
                        result
                    }
                }
            });
            if let Err(failed) = result {
                wrong.push(format!("{name}: {}", failed.message().unwrap_or("")));
            }
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}

/// An upgraded program has the same output.
fn program(path: &Path, expected: &Path) -> Result<(), Failed> {
    tools::runs(&upgraded_file(path)?, &fs::read_to_string(expected)?)
}

/// One of our own programs has the expected output.
fn own_program(path: &Path) -> Result<(), Failed> {
    let module = parse(fs::read(path)?).map_err(|errors| errors.to_string())?;
    let new = upgraded(&module)?;
    tools::assembles(&new)?;
    tools::runs(&new, &fs::read_to_string(path.with_extension("out"))?)
}

/// One of our own modules cannot be upgraded, for the reason in its first line.
fn own_fault(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let expected = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("; error: "));
    let expected = expected.ok_or("the first line does not say what is wrong")?;
    let module = parse(&text).map_err(|errors| errors.to_string())?;
    match upgrade(&module, &Options::default()) {
        Err(error) if error.to_string() == expected => Ok(()),
        Err(error) => Err(format!("found    {error}\nexpected {expected}").into()),
        Ok(_) => Err("it was upgraded".into()),
    }
}

/// An unusual valid file can be upgraded, or gives an error.
fn odd(path: &Path) -> Result<(), Failed> {
    let Ok(module) = read(&fs::read(path)?, &ReadOptions::default()) else {
        return Ok(());
    };
    match upgrade(&module, &Options::default()) {
        Ok(new) => tools::assembles(&new),
        Err(error) if error.code() == "L1101" => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// A mutated file that can still be read gives a modern module or an error.
fn mutations(path: &Path) -> Result<(), Failed> {
    let original = fs::read(path)?;
    let mut choices = Seeded::new(original.len() as u64);
    let mut random = |below: usize| choices.index(below);
    for _ in 0..copies((1 << 20) / original.len().max(1 << 12)) {
        let mut bytes = original.clone();
        for _ in 0..=random(3) {
            let place = random(bytes.len());
            bytes[place] = match random(3) {
                0 => bytes[place] ^ 1 << random(8),
                1 => bytes[random(original.len())],
                _ => random(256) as u8,
            };
        }
        if let Ok(module) = read(&bytes, &ReadOptions::default())
            && let Ok(new) = upgrade(&module, &Options::default())
        {
            assert!(pinnacle_llvm::print(&new).is_ascii());
        }
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for start in (0..120).step_by(10) {
        let name = format!("generated/{start}");
        trials.push(Trial::test(name, move || generated(start..start + 10)));
    }
    let shared = corpus::folder("bytecode").unwrap_or_default();
    for version in VERSIONS {
        for path in files(&shared.join(version), "bc") {
            let name = stem(&path);
            let expected = shared.join("v3-llvm1.3").join(format!("{name}.lli.txt"));
            if expected.is_file() {
                let path = path.clone();
                let run = move || program(&path, &expected);
                trials.push(Trial::test(format!("run/{version}/{name}"), run));
            }
            let mutated = path.clone();
            let name = format!("{version}/{name}");
            trials.push(Trial::test(format!("mutated/{name}"), move || {
                mutations(&mutated)
            }));
            trials.push(Trial::test(name, move || file(&path)));
        }
    }
    for path in files(&shared.join("odd"), "bc") {
        trials.push(Trial::test(format!("odd/{}", stem(&path)), move || {
            odd(&path)
        }));
    }
    trials.push(Trial::test("ages", ages));
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules/upgrade");
    for path in files(&own, "ll") {
        trials.push(Trial::test(format!("own/{}", stem(&path)), move || {
            own_program(&path)
        }));
    }
    for path in files(&own.join("faults"), "ll") {
        trials.push(Trial::test(format!("faults/{}", stem(&path)), move || {
            own_fault(&path)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}
