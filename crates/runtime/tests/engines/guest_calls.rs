//! Calls of the program that a host function requests.

use super::{How, TestHost, program, run, run_tiered};
use pinnacle_runtime::TrapKind;

/// A start function that calls `@f1` through the host and writes the result.
const APPLY: &str = "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $apply; %c1 = i32 ARGUMENT; %c2 = i32 $log; %c3 = i32 $exit; %c4 = i32 3; }
  %b0:
    %v0 = call i32 %c0(i32 @f1, i32 %c1);
    call void %c2(i32 %v0);
    call void %c3(i32 %c4);
    ret void;
  }
";

fn apply(argument: i32, function: &str) -> super::Run {
    let start = APPLY.replace("ARGUMENT", &argument.to_string());
    run(
        &program(&(start + function)),
        TestHost::default,
        How::default(),
    )
}

#[test]
fn a_function_of_the_host_calls_one_of_the_program() {
    let run = apply(
        7,
        "
  function i32 @f1(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 10; }
  %b0:
    %v0 = mul i32 %p0, %c0;
    ret i32 %v0;
  }",
    );
    assert_eq!((run.end.clone(), run.log()), (Ok(3), vec!["0: 71"]));
}

/// A function that calls itself through the host, as often as its argument says.
const NESTED: &str = "
  function i32 @f1(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 $apply; %c3 = i32 16; %c4 = i32 100; }
  %b0:
    %v0 = alloca i8, i32 %c3, align 4;
    store i32 %p0, i32* %v0, align 1;
    %v1 = icmp eq i32 %p0, %c0;
    br i1 %v1, label %b2, label %b1;
  %b1:
    %v2 = sub i32 %p0, %c1;
    %v3 = call i32 %c2(i32 @f1, i32 %v2);
    %v4 = load i32* %v0, align 1;
    %v5 = add i32 %v3, %v4;
    ret i32 %v5;
  %b2:
    ret i32 %c4;
  }";

#[test]
fn such_calls_nest_to_a_limit() {
    // Each call adds its argument, and each return through the host adds one.
    assert_eq!(apply(10, NESTED).log(), ["0: 166"]);
    assert_eq!(apply(63, NESTED).log(), ["0: 2180"]);
    let run = apply(64, NESTED);
    let trap = run.trap();
    assert_eq!(trap.kind, TrapKind::StackOverflow);
    assert_eq!(trap.stack.len() + trap.omitted, 65);
    assert!(trap.stack[0].text.contains("call"), "{trap}");
    assert_eq!(trap.stack.last().unwrap().function, "@f0 \"_start\"");
}

#[test]
fn values_of_every_type_survive_the_way() {
    let program = program(
        "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $mix; %c1 = i32 $log_double; %c2 = i32 $wide; %c3 = i32 $log; }
  %b0:
    %v0 = call double %c0(i32 @f1);
    call void %c1(double %v0);
    %v1 = call i32 %c2(i32 @f2);
    call void %c3(i32 %v1);
    ret void;
  }
  function double @f1(double %p0, float %p1) {
    blocks 1;
  %b0:
    %v0 = fpext float %p1 to double;
    %v1 = fadd double %p0, %v0;
    ret double %v1;
  }
  function i64 @f2(i64 %p0, i32 %p1) {
    blocks 1;
  %b0:
    %v0 = zext i32 %p1 to i64;
    %v1 = mul i64 %p0, %v0;
    ret i64 %v1;
  }",
    );
    let run = run(&program, TestHost::default, How::default());
    assert_eq!(run.log(), ["0: 7.5", "0: 5376"]);
}

#[test]
fn many_calls_leave_the_stack_where_it_was() {
    let program = program(
        "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $repeat; %c1 = i32 50000; %c2 = i32 $log; }
  %b0:
    %v0 = call i32 %c0(i32 @f1, i32 %c1);
    %v1 = load i32* @g1, align 1;
    call void %c2(i32 %v1);
    ret void;
  }
  function void @f1() {
    blocks 1;
    constants { i32: %c0 = i32 1; %c1 = i32 4096; }
  %b0:
    %v0 = alloca i8, i32 %c1, align 1;
    store i32 %c1, i32* %v0, align 1;
    %v1 = load i32* @g1, align 1;
    %v2 = add i32 %v1, %c0;
    store i32 %v2, i32* @g1, align 1;
    ret void;
  }",
    );
    let run = run(&program, TestHost::default, How::default());
    assert_eq!((run.end.clone(), run.log()), (Ok(0), vec!["0: 50000"]));
}

#[test]
fn guest_functions_can_be_called_in_any_thread() {
    let program = program(
        "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $start; %c1 = i32 60000; %c2 = i32 0; %c3 = i32 $take; }
  %b0:
    %v0 = add i32 @g0, %c1;
    %v1 = call i32 %c0(i32 @f1, i32 %v0, i32 %c2);
    %v2 = call i32 %c3(i32 %c2);
    ret void;
  }
  function void @f1() {
    blocks 1;
    constants { i32: %c0 = i32 $apply; %c1 = i32 5; %c2 = i32 $log; %c3 = i32 $give; %c4 = i32 0; %c5 = i32 $end; }
  %b0:
    %v0 = call i32 %c0(i32 @f2, i32 %c1);
    call void %c2(i32 %v0);
    call void %c3(i32 %c4);
    call void %c5(i32 %c4);
    unreachable;
  }
  function i32 @f2(i32 %p0) {
    blocks 1;
  %b0:
    %v0 = mul i32 %p0, %p0;
    ret i32 %v0;
  }",
    );
    for host in [TestHost::default, TestHost::in_real_time] {
        let run = run(&program, host, How::default());
        assert_eq!((run.end.clone(), run.log()), (Ok(0), vec!["1: 26"]));
    }
}

#[test]
fn a_trap_within_tells_of_all_calls() {
    let run = apply(
        7,
        "
  function i32 @f1(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $apply; }
  %b0:
    %v0 = call i32 %c0(i32 @f2, i32 %p0);
    ret i32 %v0;
  }
  function i32 @f2(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 0; }
  %b0:
    %v0 = udiv i32 %p0, %c0;
    ret i32 %v0;
  }",
    );
    let trap = run.trap();
    assert_eq!(trap.kind, TrapKind::DivisionByZero);
    let functions: Vec<&str> = trap.stack.iter().map(|at| &*at.function).collect();
    assert_eq!(functions, ["@f2", "@f1", "@f0 \"_start\""]);
}

#[test]
fn a_program_may_end_within() {
    let exit = |call: &str| {
        apply(
            7,
            &"
  function i32 @f1(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $CALL; %c1 = i32 0; }
  %b0:
    call void %c0(i32 %c1);
    unreachable;
  }"
            .replace("CALL", call),
        )
    };
    assert_eq!(exit("exit").end, Ok(0));
    // The last thread ends the program.
    assert_eq!(exit("end").end, Ok(0));
}

#[test]
fn longjmp_works_within_a_call_but_not_out_of_it() {
    let within = apply(
        7,
        "
  function i32 @f1(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 5; }
  %b0:
    %v0 = call i32 @setjmp(i32 @g2);
    %v1 = icmp eq i32 %v0, %c0;
    br i1 %v1, label %b1, label %b2;
  %b1:
    call void @longjmp(i32 @g2, i32 %c1);
    unreachable;
  %b2:
    ret i32 %v0;
  }",
    );
    assert_eq!(within.log(), ["0: 6"]);
    let out = program(
        "
  function void @f0(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 $apply; }
  %b0:
    %v0 = call i32 @setjmp(i32 @g2);
    %v1 = icmp eq i32 %v0, %c0;
    br i1 %v1, label %b1, label %b2;
  %b1:
    %v2 = call i32 %c1(i32 @f1, i32 %c0);
    ret void;
  %b2:
    ret void;
  }
  function i32 @f1(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 5; }
  %b0:
    call void @longjmp(i32 @g2, i32 %c0);
    unreachable;
  }",
    );
    // Machine code does not record the position of such a jump.
    let interpreted = super::interpret(&out, TestHost::default(), How::default());
    let compiled = super::run_compiled(&out, TestHost::default(), How::default());
    assert_eq!(interpreted.trap().kind, TrapKind::BadLongjmp);
    assert_eq!(compiled.trap().kind, TrapKind::BadLongjmp);
}

#[test]
fn a_setjmp_outlives_the_calls_after_it() {
    let program = program(
        "
  function void @f0(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 $apply; %c2 = i32 9; %c3 = i32 $log; }
  %b0:
    %v0 = call i32 @setjmp(i32 @g2);
    %v1 = icmp eq i32 %v0, %c0;
    br i1 %v1, label %b1, label %b2;
  %b1:
    %v2 = call i32 %c1(i32 @f1, i32 %c0);
    call void @longjmp(i32 @g2, i32 %c2);
    unreachable;
  %b2:
    call void %c3(i32 %v0);
    ret void;
  }
  function i32 @f1(i32 %p0) {
    blocks 1;
  %b0:
    %v0 = call i32 @setjmp(i32 @g1);
    ret i32 %v0;
  }",
    );
    assert_eq!(
        run(&program, TestHost::default, How::default()).log(),
        ["0: 9"]
    );
}

#[test]
fn calls_of_invalid_addresses_trap() {
    let call = |address: &str| {
        let start = APPLY
            .replace("ARGUMENT", "7")
            .replace("i32 @f1", address)
            .replace(
                "%c4 = i32 3;",
                "%c4 = i32 3; %c5 = i32 0; %c6 = i32 $log; %c7 = i32 99999;",
            );
        let function = "
  function void @f1() {
    blocks 1;
  %b0:
    ret void;
  }";
        run(
            &program(&(start + function)),
            TestHost::default,
            How::default(),
        )
    };
    for (address, expected) in [
        ("i32 %c5", TrapKind::BadFunctionAddress(Some(0))),
        ("i32 %c7", TrapKind::BadFunctionAddress(Some(99999))),
        // Host functions are not functions of the program.
        ("i32 %c6", TrapKind::BadFunctionAddress(Some(6))),
        (
            "i32 @f1",
            TrapKind::SignatureMismatch {
                expected: "i32 (i32)".into(),
                found: "void ()".into(),
            },
        ),
    ] {
        let run = call(address);
        assert_eq!(run.trap().kind, expected);
        assert_eq!(run.trap().stack[0].function, "@f0 \"_start\"");
    }
}

/// Callbacks of a host that runs the program's main loop. Each has its own frame and calls the
/// host, once with its own stack and once through another function.
const CALLBACKS: &str = "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $repeat; %c1 = i32 COUNT; %c2 = i32 $log; }
  %b0:
    %v0 = call i32 %c0(i32 @f1, i32 %c1);
    %v1 = load i32* @g1, align 1;
    call void %c2(i32 %v1);
    ret void;
  }
  function void @f1() {
    blocks 3;
    constants { i32: %c0 = i32 1; %c1 = i32 4096; %c2 = i32 $five; %c3 = i32 3; %c4 = i32 0; }
  %b0:
    %v0 = alloca i8, i32 %c1, align 1;
    store i32 %c1, i32* %v0, align 1;
    %v1 = call i32 %c2();
    br label %b1;
  %b1:
    declare i32 %v5;
    %v2 = phi i32 [%c4, %b0], [%v5, %b1];
    %v3 = call i32 @f2(i32 %v0);
    %v4 = call i32 %c2();
    %v5 = add i32 %v2, %c0;
    %v6 = icmp ult i32 %v5, %c3;
    br i1 %v6, label %b1, label %b2;
  %b2:
    %v7 = load i32* @g1, align 1;
    %v8 = add i32 %v7, %c0;
    store i32 %v8, i32* @g1, align 1;
    ret void;
  }
  function i32 @f2(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $apply; %c1 = i32 64; }
  %b0:
    %v0 = alloca i8, i32 %c1, align 1;
    store i32 %p0, i32* %v0, align 1;
    %v1 = call i32 %c0(i32 @f3, i32 %v0);
    ret i32 %v1;
  }
  function i32 @f3(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $five; %c1 = i32 32; }
  %b0:
    %v0 = alloca i8, i32 %c1, align 1;
    store i32 %p0, i32* %v0, align 1;
    %v1 = call i32 %c0();
    ret i32 %v1;
  }";

#[test]
fn callbacks_that_call_the_host_leave_the_stack_where_it_was() {
    // The stack has room for 250 of them. PINNACLE_SOAK sets a larger count, such as 10000000.
    let count = std::env::var("PINNACLE_SOAK").unwrap_or_else(|_| "3000".into());
    let program = program(&CALLBACKS.replace("COUNT", &count));
    let expected = vec![format!("0: {count}")];
    let run = run(&program, TestHost::default, How::default());
    assert_eq!((&run.end, &run.host.log), (&Ok(0), &expected));
    // Checks for machine code after some of them have run, or never.
    for slice in [20_000, u32::MAX] {
        let tiered = run_tiered(
            &program,
            TestHost::default(),
            How::default(),
            (slice, false),
        );
        assert_eq!((&tiered.end, &tiered.host.log), (&Ok(0), &expected));
    }
}
