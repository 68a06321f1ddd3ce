//! Prints a large module made here and says how many bytes of text that are.
//!
//! ```sh
//! cargo build --release -p pinnacle-bytecode --example print_speed
//! valgrind --tool=callgrind target/release/examples/print_speed 2000
//! ```
//!
//! The difference between the instructions of two runs of different size,
//! divided by that of the bytes, is the cost of a byte; making the module is
//! part of it, unless the second argument is `0`, which only makes it.

use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{BinaryOp, BlockId, Body, Incoming, Inst, Linkage, TypeId, Value};
use pinnacle_bytecode::text::{PrintOptions, print};

fn main() -> Result<(), pinnacle_bytecode::Error> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .and_then(|argument| argument.parse().ok())
            .unwrap_or(default)
    };
    let (functions, times) = (number(1000), number(1));
    let module = large_module(functions);
    let options = PrintOptions {
        jobs: 1,
        ..PrintOptions::default()
    };
    for _ in 0..times {
        println!("{} bytes", print(&module, &options)?.len());
    }
    Ok(())
}

/// Functions as compilers of those days made them: loads and stores of fields
/// of structures with names, arithmetic, loops with phis, calls.
fn large_module(functions: usize) -> Module {
    let mut module = Module::new();
    let node = module
        .types
        .struct_of(&[TypeId::INT, TypeId::DOUBLE, TypeId::LONG]);
    module.name_type(b"struct.node", node);
    let pointer = module.types.pointer_to(node);
    let int_pointer = module.types.pointer_to(TypeId::INT);
    let ty = module
        .types
        .function(TypeId::INT, &[pointer, TypeId::INT], false);
    let counter = module.add_global(b"counter", TypeId::INT, Linkage::Internal, false, None);
    let counter = Value::Constant(module.global_address(counter));
    let zero = Value::Constant(module.constants.int(TypeId::LONG, 0));
    let field = Value::Constant(module.constants.int(TypeId::UINT, 0));
    for number in 0..functions {
        let step = Value::Constant(module.constants.int(TypeId::INT, number as u64));
        let name = format!("function_{number}");
        let id = module.add_function(name.as_bytes(), ty, Linkage::Internal);
        let callee = Value::Constant(module.function_address(id));
        let mut body = Body::new();
        body.name_argument(0, b"node");
        body.name_argument(1, b"count");
        body.start_block();
        body.name_block(BlockId(0), b"entry");
        body.push(Inst::Br { target: BlockId(1) }, TypeId::VOID);
        for number in 1..40 {
            let block = body.start_block();
            body.name_block(block, format!("loopentry.{number}").as_bytes());
            let incoming = [BlockId(block.0 - 1), block].map(|block| Incoming {
                value: Value::Argument(1),
                block,
            });
            let incoming = body.add_incoming(&incoming);
            let phi = body.push(Inst::Phi { incoming }, TypeId::INT);
            body.name_inst(phi, b"indvar");
            let indices = body.add_values(&[zero, field]);
            let element = Inst::GetElementPtr {
                pointer: Value::Argument(0),
                indices,
            };
            let element = body.push(element, int_pointer);
            body.name_inst(element, format!("tmp.{number}").as_bytes());
            let volatile = false;
            let load = Inst::Load {
                pointer: Value::Inst(element),
                volatile,
            };
            let load = body.push(load, TypeId::INT);
            let sum = Inst::Binary {
                op: BinaryOp::Add,
                lhs: Value::Inst(load),
                rhs: step,
            };
            let sum = body.push(sum, TypeId::INT);
            let store = Inst::Store {
                value: Value::Inst(sum),
                pointer: counter,
                volatile,
            };
            body.push(store, TypeId::VOID);
            let arguments = body.add_values(&[Value::Argument(0), Value::Inst(sum)]);
            body.push(Inst::Call { callee, arguments }, TypeId::INT);
            let less = Inst::Binary {
                op: BinaryOp::SetLt,
                lhs: Value::Inst(phi),
                rhs: Value::Inst(load),
            };
            let condition = Value::Inst(body.push(less, TypeId::BOOL));
            let branch = Inst::CondBr {
                condition,
                if_true: block,
                if_false: BlockId(block.0 + 1),
            };
            body.push(branch, TypeId::VOID);
        }
        body.start_block();
        let value = Some(Value::Argument(1));
        body.push(Inst::Ret { value }, TypeId::VOID);
        module.functions[id.index()].body = Some(Box::new(body));
    }
    module
}
