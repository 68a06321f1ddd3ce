//! The cost of building a program in memory, to be counted step by step:
//!
//! ```sh
//! cargo build --release -p pinnacle-testing --example build_cost
//! for step in build finish encode decode; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null \
//!         target/release/examples/build_cost $step
//! done
//! ```
//!
//! Each step includes those before it. The program has 2,000 functions, each a
//! loop of arithmetic, loads, stores and a call; one thread does all.

use pinnacle_pexe::build::ModuleBuilder;
use pinnacle_pexe::decode::{self, Structure};
use pinnacle_pexe::encode::{self, encode};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;

const FUNCTIONS: usize = 2000;

fn build() -> ModuleBuilder {
    let mut module = ModuleBuilder::new();
    let functions: Vec<_> = (0..FUNCTIONS)
        .map(|_| module.function(Type::I32, &[Type::I32]))
        .collect();
    for (number, &function) in functions.iter().enumerate() {
        let mut f = module.body(function);
        let (entry, head, inside, end) = (f.current(), f.block(), f.block(), f.block());
        f.br(head);
        f.switch_to(head);
        let counter = f.phi(Type::I32);
        let one = f.i32(1);
        let next = f.add(counter, one);
        let more = f.compare(Predicate::Slt, counter, f.param(0));
        f.cond_br(more, inside, end);
        f.switch_to(inside);
        let mut value = counter;
        for factor in 0..40 {
            let factor = f.i32(factor);
            value = f.binary(BinaryOp::Mul, value, factor);
            let loaded = f.load(Type::I32, value);
            value = f.binary(BinaryOp::Xor, loaded, next);
            f.store(value, counter);
        }
        let result = f.call(functions[(number + 1) % FUNCTIONS], &[value]);
        f.br(head);
        f.add_incoming(counter, f.param(0), entry);
        f.add_incoming(counter, result, inside);
        f.switch_to(end);
        f.ret(next);
        module.define(function, f);
    }
    module
}

fn main() -> anyhow::Result<()> {
    let step = std::env::args().nth(1).unwrap_or_default();
    let module = build();
    if step == "build" {
        return Ok(());
    }
    let program = module.finish()?;
    if step == "finish" {
        return Ok(());
    }
    let options = encode::Options {
        jobs: 1,
        ..encode::Options::default()
    };
    let bytes = encode(&program, &options)?;
    if step == "encode" {
        return Ok(());
    }
    let structure = Structure::read(&bytes);
    let bodies = structure.decode_bodies(&bytes, &decode::Options { jobs: 1 });
    let instructions: usize = bodies.iter().flatten().map(|body| body.insts().len()).sum();
    println!("{instructions} instructions, {} bytes", bytes.len());
    Ok(())
}
