//! Programs of extreme shapes: what comes out is valid, and its size is in
//! proportion to theirs.

use super::{options, translate};
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::BlockId;
use pinnacle_pexe::build::{FunctionBuilder, ModuleBuilder, Value};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;

type Shape = fn(&mut FunctionBuilder);

pub(crate) fn trials() -> Vec<Trial> {
    let shapes: [(&str, Shape, usize); 8] = [
        (
            "a_hundred_thousand_blocks",
            chain_of_conditionals,
            6_000_000,
        ),
        ("a_switch_of_ten_thousand_cases", large_switch, 1_000_000),
        ("a_sparse_switch", sparse_switch, 1_000_000),
        ("a_nest_of_two_hundred_loops", |f| nest(f, 200), 20_000),
        (
            "a_nest_of_fifty_thousand_loops",
            |f| nest(f, 50_000),
            7_000_000,
        ),
        ("sixty_thousand_live_values", many_live_values, 7_000_000),
        ("a_deep_expression", deep_expression, 2_000_000),
        ("an_irreducible_ladder", irreducible_ladder, 2_000_000),
    ];
    let trials = shapes.into_iter().map(|(name, shape, limit)| {
        Trial::test(format!("shapes::{name}"), move || {
            Ok(check(shape, limit).map_err(|error| format!("{error:#}"))?)
        })
    });
    trials.collect()
}

fn check(shape: Shape, limit: usize) -> Result<()> {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::I32, &[Type::I32]);
    let mut body = module.body(function);
    shape(&mut body);
    module.define(function, body);
    let program = module.finish()?;
    let wasm = translate(&program, &options())?;
    ensure!(wasm.len() < limit, "{} bytes", wasm.len());
    Ok(())
}

/// Emits a test if a bit of the parameter is set.
fn bit(f: &mut FunctionBuilder, index: i32) -> Value {
    let (param, bit) = (f.param(0), f.i32(1 << (index % 32)));
    let masked = f.binary(BinaryOp::And, param, bit);
    let zero = f.i32(0);
    f.compare(Predicate::Ne, masked, zero)
}

/// `if (bit) sum += i;`, over and over: three blocks each with the join.
fn chain_of_conditionals(f: &mut FunctionBuilder) {
    let mut sum = f.param(0);
    for index in 0..33_333 {
        let (then, join) = (f.block(), f.block());
        let before = f.current();
        let condition = bit(f, index);
        f.cond_br(condition, then, join);
        f.switch_to(then);
        let number = f.i32(index);
        let more = f.add(sum, number);
        f.br(join);
        f.switch_to(join);
        let phi = f.phi(Type::I32);
        f.add_incoming(phi, sum, before);
        f.add_incoming(phi, more, then);
        sum = phi;
    }
    f.ret(sum);
}

fn switch_of(f: &mut FunctionBuilder, numbers: impl Iterator<Item = i64>) {
    let default = f.block();
    let cases: Vec<(i64, BlockId)> = numbers.map(|number| (number, f.block())).collect();
    f.switch(f.param(0), default, &cases);
    for &(number, block) in &cases {
        f.switch_to(block);
        let number = f.i32(number as i32);
        let result = f.binary(BinaryOp::Xor, f.param(0), number);
        f.ret(result);
    }
    f.switch_to(default);
    f.ret(f.param(0));
}

fn large_switch(f: &mut FunctionBuilder) {
    switch_of(f, -5_000..5_000);
}

fn sparse_switch(f: &mut FunctionBuilder) {
    switch_of(f, (0..10_000).map(|index| index * 99_991 - 500_000_000));
}

/// Loops within loops, each counted by its own variable.
fn nest(f: &mut FunctionBuilder, depth: i32) {
    let mut open = Vec::new();
    for _ in 0..depth {
        let (before, header) = (f.current(), f.block());
        f.br(header);
        f.switch_to(header);
        let count = f.phi(Type::I32);
        f.add_incoming(count, f.param(0), before);
        open.push((header, count));
    }
    while let Some((header, count)) = open.pop() {
        let (one, zero) = (f.i32(1), f.i32(0));
        let less = f.binary(BinaryOp::Sub, count, one);
        let again = f.compare(Predicate::Sgt, less, zero);
        let latch = f.current();
        f.add_incoming(count, less, latch);
        let after = f.block();
        f.cond_br(again, header, after);
        f.switch_to(after);
    }
    f.ret(f.param(0));
}

/// Values that are all computed first and all used afterwards, in another
/// block.
fn many_live_values(f: &mut FunctionBuilder) {
    let values: Vec<Value> = (0..60_000)
        .map(|index| {
            let number = f.i32(index);
            f.binary(BinaryOp::Mul, f.param(0), number)
        })
        .collect();
    let after = f.block();
    f.br(after);
    f.switch_to(after);
    let mut sum = f.param(0);
    for &value in values.iter().rev() {
        sum = f.binary(BinaryOp::Xor, sum, value);
    }
    f.ret(sum);
}

/// One expression of a hundred thousand operations.
fn deep_expression(f: &mut FunctionBuilder) {
    let mut value = f.param(0);
    for index in 0..100_000 {
        let number = f.i32(index | 1);
        let op = [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Xor][index as usize % 3];
        value = f.binary(op, value, number);
    }
    f.ret(value);
}

/// Two chains of blocks, with edges from each to the other and back to the
/// start: one large region with many ways in.
fn irreducible_ladder(f: &mut FunctionBuilder) {
    const RUNGS: usize = 5_000;
    let left: Vec<BlockId> = (0..RUNGS).map(|_| f.block()).collect();
    let right: Vec<BlockId> = (0..RUNGS).map(|_| f.block()).collect();
    let end = f.block();
    let condition = bit(f, 0);
    f.cond_br(condition, left[0], right[0]);
    for index in 0..RUNGS {
        for (side, other) in [(&left, &right), (&right, &left)] {
            f.switch_to(side[index]);
            let condition = bit(f, index as i32);
            let next = side.get(index + 1).copied().unwrap_or(end);
            let across = if index % 2 == 0 {
                other[index]
            } else {
                other[0]
            };
            f.cond_br(condition, next, across);
        }
    }
    f.switch_to(end);
    f.ret(f.param(0));
}
