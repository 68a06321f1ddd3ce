//! The step that builds the container image and runs a program in it.
//!
//! `buildah` builds the image from the release's `Containerfile` and its Debian package. The image
//! that the file starts from is made here, by debootstrap, so the step needs no registry of images.

use crate::dist::files::{self, said, text};
use crate::installed::{VERSION, no_debootstrap, package, release, scratch};
use crate::process::{Process, Result, program};
use crate::step::Outcome;
use std::fs;
use std::path::PathBuf;

/// The image that the `Containerfile` starts from, and the Debian release in it.
const BASE: &str = "docker.io/library/debian:12-slim";
const DEBIAN: &str = "bookworm";

/// The image that the step builds.
const IMAGE: &str = "localhost/pinnacle";

/// Builds the image as `docs/installing.md` says, and runs a program of the current folder with it.
pub(crate) fn step() -> Result<Outcome> {
    if !program("buildah", &["--version"]).succeeds() {
        return Ok(Outcome::Skipped("buildah is not installed".into()));
    }
    if let Some(reason) = no_debootstrap()? {
        return Ok(Outcome::Skipped(reason));
    }
    let release = release()?;
    let package = package(&release, ".deb")?;
    let images = Images {
        folder: scratch("container")?,
    };
    images.make_base()?;

    let context = images.folder.join("context");
    files::empty(&context)?;
    let name = package.file_name().unwrap_or_default();
    for (from, to) in [
        (release.join("Containerfile"), context.join("Containerfile")),
        (package.clone(), context.join(name)),
    ] {
        fs::copy(&from, &to).map_err(said(&from))?;
    }
    let build = ["build", "--pull-never", "--tag", IMAGE, text(&context)?];
    images.buildah(&build)?.run()?;
    images.use_command()?;
    files::empty(&images.folder)?;
    Ok(Outcome::Done)
}

/// Images and containers in a folder of their own.
struct Images {
    folder: PathBuf,
}

impl Images {
    /// `buildah` with the images of this folder. It needs no daemon, and no kernel support for
    /// layers or containers.
    fn buildah(&self, arguments: &[&str]) -> Result<Process> {
        let (store, state) = (self.folder.join("store"), self.folder.join("state"));
        let places = ["--root", text(&store)?, "--runroot", text(&state)?];
        Ok(program("buildah", &places)
            .arguments(&["--storage-driver", "vfs"])
            .arguments(arguments)
            .variable("BUILDAH_ISOLATION", "chroot"))
    }

    /// Starts a container, from an image or from nothing. Returns its name.
    fn container(&self, image: &str) -> Result<String> {
        let name = self.buildah(&["from", "--pull-never", image])?.output()?;
        Ok(name.trim().to_owned())
    }

    /// Makes the image that the `Containerfile` starts from: Debian's essential packages.
    fn make_base(&self) -> Result<()> {
        let system = self.folder.join("debian");
        let system = text(&system)?;
        program("debootstrap", &["--variant=minbase", DEBIAN, system]).run()?;
        let container = self.container("scratch")?;
        let add = ["add", "--quiet", &container, system, "/"];
        self.buildah(&add)?.run()?;
        let commit = ["commit", "--quiet", "--rm", &container, BASE];
        self.buildah(&commit)?.run()
    }

    /// Runs a program from a mounted folder with the entry point of the image.
    fn use_command(&self) -> Result<()> {
        let container = self.container(IMAGE)?;
        let entry = "{{index .OCIv1.Config.Entrypoint 0}}";
        let inspect = ["inspect", "--format", entry, &container];
        let entry = self.buildah(&inspect)?.output()?;
        let entry = entry.trim();
        let run = |options: &[&str], arguments: &[&str]| -> Result<String> {
            let words = [&["run"], options, &[&container, "--", entry], arguments].concat();
            self.buildah(&words)?.output()
        };
        let version = run(&[], &["--version"])?;
        if version.trim() != format!("pinnacle {VERSION}") {
            return Err(format!("the image's command says it is {version}"));
        }
        let home = self.folder.join("home");
        files::empty(&home)?;
        let hello = crate::process::root().join("examples/hello.pnasm");
        fs::copy(&hello, home.join("hello.pnasm")).map_err(said(&hello))?;
        let mount = format!("{}:/work", text(&home)?);
        let output = run(&["--volume", &mount], &["run", "hello.pnasm"])?;
        if !output.contains("Hello") {
            return Err(format!("the program wrote {output:?} in the image"));
        }
        Ok(())
    }
}
