//! Traps and their places are the same in both engines.

use super::*;
use crate::interp::{self, Interpreter};
use crate::memory::{Access, Fault};

/// Functions that trap, for arguments that make them.
pub(super) const TEXT: &str = r#"module {
  version 1;
  types {
    count 7;
    @t0 = void;
    @t1 = i32;
    @t2 = i8;
    @t3 = void (i32);
    @t4 = i32 (i32);
    @t5 = i32 (i32, i32);
    @t6 = void ();
  }
  define external void @f0(i32);
  define internal i32 @f1(i32);               // load
  define internal i32 @f2(i32);               // store
  define internal i32 @f3(i32, i32);          // divide
  define internal void @f4();                 // unreachable
  define internal void @f5();                 // llvm.trap
  define internal i32 @f6(i32);               // alloca
  define internal i32 @f7(i32);               // calls itself for ever
  define internal i32 @f8(i32);               // calls an address
  define internal i32 @f9(i32);               // an atomic load
  declare external void @f10();
  declare external i32 @f11(i32, i32);
  globals {
    count 4;
    const @g0, align 4,
      {"read"}
    var @g1, align 4,
      {"both"}
    const @g2, align 4,
      reloc @f9;
    const @g3, align 4,
      reloc @f4;
  }
  valuesymtab {
    @f0 : "_start";
    @f10 : "llvm.trap";
    @f11 : "llvm.nacl.atomic.load.i32";
  }
  function void @f0(i32 %p0) {
    blocks 1;
  %b0:
    ret void;
  }
  function i32 @f1(i32 %p0) {
    blocks 1;
  %b0:
    %v0 = load i32* %p0, align 1;
    ret i32 %v0;
  }
  function i32 @f2(i32 %p0) {
    blocks 1;
  %b0:
    store i32 %p0, i32* %p0, align 1;
    ret i32 %p0;
  }
  function i32 @f3(i32 %p0, i32 %p1) {
    blocks 1;
  %b0:
    %v0 = sdiv i32 %p0, %p1;
    ret i32 %v0;
  }
  function void @f4() {
    blocks 1;
  %b0:
    unreachable;
  }
  function void @f5() {
    blocks 1;
  %b0:
    call void @f10();
    ret void;
  }
  function i32 @f6(i32 %p0) {
    blocks 1;
  %b0:
    %v0 = alloca i8, i32 %p0, align 1;
    ret i32 %v0;
  }
  function i32 @f7(i32 %p0) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 1;
    }
  %b0:
    %v0 = add i32 %p0, %c0;
    %v1 = call i32 @f7(i32 %v0);
    %v2 = add i32 %v1, %v0;
    ret i32 %v2;
  }
  function i32 @f8(i32 %p0) {
    blocks 1;
  %b0:
    %v0 = call i32 %p0(i32 %p0);
    ret i32 %v0;
  }
  function i32 @f9(i32 %p0) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 6;
    }
  %b0:
    %v0 = call i32 @f11(i32 %p0, i32 %c0);
    ret i32 %v0;
  }
}
"#;

/// Calls a function on both engines. Returns the trap of this one, after checking that the
/// interpreter's is in the same place.
fn trap(function: u32, args: &[u64]) -> TrapKind {
    let program = program(TEXT);
    let compiled = call(&program, function, args).unwrap_err();
    let interpreted = interpret(&program, function, args).unwrap_err();
    assert_eq!(compiled.stack[0], interpreted.stack[0]);
    if compiled.kind != TrapKind::StackOverflow {
        assert_eq!(compiled.stack, interpreted.stack);
    }
    assert_eq!(
        std::mem::discriminant(&compiled.kind),
        std::mem::discriminant(&interpreted.kind),
        "{compiled}, but {interpreted}"
    );
    compiled.kind
}

fn interpret(program: &Program, function: u32, args: &[u64]) -> Result<[u64; 2], Trap> {
    let options = RunOptions::default();
    let mut instance = crate::program::Instance::new(program.module(), options).unwrap();
    let image = &mut instance.image;
    let options = interp::Options::default();
    let (module, bodies) = (program.module(), program.functions());
    Interpreter::new(module, bodies, &image.globals, options).call(
        &mut image.memory,
        FuncId(function),
        args,
        image.stack.clone(),
    )
}

fn memory(address: u32, len: u32, access: Access) -> TrapKind {
    TrapKind::Memory(Fault {
        address,
        len,
        access,
    })
}

#[test]
fn accesses_that_the_pages_do_not_allow() {
    let stack = crate::compiled::Instance::new(&code(&program(TEXT)), RunOptions::default())
        .unwrap()
        .stack();
    for address in [0, 4, 0xfffc, stack.start - 4, 0x4000_0000, u32::MAX - 3] {
        assert_eq!(trap(1, &[address.into()]), memory(address, 4, Access::Read));
        assert_eq!(
            trap(2, &[address.into()]),
            memory(address, 4, Access::Write)
        );
    }
    let constant = 0x1_0000;
    assert_eq!(trap(2, &[constant]), memory(0x1_0000, 4, Access::Write));
    assert!(call(&program(TEXT), 1, &[constant]).is_ok());
    assert!(call(&program(TEXT), 2, &[stack.start.into()]).is_ok());
}

#[test]
fn divisions() {
    assert_eq!(trap(3, &[1, 0]), TrapKind::DivisionByZero);
    assert_eq!(trap(3, &[1 << 31, 0xffff_ffff]), TrapKind::IntegerOverflow);
    assert_eq!(call(&program(TEXT), 3, &[7, 2]), Ok([3, 0]));
}

#[test]
fn code_marked_as_unreachable() {
    assert_eq!(trap(4, &[]), TrapKind::Unreachable);
    assert_eq!(trap(5, &[]), TrapKind::Trap);
}

#[test]
fn stacks_that_overflow() {
    assert_eq!(trap(6, &[17 << 20]), TrapKind::StackOverflow);
    assert!(call(&program(TEXT), 6, &[15 << 20]).is_ok());
    let program = program(TEXT);
    let trap = call(&program, 7, &[0]).unwrap_err();
    assert_eq!(trap.kind, TrapKind::StackOverflow);
    assert_eq!(trap.stack.len(), 48);
    assert!(trap.omitted > 100_000, "{}", trap.omitted);
    assert_eq!(trap.stack[0].text, "%v1 = call i32 @f7(i32 %v0);");
}

#[test]
fn calls_of_values_that_are_not_functions() {
    for address in [0, 5_000_000] {
        assert_eq!(trap(8, &[address]), TrapKind::BadFunctionAddress(None));
    }
    assert!(matches!(trap(8, &[5]), TrapKind::SignatureMismatch { .. }));
}

#[test]
fn atomic_accesses() {
    assert_eq!(trap(9, &[0x1_0002]), TrapKind::Misaligned(None));
    assert_eq!(trap(9, &[0]), memory(0, 4, Access::Read));
    assert!(call(&program(TEXT), 9, &[0x1_0000]).is_ok());
}
