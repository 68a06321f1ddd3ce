//! Operand and result types of each instruction.

use crate::case::{
    BOOL, Case, DECLARED, DOUBLE, INT, INT_POINTER, LONG, PAIR, VARARGS, address, body, call,
    declare, number, pair, pointer,
};
use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{
    BinaryOp, BlockId, Body, Case as SwitchCase, Convention, Inst, InstId, List, ShiftOp, TypeId,
    Value,
};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = operators();
    cases.extend(control());
    cases.extend(memory());
    cases.extend(parts());
    cases.extend(calls());
    cases
}

fn binary(body: &mut Body, op: BinaryOp, lhs: Value, rhs: Value, result: TypeId) {
    body.push(Inst::Binary { op, lhs, rhs }, result);
}

fn operators() -> Vec<Case> {
    vec![
        body("binary.same", "an int and a long", |_, body| {
            binary(body, BinaryOp::Add, INT, LONG, TypeId::INT);
        })
        .says(&["add", "int and long"]),
        body(
            "binary.same",
            "a comparison of a pointer and a number",
            |_, body| {
                binary(body, BinaryOp::SetEq, INT_POINTER, LONG, TypeId::BOOL);
            },
        ),
        body("binary.arithmetic", "on bools", |_, body| {
            binary(body, BinaryOp::Mul, BOOL, BOOL, TypeId::BOOL);
        }),
        body("binary.arithmetic", "on pointers", |module, body| {
            let ty = pointer(module, TypeId::INT);
            binary(body, BinaryOp::Sub, INT_POINTER, INT_POINTER, ty);
        })
        .says(&["sub", "int*"]),
        body("binary.logic", "on doubles", |_, body| {
            binary(body, BinaryOp::Xor, DOUBLE, DOUBLE, TypeId::DOUBLE);
        })
        .says(&["xor", "double"]),
        body(
            "binary.result",
            "a comparison that gives an int",
            |_, body| {
                binary(body, BinaryOp::SetLt, INT, INT, TypeId::INT);
            },
        )
        .says(&["bool", "int"]),
        body(
            "binary.result",
            "a sum of ints that is a uint",
            |_, body| {
                binary(body, BinaryOp::Add, INT, INT, TypeId::UINT);
            },
        ),
        body("shift.types", "of a double", |module, body| {
            let amount = number(module, TypeId::UBYTE, 1);
            let (op, value) = (ShiftOp::Shl, DOUBLE);
            body.push(Inst::Shift { op, value, amount }, TypeId::DOUBLE);
        })
        .says(&["shl", "double"]),
        body("shift.types", "by an int", |_, body| {
            let (op, value, amount) = (ShiftOp::Shr, INT, INT);
            body.push(Inst::Shift { op, value, amount }, TypeId::INT);
        })
        .says(&["ubyte", "int"]),
        body(
            "binary.result",
            "a shift that gives another type",
            |module, body| {
                let amount = number(module, TypeId::UBYTE, 1);
                let (op, value) = (ShiftOp::Shl, INT);
                body.push(Inst::Shift { op, value, amount }, TypeId::LONG);
            },
        ),
        body("cast.types", "to a structure", |module, body| {
            let ty = pair(module);
            body.push(Inst::Cast { value: INT }, ty);
        })
        .says(&["%pair"]),
        body("cast.types", "to nothing", |_, body| {
            body.push(Inst::Cast { value: INT }, TypeId::VOID);
        }),
        body("select.types", "by an int", |_, body| {
            let inst = Inst::Select {
                condition: INT,
                if_true: INT,
                if_false: INT,
            };
            body.push(inst, TypeId::INT);
        }),
        body("select.types", "of two types", |_, body| {
            let inst = Inst::Select {
                condition: BOOL,
                if_true: INT,
                if_false: LONG,
            };
            body.push(inst, TypeId::INT);
        }),
        body(
            "binary.result",
            "a select that gives another type",
            |_, body| {
                let inst = Inst::Select {
                    condition: BOOL,
                    if_true: INT,
                    if_false: INT,
                };
                body.push(inst, TypeId::LONG);
            },
        ),
    ]
}

fn control() -> Vec<Case> {
    vec![
        body(
            "ret.type",
            "a value of a function that returns none",
            |_, body| {
                body.push(Inst::Ret { value: Some(INT) }, TypeId::VOID);
            },
        )
        .says(&["void", "int"]),
        body(
            "ret.type",
            "no value of a function that returns one",
            |module, _| {
                let mut body = Body::new();
                body.start_block();
                body.push(Inst::Ret { value: None }, TypeId::VOID);
                module.functions[DECLARED.index()].body = Some(Box::new(body));
            },
        )
        .at((1, Some(0), Some(0))),
        body("br.condition", "an int", |_, body| {
            let target = BlockId(1);
            let inst = Inst::CondBr {
                condition: INT,
                if_true: target,
                if_false: target,
            };
            body.push(inst, TypeId::VOID);
            body.start_block();
        }),
        body("switch.type", "a bool", |_, body| {
            let default = BlockId(1);
            let cases = List::EMPTY;
            let value = BOOL;
            let inst = Inst::Switch {
                value,
                default,
                cases,
            };
            body.push(inst, TypeId::VOID);
            body.start_block();
        }),
        switch("of another type", |module| number(module, TypeId::UINT, 1)),
        switch("that is not a constant", |_| INT),
    ]
}

/// A switch on an int with one case.
fn switch(what: &'static str, value: impl Fn(&mut Module) -> Value + Send + 'static) -> Case {
    body("switch.cases", what, move |module, body| {
        let value = value(module);
        let target = BlockId(1);
        let cases = body.add_cases(&[SwitchCase { value, target }]);
        let inst = Inst::Switch {
            value: INT,
            default: target,
            cases,
        };
        body.push(inst, TypeId::VOID);
        body.start_block();
    })
}

fn memory() -> Vec<Case> {
    let load = |pointer| Inst::Load {
        pointer,
        volatile: false,
    };
    let store = |value, pointer| Inst::Store {
        value,
        pointer,
        volatile: true,
    };
    vec![
        body("memory.count", "an int", |module, body| {
            let ty = pointer(module, TypeId::INT);
            body.push(
                Inst::Malloc {
                    count: INT,
                    alignment: 0,
                },
                ty,
            );
        })
        .says(&["malloc", "uint", "int"]),
        body("memory.size", "an opaque type", |module, body| {
            let count = number(module, TypeId::UINT, 1);
            let opaque = module.types.new_opaque();
            let ty = pointer(module, opaque);
            body.push(
                Inst::Alloca {
                    count,
                    alignment: 0,
                },
                ty,
            );
        })
        .says(&["alloca", "opaque"]),
        body(
            "memory.result",
            "an allocation that gives an int",
            |module, body| {
                let count = number(module, TypeId::UINT, 1);
                body.push(
                    Inst::Alloca {
                        count,
                        alignment: 0,
                    },
                    TypeId::INT,
                );
            },
        ),
        body("memory.pointer", "free of an int", |_, body| {
            body.push(Inst::Free { pointer: INT }, TypeId::VOID);
        })
        .says(&["free", "int"]),
        body("memory.pointer", "load of an int", move |_, body| {
            body.push(load(INT), TypeId::INT);
        }),
        body("memory.pointer", "store to an int", move |_, body| {
            body.push(store(INT, INT), TypeId::VOID);
        }),
        body(
            "memory.pointer",
            "getelementptr of an int",
            |module, body| {
                let indices = body.add_values(&[LONG]);
                let pointer_type = pointer(module, TypeId::INT);
                let pointer = INT;
                body.push(Inst::GetElementPtr { pointer, indices }, pointer_type);
            },
        ),
        body("memory.load", "a structure", move |module, body| {
            let ty = pair(module);
            body.push(load(PAIR), ty);
        })
        .says(&["load", "%pair"]),
        body("memory.store", "a long where an int is", move |_, body| {
            body.push(store(LONG, INT_POINTER), TypeId::VOID);
        })
        .says(&["long", "int*"]),
        body(
            "operands.single",
            "a structure that is stored",
            move |module, body| {
                let ty = pair(module);
                let zero = module.constants.zero(&module.types, ty);
                let zero = Value::Constant(zero.expect("structures have a zero"));
                body.push(store(zero, PAIR), TypeId::VOID);
            },
        ),
        body(
            "memory.result",
            "a load that gives another type",
            move |_, body| {
                body.push(load(INT_POINTER), TypeId::UINT);
            },
        ),
        body(
            "memory.result",
            "a store that gives something",
            move |_, body| {
                body.push(store(INT, INT_POINTER), TypeId::INT);
            },
        ),
    ]
}

/// A case with indices from the `%pair*`.
fn walk(
    rule: &'static str,
    what: &'static str,
    result: TypeId,
    indices: &'static [(TypeId, u64)],
) -> Case {
    body(rule, what, move |module, body| {
        let indices: Vec<_> = indices
            .iter()
            .map(|&(ty, value)| number(module, ty, value))
            .collect();
        let indices = body.add_values(&indices);
        let ty = pointer(module, result);
        let pointer = PAIR;
        body.push(Inst::GetElementPtr { pointer, indices }, ty);
    })
}

fn parts() -> Vec<Case> {
    const FIRST: (TypeId, u64) = (TypeId::LONG, 0);
    const ARRAY: (TypeId, u64) = (TypeId::UINT, 1);
    vec![
        walk(
            "index.elements",
            "by a ubyte",
            TypeId::INT,
            &[(TypeId::UBYTE, 0)],
        )
        .says(&["%pair*", "ubyte"]),
        walk(
            "index.elements",
            "an array by a short",
            TypeId::SHORT,
            &[FIRST, ARRAY, (TypeId::SHORT, 0)],
        )
        .says(&["[4 x short]"]),
        walk(
            "index.fields",
            "by a long",
            TypeId::INT,
            &[FIRST, (TypeId::LONG, 0)],
        ),
        walk(
            "index.fields",
            "behind the last",
            TypeId::INT,
            &[FIRST, (TypeId::UBYTE, 2)],
        )
        .says(&["field 2"]),
        body(
            "index.fields",
            "by a value that is not a constant",
            |module, body| {
                let value = body.push(Inst::Cast { value: INT }, TypeId::UINT);
                let first = number(module, TypeId::LONG, 0);
                let indices = body.add_values(&[first, Value::Inst(value)]);
                let ty = pointer(module, TypeId::INT);
                let pointer = PAIR;
                body.push(Inst::GetElementPtr { pointer, indices }, ty);
            },
        )
        .at((0, Some(0), Some(1))),
        walk(
            "index.parts",
            "of an int",
            TypeId::INT,
            &[FIRST, (TypeId::UINT, 0), FIRST],
        ),
        body("index.parts", "through a pointer", |module, body| {
            let list = pointer(module, TypeId::INT);
            let lists = pointer(module, list);
            let start = body.push(Inst::Cast { value: LONG }, lists);
            let indices = body.add_values(&[LONG, LONG]);
            let pointer = Value::Inst(start);
            body.push(Inst::GetElementPtr { pointer, indices }, list);
        })
        .at((0, Some(0), Some(1))),
        walk(
            "index.result",
            "another part",
            TypeId::SHORT,
            &[FIRST, (TypeId::UINT, 0)],
        )
        .says(&["int*", "short*"]),
    ]
}

fn calls() -> Vec<Case> {
    let mut cases = intrinsics();
    cases.extend(vec![
        body("call.callee", "an int", |_, body| {
            call(body, INT, &[], TypeId::INT);
        })
        .says(&["pointer to a function", "int"]),
        body("call.callee", "a pointer to an int", |_, body| {
            call(body, INT_POINTER, &[], TypeId::INT);
        }),
        body("call.arguments", "too few", |module, body| {
            let callee = Value::Constant(address(module, DECLARED));
            call(body, callee, &[], TypeId::INT);
        })
        .says(&["takes 1 argument", "found 0"]),
        body("call.arguments", "too many", |module, body| {
            let callee = Value::Constant(address(module, DECLARED));
            call(body, callee, &[INT, INT], TypeId::INT);
        }),
        body(
            "call.arguments",
            "too few before variable ones",
            |module, body| {
                let callee = Value::Constant(address(module, VARARGS));
                call(body, callee, &[], TypeId::VOID);
            },
        )
        .says(&["at least 1", "found 0"]),
        body("call.arguments", "of another type", |module, body| {
            let callee = Value::Constant(address(module, DECLARED));
            call(body, callee, &[LONG], TypeId::INT);
        })
        .says(&["argument 1", "int", "long"]),
        body(
            "operands.single",
            "a structure as a variable argument",
            |module, body| {
                let callee = Value::Constant(address(module, VARARGS));
                let bytes = pointer(module, TypeId::SBYTE);
                let null = module.constants.zero(&module.types, bytes);
                let ty = pair(module);
                let zero = module.constants.zero(&module.types, ty);
                let arguments = [null, zero].map(|id| Value::Constant(id.expect("it has a zero")));
                call(body, callee, &arguments, TypeId::VOID);
            },
        ),
        body("call.arguments", "of an invoke", |module, body| {
            let callee = Value::Constant(address(module, DECLARED));
            let inst = Inst::Invoke {
                callee,
                arguments: List::EMPTY,
                normal: BlockId(1),
                unwind: BlockId(1),
                convention: Convention::C,
            };
            body.push(inst, TypeId::INT);
            body.start_block();
        }),
        body("call.result", "another type", |module, body| {
            let callee = Value::Constant(address(module, DECLARED));
            call(body, callee, &[INT], TypeId::VOID);
        }),
        body(
            "call.result",
            "something of an opaque type",
            |module, body| {
                let ty = module.types.new_opaque();
                let function = module.types.function(ty, &[], false);
                let function = pointer(module, function);
                let callee = body.push(Inst::Cast { value: LONG }, function);
                call(body, Value::Inst(callee), &[], ty);
            },
        )
        .at((0, Some(0), Some(1))),
        body("varargs.next", "a function", |module, body| {
            let argument = module.types.function(TypeId::VOID, &[], false);
            let list = INT_POINTER;
            let ty = pointer(module, TypeId::INT);
            body.push(Inst::VaNext { list, argument }, ty);
        }),
        body("varargs.result", "a list of another type", |_, body| {
            let (list, argument) = (INT_POINTER, TypeId::INT);
            body.push(Inst::VaNext { list, argument }, TypeId::LONG);
        }),
        body(
            "varargs.result",
            "a structure from a list",
            |module, body| {
                let ty = pair(module);
                body.push(Inst::VaArg { list: INT_POINTER }, ty);
            },
        ),
    ]);
    cases
}

/// A case with a call to an intrinsic of the declared type. Its arguments are the first parameters
/// of the calling function that fit.
fn intrinsic(
    what: &'static str,
    name: &'static [u8],
    result: TypeId,
    parameters: &'static [TypeId],
) -> Case {
    body("call.intrinsic-signature", what, move |module, body| {
        let callee = declare(module, name, result, parameters, false);
        let arguments: Vec<_> = parameters
            .iter()
            .map(|&ty| match ty {
                TypeId::INT => INT,
                TypeId::DOUBLE => DOUBLE,
                TypeId::BOOL => BOOL,
                _ => LONG,
            })
            .collect();
        call(body, callee, &arguments, result);
    })
}

fn intrinsics() -> Vec<Case> {
    const INT_TYPE: TypeId = TypeId::INT;
    vec![
        intrinsic(
            "memcpy of three",
            b"llvm.memcpy",
            TypeId::VOID,
            &[INT_TYPE; 3],
        )
        .says(&["%llvm.memcpy", "4", "found 3"]),
        intrinsic(
            "longjmp of three",
            b"llvm.longjmp",
            TypeId::VOID,
            &[INT_TYPE; 3],
        ),
        intrinsic(
            "isunordered of ints",
            b"llvm.isunordered",
            TypeId::BOOL,
            &[INT_TYPE; 2],
        ),
        intrinsic(
            "isunordered as an int",
            b"llvm.isunordered",
            INT_TYPE,
            &[TypeId::DOUBLE; 2],
        ),
        intrinsic(
            "readport of a double",
            b"llvm.readport",
            INT_TYPE,
            &[TypeId::DOUBLE],
        ),
        intrinsic("readio of a number", b"llvm.readio", INT_TYPE, &[INT_TYPE]),
        intrinsic(
            "writeio to a number",
            b"llvm.writeio",
            TypeId::VOID,
            &[INT_TYPE; 2],
        ),
        intrinsic(
            "frameaddress as an int",
            b"llvm.frameaddress",
            INT_TYPE,
            &[INT_TYPE],
        ),
        body(
            "call.intrinsic-signature",
            "returnaddress of a value",
            |module, body| {
                let ty = pointer(module, TypeId::SBYTE);
                let callee = declare(module, b"llvm.returnaddress", ty, &[TypeId::INT], false);
                call(body, callee, &[INT], ty);
            },
        ),
        body(
            "call.intrinsic-signature",
            "gcroot with a value",
            |module, body| {
                let parameters = [TypeId::INT; 2];
                let callee = declare(module, b"llvm.gcroot", TypeId::VOID, &parameters, false);
                call(body, callee, &[INT, INT], TypeId::VOID);
            },
        ),
        body(
            "call.intrinsic-address",
            "as an argument",
            |module, body| {
                let memcpy = declare(module, b"llvm.va_end", TypeId::VOID, &[TypeId::INT], false);
                body.push(Inst::Cast { value: memcpy }, TypeId::LONG);
            },
        ),
        body(
            "call.intrinsic-address",
            "as what is invoked",
            |module, body| {
                let callee = declare(module, b"llvm.setjmp", TypeId::INT, &[TypeId::INT], false);
                let arguments = body.add_values(&[INT]);
                let inst = Inst::Invoke {
                    callee,
                    arguments,
                    normal: BlockId(1),
                    unwind: BlockId(1),
                    convention: Convention::C,
                };
                body.push(inst, TypeId::INT);
                body.start_block();
            },
        ),
        body(
            "varargs.start",
            "in a function without variable arguments",
            |module, body| {
                let ty = pointer(module, TypeId::SBYTE);
                let callee = declare(module, b"llvm.va_start", ty, &[], false);
                let list = call(body, callee, &[], ty);
                assert_eq!(list, InstId(0));
            },
        ),
    ]
}
