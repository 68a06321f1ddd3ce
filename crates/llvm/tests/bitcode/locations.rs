//! Source locations, in the forms of debug information of all releases.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{GlobalKind, InstructionId, Module};

use crate::old::{Records, block, records};
use crate::tools::{corpus, has, run};

/// File, function, line and column of the instructions of the first body that
/// has any.
fn locations(module: &Module) -> Vec<(String, String, u32, u32)> {
    let text = |name| String::from_utf8_lossy(module.names.get(name)).into_owned();
    let bodies = module
        .globals()
        .iter()
        .filter_map(|global| match global.kind {
            GlobalKind::Function(id) => module.function(id).body.as_ref(),
            _ => None,
        });
    let of_body = bodies.map(|body| {
        let count = body.instructions().len();
        let known = (0..count).filter_map(|at| body.location(InstructionId::at(at)));
        let told = known.map(|location| {
            let scope = module.source_scopes[location.scope as usize];
            let (file, function) = (text(scope.file), text(scope.function));
            (file, function, location.line, location.column)
        });
        told.collect::<Vec<_>>()
    });
    let mut found = of_body.filter(|told| !told.is_empty());
    found.next().unwrap_or_default()
}

fn letters(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

/// A module with a function that returns, at line 7 and column 3 of the scope
/// with this number. Types: 0 void, 1 void (), 2 pointer to it, 3 metadata, 4 i32.
/// Values: 0 the function, 1 a number.
fn module_with(metadata: Records<'_>, scope: u64) -> Vec<u8> {
    let types: Records<'_> = &[(2, &[]), (21, &[0, 0]), (8, &[1, 0]), (16, &[]), (7, &[32])];
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    block(&mut writer, 17, types);
    records(&mut writer, &[(8, &[2, 0, 0, 0, 0, 0, 0, 0])]);
    block(&mut writer, 11, &[(1, &[4]), (4, &[84])]);
    block(&mut writer, 15, metadata);
    let body: Records<'_> = &[(1, &[1]), (10, &[]), (35, &[7, 3, scope + 1, 0])];
    block(&mut writer, 12, body);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

#[test]
fn scopes_of_llvm_3_3_are_tuples_with_numbers() {
    let (file, folder, name) = (letters("main.c"), letters("/home"), letters("work"));
    // Pairs of a type and a number: 3 is metadata, 4 a value, 0 nothing.
    let metadata: Records<'_> = &[
        (1, &file),
        (1, &folder),
        (8, &[3, 0, 3, 1]),
        (1, &name),
        // Tag, file, enclosing scope, name, and so on.
        (8, &[4, 1, 3, 2, 0, 0, 3, 3, 3, 3, 0, 0, 4, 1]),
        // A block in it, and a block in that one, which has no file.
        (8, &[4, 1, 3, 2, 3, 4, 4, 1, 4, 1, 4, 1]),
        (8, &[4, 1, 0, 0, 3, 5, 4, 1, 4, 1, 4, 1]),
    ];
    for scope in 4..=6 {
        let module = read(&module_with(metadata, scope), &Options::default()).expect("it is valid");
        let expected = ("main.c".to_owned(), "work".to_owned(), 7, 3);
        assert_eq!(locations(&module), [expected], "{scope}");
    }
}

#[test]
fn scopes_of_llvm_3_6_are_tuples_with_texts() {
    let (file, folder) = (letters("main.c"), letters("/home"));
    let (function, block) = (
        letters("0x2e\0work\0work\0\x0011"),
        letters("0xb\x005\x001"),
    );
    // Metadata numbers plus one.
    let metadata: Records<'_> = &[
        (1, &file),
        (1, &folder),
        (3, &[1, 2]),
        (1, &function),
        (3, &[4, 3, 0, 0]),
        (1, &block),
        (3, &[6, 3, 5]),
    ];
    for scope in [4, 6] {
        let module = read(&module_with(metadata, scope), &Options::default()).expect("it is valid");
        let expected = ("main.c".to_owned(), "work".to_owned(), 7, 3);
        assert_eq!(locations(&module), [expected], "{scope}");
    }
}

#[test]
fn other_nodes_have_no_scope_names() {
    let text = letters("0x2e\0");
    let metadata: Records<'_> = &[(1, &text), (3, &[]), (3, &[1]), (3, &[4, 4, 4, 4])];
    for scope in 0..=9 {
        let module = read(&module_with(metadata, scope), &Options::default()).expect("it is valid");
        assert_eq!(locations(&module), [(String::new(), String::new(), 7, 3)]);
    }
}

#[test]
fn instructions_of_the_original_sdk_say_where_they_come_from() {
    for path in corpus() {
        let file = std::fs::read(&path).expect("it can be read");
        let module = read(&file, &Options::default()).expect("it is valid");
        let known = module
            .source_scopes
            .iter()
            .filter(|scope| scope.file.is_some() && scope.function.is_some())
            .count();
        let all = module.source_scopes.len();
        println!("{}: {all} scopes", path.display());
        assert_eq!(known, all, "{}", path.display());
    }
}

#[test]
fn instructions_say_where_they_come_from() {
    if !has("clang-19") {
        return;
    }
    let source = b"int f(int x) {\n  return x / 3;\n}\n";
    let options = ["-g", "-O1", "-x", "c", "-c", "-emit-llvm", "-o", "-", "-"];
    let bitcode = run("clang-19", &options, source).expect("it compiles");
    let module = read(&bitcode, &Options::default()).expect("it is valid");
    let found = locations(&module);
    let (file, function, line, column) = found.first().expect("it is known");
    assert_eq!((&function[..], *line, *column), ("f", 2, 12));
    assert!(!file.is_empty());
}
