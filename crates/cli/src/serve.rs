//! `pinnacle serve`: serves old pages and programs to browsers on this machine.

use crate::output::{Failure, Output};
use crate::serve_pictures::Trials;
use crate::serve_recordings::Replays;
use clap::Args;
use pinnacle_inspect::numbers::count;
use pinnacle_replay::Index;
use pinnacle_serve::{ASSETS, NO_ASSETS, Options, Server, interrupted};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The default port, if it is free. It should stay the same from run to run, because browsers store
/// a program's files and its translation by address.
const PORT: u16 = 8000;

/// Serve old pages and their programs from a folder or a web archive to a modern browser.
///
/// Adds the script that runs programs to each page, and isolates pages from other sites so that
/// programs can use threads. A folder without index.html is shown as a list of its pages, manifests
/// and programs. The list is also at /.pinnacle/. For a manifest or a program without a page, a
/// page is generated, which shows messages and console output.
///
/// A recording (.rec) of a browser program is listed if its program is in the same folder. Its page
/// is that of `pinnacle record show`, made by a replay of at most a minute.
///
/// For a web archive (WARC, ARC or WACZ), a list of its pages is shown. Each page is replayed as
/// captured: everything that it loads comes from the archive, and nothing from the live web. A POST
/// request gets the response that was captured for the same body.
///
/// Only this machine can connect, unless --host says otherwise, and only by IP address or as
/// localhost. For a page or a manifest, its folder is served; for a program, only the program.
/// Links that lead out of the folder are not followed, and files and folders whose names begin with
/// a dot are never served.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle serve                       the current folder
  pinnacle serve site --open           a folder; also open the browser
  pinnacle serve game.pexe --view 800x600 --open
  pinnacle serve crawl.wacz --open     the pages of a web archive
  pinnacle serve site --port 0         any free port

The first line of standard output is the URL to open.

Exit status:
  0  stopped by Ctrl-C
  2  wrong usage, or the server cannot start")]
pub(crate) struct Arguments {
    /// A folder, a page, a manifest (.nmf), a program (.pexe) or a web archive (WARC, ARC, WACZ).
    #[arg(value_name = "FOLDER|FILE", default_value = ".")]
    path: PathBuf,

    /// Open the page in the default browser.
    #[arg(long)]
    open: bool,

    /// Port to listen on; 0 for any free port [default: 8000, or any free port if 8000 is taken].
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// IP address to listen on. If it is not a loopback address, everyone on the network can read
    /// the files, and browsers do not let programs use threads.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Do not add the script to pages.
    #[arg(long)]
    no_inject: bool,

    /// Do not isolate pages. Needed for pages that embed or open pages of other sites.
    #[arg(long)]
    no_isolate: bool,

    /// Show no pictures of programs in lists. By default, a program whose row comes into view runs
    /// without a screen for three seconds of its own clock, for ten seconds at most.
    #[arg(long)]
    no_pictures: bool,

    /// Size of the element for a program without a page, in CSS pixels.
    #[arg(long, value_name = "WxH", value_parser = view, default_value = "640x480")]
    view: View,
}

/// Width and height in CSS pixels, each 1 to 16384.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View(pub(crate) [u32; 2]);

pub(crate) fn view(text: &str) -> Result<View, String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=16384).contains(side));
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides
        .map(View)
        .ok_or_else(|| "expected WIDTHxHEIGHT, such as 640x480".into())
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let options = Options {
        inject: !arguments.no_inject,
        isolate: !arguments.no_isolate,
        view: arguments.view.0,
        ..Options::default()
    };
    let bind = |port| {
        let address = SocketAddr::new(arguments.host, port);
        Server::bind(&arguments.path, address, options).map_err(|error| (address, error))
    };
    let server = match (bind(arguments.port.unwrap_or(PORT)), arguments.port) {
        (Err((_, error)), None) if error.kind() == ErrorKind::AddrInUse => bind(0),
        (result, _) => result,
    };
    let server = server.map_err(|(address, error)| match error.kind() {
        ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable => {
            Failure::new(format!("cannot serve at {address}: {error}"))
        }
        _ => Failure::new(format!("{}: {error}", arguments.path.display())),
    })?;
    let mut server = server.with_recordings(Arc::new(Replays));
    if !arguments.no_pictures {
        let served = served(&arguments.path)?;
        server = server.with_pictures(Arc::new(Trials { served }));
    }
    if let Some(index) = server.archive() {
        report(index, arguments, output);
    }
    let mut address = server.address()?;
    if ASSETS.is_none() {
        output.hint(format_args!("programs will not run: {NO_ASSETS}"));
    }
    if !address.ip().is_loopback() {
        output.hint("everyone who can reach this address can read the files");
    }
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let url = format!("http://{address}{}", server.start());
    output.show(|out| writeln!(out, "{url}"))?;
    output.note("press Ctrl-C to stop");
    if arguments.open
        && let Err(error) = opener::open_browser(&url)
    {
        output.hint(format_args!("the browser cannot be opened: {error}"));
    }
    server.run(interrupted())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the folder that is served for a path, or the web archive.
fn served(path: &Path) -> Result<PathBuf, Failure> {
    let whole = path.canonicalize();
    let whole = whole.map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    let extension = whole.extension().and_then(OsStr::to_str);
    match (extension, whole.parent()) {
        (Some("html" | "htm" | "nmf" | "pexe"), Some(folder)) if whole.is_file() => {
            Ok(folder.to_owned())
        }
        _ => Ok(whole),
    }
}

/// Reports the pages in a web archive, and the records that could not be used.
fn report(index: &Index, arguments: &Arguments, output: &Output) {
    let name = arguments.path.display();
    output.note(format_args!(
        "{name}: {}",
        count(index.len() as u64, "capture")
    ));
    let (refused, number) = index.refused();
    for (url, error) in refused {
        output.hint(format_args!("{name}!{url}: {error}"));
    }
    if number > refused.len() {
        let more = count((number - refused.len()) as u64, "capture");
        output.hint(format_args!("{name}: {more} more cannot be read"));
    }
    if let Some(error) = index.damage() {
        output.hint(format_args!("{name}: {error}; the rest is left out"));
    }
}
