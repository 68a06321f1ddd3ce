//! Tests of summaries, which are made without reading the whole file.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{
    ErrorKind, Options, SymbolKind, SymbolState, identify, read, symbols,
};
use pinnacle_llvm::{GlobalKind, Linkage};

use crate::old::{Records, block, name, records};
use crate::tools::{assemble, corpus, has, modules};

fn letters(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

/// Types: 0 i32, 1 i32*, 2 metadata, 3 void, 4 void (), 5 pointer to it.
const TYPES: Records<'_> = &[
    (7, &[32]),
    (8, &[0, 0]),
    (16, &[]),
    (2, &[]),
    (21, &[0, 3]),
    (8, &[4, 0]),
];

/// A module as LLVM 3.3 wrote it for PNaCl: names come after everything else, and metadata states
/// the purpose of the module.
fn old_module() -> Vec<u8> {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    let (triple, library) = (letters("le32-unknown-nacl"), letters("libc.so"));
    records(&mut writer, &[(1, &[1]), (2, &triple), (6, &library)]);
    block(&mut writer, 17, TYPES);
    records(
        &mut writer,
        &[
            // Thread-local, common, weak and undefined, appending.
            (7, &[1, 0, 8, 0, 3, 0, 0, 1]),
            (7, &[1, 0, 8, 8, 3, 0]),
            (7, &[1, 0, 0, 7, 3, 0]),
            // Defined, declared, and available only for inlining.
            (8, &[5, 0, 0, 0, 0, 0, 0, 0]),
            (8, &[5, 0, 1, 0, 0, 0, 0, 0]),
            (8, &[5, 0, 0, 12, 0, 0, 0, 0]),
            // An alias of the first function, visible only in this module.
            (9, &[5, 3, 3, 0]),
        ],
    );
    block(&mut writer, 11, &[(1, &[0]), (2, &[])]);
    let (kind, library, list, other) = (
        letters("shared"),
        letters("libmine.so"),
        letters("OutputFormat"),
        letters("SOName"),
    );
    let metadata: Records<'_> = &[
        (1, &kind),
        (8, &[2, 0]),
        (4, &list),
        (10, &[1]),
        (1, &library),
        (8, &[2, 2]),
        (4, &other),
        (10, &[3]),
        // A list with a node that contains a constant.
        (8, &[0, 7]),
        (4, &letters("numbers")),
        (10, &[4]),
    ];
    block(&mut writer, 15, metadata);
    for _ in 0..2 {
        block(&mut writer, 12, &[(1, &[1]), (10, &[])]);
    }
    let names = ["own", "buffer", "maybe", "start", "printf", "inlined"];
    let mut names: Vec<_> = (0..).zip(names).map(|(at, text)| name(at, text)).collect();
    names.push(name(6, "other"));
    let names: Vec<_> = names.iter().map(|name| (1, &name[..])).collect();
    block(&mut writer, 14, &names);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

#[test]
fn symbols_are_defined_or_not() {
    let found = symbols(&old_module()).expect("it is valid");
    use SymbolKind as K;
    use SymbolState as S;
    let expected = [
        ("own", K::Variable, S::Defined, Linkage::External, true),
        ("buffer", K::Variable, S::Common, Linkage::Common, false),
        (
            "maybe",
            K::Variable,
            S::Undefined,
            Linkage::ExternalWeak,
            false,
        ),
        ("start", K::Function, S::Defined, Linkage::External, false),
        (
            "printf",
            K::Function,
            S::Undefined,
            Linkage::External,
            false,
        ),
        (
            "inlined",
            K::Function,
            S::Undefined,
            Linkage::AvailableExternally,
            false,
        ),
        ("other", K::Alias, S::Defined, Linkage::Internal, false),
    ];
    assert_eq!(found.len(), expected.len());
    for (symbol, (name, kind, state, linkage, thread_local)) in found.iter().zip(expected) {
        assert_eq!(symbol.name, name.as_bytes());
        assert_eq!((symbol.kind, symbol.state), (kind, state), "{name}");
        assert_eq!(symbol.linkage, linkage, "{name}");
        assert_eq!(symbol.thread_local, thread_local, "{name}");
        assert_eq!(symbol.is_local(), name == "other", "{name}");
    }
}

/// Values: 0 is the variable, 1 and 2 are constants. The names of constants have no meaning.
#[test]
fn names_of_constants_are_passed_over() {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    block(&mut writer, 17, TYPES);
    records(&mut writer, &[(7, &[1, 0, 2, 0, 3, 0])]);
    block(&mut writer, 11, &[(1, &[0]), (2, &[]), (4, &[8])]);
    let names = [name(0, "v"), name(1, "zero"), name(2, "four")];
    let names: Vec<_> = names.iter().map(|name| (1, &name[..])).collect();
    block(&mut writer, 14, &names);
    writer.exit_block().expect("it is open");
    let file = writer.finish().expect("all blocks are closed");
    let module = read(&file, &Options::default()).expect("it is valid");
    assert_eq!(module.names.get(module.globals()[0].name), b"v");
    let found = symbols(&file).expect("it is valid");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].name, b"v");
    assert_eq!(identify(&file).expect("it is valid").symbols, found);
}

/// In LLVM 2.8 named lists take no numbers, unlike in 2.7. Only the end of a file shows which
/// release wrote it.
#[test]
fn lists_of_metadata_have_no_numbers_in_2_8() {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    block(&mut writer, 10, &[(1, &[1]), (16, &[])]);
    let texts = [
        letters("libm"),
        letters("needs"),
        letters("libc"),
        letters("likes"),
        name(0, "dbg"),
    ];
    let [one, first, two, second, kind] = texts.each_ref().map(|text| &text[..]);
    let metadata: Records<'_> = &[
        (1, one),
        (2, &[0, 0]),
        (4, first),
        (5, &[1]),
        (1, two),
        (2, &[0, 2]),
        (4, second),
        (5, &[3]),
        (6, kind),
    ];
    block(&mut writer, 15, metadata);
    writer.exit_block().expect("it is open");
    let file = writer.finish().expect("all blocks are closed");
    let summary = identify(&file).expect("it is valid");
    assert_eq!(summary.text(b"needs"), Some(&b"libm"[..]));
    assert_eq!(summary.text(b"likes"), Some(&b"libc"[..]));
}

#[test]
fn a_module_says_how_it_is_meant() {
    let file = old_module();
    let summary = identify(&file).expect("it is valid");
    assert_eq!(summary.target_triple, b"le32-unknown-nacl");
    assert_eq!(summary.dependencies, [b"libc.so"]);
    assert_eq!(summary.text(b"OutputFormat"), Some(&b"shared"[..]));
    assert_eq!(summary.text(b"SOName"), Some(&b"libmine.so"[..]));
    assert_eq!(summary.text(b"numbers"), None);
    assert_eq!(summary.count(SymbolKind::Function, SymbolState::Defined), 1);
    let module = read(&file, &Options::default()).expect("it is valid");
    let text = |name: &[u8]| {
        let text = module.metadata.named_text(&module.names, name)?;
        Some(module.names.get(text).to_vec())
    };
    assert_eq!(text(b"OutputFormat"), Some(b"shared".to_vec()));
    assert_eq!(text(b"numbers"), None);
    assert_eq!(module.dependencies, [b"libc.so"]);
}

#[test]
fn a_file_says_who_wrote_it() {
    for release in [14, 15, 16, 19] {
        if !has(&format!("llvm-as-{release}")) {
            continue;
        }
        let file = assemble(release, false, b"").expect("nothing is a module");
        let summary = identify(&file).expect("it is valid");
        let producer = String::from_utf8_lossy(&summary.producer);
        assert!(
            producer.starts_with(&format!("LLVM{release}.")),
            "{producer}"
        );
        assert!(summary.symbols.is_empty());
    }
}

/// Asserts that the symbols are those of the module, whatever the form of the table.
fn same_as_module(what: &str, file: &[u8]) {
    let found = symbols(file).unwrap_or_else(|error| panic!("{what}: {error}"));
    let module = read(file, &Options::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut globals = module.globals().iter();
    for symbol in found.iter().filter(|symbol| !symbol.is_reserved()) {
        // Intrinsics may have been renamed or merged.
        let global = globals
            .find(|global| !module.names.get(global.name).starts_with(b"llvm."))
            .expect("there are as many");
        assert_eq!(symbol.name, module.names.get(global.name), "{what}");
        assert_eq!(symbol.linkage, global.linkage, "{what}");
        let kind = match global.kind {
            GlobalKind::Variable { .. } => SymbolKind::Variable,
            GlobalKind::Function(_) => SymbolKind::Function,
            GlobalKind::Alias(_) => SymbolKind::Alias,
            GlobalKind::Ifunc(_) => SymbolKind::Ifunc,
        };
        assert_eq!(symbol.kind, kind, "{what}");
    }
}

#[test]
fn symbols_are_those_of_the_module() {
    for release in [14, 19] {
        if !has(&format!("llvm-as-{release}")) {
            continue;
        }
        for path in modules("ll") {
            let text = std::fs::read(&path).expect("it can be read");
            let what = path.display().to_string();
            if let Ok(file) = assemble(release, what.ends_with("typed.ll"), &text) {
                same_as_module(&what, &file);
            }
        }
    }
    for path in corpus() {
        let file = std::fs::read(&path).expect("it can be read");
        same_as_module(&path.display().to_string(), &file);
    }
}

#[test]
fn zeros_may_follow_and_modules_may_not() {
    let mut file = old_module();
    let found = symbols(&file).expect("it is valid");
    file.resize(file.len() + 24, 0);
    assert_eq!(symbols(&file).expect("zeros are padding"), found);
    read(&file, &Options::default()).expect("zeros are padding");
    let mut twice = old_module();
    twice.extend_from_slice(&old_module()[4..]);
    let error = symbols(&twice).expect_err("it has two modules");
    assert_eq!(error.kind(), ErrorKind::Several);
}
