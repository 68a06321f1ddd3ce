//! Texts with one fault each: the error and its position. The position is marked with `@`, which
//! the texts do not contain otherwise.

use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::text::{self, SyntaxErrorKind};

/// Error code and text.
const FAULTS: &[(&str, &str)] = &[
    // Symbols, words, names.
    ("A0101", "%x = @gloal int 5"),
    ("A0101", "%x @global int 5"),
    ("A0101", "%x = global @in 5"),
    ("A0101", "%x = global int @five"),
    ("A0101", "@%4 = global int 5"),
    ("A0101", "%x = global int 5\n@% = global int 6"),
    ("A0101", "%x = global { int } { int 5 @]"),
    ("A0101", "%x = global [1 x int] [ int 5 @}"),
    ("A0101", "%x = external global [@two x int]"),
    ("A0101", "%x = external global [2 @by int]"),
    ("A0101", "%x = external global [2 x int@}"),
    ("A0101", "%x = external global { int, @}"),
    ("A0101", "%x = external global int (int @int)"),
    ("A0101", "%x = external global int (...@, int)"),
    ("A0101", "%T = type @struct"),
    ("A0101", "target @order = big"),
    ("A0101", "target endian = @middle"),
    ("A0101", "target pointersize = @16"),
    ("A0101", "target triple = @sparc"),
    ("A0101", "deplibs = [ \"c\" @\"m\" ]"),
    ("A0101", "deplibs = [ @c ]"),
    ("A0101", "declare int @5(int)"),
    ("A0101", "int %f(int %a @int %b) { ret int 1 }"),
    ("A0101", "int %f() ; no body\n@ret int 1"),
    ("A0101", "%x = global int add @int 1, int 2)"),
    ("A0101", "%x = global int add (int 1 @int 2)"),
    ("A0101", "%x = global int cast (int 1 @as int)"),
    ("A0101", "%x = global int @+1"),
    ("A0101", "void %f() {\n\tbr @%next\nnext: ret void\n}"),
    ("A0101", "%x = global int 5\n; order: @tables int*"),
    ("A0101", "; order: format @7"),
    ("A0101", "; order: names int*, @5"),
    (
        "A0103",
        "declare void %f()\n; order: function @1 names label",
    ),
    ("A0101", "void %f() {\n\tbr label @next\nnext: ret void\n}"),
    (
        "A0101",
        "void %f(int* %p) {\n\tvolatile @free int* %p\n\tret void\n}",
    ),
    (
        "A0101",
        "int %f(int %x) {\n\t%y = add int %x, @{ }\n\tret int 1\n}",
    ),
    ("A0101", "int %f() {\n\tret int @zeroinitializer\n}"),
    (
        "A0101",
        "int %f(int %x) {\na:\n\t%y = phi int @%x, %a\n\tret int %y\n}",
    ),
    (
        "A0101",
        "void %f(int %x) {\na:\n\tswitch int %x, label %a [ int @%x, label %a ]\n}",
    ),
    (
        "A0101",
        "void %f() {\na:\n\tinvoke void %f() to label %a @else label %a\n}",
    ),
    ("A0101", "void %f() {\n\tcall void @5(int 1)\n\tret void\n}"),
    ("A0101", "void %f() {\n\t@= add int 1, 2\n\tret void\n}"),
    // The end of the text.
    ("A0102", "%x = global int@"),
    ("A0102", "%x = external global { int,@"),
    ("A0102", "%x = global int add (int 1,@"),
    ("A0102", "void %f() {\n\tret void\n@"),
    ("A0102", "declare void %f(int,@"),
    // Numbers.
    ("A0103", "%x = global ulong @18446744073709551616"),
    ("A0103", "%x = global long @-9223372036854775809"),
    ("A0103", "%x = global double @0x10000000000000000"),
    ("A0103", "%x = external global [@4294967296 x int]"),
    ("A0103", "%x = global int* @%4294967296"),
    // Strings.
    ("A0104", "%x = global [3 x sbyte] c@\"abc\n"),
    ("A0104", "@\"name = global int 1\n"),
    // Instructions that do not exist.
    (
        "A0106",
        "void %f() {\n\t@fadd double 1.0, 2.0\n\tret void\n}",
    ),
    (
        "A0106",
        "void %f(sbyte** %list) {\n\t%x = @va_list sbyte** %list, int\n\tret void\n}",
    ),
    // Misplaced after the first function.
    ("A0107", "implementation\n@%x = global int 5"),
    ("A0107", "void %f() { ret void }\n@target endian = big"),
    ("A0107", "void %f() { ret void }\n@deplibs = [ ]"),
    ("A0107", "void %f() { ret void }\n@%T = type int"),
    // Blocks without a terminator.
    (
        "A0108",
        "int %f() {\na:\n\t%x = add int 1, 2\n@b:\n\tret int 1\n}",
    ),
    ("A0108", "int %f() {\na:\n\t%x = add int 1, 2\n@}"),
    ("A0108", "int %f() {\n\tret int 1\na:\n@}"),
    ("A0108", "int %f() {\n@}"),
    // Undefined values.
    ("A0201", "%x = global int* @%y"),
    ("A0201", "%y = global uint 1\n%x = global int* @%y"),
    ("A0201", "%x = global int* @%0"),
    ("A0201", "int %f(uint %x) {\n\tret int @%x\n}"),
    ("A0201", "int %f(int) {\n\tret int @%1\n}"),
    ("A0201", "void %f() {\n\tcall void @%g()\n\tret void\n}"),
    (
        "A0201",
        "declare void %g()\nvoid %f() {\n\tcall void @%g(int 1)\n\tret void\n}",
    ),
    // Undefined types.
    ("A0202", "%x = external global @%T"),
    ("A0202", "%T = type { @%U* }"),
    ("A0202", "type int\n%x = external global @%1"),
    ("A0202", "void %f() {\n\t%x = alloca @%T\n\tret void\n}"),
    // Undefined blocks.
    ("A0203", "void %f() {\n\tbr label @%next\n}"),
    ("A0203", "void %f() {\n\tbr label @%1\n}"),
    ("A0203", "void %f(int %x) {\n\tbr label @%x\n}"),
    // Duplicate definitions.
    ("A0204", "%x = global int 1\n@%x = global int 2"),
    ("A0204", "%T = type int\n@%T = type uint"),
    ("A0204", "void %f() { ret void }\nvoid @%f() { ret void }"),
    ("A0204", "int %f(int %x, int @%x) {\n\tret int %x\n}"),
    (
        "A0204",
        "int %f(int %x) {\n\t@%x = add int 1, 2\n\tret int 1\n}",
    ),
    (
        "A0204",
        "void %f() {\na:\n\tbr label %a\n@a:\n\tret void\n}",
    ),
    (
        "A0204",
        "void %f() {\n%T = type int\n@%T = type int\n\tret void\n}",
    ),
    // Invalid types.
    ("A0301", "%x = external global @void"),
    ("A0301", "%x = external global { @void }"),
    ("A0301", "%x = external global @void*"),
    ("A0301", "%x = external global [2 x @void]"),
    ("A0301", "declare void %f(@void)"),
    ("A0301", "@%T = type %T"),
    ("A0301", "@%T = type %U\n%U = type %T"),
    ("A0301", "%x = external global @{ int } ()*"),
    ("A0301", "%T = type @%U ()\n%U = type [2 x int]"),
    ("A0301", "declare @{ int } %f()"),
    (
        "A0301",
        "void %f() {\n\t%x = call @[1 x int] %g()\n\tret void\n}",
    ),
    // References to enclosing types.
    ("A0302", "%x = external global @\\1"),
    ("A0302", "%x = external global { @\\2 }"),
    ("A0302", "%x = external global { @\\0 }"),
    ("A0302", "%T = type { int, { @\\4* } }"),
    // Values of the wrong type.
    ("A0401", "%x = global int @null"),
    ("A0401", "%x = global int @true"),
    ("A0401", "%x = global int @1.5"),
    ("A0401", "%x = global double @1"),
    ("A0401", "%x = global int @[ int 1 ]"),
    ("A0401", "%x = global [1 x int] @{ int 1 }"),
    ("A0401", "%x = global int @c\"a\""),
    ("A0401", "%x = global [1 x int] @c\"a\""),
    ("A0401", "%T = type opaque\n%x = global %T @zeroinitializer"),
    ("A0401", "%x = external global @int (int)"),
    ("A0401", "%x = global int 1\n%y = global int @%x"),
    ("A0401", "%x = global [2 x int] [ int 1, uint @2 ]"),
    ("A0401", "%x = global { int, int } { int 1, uint @2 }"),
    ("A0401", "%x = global int @add (uint 1, uint 2)"),
    ("A0401", "%x = global int add (int 1, uint @2)"),
    ("A0401", "%x = global int shl (int 1, int @2)"),
    ("A0401", "%x = global int select (int @1, int 1, int 2)"),
    (
        "A0401",
        "%x = global int select (bool true, int 1, uint @2)",
    ),
    ("A0401", "%x = global int* getelementptr (int @1, long 0)"),
    (
        "A0401",
        "int %f(int %x) {\n\t%y = shl int %x, @int 1\n\tret int %y\n}",
    ),
    (
        "A0401",
        "int %f() {\n\t%y = select @int 1, int 1, int 2\n\tret int %y\n}",
    ),
    (
        "A0401",
        "int %f() {\n\t%y = select bool true, int 1, @uint 2\n\tret int %y\n}",
    ),
    (
        "A0401",
        "void %f(int* %p) {\n\tstore @uint 1, int* %p\n\tret void\n}",
    ),
    (
        "A0401",
        "void %f() {\n\t%x = alloca int, @int 1\n\tret void\n}",
    ),
    (
        "A0401",
        "void %f(int %x) {\na:\n\tswitch int %x, label %a [ @uint 1, label %a ]\n}",
    ),
    (
        "A0401",
        "declare void %g(int)\nvoid %f() {\n\tcall void (int)* @%g(uint 1)\n\tret void\n}",
    ),
    // Operations that do not exist for a type.
    ("A0402", "%x = global bool add (bool @true, bool true)"),
    ("A0402", "%x = global double and (double @1.0, double 1.0)"),
    ("A0402", "%x = global bool shl (bool @true, ubyte 1)"),
    ("A0402", "%x = global int cast ({ int } @{ int 1 } to int)"),
    ("A0402", "%x = global int cast (int 1 to @{ int })"),
    (
        "A0402",
        "void %f(bool %x) {\n\t%y = mul @bool %x, %x\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(float %x) {\n\t%y = xor @float %x, %x\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(int* %x) {\n\t%y = not @int* %x\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(float %x) {\n\t%y = shr @float %x, ubyte 1\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(int %x) {\n\t%y = cast int %x to @[1 x int]\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(bool %x) {\na:\n\tswitch @bool %x, label %a [ ]\n}",
    ),
    ("A0402", "void %f(int %x) {\n\tfree @int %x\n\tret void\n}"),
    (
        "A0402",
        "void %f(int %x) {\n\t%y = load @int %x\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f({ int }* %x) {\n\t%y = load @{ int }* %x\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(int %x) {\n\tstore int 1, @int %x\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(int %x) {\n\t%y = getelementptr @int %x, long 0\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f(sbyte* %x) {\n\t%y = vaarg sbyte* %x, @{ int }\n\tret void\n}",
    ),
    (
        "A0402",
        "void %f() {\na:\n\t%y = phi @{ int } [ null, %a ]\n\tret void\n}",
    ),
    // Constants outside the range of their type.
    ("A0403", "%x = global ubyte @256"),
    ("A0403", "%x = global sbyte @128"),
    ("A0403", "%x = global sbyte @-129"),
    ("A0403", "%x = global uint @-1"),
    ("A0403", "%x = global int @u0xFFFFFFFF"),
    ("A0403", "%x = global long @9223372036854775808"),
    (
        "A0403",
        "int %f(int %x) {\n\t%y = add int %x, @2147483648\n\tret int %y\n}",
    ),
    // Wrong numbers of elements, fields or arguments.
    ("A0404", "%x = global [2 x int] @[ int 1 ]"),
    ("A0404", "%x = global [1 x int] @[ ]"),
    ("A0404", "%x = global [2 x sbyte] @c\"abc\""),
    ("A0404", "%x = global { int, int } @{ int 1 }"),
    ("A0404", "%x = global { int } @{ int 1, int 2 }"),
    ("A0404", "%x = global { int } @{ }"),
    (
        "A0404",
        "declare void %g(int)\nvoid %f() {\n\tcall void (int)* @%g()\n\tret void\n}",
    ),
    (
        "A0404",
        "declare void %g()\nvoid %f() {\n\tcall void ()* @%g(int 1)\n\tret void\n}",
    ),
    // Invalid indices.
    (
        "A0405",
        "%x = external global { int }\n%y = global int* getelementptr ({ int }* %x, long 0, uint @1)",
    ),
    (
        "A0405",
        "%x = external global { int }\n%y = global int* getelementptr ({ int }* %x, long 0, long @0)",
    ),
    (
        "A0405",
        "%x = external global int\n%y = global int* getelementptr (int* %x, long 0, long @0)",
    ),
    (
        "A0405",
        "%x = external global int\n%y = global int* getelementptr (int* %x, ubyte @0)",
    ),
    (
        "A0405",
        "void %f({ int }* %x, uint %i) {\n\t%y = getelementptr { int }* %x, long 0, @uint %i\n\tret void\n}",
    ),
    (
        "A0405",
        "void %f(int** %x) {\n\t%y = getelementptr int** %x, long 0, @long 0\n\tret void\n}",
    ),
    // Names for void.
    ("A0406", "%T = type @void"),
    ("A0406", "void %f() {\n\t@%x = ret void\n}"),
    (
        "A0406",
        "declare void %g()\nvoid %f() {\n\t@%x = call void %g()\n\tret void\n}",
    ),
];

/// Errors that need much larger texts.
const ELSEWHERE: [&str; 2] = ["A0105", "A0303"];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<_> = FAULTS
        .iter()
        .map(|&(code, text)| {
            let title = format!("{code} {}", text.replace(['\n', '\t'], " "));
            Trial::test(title, move || fault(code, text))
        })
        .collect();
    trials.push(Trial::test("every kind of error has a fault", all_kinds));
    trials.push(Trial::test(
        "reading goes on behind an error",
        several_errors,
    ));
    trials.push(Trial::test(
        "errors are at most a hundred and short",
        many_errors,
    ));
    trials
}

fn fault(code: &str, marked: &str) -> Result<(), Failed> {
    let at = marked.find('@').ok_or("there is no mark")?;
    let before = &marked[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let Err(errors) = text::parse(marked.replace('@', "")) else {
        return Err("the text is accepted".into());
    };
    let first = errors.first();
    let found = (
        first.code(),
        first.place().line as usize,
        first.place().column as usize,
    );
    if found != (code, line, column) {
        let message = format!("expected {code} at {line}:{column}, found {errors}");
        return Err(message.into());
    }
    if errors.iter().len() > 1 {
        let all: Vec<_> = errors.iter().map(ToString::to_string).collect();
        return Err(format!("one fault gives several errors: {all:#?}").into());
    }
    Ok(())
}

fn all_kinds() -> Result<(), Failed> {
    for kind in SyntaxErrorKind::ALL {
        let code = kind.code();
        if !ELSEWHERE.contains(&code) && !FAULTS.iter().any(|&(fault, _)| fault == code) {
            return Err(format!("no text has {code}, {}", kind.description()).into());
        }
    }
    Ok(())
}

/// Each faulty line gives one error, and no line gives an error because of another.
fn several_errors() -> Result<(), Failed> {
    let marked = "\
%T = type { int, @%Unknown }
%x = global [2 x int] @[ int 1 ]
%y = global int @nothing
%z = global %T zeroinitializer
declare int @5(int)
target endian = @sideways

int %f(int %a) {
entry:
	%b = add int %a, @{}
	%c = @frobnicate int %b
	br bool @1, label %next,
		label %entry
next:
	%d = add int %c, %b
	ret int %d
}

int %g(in @%a) {
	ret int %a
}

int %h(int %a) { ret int @%b }
";
    let marked = marked.replace("(in @%a)", "(@in %a)");
    let mut expected = Vec::new();
    for (number, line) in (1..).zip(marked.lines()) {
        expected.extend(line.find('@').map(|column| (number, column as u32 + 1)));
    }
    let Err(errors) = text::parse(marked.replace('@', "")) else {
        return Err("the text is accepted".into());
    };
    let places = errors
        .iter()
        .map(|error| (error.place().line, error.place().column));
    let found: Vec<_> = places.collect();
    if found != expected {
        let all: Vec<_> = errors.iter().map(ToString::to_string).collect();
        return Err(format!("expected {expected:?}, found {all:#?}").into());
    }
    Ok(())
}

/// Texts with very many errors, and with very long names and types.
fn many_errors() -> Result<(), Failed> {
    let name = "n".repeat(1 << 16);
    let ty = format!("[1 x {{ {} int }}]", "int*, ".repeat(1 << 12));
    let lines = 1 << 12;
    let texts = [
        (0..200)
            .map(|n| format!("%x{n} = global {ty}* %y{n}\n"))
            .collect::<String>(),
        (0..lines)
            .map(|n| format!("%x = global int {n}\n"))
            .collect(),
        format!("%T = type {{ %{name}* }}\n%x = global int* \"{name}\""),
        format!(
            "void %f() {{\n{}\tret void\n}}",
            "\tbr label %\x1b[2J\n".repeat(lines)
        ),
        format!(
            "void %f() {{\n{}\tret void\n}}",
            format!("\t{name} int\n").repeat(20)
        ),
    ];
    for text in texts {
        let Err(errors) = text::parse(&text) else {
            return Err("the text is accepted".into());
        };
        assert!(errors.iter().len() <= text::MAX_SYNTAX_ERRORS);
        for error in errors.iter() {
            let message = error.message();
            assert!(message.len() < 600, "{message}");
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    }
    Ok(())
}
