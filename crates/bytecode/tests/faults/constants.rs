//! Constants and constant expressions.

use crate::case::{Case, DECLARED, VARARGS, address, module, pair, pointer};
use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{BinaryOp, ConstantId, GlobalId, Linkage, ShiftOp, TypeId};

/// The address of a `%pair`.
fn pair_address(module: &mut Module) -> ConstantId {
    let pair = pair(module);
    let global = module.add_global(b"p", pair, Linkage::External, false, None);
    module.global_address(global)
}

/// The address of an element of a `%pair`, of a given type.
fn part(module: &mut Module, ty: TypeId, indices: &[(TypeId, u64)]) {
    let address = pair_address(module);
    let ty = pointer(module, ty);
    let indices: Vec<_> = indices
        .iter()
        .map(|&(ty, value)| module.constants.int(ty, value))
        .collect();
    module.constants.get_element_ptr(ty, address, &indices);
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        module(
            "constants.exist",
            "a shift by a constant past the end",
            |module| {
                let one = module.constants.int(TypeId::INT, 1);
                module.constants.shift(ShiftOp::Shl, one, ConstantId(900));
            },
        )
        .says(&["constant 900"]),
        module(
            "constants.exist",
            "a constant of a global past the end",
            |module| {
                let ty = pointer(module, TypeId::INT);
                module.constants.global(ty, GlobalId(900));
            },
        ),
        module("constants.type", "an address of another type", |module| {
            let ty = pointer(module, TypeId::INT);
            module.constants.function(ty, DECLARED);
        })
        .says(&["int (int)*", "int*"]),
        module(
            "constants.type",
            "an array with too few elements",
            |module| {
                let ty = module.types.array_of(TypeId::INT, 3);
                let one = module.constants.int(TypeId::INT, 1);
                module.constants.array(ty, &[one, one]);
            },
        )
        .says(&["has 3 parts", "found 2"]),
        module(
            "constants.type",
            "an array with an element of another type",
            |module| {
                let ty = module.types.array_of(TypeId::INT, 2);
                let one = module.constants.int(TypeId::INT, 1);
                let other = module.constants.int(TypeId::UINT, 1);
                module.constants.array(ty, &[one, other]);
            },
        )
        .says(&["int", "uint"]),
        module("constants.type", "a string that is too long", |module| {
            let ty = module.types.array_of(TypeId::SBYTE, 2);
            module.constants.byte_array(ty, b"abc");
        }),
        module("constants.type", "a string of ints", |module| {
            let ty = module.types.array_of(TypeId::INT, 3);
            module.constants.byte_array(ty, b"abc");
        }),
        module(
            "constants.type",
            "a structure with a field of another type",
            |module| {
                let ty = module.types.struct_of(&[TypeId::INT, TypeId::BOOL]);
                let one = module.constants.int(TypeId::INT, 1);
                module.constants.structure(ty, &[one, one]);
            },
        ),
        module("constants.type", "a structure that is an array", |module| {
            let ty = module.types.array_of(TypeId::INT, 2);
            let one = module.constants.int(TypeId::INT, 1);
            module.constants.structure(ty, &[one, one]);
        }),
        module("constants.type", "zeros of a function type", |module| {
            let ty = module.types.function(TypeId::INT, &[], false);
            module.constants.byte_array(ty, &[0]);
        }),
        module("constants.binary", "operands of two types", |module| {
            let one = module.constants.int(TypeId::INT, 1);
            let other = module.constants.int(TypeId::LONG, 1);
            module.constants.binary(BinaryOp::Add, one, other);
        })
        .says(&["int and long"]),
        module("constants.binary", "a sum of addresses", |module| {
            let address = address(module, DECLARED);
            module.constants.binary(BinaryOp::Add, address, address);
        }),
        module("constants.binary", "a comparison of structures", |module| {
            let ty = pair(module);
            let zero = module.constants.zero(&module.types, ty).unwrap();
            module.constants.binary(BinaryOp::SetEq, zero, zero);
        }),
        module("constants.shift", "of a bool", |module| {
            let value = module.constants.bool(true);
            let amount = module.constants.int(TypeId::UBYTE, 1);
            module.constants.shift(ShiftOp::Shl, value, amount);
        }),
        module("constants.shift", "by an int", |module| {
            let one = module.constants.int(TypeId::INT, 1);
            module.constants.shift(ShiftOp::Shr, one, one);
        }),
        module("constants.cast", "to a structure", |module| {
            let one = module.constants.int(TypeId::INT, 1);
            let ty = pair(module);
            module.constants.cast(one, ty);
        })
        .says(&["int to %pair"]),
        module("constants.cast", "from an array", |module| {
            let ty = module.types.array_of(TypeId::INT, 2);
            let zeros = module.constants.zero(&module.types, ty).unwrap();
            module.constants.cast(zeros, TypeId::INT);
        }),
        module("constants.select", "by an int", |module| {
            let one = module.constants.int(TypeId::INT, 1);
            module.constants.select(one, one, one);
        }),
        module("constants.select", "of two types", |module| {
            let condition = module.constants.bool(true);
            let one = module.constants.int(TypeId::INT, 1);
            module.constants.select(condition, one, condition);
        }),
        module("constants.pointer", "of an int", |module| {
            let one = module.constants.int(TypeId::INT, 1);
            let ty = pointer(module, TypeId::INT);
            module.constants.get_element_ptr(ty, one, &[]);
        }),
        module(
            "constants.result",
            "a cast of an address is a part of it",
            |module| {
                let address = address(module, VARARGS);
                let ty = pointer(module, TypeId::INT);
                module.constants.get_element_ptr(ty, address, &[]);
            },
        ),
        module("constants.index", "a field that is not there", |module| {
            part(module, TypeId::INT, &[(TypeId::LONG, 0), (TypeId::UINT, 2)]);
        })
        .says(&["%pair", "field 2"]),
        module("constants.index", "a field by an int", |module| {
            part(module, TypeId::INT, &[(TypeId::LONG, 0), (TypeId::INT, 0)]);
        }),
        module("constants.index", "an element by a short", |module| {
            part(module, TypeId::INT, &[(TypeId::SHORT, 0)]);
        }),
        module("constants.index", "into an int", |module| {
            let indices = [(TypeId::LONG, 0), (TypeId::UINT, 0), (TypeId::UINT, 0)];
            part(module, TypeId::INT, &indices);
        }),
        module(
            "constants.result",
            "the address of another part",
            |module| {
                part(
                    module,
                    TypeId::SHORT,
                    &[(TypeId::LONG, 0), (TypeId::UINT, 0)],
                );
            },
        )
        .says(&["int*", "short*"]),
    ]
}
