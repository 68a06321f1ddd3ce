//! DWARF in WebAssembly modules, as read by LLVM's tools and by engines.

use crate::{Folder, pinnacle};
use pinnacle_testing::llvm_tools::Tool;
use pinnacle_testing::skip::skip;
use std::fs;
use std::process::Command;

/// A program with a class, a block scope, a variable with a large alignment, and a function that is
/// inlined.
const SOURCE: &str = "\
namespace shop {
struct item {
  int number;
  double price;
};
item stock[3];

static inline int twice(int value) {
  return value * 2;
}

__attribute__((noinline)) int fill(int count) {
  int total = 0;
  for (int i = 0; i < count; i++) {
    item &next = stock[i % 3];
    next.number = twice(i);
    total += next.number;
  }
  return total;
}
}

extern \"C\" void _start(int *info) {
  alignas(64) volatile int result[4];
  result[0] = shop::fill(10 + (info == nullptr));
}
";

/// The LLVM releases whose tools are tested. They read DWARF 5 for WebAssembly.
const RELEASES: std::ops::RangeInclusive<u32> = 16..=19;

/// A program that was compiled with `-g`, and its module without DWARF.
struct Made {
    folder: Folder,
    program: String,
    plain: Vec<u8>,
}

/// Compiles the program; `None` without clang.
fn made(level: &str) -> Option<Made> {
    let clang = Tool::newest("clang", 13..=19)?.name;
    let folder = Folder::new();
    let source = folder.file("shop.cc", SOURCE);
    let program = folder.path("shop.pexe");
    let fixed = ["cc", "--clang", &clang, "-g", level, "-nostdlib"];
    let seen = pinnacle(&[&fixed[..], &[&source, "-o", &program]].concat());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let plain = translated(&folder, &program, &[]);
    Some(Made {
        folder,
        program,
        plain,
    })
}

/// Translates a program and returns the module.
fn translated(folder: &Folder, program: &str, options: &[&str]) -> Vec<u8> {
    let module = folder.path("shop.wasm");
    let fixed = ["translate", program, "-o", &module];
    let seen = pinnacle(&[&fixed[..], options].concat());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    fs::read(module).unwrap()
}

/// Returns the output of `llvm-dwarfdump` for the module; `None` if it is not installed.
fn dumped(module: &str, options: &[&str]) -> Option<String> {
    let tool = Tool::newest("llvm-dwarfdump", RELEASES)?;
    let output = tool.output(&[options, &[module]].concat(), b"").unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    Some(text)
}

#[test]
fn modules_have_dwarf_that_llvm_verifies() {
    for level in ["-O0", "-O1", "-O2"] {
        let Some(made) = made(level) else { return };
        let module = translated(&made.folder, &made.program, &["--dwarf"]);
        // The sections are appended to the module that is made without the option.
        assert!(module.starts_with(&made.plain) && module.len() > made.plain.len());
        let path = made.folder.path("shop.wasm");
        let Some(seen) = dumped(&path, &["--verify"]) else {
            return;
        };
        assert!(seen.contains("No errors."), "{level}: {seen}");
        assert!(!seen.contains("warning"), "{level}: {seen}");
    }
}

#[test]
fn the_lines_of_a_module_are_those_of_its_source() {
    let Some(made) = made("-O0") else { return };
    translated(&made.folder, &made.program, &["--dwarf"]);
    let path = made.folder.path("shop.wasm");
    let Some(table) = dumped(&path, &["--debug-line"]) else {
        return;
    };
    assert!(
        table.contains("\"shop.cc\"") || table.contains("/shop.cc\""),
        "{table}"
    );
    // A row has an address, a line, a column and other fields.
    let rows = table.lines().filter(|line| line.starts_with("0x0"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split_whitespace().collect()).collect();
    for (number, line) in (1..).zip(SOURCE.lines()) {
        let is_statement = ["return", "int total", "for", "= ", "+="];
        let has_code = number > 8 && is_statement.iter().any(|it| line.contains(it));
        let is_there = rows.iter().any(|row| row[1] == number.to_string());
        assert!(is_there || !has_code, "no row of line {number}: {table}");
    }
}

#[test]
fn variables_are_below_the_stack_pointer_of_the_call() {
    let Some(made) = made("-O0") else { return };
    translated(&made.folder, &made.program, &["--dwarf"]);
    let path = made.folder.path("shop.wasm");
    let Some(info) = dumped(&path, &["--debug-info"]) else {
        return;
    };
    let start = info.find("(\"_start\")").expect("the entry function");
    let fill = info
        .find("(\"fill\")")
        .expect("the function with variables");
    for (from, words) in [
        (
            fill,
            ["DW_AT_linkage_name\t(\"_ZN4shop4fillEi\")", "(\"total\")"],
        ),
        (fill, ["(\"next\")", "\"shop::item &\""]),
        (
            start,
            ["(\"result\")", "DW_OP_constu 0xffffffc0, DW_OP_and"],
        ),
        (0, ["(\"stock\")", "DW_OP_addr"]),
        (
            0,
            [
                "DW_AT_frame_base\t(DW_OP_WASM_location 0x0 0x",
                "DW_OP_stack_value",
            ],
        ),
    ] {
        let mut rest = &info[from..];
        for word in words {
            let at = rest.find(word);
            rest = &rest[at.unwrap_or_else(|| panic!("no {word} in {rest}"))..];
        }
    }
}

/// A variable whose stack memory is allocated after a call, as in functions that catch exceptions.
const LATE: &str = "\
define void @_start(ptr %info) !dbg !3 {
  %given = call i32 @next(), !dbg !8
  %number = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %number, metadata !7, metadata !DIExpression()), !dbg !8
  store volatile i32 %given, ptr %number, !dbg !8
  ret void, !dbg !8
}
define i32 @next() {
  ret i32 7
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.c\", directory: \"/src\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = distinct !DISubprogram(name: \"_start\", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: \"number\", scope: !3, file: !1, line: 2, type: !6)
!8 = !DILocation(line: 2, column: 3, scope: !3)
";

#[test]
fn a_call_before_a_variable_does_not_hide_it() {
    let Some(assembler) = Tool::newest("llvm-as", 16..=19) else {
        return;
    };
    let folder = Folder::new();
    let bitcode = assembler.assemble(false, LATE.as_bytes()).unwrap();
    let bitcode = folder.file("late.bc", bitcode);
    let (program, debug) = (folder.path("late.pexe"), folder.path("late.debug"));
    let words = ["finalize", "--debug-file", &debug, &bitcode, "-o", &program];
    let seen = pinnacle(&words);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    translated(&folder, &program, &["--dwarf"]);
    let Some(info) = dumped(&folder.path("shop.wasm"), &["--debug-info"]) else {
        return;
    };
    let (_, variable) = info.split_once("(\"number\")").expect("the variable");
    assert!(variable.contains("DW_OP_fbreg -16"), "{variable}");
}

#[test]
fn inlined_calls_have_their_code() {
    let Some(made) = made("-O2") else { return };
    translated(&made.folder, &made.program, &["--dwarf"]);
    let path = made.folder.path("shop.wasm");
    let Some(info) = dumped(&path, &["--debug-info"]) else {
        return;
    };
    let (_, inlined) = info
        .split_once("DW_TAG_inlined_subroutine")
        .expect("an inlined call");
    for word in ["\"twice\"", "DW_AT_ranges", "DW_AT_call_line\t(16)"] {
        assert!(inlined.contains(word), "no {word} in {inlined}");
    }
}

#[test]
fn dwarf_can_be_in_a_file_of_its_own() {
    let Some(made) = made("-O1") else { return };
    let separate = made.folder.path("shop.debug.wasm");
    let module = translated(
        &made.folder,
        &made.program,
        &["--separate-dwarf", &separate],
    );
    assert!(module.starts_with(&made.plain));
    assert!(module.ends_with(b"\x13external_debug_info\x0fshop.debug.wasm"));
    let whole = translated(&made.folder, &made.program, &["--dwarf"]);
    assert!(fs::read(&separate).unwrap() == whole);
}

#[test]
fn engines_accept_modules_with_dwarf() {
    let Some(made) = made("-O1") else { return };
    translated(&made.folder, &made.program, &["--dwarf"]);
    let path = made.folder.path("shop.wasm");
    let script = "\
const module = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));
for (const name of ['.debug_info', '.debug_abbrev', '.debug_line', '.debug_str'])
  console.log(WebAssembly.Module.customSections(module, name).length);";
    let Ok(output) = Command::new("node").args(["-e", script, &path]).output() else {
        skip("node cannot be run");
        return;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.stdout, b"1\n1\n1\n1\n", "{errors}");
}

#[test]
fn a_program_without_a_debug_file_has_no_dwarf() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", crate::programs::hello());
    let module = folder.path("hello.wasm");
    let words = ["translate", "--dwarf", &program, "-o", &module];
    pinnacle(&words).refuses(2, &["has no debug file", "-g"]);
    let words = [
        "translate",
        "--to",
        "ll",
        "--dwarf",
        &program,
        "-o",
        &module,
    ];
    pinnacle(&words).refuses(2, &["--dwarf is not for --to ll"]);
    let words = [
        "translate",
        "--separate-dwarf",
        &module,
        &program,
        "-o",
        &module,
    ];
    pinnacle(&words).refuses(2, &["both"]);
    assert!(fs::metadata(&module).is_err());
}
