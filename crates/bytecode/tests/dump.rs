//! Dumps of files: the byte counts add up for every file, valid or not. The dump of a small file is
//! compared with the accepted text.
//!
//! `BLESS=1 cargo test -p pinnacle-bytecode --test dump` updates the accepted text.

use pinnacle_bytecode::dump::{ByteKind, Dump, dump};
use pinnacle_bytecode::model::{BinaryOp, Body, Inst, Linkage, Value};
use pinnacle_bytecode::model::{Module, TypeId};
use pinnacle_bytecode::{Format, ReadOptions, WriteOptions, read, write};
use pinnacle_testing::bless::expect_file;
use pinnacle_testing::corpus;
use pinnacle_testing::damage::{copies, stride};
use std::fs;
use std::path::{Path, PathBuf};

/// A small module that contains every kind of item that a dump shows.
fn small_module() -> Module {
    let mut module = Module::new();
    let pair = module.types.struct_of(&[TypeId::INT, TypeId::DOUBLE]);
    let text = module.types.array_of(TypeId::SBYTE, 6);
    module.name_type(b"pair", pair);
    let hello = module.constants.byte_array(text, b"hello\0");
    let numbers = [
        module.constants.int(TypeId::INT, -7_i64 as u64),
        module.constants.double(2.5_f64.to_bits()),
    ];
    let numbers = module.constants.structure(pair, &numbers);
    let greeting = module.add_global(b"greeting", text, Linkage::Internal, true, Some(hello));
    module.add_global(b"numbers", pair, Linkage::External, false, Some(numbers));
    let address = module.global_address(greeting);
    let address = module.constants.cast(address, TypeId::LONG);
    module.add_global(b"", TypeId::LONG, Linkage::Weak, false, Some(address));
    let ty = module
        .types
        .function(TypeId::INT, &[TypeId::INT, TypeId::INT], false);
    module.add_function(b"declared", ty, Linkage::External);
    let id = module.add_function(b"sum", ty, Linkage::LinkOnce);
    let mut body = Body::new();
    body.name_argument(0, b"first");
    let entry = body.start_block();
    body.name_block(entry, b"entry");
    let (op, lhs, rhs) = (BinaryOp::Add, Value::Argument(0), Value::Argument(1));
    let sum = body.push(Inst::Binary { op, lhs, rhs }, TypeId::INT);
    let value = Some(Value::Inst(sum));
    body.push(Inst::Ret { value }, TypeId::VOID);
    module.functions[id.index()].body = Some(Box::new(body));
    module
}

fn written(format: Format) -> Vec<u8> {
    write(&small_module(), &WriteOptions::new(format)).expect("the module is well-formed")
}

/// Checks the invariants of every dump.
fn check(file: &[u8]) -> Dump {
    let dump = dump(file);
    assert_eq!(dump.size, file.len() as u64);
    assert_eq!(dump.bytes.total(), dump.size, "the sum of all kinds");
    let headers: u64 = (dump.blocks.iter())
        .map(|block| u64::from(block.header_size))
        .sum();
    assert_eq!(dump.bytes.get(ByteKind::Headers), headers);
    let unread = dump.bytes.get(ByteKind::Unread);
    assert!(unread == 0 || !dump.errors.is_empty(), "{unread} unread");
    let instructions: u64 = (dump.functions.iter())
        .filter_map(|function| function.block.as_ref())
        .flat_map(|block| &block.encodings[1..])
        .sum();
    let short: u64 = [
        ByteKind::Instructions1,
        ByteKind::Instructions2,
        ByteKind::Instructions3,
    ]
    .map(|kind| dump.bytes.get(kind))
    .into_iter()
    .sum();
    assert!(
        instructions * 4 <= short,
        "a word for each short instruction"
    );
    dump
}

#[test]
fn a_small_file_of_each_format() {
    // The dump cannot distinguish the formats that share version 5.
    let is_told = |&format: &Format| {
        format == Format::Llvm10 || Format::of_version(format.version()) == Some(format)
    };
    for format in Format::ALL.into_iter().filter(is_told) {
        let file = written(format);
        let dump = check(&file);
        assert_eq!(dump.errors, []);
        assert_eq!(dump.format, Some(format));
        let found = dump.to_string();
        let path = folder().join(format!("small.{}.txt", format as u8));
        expect_file(path, found).unwrap();
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dump")
}

#[test]
fn names_are_found_for_globals_and_functions() {
    let dump = dump(&written(Format::Llvm13));
    let names: Vec<_> = dump.globals.iter().map(|global| &global.name[..]).collect();
    assert_eq!(names, [&b"greeting"[..], b"numbers", b""]);
    let names = dump.functions.iter().map(|function| &function.name[..]);
    assert_eq!(names.collect::<Vec<_>>(), [&b"declared"[..], b"sum"]);
}

/// The readable part of a damaged file is shown, wherever the damage is.
#[test]
fn broken_files() {
    for format in Format::ALL {
        let file = written(format);
        for length in (0..file.len()).step_by(stride()) {
            let dump = dump(&file[..length]);
            assert_eq!(dump.bytes.total(), length as u64);
            assert!(!dump.errors.is_empty(), "{length} bytes of {format}");
        }
        for place in (0..file.len()).step_by(stride()) {
            for value in [0, 1, 0x7F, 0xFF, file[place] ^ 0x20] {
                let mut broken = file.clone();
                broken[place] = value;
                let dump = dump(&broken);
                assert_eq!(dump.bytes.total(), file.len() as u64);
                let _ = dump.to_string();
            }
        }
    }
}

/// The rest of a block with an error is not read; the next blocks are.
#[test]
fn an_error_ends_its_block_only() {
    let mut file = written(Format::Llvm13);
    let whole = dump(&file);
    let first = whole.constants[0].constants[0].offset as usize;
    file[first] = 0xFF;
    let dump = check(&file);
    assert_eq!(dump.errors.len(), 1);
    assert!(dump.errors[0].offset().is_some_and(|at| at >= first as u64));
    assert_eq!(dump.symbols, whole.symbols);
    assert_eq!(dump.functions.len(), whole.functions.len());
}

/// Every file of the folders in `../shared/bytecode`, with true if an original assembler wrote it
/// unchanged.
fn shared_files() -> Vec<(PathBuf, bool)> {
    let Some(shared) = corpus::folder("bytecode") else {
        return Vec::new();
    };
    let mut files = Vec::new();
    for folder in fs::read_dir(shared).into_iter().flatten().flatten() {
        let legal = folder.file_name().to_string_lossy().starts_with('v');
        for entry in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "bc") {
                files.push((path, legal));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn files_of_the_original_assemblers() {
    for (path, legal) in shared_files() {
        let file = fs::read(&path).expect("the file can be read");
        let dump = check(&file);
        let _ = dump.to_string();
        if legal {
            assert_eq!(dump.errors, [], "{}", path.display());
            let unknown = dump.bytes.get(ByteKind::Unknown);
            assert_eq!(unknown, 0, "{}", path.display());
        }
    }
}

/// A file that the reader accepts has no error in the dump either. For any input, the dump ends and
/// accounts for all bytes.
#[test]
fn changed_files_of_the_original_assemblers() {
    // A pseudo-random generator with a fixed seed.
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    for (path, _) in shared_files() {
        let file = fs::read(&path).expect("the file can be read");
        for _ in 0..copies((20_000 / file.len().max(1)).clamp(1, 20)) {
            let mut changed = file.clone();
            for _ in 0..=random(2) {
                let place = random(changed.len());
                if let Some(byte) = changed.get_mut(place) {
                    *byte = byte.wrapping_add(1 + random(255) as u8);
                }
            }
            let dump = check(&changed);
            if read(&changed, &ReadOptions::default()).is_ok() {
                assert_eq!(dump.errors, [], "{}", path.display());
            }
        }
    }
}
