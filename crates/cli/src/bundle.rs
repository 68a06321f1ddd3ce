//! `pinnacle bundle`: packs a page with its programs into one HTML file, web archive or executable.

use crate::load;
use crate::output::{BAD_FILE, Failure, Output};
use crate::values::{self, ByteCount};
use crate::whole_file;
use clap::Args;
use pinnacle_bundle::{Archive, Captured, Collected, Error, Options, Script};
use pinnacle_inspect::numbers::count;
use pinnacle_page::locate;
use pinnacle_page::site::Site;
use pinnacle_serve::{ASSETS, NO_ASSETS};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use url::Url;

/// Pack a page and its programs into one file that opens without a server or a network.
///
/// The file is an HTML page. It contains everything in the page's folder and the script that runs
/// the programs. For a manifest or a program, a page is generated. The page finds its files as it
/// did on its server. Addresses on other sites are listed but not included. Files and folders whose
/// names begin with a dot are left out, and so are links that lead out of the folder.
///
/// With --wacz the file is a web archive for `pinnacle serve` and other replay tools. It holds the
/// page and its files unchanged, as if captured from the address of --url.
///
/// A file whose name has no extension, or the extension .exe, is an executable for this system. It
/// shows the program in a window, with the devices of `pinnacle run --window`, and does not run the
/// page's scripts. It takes the options of `pinnacle run`, and --headless to show no window.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle bundle site/index.html -o game.html
  pinnacle bundle game.nmf -o game.html            makes a page for it
  pinnacle bundle game.pexe --view 800x600 -o game.html
  pinnacle bundle site/demo/index.html --folder site --exclude old -o demo.html
  pinnacle bundle site/index.html -o game          an executable with a window
  pinnacle bundle --wacz site/index.html --url http://old.example/ -o site.wacz

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

    /// Write a web archive (WACZ) instead of a page.
    #[arg(long)]
    wacz: bool,

    /// The address of the site's folder in a web archive.
    #[arg(long, value_name = "URL", value_parser = address, default_value = "http://page.example/")]
    url: Url,

    /// Take the site's files from this folder [default: the page's folder].
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Leave out a file or a folder of the site; can be repeated.
    #[arg(long, value_name = "PATH")]
    exclude: Vec<String>,

    /// Refuse a site whose files are larger than this in total, such as 64m.
    #[arg(long, value_name = "SIZE", value_parser = values::byte_count, default_value = "256m")]
    max_size: ByteCount,

    /// Size of the element for a program without a page, in CSS pixels.
    #[arg(long, value_name = "WxH", value_parser = crate::serve::view, default_value = "640x480")]
    view: crate::serve::View,

    /// Report the contents of the bundle as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let mut options = Options {
        max_size: arguments.max_size.0,
        left_out: arguments.exclude.clone(),
        size: arguments.view.0,
    };
    let file = &arguments.file;
    let name = file.as_os_str();
    let collected = if locate::names_page(name) {
        let site = site(arguments)?;
        leave_out(&mut options, &site, &arguments.output);
        match locate::names_manifest(name) {
            true => Collected::manifest(&site, file, &options),
            false => Collected::page(&site, file, &options),
        }
    } else {
        let Some((input, program)) = load::load(file, 1, output)? else {
            return Ok(BAD_FILE.into());
        };
        if !pinnacle_pepper::is_wanted(program.module()) {
            let message = format!("{} is not a browser program", input.name);
            return Err(Failure::with_status(vec![message], BAD_FILE)
                .hint("pages have no standard output; `pinnacle run` runs it"));
        }
        Collected::program(&file_name(&input.name), &input.bytes, &options)
    };
    let collected = collected.map_err(|error| failure(&error))?;
    match form(arguments) {
        Form::Archive => write_archive(arguments, output, collected)?,
        Form::Page => write_page(arguments, output, collected)?,
        Form::Executable => write_executable(arguments, output, collected)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The forms of a bundle.
enum Form {
    Archive,
    Page,
    Executable,
}

/// Returns the form that the options and the name of the file ask for.
fn form(arguments: &Arguments) -> Form {
    let ending = arguments.output.extension();
    match ending {
        _ if arguments.wacz => Form::Archive,
        None => Form::Executable,
        Some(ending) if ending.eq_ignore_ascii_case("exe") => Form::Executable,
        Some(_) => Form::Page,
    }
}

#[cfg(not(feature = "window"))]
fn write_executable(_: &Arguments, _: &Output, _: Collected<'_>) -> Result<(), Failure> {
    Err(
        Failure::new("this command was built without windows, so it cannot make an executable")
            .hint("to make a page, give a name that ends in .html"),
    )
}

#[cfg(feature = "window")]
fn write_executable(
    arguments: &Arguments,
    output: &Output,
    collected: Collected<'_>,
) -> Result<(), Failure> {
    let archive = archive(arguments, collected)?;
    let size = crate::site_executable::write(&arguments.output, &archive)?;
    report(arguments, output, &Written::of(size, &archive))
}

fn archive(arguments: &Arguments, collected: Collected<'_>) -> Result<Archive, Failure> {
    let captured = Captured {
        site: arguments.url.clone(),
        time: SystemTime::now(),
    };
    collected.wacz(&captured).map_err(|error| failure(&error))
}

fn write_page(
    arguments: &Arguments,
    output: &Output,
    collected: Collected<'_>,
) -> Result<(), Failure> {
    let Some(assets) = ASSETS else {
        return Err(Failure::new(format!("cannot make a page: {NO_ASSETS}")));
    };
    let script = Script {
        script: assets.script,
        worker: assets.worker,
        core: assets.core,
    };
    let bundle = collected.html(&script).map_err(|error| failure(&error))?;
    whole_file::write(&arguments.output, &bundle.html)?;
    report(
        arguments,
        output,
        &Written {
            size: bundle.html.len(),
            files: bundle.files,
            files_size: bundle.bytes,
            elsewhere: &bundle.elsewhere,
            url: None,
        },
    )?;
    if !arguments.json {
        for url in &bundle.elsewhere {
            output.hint(format_args!(
                "{url} belongs to another site and is not in the file"
            ));
        }
    }
    Ok(())
}

fn write_archive(
    arguments: &Arguments,
    output: &Output,
    collected: Collected<'_>,
) -> Result<(), Failure> {
    let archive = archive(arguments, collected)?;
    whole_file::write(&arguments.output, &archive.bytes)?;
    report(
        arguments,
        output,
        &Written::of(archive.bytes.len(), &archive),
    )?;
    output.note(format_args!("the page in the archive is {}", archive.url));
    Ok(())
}

/// Parses the address of a folder on the web.
fn address(text: &str) -> Result<Url, String> {
    let mut url = Url::parse(text).map_err(|error| error.to_string())?;
    if !["http", "https"].contains(&url.scheme()) || !url.has_host() {
        return Err("expected an http or https URL, such as http://old.example/game/".into());
    }
    url.set_query(None);
    url.set_fragment(None);
    if !url.path().ends_with('/') {
        let path = format!("{}/", url.path());
        url.set_path(&path);
    }
    Ok(url)
}

/// Returns the file name for a program, which may be a member of a container, compressed, or text.
fn file_name(name: &str) -> String {
    let path = name.rsplit('!').next().unwrap_or(name);
    let mut stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
    for ending in [".gz", ".xz", ".zst", ".bz2", ".pnasm", ".pexe"] {
        stem = stem.strip_suffix(ending).unwrap_or(stem);
    }
    format!("{stem}.pexe")
}

/// Returns the folder whose files go into the bundle.
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

/// Excludes the output of an earlier run from the bundle.
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

/// The report on a bundle that was written.
struct Written<'a> {
    /// Size of the bundle in bytes.
    size: usize,
    /// Number of the site's files in the bundle, and their total size in bytes.
    files: usize,
    files_size: u64,
    /// Addresses of other sites that the page names.
    elsewhere: &'a [String],
    /// The address of the page in a web archive.
    url: Option<&'a str>,
}

impl<'a> Written<'a> {
    /// Returns the report on a file of this size that contains an archive.
    fn of(size: usize, archive: &'a Archive) -> Written<'a> {
        Written {
            size,
            files: archive.files,
            files_size: archive.size,
            elsewhere: &[],
            url: Some(archive.url.as_str()),
        }
    }
}

fn report(arguments: &Arguments, output: &Output, written: &Written<'_>) -> Result<(), Failure> {
    if arguments.json {
        output.json(&json!({
            "schema": "bundle/1",
            "file": arguments.file.display().to_string(),
            "output": arguments.output.display().to_string(),
            "output_size": written.size,
            "files": written.files,
            "files_size": written.files_size,
            "elsewhere": written.elsewhere,
            "url": written.url,
        }))?;
        return Ok(());
    }
    output.note(format_args!(
        "{}: {}, of these {} of the site in {}",
        arguments.output.display(),
        count(written.size as u64, "byte"),
        count(written.files_size, "byte"),
        count(written.files as u64, "file"),
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{address, file_name};

    #[test]
    fn the_address_of_a_site_is_that_of_a_folder() {
        let of = |text| address(text).map(String::from);
        assert_eq!(
            of("http://a.example/b?c#d").as_deref(),
            Ok("http://a.example/b/")
        );
        assert_eq!(of("https://a.example").as_deref(), Ok("https://a.example/"));
        for text in ["a.example", "file:///tmp/", "data:,x", ""] {
            assert!(address(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_file_of_a_program_is_named_after_it() {
        let names = ["dir/a.b.pexe", "x.zip!dir/a.b.pexe.gz", "a.b.pnasm", "a.b"];
        assert_eq!(names.map(file_name), ["a.b.pexe"; 4]);
    }
}
