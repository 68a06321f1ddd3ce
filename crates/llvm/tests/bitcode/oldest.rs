//! Records as LLVM 2.x wrote them.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{ErrorKind, Options, read};
use pinnacle_llvm::{dialect_of, print, print_as_of};

use crate::old::{Records, block, name, records};

/// The type block: 0 i32 (%pair*, i32), 1 a pointer to it, 2 %pair = { i32, %pair* }, 3 %pair*, 4
/// i32, 5 void (), 6 a pointer to it, 7 void. Types come before their components.
const TYPES: Records<'_> = &[
    (1, &[8]),
    (9, &[0, 1, 4, 3, 4]),
    (8, &[0]),
    (10, &[0, 4, 3]),
    (8, &[2]),
    (7, &[32]),
    (9, &[0, 0, 7]),
    (8, &[5]),
    (2, &[]),
];

/// A module of LLVM 2.0 with a function `f` (0) and a declared function `g` (1). The parameters of
/// `f` are 2 and 3.
fn module(types: Records<'_>, body: Records<'_>) -> Vec<u8> {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    // `nounwind` is among the attributes of the result.
    block(&mut writer, 9, &[(1, &[0, 1 << 5, 2, 1])]);
    block(&mut writer, 10, types);
    records(
        &mut writer,
        &[(8, &[1, 0, 0, 0, 0, 0, 0]), (8, &[6, 0, 1, 0, 0, 0, 0])],
    );
    writer.enter_block(12, 4).expect("it may stand here");
    let ends = body.iter().filter(|(code, _)| matches!(code, 10 | 13 | 14));
    records(&mut writer, &[(1, &[ends.count() as u64])]);
    records(&mut writer, body);
    writer.exit_block().expect("it is open");
    block(&mut writer, 13, &[(1, &name(2, "pair"))]);
    block(&mut writer, 14, &[(1, &name(0, "f")), (1, &name(1, "g"))]);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

fn printed(body: Records<'_>) -> String {
    let file = module(TYPES, body);
    print(&read(&file, &Options::default()).expect("it is valid"))
}

#[test]
fn types_may_refer_to_later_ones_and_are_named_after_them() {
    let text = printed(&[(10, &[3])]);
    assert!(text.contains("%pair = type { i32, ptr }"), "{text}");
    assert!(
        text.contains("define i32 @f(ptr %0, i32 zeroext %1)"),
        "{text}"
    );
    assert!(text.contains("nounwind"), "{text}");
}

#[test]
fn a_type_that_holds_itself_is_refused() {
    let types: Records<'_> = &[(10, &[0, 1]), (10, &[0, 0])];
    let error = read(&module(types, &[(10, &[])]), &Options::default());
    let kind = error.expect_err("it is endless").kind();
    assert_eq!(kind, ErrorKind::RecursiveType);
}

#[test]
fn a_store_names_the_value_first() {
    // The pair is stored to itself, after a conversion that has no effect today.
    let text = printed(&[(20, &[2, 0, 0]), (21, &[4, 2, 3, 0]), (10, &[3])]);
    assert!(text.contains("load %pair, ptr %0"), "{text}");
    assert!(text.contains("store %pair %3, ptr %0, align 4"), "{text}");
}

#[test]
fn an_invoke_gets_a_landing_block_and_unwind_throws() {
    let text = printed(&[(13, &[0, 1, 2, 1]), (10, &[3]), (14, &[])]);
    assert!(text.contains("landingpad { ptr, i32 }"), "{text}");
    assert!(text.contains("call void @llvm1.unwind()"), "{text}");
    assert!(
        text.contains("define internal void @llvm1.unwind()"),
        "{text}"
    );
}

/// The text as LLVM 2.0 printed it.
fn printed_then(body: Records<'_>) -> String {
    let options = Options {
        as_written: true,
        ..Options::default()
    };
    let module = read(&module(TYPES, body), &options).expect("it is valid");
    let dialect = dialect_of("2.0").expect("it is known");
    print_as_of(&module, dialect, "x.bc", 1 << 16).expect("it is short")
}

#[test]
fn the_text_of_that_time_has_types_with_names_and_counts_uses() {
    let text = printed_then(&[(20, &[2, 0, 0]), (10, &[3])]);
    let expected = "\
; ModuleID = 'x.bc'
\t%pair = type { i32, %pair* }

define i32 @f(%pair*, i32 zext ) nounwind  {
\tload %pair* %0\t\t; <%pair>:3 [#uses=0]
\tret i32 %1
}

declare void @g()
";
    assert_eq!(text, expected);
}

#[test]
fn the_text_of_that_time_has_unwind_and_says_where_control_comes_from() {
    let text = printed_then(&[(13, &[0, 1, 2, 1]), (10, &[3]), (14, &[])]);
    let expected = "\
\tinvoke void @g( )
\t\t\tto label %3 unwind label %4

; <label>:3\t\t; preds = %2
\tret i32 %1

; <label>:4\t\t; preds = %2
\tunwind
}
";
    assert!(text.contains(expected), "{text}");
}
