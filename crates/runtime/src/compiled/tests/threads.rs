//! Threads, and how programs with threads end.

use super::*;
use crate::compiled::Tiering;
use crate::machine;
use std::sync::Arc;
use std::time::Duration;

/// Four threads count to 1000 each, under a lock made of a futex, while the
/// main thread waits for them.
const COUNT: &str = include_str!("../../../../../examples/threads.pnasm");

/// The example with some lines changed.
fn changed(changes: &[(&str, &str)]) -> Program {
    let mut text = COUNT.to_owned();
    for (old, new) in changes {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    program(&text)
}

/// The thread's function loops forever.
const ENDLESS: (&str, &str) = (
    "%v4 = icmp ult i32 %v3, %c4;\n",
    "%v4 = icmp uge i32 %v3, %c0;\n",
);

/// The main thread does not wait for others.
const IMPATIENT: (&str, &str) = (
    "%v16 = icmp eq i32 %v15, %c2;",
    "%v16 = icmp uge i32 %v15, %c0;",
);

/// The main thread waits for eight threads, which there are not.
const PATIENT: (&str, &str) = (IMPATIENT.0, "%v16 = icmp eq i32 %v15, %c4;");

/// Eight threads count to 20,000 each.
fn eight_threads() -> Program {
    changed(&[
        (
            "%c2 = i32 4;\n        %c3 = i32 6;                          // in one",
            "%c2 = i32 8;\n        %c3 = i32 6;                          // in one",
        ),
        ("zerofill 65536;", "zerofill 131072;"),
        (
            "each thread's own block\n      zerofill 16;",
            "blocks\n      zerofill 32;",
        ),
        ("%c4 = i32 1000;", "%c4 = i32 20000;"),
    ])
}

#[test]
fn eight_threads_lose_no_update() {
    let program = eight_threads();
    let code = Code::compile(&program, &CodeOptions::default()).unwrap();
    assert!(code.has_threads() && code.is_interruptible());
    for _ in 0..5 {
        let (end, output) = start(&code);
        assert_eq!(end, Ok(0));
        assert!(output.contains("60000 counted\n"), "{output}");
    }
}

/// Prepares a program that may start threads and starts in the interpreter.
fn tiered(program: &Arc<Program>, tiering: Tiering) -> (Instance, Capture) {
    let output = Capture::new();
    let stdio = Stdio {
        output: output.stream(),
        ..Stdio::default()
    };
    let options = RunOptions {
        stdio,
        ..RunOptions::default()
    };
    let (load, files, _) = options.open(crate::irt::function_count()).unwrap();
    let host = |arena| machine::irt(files, None, arena);
    let options = CodeOptions {
        threads: crate::compiled::Threads::On,
        ..CodeOptions::default()
    };
    let instance = Instance::tiered(program, &options, tiering, &load, host).unwrap();
    (instance, output)
}

/// Starts a program in the interpreter, which looks for code after this number of rounds.
fn start_tiered(program: &Arc<Program>, slice: u32, waits: bool) -> (Result<u8, Trap>, String) {
    let tiering = Tiering {
        slice: Some(slice),
        waits,
        stays_hot: false,
        keep: None,
    };
    let (mut instance, output) = tiered(program, tiering);
    let end = instance.run(None);
    let end = end.map_err(|stop| instance.trap(&stop, program));
    (end, String::from_utf8(output.take()).unwrap())
}

#[test]
fn threads_that_begin_interpreted_lose_no_update() {
    let program = Arc::new(eight_threads());
    for (slice, waits) in [(0, true), (300, true), (50, false), (10_000, false)] {
        let (end, output) = start_tiered(&program, slice, waits);
        assert_eq!(end, Ok(0), "after {slice}");
        assert!(
            output.contains("60000 counted\n"),
            "after {slice}: {output}"
        );
    }
}

/// Returns true if the interpreter may access the memory without the page table.
fn has_window(instance: &Instance) -> bool {
    instance.with_memory(|memory| !memory.window().1.is_empty())
}

#[test]
fn the_interpreter_has_the_memory_s_window_until_code_runs_beside_it() {
    let threads = Arc::new(program(COUNT));
    let alone = Arc::new(program(super::tiers::LOOPS));
    let at_once = || Tiering {
        slice: Some(0),
        waits: true,
        stays_hot: false,
        keep: None,
    };
    for (program, tiering, is_compiled, keeps_window) in [
        // Interpreted threads have the lock, so they do not disturb each other.
        (&threads, Tiering::default(), false, true),
        (&threads, at_once(), true, false),
        // There is no thread beside the one that has code.
        (&alone, at_once(), true, true),
    ] {
        let (mut instance, _) = tiered(program, tiering);
        assert!(has_window(&instance));
        let _ = instance.run(None);
        assert_eq!(instance.compilation().is_some(), is_compiled);
        assert_eq!(has_window(&instance), keeps_window);
    }
}

#[test]
fn an_interpreted_thread_ends_with_the_main_one() {
    let (end, _) = start_tiered(&Arc::new(changed(&[ENDLESS, IMPATIENT])), 1000, false);
    assert_eq!(end, Ok(0));
}

/// The same once it has gone over to code in its loop.
#[test]
fn a_thread_in_a_loop_entry_ends_with_the_main_one() {
    let (end, _) = start_tiered(&Arc::new(changed(&[ENDLESS, IMPATIENT])), 0, true);
    assert_eq!(end, Ok(0));
}

#[test]
fn the_end_of_the_main_thread_ends_all() {
    let (end, _) = run(&changed(&[ENDLESS, IMPATIENT]));
    assert_eq!(end, Ok(0));
}

#[test]
fn all_threads_waiting_for_each_other_is_a_deadlock() {
    let trap = run(&changed(&[PATIENT])).0.unwrap_err();
    assert_eq!((trap.kind, trap.thread), (TrapKind::Deadlock, 0));
    assert_eq!(trap.stack[0].function, "@f0 \"_start\"");
}

#[test]
fn a_time_limit_ends_all_threads() {
    let program = changed(&[ENDLESS]);
    let code = Code::compile(&program, &CodeOptions::default()).unwrap();
    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let stop = instance.run(Some(Duration::from_millis(200))).unwrap_err();
    let trap = stop.trap(&code, &program);
    assert_eq!((trap.kind, trap.thread), (TrapKind::Timeout, 0));
    assert_eq!(trap.stack[0].function, "@f0 \"_start\"", "it sleeps there");
}

#[test]
fn a_time_limit_ends_a_loop_without_calls() {
    let program = program(
        "module { version 1;
           types { count 3; @t0 = void; @t1 = i32; @t2 = void (i32); }
           define external void @f0(i32);
           globals { count 0; }
           valuesymtab { @f0 : \"_start\"; }
           function void @f0(i32 %p0) {
             blocks 2;
             %b0: br label %b1;
             %b1: br label %b1;
           }
         }",
    );
    let interruptible = CodeOptions {
        interruptible: true,
        ..CodeOptions::default()
    };
    let code = Code::compile(&program, &interruptible).unwrap();
    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let limit = Some(Duration::from_millis(100));
    let trap = instance.run(limit).unwrap_err().trap(&code, &program);
    assert_eq!(trap.kind, TrapKind::Timeout);
    assert_eq!(trap.stack.len(), 1);

    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let interrupter = instance.interrupter();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            interrupter.interrupt();
        });
        let trap = instance.run(None).unwrap_err().trap(&code, &program);
        assert_eq!(trap.kind, TrapKind::Timeout);
    });

    let code = Code::compile(&program, &CodeOptions::default()).unwrap();
    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let trap = instance.run(limit).unwrap_err().without_place();
    assert!(matches!(trap.kind, TrapKind::Unsupported(_)), "{trap}");
}

const EXIT: &str = "    call void %v10(i32 %c0);\n    unreachable;\n";

#[test]
fn a_trap_of_a_thread_ends_the_program() {
    let trap = run(&changed(&[PATIENT, (EXIT, "    ret void;\n")]))
        .0
        .unwrap_err();
    assert_eq!(trap.kind, TrapKind::ThreadReturned);
    assert_ne!(trap.thread, 0);

    let trap = run(&changed(&[PATIENT, (EXIT, "    unreachable;\n")]))
        .0
        .unwrap_err();
    assert_eq!(trap.kind, TrapKind::Unreachable);
    assert_eq!(trap.stack[0].function, "@f2");
    assert_ne!(trap.thread, 0);

    let bad_flag = EXIT.replace("%c0", "%c1");
    let trap = run(&changed(&[PATIENT, (EXIT, &bad_flag)])).0.unwrap_err();
    assert!(matches!(trap.kind, TrapKind::Memory(_)), "{trap}");
    assert_eq!(trap.stack[0].function, "@f2");
}

#[test]
fn a_thread_starts_with_a_function_of_its_type() {
    let start = "%v6 = load i32* @g15, align 1;";
    let null = run(&changed(&[(start, "%v6 = add i32 %c0, %c0;")]));
    let trap = null.0.unwrap_err();
    assert_eq!(trap.kind, TrapKind::BadFunctionAddress(Some(0)));
    assert_eq!(trap.stack[0].function, "@f0 \"_start\"");

    let other = run(&changed(&[("      reloc @f2;", "      reloc @f1;")]));
    let trap = other.0.unwrap_err();
    let TrapKind::SignatureMismatch { expected, found } = trap.kind else {
        panic!("{trap}");
    };
    assert_eq!(
        (expected.as_str(), found.as_str()),
        ("void ()", "i32 (i32)")
    );
}

#[test]
fn without_shared_memory_no_thread_starts() {
    let options = CodeOptions {
        threads: crate::compiled::Threads::Off,
        ..CodeOptions::default()
    };
    let code = Code::compile(&changed(&[IMPATIENT]), &options).unwrap();
    let (end, output) = start(&code);
    assert_eq!(end, Ok(0));
    assert_eq!(output.trim_start_matches('\0'), "0 counted\n");
}
