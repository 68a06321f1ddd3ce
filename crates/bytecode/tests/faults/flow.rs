//! Blocks, phis and dominance.

use crate::case::{
    BOOL, Case, DECLARED, DEFINED, DOUBLE, INT, address, body, call, declare, module, number, pair,
};
use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{
    BinaryOp, BlockId, Body, Case as SwitchCase, ConstantId, Convention, Incoming, Inst, InstId,
    List, TypeId, Value,
};

/// Adds `br bool %2, label A, label B`.
fn branch(body: &mut Body, if_true: u32, if_false: u32) {
    let inst = Inst::CondBr {
        condition: BOOL,
        if_true: BlockId(if_true),
        if_false: BlockId(if_false),
    };
    body.push(inst, TypeId::VOID);
}

/// Adds a branch without a condition.
fn go(body: &mut Body, target: u32) {
    let target = BlockId(target);
    body.push(Inst::Br { target }, TypeId::VOID);
}

/// Adds an `add int %0, VALUE`.
fn add(body: &mut Body, value: Value) -> Value {
    let op = BinaryOp::Add;
    let inst = Inst::Binary {
        op,
        lhs: INT,
        rhs: value,
    };
    Value::Inst(body.push(inst, TypeId::INT))
}

/// Adds a phi of ints.
fn phi(body: &mut Body, entries: &[(Value, u32)]) -> InstId {
    let entries: Vec<_> = entries
        .iter()
        .map(|&(value, block)| Incoming {
            value,
            block: BlockId(block),
        })
        .collect();
    let incoming = body.add_incoming(&entries);
    body.push(Inst::Phi { incoming }, TypeId::INT)
}

/// A diamond: block 0 branches to 1 and 2, and both branch to 3, which contains a phi.
fn diamond(body: &mut Body, entries: &[(Value, u32)]) {
    branch(body, 1, 2);
    for _ in 0..2 {
        body.start_block();
        go(body, 3);
    }
    body.start_block();
    phi(body, entries);
}

/// Ends block 0 with an invoke of a function that returns an int.
fn invoke(module: &mut Module, body: &mut Body, normal: u32, unwind: u32) -> Value {
    let callee = Value::Constant(address(module, DECLARED));
    let arguments = body.add_values(&[INT]);
    let inst = Inst::Invoke {
        callee,
        arguments,
        normal: BlockId(normal),
        unwind: BlockId(unwind),
        convention: Convention::C,
    };
    Value::Inst(body.push(inst, TypeId::INT))
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = blocks();
    cases.extend(phis());
    cases.extend(dominance());
    cases
}

fn blocks() -> Vec<Case> {
    vec![
        module("blocks.end", "a function without blocks", |module| {
            module.functions[DEFINED.index()].body = Some(Box::new(Body::new()));
        })
        .at((0, None, None)),
        body(
            "blocks.end",
            "an instruction before the first block",
            |_, body| {
                *body = Body::new();
                body.push(Inst::Unwind, TypeId::VOID);
                body.start_block();
                body.push(Inst::Unwind, TypeId::VOID);
            },
        )
        .at((0, None, None)),
        body("blocks.end", "an empty block", |_, body| {
            go(body, 1);
            body.start_block();
            body.start_block();
            body.push(Inst::Unwind, TypeId::VOID);
        })
        .at((0, Some(1), None)),
        body("blocks.end", "a block that ends with an add", |_, body| {
            add(body, INT);
            body.start_block();
        }),
        body("blocks.terminators", "a return in the middle", |_, body| {
            body.push(Inst::Ret { value: None }, TypeId::VOID);
            add(body, INT);
            body.push(Inst::Unwind, TypeId::VOID);
        }),
        body("blocks.entry", "a loop of the entry block", |_, body| {
            go(body, 0);
        })
        .at((0, Some(0), None)),
        body(
            "blocks.entry",
            "a loop to it, from a block that no path leads to",
            |_, body| {
                body.push(Inst::Unwind, TypeId::VOID);
                body.start_block();
                go(body, 0);
            },
        )
        .at((0, Some(0), None))
        .says(&["block 1"]),
        body("blocks.targets", "a branch", |_, body| go(body, 1)).says(&["block 1"]),
        body("blocks.targets", "the false way of a branch", |_, body| {
            branch(body, 1, 2);
            body.start_block();
            body.push(Inst::Unwind, TypeId::VOID);
        }),
        body("blocks.targets", "a case", |module, body| {
            let value = number(module, TypeId::INT, 3);
            let target = BlockId(9);
            let cases = body.add_cases(&[SwitchCase { value, target }]);
            let default = BlockId(1);
            let inst = Inst::Switch {
                value: INT,
                default,
                cases,
            };
            body.push(inst, TypeId::VOID);
            body.start_block();
        }),
        body("blocks.targets", "a default", |_, body| {
            let inst = Inst::Switch {
                value: INT,
                default: BlockId(9),
                cases: List::EMPTY,
            };
            body.push(inst, TypeId::VOID);
        }),
        body(
            "blocks.targets",
            "the unwind way of an invoke",
            |module, body| {
                invoke(module, body, 1, 9);
                body.start_block();
            },
        ),
        body("blocks.targets", "an entry of a phi", |_, body| {
            go(body, 1);
            body.start_block();
            phi(body, &[(INT, 9)]);
        })
        .at((0, Some(1), Some(1))),
    ]
}

fn phis() -> Vec<Case> {
    vec![
        body("phis.first", "behind an add", |_, body| {
            go(body, 1);
            body.start_block();
            add(body, INT);
            phi(body, &[(INT, 0)]);
        })
        .at((0, Some(1), Some(2))),
        body("phis.edges", "in the entry block", |_, body| {
            phi(body, &[]);
        }),
        body("phis.edges", "too few", |_, body| {
            diamond(body, &[(INT, 1)]);
        })
        .at((0, Some(3), Some(3)))
        .says(&["1 entry", "2 incoming edges"]),
        body("phis.edges", "too many", |_, body| {
            diamond(body, &[(INT, 1), (INT, 2), (INT, 0)]);
        })
        .at((0, Some(3), Some(3))),
        body("phis.edges", "one twice, the other not", |_, body| {
            diamond(body, &[(INT, 1), (INT, 1)]);
        })
        .at((0, Some(3), Some(3)))
        .says(&["2 entries for block 1", "1 edge comes"]),
        body(
            "phis.edges",
            "a block that does not lead there",
            |_, body| {
                diamond(body, &[(INT, 1), (INT, 0)]);
            },
        )
        .at((0, Some(3), Some(3)))
        .says(&["block 0"]),
        body("phis.edges", "one entry for two edges", |_, body| {
            branch(body, 1, 1);
            body.start_block();
            phi(body, &[(INT, 0)]);
        })
        .at((0, Some(1), Some(1))),
        body(
            "phis.edges",
            "in a block that no path leads to",
            |_, body| {
                body.push(Inst::Unwind, TypeId::VOID);
                body.start_block();
                phi(body, &[(INT, 0)]);
            },
        )
        .at((0, Some(1), Some(1))),
        body("phis.agree", "two values for two edges", |module, body| {
            branch(body, 1, 1);
            body.start_block();
            let other = number(module, TypeId::INT, 1);
            phi(body, &[(INT, 0), (other, 0)]);
        })
        .at((0, Some(1), Some(1))),
        body("phis.type", "a double among ints", |_, body| {
            diamond(body, &[(INT, 1), (DOUBLE, 2)]);
        })
        .at((0, Some(3), Some(3)))
        .says(&["int", "double"]),
        body(
            "phis.single",
            "a phi of nothing in the entry block",
            |_, body| {
                let incoming = List::EMPTY;
                body.push(Inst::Phi { incoming }, TypeId::VOID);
            },
        ),
        body("operands.single", "a phi of structures", |module, body| {
            let ty = pair(module);
            let zero = module.constants.zero(&module.types, ty);
            go(body, 1);
            body.start_block();
            let incoming = body.add_incoming(&[Incoming {
                value: Value::Constant(zero.expect("structures have a zero")),
                block: BlockId(0),
            }]);
            body.push(Inst::Phi { incoming }, ty);
        })
        .at((0, Some(1), Some(1))),
    ]
}

fn dominance() -> Vec<Case> {
    const NEXT: Value = Value::Inst(InstId(1));
    vec![
        body(
            "operands.dominance",
            "a value that uses itself",
            |_, body| {
                add(body, Value::Inst(InstId(0)));
            },
        ),
        body(
            "operands.dominance",
            "a value of a later instruction",
            |_, body| {
                add(body, NEXT);
                add(body, INT);
            },
        )
        .says(&["instruction 1"]),
        body(
            "operands.dominance",
            "a value of one way, where ways meet",
            |_, body| {
                branch(body, 1, 2);
                body.start_block();
                let value = add(body, INT);
                body.name_inst(InstId(1), b"half");
                go(body, 2);
                body.start_block();
                add(body, value);
            },
        )
        .at((0, Some(2), Some(3)))
        .says(&["%half"]),
        body(
            "operands.dominance",
            "a value of a block that no path leads to",
            |_, body| {
                go(body, 2);
                body.start_block();
                let value = add(body, INT);
                go(body, 2);
                body.start_block();
                add(body, value);
            },
        )
        .at((0, Some(2), Some(3))),
        body(
            "operands.dominance",
            "an entry of a phi for the other way",
            |_, body| {
                branch(body, 1, 2);
                body.start_block();
                let value = add(body, INT);
                go(body, 3);
                body.start_block();
                go(body, 3);
                body.start_block();
                phi(body, &[(INT, 1), (value, 2)]);
            },
        )
        .at((0, Some(3), Some(4)))
        .says(&["end of block 2"]),
        body(
            "operands.dominance",
            "what an invoke gives, where it unwinds to",
            |module, body| {
                let value = invoke(module, body, 1, 2);
                body.start_block();
                body.push(Inst::Ret { value: None }, TypeId::VOID);
                body.start_block();
                add(body, value);
            },
        )
        .at((0, Some(2), Some(2))),
        body(
            "operands.dominance",
            "what an invoke gives, in a phi there",
            |module, body| {
                let value = invoke(module, body, 1, 2);
                body.start_block();
                body.push(Inst::Ret { value: None }, TypeId::VOID);
                body.start_block();
                phi(body, &[(value, 0)]);
            },
        )
        .at((0, Some(2), Some(2))),
        body(
            "operands.dominance",
            "what an invoke gives, where both ways meet",
            |module, body| {
                let value = invoke(module, body, 1, 2);
                body.start_block();
                add(body, value);
                body.push(Inst::Ret { value: None }, TypeId::VOID);
                body.start_block();
                go(body, 1);
            },
        )
        .at((0, Some(1), Some(1))),
        body("operands.exist", "a parameter past the end", |_, body| {
            add(body, Value::Argument(6));
        })
        .says(&["parameter 6"]),
        body(
            "operands.exist",
            "an instruction past the end",
            |_, body| {
                add(body, Value::Inst(InstId(70)));
            },
        )
        .says(&["instruction 70"]),
        body("operands.exist", "a constant past the end", |_, body| {
            call(body, Value::Constant(ConstantId(900)), &[], TypeId::VOID);
        }),
        body(
            "operands.single",
            "the result of a call that gives none",
            |module, body| {
                let callee = declare(module, b"f", TypeId::VOID, &[], false);
                let nothing = Value::Inst(call(body, callee, &[], TypeId::VOID));
                body.push(Inst::Cast { value: nothing }, TypeId::INT);
            },
        )
        .at((0, Some(0), Some(1)))
        .says(&["void"]),
    ]
}
