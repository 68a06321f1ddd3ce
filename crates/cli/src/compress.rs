//! `pinnacle compress`: packs a program into fewer bits.

use crate::input::{self, is_stdin};
use crate::options::Target;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::whole_file;
use clap::Args;
use pinnacle_inspect::compression::Compression;
use pinnacle_pexe::compress::{self, DEFAULT_EFFORT, MAX_EFFORT, compress, without_abbreviations};
use pinnacle_pexe::decode::{self, decode};
use std::path::PathBuf;
use std::process::ExitCode;

/// Make a program smaller without changing its meaning.
///
/// Blocks and records stay the same; only the abbreviations that encode them change, to suit this
/// file. The result is never larger: a file that cannot be made smaller is copied, so compressing
/// twice changes nothing. Bytes after the module are kept. --for-transport gives the smallest file
/// after xz or a similar compressor; compressing without it undoes that.
///
/// Invalid programs are compressed too, with a hint. The sizes are reported on standard error.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle compress hello.pexe -o small.pexe
  pinnacle compress --in-place --effort 9 hello.pexe
  pinnacle compress --for-transport hello.pexe | xz -9 > hello.pexe.xz
  pinnacle compress --json hello.pexe -o small.pexe | jq .saved_percent

`pinnacle compress` is also called `pinnacle pnacl-bccompress`, and runs if this command is called
pnacl-bccompress.

Exit status:
  0  success, even if the file did not become smaller
  1  the blocks and records of the file cannot be read; nothing is written
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    target: Target,

    /// Replace the file itself, in one step after the work is done.
    #[arg(long, short, conflicts_with = "output")]
    in_place: bool,

    /// Set the effort, from 0 to 9. 9 takes about thirty times as long as 0.
    #[arg(
        long,
        short,
        value_name = "N",
        default_value_t = DEFAULT_EFFORT,
        value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_EFFORT))
    )]
    effort: u8,

    /// Pack records in whole bytes, for a file that xz or a similar compressor packs next. The file
    /// becomes larger, but its compressed form much smaller.
    #[arg(long, conflicts_with = "effort")]
    for_transport: bool,

    /// Write every record in full. The file becomes larger; compressing it undoes that.
    #[arg(long, conflicts_with_all = ["effort", "for_transport"])]
    remove_abbreviations: bool,

    /// Report the sizes as JSON on standard output.
    #[arg(long)]
    json: bool,

    /// Report nothing.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    check_use(arguments)?;
    let progress = Progress::start("compressing", 1);
    progress.file(&arguments.file.display().to_string());
    let input = input::read_as_it_is(&arguments.file)?;
    let options = compress::Options {
        effort: arguments.effort,
        for_transport: arguments.for_transport,
    };
    let result = match arguments.remove_abbreviations {
        true => without_abbreviations(&input.bytes),
        false => compress(&input.bytes, &options),
    };
    let compressed = match result {
        Ok(compressed) => compressed,
        Err(error) => {
            drop(progress);
            output.error(format!("{}: {error}", input.name));
            return Ok(BAD_FILE.into());
        }
    };
    let valid = decode(&input.bytes, &decode::Options::default()).is_ok();
    drop(progress);
    let (before, after) = (input.bytes.len() as u64, compressed.len() as u64);
    if !arguments.in_place {
        arguments.target.write(&compressed, output)?;
    } else if after != before {
        whole_file::write(&arguments.file, &compressed)?;
    }
    let report = Compression {
        name: &input.name,
        size: before,
        compressed_size: after,
        valid,
    };
    if arguments.json {
        output.json(&report.document())?;
    } else if !arguments.quiet {
        output.note(report.text());
        if let Some(hint) = report.hint() {
            output.hint(hint);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses options that conflict on standard output or cannot be carried out.
fn check_use(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.in_place {
        if is_stdin(&arguments.file) {
            return Err(Failure::new("standard input cannot be replaced in place"));
        }
        return Ok(());
    }
    if arguments.target.file().is_some() {
        return Ok(());
    }
    if arguments.json {
        return Err(
            Failure::new("the result and the report cannot both go to standard output")
                .hint("give the name of a file for the result with -o FILE, or use --in-place"),
        );
    }
    arguments
        .target
        .refuse_terminal("a .pexe")
        .map_err(|failure| {
            failure.hint(
                "give the name of a file with -o FILE, use --in-place, or redirect the output",
            )
        })
}
