//! Translates and validates: the translation of a program must be valid WebAssembly, with any
//! options.

use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::{Options as DecodeOptions, Program, decode};
use pinnacle_pexe::host::Exports;
use pinnacle_runtime::irt;
use pinnacle_testing::fuzz::decode_bounded;
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::{Choices, FromBytes, Seeded};
use pinnacle_wasm::{Options, translate};
use wasmparser::{Validator, WasmFeatures};

/// Reads bytes as a whole file. A valid program must become a valid module. The bytes also
/// determine the options.
pub fn damaged(data: &[u8]) {
    if let Some(program) = decode_bounded(data) {
        let seed = data.iter().fold(0u64, |sum, &byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        validated(&program, &mut Seeded::new(seed));
    }
}

/// Generates a program and the options from bytes as choices.
pub fn generated(data: &[u8]) {
    let mut choices = FromBytes::new(data);
    let options = some_options(&mut choices);
    let size = Size {
        wild: choices.one_in(2),
        ..Size::default()
    };
    let bytes = generate(&mut choices, size).to_pexe();
    let program = decode(&bytes, &DecodeOptions { jobs: 1 });
    check(&program.expect("a valid program is decoded"), options);
}

fn validated(program: &Program, choices: &mut impl Choices) {
    check(program, some_options(choices));
}

fn some_options(choices: &mut impl Choices) -> Options {
    let exports = if choices.one_in(2) {
        Exports::All
    } else {
        Exports::Entry
    };
    let outside = if choices.one_in(4) {
        vec![FuncId(choices.below(8) as u32)]
    } else {
        Vec::new()
    };
    Options {
        host: irt::declarations().collect(),
        stack_size: 1 << 20,
        shared_memory: choices.one_in(3),
        defines_memory: choices.one_in(2),
        guards_pages: choices.one_in(2),
        names: choices.one_in(2),
        exports,
        lenient_calls: choices.one_in(3),
        outside,
        turn_length: choices.one_in(3).then_some(1000),
        loads_modules: choices.one_in(4),
        source_map: choices.one_in(3),
        jobs: 1,
    }
}

fn check(program: &Program, mut options: Options) {
    // Only functions with a body can be left out.
    let module = program.module();
    options.outside.retain(|&id| {
        let function = module.functions.get(id.index());
        function.is_some_and(|function| function.body.is_some())
    });
    // The translation may fail if it exceeds one of its limits.
    let Ok(translation) = translate(program, &options) else {
        return;
    };
    let features = WasmFeatures::default() | WasmFeatures::THREADS | WasmFeatures::EXCEPTIONS;
    if let Err(error) = Validator::new_with_features(features).validate_all(&translation.bytes) {
        panic!("with {options:?}: {error}");
    }
}
