//! Deep nesting and distant references need little stack and little time.

use crate::parse;
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::model::Type;
use pinnacle_bytecode::text;

/// Depth of the nesting.
const DEPTH: usize = 100_000;

/// Valid texts and their names.
fn texts() -> Vec<(&'static str, String)> {
    let repeat = |text: &str| text.repeat(DEPTH);
    let counted = |text: fn(usize) -> String| (0..DEPTH).map(text).collect::<String>();
    vec![
        (
            "pointers",
            format!("%x = external global int{}", repeat("*")),
        ),
        (
            "arrays",
            format!(
                "%x = global {}int{} zeroinitializer",
                repeat("[1 x "),
                repeat("]")
            ),
        ),
        (
            "structures",
            format!(
                "%x = external global {}{}",
                repeat("{ int, "),
                "int".to_owned() + &repeat("}")
            ),
        ),
        (
            "function types",
            format!(
                "%x = external global {}{}",
                repeat("void ("),
                "int".to_owned() + &repeat(")*")
            ),
        ),
        (
            "a reference to the outermost type",
            format!(
                "%x = external global {}\\{DEPTH}{}",
                repeat("{ "),
                repeat("}*")
            ),
        ),
        (
            "references to types around",
            format!("%x = external global {{ {} int }}", repeat("\\2*, ")),
        ),
        (
            "names for names",
            counted(|n| format!("%t{n} = type %t{}\n", n + 1)) + &format!("%t{DEPTH} = type int"),
        ),
        (
            "types in a circle",
            counted(|n| format!("%t{n} = type {{ %t{}* }}\n", (n + 1) % DEPTH)),
        ),
        (
            "casts",
            format!(
                "%x = global int {}int 1{}",
                repeat("cast (int "),
                repeat(" to int)")
            )
            .replace("int int 1", "int 1"),
        ),
        (
            "sums",
            format!(
                "%x = global int {}1{}",
                repeat("add (int "),
                repeat(", int 1)")
            ),
        ),
        (
            "a sum as an operand",
            format!(
                "int %f() {{\n ret int {}1{}\n}}",
                repeat("add (int "),
                repeat(", int 1)")
            ),
        ),
        (
            "values before they are defined",
            format!(
                "int %f() {{\n{} ret int %v0\n}}",
                counted(|n| format!(
                    "%v{n} = add int %v{}, %{n}\n add int 1, 1\n",
                    (n + 1) % DEPTH
                ))
            ),
        ),
        (
            "blocks before they are defined",
            format!(
                "void %f() {{\n{}}}",
                counted(|n| format!("b{n}: br label %b{}\n", DEPTH - 1 - n))
            ),
        ),
        (
            "functions before they are defined",
            counted(|n| {
                let callee = (n + 1) % DEPTH;
                format!("void %f{n}() {{ call void %f{callee}() ret void }}\n")
            }),
        ),
        ("comments", repeat(";\n") + "%x = global int 1"),
    ]
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<_> = texts()
        .into_iter()
        .map(|(name, text)| {
            Trial::test(format!("{DEPTH} {name}"), move || {
                parse(text.as_bytes()).map(|_| ())
            })
        })
        .collect();
    trials.push(Trial::test("open brackets without end", open_brackets));
    trials.push(Trial::test(
        "recursive types beyond the limit",
        too_many_recursive_types,
    ));
    trials.push(Trial::test(
        "a recursive type written often",
        recursive_type_written_often,
    ));
    trials
}

/// An unclosed construct at the end of the text gives one error.
fn open_brackets() -> Result<(), Failed> {
    for open in ["{", "[1 x ", "int (", "{ [2 x void ("] {
        let text = format!("%x = external global {}", open.repeat(DEPTH));
        let Err(errors) = text::parse(&text) else {
            return Err(format!("{open} is accepted").into());
        };
        assert_eq!(errors.first().code(), "A0102", "{errors}");
    }
    Ok(())
}

/// More recursive types than the parser may compare.
fn too_many_recursive_types() -> Result<(), Failed> {
    let text: String = (0..2500)
        .map(|n| format!("%x{n} = external global {{ \\2*, [{n} x int] }}\n"))
        .collect();
    let Err(errors) = text::parse(&text) else {
        return Err("they are accepted".into());
    };
    assert_eq!(errors.first().code(), "A0303", "{errors}");
    Ok(())
}

/// One recursive type written many times. Its parts are compared once.
fn recursive_type_written_often() -> Result<(), Failed> {
    let text: String = (0..DEPTH)
        .map(|n| format!("%x{n} = external global {{ \\2*, int }}\n"))
        .collect();
    let module = parse(text.as_bytes())?;
    let structures = module
        .types
        .derived()
        .filter(|&ty| matches!(module.types.get(ty), Type::Struct { .. }));
    assert_eq!(structures.count(), 1);
    Ok(())
}
