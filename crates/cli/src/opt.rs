//! `pinnacle opt`: runs passes of PNaCl's LLVM on a module.

use crate::bitcode::{MAX_TEXT, is_module, module_of};
use crate::finalize::{in_file, refuse};
use crate::input::{self, Input};
use crate::output::{BAD_FILE, BAD_USE, Failure, Output};
use crate::{scratch, syntax, whole_file};
use clap::Args;
use pinnacle_driver::Environment;
use pinnacle_driver::command::Command;
use pinnacle_driver::tools::Tools;
use pinnacle_inspect::Kind;
use pinnacle_legalize::passes::{PASSES, Pass, Work, pass_of, run_pass};
use pinnacle_legalize::{Exceptions, Options};
use pinnacle_llvm::{
    AttributeListId, GlobalId, Module, dialect_of, dialects, parse_with_pointees, print,
    print_lowered,
};
use pinnacle_pexe::intrinsics;
use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The release whose syntax is printed, on which PNaCl's LLVM was based.
const RELEASE: &str = "3.7";

/// Run passes of PNaCl's LLVM 3.7 on LLVM bitcode or assembly.
///
/// Takes the command line of PNaCl's `opt`. Runs the passes in the order of their options. Each
/// runs the steps of `pinnacle finalize` that do its work. Reads bitcode and assembly of any
/// release. Writes bitcode, for which llvm-as is needed, or with -S assembly of LLVM 3.7.
///
/// Options of passes and these can begin with one dash or two:
///   -S                      write assembly
///   -o FILE                 write to this file, not to standard output
///   -f                      write bitcode to a terminal
///   -disable-output         write nothing
///   -verify                 check the result with llvm-as
///   -enable-pnacl-sjlj-eh   let -pnacl-abi-simplify-preopt handle exceptions with setjmp
///   -as-of=RELEASE          write assembly of another LLVM release, 2.0 to 14
///   -list-passes            list the passes, with the steps that each runs
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  pinnacle opt -expand-varargs -S simple.ll
  pinnacle opt -S -resolve-aliases -expand-constant-expr simple.ll -o new.ll
  pinnacle opt -list-passes

Passes of LLVM itself, such as -O2, are refused: `pinnacle llvm opt` runs them.

Exit status:
  0  success
  1  the file has errors, or a pass cannot handle it
  2  wrong usage, or a file cannot be read or written"
)]
pub(crate) struct Arguments {
    /// Options and the file [default: standard input].
    #[arg(
        value_name = "OPTION|FILE",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<OsString>,
}

/// The command line, understood.
#[derive(Debug)]
struct Line {
    file: PathBuf,
    output: Option<PathBuf>,
    passes: Vec<&'static Pass>,
    text: bool,
    to_terminal: bool,
    quiet: bool,
    verify: bool,
    sjlj: bool,
    list: bool,
    release: String,
}

impl Line {
    fn parse(words: &[OsString]) -> Result<Line, Failure> {
        let mut line = Line {
            file: PathBuf::from("-"),
            output: None,
            passes: Vec::new(),
            text: false,
            to_terminal: false,
            quiet: false,
            verify: false,
            sjlj: false,
            list: false,
            release: RELEASE.to_owned(),
        };
        let mut files = 0;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            let Some(name) = text.strip_prefix('-').filter(|name| !name.is_empty()) else {
                line.file = PathBuf::from(word);
                files += 1;
                continue;
            };
            let name = name.strip_prefix('-').unwrap_or(name);
            match name {
                "S" => line.text = true,
                "f" => line.to_terminal = true,
                "disable-output" => line.quiet = true,
                "verify" => line.verify = true,
                "enable-pnacl-sjlj-eh" => line.sjlj = true,
                "list-passes" => line.list = true,
                "o" => {
                    let value = words.next();
                    let value =
                        value.ok_or_else(|| Failure::new("-o must be followed by a file"))?;
                    line.output = Some(PathBuf::from(value));
                }
                _ if name.starts_with("as-of=") => {
                    name["as-of=".len()..].clone_into(&mut line.release);
                }
                _ => match (pass_of(name), name.strip_prefix("o=")) {
                    (Some(pass), _) => line.passes.push(available(pass)?),
                    (None, Some(value)) => line.output = Some(PathBuf::from(value)),
                    (None, None) => return Err(unknown(&text)),
                },
            }
        }
        if files > 1 {
            return Err(Failure::new("expected one file, found several"));
        }
        line.output = line.output.filter(|path| path.as_os_str() != "-");
        Ok(line)
    }
}

/// Refuses a pass that has no counterpart.
fn available(pass: &'static Pass) -> Result<&'static Pass, Failure> {
    match pass.work {
        Work::Missing(reason, hint) => {
            let message = format!("-{} has no counterpart: {reason}", pass.name);
            Err(Failure::new(message).hint(hint))
        }
        Work::Steps(_) | Work::Verify => Ok(pass),
    }
}

fn unknown(word: &str) -> Failure {
    if word == "-help" {
        let message = "-help is not an option; expected --help";
        return Failure::new(message).hint("`pinnacle opt --help` prints the options");
    }
    Failure::new(format!("{word} is not a pass of PNaCl's LLVM"))
        .hint("-list-passes lists them; `pinnacle llvm opt` runs the passes of LLVM")
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let line = Line::parse(&arguments.words)?;
    if line.list {
        return list_passes(output);
    }
    let binary = !line.text && !line.quiet && line.output.is_none() && !line.to_terminal;
    if binary && std::io::stdout().is_terminal() {
        let failure = Failure::new("standard output is a terminal, and bitcode is not text");
        return Err(failure.hint("-S writes assembly, and -o FILE writes to a file"));
    }
    let input = input::read_as_it_is(&line.file)?;
    // The text may be assembly that is not recognised, such as comments only.
    let is_text = input.kind == Kind::Unknown && is_text(&input.bytes);
    if !is_module(&input.kind) && !is_text {
        return Err(refuse(&input));
    }
    let mut module = match input.kind {
        Kind::AssemblyText | Kind::Unknown => parse_with_pointees(&input.bytes)
            .map_err(|errors| syntax::failure(&input.name, &errors))?,
        _ => module_of(&input)?,
    };
    let options = Options {
        exceptions: match line.sjlj {
            true => Exceptions::SetjmpLongjmp,
            false => Exceptions::Refuse,
        },
        ..Options::default()
    };
    for pass in &line.passes {
        run_pass(&mut module, pass, &options).map_err(|errors| {
            let errors = errors.errors().iter();
            let messages = errors.map(|error| in_file(&input, error));
            Failure::with_status(messages.collect(), BAD_FILE)
        })?;
    }
    if line.verify {
        assembled(&module)?;
    }
    if line.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let bytes = match line.text {
        true => text_of(&mut module, &input, &line.release)?.into_bytes(),
        false => assembled(&module)?,
    };
    match &line.output {
        Some(path) => whole_file::write(path, &bytes)?,
        None => output.show(|out| out.write_all(&bytes))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns true for bytes that can be text.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.is_empty() && !bytes.contains(&0)
}

/// Returns the text of a module in the syntax of a release, usually that of PNaCl's LLVM.
fn text_of(module: &mut Module, input: &Input, release: &str) -> Result<String, Failure> {
    let Some(dialect) = dialect_of(release) else {
        return Err(Failure::new(format!("LLVM {release} has no known syntax"))
            .hint(format!("these have one: {}", dialects().join(", "))));
    };
    let name = match input::is_stdin(Path::new(&input.name)) || input.name == "standard input" {
        true => "<stdin>",
        false => &input.name,
    };
    forget_attributes_of_intrinsics(module);
    print_lowered(module, dialect, name, MAX_TEXT)
        .map_err(|error| Failure::with_status(vec![in_file(input, error)], BAD_FILE))
}

/// Removes the attributes of declared intrinsics: each release of LLVM knows those of its own, and
/// today's llvm-as writes some that earlier releases lack.
fn forget_attributes_of_intrinsics(module: &mut Module) {
    for index in 0..module.globals().len() {
        let id = GlobalId::at(index);
        let name = module.names.get(module.global(id).name);
        if !name.starts_with(intrinsics::PREFIX) {
            continue;
        }
        if let Some(function) = module.as_function(id) {
            module.function_mut(function).attributes = AttributeListId::EMPTY;
        }
    }
}

/// Returns the bitcode of a module, assembled and checked by LLVM's assembler.
pub(crate) fn assembled(module: &Module) -> Result<Vec<u8>, Failure> {
    let environment = Environment::of_process("pinnacle opt");
    let tools = Tools::find(None, &environment);
    let assembler = tools.and_then(|tools| tools.tool("llvm-as"));
    let assembler = assembler.map_err(|error| {
        Failure::of_toolchain(&error, BAD_USE).hint("-S writes assembly without LLVM")
    })?;
    let unwritten = |error| Failure::new(format!("temporary file: {error}"));
    let folder = scratch::folder("pinnacle-opt").map_err(unwritten)?;
    let (text, result) = (
        folder.path().join("module.ll"),
        folder.path().join("module.bc"),
    );
    fs::write(&text, print(module)).map_err(unwritten)?;
    let mut command = Command::new(assembler);
    command.argument(&text).argument("-o").argument(&result);
    let done = command
        .output()
        .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let said = said.lines().next().unwrap_or_default();
        let message = format!("llvm-as refuses the result: {said}");
        return Err(Failure::with_status(vec![message], BAD_FILE));
    }
    fs::read(&result).map_err(unwritten)
}

fn list_passes(output: &Output) -> Result<ExitCode, Failure> {
    let names = PASSES.iter().map(|pass| pass.name.len() + 1);
    let width = names.max().unwrap_or(0);
    output.show(|out| {
        PASSES.iter().try_for_each(|pass| {
            let name = format!("-{}", pass.name);
            match pass.work {
                Work::Steps(steps) => writeln!(out, "{name:width$}  {}", steps.join(", ")),
                Work::Verify => writeln!(out, "{name:width$}  checks the module, as `freeze` does"),
                Work::Missing(reason, _) => writeln!(out, "{name:width$}  refused: {reason}"),
            }
        })
    })?;
    Ok(ExitCode::SUCCESS)
}
