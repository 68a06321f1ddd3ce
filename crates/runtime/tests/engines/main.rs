//! Tests how both engines handle the actions of a host, with a host made for these tests.
#![cfg(unix)]

mod copies;
mod guest_calls;
mod history;
mod host;
mod repeatable;
mod waits;

use host::TestHost;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::parse::assemble;
use pinnacle_runtime::compiled::{Code, CodeOptions, Instance, Threads, Tiering};
use pinnacle_runtime::interp::{self, Interpreter, StartState};
use pinnacle_runtime::loader::{self, LoadOptions};
use pinnacle_runtime::{Host, Trap};
use std::sync::Arc;
use std::time::Duration;

/// The result of a run, and the calls that its host received.
#[derive(Debug)]
struct Run {
    end: Result<u8, Trap>,
    host: TestHost,
}

impl Run {
    /// The lines that the program and the host wrote.
    fn log(&self) -> Vec<&str> {
        self.host.log.iter().map(String::as_str).collect()
    }

    fn trap(&self) -> &Trap {
        self.end
            .as_ref()
            .expect_err("the program was to be stopped")
    }
}

/// A program with these functions. Their types are `TYPES` in the same order, and the first is the
/// start function. `$name` stands for the address of a host function.
fn program(definitions: &str) -> Arc<Program> {
    let signatures = definitions
        .lines()
        .filter_map(|line| line.trim().strip_prefix("function "))
        .map(|line| line.trim_end_matches(" {"));
    let declarations = signatures.enumerate().map(|(index, line)| {
        let linkage = if index == 0 { "external" } else { "internal" };
        let (head, params) = line.split_once('(').expect("a list of parameters");
        let params = params.trim_end_matches(')').split(", ");
        let types = params.map(|param| param.split(' ').next().unwrap_or(param));
        let types: Vec<&str> = types.collect();
        format!("  define {linkage} {head}({});\n", types.join(", "))
    });
    let declarations: Vec<String> = declarations.collect();
    let count = declarations.len();
    let text = format!(
        r#"module {{
  version 1;
  types {{
    count 18;
    @t0 = void; @t1 = i32; @t2 = i1; @t3 = float; @t4 = double; @t5 = i64;
    @t6 = void (i32); @t7 = i32 (i32); @t8 = void (); @t9 = void (i32, i32);
    @t10 = double (double, float); @t11 = i32 (i32, i32); @t12 = i64 (i64, i32);
    @t13 = double (double); @t14 = void (i32, i32, i32); @t15 = void (double);
    @t16 = i32 (); @t17 = i8;
  }}
{}  declare external i32 @f{count}(i32);
  declare external void @f{}(i32, i32);
  globals {{
    count 3;
    var @g0, align 16,
      zerofill 65536;
    var @g1, align 4,
      zerofill 64;
    var @g2, align 16,
      zerofill 1024;
  }}
  valuesymtab {{
    @f0 : "_start";
    @f{count} : "llvm.nacl.setjmp";
    @f{} : "llvm.nacl.longjmp";
  }}
{definitions}
}}
"#,
        declarations.concat(),
        count + 1,
        count + 1,
    )
    .replace("@setjmp", &format!("@f{count}"))
    .replace("@longjmp", &format!("@f{}", count + 1));
    let text = host::with_addresses(text, count + 3);
    let assembled = assemble(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let program = decode(&assembled.bytes, &Options::default());
    Arc::new(program.unwrap_or_else(|errors| panic!("{errors:?}")))
}

/// Settings for running a program.
#[derive(Clone, Copy, Debug, Default)]
struct How {
    timeout: Option<Duration>,
    fuel: Option<u64>,
    seed: u64,
    /// The length of turns in the interpreter, in rounds.
    turn_length: Option<u32>,
}

fn load_options(host: &TestHost) -> LoadOptions {
    LoadOptions {
        memory_limit: 64 << 20,
        stack_size: 1 << 20,
        host_functions: host.functions().len() as u32,
        arguments: Vec::new(),
        environment: Vec::new(),
    }
}

fn interpret(program: &Program, mut host: TestHost, how: How) -> Run {
    let module = program.module();
    let mut image = loader::load(module, &load_options(&host)).unwrap();
    let options = interp::Options {
        timeout: how.timeout,
        fuel: how.fuel,
        seed: how.seed,
        turn_length: how.turn_length,
        ..interp::Options::default()
    };
    let start = StartState {
        entry: module.entry().unwrap(),
        argument: image.start_block,
        stack: image.stack.clone(),
    };
    let end = Interpreter::new(module, program.functions(), &image.globals, options).run(
        &mut image.memory,
        &start,
        &mut host,
        &mut (),
    );
    Run { end, host }
}

fn code_options(host: &TestHost) -> CodeOptions {
    CodeOptions {
        stack_size: 1 << 20,
        threads: Threads::On,
        host: host.functions().to_vec(),
        jobs: 1,
        ..CodeOptions::default()
    }
}

fn compile(program: &Program, host: &TestHost) -> Code {
    Code::compile(program, &code_options(host)).unwrap()
}

fn run_code(program: &Program, code: &Code, host: TestHost, how: How) -> Run {
    let options = load_options(&host);
    let mut instance = Instance::with_host(code, &options, |_| host).unwrap();
    instance.set_seed(how.seed);
    let end = instance.run(how.timeout);
    Run {
        end: end.map_err(|stop| stop.trap(code, program)),
        host: instance.with_host_state(std::mem::take),
    }
}

fn run_compiled(program: &Program, host: TestHost, how: How) -> Run {
    let code = compile(program, &host);
    run_code(program, &code, host, how)
}

/// Runs a program that starts in the interpreter, and checks for machine code after each slice.
fn run_tiered(
    program: &Arc<Program>,
    host: TestHost,
    how: How,
    (slice, stays_hot): (u32, bool),
) -> Run {
    let options = code_options(&host);
    let tiering = Tiering {
        slice: Some(slice),
        waits: true,
        stays_hot,
        keep: None,
    };
    let load = load_options(&host);
    let mut instance = Instance::tiered(program, &options, tiering, &load, |_| host).unwrap();
    instance.set_seed(how.seed);
    let end = instance.run(how.timeout);
    Run {
        end: end.map_err(|stop| instance.trap(&stop, program)),
        host: instance.with_host_state(std::mem::take),
    }
}

/// Runs a program on all engines, which must agree in everything observable.
fn run(program: &Arc<Program>, host: impl Fn() -> TestHost, how: How) -> Run {
    let interpreted = interpret(program, host(), how);
    let compiled = run_compiled(program, host(), how);
    assert_eq!(interpreted.end, compiled.end);
    assert_eq!(interpreted.log(), compiled.log());
    // Switch to code for the whole program, and to code for hot functions only.
    for stays_hot in [false, true] {
        for slice in [0, 1, 7, 1000] {
            let tiered = run_tiered(program, host(), how, (slice, stays_hot));
            assert_eq!(interpreted.end, tiered.end, "after {slice}, {stays_hot}");
            let log = tiered.log();
            assert_eq!(interpreted.log(), log, "after {slice}, {stays_hot}");
        }
    }
    interpreted
}
