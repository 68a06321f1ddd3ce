//! `pinnacle completions`: completions for shells.

use crate::Cli;
use crate::output::Failure;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print a script that completes this command in a shell.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle completions bash > ~/.local/share/bash-completion/completions/pinnacle
  pinnacle completions zsh > ~/.zfunc/_pinnacle
  pinnacle completions fish > ~/.config/fish/completions/pinnacle.fish

Exit status:
  0  the script was written
  2  wrong usage, or it cannot be written")]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Cli::command(),
        "pinnacle",
        &mut script,
    );
    io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
