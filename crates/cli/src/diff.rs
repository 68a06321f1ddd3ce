//! `pinnacle diff`: compares two programs by meaning.

use crate::input::{self, Input};
use crate::load::load;
use crate::options::Jobs;
use crate::output::{BAD_USE, Failure, Output};
use crate::whole_file;
use clap::Args;
use pinnacle_inspect::difference;
use pinnacle_pexe::decode::Program;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compare two programs by meaning.
///
/// Functions are matched by structure, wherever they are: first by identical code, then by equal
/// structure, by name, and by similarity between matched neighbours. For each changed function the
/// removed and added instructions are shown. The numbers of functions, values and globals are
/// ignored, so a function that only moved counts as unchanged.
///
/// Interfaces, intrinsics and strings in the data are compared too.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle diff old.pexe new.pexe
  pinnacle diff --summary old.pexe new.pexe       how much each function changed
  pinnacle diff --html page.html old.pexe new.pexe
  pinnacle diff backups.tar!app.pexe app.pexe
  pinnacle diff --json old.pexe new.pexe | jq '.functions_added[].function'

`pinnacle docs diff/1` shows the schema of the JSON.

Exit status:
  0  the programs are the same
  1  they differ
  2  wrong usage, or a file cannot be read or is not a valid program")]
pub(crate) struct Arguments {
    /// The first program.
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The second program.
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Show only the number of changed instructions in each function.
    #[arg(long, conflicts_with = "json")]
    summary: bool,

    /// Write a web page instead: one file that needs no network.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["summary", "json"])]
    html: Option<PathBuf>,

    /// Write the result as JSON.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    jobs: Jobs,
}

/// Exit status if the programs differ, as for diff.
const DIFFERENT: u8 = 1;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    input::check_paths(&[arguments.old.clone(), arguments.new.clone()])?;
    let read = |path: &Path| load(path, arguments.jobs.threads, output);
    let (old, new): (Option<(Input, Program)>, _) = (read(&arguments.old)?, read(&arguments.new)?);
    let (Some((old_input, old)), Some((new_input, new))) = (old, new) else {
        return Ok(BAD_USE.into());
    };
    let found = difference::compare(&old, &new);
    let names = [old_input.name.as_str(), &new_input.name];
    if let Some(path) = &arguments.html {
        whole_file::write_with(path, |out| found.write_page(names, out))?;
    } else if arguments.json {
        output.json(&found.document(names))?;
    } else if !found.is_empty() {
        output.show(|out| found.write(names, arguments.summary, out, output.palette()))?;
    }
    Ok(match found.is_empty() {
        true => ExitCode::SUCCESS,
        false => DIFFERENT.into(),
    })
}
