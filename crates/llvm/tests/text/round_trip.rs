//! Printing, parsing and printing again gives the same text. LLVM's own text of a module gives the
//! same module as its bitcode.

use std::path::Path;

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{Module, parse, print};
use pinnacle_testing::corpus;
use pinnacle_testing::llvm_tools::Tool;

use crate::same::first_difference;

/// Parses a text, which must be valid.
fn parsed(name: &str, text: &str) -> Module {
    parse(text.as_bytes()).unwrap_or_else(|errors| {
        let place = errors.first().place().picture();
        panic!("{name}: {errors}\n{place}")
    })
}

#[test]
fn printed_text_parses_to_the_same_module() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    for path in corpus::files(&tests, "ll").expect("the folder is there") {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let printed = print(&parsed(&name, &text));
        assert_eq!(print(&parsed(&name, &printed)), printed, "{name}");
    }
}

#[test]
fn text_of_todays_tools_is_the_module_of_their_bitcode() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    for release in [14, 19] {
        let Some(assembler) = Tool::of_release("llvm-as", release) else {
            continue;
        };
        let Some(disassembler) = Tool::of_release("llvm-dis", release) else {
            continue;
        };
        for path in corpus::files(&tests, "ll").expect("the folder is there") {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let name = format!("{name}, LLVM {release}");
            let text = std::fs::read(&path).expect("it can be read");
            let typed = name.starts_with("typed");
            let Ok(bitcode) = assembler.assemble(typed, &text) else {
                continue;
            };
            let opaque = disassembler.opaque_pointers();
            let flags = if typed { &[] } else { opaque };
            let text = disassembler.run(&[flags, &["-o", "-", "-"]].concat(), &bitcode);
            let text = String::from_utf8(text.expect("it is right")).expect("it is ASCII");
            let module = read(&bitcode, &Options::default()).expect("it is right");
            let difference = first_difference(parsed(&name, &text), module);
            assert_eq!(difference, None, "{name}");
        }
    }
}

#[test]
fn clangs_text_is_the_module_of_its_bitcode() {
    let Some(clang) = Tool::of_release("clang", 19) else {
        return;
    };
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    for (ending, language) in [("c", "c"), ("cpp", "c++")] {
        for path in corpus::files(&tests, ending).expect("the folder is there") {
            let source = std::fs::read(&path).expect("it can be read");
            let options = [
                "-w",
                "-g",
                "-O1",
                "-fexceptions",
                "-emit-llvm",
                "-x",
                language,
            ];
            let make = |what: &str| {
                let options = [&options[..], &[what, "-o", "-", "-"]].concat();
                clang.run(&options, &source).expect("it compiles")
            };
            let text = String::from_utf8(make("-S")).expect("it is ASCII");
            let module = read(&make("-c"), &Options::default()).expect("it is right");
            let name = path.display().to_string();
            let difference = first_difference(parsed(&name, &text), module);
            assert_eq!(difference, None, "{name}");
        }
    }
}
