//! Finalises bitcode files, and modules built from random choices.

use crate::modules;
use pinnacle_bytecode::Format;
use pinnacle_bytecode::model::{Endianness, PointerSize};
use pinnacle_bytecode::upgrade::{self, upgrade};
use pinnacle_legalize::file_role::{FileKind, file_kind};
use pinnacle_legalize::{Exceptions, Library, Options, legalize_with_source, simplify};
use pinnacle_llvm::{Module, bitcode};
use pinnacle_pexe::decode::{Options as DecodeOptions, decode};
use pinnacle_pexe::encode::{self, encode};
use pinnacle_pexe::verify::{self, verify};
use pinnacle_testing::bytecode::{Options as GenerateOptions, generate};
use pinnacle_testing::compare::same_program;
use pinnacle_testing::random::{Choices, FromBytes};

/// The exception models for finalising.
const EXCEPTIONS: [Exceptions; 3] = [
    Exceptions::Refuse,
    Exceptions::None,
    Exceptions::SetjmpLongjmp,
];

/// The symbol that a complete program defines.
const ENTRY: &str = "_start";

/// Maximum size of a file in bytes. A few bytes of a file can describe a large type, and variables
/// of that type become as large.
const MAX_SIZE: usize = 1 << 16;

/// Reads bytes as a bitcode file. A valid module is finalised or rejected, and the result of
/// finalising is a valid program.
pub fn damaged(data: &[u8]) {
    if data.len() > MAX_SIZE {
        return;
    }
    let options = bitcode::Options {
        jobs: 1,
        variables: true,
        ..bitcode::Options::default()
    };
    let Ok(module) = bitcode::read(data, &options) else {
        return;
    };
    let exceptions = EXCEPTIONS[data.len() % EXCEPTIONS.len()];
    if module.find_global(ENTRY.as_bytes()).is_some() || file_kind(&module) == FileKind::Shared {
        finalized(module, exceptions);
    } else {
        simplified(module, exceptions, None);
    }
}

/// Generates a module from bytes as choices, and finalises it as a complete program, or as a part
/// of one up to one of the passes.
pub fn generated(data: &[u8]) {
    let mut choices = FromBytes::new(data);
    let exceptions = *choices.pick(&EXCEPTIONS);
    let (module, whole) = modules::make(&mut choices);
    if whole {
        return finalized(module, exceptions);
    }
    let until = choices.pick(pinnacle_legalize::STEPS).name;
    simplified(module, exceptions, Some(until));
}

/// Takes bytes as the seed of an LLVM 1.x module, upgrades it to current IR, and finalises it as a
/// complete program, or as a part of one up to one of the passes.
pub fn upgraded(data: &[u8]) {
    let mut choices = FromBytes::new(data);
    let formats = [Format::Llvm10, Format::Llvm12, Format::Llvm13];
    let options = GenerateOptions {
        seed: choices.next(),
        format: *choices.pick(&formats),
        plain_names: choices.one_in(2),
    };
    let mut module = generate(&options);
    // Modules for other targets would be rejected at once.
    module.target.endianness = Some(Endianness::Little);
    module.target.pointer_size = Some(PointerSize::Bits32);
    module.target.triple.clear();
    let Ok(module) = upgrade(&module, &upgrade::Options::default()) else {
        return;
    };
    let exceptions = *choices.pick(&EXCEPTIONS);
    if choices.one_in(2) {
        return finalized(module, exceptions);
    }
    let until = choices.pick(pinnacle_legalize::STEPS).name;
    simplified(module, exceptions, Some(until));
}

/// Runs the passes for a part of a program. The module must be printable after each.
fn simplified(mut module: Module, exceptions: Exceptions, until: Option<&str>) {
    let options = Options {
        exceptions,
        fragment: true,
        ..Options::default()
    };
    match simplify(&mut module, &options, until) {
        Ok(()) => drop(pinnacle_llvm::print_within(&module, 1 << 22)),
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
}

fn finalized(module: Module, exceptions: Exceptions) {
    let options = Options {
        exceptions,
        keep_names: true,
        library: (file_kind(&module) == FileKind::Shared).then(Library::default),
        fragment: false,
        exports: Vec::new(),
    };
    let program = match legalize_with_source(module, &options) {
        Ok((program, _)) => program,
        Err(errors) => {
            assert!(!errors.to_string().is_empty(), "a refusal says nothing");
            return;
        }
    };
    let options = encode::Options {
        jobs: 1,
        ..encode::Options::default()
    };
    // The file format cannot express every module, for example a very large one.
    let Ok(bytes) = encode(&program, &options) else {
        return;
    };
    let report = verify(&bytes, &verify::Options::default());
    assert!(report.is_valid(), "not valid: {:?}", report.errors);
    let again = decode(&bytes, &DecodeOptions { jobs: 1 }).expect("it is valid");
    same_program(&program, &again).expect("it is the same program");
}
