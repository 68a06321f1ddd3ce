//! Tests the lines of modules that have every kind of instruction.

use super::*;
use pinnacle_llvm::{Module, parse};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn options(limit: usize) -> Options<'static> {
    Options {
        name: "module.ll",
        size: 0,
        functions: &[],
        limit,
    }
}

fn lines(module: &Module) -> Vec<Value> {
    let mut text = Vec::new();
    write(module, &options(usize::MAX), &mut text).expect("memory takes it");
    let text = String::from_utf8(text).expect("UTF-8");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("lines of JSON")
}

/// Returns the modules of the tests of LLVM's assembly printer.
fn modules() -> Vec<Module> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../llvm/tests/modules");
    let files = fs::read_dir(folder).expect("the folder");
    let paths = files.map(|file| file.expect("a file").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|end| end == "ll"));
    let modules = texts.map(|path| parse(&fs::read(path).expect("a module")).expect("it is valid"));
    modules.collect()
}

#[test]
fn parts_of_an_instruction_are_parts_of_its_text() {
    let mut count = 0;
    for module in modules() {
        for line in lines(&module) {
            let blocks = line["function"]["blocks"].as_array();
            let instructions = blocks.into_iter().flatten();
            let instructions = instructions.flat_map(|block| block["instructions"].as_array());
            for instruction in instructions.flatten() {
                let text = instruction["text"].as_str().expect("a text");
                let opcode = instruction["opcode"].as_str().expect("an opcode");
                let words = ["tail", "musttail", "notail"];
                let first = text.split(' ').find(|word| !words.contains(word));
                assert_eq!(first, Some(opcode), "{text}");
                for operand in instruction["operands"].as_array().expect("operands") {
                    let keys = ["name", "constant", "assembly", "metadata"];
                    let values: Vec<&str> =
                        (keys.iter().filter_map(|key| operand[key].as_str())).collect();
                    assert_eq!(values.len(), 1, "{operand}");
                    // The text of an alloca leaves out a count of one.
                    let is_hidden = operand["role"] == "count";
                    assert!(is_hidden || text.contains(values[0]), "{operand} of {text}");
                }
                for target in instruction["targets"].as_array().into_iter().flatten() {
                    for key in ["block", "case"] {
                        let part = target[key].as_str().unwrap_or_default();
                        assert!(text.contains(part), "{target} of {text}");
                    }
                }
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count} instructions");
}

/// Each level of the constant contains the level below twice, so the text would have a billion
/// numbers.
#[test]
fn text_that_grows_with_each_level_is_refused() {
    let mut module = Module::new();
    let mut ty = module.types.integer(32);
    let mut value = module.int(32, 7);
    for _ in 0..30 {
        ty = module.types.literal_struct(&[ty, ty], false);
        value = module.constants.aggregate(ty, &[value, value]);
    }
    module.add_variable(b"all", ty, Some(value));
    let error = write(&module, &options(1 << 16), &mut Vec::new()).expect_err("it is too long");
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
}
