//! `pinnacle completions`: completion scripts for shells.

use crate::Cli;
use crate::output::Failure;
use crate::whole_file;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print a completion script for a shell.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle completions bash --output ~/.local/share/bash-completion/completions/pinnacle
  pinnacle completions zsh --output ~/.zfunc/_pinnacle
  pinnacle completions fish --output ~/.config/fish/completions/pinnacle.fish
  pinnacle completions powershell >> $PROFILE

Exit status:
  0  the script was written
  2  wrong usage, or it cannot be written")]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,

    /// Write the script to a file, creating its folder if needed [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Cli::command(),
        "pinnacle",
        &mut script,
    );
    let Some(file) = &arguments.output else {
        io::stdout().lock().write_all(&script)?;
        return Ok(ExitCode::SUCCESS);
    };
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::new(format!("cannot create {}: {error}", folder.display()))
        })?;
    }
    whole_file::write(file, &script)?;
    Ok(ExitCode::SUCCESS)
}
