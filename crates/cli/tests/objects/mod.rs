//! Modules from all LLVM versions that define `main` but are not complete programs. `run` links
//! them with the C library.

use std::fs;

use libtest_mimic::{Failed, Trial};

use crate::toolchain::Toolchain;

/// The output of every module here, which is followed by its exit status.
const PRINTED: &str = "hello 5 world\n";
const STATUS: i32 = 7;

/// A module as LLVM 1.0 to 1.9 wrote it, with signed and unsigned integer types.
const LLVM_1: &str = r#"
%text = internal constant [14 x sbyte] c"hello %d %s\0A\00\00"
%word = internal constant [6 x sbyte] c"world\00"
implementation
declare int %printf(sbyte*, ...)
declare uint %strlen(sbyte*)
declare sbyte* %strcpy(sbyte*, sbyte*)
int %main(int %argc, sbyte** %argv) {
  %room = malloc sbyte, uint 16
  %from = getelementptr [6 x sbyte]* %word, long 0, long 0
  %copy = call sbyte* %strcpy(sbyte* %room, sbyte* %from)
  %length = call uint %strlen(sbyte* %copy)
  %format = getelementptr [14 x sbyte]* %text, long 0, long 0
  %printed = call int (sbyte*, ...)* %printf(sbyte* %format, uint %length, sbyte* %copy)
  free sbyte* %room
  ret int 7
}
"#;

/// A module as LLVM 2.x and 3.x wrote it for PCs, with typed pointers.
const LLVM_2: &str = r#"
target datalayout = "e-p:32:32:32-i1:8:8-i64:32:64-f64:32:64"
target triple = "i386-pc-linux-gnu"
%pair = type { i32, i8* }
@text = internal constant [14 x i8] c"hello %d %s\0A\00\00"
@word = internal constant [6 x i8] c"world\00"
declare i32 @printf(i8*, ...)
declare i32 @strlen(i8*)
declare noalias i8* @malloc(i32)
declare i8* @strcpy(i8*, i8*)
define i32 @main() {
  %pair = alloca %pair
  %room = call noalias i8* @malloc(i32 16)
  %copy = call i8* @strcpy(i8* %room, i8* getelementptr ([6 x i8]* @word, i32 0, i32 0))
  %field = getelementptr %pair* %pair, i32 0, i32 1
  store i8* %copy, i8** %field
  %found = load i8** %field
  %length = call i32 @strlen(i8* %found)
  %format = getelementptr [14 x i8]* @text, i32 0, i32 0
  %printed = call i32 (i8*, ...)* @printf(i8* %format, i32 %length, i8* %found)
  ret i32 7
}
"#;

/// Modules for other machines, each with a part of the error message.
const REFUSED: [(&str, &str); 4] = [
    ("E-p:32:32", "the module is big-endian"),
    ("e-p:64:64", "pointers of 64 bits"),
    ("e-p:32:32-i64:32:64", "the struct %pair has another layout"),
    ("", "has no data layout"),
];

pub(crate) fn trials(toolchain: &'static Toolchain) -> Vec<Trial> {
    let trial = |name: &'static str, text: &'static str| {
        Trial::test(format!("objects/{name}"), move || {
            runs(toolchain, name, text)
        })
    };
    vec![
        trial("llvm-1", LLVM_1),
        trial("llvm-2", LLVM_2),
        Trial::test("objects/other-machines", move || refused(toolchain)),
    ]
}

fn runs(toolchain: &Toolchain, name: &str, text: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name).with_extension("ll");
    fs::write(&path, text)?;
    let output = toolchain.pinnacle().arg("run").arg(&path).output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        PRINTED,
        "{message}"
    );
    assert_eq!(output.status.code(), Some(STATUS), "{message}");
    assert_eq!(message, "");
    Ok(())
}

fn refused(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("foreign.ll");
    for (layout, reason) in REFUSED {
        let text = format!(
            "target datalayout = \"{layout}\"\ntarget triple = \"i386-pc-linux-gnu\"\n\
             %pair = type {{ i32, i64 }}\n@x = global %pair zeroinitializer\n\
             define i32 @main() {{\n  ret i32 0\n}}\n"
        );
        fs::write(&path, text)?;
        let output = toolchain.pinnacle().arg("run").arg(&path).output()?;
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(reason), "{layout}: {message}");
        assert_eq!(output.status.code(), Some(1), "{layout}");
    }
    Ok(())
}
