//! Unions of LLVM 2.7, in bitcode and in text. Each becomes a struct of the same size and
//! alignment.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::{ErrorKind, Options, PROFILE, read};
use pinnacle_llvm::{Module, dialect_of, modernize, parse, print, print_as_of};

use crate::old::{Records, block, name, records};
use crate::tools::{has, run};

/// 0 i32, 1 double, 2 i8, 3 [12 x i8], 4 { i32, i32 }, 5 union { i32, double, [12 x i8], 4 },
/// 6 a pointer to it, 7 i32* (5*), 8 a pointer to that, 9 i32*, 10 { i32, 5 }, 11 a pointer to
/// it.
const TYPES: Records<'_> = &[
    (7, &[32]),
    (4, &[]),
    (7, &[8]),
    (11, &[12, 2]),
    (10, &[0, 0, 0]),
    (17, &[0, 1, 3, 4]),
    (8, &[5, 0]),
    (9, &[0, 0, 9, 11]),
    (8, &[7, 0]),
    (8, &[0, 0]),
    (10, &[0, 0, 5]),
    (8, &[10, 0]),
];

/// A module with a variable of the union, and a function that computes an address.
fn module(layout: &str, constants: Records<'_>, initializer: u64, body: Records<'_>) -> Vec<u8> {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    block(&mut writer, 10, TYPES);
    let layout: Vec<u64> = layout.bytes().map(u64::from).collect();
    let head: Records<'_> = &[
        (3, &layout),
        (7, &[6, 0, initializer + 1, 0, 0, 0]),
        (8, &[8, 0, 0, 0, 0, 0, 0, 0]),
    ];
    records(&mut writer, head);
    block(&mut writer, 11, constants);
    writer.enter_block(12, 4).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    records(&mut writer, body);
    writer.exit_block().expect("it is open");
    block(&mut writer, 14, &[(1, &name(0, "u")), (1, &name(1, "f"))]);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

/// 2 and 3 are i32 0 and 1, 4 i32 4, 5 the union with that as its first member, 6 double 1.0, 7 the
/// union with that, 8 i32 3, 9 i32* null. The parameter is 10.
const CONSTANTS: Records<'_> = &[
    (1, &[0]),
    (4, &[0]),
    (4, &[2]),
    (4, &[8]),
    (1, &[5]),
    (7, &[0, 4]),
    (1, &[1]),
    (6, &[0x3FF0_0000_0000_0000]),
    (1, &[5]),
    (7, &[1, 6]),
    (1, &[0]),
    (4, &[6]),
    (1, &[9]),
    (2, &[]),
];

const NULL: Records<'_> = &[(10, &[9])];

/// The parameter points to a struct that contains a union. Takes the address of the second field of
/// the union's fourth member, and that of its first member.
const ADDRESSES: Records<'_> = &[(4, &[10, 2, 3, 8, 3]), (4, &[10, 2, 3, 2]), (10, &[12])];

const WIDE: &str = "e-p:64:64:64-i64:64:64";

fn text(file: &[u8]) -> String {
    checked(read(file, &Options::default()).expect("it is valid"))
}

/// The text of a module. The verifier of LLVM 19 must accept it.
fn checked(mut module: Module) -> String {
    modernize(&mut module);
    let text = print(&module);
    if has("opt-19") {
        let verify = ["-passes=verify", "-disable-output"];
        run("opt-19", &verify, text.as_bytes()).unwrap_or_else(|said| panic!("{said}\n{text}"));
    }
    text
}

#[track_caller]
fn contains(text: &str, part: &str) {
    assert!(text.contains(part), "no {part} in\n{text}");
}

#[test]
fn a_union_has_the_size_and_the_alignment_of_its_members() {
    let wide = text(&module(WIDE, CONSTANTS, 7, NULL));
    contains(&wide, "%0 = type { double, [8 x i8] }");
    let narrow = text(&module("e-p:32:32:32-f64:32:64", CONSTANTS, 7, NULL));
    contains(&narrow, "%0 = type { double, [4 x i8] }");
}

#[test]
fn a_constant_has_the_bytes_of_its_member() {
    let first = text(&module(WIDE, CONSTANTS, 5, NULL));
    contains(
        &first,
        "@u = global %0 { double 1.976260e-323, [8 x i8] zeroinitializer }",
    );
    let big = text(&module("E-p:64:64:64-i64:64:64", CONSTANTS, 5, NULL));
    contains(
        &big,
        "@u = global %0 { double 0x400000000, [8 x i8] zeroinitializer }",
    );
    let second = text(&module(WIDE, CONSTANTS, 7, NULL));
    contains(&second, "@u = global %0 { double 1.0");
    // A struct in a double.
    let mut constants = CONSTANTS.to_vec();
    let structs: Records<'_> = &[(1, &[4]), (7, &[3, 3]), (1, &[5]), (7, &[3, 10])];
    constants.extend(structs);
    let error = read(&module(WIDE, &constants, 11, NULL), &Options::default());
    let kind = error.expect_err("it is not supported").kind();
    assert_eq!(kind, ErrorKind::Unsupported);
}

#[test]
fn an_address_in_a_union_takes_a_step_of_its_own() {
    let text = text(&module(WIDE, CONSTANTS, 7, ADDRESSES));
    contains(
        &text,
        "%2 = getelementptr { i32, %0 }, ptr %0, i32 0, i32 1\n",
    );
    contains(
        &text,
        "%3 = getelementptr { i32, i32 }, ptr %2, i32 0, i32 1\n",
    );
    contains(
        &text,
        "%4 = getelementptr { i32, %0 }, ptr %0, i32 0, i32 1\n",
    );
    contains(&text, "ret ptr %4");
}

#[test]
fn the_text_of_that_time_has_unions() {
    let options = Options {
        as_written: true,
        ..Options::default()
    };
    let file = module(WIDE, CONSTANTS, 5, ADDRESSES);
    let module = read(&file, &options).expect("it is valid");
    let dialect = dialect_of("2.7").expect("it is known");
    let text = print_as_of(&module, dialect, "", 1 << 16).expect("it is short");
    contains(&text, "@u = global union { i32, double, [12 x i8], ");
    contains(&text, " { i32 4 }");
    contains(&text, "i32 0, i32 1, i32 3, i32 1");
}

/// The text of LLVM 2.7, which contains the same constants.
const TEXT: &str = "
%u = type union { i32, double }
target datalayout = \"e-p:64:64:64-i64:64:64\"
@a = global %u { i32 4 }
@b = global union { i32, double } { double 1.0 }
@c = common global %u zeroinitializer, align 8
@d = global i32* getelementptr (%u* @a, i32 0, i32 0)
@e = constant union { i32, i8 } insertvalue (union { i32, i8 } undef, i32 4, 0)
@f = global i32* getelementptr ({ i8, union { { i8, i32 }, i64 } }* @g, i32 0, i32 1, i32 0, i32 1)
@g = global { i8, union { { i8, i32 }, i64 } } zeroinitializer
define i32* @h({ i32, %u }* %p) {
  %q = getelementptr { i32, %u }* %p, i32 0, i32 1, i32 0
  ret i32* %q
}
";

#[test]
fn unions_in_text() {
    let text = checked(parse(TEXT.as_bytes()).expect("it is valid"));
    contains(&text, "@a = global %0 { double 1.976260e-323 }");
    contains(&text, "@b = global %0 { double 1.0");
    contains(&text, "@c = common global %0 zeroinitializer, align 8");
    contains(&text, "@d = global ptr getelementptr (%0, ptr @a, i32 0)");
    contains(&text, "{ i32 4 }");
    contains(
        &text,
        "%q = getelementptr { i32, %0 }, ptr %p, i32 0, i32 1\n",
    );
    for wrong in [
        "@a = global union { i32, double } { float 1.0 }",
        "@a = global union { i32, void } zeroinitializer",
        "define i32 @f(union { i32, double } %u) {\n%x = extractvalue union { i32, double } %u, 0\n\
         ret i32 %x }",
    ] {
        assert!(parse(wrong.as_bytes()).is_err(), "{wrong}");
    }
}
