//! Results of commands for a file, without JavaScript. `cargo xtask ci --step "the npm command"`
//! checks that the npm package writes the same as the native command.

use pinnacle_commands::Outcome;
use pinnacle_commands::change::{self, AssemblyOptions, Threads, TranslationOptions};
use pinnacle_commands::formats::format;
use pinnacle_commands::look::{self, Form, PrintingOptions, Statistics};
use pinnacle_commands::outcome::{BAD_FILE, BAD_USE, GOOD, MessageKind};
use pinnacle_inspect::Input;
use pinnacle_inspect::report::Palette;
use pinnacle_pexe::{compress, verify};

const PROGRAM: &str = include_str!("../../../examples/hello.pnasm");
const OLD: &str = include_str!("../../../examples/collatz-llvm1.ll");

const ASSEMBLY: AssemblyOptions = AssemblyOptions {
    verify: true,
    allow_trailing_data: false,
    records: false,
    format: None,
};

const TRANSLATION: TranslationOptions<'_> = TranslationOptions {
    module: None,
    strip: true,
    stack_size: 1 << 16,
    threads: Threads::Auto,
    lenient_calls: false,
    source_map: true,
};

fn input(bytes: impl AsRef<[u8]>) -> Input {
    Input::new("file".into(), bytes.as_ref().to_vec())
}

fn program() -> Vec<u8> {
    made(change::assemble(input(PROGRAM), &ASSEMBLY))
}

/// The result of a command that succeeded.
fn made(outcome: Outcome) -> Vec<u8> {
    assert_eq!(outcome.status, GOOD, "{:?}", outcome.messages);
    outcome.result.expect("a result")
}

fn printed(bytes: &[u8], form: Form) -> Outcome {
    let options = PrintingOptions {
        form,
        style: None,
        keep_order: false,
        palette: Palette::Plain,
    };
    look::disassemble(input(bytes), &options)
}

#[test]
fn a_program_comes_back_from_its_text() {
    let text = made(printed(&program(), Form::Assembly));
    assert_eq!(made(change::assemble(input(text), &ASSEMBLY)), program());
    let records = made(printed(&program(), Form::Records));
    let options = AssemblyOptions {
        records: true,
        ..ASSEMBLY
    };
    assert_eq!(made(change::assemble(input(records), &options)), program());
}

#[test]
fn a_truncated_file_is_printed_with_an_error() {
    let program = program();
    let cut = &program[..program.len() / 2];
    let outcome = printed(cut, Form::Listing);
    assert_eq!(outcome.status, BAD_FILE);
    assert!(outcome.result.is_some_and(|text| !text.is_empty()));
    assert_eq!(outcome.messages[0].0, MessageKind::Error);
    let verdict = look::verify(input(cut), &verify::Options::default(), Palette::Plain);
    assert_eq!(verdict.status, BAD_FILE);
    let document = verdict.document.expect("a document");
    assert_eq!(document["valid"], false);
}

#[test]
fn an_invalid_text_makes_no_file() {
    let outcome = change::assemble(input("module {\n  nonsense\n}\n"), &ASSEMBLY);
    assert_eq!((outcome.status, outcome.result), (BAD_FILE, None));
    assert!(outcome.messages[0].1.starts_with("file:2:"));
    let outcome = change::assemble(input(program()), &ASSEMBLY);
    assert_eq!((outcome.status, outcome.result), (BAD_USE, None));
    assert_eq!(outcome.messages[1].0, MessageKind::Hint);
}

#[test]
fn bytecode_has_its_own_formats() {
    let options = AssemblyOptions {
        format: format("v5-llvm1.5").ok(),
        ..ASSEMBLY
    };
    let bytecode = made(change::assemble(input(OLD), &options));
    assert!(!made(printed(&bytecode, Form::Assembly)).is_empty());
    assert!(!made(printed(&bytecode, Form::Listing)).is_empty());
    assert_eq!(printed(&bytecode, Form::Records).status, BAD_USE);
    assert!(format("v9").is_err_and(|message| message.contains("v5-llvm1.4")));
}

#[test]
fn assembly_of_llvm_is_printed_as_that_of_today() {
    let old = b"@x = global i32* null\ndefine void @unwinds() { unwind }\n";
    let text = String::from_utf8(made(printed(old, Form::Assembly))).expect("it is text");
    assert!(text.contains("@x = global ptr null"), "{text}");
    let outcome = printed(b"define void @f() { nonsense }", Form::Assembly);
    assert_eq!((outcome.status, outcome.result), (BAD_FILE, None));
    assert!(outcome.messages[0].1.starts_with("file:1:20:"));
}

#[test]
fn several_files_have_a_total() {
    let mut statistics = Statistics::new(0, Palette::Plain);
    assert_eq!(statistics.add(input(program())).status, GOOD);
    assert!(statistics.total().is_none());
    assert_eq!(statistics.add(input(PROGRAM)).status, GOOD);
    let total = made(statistics.total().expect("a total"));
    assert!(total.starts_with(b"All 2 files"));
}

#[test]
fn a_translation_has_a_report_and_a_map() {
    let outcome = change::translate(input(program()), &TRANSLATION);
    let document = outcome.document.clone().expect("a document");
    assert!(
        outcome
            .side
            .as_ref()
            .is_some_and(|map| map.starts_with(b"{"))
    );
    let module = made(outcome);
    assert!(module.starts_with(b"\0asm"));
    assert_eq!(document["output_size"], module.len());
}

#[test]
fn a_compressed_program_is_reported_as_such() {
    let outcome = change::compressed(&input(program()), &compress::Options::default());
    assert_eq!(outcome.messages[0].0, MessageKind::Note);
    assert!(made(outcome).len() <= program().len());
    let outcome = change::compressed(&input("no program"), &compress::Options::default());
    assert_eq!((outcome.status, outcome.result), (BAD_FILE, None));
}
