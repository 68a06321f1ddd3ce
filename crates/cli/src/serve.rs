//! `pinnacle serve`: old pages and programs in the browsers of this machine.

use crate::output::{Failure, Output};
use clap::Args;
use pinnacle_inspect::numbers::count;
use pinnacle_replay::Index;
use pinnacle_serve::{ASSETS, NO_ASSETS, Options, Server, interrupted};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

/// The port if none is asked for, as long as nobody has it. That it stays the same matters:
/// browsers keep the files of programs, and their translations, by address.
const PORT: u16 = 8000;

/// Serve old pages and their programs, from a folder or a web archive, to a browser of today.
///
/// Pages get the script that brings their programs back, and are isolated from others, so that
/// programs can have threads. A folder without index.html shows its pages, manifests and
/// programs; /.pinnacle/ does so in any case. A manifest or a program without a page gets one, with
/// its messages and the lines of the console.
///
/// A web archive (WARC, ARC or WACZ) shows the pages in it. Each is replayed as it was captured: what it
/// loads comes from the archive, and nothing from the live web.
///
/// Only this machine can connect, unless --host says otherwise, and only to addresses and to
/// localhost. Of a program that is named alone nothing beside it is served; of a page or a
/// manifest its folder is. Links that lead out of the folder are not followed, and files and
/// folders whose names begin with a dot are never served.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle serve                       the folder in which one is
  pinnacle serve site --open           a folder, and the browser
  pinnacle serve game.pexe --view 800x600 --open
  pinnacle serve crawl.wacz --open     the pages of a web archive
  pinnacle serve site --port 0         at any free port

The first line of standard output is the URL at which to begin.

Exit status:
  0  it was ended by Ctrl-C
  2  wrong usage, or nothing can be served")]
pub(crate) struct Arguments {
    /// A folder, a page, a manifest (.nmf), a program (.pexe) or a web archive (WARC, ARC, WACZ).
    #[arg(value_name = "FOLDER|FILE", default_value = ".")]
    path: PathBuf,

    /// Open the browser.
    #[arg(long)]
    open: bool,

    /// The port; 0 for any that is free [default: 8000, or any if that is taken].
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The address to serve at. At others than those of this machine alone everyone who
    /// reaches it can read the files, and browsers refuse programs their threads.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Do not put the script into pages.
    #[arg(long)]
    no_inject: bool,

    /// Do not isolate pages, for those that show or open pages of other sites.
    #[arg(long)]
    no_isolate: bool,

    /// The size of the element where a program has no page of its own.
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
        .ok_or_else(|| "expected WIDTHxHEIGHT, as 640x480".into())
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
    if let Some(index) = server.archive() {
        report(index, arguments, output);
    }
    let mut address = server.address()?;
    if ASSETS.is_none() {
        output.hint(format_args!("programs will not run: {NO_ASSETS}"));
    }
    if !address.ip().is_loopback() {
        output.hint("everyone who reaches this address can read the files");
    }
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let url = format!("http://{address}{}", server.start());
    output.show(|out| writeln!(out, "{url}"))?;
    output.note("Ctrl-C ends it");
    if arguments.open
        && let Err(error) = opener::open_browser(&url)
    {
        output.hint(format_args!("the browser cannot be opened: {error}"));
    }
    server.run(interrupted())?;
    Ok(ExitCode::SUCCESS)
}

/// Says what of a web archive is there, and what is not.
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
        output.hint(format_args!("{name}: {error}; what follows is left out"));
    }
}
