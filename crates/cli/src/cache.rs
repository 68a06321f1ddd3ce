//! `pinnacle cache`: shows or empties the cache of translated programs.

use crate::output::{Failure, Output};
use crate::values::{self, ByteCount};
use clap::{Args, Subcommand};
use directories::ProjectDirs;
use pinnacle_inspect::numbers::{count, grouped};
use pinnacle_runtime::cache::{Cache, Contents, DEFAULT_LIMIT};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Environment variable that overrides the cache folder.
const FOLDER_VARIABLE: &str = "PINNACLE_CACHE_DIR";

/// Environment variable that limits the size of the cache.
const SIZE_VARIABLE: &str = "PINNACLE_CACHE_SIZE";

/// Show or empty the cache of translated programs.
///
/// `pinnacle run` keeps the machine code of the programs that it runs, so that they start at once
/// the next time. An entry is used only for the same file, options, version of Pinnacle and
/// processor. Entries can be removed at any time. When the cache is full, the least recently used
/// entries are removed.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle cache info
  pinnacle cache clear
  PINNACLE_CACHE_DIR=mine pinnacle run hello.pexe         use another folder
  PINNACLE_CACHE_SIZE=64m pinnacle run hello.pexe         limit its size
  pinnacle run --no-cache hello.pexe                      bypass the cache

Exit status:
  0  success
  2  wrong usage, the folder cannot be read, or an entry cannot be removed")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show the folder of the cache, the number of programs in it, and its size.
    #[command(after_long_help = "\
Examples:
  pinnacle cache info
  pinnacle cache info --json | jq .bytes

Exit status:
  0  success
  2  wrong usage, or the folder cannot be read")]
    Info(Format),
    /// Remove all programs from the cache. Other files in its folder are kept.
    #[command(after_long_help = "\
Examples:
  pinnacle cache clear

Exit status:
  0  success, even if the cache was empty
  2  wrong usage, or an entry cannot be removed")]
    Clear(Format),
}

#[derive(Args, Debug)]
struct Format {
    /// Write the result as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Some(cache) = open(None)? else {
        return Err(Failure::new("this system has no folder for caches")
            .hint(format!("{FOLDER_VARIABLE} names one")));
    };
    match &arguments.action {
        Action::Info(format) => info(&cache, format, output)?,
        Action::Clear(format) => clear(&cache, format, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the user's cache. Returns `None` if the system has no folder for it.
///
/// # Errors
///
/// Fails if an environment variable cannot be parsed.
pub(crate) fn open(size: Option<ByteCount>) -> Result<Option<Cache>, Failure> {
    let size = match (size, std::env::var_os(SIZE_VARIABLE)) {
        (Some(size), _) => size,
        (None, Some(text)) if !text.is_empty() => {
            let size = values::byte_count(&text.to_string_lossy());
            size.map_err(|error| Failure::new(format!("{SIZE_VARIABLE}: {error}")))?
        }
        (None, _) => ByteCount(DEFAULT_LIMIT),
    };
    Ok(folder().map(|folder| Cache::new(folder, size.0)))
}

fn folder() -> Option<PathBuf> {
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(ProjectDirs::from("", "", "pinnacle")?.cache_dir().into()),
    }
}

fn info(cache: &Cache, format: &Format, output: &Output) -> Result<(), Failure> {
    let contents = cache
        .contents()
        .map_err(|error| cannot("read", cache, &error))?;
    let refusal = cache.refusal();
    if format.json {
        output.json(&json!({
            "schema": "cache-info/1",
            "folder": cache.folder().to_string_lossy(),
            "entries": contents.entries,
            "bytes": contents.bytes,
            "limit": cache.limit(),
            "usable": refusal.is_none(),
            "refusal": refusal.map(|refusal| refusal.to_string()),
            "refused": contents.refused,
        }))?;
        return Ok(());
    }
    output.show(|out| {
        writeln!(out, "folder   {}", cache.folder().display())?;
        writeln!(out, "entries  {}", grouped(contents.entries))?;
        let (size, most) = (grouped(contents.bytes), count(cache.limit(), "byte"));
        writeln!(out, "size     {size} of at most {most}")
    })?;
    if let Some(refusal) = refusal {
        output.hint(format_args!(
            "the cache is not used, because its contents are run as code and its folder is not safe: {refusal}"
        ));
    }
    if contents.refused > 0 {
        output.hint(format_args!(
            "not used: {} that another user owns, that others can write to, or that is a link; \
             `pinnacle cache clear` removes such files",
            count(contents.refused, "file")
        ));
    }
    Ok(())
}

fn clear(cache: &Cache, format: &Format, output: &Output) -> Result<(), Failure> {
    let Contents {
        entries,
        bytes,
        refused,
    } = cache
        .clear()
        .map_err(|error| cannot("empty", cache, &error))?;
    if format.json {
        output.json(&json!({
            "schema": "cache-clear/1",
            "folder": cache.folder().to_string_lossy(),
            "removed_entries": entries,
            "removed_bytes": bytes,
            "removed_refused": refused,
        }))?;
    } else {
        let (programs, bytes) = (count(entries, "program"), count(bytes, "byte"));
        output.show(|out| writeln!(out, "removed {programs}, {bytes}"))?;
    }
    Ok(())
}

fn cannot(what: &str, cache: &Cache, error: &std::io::Error) -> Failure {
    let folder = cache.folder().display();
    Failure::new(format!("cannot {what} the cache in {folder}: {error}"))
}
