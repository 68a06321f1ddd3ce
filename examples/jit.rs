//! A small just-in-time compiler: brainfuck to PNaCl in memory, to machine code
//! by the engine. No bytes of a file are made on the way.
//!
//! ```sh
//! cargo run -p pinnacle-runtime --example jit                   # a greeting, by both engines
//! cargo run -p pinnacle-runtime --example jit -- '++++++++[>++++++++<-]>+.'
//! ```

use pinnacle_pexe::build::{FunctionBuilder, Global, GlobalHandle, ModuleBuilder, Value};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::BlockId;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::types::Type;
use pinnacle_runtime::embed::{Config, Engine, EngineKind, Import, Linker, Module};
use std::collections::VecDeque;
use std::error::Error;
use std::time::{Duration, Instant};

/// The tape has so many cells, a power of two, and is a ring.
const CELLS: u32 = 1 << 16;

#[allow(dead_code, reason = "tests have programs of their own")]
const GREETING: &str = "\
++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.\
--------.>>+.>++.";

/// Compiles one text.
struct Compiler {
    body: FunctionBuilder,
    tape: GlobalHandle,
    put: Import,
    get: Import,
    /// The number of the present cell.
    cell: Value,
    loops: Vec<Loop>,
}

/// A loop whose end is still to come.
struct Loop {
    /// The block that decides whether it goes on, and the cell there.
    head: BlockId,
    cell: Value,
    after: BlockId,
}

/// The program of a text: one function, `run`.
fn compile(text: &str) -> Result<Program, Box<dyn Error>> {
    let mut module = ModuleBuilder::new();
    let put = Import::declare(&mut module, "console.put", Type::Void);
    let get = Import::declare(&mut module, "console.get", Type::I32);
    let tape = module.global(Global::variable(1).zeros(CELLS));
    let run = module.function(Type::Void, &[]);
    module.name(run.address(), "run");
    let mut body = module.body(run);
    let cell = body.i32(0);
    let mut compiler = Compiler {
        body,
        tape,
        put,
        get,
        cell,
        loops: Vec::new(),
    };
    let commands: Vec<char> = text.chars().filter(|c| "+-<>.,[]".contains(*c)).collect();
    for same in commands.chunk_by(|a, b| a == b && "+-<>".contains(*a)) {
        compiler.command(same[0], same.len())?;
    }
    if !compiler.loops.is_empty() {
        return Err("a loop has no end".into());
    }
    compiler.body.ret_void();
    module.define(run, compiler.body);
    Ok(module.finish()?)
}

impl Compiler {
    fn command(&mut self, command: char, count: usize) -> Result<(), Box<dyn Error>> {
        match command {
            '+' => self.change(count),
            '-' => self.change(count.wrapping_neg()),
            '>' => self.step(count),
            '<' => self.step(count.wrapping_neg()),
            '.' => {
                let value = self.load();
                let value = self.body.cast(CastOp::ZExt, value, Type::I32);
                self.put.call(&mut self.body, &[value]);
            }
            ',' => {
                let value = self.get.call(&mut self.body, &[]);
                let value = self.body.cast(CastOp::Trunc, value, Type::I8);
                self.store(value);
            }
            '[' => self.begin_loop(),
            _ => self.end_loop()?,
        }
        Ok(())
    }

    fn address(&mut self) -> Value {
        self.body.add(self.tape.address(), self.cell)
    }

    fn load(&mut self) -> Value {
        let address = self.address();
        self.body.load(Type::I8, address)
    }

    fn store(&mut self, value: Value) {
        let address = self.address();
        self.body.store(value, address);
    }

    fn change(&mut self, by: usize) {
        let value = self.load();
        let by = self.body.i8(by as u8);
        let sum = self.body.add(value, by);
        self.store(sum);
    }

    fn step(&mut self, by: usize) {
        let next = self.body.offset(self.cell, by as i32);
        let mask = self.body.i32(CELLS as i32 - 1);
        self.cell = self.body.binary(BinaryOp::And, next, mask);
    }

    fn begin_loop(&mut self) {
        let before = self.body.current();
        let (head, inside, after) = (self.body.block(), self.body.block(), self.body.block());
        self.body.br(head);
        self.body.switch_to(head);
        let cell = self.body.phi(Type::I32);
        self.body.add_incoming(cell, self.cell, before);
        self.cell = cell;
        let value = self.load();
        let zero = self.body.i8(0);
        let goes_on = self.body.compare(Predicate::Ne, value, zero);
        self.body.cond_br(goes_on, inside, after);
        self.body.switch_to(inside);
        self.loops.push(Loop { head, cell, after });
    }

    fn end_loop(&mut self) -> Result<(), Box<dyn Error>> {
        let Loop { head, cell, after } = self.loops.pop().ok_or("a loop has no start")?;
        let last = self.body.current();
        self.body.br(head);
        self.body.add_incoming(cell, self.cell, last);
        self.body.switch_to(after);
        self.cell = cell;
        Ok(())
    }
}

/// The input and output of the compiled code.
#[derive(Default)]
struct Console {
    input: VecDeque<u8>,
    output: Vec<u8>,
}

/// Compiles a text and runs it; gives what it writes. A read at the end of the
/// input gives 0.
fn run(text: &str, input: &[u8], kind: EngineKind) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut linker = Linker::<Console>::new();
    linker.function("console.put", &[Type::I32], Type::Void, |caller, args| {
        let byte = args[0].as_i32().unwrap_or_default() as u8;
        caller.data.output.push(byte);
        Ok(None)
    });
    linker.function("console.get", &[], Type::I32, |caller, _| {
        let byte = caller.data.input.pop_front().unwrap_or_default();
        Ok(Some(i32::from(byte).into()))
    });
    let engine = Engine::new(Config {
        kind,
        timeout: Some(Duration::from_secs(60)),
        ..Config::default()
    });
    let module = Module::built(compile(text)?);
    let prepared = linker.prepare(&engine, &module)?;
    let mut instance = prepared.instantiate(Console {
        input: input.iter().copied().collect(),
        output: Vec::new(),
    })?;
    instance.call("run", &[])?;
    Ok(instance.with_data(|console| std::mem::take(&mut console.output)))
}

#[allow(dead_code, reason = "tests call `run` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1);
    let text = text.as_deref().unwrap_or(GREETING);
    for kind in [EngineKind::Interpreter, EngineKind::Auto] {
        let start = Instant::now();
        let output = run(text, b"", kind)?;
        let output = String::from_utf8_lossy(&output).into_owned();
        println!("{kind:?}, {:?}:\n{output}", start.elapsed());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiled_texts_read_write_and_loop() {
        // Squares up to 100, each on a line, as one such program prints them.
        let squares = "++++[>+++++<-]>[<+++++>-]+<+[>[>+>+<<-]++>>[<<+>>-]>>>[-]++>[-]+\
        >>>+[[-]++++++>>>]<<<[[<++++++++<++>>-]+<.<[>----<-]<]<<[>>>>>[>>>[-]+++++++++<[>-<-]+\
        ++++++++>[-[<->-]+[<<<]]<[>+<-]>]<<-]<<-]";
        let mut kinds = vec![EngineKind::Interpreter, EngineKind::Auto];
        kinds.extend(Engine::has_compiler().then_some(EngineKind::Compiled));
        for kind in kinds {
            assert_eq!(run(",[.,]", b"echo", kind).unwrap(), b"echo");
            assert_eq!(run("<+++++[>++++++++++<-]>-.", b"", kind).unwrap(), b"1");
            let output = run(squares, b"", kind).unwrap();
            assert!(output.starts_with(b"0\n1\n4\n9\n16\n25\n"), "{kind:?}");
            assert!(output.ends_with(b"9801\n10000\n"), "{kind:?}");
        }
    }

    #[test]
    fn loops_without_start_or_end_are_refused() {
        assert!(compile("[[]").is_err());
        assert!(compile("]").is_err());
    }
}
