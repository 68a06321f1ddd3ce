//! Tests of the engine on programs written in PNaClAsm.

use super::{Code, CodeOptions, Exports, Instance, Stop};
use crate::files::{Capture, Stdio};
use crate::program::RunOptions;
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::parse::assemble;

mod bytes;
mod crowds;
mod deep_loops;
mod hot;
mod memory;
mod null_page;
mod outside;
mod threads;
mod tiers;
mod trap_places;
mod traps;

fn program(text: &str) -> Program {
    let assembled = assemble(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    decode(&assembled.bytes, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// A program with all its functions to be called.
fn code(program: &Program) -> Code {
    let options = CodeOptions {
        exports: Exports::All,
        ..CodeOptions::default()
    };
    Code::compile(program, &options).unwrap()
}

/// Calls a function with a new memory.
fn call(program: &Program, function: u32, args: &[u64]) -> Result<[u64; 2], Trap> {
    let code = code(program);
    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let function = FuncId(function);
    instance
        .call(function, program.module().signature(function), args)
        .map_err(|stop| stop.trap(&code, program))
}

/// Starts a program. Returns its end and its output.
fn start(code: &Code) -> (Result<u8, Stop>, String) {
    let output = Capture::new();
    let options = RunOptions {
        stdio: Stdio {
            output: output.stream(),
            ..Stdio::default()
        },
        ..RunOptions::default()
    };
    let mut instance = Instance::new(code, options).unwrap();
    let end = instance.run(None);
    (end, String::from_utf8(output.take()).unwrap())
}

/// Runs a program to its end. Returns that and its output.
fn run(program: &Program) -> (Result<u8, Trap>, String) {
    let code = Code::compile(program, &CodeOptions::default()).unwrap();
    let (end, output) = start(&code);
    (end.map_err(|stop| stop.trap(&code, program)), output)
}

#[test]
fn examples_run() {
    for (text, expected) in [
        (include_str!("../../../../../examples/hello.pnasm"), "Hello"),
        (include_str!("../../../../../examples/factorial.pnasm"), ""),
        (
            include_str!("../../../../../examples/threads.pnasm"),
            "4000 counted\n",
        ),
    ] {
        let (end, output) = run(&program(text));
        assert_eq!(end, Ok(0), "{output}");
        assert!(output.contains(expected), "{output}");
    }
}
