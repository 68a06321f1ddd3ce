//! `pinnacle man`: manual pages.

use crate::Cli;
use crate::output::Failure;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the manual page, or write the pages of all commands to a folder.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle man | man -l -
  pinnacle man --output ~/.local/share/man/man1

Exit status:
  0  the pages were written
  2  wrong usage, or they cannot be written")]
pub(crate) struct Arguments {
    /// Write the pages of all commands to this folder, creating it if needed.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.output {
        Some(folder) => {
            let made = fs::create_dir_all(folder);
            made.and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
                .map_err(|error| {
                    Failure::new(format!("cannot write to {}: {error}", folder.display()))
                })?;
        }
        None => {
            let mut page = Vec::new();
            Man::new(Cli::command()).render(&mut page)?;
            io::stdout().lock().write_all(&page)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
