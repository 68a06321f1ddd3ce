//! Tests each kind of misuse of the builder.

use super::*;
use crate::BlockId;
use crate::decode::{Options, decode};
use crate::encode;
use crate::inst::{BinaryOp, CastOp, Predicate};

/// Builds a module with one function `i32 (i32)`, and returns its error: the code, the block and
/// the instruction. The closure builds the body.
fn mistake(build: impl FnOnce(&mut ModuleBuilder, &mut FunctionBuilder)) -> (String, u32, u32) {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::I32, &[Type::I32]);
    let mut body = module.body(function);
    build(&mut module, &mut body);
    module.define(function, body);
    let error = module.finish().expect_err("the mistake is found");
    assert_eq!(error.function(), Some(FuncId(0)), "{error}");
    let place = error
        .place()
        .unwrap_or_else(|| panic!("{error} has a place"));
    (error.code().into(), place.block.0, place.inst)
}

fn at(code: &str, block: u32, inst: u32) -> (String, u32, u32) {
    (code.into(), block, inst)
}

/// Returns the error of a module that is built by the closure.
fn wrong_module(build: impl FnOnce(&mut ModuleBuilder)) -> ErrorKind {
    let mut module = ModuleBuilder::new();
    build(&mut module);
    module.finish().expect_err("the mistake is found").kind()
}

#[test]
fn operands_of_different_types() {
    let found = mistake(|_, f| {
        let wide = f.i64(1);
        let sum = f.add(f.param(0), wide);
        f.ret(sum);
    });
    assert_eq!(found, at("P0803", 0, 0));
}

#[test]
fn an_operation_on_the_other_kind_of_number() {
    let found = mistake(|_, f| {
        let sum = f.binary(BinaryOp::FAdd, f.param(0), f.param(0));
        f.ret(sum);
    });
    assert_eq!(found, at("P0803", 0, 0));
    let found = mistake(|_, f| {
        let one = f.double(1.0);
        f.binary(BinaryOp::Mul, one, one);
        f.ret(f.param(0));
    });
    assert_eq!(found, at("P0803", 0, 0));
}

#[test]
fn an_operation_that_the_type_does_not_have() {
    let found = mistake(|_, f| {
        let yes = f.i1(true);
        f.add(yes, yes);
        f.ret(f.param(0));
    });
    assert_eq!(found, at("P0803", 0, 0));
}

#[test]
fn a_conversion_that_does_not_exist() {
    let found = mistake(|_, f| {
        f.add(f.param(0), f.param(0));
        f.cast(CastOp::FpExt, f.param(0), Type::Double);
        f.ret(f.param(0));
    });
    assert_eq!(found, at("P0803", 0, 1));
}

#[test]
fn a_block_without_a_terminator() {
    let found = mistake(|_, f| {
        let next = f.block();
        f.br(next);
        f.switch_to(next);
        f.add(f.param(0), f.param(0));
    });
    assert_eq!(found, at("P0801", 1, 2));
}

#[test]
fn an_instruction_after_a_terminator() {
    let found = mistake(|_, f| {
        f.ret(f.param(0));
        f.add(f.param(0), f.param(0));
    });
    assert_eq!(found, at("P0801", 0, 1));
}

#[test]
fn a_value_that_may_not_have_been_computed() {
    let found = mistake(|_, f| {
        let (left, right, end) = (f.block(), f.block(), f.block());
        let yes = f.i1(true);
        f.cond_br(yes, left, right);
        f.switch_to(left);
        let value = f.add(f.param(0), f.param(0));
        f.br(end);
        f.switch_to(right);
        f.br(end);
        f.switch_to(end);
        f.ret(value);
    });
    assert_eq!(found, at("P0806", 3, 4));
}

#[test]
fn a_phi_without_an_operand_for_an_edge() {
    let found = mistake(|_, f| {
        let end = f.block();
        f.br(end);
        f.switch_to(end);
        let phi = f.phi(Type::I32);
        f.ret(phi);
    });
    assert_eq!(found, at("P0805", 1, 1));
}

#[test]
fn a_phi_after_another_instruction() {
    let found = mistake(|_, f| {
        let (entry, end) = (f.current(), f.block());
        f.br(end);
        f.switch_to(end);
        f.add(f.param(0), f.param(0));
        let phi = f.phi(Type::I32);
        f.add_incoming(phi, f.param(0), entry);
        f.ret(phi);
    });
    assert_eq!(found, at("P0805", 1, 2));
}

#[test]
fn an_operand_of_a_phi_for_something_else() {
    let found = mistake(|_, f| {
        let sum = f.add(f.param(0), f.param(0));
        f.add_incoming(sum, f.param(0), BlockId(0));
        f.ret(sum);
    });
    assert_eq!(found, at("P0805", 0, 1));
}

#[test]
fn a_value_of_another_function() {
    let found = mistake(|module, f| {
        let other = module.function(Type::Void, &[Type::I32]);
        let other = module.body(other);
        let sum = f.add(f.param(0), other.param(0));
        f.ret(sum);
    });
    assert_eq!(found, at("P0802", 0, 0));
}

#[test]
fn a_parameter_that_does_not_exist() {
    let found = mistake(|_, f| f.ret(f.param(1)));
    assert_eq!(found, at("P0802", 0, 0));
}

#[test]
fn the_value_of_a_procedure() {
    let found = mistake(|module, f| {
        let trap = module.intrinsic(Intrinsic::Trap);
        let nothing = f.call(trap, &[]);
        f.ret(nothing);
    });
    assert_eq!(found, at("P0802", 0, 1));
}

#[test]
fn an_address_of_another_module() {
    let found = mistake(|_, f| {
        let mut other = ModuleBuilder::new();
        other.global(Global::variable(1).zeros(1));
        let global = other.global(Global::variable(1).zeros(1));
        f.ret(global.address());
    });
    assert_eq!(found, at("P0802", 0, 0));
}

#[test]
fn the_address_of_an_intrinsic() {
    let found = mistake(|module, f| {
        let trap = module.intrinsic(Intrinsic::Trap);
        f.ret(trap.address());
    });
    assert_eq!(found, at("P0809", 0, 0));
}

#[test]
fn a_branch_to_no_block_or_to_the_entry() {
    let found = mistake(|_, f| f.br(BlockId(7)));
    assert_eq!(found, at("P0804", 0, 0));
    let found = mistake(|_, f| f.br(f.current()));
    assert_eq!(found, at("P0804", 0, 0));
    let found = mistake(|_, f| f.switch_to(BlockId(7)));
    assert_eq!(found, at("P0804", 0, 0));
}

#[test]
fn alignments_that_are_invalid_or_not_of_the_type() {
    let found = mistake(|_, f| {
        let value = f.load_aligned(Type::I32, f.param(0), 3);
        f.ret(value);
    });
    assert_eq!(found, at("P0808", 0, 0));
    let found = mistake(|_, f| {
        let value = f.load_aligned(Type::I32, f.param(0), 4);
        f.ret(value);
    });
    assert_eq!(found, at("P0808", 0, 0));
}

#[test]
fn calls_with_wrong_arguments() {
    let found = mistake(|module, f| {
        let other = module.function(Type::I32, &[Type::I64]);
        let result = f.call(other, &[f.param(0)]);
        f.ret(result);
        let mut body = module.body(other);
        body.unreachable();
        module.define(other, body);
    });
    assert_eq!(found, at("P0809", 0, 0));
    let found = mistake(|module, f| {
        let fence = module.intrinsic(Intrinsic::AtomicFence);
        f.call(fence, &[f.param(0)]);
        f.ret(f.param(0));
    });
    assert_eq!(found, at("P0810", 0, 0));
}

#[test]
fn switches_on_the_same_case_twice_and_on_conditions() {
    let found = mistake(|_, f| {
        let end = f.block();
        f.switch(f.param(0), end, &[(1, end), (1, end)]);
        f.switch_to(end);
        f.ret(f.param(0));
    });
    assert_eq!(found, at("P0812", 0, 0));
    let found = mistake(|_, f| {
        let (end, yes) = (f.block(), f.i1(true));
        f.switch(yes, end, &[]);
        f.switch_to(end);
        f.ret(f.param(0));
    });
    assert_eq!(found, at("P0812", 0, 0));
}

#[test]
fn an_element_outside_its_vector() {
    let found = mistake(|_, f| {
        let vector = f.undef(Type::V4I32);
        let element = f.extract(vector, 4);
        f.ret(element);
    });
    assert_eq!(found, at("P0811", 0, 0));
}

#[test]
fn a_return_of_another_type() {
    let found = mistake(|_, f| f.ret_void());
    assert_eq!(found, at("P0814", 0, 0));
}

#[test]
fn literals_of_types_without_literals() {
    for ty in [Type::Void, Type::V4I32, Type::V16I1] {
        let mut module = ModuleBuilder::new();
        let function = module.function(Type::Void, &[]);
        let mut f = module.body(function);
        f.constant(ty, 1);
        f.ret_void();
        module.define(function, f);
        let error = module.finish().expect_err("the mistake is found");
        assert_eq!(error.function(), Some(FuncId(0)), "{error}");
    }
}

#[test]
fn mistakes_outside_bodies() {
    let body_count = wrong_module(|module| {
        module.function(Type::Void, &[]);
    });
    assert_eq!(body_count, ErrorKind::BodyCount);
    let twice = wrong_module(|module| {
        let function = module.function(Type::Void, &[]);
        for _ in 0..2 {
            let mut f = module.body(function);
            f.ret_void();
            module.define(function, f);
        }
    });
    assert_eq!(twice, ErrorKind::Duplicate);
    let of_another = wrong_module(|module| {
        let (first, second) = (
            module.function(Type::Void, &[]),
            module.function(Type::Void, &[]),
        );
        let mut f = module.body(first);
        f.ret_void();
        module.define(second, f);
    });
    assert_eq!(of_another, ErrorKind::BodyCount);
    let narrow = wrong_module(|module| {
        let function = module.function(Type::I8, &[]);
        let mut f = module.body(function);
        f.unreachable();
        module.define(function, f);
    });
    assert_eq!(narrow, ErrorKind::BadSignature);
    let void = wrong_module(|module| {
        module.function(Type::I32, &[Type::Void]);
    });
    assert_eq!(void, ErrorKind::BadType);
    let no_intrinsic = wrong_module(|module| {
        module.intrinsic(Intrinsic::Bswap(Type::I8));
    });
    assert_eq!(no_intrinsic, ErrorKind::UnknownIntrinsic);
    let named_so = wrong_module(|module| {
        let function = module.function(Type::Void, &[]);
        module.name(function.address(), "llvm.trap");
        let mut f = module.body(function);
        f.ret_void();
        module.define(function, f);
    });
    assert_eq!(named_so, ErrorKind::UnknownIntrinsic);
    let empty = wrong_module(|module| {
        module.global(Global::variable(4));
    });
    assert_eq!(empty, ErrorKind::InitializerCount);
    let unaligned = wrong_module(|module| {
        module.global(Global::variable(3).zeros(4));
    });
    assert_eq!(unaligned, ErrorKind::BadAlignment);
    let intrinsic = wrong_module(|module| {
        let trap = module.intrinsic(Intrinsic::Trap);
        module.global(Global::variable(4).relocation(trap.address(), 0));
    });
    assert_eq!(intrinsic, ErrorKind::UndefinedAddress);
    let entries = wrong_module(|module| {
        module.start();
        module.start();
    });
    assert_eq!(entries, ErrorKind::EntryPoint);
    let callee = wrong_module(|module| {
        let mut other = ModuleBuilder::new();
        let other = other.function(Type::I32, &[]);
        let function = module.function(Type::Void, &[]);
        let mut f = module.body(function);
        f.call(other, &[]);
        f.ret_void();
        module.define(function, f);
    });
    assert_eq!(callee, ErrorKind::BadCall);
}

/// The module has every kind of instruction and every intrinsic.
#[test]
fn building_and_decoding_give_the_same_program() {
    let mut module = ModuleBuilder::new();
    let start = module.start();
    let callee = module.function(Type::V4I1, &[Type::I64, Type::V4Float]);
    let table = Global::variable(8).relocation(callee.address(), 0);
    let table = module.global(table.zeros(12).data("text"));
    module.name(table.address(), "table");
    module.name(callee.address(), "callee");

    let mut f = module.body(callee);
    let (left, right, end) = (f.block(), f.block(), f.block());
    f.switch(f.param(0), left, &[(-1, right), (i64::MIN, right)]);
    f.switch_to(end);
    let phi = f.phi(Type::V4I1);
    f.ret(phi);
    f.switch_to(left);
    let mask = f.compare(Predicate::FOlt, f.param(1), f.param(1));
    f.br(end);
    f.switch_to(right);
    let undef = f.undef(Type::V4I1);
    let bit = f.extract(undef, 3);
    let other = f.insert(undef, bit, 0);
    f.cond_br(bit, end, end);
    f.add_incoming(phi, mask, left);
    f.add_incoming(phi, other, right);
    f.add_incoming(phi, other, right);
    module.define(callee, f);

    let mut f = module.body(start);
    let room = f.alloca(f.param(0), 16);
    let address = f.load(Type::I32, table.address());
    let wide = f.cast(CastOp::SExt, address, Type::I64);
    let floats = f.load(Type::V4Float, room);
    f.store(wide, room);
    let bit = f.compare(Predicate::Ne, room, address);
    let chosen = f.select(bit, wide, wide);
    f.tail_call(callee, &[chosen, floats]);
    f.tail_call_indirect(Type::V4I1, address, &[wide, floats]);
    f.call_indirect(Type::Void, address, &[]);
    for row in intrinsics::TABLE {
        let intrinsic = module.intrinsic(row.intrinsic);
        let params = row.params.iter().enumerate();
        let args: Vec<Value> = params
            .map(|(index, &ty)| match (ty, row.intrinsic) {
                (Type::I1, _) => f.i1(false),
                (Type::I32, Intrinsic::AtomicCmpxchg(_)) if index >= 3 => f.i32(6),
                (Type::I32, Intrinsic::AtomicRmw(_)) if index == 3 => f.i32(6),
                (Type::I32, Intrinsic::AtomicStore(_)) if index == 2 => f.i32(6),
                (Type::I32, Intrinsic::AtomicLoad(_)) if index == 1 => f.i32(6),
                (Type::I32, Intrinsic::AtomicFence) => f.i32(6),
                (ty, _) if ty.is_vector() => f.undef(ty),
                (ty, _) => f.constant(ty, 1),
            })
            .collect();
        f.call(intrinsic, &args);
    }
    f.ret_void();
    module.define(start, f);

    let built = module.finish().unwrap();
    let bytes = encode::encode(&built, &Default::default()).unwrap();
    let decoded = decode(&bytes, &Options::default()).unwrap();
    assert_eq!(built.header(), decoded.header());
    assert_eq!(built.module(), decoded.module());
    for (built, decoded) in built.functions().iter().zip(decoded.functions()) {
        assert!(built.is_same_code(decoded));
    }
}

#[test]
fn constants_and_intrinsics_are_found_again() {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::Void, &[]);
    let mut f = module.body(function);
    assert_eq!(f.i32(-1), f.constant(Type::I32, u64::MAX));
    assert_ne!(f.i32(1), f.i64(1));
    let trap = module.intrinsic(Intrinsic::Trap);
    assert_eq!(module.intrinsic(Intrinsic::Trap), trap);
    f.ret_void();
    module.define(function, f);
    let program = module.finish().unwrap();
    assert_eq!(program.functions()[0].constants().len(), 3);
    assert_eq!(program.module().functions.len(), 2);
}
