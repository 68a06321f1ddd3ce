//! The traps of LLVM 2.0 to 3.2: numbers that mean something else in another release, and errors of
//! the original readers. Each test has the number and the name of its trap. The traps of bytecode
//! are in `crates/bytecode/tests/read/rules/traps.rs`.
//!
//! Some traps are tested elsewhere: 25 and 27 to 29 also in the files of the releases (`ages.rs`),
//! and 34 (archives of modules of several releases) in the driver's `archives.rs`.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::{ErrorKind, Options, PROFILE, identify, read};
use pinnacle_llvm::{dialect_of, print, print_as_of};

use crate::old::{Records, block, name, records};

/// The type block of LLVM 2.x: 0 i32, 1 i32*, 2 void, 3 i1, 4 <4 x i32>, 5 { i32, i32 }, 6 i32
/// (i32), 8 void (), 10 <4 x i32> (<4 x i32>, <4 x i32>), 12 { i32, i32 } (i32). Each of these
/// functions is followed by a pointer to it. 14 is a pointer to 5, 15 metadata.
const TYPES: Records<'_> = &[
    (7, &[32]),
    (8, &[0]),
    (2, &[]),
    (7, &[1]),
    (12, &[4, 0]),
    (10, &[0, 0, 0]),
    (9, &[0, 0, 0, 0]),
    (8, &[6]),
    (9, &[0, 0, 2]),
    (8, &[8]),
    (9, &[0, 0, 4, 4, 4]),
    (8, &[10]),
    (9, &[0, 0, 5, 0]),
    (8, &[12]),
    (8, &[5]),
    (16, &[]),
];

const INT_FUNCTION: u64 = 7;
const VOID_FUNCTION: u64 = 9;
const VECTOR_FUNCTION: u64 = 11;
const PAIR_FUNCTION: u64 = 13;

/// Makes a module whose content is written by `content`.
fn module(content: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    content(&mut writer);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

/// Writes the block of a function with these constants.
fn body(writer: &mut Writer, constants: Records<'_>, body: Records<'_>) {
    writer.enter_block(12, 4).expect("it may stand here");
    let ends = (body.iter()).filter(|(code, _)| matches!(code, 10..=15));
    records(writer, &[(1, &[ends.count() as u64])]);
    if !constants.is_empty() {
        block(writer, 11, constants);
    }
    records(writer, body);
    writer.exit_block().expect("it is open");
}

/// A module of LLVM 2.2 to 2.9 with a function `f` of this type. Value 0 is the function, 1 the
/// first parameter.
fn function(ty: u64, constants: Records<'_>, instructions: Records<'_>) -> Vec<u8> {
    module(|writer| {
        block(writer, 10, TYPES);
        records(writer, &[(8, &[ty, 0, 0, 0, 0, 0, 0, 0])]);
        body(writer, constants, instructions);
        block(writer, 14, &[(1, &name(0, "f"))]);
    })
}

fn text(file: &[u8]) -> String {
    print(&read(file, &Options::default()).expect("it is valid"))
}

/// Fails unless the text contains these consecutive lines.
fn has(file: &[u8], lines: &[&str]) {
    let text = text(file);
    let found: Vec<_> = text.lines().map(str::trim).collect();
    assert!(
        found.windows(lines.len()).any(|part| part == lines),
        "{text}"
    );
}

fn refused(file: &[u8], kind: ErrorKind) {
    let error = read(file, &Options::default()).expect_err("it is refused");
    assert_eq!(error.kind(), kind, "{error}");
}

/// The record of a function has 7 fields in 2.0 and 8 later. Call records have the same code, and
/// one field less in 2.0.
#[test]
fn trap_17_calls_of_2_0_and_2_1() {
    for (function, call) in [
        (&[VOID_FUNCTION, 0, 0, 0, 0, 0, 0][..], &[0, 0][..]),
        (&[VOID_FUNCTION, 0, 0, 0, 0, 0, 0, 0], &[0, 0, 0]),
    ] {
        let file = module(|writer| {
            block(writer, 10, TYPES);
            records(writer, &[(8, function)]);
            body(writer, &[], &[(22, call), (10, &[])]);
            block(writer, 14, &[(1, &name(0, "f"))]);
        });
        has(&file, &["call void @f()", "ret void"]);
    }
}

/// Value numbers in bodies start after the remaining values, although the module has more.
#[test]
fn trap_18_purged_values_leave_the_numbers() {
    let file = |left| {
        module(|writer| {
            block(writer, 10, TYPES);
            let function: Records<'_> = &[
                (7, &[14, 0, 4, 0, 0, 0]),
                (8, &[INT_FUNCTION, 0, 0, 0, 0, 0, 0, 0]),
            ];
            records(writer, function);
            // 2 is the number, 3 the pair, which only the initialiser uses.
            block(writer, 11, &[(1, &[0]), (4, &[8]), (1, &[5]), (7, &[2, 2])]);
            records(writer, &[(10, &[left])]);
            body(writer, &[], &[(2, &[3, 2, 0]), (10, &[4])]);
            block(writer, 14, &[(1, &name(0, "v")), (1, &name(1, "f"))]);
        })
    };
    has(&file(3), &["%2 = add i32 %0, 4", "ret i32 %2"]);
    assert!(text(&file(3)).contains("@v = global { i32, i32 } { i32 4, i32 4 }"));
    refused(&file(5), ErrorKind::BadNumber);
}

/// Before 2.4, attributes of the function are stored with those of the result.
#[test]
fn trap_19_attributes_of_functions() {
    const NOUNWIND: u64 = 1 << 5;
    for list in [[0, NOUNWIND], [0xFFFF_FFFF, NOUNWIND]] {
        let file = module(|writer| {
            block(writer, 9, &[(1, &list)]);
            block(writer, 10, TYPES);
            records(writer, &[(8, &[VOID_FUNCTION, 0, 1, 0, 1, 0, 0, 0])]);
            block(writer, 14, &[(1, &name(0, "f"))]);
        });
        has(&file, &["declare void @f() #0"]);
        has(&file, &["attributes #0 = { nounwind }"]);
    }
}

/// The same bit is `hotpatch` in 2.9 and `returns_twice` since 3.0. The form of the type block
/// distinguishes them.
#[test]
fn trap_21_hotpatch_or_returns_twice() {
    let file = |types, function: Records<'_>| {
        module(|writer| {
            block(writer, 9, &[(1, &[0xFFFF_FFFF, 1 << 40])]);
            block(writer, types, function);
            records(writer, &[(8, &[2, 0, 1, 0, 1, 0, 0, 0])]);
            block(writer, 14, &[(1, &name(0, "f"))]);
        })
    };
    let old = file(10, &[(2, &[]), (9, &[0, 0, 0]), (8, &[1])]);
    let patchable = "attributes #0 = { \"patchable-function\"=\"prologue-short-redirect\" }";
    has(&old, &[patchable]);
    let new = file(17, &[(2, &[]), (21, &[0, 0]), (8, &[1])]);
    has(&new, &["attributes #0 = { returns_twice }"]);
}

/// Type 17 is a union in 2.7, with members, and `x86_mmx` since 2.9. Type 10 is a struct in
/// the old block and `half` in the new one.
#[test]
fn trap_22_codes_of_types() {
    let file = |types, list: Records<'_>| {
        module(|writer| {
            block(writer, types, list);
            records(writer, &[(7, &[1, 0, 0, 0, 0, 0])]);
            block(writer, 14, &[(1, &name(0, "v"))]);
        })
    };
    let is = |file: &[u8], ty: &str| has(file, &[&format!("@v = external global {ty}")]);
    is(&file(10, &[(17, &[]), (8, &[0])]), "x86_mmx");
    is(&file(10, &[(10, &[0, 2]), (8, &[0]), (7, &[8])]), "{ i8 }");
    is(&file(17, &[(10, &[]), (8, &[0, 0])]), "half");
}

/// Named metadata lists have the codes 3 and 4 in 2.6, and 4 and 5 later. They take numbers up to
/// 2.7. The number of the kind `dbg` shows whether 2.7 or 2.8 wrote the file. It may come last.
#[test]
fn trap_23_names_of_metadata() {
    let file = |codes: [u64; 2], second: u64, kind: Option<u64>| {
        module(|writer| {
            block(writer, 10, TYPES);
            let text = |text: &str| name(0, text)[1..].to_vec();
            let node = |text: u64| [15, text];
            let named = |name: &str| (codes[0], text(name));
            let all = [
                (1, text("libm")),
                (2, node(0).to_vec()),
                named("needs"),
                (codes[1], vec![1]),
                (1, text("libc")),
                (2, node(second).to_vec()),
                named("likes"),
                (codes[1], vec![second + 1]),
            ];
            let all: Vec<_> = all.iter().map(|(code, all)| (*code, &all[..])).collect();
            block(writer, 15, &all);
            if let Some(kind) = kind {
                block(writer, 15, &[(6, &name(kind, "dbg"))]);
            }
        })
    };
    for file in [
        file([3, 4], 3, None),
        file([4, 5], 3, None),
        file([4, 5], 3, Some(1)),
        file([4, 5], 2, Some(0)),
    ] {
        let summary = identify(&file).expect("it is valid");
        assert_eq!(summary.text(b"needs"), Some(&b"libm"[..]));
        assert_eq!(summary.text(b"likes"), Some(&b"libc"[..]));
        let module = read(&file, &Options::default()).expect("it is valid");
        let text = module.metadata.named_text(&module.names, b"likes");
        assert_eq!(text.map(|text| module.names.get(text)), Some(&b"libc"[..]));
    }
}

/// Attachments refer to kinds that are defined after the functions.
#[test]
fn trap_24_kinds_come_after_functions() {
    let file = module(|writer| {
        block(writer, 10, TYPES);
        records(writer, &[(8, &[VOID_FUNCTION, 0, 0, 0, 0, 0, 0, 0])]);
        block(writer, 15, &[(1, &name(0, "text")[1..]), (2, &[15, 0])]);
        writer.enter_block(12, 4).expect("it may stand here");
        records(writer, &[(1, &[1]), (10, &[])]);
        block(writer, 16, &[(7, &[0, 5, 1])]);
        writer.exit_block().expect("it is open");
        block(writer, 15, &[(6, &name(5, "mine"))]);
        block(writer, 14, &[(1, &name(0, "f"))]);
    });
    let options = Options {
        as_written: true,
        ..Options::default()
    };
    let module = read(&file, &options).expect("it is valid");
    let dialect = dialect_of("2.7").expect("it is known");
    let text = print_as_of(&module, dialect, "", 1 << 16).expect("it is short");
    assert!(text.contains("ret void, !mine !0"), "{text}");
}

/// Record 9 is any comparison up to 2.3; in 2.4 and 2.5 it is a vector comparison whose result is
/// as wide as its operands; 28 is any comparison since 2.4.
#[test]
fn trap_25_wide_comparisons() {
    let file = function(VECTOR_FUNCTION, &[], &[(9, &[1, 2, 32]), (10, &[3])]);
    has(
        &file,
        &[
            "%3 = icmp eq <4 x i32> %0, %1",
            "%4 = sext <4 x i1> %3 to <4 x i32>",
            "ret <4 x i32> %4",
        ],
    );
    let zero: Records<'_> = &[(1, &[0]), (2, &[])];
    for code in [9, 28] {
        let file = function(
            INT_FUNCTION,
            zero,
            &[(code, &[1, 2, 32]), (29, &[1, 2, 3]), (10, &[4])],
        );
        has(
            &file,
            &["%2 = icmp eq i32 %0, 0", "%3 = select i1 %2, i32 %0, i32 0"],
        );
    }
}

/// In record 21 the value comes first, in 24 the pointer.
#[test]
fn trap_26_two_stores() {
    let one: Records<'_> = &[(1, &[0]), (4, &[2])];
    for store in [(21, &[1, 3, 0, 0][..]), (24, &[3, 1, 0, 0])] {
        let file = function(INT_FUNCTION, one, &[(19, &[1, 2, 0]), store, (10, &[1])]);
        has(&file, &["%2 = alloca i32", "store i32 %0, ptr %2"]);
    }
}

/// Values after a return of several values keep their numbers, because its replacement has no
/// result.
#[test]
fn trap_27_returns_of_several_values() {
    let file = function(
        PAIR_FUNCTION,
        &[],
        &[(11, &[1]), (10, &[1, 1]), (2, &[1, 1, 0]), (10, &[2, 1])],
    );
    let text = text(&file);
    assert_eq!(text.matches("insertvalue").count(), 4, "{text}");
    assert_eq!(text.matches("add i32 %0, %0").count(), 1, "{text}");
}

/// The condition in record 5 has no type. In 29 it has one if it is defined later.
#[test]
fn trap_28_two_selects() {
    let truth: Records<'_> = &[(1, &[3]), (4, &[3])];
    for code in [5, 29] {
        let file = function(INT_FUNCTION, truth, &[(code, &[1, 1, 2]), (10, &[3])]);
        has(
            &file,
            &["%2 = select i1 true, i32 %0, i32 %0", "ret i32 %2"],
        );
    }
}

/// The mask is a constant, with the same bytes in all releases.
#[test]
fn trap_29_masks() {
    let file = function(
        VECTOR_FUNCTION,
        &[(1, &[4]), (2, &[])],
        &[(8, &[1, 2, 3]), (10, &[4])],
    );
    let mask = "shufflevector <4 x i32> %0, <4 x i32> %1, <4 x i32> zeroinitializer";
    has(&file, &[&format!("%3 = {mask}"), "ret <4 x i32> %3"]);
}

/// Up to 2.7 there are three fields. Since then there are four, and one is the type of the count.
#[test]
fn trap_30_fields_of_alloca() {
    let two: Records<'_> = &[(1, &[0]), (4, &[4])];
    for fields in [&[1, 2, 4][..], &[1, 0, 2, 4]] {
        let file = function(INT_FUNCTION, two, &[(19, fields), (10, &[1])]);
        has(&file, &["%2 = alloca i32, i32 2, align 8"]);
    }
}

/// Value numbers are relative since 3.2, and 3.2 has its own form of switch.
#[test]
fn trap_31_relative_numbers_and_a_switch() {
    let file = module(|writer| {
        records(writer, &[(1, &[1])]);
        let types: Records<'_> = &[(7, &[32]), (21, &[0, 0, 0]), (8, &[1, 0])];
        block(writer, 17, types);
        records(writer, &[(8, &[2, 0, 0, 0, 0, 0, 0, 0])]);
        block(writer, 14, &[(1, &name(0, "f"))]);
        // The next value has the number 2, so 1 is the parameter.
        let switch = &[0x4B5 << 16, 0, 1, 1, 1, 1, 1, 14, 1];
        body(writer, &[], &[(12, switch), (10, &[1])]);
    });
    has(
        &file,
        &["switch i32 %0, label %2 [", "i32 7, label %2", "]"],
    );
}

/// Old readers silently read unknown codes as `undef` or an opaque type.
#[test]
fn trap_32_unknown_codes_are_refused() {
    refused(
        &module(|writer| block(writer, 10, &[(40, &[])])),
        ErrorKind::UnknownRecord,
    );
    refused(
        &module(|writer| block(writer, 17, &[(60, &[])])),
        ErrorKind::UnknownRecord,
    );
    let file = module(|writer| {
        block(writer, 10, TYPES);
        block(writer, 11, &[(1, &[0]), (60, &[])]);
    });
    refused(&file, ErrorKind::UnknownRecord);
    refused(
        &function(INT_FUNCTION, &[], &[(90, &[]), (10, &[1])]),
        ErrorKind::UnknownRecord,
    );
}

/// Unnamed structs of the same structure are equal. LLVM 3.0 made distinct types of them.
#[test]
fn trap_33_structs_have_no_identity() {
    let file = module(|writer| {
        let types: Records<'_> = &[
            (7, &[32]),
            (10, &[0, 0]),
            (10, &[0, 0]),
            (8, &[1]),
            (8, &[2]),
        ];
        block(writer, 10, types);
        records(
            writer,
            &[(7, &[3, 0, 0, 0, 0, 0]), (7, &[4, 0, 0, 0, 0, 0])],
        );
        block(writer, 14, &[(1, &name(0, "v")), (1, &name(1, "w"))]);
    });
    has(
        &file,
        &[
            "@v = external global { i32 }",
            "",
            "@w = external global { i32 }",
        ],
    );
}

/// The last of four operands is the alignment; 0 means 1.
#[test]
fn trap_35_memcpy_with_an_alignment() {
    for (align, attribute) in [(0, ""), (2, "align 1 "), (8, "align 4 ")] {
        let file = module(|writer| {
            // 0 i8, 1 i8*, 2 i32, 3 void, 4 void (i8*, i8*, i32, i32), 6 void (i8*).
            let types: Records<'_> = &[
                (7, &[8]),
                (8, &[0]),
                (7, &[32]),
                (2, &[]),
                (9, &[0, 0, 3, 1, 1, 2, 2]),
                (8, &[4]),
                (9, &[0, 0, 3, 1]),
                (8, &[6]),
            ];
            block(writer, 10, types);
            let functions: Records<'_> = &[
                (8, &[7, 0, 0, 0, 0, 0, 0, 0]),
                (8, &[5, 0, 1, 0, 0, 0, 0, 0]),
            ];
            records(writer, functions);
            let constants: Records<'_> = &[(1, &[2]), (4, &[32]), (4, &[align])];
            body(
                writer,
                constants,
                &[(22, &[0, 0, 1, 2, 2, 3, 4]), (10, &[])],
            );
            block(
                writer,
                14,
                &[(1, &name(0, "f")), (1, &name(1, "llvm.memcpy.i32"))],
            );
        });
        let operands = format!("ptr {attribute}%0, ptr {attribute}%0, i32 16, i1 false");
        let call = format!("call void @llvm.memcpy.p0.p0.i32({operands})");
        assert!(text(&file).contains(&call), "{}", text(&file));
    }
}

/// Counts and ranges that the file's bytes do not back.
#[test]
fn trap_36_bombs() {
    // A string that is shorter than its array type.
    let file = module(|writer| {
        block(writer, 10, &[(7, &[8]), (11, &[0xFFFF_FFFF, 0])]);
        block(writer, 11, &[(1, &[1]), (8, &[65])]);
    });
    refused(&file, ErrorKind::BadConstant);
    // A case of 3.2 for all numbers from 0 to 2^31 - 1.
    let file = module(|writer| {
        records(writer, &[(1, &[1])]);
        let types: Records<'_> = &[(7, &[32]), (21, &[0, 0, 0]), (8, &[1, 0])];
        block(writer, 17, types);
        records(writer, &[(8, &[2, 0, 0, 0, 0, 0, 0, 0])]);
        let switch = &[0x4B5 << 16, 0, 1, 1, 1, 1, 0, 0, 0xFFFF_FFFE, 1];
        body(writer, &[], &[(12, switch), (10, &[1])]);
    });
    refused(&file, ErrorKind::BadNumber);
}
