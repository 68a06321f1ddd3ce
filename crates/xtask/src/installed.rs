//! Steps that build packages of the command, install each in an empty environment, and use the
//! result there, without sources, caches or environment variables.

use crate::dist::files::{self, said, text};
use crate::dist::{self, channels};
use crate::page;
use crate::process::{self, Background, Process, Result, cargo, program, root, target};
use crate::step::Outcome;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

/// The version of the release.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The Debian release for the fresh system. Its C library must not be older than that of the
/// machines that build the command.
const DEBIAN: &str = "trixie";

/// Installs the archive with the install script, from a folder instead of a server. Also checks
/// that the script refuses an archive with a wrong checksum and one without a checksum.
pub(crate) fn archive() -> Result<Outcome> {
    if !cfg!(unix) {
        return Ok(Outcome::Skipped("install.sh is for Linux and macOS".into()));
    }
    let release = release()?;
    let scratch = scratch("archive")?;
    let home = scratch.join("home");
    install(&release, &home)?;
    Installed::here(&home.join(".local")).check("man/man1/pinnacle.1")?;

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

/// Installs the Debian package into a separate root folder.
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
    // The C library is not installed in that root folder.
    let options = ["--force-depends", "--force-not-root", &place, &log];
    let dpkg = || program("dpkg", &options);
    dpkg().arguments(&["--install", text(&package)?]).run()?;
    Installed::here(&system.join("usr")).check("man/man1/pinnacle.1.gz")?;
    dpkg().arguments(&["--purge", "pinnacle"]).run()?;
    left(&system)
}

/// Installs the Debian package into a system with only Debian's essential packages.
pub(crate) fn fresh_debian() -> Result<Outcome> {
    if let Some(reason) = no_debootstrap()? {
        return Ok(Outcome::Skipped(reason));
    }
    let package = package(&release()?, ".deb")?;
    let system = scratch("fresh-debian")?;
    let system = text(&system)?;
    program("debootstrap", &["--variant=minbase", DEBIAN, system]).run()?;
    let copy = Path::new(system).join("pinnacle.deb");
    fs::copy(&package, &copy).map_err(said(&copy))?;
    let apt = |arguments: &[&str]| {
        let apt = ["DEBIAN_FRONTEND=noninteractive", "chroot", system];
        let apt = program("env", &apt).arguments(&["apt-get", "--quiet", "--yes"]);
        apt.arguments(arguments).run()
    };
    apt(&["install", "/pinnacle.deb"])?;
    Installed::within(Path::new(system))?.check("man/man1/pinnacle.1.gz")?;
    apt(&["purge", "pinnacle"])?;
    left(Path::new(system))
}

/// Returns the reason why debootstrap cannot make a system here, if there is one.
pub(crate) fn no_debootstrap() -> Result<Option<String>> {
    if !program("debootstrap", &["--version"]).succeeds() {
        return Ok(Some("debootstrap is not installed".into()));
    }
    let is_root = program("id", &["-u"]).output()?.trim() == "0";
    Ok((!is_root).then(|| "debootstrap needs root".into()))
}

/// Installs the RPM into a separate root folder.
pub(crate) fn rpm() -> Result<Outcome> {
    if !program("rpmbuild", &["--version"]).succeeds() {
        return Ok(Outcome::Skipped("rpmbuild is not installed".into()));
    }
    let package = package(&release()?, ".rpm")?;
    let system = scratch("rpm")?;
    let rpm = || Ok::<_, String>(program("rpm", &["--root", text(&system)?, "--nodeps"]));
    let install = ["--ignoreos", "--install", text(&package)?];
    rpm()?.arguments(&install).run()?;
    Installed::here(&system.join("usr")).check("man/man1/pinnacle.1.gz")?;
    rpm()?.arguments(&["--erase", "pinnacle"]).run()?;
    left(&system)
}

/// Fails if files of a removed package are left.
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

/// Builds the packages and their accompanying files. Returns the folder. The packed command is the
/// one named by the variable `PINNACLE`, or else that of the test build, because a release build
/// takes very long.
pub(crate) fn release() -> Result<PathBuf> {
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
    // Packing takes longer than everything else, and the next step needs the same packages.
    let modified = |file: &Path| file.metadata().and_then(|about| about.modified()).ok();
    let sums = folder.join("SHA256SUMS");
    if modified(&sums).is_none_or(|made| modified(&command).is_none_or(|built| built > made)) {
        files::empty(&folder)?;
        dist::run(&["--command", text(&command)?])?;
        channels::run(text(&folder)?, &format!("file://{}", text(&folder)?))?;
    }
    Ok(folder)
}

pub(crate) fn package(release: &Path, end: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(release).map_err(said(release))? {
        let path = entry.map_err(said(release))?.path();
        if path.to_string_lossy().ends_with(end) {
            return Ok(path);
        }
    }
    Err(format!("{}: no {end}", release.display()))
}

/// An empty folder for the files that a step installs.
pub(crate) fn scratch(name: &str) -> Result<PathBuf> {
    let folder = target().join("installed").join(name);
    files::empty(&folder)?;
    absolute(&folder)
}

fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).map_err(said(path))
}

/// Runs `install.sh` of a release with an empty home folder.
fn install(release: &Path, home: &Path) -> Result<()> {
    files::empty(home)?;
    let script = release.join("install.sh");
    let home = format!("HOME={}", text(home)?);
    let url = format!("PINNACLE_URL=file://{}", text(release)?);
    program("env", &["-i", "PATH=/usr/bin:/bin", &home, &url])
        .arguments(&["sh", text(&script)?])
        .run()
}

/// An installed command.
struct Installed {
    /// The root folder that it runs in.
    system: PathBuf,
    /// The prefix in that system, with the folders `bin` and `share`.
    prefix: PathBuf,
    /// The program that runs another one in that system, with its first arguments.
    enter: Vec<String>,
}

impl Installed {
    /// An installation directly on this machine.
    fn here(prefix: &Path) -> Installed {
        Installed {
            system: PathBuf::from("/"),
            prefix: prefix.to_owned(),
            enter: Vec::new(),
        }
    }

    /// An installation that runs with `system` as its root folder.
    fn within(system: &Path) -> Result<Installed> {
        Ok(Installed {
            system: system.to_owned(),
            prefix: PathBuf::from("/usr"),
            enter: vec!["chroot".to_owned(), text(system)?.to_owned()],
        })
    }

    /// The command, without environment variables except for an empty home folder.
    fn command(&self, arguments: &[&str]) -> Result<Process> {
        let home = format!("HOME={}", text(&self.prefix.join("empty"))?);
        let command = self.prefix.join("bin/pinnacle");
        let mut words = vec!["-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", &home];
        words.extend(self.enter.iter().map(String::as_str));
        words.push(text(&command)?);
        Ok(program("env", &words).arguments(arguments))
    }

    /// A file of the package, as this machine sees it.
    fn file(&self, name: &str) -> PathBuf {
        let inside = self.prefix.join(name);
        let inside = inside.strip_prefix("/").unwrap_or(&inside);
        self.system.join(inside)
    }

    /// Checks that the command works: it runs a program from the package, finds its documents, and
    /// serves the files that pages load.
    fn check(&self, man: &str) -> Result<()> {
        let documents = self.prefix.join("share/doc/pinnacle");
        let version = self.command(&["--version"])?.output()?;
        if version.trim() != format!("pinnacle {VERSION}") {
            return Err(format!("the installed command says it is {version}"));
        }
        let hello = documents.join("examples/hello.pnasm");
        let output = self.command(&["run", text(&hello)?])?.output()?;
        if !output.contains("Hello") {
            return Err(format!("the installed program wrote {output:?}"));
        }
        for file in [
            "share/doc/pinnacle/docs/installing.md",
            "share/doc/pinnacle/README.md",
            "share/doc/pinnacle/sbom.cdx.json",
            "share/pinnacle/page/pinnacle.wasm",
            "share/bash-completion/completions/pinnacle",
            &format!("share/{man}"),
        ] {
            let file = self.file(file);
            fs::metadata(&file).map_err(said(&file))?;
        }
        let examples = documents.join("examples");
        let serve = ["serve", "--port", "0", text(&examples)?];
        serves(self.command(&serve)?.start_with_output()?)
    }
}

/// Checks that a running `pinnacle serve` sends the script that pages load.
pub(crate) fn serves(mut server: Background) -> Result<()> {
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
