//! The points at which an interpreted program switches to code.

use super::*;
use crate::compiled::Tiering;
use crate::machine;
use std::sync::Arc;

/// `_start` calls `@f1` so often that the program is compiled, then calls it many times
/// from a loop that does little else.
pub(super) const LOOPS: &str = "module { version 1;
  types { count 4; @t0 = void; @t1 = i32; @t2 = i1; @t3 = void (i32); }
  define external void @f0(i32);
  define internal void @f1(i32);
  globals { count 0; }
  valuesymtab { @f0 : \"_start\"; }
  function void @f0(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 1000000; %c3 = i32 2000; }
    %b0:
      call void @f1(i32 %c2);
      br label %b1;
    %b1:
      declare i32 %v1;
      %v0 = phi i32 [%c0, %b0], [%v1, %b1];
      call void @f1(i32 %c1);
      %v1 = add i32 %v0, %c1;
      %v2 = icmp ult i32 %v1, %c3;
      br i1 %v2, label %b1, label %b2;
    %b2:
      ret void;
  }
  function void @f1(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 1; }
    %b0:
      br label %b1;
    %b1:
      declare i32 %v1;
      %v0 = phi i32 [%c0, %b0], [%v1, %b1];
      %v1 = add i32 %v0, %c1;
      %v2 = icmp ult i32 %v1, %p0;
      br i1 %v2, label %b1, label %b2;
    %b2:
      ret void;
  }
}";

#[test]
fn a_loop_that_only_calls_code_goes_over_as_well() {
    let program = Arc::new(program(LOOPS));
    let options = RunOptions::default();
    let (load, files, _) = options.open(crate::irt::function_count()).unwrap();
    let tiering = Tiering {
        waits: true,
        ..Tiering::default()
    };
    let host = |arena| machine::irt(files, None, arena);
    let code = CodeOptions::default();
    let mut instance = Instance::tiered(&program, &code, tiering, &load, host).unwrap();
    // The program ends without a call of exit.
    let _ = instance.run(None);
    let compilation = instance.compilation().unwrap();
    let mut entered = compilation.0.entered();
    entered.sort();
    assert_eq!(entered, [FuncId(0), FuncId(1)]);
}
