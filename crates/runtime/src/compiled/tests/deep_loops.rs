//! Loops nested so deep that code counts rounds instead of checking epochs.

use super::*;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Returns a program with nested loops. The innermost one never ends.
fn endless(depth: usize) -> Program {
    let mut text = String::from(
        "module {
  version 1;
  types {
    count 4;
    @t0 = void;
    @t1 = i32;
    @t2 = i1;
    @t3 = void (i32);
  }
  define external void @f0(i32);
  valuesymtab {
    @f0 : \"_start\";
  }
  function void @f0(i32 %p0) {\n",
    );
    let end = 2 * depth + 1;
    writeln!(text, "    blocks {};\n  %b0:", end + 1).unwrap();
    text.push_str("    %v0 = icmp eq i32 %p0, %p0;\n    br label %b1;\n");
    for head in 1..=depth {
        let next = head + 1;
        writeln!(text, "  %b{head}:\n    br label %b{next};").unwrap();
    }
    for index in 0..depth {
        let (latch, head) = (depth + 1 + index, depth - index);
        writeln!(
            text,
            "  %b{latch}:\n    br i1 %v0, label %b{head}, label %b{};",
            latch + 1
        )
        .unwrap();
    }
    writeln!(text, "  %b{end}:\n    ret void;\n  }}\n}}").unwrap();
    program(&text)
}

#[test]
fn deeply_nested_loops_count_and_end_in_time() {
    let options = CodeOptions {
        interruptible: true,
        ..CodeOptions::default()
    };
    for (depth, counts) in [(10, false), (300, true)] {
        let program = endless(depth);
        let code = Code::compile(&program, &options).unwrap();
        assert_eq!(code.about.counts(), counts, "{depth}");
        assert_ne!(code.about.has_epochs(), counts, "{depth}");
        let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
        let stop = instance.run(Some(Duration::from_millis(50))).unwrap_err();
        assert_eq!(stop.trap(&code, &program).kind, TrapKind::Timeout);
    }
    let program = endless(300);
    let code = Code::compile(&program, &CodeOptions::default()).unwrap();
    assert!(!code.about.counts());
}

/// Counting used to add arithmetic to each level, and the compiler looked through all enclosing
/// loops for it: 2,000 levels took 48 times as long as without counting.
#[test]
fn counting_in_deeply_nested_loops_compiles_about_as_fast_as_not_counting() {
    let program = endless(2000);
    let time = |interruptible| {
        let options = CodeOptions {
            interruptible,
            jobs: 1,
            ..CodeOptions::default()
        };
        let compile = || {
            let start = Instant::now();
            Code::compile(&program, &options).unwrap();
            start.elapsed()
        };
        compile().min(compile())
    };
    let (without, with) = (time(false), time(true));
    assert!(
        with < 12 * without,
        "{with:?}, without counting {without:?}"
    );
}
