//! `pinnacle upgrade`: upgrades old modules to today's LLVM.

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

/// Maximum size of the text, in bytes. A small module can describe text of any size.
const MAX_TEXT: usize = 1 << 30;

/// Upgrade bytecode, bitcode and assembly of LLVM 1.0 and later to today's LLVM IR.
///
/// Writes text for llvm-as, opt, llc and lli of LLVM 14 and later. LLVM 14 needs its option
/// -opaque-pointers, or --typed-pointers here. `pinnacle docs upgrade` describes how each construct
/// is upgraded.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle upgrade old.bc -o new.ll
  pinnacle upgrade old.bc | lli-19 -
  pinnacle upgrade old.ll | opt-19 -O2 -S -       LLVM 1.x assembly
  pinnacle upgrade llvm-2.6.bc -o new.ll          bitcode of LLVM 2.0 to 19
  pinnacle upgrade --typed-pointers old.bc | llvm-as-14 -o new.bc -

Exit status:
  0  success
  1  the file has errors, or uses something that today's LLVM cannot express
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file (bytecode, bitcode or assembly), or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    target: Target,

    /// Write typed pointers, as before LLVM 15. LLVM 17 and later do not read them.
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

/// Returns the module of a file, upgraded to today's LLVM.
///
/// Pointers of an LLVM 1.x module without a pointer width get this one.
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
