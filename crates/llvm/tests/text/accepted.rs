//! Rarer forms that LLVM 19 accepts. The expected texts are the output of `llvm-as-19` and
//! `llvm-dis-19`.

use pinnacle_llvm::{parse, print};

/// Checks that a text is valid, and that the printed text contains each of these lines.
fn expect(text: &str, lines: &[&str]) {
    let module = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    let ours = print(&module);
    for line in lines {
        assert!(ours.lines().any(|it| it == *line), "{line}\n{ours}");
    }
}

#[test]
fn the_highest_bit_of_a_signed_hexadecimal_number_is_its_sign() {
    expect(
        "@a = global i64 s0x0012312\n@b = global i64 u0x0012312\n@c = global i8 s0x0\n\
         @d = global i128 s0x80",
        &[
            "@a = global i64 -56558",
            "@b = global i64 74514",
            "@c = global i8 0",
            "@d = global i128 -128",
        ],
    );
}

#[test]
fn few_digits_of_a_wide_number_are_its_high_half() {
    expect(
        "@x = global fp128 0xL01",
        &["@x = global fp128 0xL00000000000000000000000000000001"],
    );
}

#[test]
fn a_block_without_predecessors_has_an_empty_phi() {
    expect(
        "define void @f() {\nentry:\n  ret void\n\nreturn:\n  %r = phi i32\n  ret void\n}",
        &["  ret void"],
    );
}

#[test]
fn a_tail_call_that_must_be_one_passes_variable_arguments_on() {
    expect(
        "define i32 @f(ptr %p, ...) {\n  %r = musttail call i32 (ptr, ...) @f(ptr %p, ...)\n  \
         ret i32 %r\n}",
        &["  %r = musttail call i32 (ptr, ...) @f(ptr %p, ...)"],
    );
}

#[test]
fn intrinsics_need_no_declaration() {
    expect(
        "define i8 @f(i8 %x, i1 %c) {\n  call void @llvm.assume(i1 %c)\n  \
         %m = call i8 @llvm.umax.i8(i8 %x, i8 3)\n  ret i8 %m\n}",
        &[
            "  call void @llvm.assume(i1 %c)",
            "declare i8 @llvm.umax.i8(i8, i8)",
        ],
    );
}

#[test]
fn numbers_may_be_left_out() {
    expect(
        "@5 = global i8 0\n@x = global ptr @5\n\n\
         define i32 @f(i32 %0, i32 %10) {\n20:\n  %30 = add i32 %0, %10\n  ret i32 %30\n}",
        &[
            "@0 = global i8 0",
            "@x = global ptr @0",
            "define i32 @f(i32 %0, i32 %1) {",
            "  %3 = add i32 %0, %1",
        ],
    );
}

#[test]
fn vectors_of_any_length_repeat_a_number() {
    let splat = "shufflevector (<vscale x 4 x i32> insertelement (<vscale x 4 x i32> poison, i32 7, \
                 i64 0), <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer)";
    expect(
        "define <vscale x 4 x i32> @f() {\n  ret <vscale x 4 x i32> splat (i32 7)\n}",
        &[&format!("  ret <vscale x 4 x i32> {splat}")],
    );
}
