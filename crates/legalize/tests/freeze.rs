//! Freezes modules that are in the stable subset, and rejects those that are not.

use pinnacle_legalize::{ErrorKind, freeze};
use pinnacle_llvm::bitcode;
use pinnacle_testing::llvm_tools::{RELEASES, Tool};

/// Freezes a text. Returns the names and linkages of the functions, or the errors. `None` if LLVM's
/// assembler is not installed.
fn frozen(text: &str) -> Option<Result<Vec<String>, Vec<String>>> {
    let assembler = Tool::newest("llvm-as", RELEASES)?;
    let bytes = assembler.assemble(false, text.as_bytes()).unwrap();
    let module = bitcode::read(&bytes, &bitcode::Options::default()).unwrap();
    Some(match freeze(module) {
        Ok(program) => {
            let functions = program.module().functions.iter();
            let functions = functions.map(|function| {
                let name = function.name.as_deref().unwrap_or_default();
                let name = String::from_utf8_lossy(name);
                format!("{:?} {name}", function.linkage)
            });
            Ok(functions.collect())
        }
        Err(errors) => Err(errors.errors().iter().map(ToString::to_string).collect()),
    })
}

#[test]
fn a_module_of_the_subset_needs_no_entry_point_and_loses_nothing() {
    let text = "
        @data = internal global [4 x i8] c\"abcd\"
        define internal i32 @unused(i32 %x) { %y = add i32 %x, 1  ret i32 %y }
        define void @seen() { ret void }
        declare float @llvm.sqrt.f32(float)
        define float @root(float %x) {
          %y = call float @llvm.sqrt.f32(float %x)
          ret float %y
        }";
    let Some(found) = frozen(text) else { return };
    assert_eq!(
        found.unwrap(),
        [
            "Internal unused",
            "Internal seen",
            "External llvm.sqrt.f32",
            "Internal root"
        ]
    );
}

#[test]
fn constructs_that_steps_replace_are_refused() {
    for (text, code, message) in [
        (
            "define i32 @f(ptr %p) { %q = getelementptr i32, ptr %p, i32 1  %v = load i32, ptr %q  ret i32 %v }",
            ErrorKind::NotInSubset.code(),
            "an instruction is not in the stable subset",
        ),
        (
            "define void @f(ptr %p) { %v = load i33, ptr %p  ret void }",
            ErrorKind::BadType.code(),
            "has a type that programs do not support",
        ),
        (
            "define void @f(i32 %x, ...) { ret void }",
            ErrorKind::NotInSubset.code(),
            "variable arguments is not in the stable subset",
        ),
        (
            "define void @f() { call void @g()  ret void } declare void @g()",
            ErrorKind::Undefined.code(),
            "`g` is used but not defined",
        ),
        (
            "target triple = \"x86_64-linux-gnu\"",
            ErrorKind::WrongTarget.code(),
            "the module is for x86_64-linux-gnu",
        ),
        (
            "@v = thread_local global i32 0",
            ErrorKind::NotInSubset.code(),
            "a thread-local variable is not in the stable subset",
        ),
    ] {
        let Some(found) = frozen(text) else { return };
        let errors = found.expect_err(text);
        assert!(
            errors[0].starts_with(code) && errors[0].contains(message),
            "{text}: {errors:?}"
        );
    }
}
