//! Programs built in code with one fault each, for rules that no file beside
//! the repository breaks.

use pinnacle_pexe::Type;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_testing::build::{Abbreviations, FunctionBuilder, ModuleBuilder};
use pinnacle_testing::records::{File, Item, Record};

/// A program whose `_start` is filled by a function and returns.
fn program(fill: impl FnOnce(&mut ModuleBuilder, &mut FunctionBuilder)) -> File {
    let mut module = ModuleBuilder::new();
    let start = module.start();
    let mut f = module.body(start);
    fill(&mut module, &mut f);
    f.ret_void();
    module.define(start, f);
    module.to_file(Abbreviations::None)
}

/// The code of the mistake that such a program is refused for when it is built.
fn mistake(fill: impl FnOnce(&mut ModuleBuilder, &mut FunctionBuilder)) -> &'static str {
    let mut module = ModuleBuilder::new();
    let start = module.start();
    let mut f = module.body(start);
    fill(&mut module, &mut f);
    f.ret_void();
    module.define(start, f);
    module.finish().expect_err("the program is wrong").code()
}

/// The codes of the errors of a file.
fn errors(file: &File) -> Vec<&'static str> {
    let bytes = file.write().expect("the file can be written");
    match decode(&bytes, &Options::default()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(pinnacle_pexe::error::Error::code)
            .collect(),
    }
}

/// The first record with a code in the first block of a kind.
fn record(file: &mut File, block: u32, code: u64) -> &mut Record {
    let items = &mut file.block(block).expect("the block exists").items;
    let found = items.iter_mut().find_map(|item| match item {
        Item::Record(record) if record.code == code => Some(record),
        _ => None,
    });
    found.expect("the record exists")
}

mod block {
    pub(crate) use pinnacle_testing::records::{
        CONSTANTS_BLOCK as CONSTANTS, FUNCTION_BLOCK as FUNCTION, TYPES_BLOCK as TYPES,
    };
}

#[test]
fn the_programs_are_right_before_they_are_changed() {
    assert!(errors(&program(|_, _| {})).is_empty());
}

#[test]
fn a_call_of_an_intrinsic_that_is_declared_with_too_few_parameters() {
    let mut file = program(|module, f| {
        let copy = module.intrinsic(Intrinsic::Memcpy);
        let (address, length, one, no) = (f.param(0), f.i32(4), f.i32(1), f.i1(false));
        f.call(copy, &[address, address, length, one, no]);
    });
    let types = &mut file.block(block::TYPES).unwrap().items;
    for item in types {
        if let Item::Record(record) = item
            && record.code == 21
        {
            record.operands.truncate(4);
        }
    }
    record(&mut file, block::FUNCTION, 34).operands.truncate(4);
    assert_eq!(errors(&file), ["P0406", "P0810"]);
}

#[test]
fn a_value_of_a_block_that_does_not_dominate_its_use() {
    let code = mistake(|_, f| {
        let (one_side, join) = (f.block(), f.block());
        let zero = f.i32(0);
        let condition = f.compare(Predicate::Eq, f.param(0), zero);
        f.cond_br(condition, one_side, join);
        f.switch_to(one_side);
        let value = f.add(f.param(0), f.param(0));
        f.br(join);
        f.switch_to(join);
        f.binary(BinaryOp::Sub, value, f.param(0));
    });
    assert_eq!(code, "P0806");
}

#[test]
fn a_phi_without_an_operand_for_one_of_its_edges() {
    let mut file = program(|_, f| {
        let (header, exit) = (f.block(), f.block());
        let entry = f.current();
        let zero = f.i32(0);
        f.br(header);
        f.switch_to(header);
        let phi = f.phi(Type::I32);
        f.add_incoming(phi, zero, entry);
        f.add_incoming(phi, zero, header);
        let again = f.compare(Predicate::Eq, phi, f.param(0));
        f.cond_br(again, header, exit);
        f.switch_to(exit);
    });
    assert!(errors(&file).is_empty());
    record(&mut file, block::FUNCTION, 16).operands.truncate(3);
    assert_eq!(errors(&file), ["P0805"]);
}

#[test]
fn a_branch_to_the_entry_block() {
    let mut file = program(|_, f| {
        let next = f.block();
        f.br(next);
        f.switch_to(next);
    });
    record(&mut file, block::FUNCTION, 11).operands[0] = 0;
    assert_eq!(errors(&file), ["P0804"]);
}

#[test]
fn an_integer_literal_that_its_type_cannot_hold() {
    let mut file = program(|_, f| {
        let byte = f.i8(1);
        f.add(byte, byte);
    });
    record(&mut file, block::CONSTANTS, 4).operands[0] = 256 << 1;
    assert_eq!(errors(&file), ["P0701"]);
}

#[test]
fn the_address_of_an_intrinsic_as_a_value() {
    let code = mistake(|module, f| {
        let trap = module.intrinsic(Intrinsic::Trap);
        f.add(trap.address(), f.param(0));
    });
    assert_eq!(code, "P0809");
}

#[test]
fn a_memory_order_that_is_not_constant() {
    let code = mistake(|module, f| {
        let fence = module.intrinsic(Intrinsic::AtomicFence);
        f.call(fence, &[f.param(0)]);
    });
    assert_eq!(code, "P0810");
}
