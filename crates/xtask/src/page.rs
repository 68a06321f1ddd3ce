//! What pages load: the crate `web` as WebAssembly and the TypeScript of the folder
//! `web`, bundled. Needs the target `wasm32-unknown-unknown` of rustup, and Node.

use crate::process::Result;

/// Builds it. What that needs beside cargo is compiled only then, so the command runs
/// itself again with it.
#[cfg(not(feature = "page"))]
pub(crate) fn run() -> Result<()> {
    crate::process::cargo(&["run", "--quiet", "--package", "xtask"])
        .arguments(&["--features", "page", "--", "page"])
        .run()
}

#[cfg(feature = "page")]
pub(crate) use with_bindgen::run;

#[cfg(feature = "page")]
mod with_bindgen {
    use super::Result;
    use crate::process::{cargo, program, root, target};
    use wasm_bindgen_cli_support::Bindgen;

    const TARGET: &str = "wasm32-unknown-unknown";

    pub(crate) fn run() -> Result<()> {
        let build = ["build", "--locked", "--package", "pinnacle-web"];
        cargo(&build)
            .arguments(&["--profile", "page", "--target", TARGET])
            .run()?;
        let module = target().join(TARGET).join("page").join("pinnacle_web.wasm");
        let web = root().join("web");
        let mut bindgen = Bindgen::new();
        let made = bindgen.input_path(module).web(true).and_then(|bindgen| {
            bindgen
                .typescript(true)
                .omit_default_module_path(true)
                .remove_name_section(true)
                .generate(web.join("generated"))
        });
        made.map_err(|error| format!("wasm-bindgen: {error:#}"))?;
        if !web.join("node_modules").exists() {
            program("npm", &["--prefix", "web", "ci"]).run()?;
        }
        program("npm", &["--prefix", "web", "run", "build"]).run()
    }
}
