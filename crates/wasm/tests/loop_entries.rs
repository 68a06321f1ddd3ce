//! Tests functions that start at another block than their first.

use pinnacle_pexe::{BlockId, Intrinsic};
use pinnacle_testing::build::ModuleBuilder;
use pinnacle_wasm::{LoopEntry, Options, translate_loop_entry};

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
