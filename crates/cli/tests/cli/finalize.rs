//! Commands that take LLVM bitcode and assembly.

use crate::{Folder, pinnacle};
use pinnacle_testing::corpus;
use pinnacle_testing::llvm_tools::Tool;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A program that gets the exit function from the query function and exits with status 7.
const PROGRAM: &str = r#"
target triple = "le32-unknown-nacl"
@name = private constant [21 x i8] c"nacl-irt-basic-0.1\00\00\00"
@basic = global [6 x ptr] zeroinitializer
define void @_start(ptr %info) {
  %query.place = getelementptr i8, ptr %info, i32 28
  %query = load ptr, ptr %query.place
  %size = call i32 %query(ptr @name, ptr @basic, i32 24)
  %exit = load ptr, ptr @basic
  call void %exit(i32 7)
  unreachable
}
"#;

/// The same program in the syntax of LLVM 2.6.
const OLD_PROGRAM: &str = r#"
target triple = "le32-unknown-nacl"
%query = type i32 (i8*, void (i32)**, i32)
@name = private constant [21 x i8] c"nacl-irt-basic-0.1\00\00\00"
@basic = global [6 x void (i32)*] zeroinitializer
define void @_start(i8* %info) nounwind {
	%query.place = getelementptr i8* %info, i32 28		; <i8*> [#uses=1]
	%typed = bitcast i8* %query.place to %query**
	%query = load %query** %typed
	call i32 %query(i8* getelementptr ([21 x i8]* @name, i32 0, i32 0), void (i32)** getelementptr ([6 x void (i32)*]* @basic, i32 0, i32 0), i32 24)		; <i32>:1 [#uses=0]
	%exit = load void (i32)** getelementptr ([6 x void (i32)*]* @basic, i32 0, i32 0)
	call void %exit(i32 7)
	unreachable
}
"#;

/// A module that is only a part of a program.
const OBJECT: &str = r#"
target triple = "le32-unknown-nacl"
declare i32 @elsewhere(i32)
define i32 @here(i32 %n) {
  %r = call i32 @elsewhere(i32 %n)
  ret i32 %r
}
"#;

/// Assembles a text as bitcode; `None` without LLVM's assembler.
fn assembled(folder: &Folder, text: &str) -> Option<String> {
    let assembler = Tool::newest("llvm-as", 15..=19)?;
    let bitcode = assembler.assemble(false, text.as_bytes());
    Some(folder.file("module.bc", bitcode.expect("the text is right")))
}

/// Returns the path of a file of the corpus; `None` if it is missing.
fn in_corpus(name: &str) -> Option<String> {
    let path = corpus::folder("corpus")?.join(name);
    Some(path.into_os_string().into_string().expect("text"))
}

#[test]
fn assembly_is_taken_as_bitcode_is() {
    for text in [PROGRAM, OLD_PROGRAM] {
        let folder = Folder::new();
        let module = folder.file("program.ll", text);
        assert_eq!(pinnacle(&["run", "--engine", "interp", &module]).status, 7);
        let program = folder.path("program.pexe");
        let seen = pinnacle(&["finalize", &module, "-o", &program]);
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
        assert_eq!(pinnacle(&["run", "--engine", "interp", &program]).status, 7);
        for command in ["dis", "upgrade"] {
            let seen = pinnacle(&[command, &module]);
            assert_eq!((seen.status, &*seen.stderr), (0, ""));
            let again = folder.file("again.ll", &seen.stdout);
            assert_eq!(pinnacle(&[command, &again]).stdout, seen.stdout);
            assert!(
                seen.stdout.contains("define void @_start(ptr %info)"),
                "{}",
                seen.stdout
            );
        }
        let seen = pinnacle(&["info", &module]);
        assert!(
            seen.stdout.contains("1 defined, 0 declared"),
            "{}",
            seen.stdout
        );
        assert_eq!(pinnacle(&["verify", &module]).status, 0);
    }
}

#[test]
fn an_error_in_assembly_has_its_line() {
    let folder = Folder::new();
    let module = folder.file("wrong.ll", PROGRAM.replace("i32 28", "i32 %info"));
    let words = ["wrong.ll:6:51: Y0302", "%info has type", "^"];
    for command in ["run", "finalize", "dis", "upgrade"] {
        let seen = pinnacle(&[command, &module]);
        assert_eq!(seen.status, 1);
        for word in words {
            assert!(
                seen.stderr.contains(word),
                "{command}: {word:?} in {}",
                seen.stderr
            );
        }
    }
    let seen = pinnacle(&["verify", &module]);
    assert_eq!(seen.status, 1);
    let place = "wrong.ll:6:51: error: Y0302";
    assert!(seen.stdout.contains(place), "{}", seen.stdout);
}

#[test]
fn a_module_becomes_a_program_that_runs() {
    let folder = Folder::new();
    let Some(module) = assembled(&folder, PROGRAM) else {
        return;
    };
    let program = folder.path("program.pexe");
    let seen = pinnacle(&["finalize", &module, "-o", &program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert_eq!(pinnacle(&["verify", &program]).status, 0);
    assert_eq!(pinnacle(&["run", "--engine", "interp", &program]).status, 7);
    let named = folder.path("named.pexe");
    let seen = pinnacle(&[
        "finalize",
        "--keep-names",
        "--compress",
        &module,
        "-o",
        &named,
    ]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(pinnacle(&["dis", &named]).stdout.contains("\"basic\""));
}

/// Compares a module from the original linker with the program that the original finaliser made
/// from it.
#[test]
fn a_module_of_the_original_sdk_behaves_as_its_finished_twin() {
    let (Some(module), Some(twin)) = (
        in_corpus("llvm-bc/hello_tutorial.bc"),
        in_corpus("ppapi/hello_tutorial.pexe"),
    ) else {
        return;
    };
    let folder = Folder::new();
    let program = folder.path("hello_tutorial.pexe");
    let seen = pinnacle(&["finalize", &module, "-o", &program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert_eq!(pinnacle(&["verify", &program]).status, 0);
    for engine in ["interp", "auto"] {
        let run = |program: &str| {
            let seen = pinnacle(&[
                "run", "--engine", engine, "--seed", "1", "--argv0", "hello", "--trace", "irt",
                program,
            ]);
            // The addresses in memory differ slightly between the programs.
            let words = |line: &str| {
                let words = line.split([' ', ',', '(', ')']);
                let words = words.filter(|word| !word.starts_with("0x"));
                words.collect::<Vec<_>>().join(" ")
            };
            let trace: Vec<String> = seen.stderr.lines().map(words).collect();
            (seen.status, seen.stdout, trace)
        };
        assert_eq!(run(&program), run(&twin), "{engine}");
    }
}

#[test]
fn a_module_for_another_machine_is_refused() {
    let Some(module) = in_corpus("llvm-bc/bxl1989__ppapi__stub.bc") else {
        return;
    };
    let folder = Folder::new();
    let target = folder.path("out.pexe");
    let seen = pinnacle(&["finalize", &module, "-o", &target]);
    seen.refuses(
        1,
        &[
            "F0001",
            "i386-pc-linux-gnu",
            "le32-unknown-nacl",
            "pinnacle cc",
        ],
    );
    assert!(!PathBuf::from(target).exists());
}

#[test]
fn an_object_is_not_a_program() {
    let folder = Folder::new();
    let Some(object) = assembled(&folder, OBJECT) else {
        return;
    };
    pinnacle(&["finalize", &object, "-o", "-"]).refuses(1, &["F00"]);
    let seen = pinnacle(&["info", "--json", &object]);
    let facts: Value = serde_json::from_str(&seen.stdout).expect("JSON");
    assert_eq!(facts[0]["bitcode"]["kind"], "object");
    assert_eq!(facts[0]["bitcode"]["needs"][0], "elsewhere");
    let seen = pinnacle(&["info", &object]);
    assert!(
        seen.stdout.contains("object, a part of a program"),
        "{}",
        seen.stdout
    );
    assert!(
        pinnacle(&["dis", &object])
            .stdout
            .contains("define i32 @here(i32 %n)")
    );
}

#[test]
fn the_module_after_a_step_can_be_printed() {
    let folder = Folder::new();
    let list = pinnacle(&["finalize", "--list-steps"]).stdout;
    assert!(list.starts_with("target "), "{list}");
    let Some(module) = assembled(&folder, PROGRAM) else {
        return;
    };
    for line in list.lines() {
        let step = line.split(' ').next().unwrap_or_default();
        let seen = pinnacle(&["finalize", "--until", step, &module]);
        assert_eq!((seen.status, &*seen.stderr), (0, ""), "{step}");
        assert!(seen.stdout.contains("@_start"), "{step}");
    }
    let seen = pinnacle(&["finalize", "--until", "nonsense", &module]);
    seen.refuses(2, &["nonsense", "--list-steps"]);
}

#[test]
fn modules_after_steps_are_printed_as_opt_does_while_the_program_is_made() {
    let folder = Folder::new();
    let module = folder.file("module.ll", PROGRAM);
    let program = folder.path("program.pexe");
    let asked = ["--print-after", "strip", "--print-after", "structs"];
    let seen = pinnacle(&[&["finalize", &module, "-o", &program], &asked[..]].concat());
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let dumps: Vec<&str> = seen.stderr.split("; *** IR Dump After ").skip(1).collect();
    assert_eq!(dumps.len(), 2, "{}", seen.stderr);
    assert!(dumps.iter().all(|dump| dump.contains("@_start")));
    assert_eq!(pinnacle(&["verify", &program]).status, 0);
}

#[test]
fn input_that_is_not_bitcode_is_identified() {
    let folder = Folder::new();
    let object = folder.file("module.ll", OBJECT);
    pinnacle(&["finalize", &object, "-o", "-"]).refuses(1, &["F0002", "`pinnacle cc`"]);
    let wasm = folder.file("module.wasm", b"\0asm\x01\0\0\0");
    pinnacle(&["finalize", &wasm, "-o", "-"]).refuses(2, &["WebAssembly"]);
    let broken = folder.file("broken.bc", b"BC\xc0\xde\x01\x02\x03\x04");
    pinnacle(&["finalize", &broken, "-o", "-"]).refuses(1, &["V0"]);
}

#[test]
fn a_program_becomes_llvm_ir() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hello.pnasm");
    let folder = Folder::new();
    let target = folder.path("hello.ll");
    let seen = pinnacle(&["translate", "--to", "ll", program, "-o", &target]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let text = fs::read_to_string(&target).expect("it was written");
    assert!(text.contains("define "), "{text}");
    pinnacle(&["translate", "--to", "ll", "--json", program]).refuses(2, &["--json"]);
}
