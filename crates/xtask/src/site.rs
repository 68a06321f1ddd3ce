//! The website: pages, documents, the gallery and the playground. VitePress builds it from the
//! folder `site`.

use crate::dist::files::said;
use crate::page;
use crate::process::{self, Result, program, root, target};
use crate::step::{Outcome, done};
use std::fs;

/// Builds the site in `target/site/dist`. First builds the files that pages load, if they are
/// missing.
pub(crate) fn run() -> Result<()> {
    let reason = page::no_target().or_else(page::no_node);
    if let Some(reason) = reason {
        return Err(reason);
    }
    if !root().join("web/dist/playground/index.html").exists() {
        page::run()?;
    }
    program(
        "npm",
        &["--prefix", "site", "ci", "--no-audit", "--no-fund"],
    )
    .run()?;
    let (command, sysroot) = (process::built_pinnacle()?, target().join("tmp/sysroot"));
    let (command, sysroot) = (command.to_string_lossy(), sysroot.to_string_lossy());
    program(&command, &["sysroot", "build"])
        .variable("PINNACLE_SYSROOT", &sysroot)
        .run()?;
    program("npm", &["--prefix", "site", "run", "build"])
        .variable("PINNACLE", &command)
        .variable("PINNACLE_SYSROOT", &sysroot)
        .run()
}

/// Builds the site, and uses it in Chromium with the sizes of a desktop and of a phone.
pub(crate) fn check() -> Result<Outcome> {
    let reason = page::no_target()
        .or_else(page::no_node)
        .or_else(page::no_browser);
    if let Some(reason) = reason {
        return Ok(Outcome::Skipped(reason));
    }
    run()?;
    page::packages()?;
    let linter = root().join("web/node_modules/@biomejs/biome/bin/biome");
    let linter = fs::canonicalize(&linter).map_err(said(&linter))?;
    program("node", &[&linter.to_string_lossy(), "check", "."])
        .within(&root().join("site"))
        .run()?;
    done(program("npm", &["--prefix", "site", "test"]).run())
}
