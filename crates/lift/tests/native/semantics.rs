//! The rules of docs/semantics.md that the file tests do not cover, each with and without
//! optimisation.

use crate::filetests::{differences, options};
use crate::text::module;
use crate::tools;
use pinnacle_lift::Options;
use pinnacle_pexe::Type;
use pinnacle_pexe::host::HostFunction;
use pinnacle_testing::filetests::directive::Directives;

/// Makes calls, each in the form of a `run:` line in file tests.
fn check_with(options: &Options, text: &str, calls: &[&str]) {
    let Some(clang) = tools::clang() else { return };
    let program = tools::program(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let directives: String = calls
        .iter()
        .map(|call| format!("// run: {call}\n"))
        .collect();
    let calls = Directives::parse(&directives).unwrap().calls;
    for level in ["-O0", "-O2"] {
        let found = differences(&clang, level, &program, options, &calls).unwrap();
        assert!(found.is_empty(), "with {level}: {}", found.join("\n"));
    }
}

fn check(text: &str, calls: &[&str]) {
    check_with(&options(), text, calls);
}

#[test]
fn undef_is_zero() {
    let text = module(
        &[],
        &[
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 undef; } %b0: %v0 = add i32 %p0, %c0; ret i32 %v0;",
            ),
            (
                "<4 x float> ()",
                "blocks 1; constants { <4 x float>: %c0 = <4 x float> undef; } %b0: ret <4 x float> %c0;",
            ),
            (
                "i32 (i32)",
                "blocks 1; constants { <8 x i16>: %c0 = <8 x i16> undef; i32: %c1 = i32 3; }
                 %b0: %v0 = extractelement <8 x i16> %c0, i32 %c1; %v1 = zext i16 %v0 to i32;
                 %v2 = or i32 %v1, %p0; ret i32 %v2;",
            ),
        ],
        &[],
    );
    let zero = "@f1() == <4 x float> <0.0, 0.0, 0.0, 0.0>";
    check(&text, &["@f0(i32 7) == i32 7", zero, "@f2(i32 5) == i32 5"]);
}

#[test]
fn counts_of_shifts_are_masked_in_lanes_too() {
    let text = module(
        &[],
        &[
            (
                "<16 x i8> (<16 x i8>, <16 x i8>)",
                "blocks 1; %b0: %v0 = shl <16 x i8> %p0, %p1; ret <16 x i8> %v0;",
            ),
            (
                "<4 x i32> (<4 x i32>, <4 x i32>)",
                "blocks 1; %b0: %v0 = ashr <4 x i32> %p0, %p1; ret <4 x i32> %v0;",
            ),
            (
                "i64 (i64)",
                "blocks 1; constants { i64: %c0 = i64 65; } %b0: %v0 = shl i64 %p0, %c0; ret i64 %v0;",
            ),
        ],
        &[],
    );
    check(
        &text,
        &[
            "@f0(<16 x i8> <1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, <16 x i8> <0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>) == <16 x i8> <1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128>",
            "@f1(<4 x i32> <-8, -8, -8, -8>, <4 x i32> <1, 33, 32, -1>) == <4 x i32> <-4, -4, -8, -1>",
            "@f2(i64 3) == i64 6",
        ],
    );
}

#[test]
fn lanes_are_divided_as_scalars_are() {
    let divide = |op| format!("blocks 1; %b0: %v0 = {op} <4 x i32> %p0, %p1; ret <4 x i32> %v0;");
    let ty = "<4 x i32> (<4 x i32>, <4 x i32>)";
    let (quotient, remainder) = (divide("sdiv"), divide("srem"));
    let text = module(&[], &[(ty, &quotient), (ty, &remainder)], &[]);
    let least = "<4 x i32> <1, 2, 3, -2147483648>";
    check(
        &text,
        &[
            &format!("@f0({least}, <4 x i32> <1, 1, 0, 1>) traps: division by zero"),
            &format!("@f0({least}, <4 x i32> <1, 1, 1, -1>) traps: division overflow"),
            &format!("@f1({least}, <4 x i32> <1, 0, 1, -1>) traps: division by zero"),
            &format!("@f1({least}, <4 x i32> <1, 1, 2, -1>) == <4 x i32> <0, 0, 1, 0>"),
        ],
    );
}

#[test]
fn constant_divisors_are_not_let_off() {
    let divide = |op, divisor| {
        format!(
            "blocks 1; constants {{ i32: %c0 = i32 {divisor}; }}
             %b0: %v0 = {op} i32 %p0, %c0; ret i32 %v0;"
        )
    };
    let bodies = [
        divide("sdiv", -1),
        divide("srem", -1),
        divide("udiv", 0),
        divide("udiv", -1),
    ];
    let functions = bodies.each_ref().map(|body| ("i32 (i32)", body.as_str()));
    check(
        &module(&[], &functions, &[]),
        &[
            "@f0(i32 5) == i32 -5",
            "@f0(i32 -2147483648) traps: division overflow",
            "@f1(i32 -2147483648) == i32 0",
            "@f2(i32 5) traps: division by zero",
            "@f3(i32 -1) == i32 1",
        ],
    );
}

#[test]
fn remainders_of_floating_point_are_exact() {
    let text = module(
        &[],
        &[
            (
                "double (double, double)",
                "blocks 1; %b0: %v0 = frem double %p0, %p1; ret double %v0;",
            ),
            (
                "<4 x float> (<4 x float>, <4 x float>)",
                "blocks 1; %b0: %v0 = frem <4 x float> %p0, %p1; ret <4 x float> %v0;",
            ),
        ],
        &[],
    );
    check(
        &text,
        &[
            "@f0(double 1e300, double 7.0) == double 1.0",
            "@f0(double -7.5, double 2.0) == double -1.5",
            "@f0(double 5.0, double inf) == double 5.0",
            "@f0(double 5.0, double 0.0) == double nan",
            "@f1(<4 x float> <7.5, -7.5, 1.0, inf>, <4 x float> <2.0, 2.0, 0.0, 1.0>) == <4 x float> <1.5, -1.5, nan, nan>",
        ],
    );
}

#[test]
fn floats_in_lanes_become_integers_as_scalars_do() {
    let convert =
        |op| format!("blocks 1; %b0: %v0 = {op} <4 x float> %p0 to <4 x i32>; ret <4 x i32> %v0;");
    let ty = "<4 x i32> (<4 x float>)";
    let (signed, unsigned) = (convert("fptosi"), convert("fptoui"));
    check(
        &module(&[], &[(ty, &signed), (ty, &unsigned)], &[]),
        &[
            "@f0(<4 x float> <1e10, -1e10, nan, -1.5>) == <4 x i32> <2147483647, -2147483648, 0, -1>",
            "@f1(<4 x float> <4294967296.0, -1.0, nan, 4294967040.0>) == <4 x i32> <0, -1, 0, -256>",
        ],
    );
}

#[test]
fn a_broken_promise_of_alignment_changes_nothing() {
    let text = module(
        &[],
        &[(
            "double (i32, double)",
            "blocks 1; constants { i32: %c0 = i32 3; }
             %b0: %v0 = add i32 @g0, %p0;
             store double %p1, double* %v0, align 8;
             %v1 = load double* %v0, align 8; ret double %v1;",
        )],
        &["var @g0, align 16, zerofill 64;"],
    );
    check(
        &text,
        &[
            "@f0(i32 1, double 0.5) == double 0.5",
            "@f0(i32 7, double -2.0) == double -2.0",
        ],
    );
}

#[test]
fn atomic_accesses_have_to_be_aligned() {
    let text = module(
        &[
            ("llvm.nacl.atomic.load.i32", "i32 (i32, i32)"),
            ("llvm.nacl.atomic.rmw.i64", "i64 (i32, i32, i64, i32)"),
            ("llvm.nacl.atomic.store.i16", "void (i16, i32, i32)"),
            ("llvm.nacl.atomic.cmpxchg.i8", "i8 (i32, i8, i8, i32, i32)"),
        ],
        &[
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 6; } %b0: %v0 = add i32 @g0, %p0;
                 %v1 = call i32 @f0(i32 %v0, i32 %c0); ret i32 %v1;",
            ),
            (
                "i64 (i32)",
                "blocks 1; constants { i32: %c0 = i32 6; %c1 = i32 1; i64: %c2 = i64 5; }
                 %b0: %v0 = add i32 @g0, %p0;
                 %v1 = call i64 @f1(i32 %c1, i32 %v0, i64 %c2, i32 %c0);
                 %v2 = call i64 @f1(i32 %c1, i32 %v0, i64 %c2, i32 %c0); ret i64 %v2;",
            ),
            (
                "void (i32)",
                "blocks 1; constants { i32: %c0 = i32 6; i16: %c1 = i16 5; } %b0: %v0 = add i32 @g0, %p0;
                 call void @f2(i16 %c1, i32 %v0, i32 %c0); ret void;",
            ),
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 6; i8: %c1 = i8 0; %c2 = i8 9; }
                 %b0: %v0 = add i32 @g0, %p0;
                 %v1 = call i8 @f3(i32 %v0, i8 %c1, i8 %c2, i32 %c0, i32 %c0);
                 %v2 = call i8 @f3(i32 %v0, i8 %c1, i8 %c2, i32 %c0, i32 %c0);
                 %v3 = zext i8 %v2 to i32; ret i32 %v3;",
            ),
        ],
        &["var @g0, align 16, zerofill 64;"],
    );
    check(
        &text,
        &[
            "@f4(i32 4) == i32 0",
            "@f4(i32 2) traps: misaligned",
            "@f5(i32 8) == i64 5",
            "@f5(i32 4) traps: misaligned",
            "@f6(i32 2) == void",
            "@f6(i32 1) traps: misaligned",
            "@f7(i32 3) == i32 9",
        ],
    );
}

#[test]
fn accesses_of_every_size_are_lock_free() {
    let text = module(
        &[("llvm.nacl.atomic.is.lock.free", "i1 (i32, i32)")],
        &[(
            "i32 ()",
            "blocks 1; constants { i32: %c0 = i32 8; }
             %b0: %v0 = call i1 @f0(i32 %c0, i32 @g0); %v1 = zext i1 %v0 to i32; ret i32 %v1;",
        )],
        &["var @g0, align 16, zerofill 16;"],
    );
    check(&text, &["@f1() == i32 1"]);
}

#[test]
fn ranges_that_overlap_are_copied_all_the_same() {
    let text = module(
        &[("llvm.memcpy.p0i8.p0i8.i32", "void (i32, i32, i32, i32, i1)")],
        &[(
            "i32 (i32, i32)",
            "blocks 1; constants { i32: %c0 = i32 1; %c1 = i32 7; i1: %c2 = i1 0; }
             %b0: %v0 = add i32 @g0, %c0;
             call void @f0(i32 %v0, i32 @g0, i32 %p0, i32 %c0, i1 %c2);
             %v1 = add i32 @g0, %p1; %v2 = load i32* %v1, align 1; ret i32 %v2;",
        )],
        &["var @g0, align 16, { 1, 2, 3, 4, 5, 6, 7, 8, 9 }"],
    );
    check(
        &text,
        &[
            "@f1(i32 8, i32 0) == i32 50462977",
            "@f1(i32 8, i32 5) == i32 134678021",
            "@f1(i32 0, i32 0) == i32 67305985",
            "@f1(i32 -1, i32 0) traps: out of bounds",
        ],
    );
}

#[test]
fn the_stack_is_aligned_checked_and_given_back() {
    let text = module(
        &[("llvm.stacksave", "i32 ()")],
        &[
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 63; } %b0:
                 %v0 = alloca i8, i32 %p0, align 64; %v1 = and i32 %v0, %c0; ret i32 %v1;",
            ),
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 15; } %b0:
                 %v0 = alloca i8, i32 %p0, align 1; store i32 %p0, i32* %v0, align 1;
                 %v1 = and i32 %v0, %c0; ret i32 %v1;",
            ),
            (
                "i32 (i32)",
                "blocks 1; %b0: %v0 = call i32 @f0(); %v1 = call i32 @f2(i32 %p0);
                 %v2 = call i32 @f0(); %v3 = sub i32 %v0, %v2; ret i32 %v3;",
            ),
        ],
        &[],
    );
    check(
        &text,
        &[
            "@f1(i32 1) == i32 0",
            "@f1(i32 0) == i32 0",
            "@f2(i32 5) == i32 0",
            "@f2(i32 16777216) == i32 0",
            "@f2(i32 16777217) traps: stack overflow",
            "@f2(i32 -1) traps: stack overflow",
            "@f3(i32 100) == i32 0",
        ],
    );
}

#[test]
fn endless_recursion_uses_up_the_stack() {
    let text = module(
        &[],
        &[
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 1; } %b0: %v0 = add i32 %p0, %c0;
                 %v1 = call i32 @f0(i32 %v0); ret i32 %v1;",
            ),
            (
                "void (i32)",
                "blocks 1; constants { i32: %c0 = i32 64; } %b0: %v0 = alloca i8, i32 %c0, align 1;
                 call void @f1(i32 %v0); ret void;",
            ),
        ],
        &[],
    );
    check(
        &text,
        &[
            "@f0(i32 1) traps: stack overflow",
            "@f1(i32 1) traps: stack overflow",
        ],
    );
}

#[test]
fn forbidden_addresses_are_not_accessed() {
    let text = module(
        &[],
        &[
            (
                "void (i32)",
                "blocks 1; %b0: store i32 %p0, i32* @g0, align 1; ret void;",
            ),
            (
                "i32 (i32)",
                "blocks 1; %b0: %v0 = load i32* %p0, align 1; ret i32 %v0;",
            ),
            (
                "i32 (i32)",
                "blocks 1; constants { i32: %c0 = i32 16; %c1 = i32 65000; }
                 %b0: %v0 = add i32 %p0, %c0; %v1 = add i32 %v0, %c1;
                 %v2 = load i32* %v1, align 1; ret i32 %v2;",
            ),
        ],
        &["const @g0, align 4, { 1, 2, 3, 4 }"],
    );
    check(
        &text,
        &[
            "@f0(i32 1) traps: out of bounds",
            "@f1(i32 65536) == i32 67305985",
            "@f1(i32 0) traps: out of bounds",
            "@f1(i32 131072) traps: out of bounds",
            "@f1(i32 -2) traps: out of bounds",
            "@f2(i32 520) == i32 67305985",
            "@f2(i32 -65000) traps: out of bounds",
            "@f2(i32 -1) traps: out of bounds",
        ],
    );
}

#[test]
fn with_volatile_accesses_a_load_that_nobody_needs_traps() {
    let text = module(
        &[],
        &[(
            "void (i32)",
            "blocks 1; %b0: %v0 = load i32* %p0, align 1; ret void;",
        )],
        &[],
    );
    let options = Options {
        volatile: true,
        ..options()
    };
    check_with(&options, &text, &["@f0(i32 16) traps: out of bounds"]);
}

#[test]
fn functions_have_the_addresses_that_all_engines_give_them() {
    let text = module(
        &[("llvm.stacksave", "i32 ()")],
        &[
            ("i32 (i32)", "blocks 1; %b0: ret i32 %p0;"),
            (
                "i32 ()",
                "blocks 1; constants { i32: %c0 = i32 0; } %b0: %v0 = add i32 @f1, %c0; ret i32 %v0;",
            ),
            (
                "i32 ()",
                "blocks 1; %b0: %v0 = load i32* @g0, align 1; ret i32 %v0;",
            ),
            (
                "i32 (i32)",
                "blocks 1; %b0: %v0 = call i32 %p0(i32 %p0); ret i32 %v0;",
            ),
        ],
        &["var @g0, align 4, reloc @f2 + 1;"],
    );
    check(
        &text,
        &[
            "@f2() == i32 2",
            "@f3() == i32 4",
            "@f4(i32 2) == i32 2",
            "@f4(i32 0) traps: not the address",
            "@f4(i32 1) traps: not the address",
            "@f4(i32 3) traps: wrong signature",
            "@f4(i32 7) traps: not the address",
            "@f4(i32 -1) traps: not the address",
        ],
    );
}

#[test]
fn arguments_fit_where_a_constant_address_is_called() {
    let text = module(
        &[],
        &[
            (
                "i64 (i32, i64)",
                "blocks 1; %b0: %v0 = zext i32 %p0 to i64; %v1 = add i64 %v0, %p1; ret i64 %v1;",
            ),
            (
                "i32 (i32)",
                "blocks 1; %b0: %v0 = call i32 @f0(i32 %p0); // record <44, 0, 5, 4, 1>
                 ret i32 %v0;",
            ),
            (
                "i64 (double, i32)",
                "blocks 1; %b0: %v0 = call i64 @f0(double %p0, i32 %p1, i32 %p1); // record <44, 0, 6, 5, 2, 1, 1>
                 ret i64 %v0;",
            ),
        ],
        &[],
    );
    check(
        &text,
        &[
            "@f1(i32 7) == i32 7",
            "@f2(double 0x4000000000000005, i32 -1) == i64 4294967300",
        ],
    );
}

#[test]
fn functions_of_the_host_are_called_by_address() {
    let text = module(
        &[],
        &[(
            "i32 (i32, i32, i64)",
            "blocks 1; %b0: %v0 = call i32 %p0(i32 %p1, i64 %p2); ret i32 %v0;",
        )],
        &[],
    );
    let function = |name| HostFunction::new(name, &[Type::I32, Type::I64], Type::I32);
    let options = Options {
        host: vec![function("first"), function("an-interface.second")],
        ..options()
    };
    check_with(
        &options,
        &text,
        &[
            "@f0(i32 3, i32 10, i64 -5) == i32 5",
            "@f0(i32 4, i32 10, i64 4294967300) == i32 15",
            "@f0(i32 5, i32 10, i64 0) traps: not the address",
        ],
    );
}

#[test]
fn the_thread_pointer_is_zero_at_first() {
    let text = module(
        &[("llvm.nacl.read.tp", "i32 ()")],
        &[(
            "i32 ()",
            "blocks 1; %b0: %v0 = call i32 @f0(); ret i32 %v0;",
        )],
        &[],
    );
    check(&text, &["@f1() == i32 0"]);
}

#[test]
fn masks_are_arguments_and_results() {
    let text = module(
        &[],
        &[(
            "<16 x i1> (<16 x i1>, <16 x i1>)",
            "blocks 1; %b0: %v0 = xor <16 x i1> %p0, %p1; ret <16 x i1> %v0;",
        )],
        &[],
    );
    check(
        &text,
        &[
            "@f0(<16 x i1> <1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0>, <16 x i1> <1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1>) == <16 x i1> <0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1>",
        ],
    );
}
