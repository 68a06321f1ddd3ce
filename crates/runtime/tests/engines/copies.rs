//! Copying and filling memory in compiled code: both directions, many lengths, and ranges that
//! trap.

use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::parse::assemble;
use pinnacle_runtime::compiled::{Code, CodeOptions, Exports, Instance, Threads, with_stack};
use pinnacle_runtime::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_runtime::program::RunOptions;
use std::ops::Range;

/// Function 1 copies, function 2 fills.
const TEXT: &str = r#"module {
  version 1;
  types {
    count 8;
    @t0 = void;
    @t1 = i32;
    @t2 = i8;
    @t3 = i1;
    @t4 = void (i32);
    @t5 = void (i32, i32, i32, i32, i1);
    @t6 = void (i32, i8, i32, i32, i1);
    @t7 = void (i32, i32, i32);
  }
  define external void @f0(i32);
  define internal void @f1(i32, i32, i32);
  define internal void @f2(i32, i32, i32);
  declare external void @f3(i32, i32, i32, i32, i1);
  declare external void @f4(i32, i8, i32, i32, i1);
  valuesymtab {
    @f0 : "_start";
    @f3 : "llvm.memmove.p0i8.p0i8.i32";
    @f4 : "llvm.memset.p0i8.i32";
  }
  function void @f0(i32 %p0) {
    blocks 1;
  %b0:
    ret void;
  }
  function void @f1(i32 %p0, i32 %p1, i32 %p2) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 1;
      i1:
        %c1 = i1 0;
    }
  %b0:
    call void @f3(i32 %p0, i32 %p1, i32 %p2, i32 %c0, i1 %c1);
    ret void;
  }
  function void @f2(i32 %p0, i32 %p1, i32 %p2) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 1;
      i1:
        %c1 = i1 0;
    }
  %b0:
    %v0 = trunc i32 %p1 to i8;
    call void @f4(i32 %p0, i8 %v0, i32 %p2, i32 %c0, i1 %c1);
    ret void;
  }
}
"#;

const P: u32 = PAGE_SIZE;

/// Pages that the tests map.
const ARENA: u32 = 32 << 20;

const LENGTHS: [u32; 26] = [
    0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 79, 80, 81, 128, 129, 255, 256,
    1000,
];

struct Copier {
    program: Program,
    instance: Instance,
}

impl Copier {
    fn new(threads: Threads) -> Copier {
        let assembled = assemble(TEXT.as_bytes()).expect("the text is a program");
        let program = decode(&assembled.bytes, &Options::default()).expect("it is valid");
        let options = CodeOptions {
            exports: Exports::All,
            threads,
            ..CodeOptions::default()
        };
        let code = Code::compile(&program, &options).unwrap();
        let options = RunOptions {
            memory_limit: 64 << 20,
            ..RunOptions::default()
        };
        let instance = Instance::new(&code, options).unwrap();
        Copier { program, instance }
    }

    fn protect(&self, pages: Range<u32>, protection: Protection) {
        let pages = ARENA + pages.start * P..ARENA + pages.end * P;
        self.instance
            .with_memory(|memory| memory.protect(pages, protection).unwrap());
    }

    /// Writes numbered bytes.
    fn number(&self, range: Range<u32>) -> Vec<u8> {
        let bytes: Vec<u8> = range.clone().map(|at| (at % 251) as u8).collect();
        self.instance
            .with_memory(|memory| memory.write(range.start, &bytes).unwrap());
        bytes
    }

    fn bytes(&self, range: Range<u32>) -> Vec<u8> {
        let len = range.end - range.start;
        self.instance
            .with_memory(|memory: &mut Memory| memory.bytes(range.start, len).unwrap())
    }

    /// Returns true if the call did not trap.
    fn call(&mut self, function: u32, args: [u32; 3]) -> bool {
        let function = FuncId(function);
        let signature = self.program.module().signature(function);
        let args = args.map(u64::from);
        self.instance.call(function, signature, &args).is_ok()
    }

    fn copy(&mut self, to: u32, from: u32, len: u32) -> bool {
        self.call(1, [to, from, len])
    }

    fn fill(&mut self, to: u32, byte: u8, len: u32) -> bool {
        self.call(2, [to, byte.into(), len])
    }
}

/// Runs a test on code for a single thread and on code for several.
fn each(test: impl Fn(&mut Copier) + Sync) {
    for threads in [Threads::Off, Threads::On] {
        with_stack(|| test(&mut Copier::new(threads))).unwrap();
    }
}

#[test]
fn copies_of_every_overlap_equal_those_of_a_slice() {
    each(|copier| {
        copier.protect(0..2, Protection::ReadWrite);
        // The middle is the boundary of two pages.
        let range = ARENA + P - 2200..ARENA + P + 2200;
        for from in [900, 1700, 2199] {
            for distance in [-130, -65, -64, -17, -16, -1, 0, 1, 15, 16, 63, 64, 65, 900] {
                for len in LENGTHS {
                    let mut expected = copier.number(range.clone());
                    let to = (from as i32 + distance) as usize;
                    expected.copy_within(from..from + len as usize, to);
                    let (to, from) = (range.start + to as u32, range.start + from as u32);
                    assert!(copier.copy(to, from, len));
                    let copied = copier.bytes(range.clone());
                    assert!(copied == expected, "{len} bytes from {from:#x} to {to:#x}");
                }
            }
        }
    });
}

#[test]
fn fills_equal_those_of_a_slice() {
    each(|copier| {
        copier.protect(0..2, Protection::ReadWrite);
        let range = ARENA + P - 1200..ARENA + P + 1200;
        for to in [100, 1190, 1200] {
            for len in LENGTHS {
                let mut expected = copier.number(range.clone());
                expected[to..to + len as usize].fill(0x5a);
                let to = range.start + to as u32;
                assert!(copier.fill(to, 0x5a, len));
                let filled = copier.bytes(range.clone());
                assert!(filled == expected, "{len} bytes to {to:#x}");
            }
        }
    });
}

/// Only the middle one of three pages is accessible.
#[test]
fn ranges_that_leave_their_page_trap_and_change_nothing() {
    each(|copier| {
        copier.protect(1..2, Protection::ReadWrite);
        let page = ARENA + P..ARENA + 2 * P;
        let bytes = copier.number(page.clone());
        let middle = page.start + P / 2;
        for len in LENGTHS.into_iter().filter(|&len| len > 1) {
            for bad in [page.start - 1, page.end + 1 - len, page.end, u32::MAX - 8] {
                assert!(!copier.copy(middle, bad, len), "{len} bytes from {bad:#x}");
                assert!(!copier.copy(bad, middle, len), "{len} bytes to {bad:#x}");
                assert!(!copier.fill(bad, 1, len), "{len} bytes to {bad:#x}");
            }
        }
        assert!(copier.bytes(page) == bytes);
    });
}

#[test]
fn ranges_that_are_only_readable_are_not_written() {
    each(|copier| {
        copier.protect(0..3, Protection::ReadWrite);
        let pages = ARENA..ARENA + 3 * P;
        let bytes = copier.number(pages.clone());
        copier.protect(1..2, Protection::Read);
        let read_only = ARENA + P;
        for len in LENGTHS.into_iter().filter(|&len| len > 1) {
            for to in [read_only - 1, read_only, read_only + P - 1] {
                assert!(!copier.copy(to, ARENA, len), "{len} bytes to {to:#x}");
                assert!(!copier.fill(to, 1, len), "{len} bytes to {to:#x}");
            }
        }
        assert!(copier.bytes(pages) == bytes);
        assert!(copier.copy(ARENA, read_only, 1000));
    });
}
