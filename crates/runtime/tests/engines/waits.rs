//! Threads that wait until the host resumes them.

use super::{How, TestHost, compile, interpret, program, run, run_code, run_compiled};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::TrapKind;
use pinnacle_runtime::compiled::Instance;
use pinnacle_runtime::host::AtRest;
use std::sync::Arc;
use std::time::Duration;

/// A program that waits for a token for a number of milliseconds, and writes the result and the
/// time.
fn taking(milliseconds: u32) -> Arc<Program> {
    program(
        &"
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $take; %c1 = i32 PAUSE; %c2 = i32 $log; %c3 = i32 $now; }
  %b0:
    %v0 = call i32 %c0(i32 %c1);
    call void %c2(i32 %v0);
    %v1 = call i32 %c3();
    call void %c2(i32 %v1);
    ret void;
  }"
        .replace("PAUSE", &milliseconds.to_string()),
    )
}

#[test]
fn a_wait_ends_at_its_deadline() {
    let run = run(&taking(250), TestHost::default, How::default());
    assert_eq!(
        (run.end.clone(), run.log()),
        (Ok(0), vec!["0: 0", "0: 1250"])
    );
    let real = run_compiled(&taking(30), TestHost::in_real_time(), How::default());
    assert_eq!(real.log()[0], "0: 0");
    let real = interpret(&taking(30), TestHost::in_real_time(), How::default());
    assert_eq!(real.log()[0], "0: 0");
}

#[test]
fn when_all_wait_the_host_says_what_comes() {
    for clock in [TestHost::default, TestHost::in_real_time] {
        let resting = |rest: &'static [AtRest]| {
            let host = || TestHost {
                rest: rest.to_vec(),
                ..clock()
            };
            run(&taking(0), host, How::default())
        };
        let exit = resting(&[AtRest::Exit(9)]);
        assert_eq!((exit.end.clone(), exit.log()), (Ok(9), vec!["at rest"]));
        // If it is woken without a token, it waits again.
        let woken = resting(&[AtRest::Exit(4), AtRest::Wake(0), AtRest::Wake(0)]);
        assert_eq!(woken.end, Ok(4));
        assert_eq!(woken.log().len(), 3);
        for rest in [&[][..], &[AtRest::Deadlock], &[AtRest::Wake(77)]] {
            let stopped = resting(rest);
            assert_eq!(stopped.trap().kind, TrapKind::Deadlock);
            assert_eq!(stopped.trap().stack[0].function, "@f0 \"_start\"");
        }
    }
}

/// A program in which four threads exchange tokens with the main thread, `rounds` times each.
fn tokens(rounds: u32) -> Arc<Program> {
    program(
        &"
  function void @f0(i32 %p0) {
    blocks 5;
    constants {
      i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 4; %c3 = i32 $start; %c4 = i32 16000;
      %c5 = i32 $take; %c6 = i32 $give; %c7 = i32 TOTAL; %c8 = i32 $log; %c9 = i32 3; 
    }
  %b0:
    br label %b1;
  %b1:
    declare i32 %v1;
    %v0 = phi i32 [%c0, %b0], [%v1, %b1];
    %v1 = add i32 %v0, %c1;
    %v2 = mul i32 %v1, %c4;
    %v3 = add i32 %v2, @g0;
    %v4 = call i32 %c3(i32 @f1, i32 %v3, i32 %c0);
    %v5 = icmp ult i32 %v1, %c2;
    br i1 %v5, label %b1, label %b2;
  %b2:
    declare i32 %v8;
    %v6 = phi i32 [%c0, %b1], [%v8, %b2];
    %v7 = call i32 %c5(i32 %c0);
    %v8 = add i32 %v6, %v7;
    %v9 = and i32 %v8, %c9;
    %v10 = add i32 %v9, %c1;
    call void %c6(i32 %v10);
    %v11 = icmp ult i32 %v8, %c7;
    br i1 %v11, label %b2, label %b3;
  %b3:
    call void %c8(i32 %v8);
    ret void;
  %b4:
    ret void;
  }
  function void @f1() {
    blocks 2;
    constants { i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 $take; %c3 = i32 $give; }
  %b0:
    br label %b1;
  %b1:
    call void %c3(i32 %c0);
    %v0 = call i32 %c2(i32 %c0);
    br label %b1;
  }"
        .replace("TOTAL", &(4 * rounds).to_string()),
    )
}

#[test]
fn no_wake_is_lost() {
    let program = tokens(5000);
    let code = compile(&program, &TestHost::default());
    for host in [
        TestHost::in_real_time,
        TestHost::in_real_time,
        TestHost::default,
    ] {
        let run = run_code(&program, &code, host(), How::default());
        assert_eq!((run.end.clone(), run.log()), (Ok(0), vec!["0: 20000"]));
    }
    let run = interpret(&program, TestHost::default(), How::default());
    assert_eq!((run.end.clone(), run.log()), (Ok(0), vec!["0: 20000"]));
}

#[test]
fn a_time_limit_ends_a_wait() {
    let how = How {
        timeout: Some(Duration::from_millis(100)),
        ..How::default()
    };
    let run = run(&taking(1_000_000), TestHost::in_real_time, how);
    assert_eq!(run.trap().kind, TrapKind::Timeout);
    assert_eq!(run.trap().stack[0].function, "@f0 \"_start\"");
}

/// A program that does not call its host.
fn idle() -> Arc<Program> {
    program(
        "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $idle; }
  %b0:
    call void %c0();
    ret void;
  }",
    )
}

#[test]
fn an_endless_wait_of_the_host_ends_by_time_fuel_or_interruption() {
    let how = How {
        timeout: Some(Duration::from_millis(100)),
        ..How::default()
    };
    for host in [TestHost::default, TestHost::in_real_time] {
        assert_eq!(run(&idle(), host, how).trap().kind, TrapKind::Timeout);
    }
    let fuel = How {
        fuel: Some(100_000),
        ..How::default()
    };
    let ends = [0; 2].map(|_| {
        let run = interpret(&idle(), TestHost::default(), fuel);
        (run.trap().kind.clone(), run.host.clock)
    });
    assert_eq!(ends[0].0, TrapKind::OutOfFuel);
    assert_eq!(ends[0], ends[1], "at the same time");

    let program = idle();
    for host in [TestHost::default(), TestHost::in_real_time()] {
        let code = compile(&program, &host);
        let options = super::load_options(&host);
        let mut instance = Instance::with_host(&code, &options, |_| host).unwrap();
        let interrupter = instance.interrupter();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                interrupter.interrupt();
            });
            let trap = instance.run(None).unwrap_err().trap(&code, &program);
            assert_eq!(trap.kind, TrapKind::Timeout);
        });
    }
}

/// Two threads that wait in every way and write the time after each wait. The second thread waits
/// at other times, so that a thread is waiting at each of the first one's calls.
const TIMES: &str = "
  function void @f0(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 $start; %c1 = i32 60000; %c2 = i32 0; %c3 = i32 7; %c4 = i32 $sleep; }
  %b0:
    %v0 = call i32 %c4(i32 %c3);
    %v1 = add i32 @g0, %c1;
    %v2 = call i32 %c0(i32 @f1, i32 %v1, i32 %c2);
    call void @f2(i32 %c3);
    ret void;
  }
  function void @f1() {
    blocks 1;
    constants { i32: %c0 = i32 $end; %c1 = i32 5; %c2 = i32 0; }
  %b0:
    call void @f2(i32 %c1);
    call void %c0(i32 %c2);
    unreachable;
  }
  function void @f2(i32 %p0) {
    blocks 3;
    constants {
      i32: %c0 = i32 $log; %c1 = i32 $micros; %c2 = i32 $sleep; %c3 = i32 $yield;
      %c4 = i32 $futex_wait; %c5 = i32 $take; %c6 = i32 20; %c7 = i32 1; %c8 = i32 0;
    }
  %b0:
    br label %b1;
  %b1:
    declare i32 %v11;
    %v0 = phi i32 [%c8, %b0], [%v11, %b1];
    %v1 = call i32 %c2(i32 %p0);
    %v2 = call i32 %c1();
    call void %c0(i32 %v2);
    %v3 = call i32 %c4(i32 @g1, i32 %c8, i32 %p0);
    %v4 = call i32 %c1();
    call void %c0(i32 %v4);
    %v5 = call i32 %c3();
    %v6 = call i32 %c1();
    call void %c0(i32 %v6);
    %v7 = call i32 %c5(i32 %p0);
    %v8 = call i32 %c1();
    call void %c0(i32 %v8);
    %v9 = call i32 %c2(i32 %c8);
    %v10 = call i32 %c1();
    call void %c0(i32 %v10);
    %v11 = add i32 %v0, %c7;
    %v12 = icmp ult i32 %v11, %c6;
    br i1 %v12, label %b1, label %b2;
  %b2:
    ret void;
  }";

#[test]
fn virtual_time_is_the_same_in_every_engine_after_each_wait() {
    let run = run(&program(TIMES), TestHost::default, How::default());
    assert_eq!(run.end, Ok(0));
    assert!(run.log().len() > 150, "{:?}", run.log());
}

#[test]
fn every_engine_allows_as_many_threads() {
    let program = program(
        "
  function void @f0(i32 %p0) {
    blocks 3;
    constants {
      i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 60000; %c3 = i32 $start; %c4 = i32 $log;
    }
  %b0:
    %v0 = add i32 @g0, %c2;
    br label %b1;
  %b1:
    declare i32 %v2;
    %v1 = phi i32 [%c0, %b0], [%v2, %b1];
    %v2 = add i32 %v1, %c1;
    %v3 = call i32 %c3(i32 @f1, i32 %v0, i32 %c0);
    %v4 = icmp eq i32 %v3, %c0;
    br i1 %v4, label %b1, label %b2;
  %b2:
    call void %c4(i32 %v1);
    ret void;
  }
  function void @f1() {
    blocks 1;
    constants { i32: %c0 = i32 $take; %c1 = i32 0; }
  %b0:
    %v0 = call i32 %c0(i32 %c1);
    unreachable;
  }",
    );
    // Its memory has 64 MiB; each thread takes a little more than 64 KiB.
    let run = run(&program, TestHost::default, How::default());
    assert_eq!(run.end, Ok(0));
    let started: u32 = run.log()[0]["0: ".len()..].parse().expect("a number");
    assert!((900..1024).contains(&started), "{started}");
}
