//! Builds the files that pages load: the crate `web` as WebAssembly, and the bundled TypeScript of
//! the folder `web`. Needs rustup's target `wasm32-unknown-unknown`, and Node.

use crate::process::{Background, Process, Result, cargo, program, root};
use std::fs::Metadata;
use std::path::Path;

/// The target triple for WebAssembly without an operating system.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The first release of Node that can build and test the page, as web/package.json says.
const NODE: u32 = 20;

/// Installs the npm packages for building and testing at the versions of the lockfile, unless they
/// are up to date.
pub(crate) fn packages() -> Result<()> {
    let web = root().join("web");
    let modified = |name: &str| {
        web.join(name)
            .metadata()
            .and_then(|file| Metadata::modified(&file))
    };
    let wanted = modified("package-lock.json").map_err(|error| format!("the lockfile: {error}"))?;
    // npm writes this file at the end of an installation.
    let installed = modified("node_modules/.package-lock.json");
    if installed.is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    program("npm", &["--prefix", "web", "ci", "--no-audit", "--no-fund"]).run()
}

/// Installs [`TARGET`] if rustup is available. Returns the reason why nothing can be built for it,
/// if any.
pub(crate) fn no_target() -> Option<String> {
    // Without rustup, the compiler may still find the target.
    if program("rustup", &["--version"]).succeeds()
        && !program("rustup", &["target", "add", TARGET]).succeeds()
    {
        return Some(format!(
            "the target {TARGET} cannot be installed: `rustup target add {TARGET}` failed"
        ));
    }
    let libraries = ["--print", "target-libdir", "--target", TARGET];
    let found = program("rustc", &libraries).output();
    let is_there = found.is_ok_and(|folder| Path::new(folder.trim()).is_dir());
    (!is_there).then(|| {
        format!("the target {TARGET} is not installed; install it with rustup or the package of your Rust")
    })
}

/// Returns the reason why Node cannot be used, if any.
pub(crate) fn no_node() -> Option<String> {
    let version = program("node", &["--version"]).output().ok();
    let major = version.and_then(|version| {
        let major = version
            .trim()
            .strip_prefix('v')?
            .split('.')
            .next()?
            .parse::<u32>();
        major.ok()
    });
    match major {
        Some(major) if major < NODE => Some(format!("Node {major} is too old, {NODE} is needed")),
        Some(_) if program("npm", &["--version"]).succeeds() => None,
        Some(_) => Some("npm is not installed".into()),
        None => Some("Node is not installed".into()),
    }
}

/// Returns the reason why no browser can be used, if any.
pub(crate) fn no_browser() -> Option<String> {
    let named = std::env::var_os("CHROMIUM").unwrap_or_else(|| "/usr/bin/chromium".into());
    (!Path::new(&named).exists()).then(|| "Chromium is not installed".into())
}

/// Builds a crate as WebAssembly, with these features.
fn module_of(name: &str, features: &[&str]) -> Process {
    let package = format!("pinnacle-{name}");
    let features = format!("--features={}", features.join(","));
    cargo(&["build", "--locked", "--package", &package, &features]).arguments(&[
        "--profile",
        "page",
        "--target",
        TARGET,
    ])
}

/// Starts to build the module of the page in the background. Linking it takes minutes on one
/// thread, so other work can be done meanwhile. If it fails, [`run`] reports the error.
pub(crate) fn begin() -> Option<Background> {
    match no_target() {
        Some(_) => None,
        None => module_of("web", &[]).start().ok(),
    }
}

/// Builds the files. Their build dependencies are only compiled on request, so this program runs
/// itself again with them enabled.
#[cfg(not(feature = "page"))]
pub(crate) fn run() -> Result<()> {
    again("page")
}

/// Runs a command of this program again, with the feature for building JavaScript.
#[cfg(not(feature = "page"))]
pub(crate) fn again(command: &str) -> Result<()> {
    if let Some(reason) = no_target() {
        return Err(reason);
    }
    crate::process::cargo(&["run", "--quiet", "--package", "xtask"])
        .arguments(&["--features", "page", "--", command])
        .run()
}

#[cfg(feature = "page")]
pub(crate) use with_bindgen::{For, generate, run};

#[cfg(feature = "page")]
mod with_bindgen {
    use super::{Path, Result, TARGET, module_of, packages, program, root};
    use crate::process::target;
    use wasm_bindgen_cli_support::Bindgen;

    /// The environment that loads a module.
    #[derive(Clone, Copy)]
    pub(crate) enum For {
        Browsers,
        Node,
    }

    pub(crate) fn run() -> Result<()> {
        let folder = root().join("web").join("generated");
        for name in ["web", "playground"] {
            generate(name, For::Browsers, &folder)?;
        }
        // The playground's own core, which can replay recordings.
        generate_as(
            "web",
            &["replay"],
            "pinnacle_replay",
            For::Browsers,
            &folder,
        )?;
        packages()?;
        program("npm", &["--prefix", "web", "run", "build"]).run()
    }

    /// Builds a crate as WebAssembly, with the JavaScript that calls it. Each crate is built
    /// separately, so that none gets features that only another one requests.
    pub(crate) fn generate(name: &str, loader: For, folder: &Path) -> Result<()> {
        generate_as(name, &[], &format!("pinnacle_{name}"), loader, folder)
    }

    /// Like [`generate`], with these features, into files with a name of their own.
    fn generate_as(
        name: &str,
        features: &[&str],
        output: &str,
        loader: For,
        folder: &Path,
    ) -> Result<()> {
        module_of(name, features).run()?;
        let file = format!("pinnacle_{name}.wasm");
        let module = target().join(TARGET).join("page").join(file);
        let mut bindgen = Bindgen::new();
        bindgen.input_path(module).out_name(output).typescript(true);
        bindgen.remove_name_section(true);
        let made = match loader {
            For::Browsers => bindgen.omit_default_module_path(true).web(true),
            For::Node => bindgen.nodejs_module(true),
        };
        let made = made.and_then(|bindgen| bindgen.generate(folder));
        made.map_err(|error| format!("wasm-bindgen: {error:#}"))
    }
}
