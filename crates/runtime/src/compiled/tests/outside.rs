//! Programs whose functions run on both engines.

use super::*;
use crate::loader::LoadOptions;
use std::sync::Arc;

/// Runs a program with some functions interpreted.
fn run_mixed(program: &Arc<Program>, outside: Vec<FuncId>) -> (Result<u8, Trap>, String) {
    let options = CodeOptions {
        exports: Exports::All,
        outside,
        ..CodeOptions::default()
    };
    let code = Code::compile(program, &options).unwrap();
    let output = Capture::new();
    let stdio = Stdio {
        output: output.stream(),
        ..Stdio::default()
    };
    let files = crate::files::FileSystem::new(stdio, Vec::new()).unwrap();
    let load = LoadOptions {
        arguments: vec![b"program".to_vec()],
        environment: Vec::new(),
        memory_limit: 64 << 20,
        stack_size: 1 << 20,
        host_functions: 0,
    };
    let host = |arena| crate::irt::Irt::repeatable(files, 0, arena);
    let mut instance = Instance::mixed(&code, program, &load, host).unwrap();
    let end = instance.run(None);
    let end = end.map_err(|stop| stop.trap(&code, program));
    (end, String::from_utf8(output.take()).unwrap())
}

fn defined(program: &Program) -> Vec<FuncId> {
    let all = (0..).map(FuncId).zip(&program.module().functions);
    all.filter(|(_, function)| function.body.is_some())
        .map(|(id, _)| id)
        .collect()
}

#[test]
fn each_function_can_be_interpreted() {
    for text in [
        include_str!("../../../../../examples/hello.pnasm"),
        include_str!("../../../../../examples/factorial.pnasm"),
        include_str!("../../../../../examples/count.pnasm"),
    ] {
        let program = Arc::new(program(text));
        let expected = run_mixed(&program, Vec::new());
        assert_eq!(expected.0, Ok(0));
        let functions = defined(&program);
        for &function in &functions {
            assert_eq!(run_mixed(&program, vec![function]), expected, "{function}");
            let others = functions.iter().copied().filter(|&other| other != function);
            assert_eq!(
                run_mixed(&program, others.collect()),
                expected,
                "all but {function}"
            );
        }
        assert_eq!(run_mixed(&program, functions), expected);
    }
}

/// The trap of `@f1`, a load at 0, when `_start` calls it, is in the same
/// place whichever of the two is interpreted.
#[test]
fn traps_have_their_place() {
    let text = traps::TEXT.replacen(
        "    ret void;\n",
        "    %v0 = call i32 @f1(i32 %c0);\n    ret void;\n",
        1,
    );
    let text = text.replacen(
        "    blocks 1;\n  %b0:\n    %v0 = call i32 @f1",
        "    blocks 1;\n    constants {\n      i32:\n        %c0 = i32 0;\n    }\n  %b0:\n    %v0 = call i32 @f1",
        1,
    );
    let program = Arc::new(program(&text));
    let traps = [
        vec![],
        vec![FuncId(0)],
        vec![FuncId(1)],
        vec![FuncId(0), FuncId(1)],
    ]
    .map(|outside| run_mixed(&program, outside).0.unwrap_err());
    assert!(matches!(traps[0].kind, TrapKind::Memory(_)), "{}", traps[0]);
    for trap in &traps {
        assert_eq!(trap.kind, traps[0].kind);
        assert_eq!(trap.stack[0], traps[0].stack[0]);
    }
}

#[test]
fn without_an_interpreter_its_functions_trap() {
    let program = program(include_str!("../../../../../examples/hello.pnasm"));
    let options = CodeOptions {
        outside: vec![FuncId(0)],
        ..CodeOptions::default()
    };
    let code = Code::compile(&program, &options).unwrap();
    let error = Instance::new(&code, RunOptions::default()).map(drop);
    assert!(error.unwrap_err().to_string().contains("pinnacle-outside"));
}
