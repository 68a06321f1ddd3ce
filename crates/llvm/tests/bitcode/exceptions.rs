//! Exceptions of LLVM 2.x: requests in an ordinary block become a landing pad.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::{Options, PROFILE, read};
use pinnacle_llvm::print;

use crate::old::{Records, block, name, records};
use crate::tools::{has, run};
use crate::types::Types;

/// The text of a function `f` with this body after an invoke of `@throws` (1). Its constants begin
/// at number 8.
///
/// Globals: 2 `llvm.eh.exception`, 3 `llvm.eh.selector`, 4 the personality, 5 and 6 two exception
/// types, 7 `@llvm.eh.catch.all.value`, which is null.
fn printed(constants: &[(u64, Vec<u64>)], blocks: u64, body: Records<'_>) -> String {
    let mut types = Types::default();
    let caller = types.function(false, "i32", &[]);
    let throws = types.function(false, "void", &[]);
    let exception = types.function(false, "i8*", &[]);
    let selector = types.function(true, "i32", &["i8*", "i8*"]);
    let personality = types.function(true, "i32", &[]);
    let info = types.of("i8*");
    let byte = types.of("i8*");
    let cell = types.of("i8**");
    let word = types.of("i32");
    assert_eq!(info, byte);
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    types.write_old(&mut writer);
    for (index, ty) in (0..).zip([caller, throws, exception, selector, personality]) {
        let declared = u64::from(index > 0);
        records(&mut writer, &[(8, &[ty, 0, declared, 0, 0, 0, 0, 0])]);
    }
    // Value 8 is the null pointer.
    records(&mut writer, &[(7, &[info, 1, 0, 0, 0, 0])]);
    records(&mut writer, &[(7, &[info, 1, 0, 0, 0, 0])]);
    records(&mut writer, &[(7, &[cell, 1, 9, 0, 0, 0])]);
    block(&mut writer, 11, &[(1, &[byte]), (2, &[])]);
    let names = [
        "f",
        "throws",
        "llvm.eh.exception",
        "llvm.eh.selector",
        "__gxx_personality_v0",
        "_ZTIi",
        "_ZTIc",
        "llvm.eh.catch.all.value",
    ];
    let names: Vec<_> = (0..).zip(names).map(|(at, text)| name(at, text)).collect();
    let names: Vec<_> = names.iter().map(|name| (1, &name[..])).collect();
    writer.enter_block(12, 4).expect("it may stand here");
    records(&mut writer, &[(1, &[blocks])]);
    writer.enter_block(11, 4).expect("it may stand here");
    records(&mut writer, &[(1, &[byte])]);
    for (code, operands) in constants {
        let operands: Vec<_> = operands
            .iter()
            .map(|&it| match it {
                FUNCTION => personality,
                CELL => cell,
                it => it,
            })
            .collect();
        records(&mut writer, &[(*code, &operands)]);
    }
    records(&mut writer, &[(1, &[word]), (4, &[2]), (2, &[])]);
    writer.exit_block().expect("it is open");
    records(&mut writer, body);
    writer.exit_block().expect("it is open");
    block(&mut writer, 14, &names);
    writer.exit_block().expect("it is open");
    let file = writer.finish().expect("all blocks are closed");
    let text = print(&read(&file, &Options::default()).expect("it is valid"));
    if has("opt-19") {
        let verify = ["-passes=verify", "-disable-output"];
        run("opt-19", &verify, text.as_bytes()).expect("it is valid");
    }
    text
}

/// Placeholders in constants for the types of the personality and of variable 7.
const FUNCTION: u64 = u64::MAX;
const CELL: u64 = u64::MAX - 1;

/// The personality (9) and `llvm.eh.catch.all.value` (10) as pointers to bytes, then the numbers 1
/// (11) and 0 (12). The first result is 13.
fn casts() -> Vec<(u64, Vec<u64>)> {
    vec![(11, vec![11, FUNCTION, 4]), (11, vec![11, CELL, 7])]
}

#[test]
fn a_selector_says_what_the_landing_pad_stops() {
    let body: Records<'_> = &[
        (13, &[0, 0, 1, 2, 1]),
        (10, &[12]),
        // The exception, and the selectors: two types, and a cleanup twice.
        (22, &[0, 0, 2]),
        (22, &[0, 0, 3, 13, 9, 5, 6, 12, 12]),
        (10, &[14]),
    ];
    let text = printed(&casts(), 3, body);
    assert!(
        text.contains("personality ptr @__gxx_personality_v0"),
        "{text}"
    );
    let pad = "landingpad { ptr, i32 }\n          cleanup\n          catch ptr @_ZTIi\n          catch ptr @_ZTIc\n";
    assert!(text.contains(pad), "{text}");
    assert!(text.contains("invoke void @throws()"), "{text}");
    // The intrinsics have been removed.
    assert!(!text.contains("llvm.eh.exception"), "{text}");
    assert!(!text.contains("llvm.eh.selector"), "{text}");
}

#[test]
fn a_number_begins_a_filter() {
    let body: Records<'_> = &[
        (13, &[0, 0, 1, 2, 1]),
        (10, &[12]),
        (22, &[0, 0, 2]),
        (22, &[0, 0, 3, 13, 9, 11, 5, 10]),
        (10, &[14]),
    ];
    let text = printed(&casts(), 3, body);
    // One is a filter without types. The variable for all types is null today.
    let pad = "          filter [0 x ptr] zeroinitializer\n          catch ptr @_ZTIi\n          catch ptr null\n";
    assert!(text.contains(pad), "{text}");
}

#[test]
fn a_selector_may_follow_other_blocks() {
    let body: Records<'_> = &[
        (13, &[0, 0, 1, 2, 1]),
        (10, &[12]),
        (22, &[0, 0, 2]),
        (11, &[3]),
        (22, &[0, 0, 3, 13, 9, 5]),
        (10, &[14]),
    ];
    let text = printed(&casts(), 4, body);
    assert!(text.contains("catch ptr @_ZTIi\n"), "{text}");
}

#[test]
fn a_landing_pad_that_takes_only_the_exception_is_a_cleanup() {
    let body: Records<'_> = &[
        (13, &[0, 0, 1, 2, 1]),
        (10, &[12]),
        (22, &[0, 0, 2]),
        (10, &[12]),
    ];
    let text = printed(&casts(), 3, body);
    assert!(text.contains("cleanup\n"), "{text}");
    assert!(!text.contains("_Unwind_DeleteException"), "{text}");
}
