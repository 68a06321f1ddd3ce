//! Runs in the interpreter that go back. Each instruction must find the same state as the first
//! time, and the host must not be asked again.

use super::repeatable::busy_for;
use super::{TestHost, load_options, loader, program};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::host::{AtRest, HostFunction};
use pinnacle_runtime::interp::{
    Debugger, Interpreter, Options, Point, StartState, StopAction, Stopped, TraceLevel, TraceSink,
};
use pinnacle_runtime::memory::{ChangedWords, PAGE_SIZE, Protection};
use pinnacle_runtime::{Action, Host, HostContext, Memory, Trap, TrapKind};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// The host of the other tests, with other functions. `five` returns a new number on each call,
/// maps a page and fills it, and writes `weight` bytes.
struct Filling {
    inner: TestHost,
    number: u32,
    weight: u32,
}

/// The pages that it maps.
const PAGES: u32 = 40 << 20;

impl Host for Filling {
    fn functions(&self) -> &[HostFunction] {
        self.inner.functions()
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        if self.functions()[function].name != "five" {
            return self.inner.call(function, args, context);
        }
        self.number += 1;
        let memory = &mut *context.memory;
        let page = PAGES + (self.number % 8) * PAGE_SIZE;
        let end = page + PAGE_SIZE.max(self.weight.next_multiple_of(PAGE_SIZE));
        memory.protect(page..end, Protection::ReadWrite).unwrap();
        memory.fill(page, 100, self.number as u8).unwrap();
        let text = vec![self.number as u8; self.weight as usize];
        memory.write(page, &text).unwrap();
        context.bytes += 16;
        Action::Return(self.number.into())
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        self.inner.resume(result, context)
    }

    fn at_rest(&mut self) -> AtRest {
        self.inner.at_rest()
    }

    fn real_time(&self) -> Duration {
        self.inner.real_time()
    }

    fn has_own_clock(&self) -> bool {
        true
    }

    fn pass_time(&mut self, duration: Duration) {
        self.inner.pass_time(duration);
    }
}

/// A debugger that asks for snapshots, goes back from the end, and compares.
#[derive(Default)]
struct Traveller {
    /// The moment of the next instruction.
    moment: u64,
    /// Each instruction so far. Some have a checksum of the memory.
    seen: Vec<(Point, u64)>,
    /// The distance between snapshots, and the moment of the next one.
    interval: u64,
    next: u64,
    course: Option<StopAction>,
    /// The pages of memory at the last checksum, until the run goes back.
    pages: Vec<Vec<u8>>,
    /// The moments to go back to, in reverse order.
    ways: Vec<u64>,
    /// The moments to which the run has returned, each with true if it was the first one possible.
    arrived: Vec<(u64, bool)>,
}

/// The pages of memory. Those that cannot be read are empty.
fn pages(memory: &Memory) -> Vec<Vec<u8>> {
    let numbers = 0..memory.limit() / PAGE_SIZE;
    let page = |number| memory.bytes(number * PAGE_SIZE, PAGE_SIZE);
    numbers
        .map(|number| page(number).unwrap_or_default())
        .collect()
}

/// Checks that each word that differs was recorded as a change.
fn assert_recorded(before: &[Vec<u8>], after: &[Vec<u8>], changes: &ChangedWords) {
    for (number, (before, after)) in before.iter().zip(after).enumerate() {
        if before == after {
            continue;
        }
        for word in (0..PAGE_SIZE as usize).step_by(4) {
            let at = number as u32 * PAGE_SIZE + word as u32;
            let is_same = before.get(word..word + 4) == after.get(word..word + 4);
            assert!(is_same || changes.contains_any(at, 4), "{at:#x}");
        }
    }
}

impl Debugger for Traveller {
    fn stops_at(&mut self, point: Point, memory: &mut Memory) -> bool {
        let moment = self.moment;
        let mut sum = DefaultHasher::new();
        let is_early = moment < 500;
        if moment.is_multiple_of(if is_early { 29 } else { 997 }) {
            let pages = pages(memory);
            pages.hash(&mut sum);
            if self.arrived.is_empty() {
                assert_recorded(&self.pages, &pages, &memory.take_changes());
                self.pages = pages;
            }
        }
        let found = (point, sum.finish());
        match self.seen.get(moment as usize) {
            Some(before) => assert_eq!(*before, found, "moment {moment}"),
            None => self.seen.push(found),
        }
        if moment >= self.next {
            self.next = moment.saturating_add(self.interval);
            self.course = Some(StopAction::Snapshot(moment));
            return true;
        }
        self.moment += 1;
        false
    }

    fn stopped(&mut self, _: &mut Stopped<'_>) -> StopAction {
        self.course.take().unwrap_or(StopAction::Continue)
    }

    fn goes_back(&self) -> bool {
        true
    }

    fn has_gone_back(&mut self, moment: u64, is_first: bool, _: &mut Memory) {
        self.moment = moment;
        self.arrived.push((moment, is_first));
    }

    fn needs_snapshot(&mut self) {
        self.next = self.next.min(self.moment);
    }

    fn ends(&mut self) -> Option<u64> {
        self.ways.pop()
    }
}

impl TraceSink for Traveller {
    fn line(&mut self, _: &str) {}

    fn debugger(&mut self) -> Option<&mut dyn Debugger> {
        Some(self)
    }
}

/// The result of a run, the lines of its host, and its debugger.
struct Journey {
    end: Result<u8, Trap>,
    log: Vec<String>,
    traveller: Traveller,
}

/// Runs a program with snapshots at this distance. From its end, the run goes back to these
/// moments.
fn travel(
    program: &Program,
    interval: u64,
    ways: &[u64],
    options: &Options,
    weight: u32,
) -> Journey {
    let module = program.module();
    let mut host = Filling {
        inner: TestHost {
            records: true,
            ..TestHost::default()
        },
        number: 0,
        weight,
    };
    let mut image = loader::load(module, &load_options(&host.inner)).unwrap();
    let options = Options {
        trace: TraceLevel::Steps,
        ..options.clone()
    };
    let start = StartState {
        entry: module.entry().unwrap(),
        argument: image.start_block,
        stack: image.stack.clone(),
    };
    let mut traveller = Traveller {
        interval,
        ways: ways.iter().rev().copied().collect(),
        ..Traveller::default()
    };
    let end = Interpreter::new(module, program.functions(), &image.globals, options).run(
        &mut image.memory,
        &start,
        &mut host,
        &mut traveller,
    );
    Journey {
        end,
        log: host.inner.log,
        traveller,
    }
}

/// Compares runs that go back with one that does not.
fn check(program: &Program, options: &Options) {
    let straight = travel(program, u64::MAX, &[], options, 0);
    let moments = straight.traveller.seen.len() as u64;
    for interval in [1, 7, 1000] {
        let ways = [moments / 2, 0, moments - 1, 3];
        let journey = travel(program, interval, &ways, options, 0);
        assert_eq!(journey.end, straight.end);
        assert_eq!(journey.log, straight.log);
        assert_eq!(journey.traveller.seen.len() as u64, moments);
        let arrived = journey.traveller.arrived;
        assert_eq!(arrived.len(), ways.len());
        for (way, (moment, is_first)) in ways.into_iter().zip(arrived) {
            assert!(moment <= way);
            assert_eq!(is_first, moment == 0);
        }
    }
}

#[test]
fn threads_find_the_same_states_again() {
    let program = busy_for(20);
    for seed in [0, 5] {
        let options = Options {
            seed,
            ..Options::default()
        };
        check(&program, &options);
    }
}

/// A program that is called back by the host, jumps back to a setjmp, and has the host map and
/// write memory.
fn jumping() -> Arc<Program> {
    program(
        "
  function void @f0(i32 %p0) {
    blocks 3;
    constants {
      i32: %c0 = i32 $five; %c1 = i32 $apply; %c2 = i32 $log; %c3 = i32 $exit; %c4 = i32 9;
    }
  %b0:
    %v0 = call i32 %c0();
    %v1 = call i32 @setjmp(i32 @g2);
    %v2 = icmp ult i32 %v1, %c4;
    br i1 %v2, label %b1, label %b2;
  %b1:
    %v3 = call i32 %c1(i32 @f1, i32 %v1);
    %v4 = call i32 %c0();
    call void %c2(i32 %v4);
    call void @longjmp(i32 @g2, i32 %v3);
    unreachable;
  %b2:
    call void %c3(i32 %v1);
    ret void;
  }
  function i32 @f1(i32 %p0) {
    blocks 1;
    constants { i32: %c0 = i32 64; %c1 = i32 $five; }
  %b0:
    %v0 = alloca i8, i32 %c0, align 4;
    %v1 = call i32 %c1();
    store i32 %v1, i32* %v0, align 1;
    store i32 %p0, i32* @g1, align 1;
    %v2 = load i32* @g1, align 1;
    ret i32 %v2;
  }",
    )
}

#[test]
fn calls_by_the_host_and_jumps_find_the_same_states_again() {
    let journey = travel(&jumping(), u64::MAX, &[], &Options::default(), 0);
    assert_eq!(journey.end, Ok(9));
    check(&jumping(), &Options::default());
}

#[test]
fn fuel_runs_out_at_the_same_moment_again() {
    let options = Options {
        fuel: Some(400),
        ..Options::default()
    };
    let journey = travel(&jumping(), u64::MAX, &[], &options, 0);
    assert_eq!(journey.end.unwrap_err().kind, TrapKind::OutOfFuel);
    check(&jumping(), &options);
}

/// The host writes 4 MiB in each of 20 calls, and the memory of the program has 64 MiB.
#[test]
fn a_log_that_is_too_large_loses_its_beginning() {
    let journey = travel(&jumping(), 1_000_000, &[0, 0], &Options::default(), 4 << 20);
    assert_eq!(journey.end, Ok(9));
    let [(moment, true), again] = journey.traveller.arrived[..] else {
        panic!("{:?}", journey.traveller.arrived);
    };
    assert!(moment > 0);
    assert_eq!(again, (moment, true));
}
