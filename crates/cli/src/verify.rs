//! `pinnacle verify`: checks files and reports every error.

use crate::input::{Input, Refusing};
use crate::load::Loaded;
use crate::options::{Jobs, Recursive, Reported, Unpacking};
use crate::output::{Failure, Output};
use crate::report::{self, Form, Inputs};
use clap::Args;
use pinnacle_inspect::findings::{self, Findings};
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify;
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

`pinnacle verify` is also called `pinnacle pnacl-abicheck`, and runs if this command is called
pnacl-abicheck.

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
                | Loaded::Other(input) => check(&input),
            })
        },
    )?;
    Ok(status.into())
}
