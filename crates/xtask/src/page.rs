//! What pages load: the crate `web` as WebAssembly and the TypeScript of the folder
//! `web`, bundled. Needs the target `wasm32-unknown-unknown` of rustup, and Node.

use crate::process::{Result, program, root};
use std::fs::Metadata;
use std::path::Path;

/// The target of rustup that has no operating system.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The packages that the building and the tests need, as the lockfile names them; they
/// are installed where there are none or older ones.
pub(crate) fn packages() -> Result<()> {
    let web = root().join("web");
    let modified = |name: &str| {
        web.join(name)
            .metadata()
            .and_then(|file| Metadata::modified(&file))
    };
    let wanted = modified("package-lock.json").map_err(|error| format!("the lockfile: {error}"))?;
    // npm writes this one when it is done.
    let installed = modified("node_modules/.package-lock.json");
    if installed.is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    program("npm", &["--prefix", "web", "ci", "--no-audit", "--no-fund"]).run()
}

/// Returns the reason why nothing can be built for [`TARGET`], if there is one. Installs
/// the target where rustup may.
pub(crate) fn no_target() -> Option<String> {
    // What the compiler finds for itself need not be installed by rustup.
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

/// Builds it. What that needs beside cargo is compiled only then, so the command runs
/// itself again with it.
#[cfg(not(feature = "page"))]
pub(crate) fn run() -> Result<()> {
    if let Some(reason) = no_target() {
        return Err(reason);
    }
    crate::process::cargo(&["run", "--quiet", "--package", "xtask"])
        .arguments(&["--features", "page", "--", "page"])
        .run()
}

#[cfg(feature = "page")]
pub(crate) use with_bindgen::run;

#[cfg(feature = "page")]
mod with_bindgen {
    use super::{Result, TARGET, packages, program, root};
    use crate::process::{cargo, target};
    use wasm_bindgen_cli_support::Bindgen;

    pub(crate) fn run() -> Result<()> {
        for name in ["web", "playground"] {
            generate(name)?;
        }
        packages()?;
        program("npm", &["--prefix", "web", "run", "build"]).run()
    }

    /// Builds a crate as WebAssembly, and the JavaScript that calls it. Each by itself, so
    /// that none gets what only another asks for.
    fn generate(name: &str) -> Result<()> {
        let package = format!("pinnacle-{name}");
        cargo(&["build", "--locked", "--package", &package])
            .arguments(&["--profile", "page", "--target", TARGET])
            .run()?;
        let file = format!("pinnacle_{name}.wasm");
        let module = target().join(TARGET).join("page").join(file);
        let mut bindgen = Bindgen::new();
        let made = bindgen.input_path(module).web(true).and_then(|bindgen| {
            bindgen
                .typescript(true)
                .omit_default_module_path(true)
                .remove_name_section(true)
                .generate(root().join("web").join("generated"))
        });
        made.map_err(|error| format!("wasm-bindgen: {error:#}"))
    }
}
