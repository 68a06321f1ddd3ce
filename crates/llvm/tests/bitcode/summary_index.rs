//! The summary for linking with ThinLTO: what each global refers to and calls.

use super::tools::{assemble, has};
use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{Module, PrintOptions, SummaryValue, parse, print, print_with};

/// Functions, a variable that is a virtual table, and an alias, with the entries that `opt-19
/// -module-summary` and `llvm-dis-19` produce.
const LINKED: &str = include_str!("linked.ll");

/// A summary of two modules: profiles, types, and accesses through parameters.
const COMBINED: &str = "\
^0 = module: (path: \"a.o\", hash: (1, 2, 3, 4, 5))
^1 = module: (path: \"b.o\", hash: (0, 0, 0, 0, 0))
^2 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: weak_odr, visibility: \
hidden, notEligibleToImport: 1, live: 1, dsoLocal: 1, canAutoHide: 1, importType: declaration), \
insts: 7, calls: ((callee: ^3, hotness: hot), (callee: ^3, tail: 1)), typeIdInfo: (typeTests: \
(^5, 9), typeTestAssumeVCalls: (vFuncId: (guid: 9, offset: 16)), typeCheckedLoadConstVCalls: \
((vFuncId: (^5, offset: 8), args: (42)))), params: ((param: 0, offset: [-8, 7], calls: ((callee: \
^3, param: 1, offset: [0, 3])))), refs: (readonly ^4, writeonly ^4))))
^3 = gv: (guid: 2, summaries: (function: (module: ^1, flags: (linkage: external, visibility: \
default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition), \
insts: 1, allocs: ((versions: (notcold, cold), memProf: ((type: cold, stackIds: (77, 78))))), \
callsites: ((callee: ^2, clones: (0, 1), stackIds: (77)), (callee: null, clones: (0), stackIds: \
(78))))))
^4 = gv: (guid: 3, summaries: (variable: (module: ^1, flags: (linkage: internal, visibility: \
default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition), \
varFlags: (readonly: 1, writeonly: 0, constant: 1))))
^5 = typeid: (name: \"_ZTS1A\", summary: (typeTestRes: (kind: byteArray, sizeM1BitWidth: 5, \
alignLog2: 3, sizeM1: 9, bitMask: 4), wpdResolutions: ((offset: 0, wpdRes: (kind: singleImpl, \
singleImplName: \"f\")), (offset: 8, wpdRes: (kind: indir, resByArg: (args: (1, 2), byArg: (kind: \
uniformRetVal, info: 3), args: (4), byArg: (kind: virtualConstProp, byte: 1, bit: 2))))))) ; guid \
= 7004155349499253778
^6 = flags: 33
^7 = blockcount: 1234
";

/// The lines of a module's summary, as if read from `path`.
fn summary_of(mut module: Module, path: &str) -> String {
    let index = module.summary_index.as_mut().expect("it has a summary");
    index.set_path(path.as_bytes());
    let options = PrintOptions {
        summary: true,
        ..PrintOptions::default()
    };
    let text = print_with(&module, &options).expect("it is short");
    let start = text.find("\n^0").expect("the summary is printed");
    text[start + 1..].to_owned()
}

#[test]
fn summaries_of_a_module_are_read_and_printed() {
    let expected = &LINKED[LINKED.find("^0").expect("it has a summary")..];
    let module = parse(LINKED.as_bytes()).expect("it is valid");
    assert!(!print(&module).contains("^0"), "only on request");
    assert_eq!(summary_of(module, ""), expected);
    if has("llvm-as-19") {
        let bitcode = assemble(19, false, LINKED.as_bytes()).expect("it is valid");
        let module = read(&bitcode, &Options::default()).expect("it is read");
        assert_eq!(summary_of(module, "a.bc"), expected);
    }
}

#[test]
fn summaries_of_several_modules_are_read_and_printed() {
    let module = parse(COMBINED.as_bytes()).expect("it is valid");
    assert_eq!(summary_of(module, ""), COMBINED);
    if has("llvm-as-19") {
        let bitcode = assemble(19, false, COMBINED.as_bytes()).expect("it is valid");
        let module = read(&bitcode, &Options::default()).expect("it is read");
        assert_eq!(summary_of(module, ""), COMBINED);
    }
}

#[test]
fn programs_can_look_at_summaries() {
    let module = parse(LINKED.as_bytes()).expect("it is valid");
    let index = module.summary_index.expect("it has a summary");
    let entry = (index.entries.iter())
        .find(|entry| entry.guid == Some(15_822_663_052_811_949_562))
        .expect("main has an entry");
    let SummaryValue::List(fields) = &entry.value else {
        panic!("an entry is a list of fields");
    };
    assert_eq!(fields[0].value, SummaryValue::Text(b"main".to_vec()));
}

#[test]
fn errors_in_summaries_have_a_place() {
    for (text, message) in [
        ("^0 = modul: (path: \"a\")", "a keyword of summaries"),
        ("^0 = path: (path: \"a\")", "expected one of module, gv"),
        ("^0 = gv: (guid: 1", "is not closed"),
        ("^0 = gv: (guid: -1)", "the number is negative or too large"),
        ("^0 = gv: (guid: @x)", "a value of a summary"),
        ("^0 = flags: 1 2", "the end of the statement"),
    ] {
        let errors = parse(text.as_bytes()).expect_err(text);
        let first = errors.first().to_string();
        assert!(first.contains(message), "{text}: {first}");
    }
}
