//! The commands that make a file from another: `as`, `compress` and `translate`.

use crate::look::{JOBS, assembled, written};
use crate::outcome::{BAD_FILE, Outcome};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::text::parse_for;
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_inspect::bytecode::Wrong;
use pinnacle_inspect::compression::Compression;
use pinnacle_inspect::findings::check_module;
use pinnacle_inspect::report::Report;
use pinnacle_inspect::{Findings, Input, Kind, syntax, translation};
use pinnacle_pexe::compress;
use pinnacle_pexe::decode::{self, Allow, decode};
use pinnacle_pexe::text::records;
use pinnacle_pexe::verify::{self, verify};
use pinnacle_system::irt;

/// The hint under the errors of a program that was assembled.
const NOT_WRITTEN: &str = "nothing was written; --no-verify writes the file as it is";

/// The options of [`assemble`].
#[derive(Clone, Copy, Debug)]
pub struct AssemblyOptions {
    /// Returns the file only if it is valid.
    pub verify: bool,
    /// Accepts bytes after the module.
    pub allow_trailing_data: bool,
    /// Reads the notation of records, which is not verified.
    pub records: bool,
    /// The format of LLVM 1.x to write, if the text is assembly of it.
    pub format: Option<Format>,
}

/// Makes a file from its text.
pub fn assemble(input: Input, options: &AssemblyOptions) -> Outcome {
    if options.records {
        if input.kind == Kind::Pexe {
            return no_text(&input, "the notation of records");
        }
        return match records::assemble(&input.bytes) {
            Ok(bytes) => Outcome::made(bytes),
            Err(errors) => Outcome::failed(BAD_FILE, syntax::messages(&input.name, &errors)),
        };
    }
    let format = match (options.format, &input.kind) {
        (Some(format), _) => Some(format),
        (None, Kind::OldAssembly) => Some(Format::Llvm13),
        _ => None,
    };
    if let Some(format) = format {
        return assemble_bytecode(&input, format, options.verify);
    }
    let name = input.name.clone();
    let input = match input.kind {
        Kind::Pnaclasm | Kind::Empty | Kind::Unknown => match input.try_assemble() {
            Ok(input) => input,
            Err(errors) => return Outcome::bad_text(&name, &errors),
        },
        // A slip before the first brace makes it look like that.
        Kind::AssemblyText => match input.try_assemble() {
            Ok(input) => input,
            Err(errors) => {
                let hint = "if it is LLVM assembly, use `pinnacle finalize` or LLVM's \
                assembler"
                    .to_owned();
                return Outcome::bad_text(&name, &errors).hint(hint);
            }
        },
        _ => return no_text(&input, "PNaClAsm text"),
    };
    if options.verify {
        let verify_options = verify::Options {
            jobs: JOBS,
            allow: Allow {
                trailing_data: options.allow_trailing_data,
                ..Allow::default()
            },
        };
        let report = verify(&input.bytes, &verify_options);
        if !report.is_valid() {
            return Outcome::bad_program(&input, &report.errors, Some(NOT_WRITTEN.to_owned()));
        }
    }
    Outcome::made(input.bytes)
}

/// Assembles LLVM 1.x assembly.
fn assemble_bytecode(input: &Input, format: Format, checked: bool) -> Outcome {
    if matches!(input.kind, Kind::Pexe | Kind::Bytecode | Kind::Bitcode) {
        return no_text(input, "LLVM 1.x assembly text");
    }
    let module = match parse_for(&input.bytes, format) {
        Ok(module) => module,
        Err(errors) => return Outcome::bad_bytecode(input, &Wrong::Text(errors)),
    };
    if checked {
        let mut findings = Findings::of(input);
        check_module(&module, JOBS, &mut findings);
        if !findings.is_good() {
            let errors = findings.list.iter();
            let errors = errors.map(|found| format!("{}: {}", found.place, found.message));
            return Outcome::failed(BAD_FILE, errors).hint(NOT_WRITTEN.to_owned());
        }
    }
    let options = WriteOptions {
        jobs: JOBS,
        ..WriteOptions::new(format)
    };
    match write(&module, &options) {
        Ok(bytes) => Outcome::made(bytes),
        Err(error) => Outcome::bad(input, error),
    }
}

fn no_text(input: &Input, expected: &str) -> Outcome {
    let is_printed = matches!(input.kind, Kind::Pexe | Kind::Bytecode);
    let hint = is_printed.then(|| "`pinnacle dis` converts it to text".to_owned());
    Outcome::unexpected(input, expected).hint(hint)
}

/// Packs a program into fewer bits.
pub fn compressed(input: &Input, options: &compress::Options) -> Outcome {
    let bytes = match compress::compress(&input.bytes, options) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::bad(input, error),
    };
    let valid = decode(&input.bytes, &decode::Options { jobs: JOBS }).is_ok();
    let (before, after) = (input.bytes.len() as u64, bytes.len() as u64);
    let report = Compression {
        name: &input.name,
        size: before,
        compressed_size: after,
        valid,
    };
    Outcome::made(bytes.into_owned())
        .with_document(report.document())
        .note(report.text())
        .hint(report.hint().map(str::to_owned))
}

/// Memory of a translated program: shared by threads or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// If the program's data names the interface that starts threads.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// The options of [`translate`].
#[derive(Clone, Copy, Debug)]
pub struct TranslationOptions<'o> {
    /// The name of the file for the module, which the report and the source map have in them.
    pub module: Option<&'o str>,
    /// Leaves out the names of functions.
    pub strip: bool,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// Sharing of the memory.
    pub threads: Threads,
    /// Lets indirect calls of another type through.
    pub lenient_calls: bool,
    /// Makes a source map too.
    pub source_map: bool,
}

/// Translates a program to WebAssembly.
pub fn translate(input: Input, options: &TranslationOptions<'_>) -> Outcome {
    let input = match assembled(input) {
        Ok(input) => input,
        Err(outcome) => return *outcome,
    };
    let program = match decode(&input.bytes, &decode::Options { jobs: JOBS }) {
        Ok(program) => program,
        Err(errors) => {
            let hint = input.hint_for(errors.first());
            return Outcome::bad_program(&input, errors.iter(), hint);
        }
    };
    let wasm_options = pinnacle_wasm::Options {
        host: irt::declarations().collect(),
        stack_size: options.stack_size,
        shared_memory: match options.threads {
            Threads::Auto => irt::uses_threads(program.module()),
            Threads::On => true,
            Threads::Off => false,
        },
        // Hosts of WebAssembly have no means to.
        guards_pages: false,
        names: !options.strip,
        lenient_calls: options.lenient_calls,
        source_map: options.source_map,
        jobs: JOBS,
        ..pinnacle_wasm::Options::default()
    };
    let made = match pinnacle_wasm::translate(&program, &wasm_options) {
        Ok(made) => made,
        Err(error) => {
            let is_layout = matches!(error, pinnacle_wasm::Error::Layout(_));
            let hint = is_layout.then(|| "give it a smaller stack with --stack".to_owned());
            return Outcome::bad(&input, error).hint(hint);
        }
    };
    let name = options.module;
    let document = translation::document(&input, name, &program, &made, &wasm_options);
    let mut side = None;
    if let Some(source_map) = &made.source_map {
        let map = translation::Map {
            module: (name, made.bytes.len()),
            source: &input,
            program: &program,
            source_map,
        };
        let mut text = Vec::new();
        side = written(map.write(&mut text), text).result;
    }
    Outcome {
        side,
        ..Outcome::made(made.bytes).with_document(document)
    }
}
