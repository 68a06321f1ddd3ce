//! Records as LLVM 3.3 wrote them. No available assembler writes them any longer. Pointers have
//! pointee types, and records rely on them.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::print;

use crate::compare::same;
use crate::tools::has;

pub(crate) type Records<'a> = &'a [(u64, &'a [u64])];

pub(crate) fn block(writer: &mut Writer, id: u32, contents: Records<'_>) {
    writer.enter_block(id, 4).expect("it may stand here");
    records(writer, contents);
    writer.exit_block().expect("it is open");
}

pub(crate) fn records(writer: &mut Writer, records: Records<'_>) {
    for &(code, operands) in records {
        writer.record(3, code, operands).expect("it fits");
    }
}

pub(crate) fn name(number: u64, text: &str) -> Vec<u64> {
    std::iter::once(number)
        .chain(text.bytes().map(u64::from))
        .collect()
}

/// Types: 0 i32, 1 i32*, 2 void, 3 { i32, i32* }, 4 { i32, i32* }*,
/// 5 i32 (i32*, { i32, i32* }*), 6 pointer to it, 7 i8, 8 i8*, 9 i1,
/// 10 void (i8*, i8*, i32, i32, i1), 11 pointer to it.
const TYPES: Records<'_> = &[
    (1, &[12]),
    (7, &[32]),
    (8, &[0, 0]),
    (2, &[]),
    (18, &[0, 0, 1]),
    (8, &[3, 0]),
    (21, &[0, 0, 1, 4]),
    (8, &[5, 0]),
    (7, &[8]),
    (8, &[7, 0]),
    (7, &[1]),
    (21, &[0, 2, 8, 8, 0, 0, 9]),
    (8, &[10, 0]),
];

/// The text of a module with a function `f` that has this body, with absolute value numbers.
/// Values: 0 the function, 1 memcpy, 2 a variable, then the parameters 3 and 4 and the constants 5
/// (i32 0), 6 (i32 1), 7 (i32 4), 8 (false).
fn printed(attributes: &[u64], body: Records<'_>) -> String {
    printed_with(0, attributes, body)
}

/// As [`printed`], for a function with this linkage.
fn printed_with(linkage: u64, attributes: &[u64], body: Records<'_>) -> String {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    records(&mut writer, &[(1, &[0])]);
    block(&mut writer, 9, &[(1, attributes)]);
    block(&mut writer, 17, TYPES);
    records(
        &mut writer,
        &[
            (8, &[6, 0, 0, linkage, 1, 0, 0, 0]),
            (8, &[11, 0, 1, 0, 0, 0, 0, 0]),
            (7, &[1, 0, 0, 0, 3, 0]),
        ],
    );
    let names = [
        name(0, "f"),
        name(1, "llvm.memcpy.p0i8.p0i8.i32"),
        name(2, "v"),
    ];
    let names: Vec<_> = names.iter().map(|name| (1, &name[..])).collect();
    block(&mut writer, 14, &names);
    writer.enter_block(12, 4).expect("it may stand here");
    let ends = body.iter().filter(|(code, _)| matches!(code, 10 | 12));
    records(&mut writer, &[(1, &[ends.count() as u64])]);
    let constants: Records<'_> = &[
        (1, &[0]),
        (2, &[]),
        (4, &[2]),
        (4, &[8]),
        (1, &[9]),
        (2, &[]),
    ];
    block(&mut writer, 11, constants);
    records(&mut writer, body);
    writer.exit_block().expect("it is open");
    writer.exit_block().expect("it is open");
    let file = writer.finish().expect("all blocks are closed");
    if has("llvm-as-19") && has("llvm-dis-19") {
        same("records of LLVM 3.3", &file);
    }
    print(&read(&file, &Options::default()).expect("it is valid"))
}

fn body_of(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|line| !line.starts_with("define"));
    lines
        .skip(1)
        .take_while(|line| *line != "}")
        .map(str::trim)
        .collect()
}

#[test]
fn types_come_from_pointers() {
    let text = printed(
        &[],
        &[
            // The field of the struct, its pointee, and the struct again.
            (30, &[4, 5, 6]),
            (20, &[9, 3, 0]),
            (20, &[10, 3, 1]),
            (24, &[3, 11, 3, 0]),
            (4, &[3, 6]),
            (19, &[1, 0, 6, 3]),
            (10, &[11]),
        ],
    );
    let expected = [
        "%3 = getelementptr inbounds { i32, ptr }, ptr %1, i32 0, i32 1",
        "%4 = load ptr, ptr %3, align 4",
        "%5 = load volatile i32, ptr %4, align 4",
        "store i32 %5, ptr %0, align 4",
        "%6 = getelementptr i32, ptr %0, i32 1",
        "%7 = alloca i32, align 4",
        "ret i32 %5",
    ];
    assert_eq!(body_of(&text), expected, "{text}");
}

#[test]
fn atomic_instructions_return_what_was_in_memory() {
    let text = printed(
        &[],
        &[
            (37, &[3, 5, 6, 0, 6, 1]),
            (38, &[3, 9, 1, 0, 6, 0]),
            (41, &[3, 3, 0, 3, 1]),
            (42, &[3, 11, 3, 0, 4, 1]),
            (10, &[10]),
        ],
    );
    let expected = [
        "%3 = cmpxchg ptr %0, i32 0, i32 1 seq_cst seq_cst",
        "%4 = extractvalue { i32, i1 } %3, 0",
        "%5 = atomicrmw add ptr %0, i32 %4 syncscope(\"singlethread\") seq_cst",
        "%6 = load atomic i32, ptr %0 acquire, align 4",
        "store atomic i32 %6, ptr %0 release, align 4",
        "ret i32 %5",
    ];
    assert_eq!(body_of(&text), expected, "{text}");
}

#[test]
fn copying_memory_has_its_alignment_as_an_attribute() {
    let text = printed(
        &[],
        &[
            (3, &[3, 8, 11]),
            (34, &[0, 0, 1, 9, 9, 7, 7, 8]),
            (10, &[5]),
        ],
    );
    let expected = [
        "%3 = bitcast ptr %0 to ptr",
        "call void @llvm.memcpy.p0.p0.i32(ptr align 4 %3, ptr align 4 %3, i32 4, i1 false)",
        "ret i32 0",
    ];
    assert_eq!(body_of(&text), expected, "{text}");
    let declaration = "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)";
    assert!(text.contains(declaration), "{text}");
}

#[test]
fn ranges_of_a_switch_are_cases() {
    // A single number and a range from 4 to 6, for the second block.
    let text = printed(
        &[],
        &[
            (12, &[0x4B5 << 16, 0, 5, 1, 1, 2, 1, 2, 0, 8, 12, 1]),
            (10, &[5]),
        ],
    );
    let expected = [
        "switch i32 0, label %3 [",
        "i32 1, label %3",
        "i32 4, label %3",
        "i32 5, label %3",
        "i32 6, label %3",
        "]",
        "",
        "3:",
        "ret i32 0",
    ];
    assert_eq!(body_of(&text), expected, "{text}");
}

#[test]
fn attributes_are_bits_of_a_word() {
    // For the function: readonly and nounwind. For its parameters: noalias, and byval with
    // alignment 8.
    let text = printed(
        &[
            0xFFFF_FFFF,
            1 << 10 | 1 << 5,
            1,
            1 << 6,
            2,
            1 << 7 | 8 << 16,
        ],
        &[(10, &[5])],
    );
    let head = "define i32 @f(ptr noalias %0, ptr align 8 byval({ i32, ptr }) %1) #0 {";
    assert!(text.contains(head), "{text}");
    assert!(
        text.contains("attributes #0 = { nounwind memory(read) }"),
        "{text}"
    );
}

#[test]
fn a_weak_global_gets_a_comdat_of_its_name() {
    let text = printed_with(10, &[], &[(10, &[5])]);
    assert!(text.contains("$f = comdat any"), "{text}");
    assert!(text.contains("define weak_odr i32 @f"), "{text}");
}
