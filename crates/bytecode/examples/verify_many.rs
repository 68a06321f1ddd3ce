//! Verifies a made module, for measurements:
//! `valgrind --tool=callgrind target/release/examples/verify_many 2000 5`
//! verifies 2000 functions five times. Prints how many instructions that were.

use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{
    BinaryOp, BlockId, Body, Incoming, Inst, InstId, Linkage, TypeId, Value,
};
use pinnacle_bytecode::verify::{Options, verify};

/// A loop that adds up memory, with branches in it: 16 instructions in each of
/// ten rounds of five blocks.
fn body(module: &mut Module, callee: Value) -> Body {
    let one = Value::Constant(module.constants.int(TypeId::INT, 1));
    let zero = Value::Constant(module.constants.int(TypeId::INT, 0));
    let address = module.types.pointer_to(TypeId::INT);
    let add = |body: &mut Body, lhs, rhs| {
        let op = BinaryOp::Add;
        Value::Inst(body.push(Inst::Binary { op, lhs, rhs }, TypeId::INT))
    };
    let mut body = Body::new();
    let mut block = body.start_block();
    let mut sum = Value::Argument(0);
    for _ in 0..10 {
        let [head, left, right, latch] = [1, 2, 3, 4].map(|step| BlockId(block.0 + step));
        body.push(Inst::Br { target: head }, TypeId::VOID);
        body.start_block();
        let first = body.inst_count() as u32;
        let carried = body.add_incoming(&[
            Incoming { value: zero, block },
            Incoming {
                value: Value::Inst(InstId(first + 11)),
                block: latch,
            },
        ]);
        let counter = Value::Inst(body.push(Inst::Phi { incoming: carried }, TypeId::INT));
        let op = BinaryOp::SetLt;
        let compared = body.push(
            Inst::Binary {
                op,
                lhs: counter,
                rhs: Value::Argument(0),
            },
            TypeId::BOOL,
        );
        body.push(
            Inst::CondBr {
                condition: Value::Inst(compared),
                if_true: left,
                if_false: right,
            },
            TypeId::VOID,
        );
        body.start_block();
        let element = {
            let indices = body.add_values(&[counter]);
            let pointer = Value::Argument(1);
            Value::Inst(body.push(Inst::GetElementPtr { pointer, indices }, address))
        };
        let loaded = Value::Inst(body.push(
            Inst::Load {
                pointer: element,
                volatile: false,
            },
            TypeId::INT,
        ));
        let arguments = body.add_values(&[loaded]);
        let called = Value::Inst(body.push(Inst::Call { callee, arguments }, TypeId::INT));
        add(&mut body, called, counter);
        body.push(Inst::Br { target: latch }, TypeId::VOID);
        body.start_block();
        add(&mut body, counter, sum);
        body.push(Inst::Br { target: latch }, TypeId::VOID);
        block = body.start_block();
        let next = add(&mut body, counter, one);
        assert_eq!(next, Value::Inst(InstId(first + 10)));
        sum = add(&mut body, next, sum);
        let next_round = BlockId(block.0 + 1);
        body.push(
            Inst::CondBr {
                condition: Value::Inst(compared),
                if_true: head,
                if_false: next_round,
            },
            TypeId::VOID,
        );
        block = body.start_block();
    }
    body.push(Inst::Ret { value: Some(sum) }, TypeId::VOID);
    body
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|text| text.parse::<usize>().expect("numbers are expected"));
    let functions = numbers.next().unwrap_or(1000);
    let rounds = numbers.next().unwrap_or(1);
    let mut module = Module::new();
    let address = module.types.pointer_to(TypeId::INT);
    let callee_type = module.types.function(TypeId::INT, &[TypeId::INT], false);
    let callee = module.add_function(b"callee", callee_type, Linkage::External);
    let callee = Value::Constant(module.function_address(callee));
    let ty = module
        .types
        .function(TypeId::INT, &[TypeId::INT, address], false);
    let body = body(&mut module, callee);
    let insts = body.inst_count() * functions * rounds;
    for number in 0..functions {
        let name = format!("f{number}");
        let id = module.add_function(name.as_bytes(), ty, Linkage::External);
        module.functions[id.index()].body = Some(Box::new(body.clone()));
    }
    for _ in 0..rounds {
        verify(&module, &Options { jobs: 1 }).expect("the module is well-formed");
    }
    println!("{insts} instructions");
}
