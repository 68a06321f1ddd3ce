//! Release builds of the command, with full optimisation and the files that pages load embedded.
//! The result is an archive and, for Linux, a Debian package and an RPM.

mod bill;
pub(crate) mod channels;
pub(crate) mod files;
mod layout;
mod linux;
mod template;
mod zig;

use crate::process::{Result, cargo, program, root, target};
use files::{said, text};
use std::fs;
use std::path::{Path, PathBuf};

/// The parts to pack.
struct Order {
    /// The target triple of the platform.
    platform: String,
    /// An existing command to pack instead of building one.
    command: Option<PathBuf>,
    /// Build with Zig's compiler and linker.
    with_zig: bool,
}

pub(crate) fn run(options: &[&str]) -> Result<()> {
    let order = order(options)?;
    let binary = match &order.command {
        Some(file) => file.clone(),
        None => build(&order)?,
    };
    let size = fs::metadata(&binary).map_err(said(&binary))?.len();
    let folder = target().join("dist");
    let title = format!("pinnacle-{}-{}", env!("CARGO_PKG_VERSION"), order.platform);
    let content = folder.join(&title);
    files::empty(&content)?;
    layout::fill(&content, &binary, &order.platform)?;
    bill::write(&content.join("sbom.cdx.json"), &order.platform)?;
    println!("the command has {}", files::megabytes(size));

    let mut made = vec![archive(&folder, &title, &order.platform)?];
    if order.platform.contains("-linux-") {
        made.extend(linux::packages(&folder, &content, &order.platform)?);
    }
    for file in made {
        let size = fs::metadata(&file).map_err(said(&file))?.len();
        println!("{} has {}", file.display(), files::megabytes(size));
    }
    Ok(())
}

fn order(options: &[&str]) -> Result<Order> {
    let (mut platform, mut command, mut with_zig) = (None, None, false);
    let mut rest = options;
    while let [option, following @ ..] = rest {
        rest = match (*option, following) {
            ("--zig", following) => {
                with_zig = true;
                following
            }
            ("--target", [name, following @ ..]) => {
                platform = Some((*name).to_owned());
                following
            }
            ("--command", [file, following @ ..]) => {
                let file = fs::canonicalize(file).map_err(said(Path::new(file)))?;
                command = Some(file);
                following
            }
            (other, _) => return Err(format!("unknown option {other}, or it has no value")),
        };
    }
    let platform = platform.map_or_else(host, Ok)?;
    Ok(Order {
        platform,
        command,
        with_zig,
    })
}

/// Builds the files that pages load, then the command, which embeds them.
fn build(order: &Order) -> Result<PathBuf> {
    crate::page::run()?;
    let platform = &order.platform;
    let build = match order.with_zig {
        true => zig::build(platform)?,
        false => cargo(&["build", "--target", platform]),
    };
    build
        .arguments(&["--profile", "dist", "--locked", "--package", "pinnacle-cli"])
        .run()?;
    let folder = target().join(platform).join("dist");
    Ok(folder.join(layout::command(platform)))
}

/// Packs a folder: with zip for Windows, with tar and gzip elsewhere.
fn archive(folder: &Path, title: &str, platform: &str) -> Result<PathBuf> {
    if platform.contains("-windows-") {
        let file = folder.join(format!("{title}.zip"));
        files::absent(&file)?;
        let folder = fs::canonicalize(folder).map_err(said(folder))?;
        zip(&folder, &folder.join(format!("{title}.zip")), title)?;
        return Ok(file);
    }
    let file = folder.join(format!("{title}.tar.gz"));
    let mut pack = program("tar", &["-C", text(folder)?, "-czf", text(&file)?]);
    // With GNU tar, the same content gives the same bytes.
    let time = format!("--mtime=@{}", files::time());
    if cfg!(target_os = "linux") {
        pack = pack.arguments(&["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
        pack = pack.arguments(&["--mode=u+w,go-w", &time]);
    }
    pack.arguments(&[title]).run()?;
    Ok(file)
}

/// Packs the browser extension: one file for Chromium-based browsers, and one for Firefox.
pub(crate) fn extension() -> Result<()> {
    let folder = target().join("dist");
    fs::create_dir_all(&folder).map_err(said(&folder))?;
    let folder = fs::canonicalize(&folder).map_err(said(&folder))?;
    for browser in ["chromium", "firefox"] {
        let content = root().join("web/dist/extension").join(browser);
        if !content.join("manifest.json").is_file() {
            return Err(format!(
                "{}: no manifest.json; `cargo xtask page` makes it",
                content.display()
            ));
        }
        let name = format!(
            "pinnacle-{}-extension-{browser}.zip",
            env!("CARGO_PKG_VERSION")
        );
        let file = folder.join(name);
        files::absent(&file)?;
        // Browser stores require the manifest at the top level of the archive.
        zip(&content, &file, ".")?;
        let size = fs::metadata(&file).map_err(said(&file))?.len();
        println!("{} has {}", file.display(), files::megabytes(size));
    }
    Ok(())
}

/// Packs a folder into a zip archive. On Windows, tar derives the format from the file name.
fn zip(folder: &Path, file: &Path, what: &str) -> Result<()> {
    let pack = if cfg!(windows) {
        program("tar", &["-a", "-cf", text(file)?, what])
    } else {
        program("zip", &["-q", "-r", "-X", text(file)?, what])
    };
    pack.within(folder).run()
}

/// The target triple of this machine.
pub(crate) fn host() -> Result<String> {
    let about = program("rustc", &["-vV"]).output()?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not name its host".into())
}

/// Reads a file of the folder `packages`.
fn packaging(name: &str) -> Result<String> {
    let file = root().join("packages").join(name);
    fs::read_to_string(&file).map_err(said(&file))
}
