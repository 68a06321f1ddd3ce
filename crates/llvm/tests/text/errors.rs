//! Errors state the position, what was found and what was expected.

use pinnacle_llvm::{SyntaxErrorKind as E, parse};

/// The kind of the first error, its line and column, and its message.
fn first(text: &str) -> (E, (u32, u32), String) {
    let errors = parse(text.as_bytes()).expect_err("it is wrong");
    let error = errors.first();
    let place = error.place();
    (
        error.kind(),
        (place.line, place.column),
        error.message().to_owned(),
    )
}

/// A text with a function that has this body.
fn body(text: &str) -> String {
    format!("define i32 @f(i32 %x, ptr %p) {{\n{text}\n}}\n")
}

#[track_caller]
fn expect(text: &str, kind: E, place: (u32, u32), part: &str) {
    let (found, at, message) = first(text);
    assert_eq!((found, at), (kind, place), "{message}\n{text}");
    assert!(message.contains(part), "{message}");
}

#[test]
fn symbols_and_words() {
    expect("@x = global i32 0 ?", E::BadCharacter, (1, 19), "'?'");
    expect(
        "@x = global i32\n",
        E::Unexpected,
        (2, 1),
        "the end of the text",
    );
    expect("x", E::Unexpected, (1, 1), "a definition");
    expect(
        "@x = glubal i32 0",
        E::Unexpected,
        (1, 6),
        "'global', 'constant'",
    );
    expect(
        "@x = global [2 x i8 c\"ab\"",
        E::Unbalanced,
        (1, 13),
        "is not closed",
    );
    expect(
        "@x = global i32 0 }",
        E::Unbalanced,
        (1, 19),
        "has no matching opening bracket",
    );
    expect(
        "@x = global [1 x i8] c\"a",
        E::BadString,
        (1, 23),
        "is not closed",
    );
    expect(
        "@x = global i32 0 0",
        E::Unexpected,
        (1, 19),
        "the end of the statement",
    );
    expect("@x = global i9999999 0", E::NumberRange, (1, 13), "8388608");
}

#[test]
fn names() {
    expect("@x = global ptr @y", E::UndefinedValue, (1, 17), "@y");
    expect(
        "@x = global %t zeroinitializer",
        E::UndefinedType,
        (1, 13),
        "%t",
    );
    expect(
        "@x = global i8 0\n@x = global i8 0",
        E::Redefinition,
        (2, 1),
        "@x",
    );
    expect(
        "@1 = global i8 0\n@0 = global i8 0",
        E::WrongNumber,
        (2, 1),
        "@2",
    );
    expect(
        "%t = type { i8, %t }\n@x = external global %t",
        E::IllegalType,
        (1, 1),
        "itself",
    );
    expect(&body("ret i32 %y"), E::UndefinedValue, (2, 9), "%y");
    expect(&body("br label %b"), E::UndefinedBlock, (2, 10), "%b");
    expect(
        &body("%x = add i32 1, 2\nret i32 %x"),
        E::Redefinition,
        (2, 1),
        "%x",
    );
    expect(
        &body("%4 = add i32 1, 2\n%3 = add i32 1, 2\nret i32 %4"),
        E::WrongNumber,
        (3, 1),
        "%5",
    );
}

#[test]
fn types_and_constants() {
    expect("@x = global i32 null", E::WrongType, (1, 17), "pointer");
    expect("@x = global ptr 1", E::BadConstant, (1, 17), "ptr");
    expect(
        "@x = global [2 x i8] [i8 1]",
        E::BadConstant,
        (1, 22),
        "2 elements, found 1",
    );
    expect(
        "@x = global [2 x i8] [i8 1, i16 2]",
        E::WrongType,
        (1, 22),
        "[2 x i8]",
    );
    expect(
        "@x = global [3 x i8] c\"ab\"",
        E::WrongType,
        (1, 23),
        "[2 x i8]",
    );
    expect(
        "@x = global <0 x i8> undef",
        E::IllegalType,
        (1, 18),
        "vector",
    );
    expect(
        "@x = global { void } undef",
        E::IllegalType,
        (1, 15),
        "struct",
    );
    expect(&body("ret i64 1"), E::WrongType, (2, 1), "i32");
    expect(
        &body("%y = add i64 %x, 1\nret i32 1"),
        E::WrongType,
        (2, 14),
        "i32",
    );
    expect(
        &body("%y = add ptr %p, %p\nret i32 1"),
        E::WrongType,
        (2, 6),
        "add",
    );
    expect(
        &body("%y = load ptr %p\nret i32 1"),
        E::WrongType,
        (2, 11),
        "does not state",
    );
    let call = "call i32 @f(i32 1)\nret i32 1";
    // The call determines the type of the function.
    assert!(parse(body(call).as_bytes()).is_ok());
    let call = "call i32 (i32, ptr) @f(i32 1)\nret i32 1";
    expect(&body(call), E::WrongType, (2, 6), "2 arguments, found 1");
}

#[test]
fn bodies() {
    expect(&body(""), E::UnterminatedBlock, (3, 1), "no block");
    expect(
        &body("%y = add i32 %x, 1"),
        E::UnterminatedBlock,
        (3, 1),
        "terminator",
    );
    expect(
        &body("a:\n%y = add i32 1, 1\nb:\nret i32 1"),
        E::UnterminatedBlock,
        (4, 1),
        "label",
    );
    expect(&body("frob i32 %x"), E::UnknownInstruction, (2, 1), "frob");
    expect(
        &body("%y = store i32 1, ptr %p\nret i32 1"),
        E::NameOfNothing,
        (2, 1),
        "result",
    );
    expect(
        &body("%y = getelementptr { i8 }, ptr %p, i32 0, i32 1\nret i32 1"),
        E::BadIndex,
        (2, 43),
        "{ i8 }",
    );
}

#[test]
fn each_statement_has_its_own_error() {
    let text = "@a = global i32 null\n@b = global i8 0\n@c = global ptr 1\n";
    let errors = parse(text.as_bytes()).expect_err("it is wrong");
    let lines: Vec<_> = errors.iter().map(|error| error.place().line).collect();
    assert_eq!(lines, [1, 3]);
}

#[test]
fn nesting_has_a_bound() {
    let deep = |depth: usize| {
        let (open, close) = ("[1 x ".repeat(depth), "]".repeat(depth));
        format!("@x = global {open}i8{close} zeroinitializer")
    };
    assert!(parse(deep(100).as_bytes()).is_ok());
    assert_eq!(first(&deep(100_000)).0, E::TooDeep);
    let nested = "add (i8 ".repeat(100_000);
    assert_eq!(
        first(&format!("@x = global i8 {nested}{}", ")".repeat(100_000))).0,
        E::TooDeep
    );
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    let wide: String = (0..1000)
        .map(|index| format!("@a{index} = global i{} 1\n", 8_000_000 + index))
        .collect();
    assert_eq!(first(&wide).0, E::TooLarge);
    let splat = "@x = global <4294967295 x i8> splat (i8 1)";
    assert_eq!(first(splat).0, E::TooLarge);
}

/// LLVM's assembler accepts it too.
#[test]
fn an_undefined_group_of_attributes_is_empty() {
    assert!(parse(b"declare void @f() #3").is_ok());
}
