//! `pinnacle strings`: prints the strings in the data of programs.

use crate::load::load;
use crate::options::Reported;
use crate::output::{BAD_FILE, Failure, Output};
use clap::Args;
use pinnacle_inspect::strings;
use serde_json::Value;
use std::process::ExitCode;

/// Print the strings in the data of a program.
///
/// The data of a .pexe is not byte-aligned, so other tools find no strings in it. Each line has the
/// global, the offset of the string in it, and the string with control characters escaped. Finds
/// UTF-8, and wchar_t strings in Latin, Greek and Cyrillic script.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle strings hello.pexe
  pinnacle strings -n 8 hello.pexe | grep -i nacl
  pinnacle strings --json hello.pexe | jq -r '.[].strings[].text'

`pinnacle docs strings/1` shows the schema of the JSON.

Exit status:
  0  all files were read
  1  a file is not a valid program
  2  wrong usage, or a file cannot be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    reported: Reported,

    /// Print strings of at least this many characters.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 4)]
    least: u32,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let files = &arguments.reported.files;
    let (mut documents, mut status) = (Vec::new(), ExitCode::SUCCESS);
    for (number, path) in files.iter().enumerate() {
        let Some((input, program)) = load(path, 0, output)? else {
            status = BAD_FILE.into();
            continue;
        };
        let found = strings::find(program.module(), arguments.least as usize);
        if arguments.reported.json {
            documents.push(strings::document(&input.name, &found));
            continue;
        }
        output.show(|out| {
            if files.len() > 1 {
                let gap = if number > 0 { "\n" } else { "" };
                writeln!(out, "{gap}{}:", input.name)?;
            }
            strings::write(&found, out)
        })?;
    }
    if arguments.reported.json {
        output.json(&Value::Array(documents))?;
    }
    Ok(status)
}
