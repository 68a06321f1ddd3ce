//! Programs with threads, on a host with its own clock: every run must be the same.

use super::{How, Run, TestHost, compile, interpret, program, run, run_code};
use pinnacle_pexe::decode::Program;
use pinnacle_wasm::TURN_LENGTH;
use std::sync::Arc;

const RUNS: usize = 20;

fn recording() -> TestHost {
    TestHost {
        records: true,
        ..TestHost::default()
    }
}

/// Four threads that compute without a lock, sleep, yield, wait for each other by
/// futexes and tokens, and start at different times.
fn busy() -> Arc<Program> {
    busy_for(150_000)
}

/// The same with this number of rounds of each computation.
pub(super) fn busy_for(rounds: u32) -> Arc<Program> {
    let text = "
  function void @f0(i32 %p0) {
    blocks 4;
    constants {
      i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 4; %c3 = i32 $start; %c4 = i32 16000;
      %c5 = i32 $take; %c6 = i32 $log; %c7 = i32 12; %c8 = i32 $sleep; 
    }
  %b0:
    br label %b1;
  %b1:
    declare i32 %v1;
    %v0 = phi i32 [%c0, %b0], [%v1, %b1];
    %v1 = add i32 %v0, %c1;
    %v2 = mul i32 %v1, %c4;
    %v3 = add i32 %v2, @g0;
    %v4 = call i32 %c3(i32 @f1, i32 %v3, i32 %v1);
    %v5 = call i32 %c8(i32 %v1);
    %v6 = icmp ult i32 %v1, %c2;
    br i1 %v6, label %b1, label %b2;
  %b2:
    declare i32 %v9;
    %v7 = phi i32 [%c0, %b1], [%v9, %b2];
    %v8 = call i32 %c5(i32 %c0);
    %v9 = add i32 %v7, %v8;
    %v10 = icmp ult i32 %v9, %c7;
    br i1 %v10, label %b2, label %b3;
  %b3:
    %v11 = load i32* @g1, align 1;
    call void %c6(i32 %v11);
    ret void;
  }
  function void @f1() {
    blocks 5;
    constants {
      i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 ROUNDS; %c3 = i32 $sleep; %c4 = i32 $give;
      %c5 = i32 3; %c6 = i32 $end; %c7 = i32 $yield; %c8 = i32 $futex_wait; %c9 = i32 $futex_wake;
      %c10 = i32 $apply; %c11 = i32 8; %c12 = i32 7; %c13 = i32 2; 
    }
  %b0:
    br label %b1;
  %b1:
    declare i32 %v16;
    %v0 = phi i32 [%c0, %b0], [%v16, %b3];
    br label %b2;
  %b2:
    declare i32 %v4;
    %v1 = phi i32 [%c0, %b1], [%v4, %b2];
    %v2 = load i32* @g1, align 1;
    %v3 = add i32 %v2, %c1;
    store i32 %v3, i32* @g1, align 1;
    %v4 = add i32 %v1, %c1;
    %v5 = icmp ult i32 %v4, %c2;
    br i1 %v5, label %b2, label %b3;
  %b3:
    %v6 = and i32 %v3, %c12;
    %v7 = call i32 %c10(i32 @f2, i32 %v6);
    %v8 = call i32 %c3(i32 %v7);
    %v9 = call i32 %c7();
    %v10 = add i32 @g1, %c11;
    %v11 = call i32 %c8(i32 %v10, i32 %c0, i32 %c13);
    %v12 = load i32* @g1, align 1;
    %v13 = add i32 @g2, %c11;
    %v14 = call i32 %c9(i32 %v10, i32 %c1, i32 %v13);
    call void %c4(i32 %c0);
    %v15 = and i32 %v12, %c1;
    %v16 = add i32 %v0, %c1;
    %v17 = icmp ult i32 %v16, %c5;
    br i1 %v17, label %b1, label %b4;
  %b4:
    call void %c6(i32 %c0);
    unreachable;
  }
  function i32 @f2(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $yield; }
  %b0:
    %v0 = call i32 %c0();
    ret i32 %p0;
  }";
    program(&text.replace("ROUNDS", &rounds.to_string()))
}

/// Checks that all runs have the same record and the same result.
fn all_the_same(runs: impl Iterator<Item = Run>) -> Vec<String> {
    let mut first: Option<Run> = None;
    for run in runs {
        assert_eq!(run.end, Ok(0));
        match &first {
            None => first = Some(run),
            Some(first) => {
                assert_eq!(run.log(), first.log());
                assert_eq!(run.host.clock, first.host.clock);
            }
        }
    }
    first.expect("there was a run").host.log
}

#[test]
fn compiled_threads_take_turns_the_same_way_each_time() {
    let program = busy();
    let code = compile(&program, &recording());
    let runs = |seed| {
        let how = How {
            seed,
            ..How::default()
        };
        let runs = (0..RUNS).map(|_| run_code(&program, &code, recording(), how));
        all_the_same(runs)
    };
    let (plain, seeded, other) = (runs(0), runs(7), runs(8));
    assert!(plain.len() > 100, "{}", plain.len());
    assert_ne!(plain, seeded);
    assert_ne!(seeded, other);
}

#[test]
fn so_do_interpreted_ones() {
    let program = busy();
    for seed in [0, 7] {
        let how = How {
            seed,
            ..How::default()
        };
        all_the_same((0..3).map(|_| interpret(&program, recording(), how)));
    }
}

#[test]
fn interpreted_threads_can_take_the_turns_of_machine_code() {
    let program = busy();
    let code = compile(&program, &recording());
    for seed in [0, 7, 8] {
        let how = How {
            seed,
            turn_length: Some(TURN_LENGTH),
            ..How::default()
        };
        let compiled = run_code(&program, &code, recording(), how);
        all_the_same([compiled, interpret(&program, recording(), how)].into_iter());
    }
}

#[test]
fn a_thread_that_spins_lets_others_run() {
    let program = program(
        "
  function void @f0(i32 %p0) {
    blocks 3;
    constants { i32: %c0 = i32 0; %c1 = i32 $start; %c2 = i32 60000; %c3 = i32 $log; }
  %b0:
    %v0 = add i32 @g0, %c2;
    %v1 = call i32 %c1(i32 @f1, i32 %v0, i32 %c0);
    br label %b1;
  %b1:
    %v2 = load i32* @g1, align 1;
    %v3 = icmp eq i32 %v2, %c0;
    br i1 %v3, label %b1, label %b2;
  %b2:
    call void %c3(i32 %v2);
    ret void;
  }
  function void @f1() {
    blocks 1;
    constants { i32: %c0 = i32 0; %c1 = i32 5; %c2 = i32 $sleep; %c3 = i32 $end; }
  %b0:
    store i32 %c1, i32* @g1, align 1;
    call void %c3(i32 %c0);
    unreachable;
  }",
    );
    let run = run(&program, TestHost::default, How::default());
    assert_eq!(run.log(), ["0: 5"]);
}
