//! Tests of the engine on programs written in PNaClAsm.

use super::{Code, CodeOptions, Exports, Instance, Stop};
use crate::files::{Capture, Stdio};
use crate::program::RunOptions;
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::parse::assemble;

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

/// Calls a function in a memory of its own.
fn call(program: &Program, function: u32, args: &[u64]) -> Result<[u64; 2], Trap> {
    let code = code(program);
    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let function = FuncId(function);
    instance
        .call(function, program.module.signature(function), args)
        .map_err(|stop| stop.trap(&code, program))
}

/// Runs a program to its end; gives that and what it wrote.
fn run(program: &Program, options: &CodeOptions) -> (Result<u8, Trap>, String) {
    let code = Code::compile(program, options).unwrap();
    let output = Capture::new();
    let options = RunOptions {
        stdio: Stdio {
            output: output.stream(),
            ..Stdio::default()
        },
        ..RunOptions::default()
    };
    let mut instance = Instance::new(&code, options).unwrap();
    let end = instance.run(None);
    let end = end.map_err(|stop| stop.trap(&code, program));
    (end, String::from_utf8(output.take()).unwrap())
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
        let (end, output) = run(&program(text), &CodeOptions::default());
        assert_eq!(end, Ok(0), "{output}");
        assert!(output.contains(expected), "{output}");
    }
}

#[test]
fn corpus() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for line in std::fs::read_to_string("/work/shared/corpus/cases.tsv")
        .unwrap()
        .lines()
        .skip(1)
    {
        let f: Vec<&str> = line.split('\t').collect();
        if !f[0].contains(&only) {
            continue;
        }
        let bytes = std::fs::read(format!("/work/shared/corpus/{}", f[1])).unwrap();
        let program = decode(&bytes, &Options::default()).unwrap();
        let t = std::time::Instant::now();
        let code = match Code::compile(&program, &CodeOptions::default()) {
            Ok(c) => c,
            Err(e) => {
                println!("{} compile {e}", f[0]);
                continue;
            }
        };
        let t1 = t.elapsed();
        let output = Capture::new();
        let mut arguments: Vec<Vec<u8>> = vec![f[1].into()];
        arguments.extend(
            f[2].split(' ')
                .filter(|s| !s.is_empty())
                .map(|s| s.as_bytes().to_vec()),
        );
        let options = RunOptions {
            arguments,
            stdio: Stdio {
                output: output.stream(),
                error: output.stream(),
                ..Stdio::default()
            },
            ..RunOptions::default()
        };
        let mut instance = Instance::new(&code, options).unwrap();
        let end = instance
            .run(None)
            .map_err(|stop| stop.trap(&code, &program));
        let out = output.take();
        let want = std::fs::read(format!("/work/shared/corpus/{}", f[4])).unwrap_or_default();
        println!(
            "{} {} {t1:?} {:?} {}",
            f[0],
            match &end {
                Ok(s) => s.to_string(),
                Err(t) => t.to_string(),
            },
            t.elapsed(),
            out == want || f[4].contains("md5")
        );
    }
}
