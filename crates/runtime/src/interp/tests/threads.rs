//! Threads under the scheduler, with a host that only offers threads.

use super::*;
use std::cell::Cell;

const I: Type = Type::I32;

/// The functions of the host, in order. The guest calls them by address.
static FUNCTIONS: [HostFunction; 10] = [
    HostFunction::new("exit", &[I], Type::Void),
    HostFunction::new("start", &[I, I, I], I),
    HostFunction::new("end", &[I], Type::Void),
    HostFunction::new("wait", &[I, I, I], I),
    HostFunction::new("wake", &[I, I, I], I),
    HostFunction::new("yield", &[], I),
    HostFunction::new("log", &[I], Type::Void),
    HostFunction::new("sleep", &[I], I),
    HostFunction::new("set_pointer", &[I], I),
    HostFunction::new("move_bytes", &[I], I),
];

/// A host with its own clock and a log.
#[derive(Default)]
struct TestHost {
    now: Cell<u64>,
    log: Vec<u32>,
}

impl Host for TestHost {
    fn functions(&self) -> &[HostFunction] {
        &FUNCTIONS
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        let word = |index: usize| args[index] as u32;
        match &*FUNCTIONS[function].name {
            "exit" => Action::Exit(word(0) as u8),
            "start" => Action::StartThread {
                start: word(0),
                stack: word(1),
                thread_pointer: word(2),
            },
            "end" => Action::ExitThread { flag: word(0) },
            "wait" => Action::FutexWait {
                address: word(0),
                value: word(1),
                deadline: (word(2) != 0).then(|| Duration::from_millis(word(2).into())),
            },
            "wake" => Action::FutexWake {
                address: word(0),
                count: word(1),
                woken: word(2),
            },
            "yield" => Action::Yield,
            "sleep" => Action::Sleep(Duration::from_millis(word(0).into())),
            "move_bytes" => {
                context.bytes += u64::from(word(0));
                Action::Return(0)
            }
            "set_pointer" => Action::SetThreadPointer(word(0)),
            _ => {
                self.log.push(word(0) + 1000 * context.thread);
                Action::Return(0)
            }
        }
    }

    fn real_time(&self) -> Duration {
        Duration::from_millis(self.now.get())
    }

    fn pass_time(&mut self, duration: Duration) {
        self.now
            .set(self.now.get() + duration.as_millis().max(1) as u64);
    }
}

/// Calls a function of the host.
fn host(body: &mut Body, count: u32, name: &str, args: &[V]) -> V {
    let index = FUNCTIONS
        .iter()
        .position(|function| function.name == name)
        .unwrap();
    let address = body.i32(count + 1 + index as u32);
    body.call_indirect(FUNCTIONS[index].result, address, args)
}

/// Returns a program with a main function and a start function for threads. The number of functions
/// is 2.
fn program(worker: impl Fn(&mut Body), main: impl Fn(&mut Body)) -> Program {
    let mut builder = Builder::default();
    let start = builder.declare(Type::Void, &[]);
    let entry = builder.declare(I, &[I]);
    let mut body = Body::new(&[]);
    worker(&mut body);
    builder.define(start, body);
    let mut body = Body::new(&[I]);
    main(&mut body);
    builder.define(entry, body);
    builder.finish()
}

fn run_with(program: &Program, options: Options) -> (Result<u8, Trap>, TestHost) {
    let mut host = TestHost::default();
    let start = StartState {
        entry: FuncId(1),
        argument: 0,
        stack: STACK,
    };
    let result = program
        .interpreter(options)
        .run(&mut memory(), &start, &mut host, &mut ());
    (result, host)
}

fn run(program: &Program) -> (Result<u8, Trap>, TestHost) {
    run_with(program, Options::default())
}

fn start_worker(body: &mut Body, pointer: u32) {
    let (start, stack, pointer) = (body.i32(1), body.i32(2 * PAGE_SIZE), body.i32(pointer));
    host(body, 2, "start", &[start, stack, pointer]);
}

#[test]
fn a_woken_thread_continues_and_threads_are_joined_by_futex() {
    let program = program(
        |body| {
            let (flag, one, out) = (body.i32(DATA), body.i32(1), body.i32(DATA + 8));
            body.store(flag, one);
            host(body, 2, "wake", &[flag, one, out]);
            let zero = body.i32(0);
            host(body, 2, "end", &[zero]);
            body.unreachable();
        },
        |body| {
            start_worker(body, 5);
            let (flag, zero) = (body.i32(DATA), body.i32(0));
            let woken = host(body, 2, "wait", &[flag, zero, zero]);
            host(body, 2, "log", &[woken]);
            let again = host(body, 2, "wait", &[flag, zero, zero]);
            let value = body.load(I, flag);
            let sum = body.binary(BinaryOp::Add, again, value);
            body.ret(sum);
        },
    );
    let (result, host) = run(&program);
    assert_eq!(result.unwrap(), 12, "EAGAIN and the flag");
    assert_eq!(host.log, [0]);
}

#[test]
fn a_wait_that_nobody_ends_is_a_deadlock_and_a_deadline_is_not() {
    let waits = |deadline: u32| {
        program(Body::ret_void, move |body| {
            let (flag, zero) = (body.i32(DATA), body.i32(0));
            let deadline = body.i32(deadline);
            let result = host(body, 2, "wait", &[flag, zero, deadline]);
            body.ret(result);
        })
    };
    let trap = run(&waits(0)).0.unwrap_err();
    assert_eq!(trap.kind, TrapKind::Deadlock);
    assert!(trap.stack[0].text.contains("call i32"), "{trap}");
    let (result, host) = run(&waits(500));
    assert_eq!(result.unwrap(), 110);
    assert_eq!(host.now.get(), 500);
}

#[test]
fn sleepers_wake_in_the_order_of_their_time() {
    let program = program(
        |body| {
            let (time, one, zero) = (body.i32(30), body.i32(1), body.i32(0));
            host(body, 2, "sleep", &[time]);
            host(body, 2, "log", &[one]);
            host(body, 2, "end", &[zero]);
            body.unreachable();
        },
        |body| {
            start_worker(body, 0);
            let (short, long, two) = (body.i32(10), body.i32(50), body.i32(2));
            host(body, 2, "sleep", &[short]);
            host(body, 2, "log", &[two]);
            host(body, 2, "sleep", &[long]);
            host(body, 2, "log", &[two]);
            body.ret(two);
        },
    );
    let (result, host) = run(&program);
    assert_eq!(result.unwrap(), 2);
    assert_eq!(host.log, [2, 1001, 2]);
}

/// Returns a program whose main thread spins until the worker has set a flag.
fn spinning() -> Program {
    program(
        |body| {
            let (flag, one) = (body.i32(DATA), body.i32(1));
            body.store(flag, one);
            host(body, 2, "log", &[one]);
            let zero = body.i32(0);
            host(body, 2, "end", &[zero]);
            body.unreachable();
        },
        |body| {
            start_worker(body, 0);
            let (flag, zero) = (body.i32(DATA), body.i32(0));
            body.br(1);
            body.block();
            let value = body.load(I, flag);
            let unset = body.compare(Predicate::Eq, value, zero);
            body.cond_br(unset, 1, 2);
            body.block();
            body.ret(value);
        },
    )
}

#[test]
fn a_spinning_thread_is_pre_empted_whatever_the_seed() {
    let program = spinning();
    for seed in 0..20 {
        let (result, _) = run_with(
            &program,
            Options {
                seed,
                ..Options::default()
            },
        );
        assert_eq!(result.unwrap(), 1);
    }
}

#[test]
fn the_program_continues_when_only_the_main_thread_ends() {
    let program = program(
        |body| {
            let (one, zero) = (body.i32(1), body.i32(0));
            host(body, 2, "yield", &[]);
            host(body, 2, "log", &[one]);
            host(body, 2, "end", &[zero]);
            body.unreachable();
        },
        |body| {
            start_worker(body, 0);
            let flag = body.i32(DATA);
            host(body, 2, "end", &[flag]);
            body.unreachable();
        },
    );
    let (result, host) = run(&program);
    assert_eq!(result.unwrap(), 0);
    assert_eq!(host.log, [1001]);
}

#[test]
fn a_start_function_that_returns_traps() {
    let program = program(Body::ret_void, |body| {
        start_worker(body, 0);
        let zero = body.i32(0);
        host(body, 2, "wait", &[zero, zero, zero]);
        let flag = body.i32(DATA);
        host(body, 2, "wait", &[flag, zero, zero]);
        body.ret(zero);
    });
    let trap = run(&program).0.unwrap_err();
    assert_eq!((trap.kind, trap.thread), (TrapKind::ThreadReturned, 1));
}

#[test]
fn each_thread_has_its_own_pointer_and_exit_ends_all() {
    let mut builder = Builder::default();
    let start = builder.declare(Type::Void, &[]);
    let entry = builder.declare(I, &[I]);
    let pointer = builder.intrinsic(Intrinsic::ReadTp);
    let mut body = Body::new(&[]);
    let value = body.call(pointer, I, &[]);
    host(&mut body, 3, "log", &[value]);
    let status = body.i32(300);
    host(&mut body, 3, "exit", &[status]);
    body.unreachable();
    builder.define(start, body);
    let mut body = Body::new(&[I]);
    let (seven, worker, stack) = (body.i32(7), body.i32(1), body.i32(2 * PAGE_SIZE));
    let (flag, zero, other) = (body.i32(DATA), body.i32(0), body.i32(9));
    host(&mut body, 3, "set_pointer", &[seven]);
    host(&mut body, 3, "start", &[worker, stack, other]);
    let value = body.call(pointer, I, &[]);
    host(&mut body, 3, "log", &[value]);
    host(&mut body, 3, "wait", &[flag, zero, zero]);
    body.ret(zero);
    builder.define(entry, body);
    let (result, host) = run(&builder.finish());
    assert_eq!(result.unwrap(), 44);
    assert_eq!(host.log, [7, 1009]);
}

#[test]
fn bytes_that_the_host_moves_take_fuel() {
    let run = |bytes| {
        let program = program(Body::ret_void, |body| {
            let count = body.i32(bytes);
            body.br(1);
            body.block();
            host(body, 2, "move_bytes", &[count]);
            let zero = body.i32(0);
            let more = body.compare(Predicate::Ne, count, zero);
            body.cond_br(more, 1, 2);
            body.block();
            body.ret(zero);
        });
        let options = Options {
            fuel: Some(1_000_000_000),
            ..Options::default()
        };
        run_with(&program, options).0.map_err(|trap| trap.kind)
    };
    assert_eq!(run(0), Ok(0));
    // About eight calls use up the budget.
    assert_eq!(run(2_000_000_000), Err(TrapKind::OutOfFuel));
}
