//! Runs PNaCl code as a part of another program: verifies a file, offers it
//! functions, calls what it exports, and reads its memory.
//!
//! ```sh
//! cargo run -p pinnacle-runtime --example embed                 # both engines
//! cargo run -p pinnacle-runtime --example embed -- interpreter  # one
//! ```

use pinnacle_pexe::build::{Global, ModuleBuilder};
use pinnacle_pexe::encode::{self, encode};
use pinnacle_pexe::inst::Predicate;
use pinnacle_pexe::types::Type;
use pinnacle_runtime::embed::{CallError, Config, Engine, EngineKind, Import, Linker, Module};
use std::error::Error;
use std::time::Duration;

/// The state of the functions that the program calls.
#[derive(Default)]
struct Journal {
    lines: Vec<String>,
}

/// A program in a file. Here it is made on the spot: `sum(n)` fills the variable
/// `squares` with the first n squares, tells the host, and returns their sum.
fn file() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut module = ModuleBuilder::new();
    let log = Import::declare(&mut module, "journal.log", Type::Void);
    let text = module.global(Global::constant(1).data("squares summed"));
    let squares = module.global(Global::variable(4).zeros(400));
    module.name(squares.address(), "squares");

    let sum = module.function(Type::I32, &[Type::I32]);
    module.name(sum.address(), "sum");
    let mut f = module.body(sum);
    let (entry, head, step, end) = (f.current(), f.block(), f.block(), f.block());
    let (zero, one, four) = (f.i32(0), f.i32(1), f.i32(4));
    f.br(head);

    f.switch_to(head);
    let number = f.phi(Type::I32);
    let total = f.phi(Type::I32);
    let more = f.compare(Predicate::Ult, number, f.param(0));
    f.cond_br(more, step, end);

    f.switch_to(step);
    let square = f.binary(pinnacle_pexe::inst::BinaryOp::Mul, number, number);
    let offset = f.binary(pinnacle_pexe::inst::BinaryOp::Mul, number, four);
    let place = f.add(squares.address(), offset);
    f.store(square, place);
    let (next, new_total) = (f.add(number, one), f.add(total, square));
    f.br(head);
    for (phi, first, later) in [(number, zero, next), (total, zero, new_total)] {
        f.add_incoming(phi, first, entry);
        f.add_incoming(phi, later, step);
    }

    f.switch_to(end);
    let length = f.i32(14);
    log.call(&mut f, &[text.address(), length]);
    f.ret(total);
    module.define(sum, f);

    // A file has an entry function, though nobody calls this one.
    let start = module.start();
    let mut f = module.body(start);
    f.ret_void();
    module.define(start, f);

    let program = module.finish()?;
    let options = encode::Options::default();
    Ok(encode(&program, &options)?)
}

/// Runs the example with one engine and says what happened.
fn run(kind: EngineKind) -> Result<Vec<String>, Box<dyn Error>> {
    let module = Module::new(&file()?)?;

    let mut linker = Linker::<Journal>::new();
    linker.func("journal.log", |caller, (address, length): (u32, u32)| {
        // A bad address is a trap of the program, not an error of the embedder.
        let text = caller.memory.bytes(address, length)?;
        // Text that is not UTF-8 is one: the call below would return it.
        let line = String::from_utf8(text)?;
        caller.data.lines.push(format!("the program says: {line}"));
        Ok(())
    });

    let engine = Engine::new(Config {
        kind,
        timeout: Some(Duration::from_secs(10)),
        ..Config::default()
    });
    let prepared = linker.prepare(&engine, &module)?;
    let mut instance = prepared.instantiate(Journal::default())?;

    let sum = instance.typed::<u32, u32>("sum")?;
    let result = sum.call(&mut instance, 10)?;
    let mut lines = instance.with_data(|journal| std::mem::take(&mut journal.lines));
    lines.push(format!("sum(10) = {result}"));

    let squares = module.global("squares").and_then(|id| instance.global(id));
    let squares = squares.ok_or("the program has no squares")?;
    let ninth = instance.read(squares + 9 * 4, 4)?;
    lines.push(format!("squares[9] = {}", ninth[0]));

    // It has room for a hundred; nothing is mapped after its variables.
    match sum.call(&mut instance, 1 << 26) {
        Err(CallError::Trap(trap)) => {
            let reason = trap.to_string();
            let first = reason.lines().next().unwrap_or_default().to_owned();
            lines.push(first.split(':').take(2).collect::<Vec<_>>().join(":"));
        }
        other => lines.push(format!("{other:?}")),
    }
    Ok(lines)
}

#[allow(dead_code, reason = "tests call `run` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    let kinds = match std::env::args().nth(1).as_deref() {
        Some("interpreter") => vec![EngineKind::Interpreter],
        Some("compiled") => vec![EngineKind::Compiled],
        Some(other) => return Err(format!("no engine is called {other}").into()),
        None => vec![EngineKind::Interpreter, EngineKind::Auto],
    };
    for kind in kinds {
        println!("{kind:?}:");
        for line in run(kind)? {
            println!("  {line}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_the_same_with_every_engine() {
        let mut kinds = vec![EngineKind::Interpreter, EngineKind::Auto];
        kinds.extend(Engine::has_compiler().then_some(EngineKind::Compiled));
        for kind in kinds {
            let lines = run(kind).unwrap();
            assert_eq!(
                lines,
                [
                    "the program says: squares summed",
                    "sum(10) = 285",
                    "squares[9] = 81",
                    "trap: memory access out of bounds",
                ],
                "{kind:?}"
            );
        }
    }
}
