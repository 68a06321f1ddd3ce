//! The text of modules: required text, forbidden text, and the example in the documentation.

use pinnacle_lift::{Options, lift};
use pinnacle_pexe::decode;
use pinnacle_pexe::host::Exports;
use pinnacle_pexe::text::parse::assemble;
use std::path::Path;

fn text_of(source: &str, options: &Options) -> String {
    let assembled = assemble(source.as_bytes()).unwrap();
    let program = decode::decode(&assembled.bytes, &decode::Options::default()).unwrap();
    pinnacle_llvm::print(&lift(&program, options).unwrap())
}

/// Returns the fenced blocks of a language in a document.
fn blocks<'d>(document: &'d str, language: &str) -> Vec<&'d str> {
    let fence = format!("```{language}\n");
    let blocks = document.split(fence.as_str()).skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap_or_default())
        .collect()
}

#[test]
fn the_example_of_the_documentation_is_what_comes_out() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(repository.join("docs/llvm-ir.md")).unwrap();
    let function = blocks(&document, "text")[0];
    let source = format!(
        "module {{
           version 1;
           types {{
             count 4;
             @t0 = i32;
             @t1 = void;
             @t2 = i32 (i32, i32);
             @t3 = void (i32);
           }}
           define internal i32 @f0(i32, i32);
           define external void @f1(i32);
           globals {{ count 0; }}
           valuesymtab {{ @f0 : \"mean\"; @f1 : \"_start\"; }}
           {function}
           function void @f1(i32 %p0) {{ blocks 1; %b0: ret void; }}
         }}"
    );
    let text = text_of(&source, &Options::default());
    let shown = blocks(&document, "llvm");
    assert_eq!(shown.len(), 2);
    for block in shown {
        assert!(
            text.contains(block),
            "the document shows\n{block}\nbut it is\n{text}"
        );
    }
}

fn file_test(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests/run");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// No instruction makes a promise that a program may break, so none yields poison.
#[test]
fn nothing_is_promised() {
    for name in [
        "arithmetic-i32.pnasm",
        "memory.pnasm",
        "control-flow.pnasm",
        "vectors.pnasm",
    ] {
        let text = text_of(&file_test(name), &Options::default());
        let words = [
            "nsw",
            "nuw",
            "exact",
            "inbounds",
            "fast",
            "undef",
            "poison",
            "mustprogress",
        ];
        for word in words {
            let found = text.split_whitespace().any(|other| other == word);
            assert!(!found, "{name} has `{word}`");
        }
    }
}

/// LLVM removes loads that nothing needs, with their traps, unless they are volatile.
#[test]
fn loads_that_nothing_needs_are_volatile() {
    let source = "module {
       version 1;
       types {
         count 4;
         @t0 = i32;
         @t1 = void;
         @t2 = i32 (i32);
         @t3 = void (i32);
       }
       define internal i32 @f0(i32);
       define external void @f1(i32);
       globals { count 0; }
       valuesymtab { @f1 : \"_start\"; }
       function i32 @f0(i32 %p0) {
         blocks 1;
         %b0:
           %v0 = load i32* %p0, align 1;
           %v1 = load i32* %v0, align 1;
           %v2 = load i32* %p0, align 1;
           %v3 = add i32 %v2, %p0;
           %v4 = load i32* %p0, align 1;
           ret i32 %v4;
       }
       function void @f1(i32 %p0) { blocks 1; %b0: ret void; }
     }";
    let text = text_of(source, &Options::default());
    let is_volatile = |value: &str| {
        let line = text
            .lines()
            .find(|line| line.contains(&format!("%{value} = load ")));
        line.expect(value).contains("volatile")
    };
    // The address of another load, a value that nothing uses, one that only an unused sum uses, and
    // the result of the function.
    let found = ["v0", "v1", "v2", "v4"].map(is_volatile);
    assert_eq!(found, [false, true, true, false], "{text}");
}

#[test]
fn the_same_program_gives_the_same_text() {
    let source = file_test("setjmp.pnasm");
    let options = Options {
        exports: Exports::All,
        ..Options::default()
    };
    assert_eq!(text_of(&source, &options), text_of(&source, &options));
}

#[test]
fn without_names_functions_and_values_have_numbers() {
    let options = Options {
        names: false,
        ..Options::default()
    };
    let text = text_of(&file_test("calls.pnasm"), &options);
    assert!(!text.contains("%v0") && !text.contains("._start"));
    assert!(text.contains("define internal i32 @f0(i32 %0)"));
}

/// LLVM does not allow zero bytes in names.
#[test]
fn zeros_in_names_are_replaced() {
    let source = file_test("calls.pnasm").replace("\"_start\";", "\"_start\"; @f0 : \"a\\00b\";");
    let text = text_of(&source, &Options::default());
    assert!(text.contains("@f0.a_b("), "{text}");
}

/// A caller of `@f1` gets its path for numbers from 0 on, which writes nothing.
#[test]
fn fast_paths_are_inlined_and_end_in_a_call_of_the_whole_function() {
    let options = Options {
        names: false,
        ..Options::default()
    };
    let text = text_of(&file_test("fast-paths.pnasm"), &options);
    let function = |head: &str| {
        let start = text.find(head).expect(head);
        text[start..].split("\n}\n").next().unwrap_or_default()
    };
    assert!(function("define internal double @f2(").contains("call double @pinnacle.path.1("));
    let path = function("define internal double @pinnacle.path.1(");
    assert!(!path.contains("store"), "{path}");
    assert!(path.contains("call double @f1(double %0)"), "{path}");
}

#[test]
fn a_module_names_the_requested_target() {
    let options = Options {
        triple: "aarch64-linux-gnu".to_owned(),
        ..Options::default()
    };
    let text = text_of(&file_test("calls.pnasm"), &options);
    assert!(text.contains("target triple = \"aarch64-linux-gnu\"\n"));
}

#[test]
fn data_beyond_the_address_space_is_refused() {
    let source = file_test("calls.pnasm");
    let assembled = assemble(source.as_bytes()).unwrap();
    let program = decode::decode(&assembled.bytes, &decode::Options::default()).unwrap();
    let options = Options {
        stack_size: u32::MAX,
        ..Options::default()
    };
    let error = lift(&program, &options).unwrap_err();
    assert!(error.to_string().contains("its stack"), "{error}");
}

#[test]
fn places_are_lines_of_functions() {
    let options = Options {
        places: true,
        ..Options::default()
    };
    let source = file_test("calls.pnasm");
    let assembled = assemble(source.as_bytes()).unwrap();
    let program = decode::decode(&assembled.bytes, &decode::Options::default()).unwrap();
    let module = lift(&program, &options).unwrap();
    let lines = pinnacle_llvm::PrintOptions {
        lines: true,
        ..pinnacle_llvm::PrintOptions::default()
    };
    let text = pinnacle_llvm::print_with(&module, &lines).unwrap();
    assert!(text.contains(", !dbg !DILocation(line: 2, column: 0, scope: !"));
    assert!(text.contains(" = distinct !DISubprogram(name: \"f0\""));
    assert!(!pinnacle_llvm::print(&module).contains("!dbg"));
}

#[test]
fn a_program_without_threads_has_no_atomic_access() {
    let options = Options {
        threads: false,
        ..Options::default()
    };
    let source = file_test("intrinsics.pnasm");
    let text = text_of(&source, &options);
    let shared = text_of(&source, &Options::default());
    for word in ["atomicrmw", "cmpxchg"] {
        assert!(!text.contains(word) && shared.contains(word), "{word}");
    }
}
