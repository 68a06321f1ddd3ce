//! Text that is read in its original form, and printed as a release printed it.

use pinnacle_llvm::{
    Attribute, AttributeKind, GlobalId, dialect_of, dialects, parse_as_written, print_as_of,
};

/// Prints a text as a release did, or returns the error.
fn printed(release: &str, text: &str) -> Result<String, String> {
    let dialect = dialect_of(release).expect("it is known");
    let module = parse_as_written(text.as_bytes(), dialect).map_err(|errors| errors.to_string())?;
    print_as_of(&module, dialect, "", 1 << 20).map_err(|error| error.to_string())
}

/// The lines of a text without comments and empty lines.
fn lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| match line.split_once("; <") {
        Some((before, _)) => before.trim_end(),
        None => line.trim_end(),
    });
    lines.filter(|line| !line.is_empty()).collect()
}

/// A list of numbers that is freed, as people wrote it in 2009.
const LIST: &str = "
; Types in any order.
%cursor = type %list*
%list = type { i32, %list* }
%other = type opaque

@head = internal global %list* null ; no comment counts
@name = internal constant [3 x i8] c\"ab\\00\"

declare i32 @printf(i8* nocapture, ...) nounwind

define void @push(i32 %value) nounwind {
entry:
  %new = malloc %list, align 8
  %place = getelementptr inbounds %list* %new, i32 0, i32 0
  store i32 %value, i32* %place
  %next = getelementptr %list* %new, i32 0, i32 1
  %before = volatile load %cursor* @head, align 4
  store %list* %before, %list** %next
  %text = call i32 (i8*, ...)* @printf(i8* getelementptr ([3 x i8]* @name, i32 0, i32 0), i32 7)
  free %list* %before
  br label %done
done:
  store { i32, \\2* }* %new, { i32, \\2* }** @head
  unwind
}
";

#[test]
fn pointers_say_what_they_point_to_and_old_instructions_stay() {
    let text = printed("2.6", LIST).expect("2.6 has all of it");
    let expected = [
        "%cursor = type %list*",
        "%list = type { i32, %cursor }",
        "%other = type opaque",
        "@head = internal global %cursor null",
        "@name = internal constant [3 x i8] c\"ab\\00\"",
        "declare i32 @printf(i8* nocapture, ...) nounwind",
        "define void @push(i32 %value) nounwind {",
        "entry:",
        "  %new = malloc %list, align 8",
        "  %place = getelementptr inbounds %cursor %new, i32 0, i32 0",
        "  store i32 %value, i32* %place",
        "  %next = getelementptr %cursor %new, i32 0, i32 1",
        "  %before = volatile load %cursor* @head, align 4",
        "  store %cursor %before, %cursor* %next",
        "  %text = call i32 (i8*, ...)* @printf(i8* getelementptr ([3 x i8]* @name, i32 0, i32 0), \
         i32 7)",
        "  free %cursor %before",
        "  br label %done",
        "done:                                             ; preds = %entry",
        "  store %cursor %new, %cursor* @head",
        "  unwind",
        "}",
    ];
    assert_eq!(lines(&text), expected, "{text}");
    assert!(text.contains("; <%cursor*> [#uses=2]"), "{text}");
}

#[test]
fn output_of_a_release_is_read_and_printed_again() {
    let text = LIST.replace("  %new = malloc %list, align 8", "  %new = alloca %list");
    let text = text.replace("  free %list* %before\n", "");
    let text = text.replace("  unwind\n", "  ret void\n");
    let text = text.replace(" inbounds", "").replace(" nocapture", "");
    // In 2.0 the attribute is part of the type, which a call states without it.
    let text = text.replace(" nounwind", "");
    for release in dialects() {
        // Since 3.0 only structs have names, and each is a distinct type.
        let text = match *release {
            later if !later.starts_with("2.") => text.replace("{ i32, \\2* }", "%list"),
            _ => text.clone(),
        };
        let first = printed(release, &text).expect(release);
        assert_eq!(printed(release, &first), Ok(first.clone()), "{release}");
    }
}

#[test]
fn only_the_syntax_changes_from_release_to_release() {
    let text = LIST.replace("malloc %list, align 8", "alloca %list");
    let text = text.replace("  free %list* %before\n", "");
    let (of_26, of_29) = (printed("2.6", &text), printed("2.9", &text));
    let (of_26, of_29) = (of_26.expect("2.6"), of_29.expect("2.9"));
    assert_eq!(lines(&of_26), lines(&of_29));
    assert!(of_26.contains("[#uses=") && !of_29.contains("[#uses="));
    let later = text
        .replace("  unwind\n", "  ret void\n")
        .replace("{ i32, \\2* }", "%list");
    let of_30 = printed("3.0", &later).expect("3.0");
    assert!(
        of_30.contains("  %before = load volatile %list** @head, align 4\n"),
        "{of_30}"
    );
    assert!(of_30.contains("%list = type { i32, %list* }\n"), "{of_30}");
}

#[test]
fn text_of_later_releases_with_typed_pointers_is_printed_as_an_old_one() {
    let text = "
source_filename = \"x.c\"
@x = global [2 x i32] zeroinitializer, align 4
define i32 @f(i32* %p) #0 {
  %q = getelementptr inbounds [2 x i32], [2 x i32]* @x, i64 0, i64 1
  %a = load i32, i32* %q, align 4, !tag !0
  call void @g(i32* getelementptr inbounds ([2 x i32], [2 x i32]* @x, i64 0, i64 1))
  ret i32 %a
}
declare void @g(i32*)
attributes #0 = { nounwind }
!0 = !{!\"tag\", i32 1}
";
    let printed_text = printed("3.2", text).expect("3.2 has all of it");
    let expected = [
        "@x = global [2 x i32] zeroinitializer, align 4",
        "define i32 @f(i32* %p) nounwind {",
        "  %q = getelementptr inbounds [2 x i32]* @x, i64 0, i64 1",
        "  %a = load i32* %q, align 4, !tag !0",
        "  call void @g(i32* getelementptr inbounds ([2 x i32]* @x, i64 0, i64 1))",
        "  ret i32 %a",
        "}",
        "declare void @g(i32*)",
        "!0 = metadata !{metadata !\"tag\", i32 1}",
    ];
    assert_eq!(lines(&printed_text), expected, "{printed_text}");
}

#[test]
fn types_are_equal_if_they_are_built_alike() {
    // Three spellings of the same list, and a variable of each that points to the others.
    let text = "
%a = type { %b*, i8 }
%b = type { %a*, i8 }
@x = global %a zeroinitializer
@y = global %b* @x
@z = global { \\2*, i8 }* @x
@w = global { { { \\4* , i8 }*, i8 }*, i8 }* @x
@v = external global { %b*, { \\2*, { \\2*, i8 }* }*, \\2* }
";
    let printed_text = printed("2.5", text).expect("all types are one");
    let expected = [
        "\t%a = type { %a*, i8 }",
        "\t%b = type { %a*, i8 }",
        "@x = global %a zeroinitializer",
        "@y = global %a* @x",
        "@z = global %a* @x",
        "@w = global %a* @x",
        "@v = external global { %a*, { \\2, %a* }*, \\2* }",
    ];
    assert_eq!(
        lines(&printed_text),
        expected.map(str::trim_end),
        "{printed_text}"
    );
    let (text, _) = text.split_once("@z").expect("it is there");
    let refused = printed("3.1", text).expect_err("structs are not the same");
    let message = "the global has type %a*, expected %b*";
    assert!(refused.contains(message), "{refused}");
}

#[test]
fn a_type_must_have_an_end() {
    for (text, message) in [
        ("%a = type { %a }", "a type contains itself"),
        (
            "%a = type { i8, [2 x %b] }\n%b = type { %a }",
            "a type contains itself",
        ),
        ("%a = type %b\n%b = type %a", "a type is defined as itself"),
        (
            "@x = external global { \\3* }",
            "more enclosing levels than it has",
        ),
    ] {
        let refused = printed("2.9", text).expect_err(text);
        assert!(refused.contains(message), "{refused}");
    }
    // Types that are only pointed to need no definition, however many stars follow.
    let stars = "*".repeat(5000);
    let text = format!("%a = type i8{stars}\n@x = external global %a");
    assert!(printed("2.9", &text).is_ok());
}

#[test]
fn constructs_that_a_release_cannot_express_are_refused_by_name() {
    let function = |line: &str| format!("define i32 @f(i32* %p) {{\n{line}\n}}");
    for (release, text, message) in [
        (
            "2.9",
            function("  %x = malloc i32\n  ret i32 0"),
            "`malloc` as an instruction",
        ),
        (
            "3.1",
            function("  unwind"),
            "LLVM 3.1 cannot express `unwind`",
        ),
        (
            "2.9",
            function("  fence seq_cst\n  ret i32 0"),
            "LLVM 2.9 cannot express an atomic access",
        ),
        (
            "2.5",
            function("  %x = add nsw i32 1, 2\n  ret i32 %x"),
            "`nuw`, `nsw` and `exact`",
        ),
        (
            "2.4",
            "declare void @f(i8* nocapture)".into(),
            "LLVM 2.4 cannot express nocapture",
        ),
        (
            "3.2",
            "@x = global ptr null".into(),
            "a pointer has no pointee type",
        ),
        (
            "3.2",
            "define void @f() \"frame-pointer\"=\"all\" { ret void }".into(),
            "a string",
        ),
    ] {
        let refused = printed(release, &text).expect_err(&text);
        assert!(refused.contains(message), "{refused}");
    }
}

#[test]
fn attributes_that_nothing_has_do_not_prevent_printing() {
    let dialect = dialect_of("3.1").expect("it is known");
    let text = "declare void @f()";
    let mut module = parse_as_written(text.as_bytes(), dialect).expect("it is well formed");
    let later = [Attribute::Enum(AttributeKind::NoCallback)];
    let unused = module.attributes.set(&later);
    let printed = print_as_of(&module, dialect, "", 1 << 20).expect("no function has the set");
    assert_eq!(lines(&printed), [text]);

    let list = module.attributes.list(unused, unused, &[]);
    let function = module.as_function(GlobalId::at(0)).expect("it is `f`");
    module.function_mut(function).attributes = list;
    let refused = print_as_of(&module, dialect, "", 1 << 20).expect_err("a function has it");
    assert!(refused.to_string().contains("nocallback"), "{refused}");
}

#[test]
fn metadata_is_kept_whole() {
    let text = "
!named = !{!2, !0}
!0 = metadata !{i32 1, metadata !\"text\", null}
!1 = metadata !{i32 1, metadata !\"text\", null}
!2 = metadata !{metadata !2, metadata !1}
declare void @llvm.dbg.value(metadata, i64, metadata)
define i32 @f(i32 %x) {
  tail call void @llvm.dbg.value(metadata !{i32 %x}, i64 0, metadata !1), !dbg !0
  ret i32 %x, !kind !{i32 7}, !dbg !1
}
";
    let printed_text = printed("3.1", text).expect("3.1 has all of it");
    let expected = [
        "declare void @llvm.dbg.value(metadata, i64, metadata)",
        "define i32 @f(i32 %x) {",
        "  tail call void @llvm.dbg.value(metadata !{i32 %x}, i64 0, metadata !1), !dbg !1",
        "  ret i32 %x, !dbg !1, !kind !2",
        "}",
        "!named = !{!0, !1}",
        "!0 = metadata !{metadata !0, metadata !1}",
        "!1 = metadata !{i32 1, metadata !\"text\", null}",
        "!2 = metadata !{i32 7}",
    ];
    assert_eq!(lines(&printed_text), expected, "{printed_text}");
}

#[test]
fn attributes_are_part_of_functions_in_2_0() {
    let text = "
declare i8 @narrow(i8 zext) sext
@table = global i8 (i8 zext) sext* @narrow
define i8 @call(i8 zext %x) sext {
\t%f = load i8 (i8 zext) sext** @table
\t%y = call i8 %f(i8 %x zext) sext
\tret i8 %y
}
";
    let printed_text = printed("2.0", text).expect("2.0 has all of it");
    assert_eq!(printed("2.0", &printed_text), Ok(printed_text.clone()));
    assert!(
        printed_text.contains("global i8 (i8 zext ) sext * @narrow"),
        "{printed_text}"
    );
}
