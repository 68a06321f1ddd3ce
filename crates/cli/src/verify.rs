//! `pinnacle verify`: checks files and reports every error.

use crate::bitcode::{is_module, module_of};
use crate::input::{Input, Refusing};
use crate::load::Loaded;
use crate::options::{Jobs, Recursive, Reported, Unpacking};
use crate::output::{Failure, Output};
use crate::report::{self, Form, Inputs};
use crate::syntax;
use clap::Args;
use pinnacle_driver::finalize::freeze_module;
use pinnacle_inspect::Kind;
use pinnacle_inspect::findings::{self, Finding, Findings};
use pinnacle_legalize::subset;
use pinnacle_llvm::{GlobalKind, parse_with_pointees};
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify;
use serde_json::Value;
use std::process::ExitCode;

/// Check files and report every error in them.
///
/// Each error has a code, which `pinnacle explain CODE` explains, a position in bytes and bits, the
/// function, block and instruction if it is in a function, a sentence, and the record that contains
/// it. Errors that may only follow from another error are not reported.
///
/// Applies the rules of the documentation and of all the original tools. `pinnacle run` accepts
/// some errors that are common in shipped programs; if a file has only these, a hint says so.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle verify hello.pexe
  pinnacle verify --quiet *.pexe || echo 'some are invalid'
  pinnacle verify -r games                          the programs in a folder
  pinnacle verify --json hello.pexe | jq '.[].errors[].code'
  pinnacle verify --allow-trailing-data faults/trailing.pexe
  pinnacle verify old.bc                            LLVM 1.x bytecode
  pinnacle thaw hello.pexe | pinnacle verify --stable-subset -

`pinnacle verify --stable-subset` is also called `pinnacle pnacl-abicheck`, and runs if this command
is called pnacl-abicheck.

Exit status:
  0  all files are valid
  1  a file is invalid
  2  wrong usage, or a file cannot be read; the others are still checked")]
pub(crate) struct Arguments {
    #[command(flatten)]
    reported: Reported,

    #[command(flatten)]
    folders: Recursive,

    #[command(flatten)]
    unpacking: Unpacking,

    /// Write no report; the exit status is the answer.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,

    /// Accept bytes after the module.
    #[arg(long)]
    allow_trailing_data: bool,

    /// Accept flags after the operation of a binary instruction.
    #[arg(long)]
    allow_binary_flags: bool,

    /// Accept declarations of functions named __minsfi_syscall_... that return i32.
    #[arg(long)]
    allow_minsfi_syscalls: bool,

    /// Accept value symbol tables inside functions.
    #[arg(long)]
    allow_local_symbol_tables: bool,

    /// Check that LLVM bitcode or assembly is in PNaCl's stable subset, so that `pinnacle freeze`
    /// accepts it. Messages are those of pnacl-abicheck.
    #[arg(long, conflicts_with = "json")]
    stable_subset: bool,

    /// Accept debug information in modules of LLVM.
    #[arg(long, requires = "stable_subset")]
    allow_debug_info: bool,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Reported { files, json } = &arguments.reported;
    let form = match (json, arguments.quiet) {
        (true, _) => Form::Json,
        (false, true) => Form::Quiet,
        (false, false) => Form::Text,
    };
    let options = verify::Options {
        jobs: arguments.jobs.threads,
        allow: Allow {
            trailing_data: arguments.allow_trailing_data,
            binary_flags: arguments.allow_binary_flags,
            minsfi_syscalls: arguments.allow_minsfi_syscalls,
            local_symbol_tables: arguments.allow_local_symbol_tables,
            ..Allow::default()
        },
    };
    let check = |input: &Input| findings::check(input, &options, form == Form::Text);
    let status = report::show_each(
        Inputs {
            paths: files,
            recursive: arguments.folders.recursive,
            limit: arguments.unpacking.limit(),
        },
        "checking",
        form,
        output,
        |loaded| {
            Ok(match loaded {
                // The errors of a text are also written as JSON.
                Loaded::Pnaclasm(text) if *json => {
                    let mut findings = Findings::of(&text);
                    match text.try_assemble() {
                        Ok(input) => findings = check(&input),
                        Err(errors) => findings.add_syntax_errors(&errors),
                    }
                    findings
                }
                Loaded::Pnaclasm(text) => check(&text.assembled()?),
                Loaded::Bytecode(input)
                | Loaded::Pexe(input)
                | Loaded::Bitcode(input)
                | Loaded::Other(input) => match arguments.stable_subset {
                    true if is_module(&input.kind) => {
                        check_subset(&input, arguments.allow_debug_info)?
                    }
                    _ => check(&input),
                },
            })
        },
    )?;
    Ok(status.into())
}

/// Checks that a module of LLVM is in the stable subset.
fn check_subset(input: &Input, allows_debug: bool) -> Result<Findings, Failure> {
    let module = match input.kind {
        Kind::AssemblyText => parse_with_pointees(&input.bytes)
            .map_err(|errors| syntax::failure(&input.name, &errors))?,
        _ => module_of(input)?,
    };
    let mut findings = Findings::of(input);
    let functions = module.globals().iter();
    findings.functions = functions
        .filter(|global| matches!(global.kind, GlobalKind::Function(_)))
        .count();
    let mut add = |message: String| {
        findings.list.push(Finding {
            place: input.name.clone(),
            message,
            function: None,
            document: Value::Null,
        });
    };
    let parts = subset::check(&module, allows_debug);
    if parts.is_empty() {
        if let Err(error) = freeze_module(module) {
            error.messages().iter().cloned().for_each(add);
        }
        return Ok(findings);
    }
    for part in parts {
        add(format!("{} is not in the stable subset", part.name));
        part.messages.into_iter().for_each(&mut add);
    }
    Ok(findings)
}
