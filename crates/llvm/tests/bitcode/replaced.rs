//! Intrinsics of LLVM 2.x that are instructions today.

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::print;

use crate::intrinsics::{Intrinsic, module_of};
use crate::tools::{has, run};

/// Intrinsics and their replacements in the text. Arguments are zero, except for 32-bit numbers,
/// which are 1.
const REPLACED: &[(Intrinsic<'_>, &str)] = &[
    (
        (
            "llvm.memory.barrier",
            "void",
            &["i1", "i1", "i1", "i1", "i1"],
        ),
        "fence release",
    ),
    (
        (
            "llvm.atomic.cmp.swap.i32.p0i32",
            "i32",
            &["i32*", "i32", "i32"],
        ),
        "cmpxchg ptr null, i32 1, i32 1 monotonic monotonic",
    ),
    (
        ("llvm.atomic.lcs.i64", "i64", &["i64*", "i64", "i64"]),
        "cmpxchg ptr null, i64 0, i64 0 monotonic monotonic",
    ),
    (
        ("llvm.atomic.las.i32", "i32", &["i32*", "i32"]),
        "atomicrmw add ptr null, i32 1 monotonic",
    ),
    (
        ("llvm.atomic.load.umin.i8.p0i8", "i8", &["i8*", "i8"]),
        "atomicrmw umin ptr null, i8 0 monotonic",
    ),
    (
        ("llvm.atomic.swap.i16.p0i16", "i16", &["i16*", "i16"]),
        "atomicrmw xchg ptr null, i16 0 monotonic",
    ),
    (
        ("llvm.part.select.i32", "i32", &["i32", "i32", "i32"]),
        "lshr i32 1, 1",
    ),
    (
        (
            "llvm.part.set.i64.i16",
            "i64",
            &["i64", "i16", "i32", "i32"],
        ),
        "shl i64",
    ),
    (
        (
            "llvm.part.select.i128.i128",
            "i128",
            &["i128", "i32", "i32"],
        ),
        "lshr i128",
    ),
    (
        ("llvm.isunordered.f64", "i1", &["double", "double"]),
        "fcmp uno double",
    ),
    (
        ("llvm.init.trampoline", "i8*", &["i8*", "i8*", "i8*"]),
        "call void @llvm.init.trampoline(ptr null, ptr null, ptr null)\n  %1 = call ptr @llvm.adjust.trampoline(ptr null)",
    ),
    (
        ("llvm.setjmp", "i32", &["i8*"]),
        "call i32 @setjmp(ptr null)",
    ),
    (
        ("llvm.eh.return", "void", &["i32", "i8*"]),
        "call void @llvm.eh.return.i32(i32 1, ptr null)",
    ),
    (
        ("llvm.eh.typeid.for.i64", "i64", &["i8*"]),
        "call i32 @llvm.eh.typeid.for.p0(ptr null)\n  %2 = sext i32 %1 to i64",
    ),
    (
        ("llvm.x86.mmx.psll.w", "<4xi16>", &["<4xi16>", "<2xi32>"]),
        "@llvm.x86.mmx.psll.w(x86_mmx",
    ),
    (
        ("llvm.x86.ssse3.pshuf.w", "<4xi16>", &["<4xi16>", "i32"]),
        "@llvm.x86.sse.pshuf.w(x86_mmx %1, i8 1)",
    ),
    (
        ("llvm.x86.sse2.cvtpd2pi", "<2xi32>", &["<2xdouble>"]),
        "x86_mmx @",
    ),
    (
        ("llvm.x86.sse42.crc64.8", "i64", &["i64", "i8"]),
        "@llvm.x86.sse42.crc32.64.8(",
    ),
    (
        ("llvm.x86.sse.loadu.ps", "<4xfloat>", &["i8*"]),
        "load <4 x float>, ptr null, align 1",
    ),
    (
        ("llvm.x86.sse2.movnt.pd", "void", &["i8*", "<2xdouble>"]),
        "store <2 x double> zeroinitializer, ptr null, align 16, !nontemporal",
    ),
    (
        ("llvm.x86.sse2.movl.dq", "<4xi32>", &["<4xi32>"]),
        "<4 x i32> <i32 4, i32 5, i32 2, i32 3>",
    ),
    (
        (
            "llvm.x86.sse2.loadh.pd",
            "<2xdouble>",
            &["<2xdouble>", "double*"],
        ),
        "<2 x i32> <i32 0, i32 2>",
    ),
    (
        (
            "llvm.x86.sse2.shuf.pd",
            "<2xdouble>",
            &["<2xdouble>", "<2xdouble>", "i32"],
        ),
        "<2 x i32> <i32 1, i32 2>",
    ),
    (
        (
            "llvm.x86.sse2.punpckh.qdq",
            "<2xi64>",
            &["<2xi64>", "<2xi64>"],
        ),
        "<2 x i32> <i32 1, i32 3>",
    ),
    (
        ("llvm.x86.sse41.pmulld", "<4xi32>", &["<4xi32>", "<4xi32>"]),
        "mul <4 x i32>",
    ),
    (
        ("llvm.x86.sse41.extractps", "i32", &["<4xfloat>", "i32"]),
        "extractelement <4 x float> zeroinitializer, i32 1",
    ),
    (
        (
            "llvm.x86.ssse3.palign.r.128",
            "<2xi64>",
            &["<2xi64>", "<2xi64>", "i32"],
        ),
        "shufflevector <16 x i8>",
    ),
    (
        (
            "llvm.x86.ssse3.palign.r",
            "<1xi64>",
            &["<1xi64>", "<1xi64>", "i32"],
        ),
        "shufflevector <8 x i8>",
    ),
    (
        (
            "llvm.arm.neon.vaddlu.v8i16",
            "<8xi16>",
            &["<8xi8>", "<8xi8>"],
        ),
        "zext <8 x i8> zeroinitializer to <8 x i16>",
    ),
    (
        (
            "llvm.arm.neon.vabals.v4i32",
            "<4xi32>",
            &["<4xi32>", "<4xi16>", "<4xi16>"],
        ),
        "icmp sgt <4 x i16>",
    ),
    (
        ("llvm.arm.neon.vmovn.v8i8", "<8xi8>", &["<8xi16>"]),
        "trunc <8 x i16>",
    ),
    (
        ("llvm.arm.neon.vld1.v4i32", "<4xi32>", &["i8*"]),
        "(ptr null, i32 1)",
    ),
    (
        (
            "llvm.arm.neon.vst2lane.v4i32",
            "void",
            &["i8*", "<4xi32>", "<4xi32>", "i32"],
        ),
        "i32 1, i32 1)",
    ),
];

#[test]
fn each_becomes_its_equivalent_of_today() {
    for (intrinsic, wanted) in REPLACED {
        let file = module_of(&[*intrinsic], true);
        let text = print(&read(&file, &Options::default()).expect("it is valid"));
        assert!(text.contains(wanted), "{}: {text}", intrinsic.0);
    }
}

#[test]
fn todays_verifier_takes_all_of_them() {
    // A trampoline needs a function.
    let all = REPLACED.iter().map(|&(intrinsic, _)| intrinsic);
    let all: Vec<_> = all
        .filter(|(name, ..)| *name != "llvm.init.trampoline")
        .collect();
    let file = module_of(&all, true);
    let text = print(&read(&file, &Options::default()).expect("it is valid"));
    // Unused functions are not declared.
    assert!(!text.contains("@llvm.atomic."), "{text}");
    if has("opt-19") {
        let verify = ["-passes=verify", "-disable-output"];
        run("opt-19", &verify, text.as_bytes()).expect("it is valid");
    }
}

/// Functions with the name of an intrinsic but another type are ordinary functions.
#[test]
fn calls_with_another_type_stay_calls() {
    let other: &[Intrinsic<'_>] = &[
        ("llvm.memory.barrier", "void", &["i32"]),
        ("llvm.atomic.swap.i1", "i1", &["i1*", "i1"]),
        ("llvm.atomic.cmp.swap.i32", "i32", &["i32", "i32", "i32"]),
        ("llvm.part.select.i32", "i64", &["i32", "i32", "i32"]),
        ("llvm.eh.exception", "i32", &[]),
        ("llvm.eh.selector", "void", &[]),
        ("llvm.init.trampoline", "i8*", &["i8*"]),
        ("llvm.x86.sse2.shuf.pd", "<2xdouble>", &["i32"]),
        ("llvm.x86.ssse3.palign.r", "i64", &[]),
        ("llvm.arm.neon.vmlals.v4i32", "<4xi32>", &["<4xi32>"]),
    ];
    let file = module_of(other, true);
    let text = print(&read(&file, &Options::default()).expect("it is valid"));
    for (name, ..) in other {
        assert!(text.contains(&format!("@{name}(")), "{name}: {text}");
    }
}
