//! Tests functions that start at another block than their first.

use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{BlockId, Inst, Intrinsic};
use pinnacle_testing::build::ModuleBuilder;
use pinnacle_wasm::{LoopEntry, Options, translate_loop_entry};
use wasmparser::{Operator, Parser, Payload};

/// Returns true if the loop of a function has an entry. The loop is endless and stores something,
/// or calls setjmp with `sets`.
fn has_entry(sets: bool) -> bool {
    let mut module = ModuleBuilder::new();
    let setjmp = module.intrinsic(Intrinsic::Setjmp);
    let start = module.start();
    let mut f = module.body(start);
    let circle = f.block();
    f.br(circle);
    f.switch_to(circle);
    let buffer = f.param(0);
    if sets {
        f.call(setjmp, &[buffer]);
    } else {
        f.store(buffer, buffer);
    }
    f.br(circle);
    module.define(start, f);
    let program = module.program();
    let entry = LoopEntry {
        function: program.module().entry().expect("there is a start"),
        block: BlockId(1),
        given: vec![0],
        derived: Vec::new(),
    };
    let options = Options {
        defines_memory: true,
        jobs: 1,
        ..Options::default()
    };
    let entry = translate_loop_entry(&program, &options, &entry);
    entry.expect("it can be expressed").is_some()
}

#[test]
fn a_function_that_calls_setjmp_is_not_entered_at_a_loop() {
    assert!(has_entry(false));
    assert!(!has_entry(true));
}

/// Returns the number of additions in the entry of a loop that accesses the memory 8 bytes after a
/// parameter. The sum is computed before the loop, and is given to the entry or derived there.
fn additions(is_given: bool) -> usize {
    let mut module = ModuleBuilder::new();
    let start = module.start();
    let mut f = module.body(start);
    let circle = f.block();
    let base = f.param(0);
    let sum = f.offset(base, 8);
    f.br(circle);
    f.switch_to(circle);
    let number = f.load(Type::I32, sum);
    f.store(number, sum);
    f.br(circle);
    module.define(start, f);
    let program = module.program();
    let function = &program.functions()[0];
    let is_sum = |inst: &Inst| {
        matches!(
            inst,
            Inst::Binary {
                op: BinaryOp::Add,
                ..
            }
        )
    };
    assert_eq!(function.insts().iter().position(is_sum), Some(0));
    let sum = function.first_inst_value() - function.first_local();
    let (given, derived) = match is_given {
        true => (vec![0, sum], Vec::new()),
        false => (vec![0], vec![sum]),
    };
    let entry = LoopEntry {
        function: program.module().entry().expect("there is a start"),
        block: BlockId(1),
        given,
        derived,
    };
    let options = Options {
        defines_memory: true,
        jobs: 1,
        ..Options::default()
    };
    let entry = translate_loop_entry(&program, &options, &entry);
    let entry = entry
        .expect("it can be expressed")
        .expect("it has an entry");
    let mut additions = 0;
    for payload in Parser::new(0).parse_all(&entry.bytes) {
        if let Payload::CodeSectionEntry(code) = payload.expect("the module is valid") {
            let operators = code.get_operators_reader().expect("it has code");
            for operator in operators {
                let operator = operator.expect("the code is valid");
                additions += usize::from(matches!(operator, Operator::I32Add));
            }
        }
    }
    additions
}

#[test]
fn an_address_at_a_base_is_an_offset_in_an_entry_too() {
    assert_eq!(additions(false), 0);
    assert_eq!(additions(true), 0);
}
