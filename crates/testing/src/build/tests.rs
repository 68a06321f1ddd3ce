//! Tests the builder with the examples of PNaCl's manual.

use super::*;
use crate::records::{FUNCTION_BLOCK, Item, Record};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;

/// The records of function block `n`, as lists of numbers.
fn body(module: &ModuleBuilder, n: usize) -> Vec<Vec<u64>> {
    let mut file = module.to_file(Abbreviations::None);
    let blocks = file.block(crate::records::MODULE_BLOCK).unwrap();
    let mut functions = blocks.items.iter().filter_map(|item| match item {
        Item::Block(block) if block.id == FUNCTION_BLOCK => Some(block),
        _ => None,
    });
    let numbers = |record: &Record| {
        std::iter::once(record.code)
            .chain(record.operands.iter().copied())
            .collect()
    };
    let records = functions.nth(n).expect("the function exists").items.iter();
    records
        .filter_map(|item| match item {
            Item::Record(record) => Some(numbers(record)),
            _ => None,
        })
        .collect()
}

#[test]
fn the_factorial_example_has_the_records_of_the_manual() {
    let mut module = ModuleBuilder::new();
    let factorial = module.function(Type::I32, &[Type::I32]);
    let mut f = module.body(factorial);
    let (n, one) = (f.param(0), f.i32(1));
    let (base, step) = (f.block(), f.block());
    let is_one = f.compare(Predicate::Eq, n, one);
    f.cond_br(is_one, base, step);
    f.switch_to(base);
    f.ret(one);
    f.switch_to(step);
    let less = f.binary(BinaryOp::Sub, n, one);
    let rest = f.call(factorial, &[less]);
    let product = f.binary(BinaryOp::Mul, n, rest);
    f.ret(product);
    module.define(factorial, f);

    let expected: [&[u64]; 8] = [
        &[1, 3],
        &[28, 2, 1, 32],
        &[11, 1, 2, 1],
        &[10, 2],
        &[2, 3, 2, 1],
        &[34, 0, 5, 1],
        &[2, 5, 1, 2],
        &[10, 1],
    ];
    assert_eq!(body(&module, 0), expected);
}

#[test]
fn forward_references_are_declared_once_and_wrap_to_32_bits() {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::Void, &[Type::I32]);
    let mut f = module.body(function);
    let (user, definer) = (f.block(), f.block());
    f.br(definer);
    f.switch_to(definer);
    let value = f.add(f.param(0), f.param(0));
    f.br(user);
    f.switch_to(user);
    f.add(f.param(0), value);
    f.add(f.param(0), value);
    f.ret_void();
    module.define(function, f);

    let expected: [&[u64]; 8] = [
        &[1, 3],
        &[11, 2],
        &[43, 4, 0],
        &[2, 1, u64::from(u32::MAX) - 1, 0],
        &[2, 2, u64::from(u32::MAX), 0],
        &[10],
        &[2, 3, 3, 0],
        &[11, 1],
    ];
    let mut records = body(&module, 0);
    // The number of the type depends on the module.
    records[2][2] = 0;
    assert_eq!(records, expected);
}

#[test]
fn operands_of_phis_are_signed() {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::I32, &[Type::I32]);
    let mut f = module.body(function);
    let (header, exit) = (f.block(), f.block());
    let entry = f.current();
    f.br(header);
    f.switch_to(header);
    let phi = f.phi(Type::I32);
    let next = f.add(phi, f.param(0));
    f.add_incoming(phi, f.param(0), entry);
    f.add_incoming(phi, next, header);
    let again = f.compare(Predicate::Ult, next, phi);
    f.cond_br(again, header, exit);
    f.switch_to(exit);
    f.ret(next);
    module.define(function, f);
    // Relative operands: 1 back is the parameter, and 1 forward the sum.
    let records = body(&module, 0);
    assert_eq!(records[2][..2], [43, 3]);
    assert_eq!(records[3][2..], [2, 0, 3, 1]);
}

#[test]
fn literals_carry_their_sign_in_the_lowest_bit() {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::Void, &[]);
    let mut f = module.body(function);
    f.i64(i64::MIN);
    f.i64(-2);
    f.i8(255);
    f.i1(true);
    f.i32(i32::MAX);
    f.ret_void();
    module.define(function, f);
    let mut file = module.to_file(Abbreviations::None);
    let literals: Vec<u64> = file
        .block(crate::records::CONSTANTS_BLOCK)
        .unwrap()
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Record(record) if record.code == 4 => Some(record.operands[0]),
            _ => None,
        })
        .collect();
    assert_eq!(literals, [3, 3, 2 * i32::MAX as u64, 1, 5]);
}

#[test]
fn abbreviations_make_the_file_smaller_and_change_no_record() {
    let module = crate::samples::mandelbrot();
    let plain = module.to_file(Abbreviations::None);
    let mut short = module.to_file(Abbreviations::Standard);
    assert!(short.write().unwrap().len() < plain.write().unwrap().len());
    forget_abbreviations(&mut short.items);
    assert_eq!(short.items.len(), plain.items.len());
    let mut plain = plain;
    forget_abbreviations(&mut plain.items);
    assert_eq!(short, plain);
}

/// Removes abbreviations, so that only the contents of records are left.
fn forget_abbreviations(items: &mut Vec<Item>) {
    items.retain(|item| match item {
        Item::Block(block) => block.id != crate::records::BLOCKINFO_BLOCK,
        Item::Abbreviation(_) => false,
        _ => true,
    });
    for item in items {
        match item {
            Item::Block(block) => {
                block.width = 0;
                forget_abbreviations(&mut block.items);
            }
            Item::Record(record) => record.abbreviation = 0,
            _ => {}
        }
    }
}
