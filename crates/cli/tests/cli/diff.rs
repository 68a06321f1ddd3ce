//! `pinnacle diff` and `pinnacle explain`.

use crate::{Folder, pinnacle, programs};
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::types::Type;
use pinnacle_testing::build::{Global, ModuleBuilder};
use serde_json::{Value, json};

/// Makes a program with a function that returns a constant, a function that calls it, and a text.
/// Another function may precede them.
fn program(constant: i32, with_first: bool, text: &str) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    module.global(Global::constant(1).data(text));
    if with_first {
        let first = module.function(Type::Void, &[]);
        let mut f = module.body(first);
        f.ret_void();
        module.define(first, f);
    }
    let change = module.function(Type::I32, &[Type::I32]);
    let mut f = module.body(change);
    let (number, constant) = (f.param(0), f.i32(constant));
    let product = f.binary(BinaryOp::Mul, number, constant);
    let sum = f.binary(BinaryOp::Add, product, number);
    f.ret(sum);
    module.define(change, f);
    let start = module.start();
    let mut f = module.body(start);
    let one = f.i32(1);
    f.call(change, &[one]);
    f.ret_void();
    module.define(start, f);
    module.to_pexe()
}

#[test]
fn a_program_differs_by_what_it_does() {
    let folder = Folder::new();
    let old = folder.file("old.pexe", program(7, false, "a text of old"));
    let new = folder.file("new.pexe", program(8, true, "a text of new"));
    let seen = pinnacle(&["diff", &old, &new]);
    assert_eq!(seen.status, 1, "{}", seen.stderr);
    for part in [
        "1 function the same, 1 changed, 0 removed, 1 added",
        "- a text of old",
        "+ a text of new",
        "@f0 (3 instructions) is now @f1 (3 instructions)",
        "- %v0 = mul i32 %p0, %c0;  // %c0 = 7",
        "+ %v0 = mul i32 %p0, %c0;  // %c0 = 8",
        "+ @f0 (1 instruction)",
    ] {
        assert!(seen.stdout.contains(part), "no {part} in {}", seen.stdout);
    }
    let seen = pinnacle(&["diff", "--summary", &old, &new]);
    assert!(
        seen.stdout
            .contains("  1 instruction removed, 1 instruction added"),
        "{}",
        seen.stdout
    );
    let seen = pinnacle(&["diff", "--json", &old, &new]);
    let document: Value = serde_json::from_str(&seen.stdout).expect("JSON");
    assert_eq!(document["functions_changed"][0]["new"]["function"], 1);
    assert_eq!(document["texts"]["added"], json!(["a text of new"]));
    let schema = include_str!("../../../../docs/schemas/diff-1.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let names = |value: &Value| -> Vec<String> {
        let mut names: Vec<_> = value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&schema["properties"]), names(&document));
}

/// The operands alone do not show case values, targets, or which of two equal values is used.
#[test]
fn diff_sees_cases_targets_and_which_of_two_like_values() {
    let folder = Folder::new();
    let program = |selector: i64, other: bool, second: bool| {
        let mut module = ModuleBuilder::new();
        let start = module.start();
        let mut f = module.body(start);
        let (one, value) = (f.i32(1), f.param(0));
        let like = [
            f.binary(BinaryOp::Add, value, one),
            f.binary(BinaryOp::Add, value, one),
        ];
        let blocks = [f.block(), f.block()];
        let target = blocks[usize::from(other)];
        f.switch(like[usize::from(second)], blocks[0], &[(selector, target)]);
        for block in blocks {
            f.switch_to(block);
            f.ret_void();
        }
        module.define(start, f);
        module.to_pexe()
    };
    let old = folder.file("old.pexe", program(3, true, false));
    for (name, new) in [
        ("selector", program(4, true, false)),
        ("target", program(3, false, false)),
        ("value", program(3, true, true)),
    ] {
        let new = folder.file("new.pexe", new);
        let seen = pinnacle(&["diff", &old, &new]);
        assert_eq!(seen.status, 1, "{name}");
        assert!(
            seen.stdout.contains("+ switch i32 "),
            "{name}: {}",
            seen.stdout
        );
    }
}

#[test]
fn a_function_that_only_moved_is_the_same() {
    let folder = Folder::new();
    let old = folder.file("old.pexe", program(7, false, "text"));
    let new = folder.file("new.pexe", program(7, true, "text"));
    let seen = pinnacle(&["diff", &old, &old]);
    assert_eq!((seen.status, &*seen.stdout), (0, ""), "{}", seen.stderr);
    let seen = pinnacle(&["diff", &old, &new]);
    let told = "2 functions the same, 0 changed, 0 removed, 1 added";
    assert!(seen.stdout.contains(told), "{}", seen.stdout);
    let cut = folder.file("cut.pexe", &programs::hello()[..50]);
    pinnacle(&["diff", &old, &cut]).refuses(2, &["cut.pexe"]);
    pinnacle(&["diff", &old, "nowhere.pexe"]).refuses(2, &["nowhere.pexe"]);
}

#[test]
fn a_code_is_explained_with_its_cure() {
    let seen = pinnacle(&["explain", "p0805", "F0101"]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    for part in [
        "P0805: ",
        "Rule flow.phis",
        "Example: ",
        "F0101: ",
        "Cure\n  Add `-lNAME`",
    ] {
        assert!(seen.stdout.contains(part), "no {part} in {}", seen.stdout);
    }
    let list = pinnacle(&["explain", "--list"]).stdout;
    assert!(
        list.lines().count() > 190 && list.contains("B0001  "),
        "{list}"
    );
    let seen = pinnacle(&["explain", "--json", "B0001"]);
    let document: Value = serde_json::from_str(&seen.stdout).expect("JSON");
    assert_eq!(document[0]["code"], "B0001");
    pinnacle(&["explain", "X1"]).refuses(2, &["X1", "--list"]);
}

#[test]
fn a_difference_is_a_page() {
    let folder = Folder::new();
    let old = folder.file("old.pexe", program(7, false, "a <text> of old"));
    let new = folder.file("new.pexe", program(8, true, "a text of new"));
    let path = folder.path("page.html");
    let seen = pinnacle(&["diff", "--html", &path, &old, &new]);
    assert_eq!((seen.status, &*seen.stdout), (1, ""), "{}", seen.stderr);
    let page = std::fs::read_to_string(&path).expect("a page");
    for part in [
        "1 function the same, 1 changed, 0 removed, 1 added",
        "<li>a &lt;text&gt; of old</li>",
        "<summary><code>@f0 (3 instructions)</code> is now <code>@f1 (3 instructions)</code>",
        "<li>%v0 = mul i32 %p0, %c0;  // %c0 = 8</li>",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
}
