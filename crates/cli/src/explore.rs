//! `pinnacle explore`: shows a program from source to machine code in one page.

use crate::debug_file::{DebugOption, Source};
use crate::functions;
use crate::load::load;
use crate::options::Jobs;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::source_text::SourceTexts;
use crate::whole_file;
use clap::Args;
use pinnacle_explore::{self as explore, Explored, MAX_ROWS, MachineCode, Place};
use pinnacle_inspect::numbers::count;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::{FuncId, InstId};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write a page that shows a program from source to machine code.
///
/// Shows source lines, PNaClAsm, WebAssembly and machine code of each function side by side, and
/// highlights the lines that belong together. Source lines need the debug file that `pinnacle cc
/// -g` writes. The page is one file that needs no network.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle explore hello.pexe -o hello.html
  pinnacle explore crash.pexe -o crash.html           with its source
  pinnacle explore --function @f1 hello.pexe -o one.html

A page has up to 200,000 lines. Further functions are only listed; --function shows them.
Machine code is compiled by Wasmtime for this processor. On x86-64 it is shown as instructions,
bytes elsewhere.

Exit status:
  0  the page was written
  1  the file is not a valid program
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The program, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The HTML file to write.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Show this function, given by number (@f12) or name; can be repeated [default: as many as
    /// fit].
    #[arg(long, value_name = "FUNCTION")]
    function: Vec<String>,

    #[command(flatten)]
    debug: DebugOption,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let jobs = arguments.jobs.threads;
    let debug = arguments.debug.beside(&arguments.file)?;
    let Some((input, program)) = load(&arguments.file, jobs, output)? else {
        return Ok(BAD_FILE.into());
    };
    let wanted = functions::numbers(&input.bytes, &input.name, &arguments.function)?;
    let wanted: Vec<FuncId> = wanted.into_iter().map(FuncId).collect();
    let source = debug.read(&program, output);
    let mut source = source.map(|source| Lines {
        source,
        texts: SourceTexts::default(),
    });
    let progress = Progress::start("translating", 1);
    progress.file(&input.name);
    let compiled = compile(&program, jobs)?;
    let options = explore::Options {
        name: &input.name,
        functions: &wanted,
        translation: translation(jobs),
        source: source.as_mut().map(|it| it as &mut dyn explore::Source),
        machine_code: &compiled.functions(&program),
        max_rows: MAX_ROWS,
    };
    let explored = Explored::of(&program, options).map_err(|error| {
        Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
    })?;
    drop(progress);
    whole_file::write(&arguments.output, explored.page().as_bytes())?;
    if wanted.is_empty() && explored.hidden() > 0 {
        let functions = count(explored.functions.len() as u64, "function");
        output.note(format_args!(
            "{} of {functions} are listed but not shown, since a page has at most {MAX_ROWS} \
             lines; --function shows them",
            explored.hidden()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// The translation that `pinnacle translate` makes.
fn translation(jobs: usize) -> pinnacle_wasm::Options {
    pinnacle_wasm::Options {
        host: pinnacle_runtime::irt::declarations().collect(),
        names: true,
        jobs,
        ..pinnacle_wasm::Options::default()
    }
}

/// The compiled program, on platforms with a compiler.
#[cfg(all(feature = "wasmtime", unix))]
struct Compiled(pinnacle_runtime::compiled::Code);

#[cfg(all(feature = "wasmtime", unix))]
fn compile(program: &Program, jobs: usize) -> Result<Compiled, Failure> {
    use pinnacle_runtime::compiled::{Code, CodeOptions};
    let options = CodeOptions {
        jobs,
        ..CodeOptions::default()
    };
    let code = Code::compile(program, &options);
    code.map(Compiled)
        .map_err(|error| Failure::with_status(vec![error.to_string()], BAD_FILE))
}

#[cfg(all(feature = "wasmtime", unix))]
impl Compiled {
    fn functions(&self, program: &Program) -> Vec<MachineCode<'_>> {
        let functions = self.0.machine_code(program).into_iter();
        functions
            .map(|function| MachineCode {
                function: function.function,
                code: function.code,
                places: function.places,
            })
            .collect()
    }
}

#[cfg(not(all(feature = "wasmtime", unix)))]
struct Compiled;

#[cfg(not(all(feature = "wasmtime", unix)))]
fn compile(_: &Program, _: usize) -> Result<Compiled, Failure> {
    Ok(Compiled)
}

#[cfg(not(all(feature = "wasmtime", unix)))]
impl Compiled {
    fn functions(&self, _: &Program) -> Vec<MachineCode<'static>> {
        Vec::new()
    }
}

/// Names and lines from a debug file, and the files that it names.
struct Lines {
    source: Source,
    texts: SourceTexts,
}

impl explore::Source for Lines {
    fn function(&mut self, function: FuncId) -> Option<String> {
        let address = self.source.addresses.of_inst(function, InstId(0))?;
        self.source
            .symbols
            .symbol(address)
            .map(pinnacle_debug::demangle)
    }

    fn place(&mut self, function: FuncId, inst: InstId) -> Option<Place> {
        let frame = self.source.frames(function, inst).into_iter().next()?;
        Some(Place {
            file: frame.file,
            line: frame.line,
        })
    }

    fn text(&mut self, place: &Place) -> Option<String> {
        self.texts
            .whole_line(&place.file, place.line)
            .map(str::to_owned)
    }
}
