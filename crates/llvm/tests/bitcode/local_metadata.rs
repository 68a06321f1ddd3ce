//! Values of a function as metadata operands of a call.

use super::tools::{assemble, has, run};
use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{parse, print};

/// A parameter and a result as operands.
const CALLS: &str = "\
declare void @llvm.bar(metadata)

define void @f(i32 %v, ptr %p) {
entry:
  %w = add i32 %v, 1
  call void @llvm.bar(metadata i32 %v)
  call void @llvm.bar(metadata ptr %p)
  call void @llvm.bar(metadata i32 %w)
  call void @llvm.bar(metadata i32 7)
  ret void
}
";

#[test]
fn values_of_a_function_are_metadata_of_calls() {
    let module = parse(CALLS.as_bytes()).expect("it is valid");
    let ours = print(&module);
    for call in CALLS.lines().filter(|line| line.contains("call")) {
        assert!(ours.contains(call), "{call}\n{ours}");
    }
    if has("llvm-as-19") {
        let bitcode = assemble(19, false, CALLS.as_bytes()).expect("it is valid");
        let module = read(&bitcode, &Options::default()).expect("it is read");
        // The text of a bitcode file contains the name of its source.
        let text = print(&module);
        assert!(text.ends_with(&ours), "{text}\n{ours}");
        let theirs = run("llvm-as-19", &["-", "-o", "/dev/null"], ours.as_bytes());
        assert_eq!(theirs, Ok(Vec::new()));
    }
}

/// Up to LLVM 3.5 these values were in tuples. Since then a tuple of a single value is that value,
/// and all others are empty.
#[test]
fn tuples_of_values_are_the_value_or_empty() {
    let text = "declare void @llvm.bar(metadata)\n\n\
                define void @f(i32 %v) {\n\
                call void @llvm.bar(metadata !{i32 %v})\n\
                call void @llvm.bar(metadata !{i32 %v, i32 %v})\n\
                call void @llvm.bar(metadata !{metadata !{i32 %v}})\n\
                ret void\n}\n";
    let ours = print(&parse(text.as_bytes()).expect("it is valid"));
    let calls: Vec<&str> = ours.lines().filter(|line| line.contains("call")).collect();
    let expected = [
        "  call void @llvm.bar(metadata i32 %v)",
        "  call void @llvm.bar(metadata !0)",
        "  call void @llvm.bar(metadata !1)",
    ];
    assert_eq!(calls, expected, "{ours}");
    assert!(ours.contains("!0 = !{}\n!1 = !{}\n"), "{ours}");
}
