//! From LLVM IR to a program: files of bitcode, and modules that choices make.

use pinnacle_bytecode::Format;
use pinnacle_bytecode::model::{Endianness, PointerSize};
use pinnacle_bytecode::upgrade::{self, upgrade};
use pinnacle_legalize::file_role::{FileKind, file_kind};
use pinnacle_legalize::{Exceptions, Library, Options, legalize, simplify};
use pinnacle_llvm::{Module, bitcode};
use pinnacle_pexe::decode::{Options as DecodeOptions, decode};
use pinnacle_pexe::encode::{self, encode};
use pinnacle_pexe::verify::{self, verify};
use pinnacle_testing::bytecode::{Options as GenerateOptions, generate};
use pinnacle_testing::compare::same_program;
use pinnacle_testing::random::{Choices, FromBytes};

/// What is finalized with each way to treat exceptions.
const EXCEPTIONS: [Exceptions; 3] = [
    Exceptions::Refuse,
    Exceptions::None,
    Exceptions::SetjmpLongjmp,
];

/// Larger files are not read: a few bytes of a file can be a large type, and what is made of
/// variables of that is as large as they are.
const LARGEST: usize = 1 << 16;

/// Bytes as a file of bitcode: what can be read is finalized or refused, and what is
/// finalized is a valid program.
pub fn damaged(data: &[u8]) {
    if data.len() > LARGEST {
        return;
    }
    let options = bitcode::Options {
        jobs: 1,
        ..bitcode::Options::default()
    };
    let Ok(module) = bitcode::read(data, &options) else {
        return;
    };
    let exceptions = EXCEPTIONS[data.len() % EXCEPTIONS.len()];
    finalized(module, exceptions);
}

/// Bytes as the seed of a module of LLVM 1.x that is brought to today's IR, and how it is
/// finalized: as a program, or as a part of one, up to one of the steps.
pub fn generated(data: &[u8]) {
    let mut choices = FromBytes::new(data);
    let formats = [Format::Llvm10, Format::Llvm12, Format::Llvm13];
    let options = GenerateOptions {
        seed: choices.next(),
        format: *choices.pick(&formats),
        plain_names: choices.one_in(2),
    };
    let mut module = generate(&options);
    // For other machines it would be refused at once.
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
    let mut module = module;
    let options = Options {
        exceptions,
        fragment: true,
        ..Options::default()
    };
    let steps = pinnacle_legalize::STEPS;
    let until = choices.pick(steps).name;
    match simplify(&mut module, &options, Some(until)) {
        // A module that every step leaves can be printed.
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
    };
    let program = match legalize(module, &options) {
        Ok(program) => program,
        Err(errors) => {
            assert!(!errors.to_string().is_empty(), "a refusal says nothing");
            return;
        }
    };
    let options = encode::Options {
        jobs: 1,
        ..encode::Options::default()
    };
    // A module may be larger than a file can say.
    let Ok(bytes) = encode(&program, &options) else {
        return;
    };
    let report = verify(&bytes, &verify::Options::default());
    assert!(report.is_valid(), "not valid: {:?}", report.errors);
    let again = decode(&bytes, &DecodeOptions { jobs: 1 }).expect("it is valid");
    same_program(&program, &again).expect("it is the same program");
}
