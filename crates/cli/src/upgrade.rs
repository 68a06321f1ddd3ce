//! `pinnacle upgrade`: brings old modules to today's LLVM.

use crate::bitcode;
use crate::bytecode::failure;
use crate::input::{self, Input, Refusing};
use crate::options::{Jobs, Target, Unpacking};
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use clap::Args;
use pinnacle_bytecode::model::PointerSize;
use pinnacle_bytecode::upgrade::{self, upgrade};
use pinnacle_inspect::Kind;
use pinnacle_inspect::bytecode::module_of;
use pinnacle_llvm::{Module, PrintOptions, modernize};
use std::path::PathBuf;
use std::process::ExitCode;

/// More text than this is not written; modules can describe any amount.
const MAX_TEXT: usize = 1 << 30;

/// Bring bytecode, bitcode and assembly of any LLVM since 1.0 to today's LLVM IR.
///
/// What comes out is text that llvm-as, opt, llc and lli of LLVM 14 and later
/// take; LLVM 14 needs the option -opaque-pointers, or text with typed pointers.
/// `pinnacle docs upgrade` says what becomes of each construct.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle upgrade old.bc -o new.ll
  pinnacle upgrade old.bc | lli-19 -
  pinnacle upgrade old.ll | opt-19 -O2 -S -       assembly of LLVM 1.x is taken too
  pinnacle upgrade llvm-2.6.bc -o new.ll          and so is bitcode of LLVM 2.0 to 19
  pinnacle upgrade --typed-pointers old.bc | llvm-as-14 -o new.bc -

Exit status:
  0  success
  1  the file is wrong, or has something that today's LLVM cannot express
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, bytecode, bitcode or assembly, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    target: Target,

    /// Write pointers with the types that they had before LLVM 15; tools from
    /// LLVM 17 on do not take that.
    #[arg(long)]
    typed_pointers: bool,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let progress = Progress::start("upgrading", 1);
    progress.file(&arguments.file.display().to_string());
    let input = input::read_within(arguments.unpacking.limit(), &arguments.file)?;
    let upgraded = upgraded(&input, arguments.jobs.threads, None)?;
    let options = PrintOptions {
        typed_pointers: arguments.typed_pointers,
        limit: MAX_TEXT,
        ..PrintOptions::default()
    };
    let text = pinnacle_llvm::print_with(&upgraded, &options).map_err(|error| {
        Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
    })?;
    drop(progress);
    arguments.target.write(text.as_bytes(), output)?;
    Ok(ExitCode::SUCCESS)
}

/// The module of a file as today's LLVM has it.
///
/// Pointers of LLVM 1.x that have no width get this one.
pub(crate) fn upgraded(
    input: &Input,
    jobs: usize,
    pointer_size: Option<PointerSize>,
) -> Result<Module, Failure> {
    match input.kind {
        Kind::Bytecode | Kind::OldAssembly => {
            let module = module_of(input, jobs);
            let module = module.map_err(|wrong| failure(&wrong, &input.name))?;
            let mut options = upgrade::Options::default();
            options.source_filename = input.name.clone().into_bytes();
            options.pointer_size = pointer_size;
            upgrade(&module, &options).map_err(|error| {
                Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
            })
        }
        Kind::Bitcode | Kind::AssemblyText => {
            let mut module = bitcode::module_of(input)?;
            modernize(&mut module);
            Ok(module)
        }
        _ => Err(input.refuse("LLVM bytecode or bitcode", input.kind.hint())),
    }
}
