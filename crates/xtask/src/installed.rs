//! Steps that make packages of the command, install each where nothing else is, and use what
//! was installed: no source, no cache, no variables.

use crate::dist::files::{self, said, text};
use crate::dist::{self, channels};
use crate::page;
use crate::process::{self, Result, cargo, program, root, target};
use crate::step::Outcome;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Installs the archive by its script, from a folder instead of a server. Neither an archive
/// with a wrong checksum nor one without a checksum may be installed.
pub(crate) fn archive() -> Result<Outcome> {
    if !cfg!(unix) {
        return Ok(Outcome::Skipped("install.sh is for Linux and macOS".into()));
    }
    let release = release()?;
    let scratch = scratch("archive")?;
    let home = scratch.join("home");
    install(&release, &home)?;
    check(&home.join(".local"), "man/man1/pinnacle.1")?;

    let bad = scratch.join("bad");
    files::empty(&bad)?;
    let archive = format!("pinnacle-{VERSION}-{}.tar.gz", dist::host()?);
    fs::write(bad.join(&archive), "something else").map_err(said(&bad))?;
    let sums = release.join("SHA256SUMS");
    let sums = fs::read_to_string(&sums).map_err(said(&sums))?;
    for text in [sums.as_str(), ""] {
        fs::copy(release.join("install.sh"), bad.join("install.sh")).map_err(said(&bad))?;
        fs::write(bad.join("SHA256SUMS"), text).map_err(said(&bad))?;
        let home = scratch.join("other");
        if install(&bad, &home).is_ok() {
            return Err("install.sh installs an archive that is not the released one".into());
        }
        if home.join(".local").exists() {
            return Err("install.sh leaves files of what it refuses".into());
        }
    }
    Ok(Outcome::Done)
}

/// Installs the Debian package into a root of its own.
pub(crate) fn debian_package() -> Result<Outcome> {
    if !program("dpkg", &["--version"]).succeeds() {
        return Ok(Outcome::Skipped("dpkg is not installed".into()));
    }
    let package = package(&release()?, ".deb")?;
    let system = scratch("debian")?;
    let state = system.join("var/lib/dpkg");
    fs::create_dir_all(state.join("updates")).map_err(said(&state))?;
    fs::create_dir_all(state.join("info")).map_err(said(&state))?;
    fs::write(state.join("status"), "").map_err(said(&state))?;
    let place = format!("--root={}", text(&system)?);
    let log = format!("--log={}", text(&system.join("dpkg.log"))?);
    // The C library stays outside of that root.
    let options = ["--force-depends", "--force-not-root", &place, &log];
    let dpkg = || program("dpkg", &options);
    dpkg().arguments(&["--install", text(&package)?]).run()?;
    check(&system.join("usr"), "man/man1/pinnacle.1.gz")?;
    dpkg().arguments(&["--purge", "pinnacle"]).run()?;
    left(&system)
}

/// Installs the RPM into a root of its own.
pub(crate) fn rpm() -> Result<Outcome> {
    if !program("rpmbuild", &["--version"]).succeeds() {
        return Ok(Outcome::Skipped("rpmbuild is not installed".into()));
    }
    let package = package(&release()?, ".rpm")?;
    let system = scratch("rpm")?;
    let rpm = || Ok::<_, String>(program("rpm", &["--root", text(&system)?, "--nodeps"]));
    let install = ["--ignoreos", "--install", text(&package)?];
    rpm()?.arguments(&install).run()?;
    check(&system.join("usr"), "man/man1/pinnacle.1.gz")?;
    rpm()?.arguments(&["--erase", "pinnacle"]).run()?;
    left(&system)
}

/// Fails if a package that was removed has left files.
fn left(system: &Path) -> Result<Outcome> {
    for file in [
        "usr/bin/pinnacle",
        "usr/share/doc/pinnacle",
        "usr/share/pinnacle",
    ] {
        if system.join(file).exists() {
            return Err(format!("{file} is still there after the removal"));
        }
    }
    Ok(Outcome::Done)
}

/// Makes the packages, and what belongs to them. Returns the folder. The command is the one
/// that the variable `PINNACLE` names, or one as tests have it: what is released takes very
/// long to build.
fn release() -> Result<PathBuf> {
    let target = absolute(&target())?;
    let command = match std::env::var_os("PINNACLE") {
        Some(command) => absolute(Path::new(&command))?,
        None => {
            if !root().join("web/dist/pinnacle.wasm").exists() {
                page::run()?;
            }
            cargo(&["build", "--locked", "--package", "pinnacle-cli"]).run()?;
            process::pinnacle(&target)
        }
    };
    let folder = target.join("dist");
    // Packing takes longer than everything else, and the next step needs the same.
    let modified = |file: &Path| file.metadata().and_then(|about| about.modified()).ok();
    let sums = folder.join("SHA256SUMS");
    if modified(&sums).is_none_or(|made| modified(&command).is_none_or(|built| built > made)) {
        files::empty(&folder)?;
        dist::run(&["--command", text(&command)?])?;
        channels::run(text(&folder)?, &format!("file://{}", text(&folder)?))?;
    }
    Ok(folder)
}

fn package(release: &Path, end: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(release).map_err(said(release))? {
        let path = entry.map_err(said(release))?.path();
        if path.to_string_lossy().ends_with(end) {
            return Ok(path);
        }
    }
    Err(format!("{}: no {end}", release.display()))
}

/// An empty folder for what a step installs.
fn scratch(name: &str) -> Result<PathBuf> {
    let folder = target().join("installed").join(name);
    files::empty(&folder)?;
    absolute(&folder)
}

fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).map_err(said(path))
}

/// Runs `install.sh` of a release for somebody with an empty home.
fn install(release: &Path, home: &Path) -> Result<()> {
    files::empty(home)?;
    let script = release.join("install.sh");
    let home = format!("HOME={}", text(home)?);
    let url = format!("PINNACLE_URL=file://{}", text(release)?);
    program("env", &["-i", "PATH=/usr/bin:/bin", &home, &url])
        .arguments(&["sh", text(&script)?])
        .run()
}

/// Uses a command that was installed below a folder: it runs a program that came with it,
/// finds its documents, and serves what pages load.
fn check(prefix: &Path, man: &str) -> Result<()> {
    let command = prefix.join("bin/pinnacle");
    let share = prefix.join("share");
    let documents = share.join("doc/pinnacle");
    let home = format!("HOME={}", text(&prefix.join("empty"))?);
    let program_text = documents.join("examples/hello.pnasm");
    let clean = || program("env", &["-i", "PATH=/usr/bin:/bin", &home]);
    let run = |arguments: &[&str]| {
        let command = text(&command)?;
        clean().arguments(&[command]).arguments(arguments).output()
    };
    let version = run(&["--version"])?;
    if version.trim() != format!("pinnacle {VERSION}") {
        return Err(format!("the installed command says it is {version}"));
    }
    let output = run(&["run", text(&program_text)?])?;
    if !output.contains("Hello") {
        return Err(format!("the installed program wrote {output:?}"));
    }
    for file in [
        documents.join("docs/installing.md"),
        documents.join("README.md"),
        documents.join("sbom.cdx.json"),
        share.join("pinnacle/page/pinnacle.wasm"),
        share.join("bash-completion/completions/pinnacle"),
        share.join(man),
    ] {
        fs::metadata(&file).map_err(said(&file))?;
    }
    serves(&command, &documents.join("examples"))
}

/// Checks that `pinnacle serve` sends the script that pages load.
fn serves(command: &Path, folder: &Path) -> Result<()> {
    let mut server = program("env", &["-i", text(command)?, "serve"])
        .arguments(&["--port", "0", text(folder)?])
        .start_with_output()?;
    let output = server.output().ok_or("no standard output")?;
    let mut url = String::new();
    let read = BufReader::new(output).read_line(&mut url);
    read.map_err(|error| format!("pinnacle serve: {error}"))?;
    let address = url
        .trim()
        .strip_prefix("http://")
        .and_then(|rest| rest.split('/').next());
    let address = address.ok_or_else(|| format!("pinnacle serve began with {url:?}"))?;
    let mut answer = Vec::new();
    let asked = TcpStream::connect(address).and_then(|mut stream| {
        write!(
            stream,
            "GET /.pinnacle/pinnacle.js HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )?;
        stream.read_to_end(&mut answer)
    });
    asked.map_err(|error| format!("{address}: {error}"))?;
    if answer.starts_with(b"HTTP/1.1 200 ") && answer.len() > 10_000 {
        return Ok(());
    }
    let head = String::from_utf8_lossy(&answer[..answer.len().min(80)]).into_owned();
    Err(format!("pinnacle serve sends no script: {head:?}"))
}
