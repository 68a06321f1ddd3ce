//! `pinnacle bundle`: a page with its programs as one file.

use crate::load;
use crate::output::{BAD_FILE, Failure, Output};
use crate::values::{self, ByteCount};
use crate::whole_file;
use clap::Args;
use pinnacle_bundle::{Bundle, Error, Options, Script};
use pinnacle_inspect::numbers::count;
use pinnacle_page::locate;
use pinnacle_page::site::Site;
use pinnacle_serve::{ASSETS, NO_ASSETS};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make a page with its programs one file, which opens without a server and without a network.
///
/// Everything in the folder of the page goes into the file, with the script that brings programs
/// back. A manifest or a program without a page gets one. The page finds its files as on its
/// server; what it loads from other sites is listed, and stays there. Files and folders whose names
/// begin with a dot stay out, as do links that lead out of the folder.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle bundle site/index.html -o game.html
  pinnacle bundle game.nmf -o game.html            a page is made around it
  pinnacle bundle game.pexe --view 800x600 -o game.html
  pinnacle bundle site/demo/index.html --folder site --exclude old -o demo.html

Exit status:
  0  the file was written
  1  the page or its files cannot be bundled
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// A page, a manifest (.nmf) or a program (.pexe).
    #[arg(value_name = "PAGE|MANIFEST|PROGRAM")]
    file: PathBuf,

    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The folder that is the web site, if it is not that of the page.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// A file or a folder of the site that is left out; may be given several times.
    #[arg(long, value_name = "PATH")]
    exclude: Vec<String>,

    /// The most bytes that the files of the site may have, as 64m.
    #[arg(long, value_name = "SIZE", value_parser = values::byte_count, default_value = "256m")]
    max_size: ByteCount,

    /// The size of the element where a program has no page.
    #[arg(long, value_name = "WxH", value_parser = crate::serve::view, default_value = "640x480")]
    view: crate::serve::View,

    /// Say as JSON what was bundled.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Some(assets) = ASSETS else {
        return Err(Failure::new(format!("no page can be made: {NO_ASSETS}")));
    };
    let script = Script {
        script: assets.script,
        worker: assets.worker,
        core: assets.core,
    };
    let mut options = Options {
        max_size: arguments.max_size.0,
        left_out: arguments.exclude.clone(),
        size: arguments.view.0,
    };
    let file = &arguments.file;
    let name = file.as_os_str();
    let bundle = if locate::names_page(name) {
        let site = site(arguments)?;
        leave_out(&mut options, &site, &arguments.output);
        let make = match locate::names_manifest(name) {
            true => Bundle::manifest,
            false => Bundle::page,
        };
        make(&site, file, &script, &options)
    } else {
        let Some((input, program)) = load::load(file, 1, output)? else {
            return Ok(BAD_FILE.into());
        };
        if !pinnacle_pepper::is_wanted(program.module()) {
            let message = format!("{} is not a program of the browser", input.name);
            return Err(Failure::with_status(vec![message], BAD_FILE)
                .hint("pages have no standard output; `pinnacle run` runs it"));
        }
        Bundle::program(&file_name(&input.name), &input.bytes, &script, &options)
    };
    let bundle = bundle.map_err(|error| failure(&error))?;
    whole_file::write(&arguments.output, &bundle.html)?;
    report(arguments, output, &bundle)?;
    Ok(ExitCode::SUCCESS)
}

/// The name of a program's file, also if it is a member of a container, packed, or a text.
fn file_name(name: &str) -> String {
    let path = name.rsplit('!').next().unwrap_or(name);
    let mut stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
    for ending in [".gz", ".xz", ".zst", ".bz2", ".pnasm", ".pexe"] {
        stem = stem.strip_suffix(ending).unwrap_or(stem);
    }
    format!("{stem}.pexe")
}

/// The folder whose files go into the bundle.
fn site(arguments: &Arguments) -> Result<Site, Failure> {
    let own = arguments.file.parent().unwrap_or(Path::new(""));
    let folder = arguments.folder.as_deref().unwrap_or(own);
    let cannot = |path: &Path, error| Failure::new(format!("{}: {error}", path.display()));
    arguments
        .file
        .metadata()
        .map_err(|error| cannot(&arguments.file, error))?;
    let site = Site::open(folder).map_err(|error| cannot(folder, error))?;
    if !site.contains(&arguments.file) {
        let (file, folder) = (arguments.file.display(), folder.display());
        return Err(Failure::new(format!(
            "{file} is not in the folder {folder}"
        )));
    }
    Ok(site)
}

/// Leaves out the file of an earlier run, which must not become part of itself.
fn leave_out(options: &mut Options, site: &Site, output: &Path) {
    let below = output.canonicalize().ok();
    let below = below.and_then(|path| path.strip_prefix(site.root()).map(PathBuf::from).ok());
    options
        .left_out
        .extend(below.map(|path| path.to_string_lossy().into_owned()));
}

fn failure(error: &Error) -> Failure {
    let failure = Failure::with_status(vec![error.to_string()], BAD_FILE);
    match error.advice() {
        Some(advice) => failure.hint(advice),
        None => failure,
    }
}

fn report(arguments: &Arguments, output: &Output, bundle: &Bundle) -> Result<(), Failure> {
    if arguments.json {
        output.json(&json!({
            "schema": "bundle/1",
            "file": arguments.file.display().to_string(),
            "output": arguments.output.display().to_string(),
            "output_size": bundle.html.len(),
            "files": bundle.files,
            "files_size": bundle.bytes,
            "elsewhere": bundle.elsewhere,
        }))?;
        return Ok(());
    }
    output.note(format_args!(
        "{}: {}, of these {} of the site in {}",
        arguments.output.display(),
        count(bundle.html.len() as u64, "byte"),
        count(bundle.bytes, "byte"),
        count(bundle.files as u64, "file"),
    ));
    for url in &bundle.elsewhere {
        output.hint(format_args!("{url} is of another site and not in the file"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn the_file_of_a_program_is_named_after_it() {
        let names = ["dir/a.b.pexe", "x.zip!dir/a.b.pexe.gz", "a.b.pnasm", "a.b"];
        assert_eq!(names.map(file_name), ["a.b.pexe"; 4]);
    }
}
