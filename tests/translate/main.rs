//! Translation to WebAssembly: what comes out is valid, whatever the program.

mod corpus;
mod shapes;
mod starts;

use libtest_mimic::{Arguments, Trial};
use pinnacle_pexe::decode::Program;
use pinnacle_testing::corpus::shared;
use pinnacle_wasm::Options;
use wasmparser::{Validator, WasmFeatures};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = shapes::trials();
    if let Some(shared) = shared() {
        match corpus::trials(&shared).and_then(|mut trials| {
            trials.extend(starts::trials(&shared)?);
            Ok(trials)
        }) {
            Ok(more) => trials.extend(more),
            Err(error) => {
                eprintln!("cannot collect the tests: {error:#}");
                std::process::exit(1);
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Options with the functions of the IRT.
fn options() -> Options {
    Options {
        host: pinnacle_runtime::irt::declarations().collect(),
        ..Options::default()
    }
}

/// Translates a program and validates the module.
fn translate(program: &Program, options: &Options) -> anyhow::Result<Vec<u8>> {
    let wasm = pinnacle_wasm::translate(program, options)?.bytes;
    let features = WasmFeatures::WASM2 | WasmFeatures::THREADS | WasmFeatures::EXCEPTIONS;
    Validator::new_with_features(features).validate_all(&wasm)?;
    Ok(wasm)
}
