//! Accesses without an alignment get it from the data layout, as in LLVM's own parser since 11.

use pinnacle_llvm::{parse, print};
use pinnacle_testing::llvm_tools::Tool;

/// Data layouts with different alignments.
const LAYOUTS: [&str; 4] = [
    "",
    "e-p:32:32-i64:64-a:0:64-v96:64:128-p1:16:16:64-i128:64:128",
    "e-m:e-i64:64-f80:128-n8:16:32:64-S128",
    "E-p:16:16-i32:16:32-f64:32:64-a:16:32",
];

const ACCESSES: &str = "
%packed = type <{ i8, i32 }>
%pair = type { i8, i24 }
%forward = type { ptr, %later }
%later = type { [2 x i64] }

define void @f(ptr %p, ptr addrspace(1) %q) {
  %a1 = alloca %packed
  %a2 = alloca %pair
  %a3 = alloca i64, i32 3
  %a4 = alloca [3 x i128]
  %a5 = alloca ptr addrspace(1)
  %a6 = alloca <4 x i1>
  %a7 = alloca <8 x i24>
  %a8 = alloca [0 x %pair]
  %a9 = alloca %forward
  %a10 = alloca {}
  %a11 = alloca i32, align 64
  %l1 = load %packed, ptr %p
  %l2 = load %pair, ptr %p
  %l3 = load i128, ptr %p
  %l4 = load volatile ptr addrspace(1), ptr %p
  %l5 = load <3 x i32>, ptr %p
  %l6 = load <vscale x 4 x i32>, ptr %p
  %l7 = load x86_fp80, ptr addrspace(1) %q
  %l8 = load i200, ptr %p
  %l9 = load %forward, ptr %p
  %l10 = load i1, ptr %p, align 2
  store <2 x ptr> zeroinitializer, ptr %p
  store double 1.0, ptr %p
  %x1 = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  %x2 = cmpxchg ptr %p, ptr %p, ptr null acquire monotonic, align 16
  %r1 = atomicrmw fadd ptr %p, double 1.0 seq_cst
  %r2 = atomicrmw xchg ptr %p, ptr null seq_cst
  ret void
}
";

fn printed(text: &[u8]) -> String {
    print(&parse(text).unwrap_or_else(|errors| panic!("{errors}")))
}

fn instructions(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("  ")).collect()
}

#[test]
fn alignments_are_those_of_todays_tools() {
    let tools = ["llvm-as", "llvm-dis"].map(|tool| Tool::of_release(tool, 19));
    let [Some(assembler), Some(disassembler)] = tools else {
        return;
    };
    for layout in LAYOUTS {
        let text = format!("target datalayout = \"{layout}\"{ACCESSES}");
        let bitcode = assembler.assemble(false, text.as_bytes());
        let bitcode = bitcode.expect("it is right");
        let theirs = disassembler.run(&["-o", "-", "-"], &bitcode);
        let theirs = theirs.expect("it is right");
        let (ours, theirs) = (printed(text.as_bytes()), printed(&theirs));
        assert_eq!(instructions(&ours), instructions(&theirs), "{layout}");
    }
}

#[test]
fn variables_on_the_stack_have_the_preferred_alignment() {
    let text = "define void @f(ptr %p) {
  %a = alloca i64
  %b = load i64, ptr %p
  store [2 x i8] zeroinitializer, ptr %p
  ret void
}";
    let text = printed(text.as_bytes());
    for line in [
        "%a = alloca i64, align 8",
        "%b = load i64, ptr %p, align 4",
        "store [2 x i8] zeroinitializer, ptr %p, align 1",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn text_with_typed_pointers_gets_them_too() {
    let text = "define i32 @f(i32* %p) {
  %a = alloca [3 x i64]
  %b = load i32* %p
  ret i32 %b
}";
    let text = printed(text.as_bytes());
    for line in [
        "%a = alloca [3 x i64], align 8",
        "%b = load i32, ptr %p, align 4",
    ] {
        assert!(text.contains(line), "{text}");
    }
}
