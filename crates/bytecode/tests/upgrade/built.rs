//! Modules built in memory, upgraded, and run by the `lli` of today.

use std::io::Write;
use std::process::{Command, Stdio};

use pinnacle_bytecode::model::*;
use pinnacle_bytecode::upgrade::{Options, upgrade};

fn run(module: &Module, expected: &str, status: i32) {
    let new = upgrade(module, &Options::default()).expect("it can be upgraded");
    let text = pinnacle_llvm::print(&new);
    for (name, flags) in [("lli-14", &["-opaque-pointers"][..]), ("lli-16", &[]), ("lli-19", &[])] {
        if Command::new(name).arg("--version").output().is_err() {
            continue;
        }
        let mut child = Command::new(name)
            .args(flags)
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}: {message}\n{text}");
        assert_eq!(output.status.code(), Some(status), "{name}: {message}\n{text}");
    }
}

#[test]
fn unwinding_comes_to_the_closest_invoke() {
    let mut m = Module::new();
    let thrower_type = m.types.function(TypeId::INT, &[TypeId::INT], false);
    let odd = m.add_function(b"odd", thrower_type, Linkage::External);
    let main_type = m.types.function(TypeId::INT, &[], false);
    let main = m.add_function(b"main", main_type, Linkage::External);
    let two = m.constants.int(TypeId::INT, 2);
    let zero = m.constants.int(TypeId::INT, 0);
    let one = m.constants.int(TypeId::INT, 1);
    let ten = m.constants.int(TypeId::INT, 10);
    let odd_address = m.function_address(odd);

    let mut b = Body::new();
    b.start_block();
    let argument = Value::Argument(0);
    let rem = b.push(
        Inst::Binary { op: BinaryOp::Rem, lhs: argument, rhs: Value::Constant(two) },
        TypeId::INT,
    );
    let even = b.push(
        Inst::Binary { op: BinaryOp::SetEq, lhs: Value::Inst(rem), rhs: Value::Constant(zero) },
        TypeId::BOOL,
    );
    b.push(
        Inst::CondBr { condition: Value::Inst(even), if_true: BlockId(1), if_false: BlockId(2) },
        TypeId::VOID,
    );
    b.start_block();
    b.push(Inst::Unwind, TypeId::VOID);
    b.start_block();
    b.push(Inst::Ret { value: Some(argument) }, TypeId::VOID);
    m.functions[odd.index()].body = Some(Box::new(b));

    // Adds 10 for each call that unwinds, of 10 calls.
    let mut b = Body::new();
    b.start_block();
    b.push(Inst::Br { target: BlockId(1) }, TypeId::VOID);
    b.start_block();
    let index = b.push(Inst::Phi { incoming: List::EMPTY }, TypeId::INT);
    let sum = b.push(Inst::Phi { incoming: List::EMPTY }, TypeId::INT);
    let arguments = b.add_values(&[Value::Inst(index)]);
    b.push(
        Inst::Invoke {
            callee: Value::Constant(odd_address),
            arguments,
            normal: BlockId(2),
            unwind: BlockId(2),
        },
        TypeId::INT,
    );
    b.start_block();
    let edges = [
        Incoming { value: Value::Constant(one), block: BlockId(1) },
        Incoming { value: Value::Constant(ten), block: BlockId(1) },
    ];
    let incoming = b.add_incoming(&edges[..1]);
    let more = b.push(Inst::Phi { incoming }, TypeId::INT);
    let next_sum = b.push(
        Inst::Binary { op: BinaryOp::Add, lhs: Value::Inst(sum), rhs: Value::Inst(more) },
        TypeId::INT,
    );
    let next = b.push(
        Inst::Binary { op: BinaryOp::Add, lhs: Value::Inst(index), rhs: Value::Constant(one) },
        TypeId::INT,
    );
    let again = b.push(
        Inst::Binary { op: BinaryOp::SetLt, lhs: Value::Inst(next), rhs: Value::Constant(ten) },
        TypeId::BOOL,
    );
    b.push(
        Inst::CondBr { condition: Value::Inst(again), if_true: BlockId(1), if_false: BlockId(3) },
        TypeId::VOID,
    );
    b.start_block();
    b.push(Inst::Ret { value: Some(Value::Inst(next_sum)) }, TypeId::VOID);
    for (phi, start) in [(index, zero), (sum, zero)] {
        let step = if phi == index { next } else { next_sum };
        let incoming = b.add_incoming(&[
            Incoming { value: Value::Constant(start), block: BlockId(0) },
            Incoming { value: Value::Inst(step), block: BlockId(2) },
        ]);
        b.replace(phi, Inst::Phi { incoming });
    }
    m.functions[main.index()].body = Some(Box::new(b));
    run(&m, "", 10);
}
