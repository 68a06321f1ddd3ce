//! Hot functions, whose code comes before that of the whole program.

use super::*;
use crate::compiled::Tiering;
use crate::irt::Irt;
use crate::machine;
use std::sync::Arc;

/// `_start` calls a function from a loop. `@f1` calls itself by its address, `@f2` loads from the
/// address that it is given.
const CALLS: &str = "module { version 1;
  types { count 4; @t0 = void; @t1 = i32; @t2 = i1; @t3 = void (i32); }
  define external void @f0(i32);
  define internal void @f1(i32);
  define internal void @f2(i32);
  globals { count 0; }
  valuesymtab { @f0 : \"_start\"; }
  function void @f0(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 100000; %c1 = i32 1; %c2 = i32 LAST; }
    %b0:
      br label %b1;
    %b1:
      declare i32 %v1;
      %v0 = phi i32 [%c0, %b0], [%v1, %b1];
      call void @CALLEE(i32 %p0);
      %v1 = sub i32 %v0, %c1;
      %v2 = icmp ne i32 %v1, %c1;
      br i1 %v2, label %b1, label %b2;
    %b2:
      call void @CALLEE(i32 %c2);
      ret void;
  }
  function void @f1(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 2; }
    %b0:
      call void %c0(i32 %p0);
      ret void;
  }
  function void @f2(i32 %p0) {
    blocks 1;
    %b0:
      %v0 = load i32* %p0, align 1;
      ret void;
  }
}";

fn calls(callee: &str, last: &str) -> Arc<Program> {
    let text = CALLS.replace("CALLEE", callee).replace("LAST", last);
    Arc::new(program(&text))
}

/// Runs a program, whose hot functions are compiled after its first rounds.
fn run_hot(program: &Arc<Program>, threads: crate::compiled::Threads) -> (Instance<Irt>, Stop) {
    let options = RunOptions::default();
    let (load, files, _) = options.open(crate::irt::function_count()).unwrap();
    let tiering = Tiering {
        slice: Some(1000),
        stays_hot: true,
        ..Tiering::default()
    };
    let host = |arena| machine::irt(files, None, arena);
    let code = CodeOptions {
        threads,
        ..CodeOptions::default()
    };
    let mut instance = Instance::tiered(program, &code, tiering, &load, host).unwrap();
    let stop = instance.run(None).unwrap_err();
    (instance, stop)
}

#[test]
fn a_trap_of_a_hot_function_has_its_place() {
    let program = calls("f2", "4");
    let trap = run(&program).0.unwrap_err();
    for threads in [crate::compiled::Threads::Off, crate::compiled::Threads::On] {
        let (instance, stop) = run_hot(&program, threads);
        assert!(instance.store.data().hot.is_in_use());
        assert_eq!(instance.trap(&stop, &program), trap);
    }
}

#[test]
fn a_function_that_calls_an_address_is_not_compiled_as_hot() {
    // It runs until the stack is full.
    let program = calls("f1", "4");
    let (instance, stop) = run_hot(&program, crate::compiled::Threads::Off);
    assert!(!instance.store.data().hot.is_in_use());
    assert_eq!(stop.without_place().kind, TrapKind::StackOverflow);
}
