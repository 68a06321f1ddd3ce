//! Damaged files give an error or a module, never a panic, and use memory in proportion to the
//! file. There is only one test, so that no other test allocates memory at the same time.
//!
//! `DAMAGE=2000 cargo test -p pinnacle-llvm --test bitcode_damage` tries twenty times as many copies
//! of each file, and `DAMAGE_SEED=7` tries different ones. `DAMAGE_KEEP=FILE` writes each copy to a
//! file before it is read, so that the file is still there after a crash.

use pinnacle_bitstream::{BLOCKINFO, Event, Reader, Writer};
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{Options, identify, read, symbols};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::{copies, seed};
use pinnacle_testing::fuzz::bitcode::read_anything;
use pinnacle_testing::llvm_tools::Tool;
use pinnacle_testing::random::{Choices, Seeded};
use std::path::{Path, PathBuf};

#[global_allocator]
static PEAK: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// The files with an extension in a folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    corpus::files(folder, ending).expect("the folder is there")
}

/// Runs a closure and checks how much memory it used.
fn bounded<T>(name: &str, bytes: &[u8], run: impl FnOnce() -> T) -> T {
    PEAK.reset_peak_usage();
    let before = PEAK.current_usage();
    let result = run();
    let used = PEAK.peak_usage().saturating_sub(before);
    assert!(
        used <= (1 << 22) + 60 * bytes.len(),
        "{name}: {used} bytes of memory for {}",
        bytes.len()
    );
    result
}

/// Reads a file. Returns true if it is valid.
fn survives(name: &str, bytes: &[u8]) -> bool {
    if let Some(path) = std::env::var_os("DAMAGE_KEEP") {
        std::fs::write(path, bytes).expect("it can be written");
    }
    let _ = bounded(name, bytes, || symbols(bytes));
    let _ = bounded(name, bytes, || identify(bytes));
    let module = bounded(name, bytes, || read(bytes, &Options::default()));
    if let Err(error) = &module {
        assert!(error.kind().code().starts_with('V'));
    }
    read_anything(bytes);
    module.is_ok()
}

/// The same records without abbreviations and with a few operands changed. The container stays
/// valid, but its contents do not.
fn with_other_operands(file: &[u8], random: &mut Seeded) -> Vec<u8> {
    let mut reader = Reader::new(&file[4..], 4, PROFILE);
    let mut writer = Writer::new(&file[..4], PROFILE);
    let every = 1 + random.index(400);
    let mut in_info = false;
    while file.len() as u64 * 8 >= reader.next_position() + 64 {
        match reader.next().expect("the file is right") {
            // Only the reader needs the contents of this block.
            Event::EnterBlock(header) if header.id == BLOCKINFO => in_info = true,
            Event::ExitBlock if in_info => in_info = false,
            Event::Record if in_info => {}
            Event::EnterBlock(header) => {
                writer.enter_block(header.id, 4).expect("it may stand here");
            }
            Event::ExitBlock => writer.exit_block().expect("it is open"),
            Event::Record => {
                let record = reader.record();
                let (mut code, mut operands) = (record.code, record.operands.to_vec());
                if random.index(every) == 0 {
                    let at = random.index(operands.len());
                    let other = match random.index(4) {
                        0 => random.index(8) as u64,
                        1 => u64::MAX >> random.index(64),
                        2 => random.index(1 << 16) as u64,
                        _ => operands
                            .get(at)
                            .map_or(0, |operand| operand.wrapping_add(1)),
                    };
                    match operands.get_mut(at) {
                        Some(operand) if random.index(8) > 0 => *operand = other,
                        _ if random.index(2) == 0 => code = random.index(66) as u64,
                        _ => operands.truncate(at),
                    }
                }
                writer.record(3, code, &operands).expect("it fits");
            }
            Event::DefineAbbreviation => {}
            Event::End => break,
        }
        if reader.depth() == 0 && writer.depth() != 0 {
            break;
        }
    }
    while writer.depth() > 0 {
        writer.exit_block().expect("it is open");
    }
    writer.finish().expect("all blocks are closed")
}

/// Reads copies of a file with a few bits, bytes or words changed.
fn damage(name: &str, file: &[u8], usual: usize) {
    let copies = copies(usual);
    let mut random = Seeded::new(file.len() as u64 ^ (seed(0) << 32));
    let (mut read_anyway, mut refused) = (0, 0);
    for copy in 0..copies {
        let mut bytes = file.to_vec();
        for _ in 0..=random.index(3) {
            let at = random.index(bytes.len());
            match copy % 4 {
                0 => bytes[at] ^= 1 << random.index(8),
                1 => bytes[at] = random.index(256) as u8,
                2 => {
                    let from = random.index(bytes.len());
                    let length = random.index(16).min(bytes.len() - at.max(from));
                    bytes.copy_within(from..from + length, at);
                }
                _ => bytes.truncate(at.max(8)),
            }
        }
        if survives(&format!("{name}, copy {copy}"), &bytes) {
            read_anyway += 1;
        } else {
            refused += 1;
        }
    }
    for copy in 0..copies {
        let bytes = with_other_operands(file, &mut random);
        if survives(&format!("{name}, operands {copy}"), &bytes) {
            read_anyway += 1;
        } else {
            refused += 1;
        }
    }
    println!("{name}: {read_anyway} copies were read, {refused} refused");
}

#[test]
fn damaged_files_are_refused_or_read() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    for release in [14, 19] {
        let Some(assembler) = Tool::of_release("llvm-as", release) else {
            continue;
        };
        if let Some(clang) = Tool::of_release("clang", release) {
            for (ending, language) in [("c", "c"), ("cpp", "c++")] {
                for path in files(&modules, ending) {
                    let source = std::fs::read(&path).expect("it can be read");
                    let mut options = vec!["-w", "-g", "-O1", "-fexceptions", "-x", language];
                    options.extend(["-c", "-emit-llvm", "-o", "-", "-"]);
                    if language == "c++" {
                        options.insert(0, "-fcxx-exceptions");
                    }
                    let bitcode = clang.run(&options, &source).expect("it compiles");
                    damage(
                        &format!("{} by {}", path.display(), clang.name),
                        &bitcode,
                        60,
                    );
                }
            }
        }
        for path in files(&modules, "ll") {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let text = std::fs::read(&path).expect("it can be read");
            if let Ok(bitcode) = assembler.assemble(name == "typed", &text) {
                damage(&name, &bitcode, 1000);
            }
        }
    }
    let Some(corpus) = corpus::folder("corpus") else {
        return;
    };
    for path in files(&corpus.join("llvm-bc"), "bc") {
        let file = std::fs::read(&path).expect("it can be read");
        damage(&path.display().to_string(), &file, 6);
    }
}
