//! Steps that only the hosted CI runs, and checks of its workflow files.

use crate::fuzz;
use crate::process::{Result, cargo, program};
use crate::step::{Outcome, done};

/// The crates that can be published: those for programs that read, make or run `.pexe` files. Their
/// manifests do not contain `publish = false`.
const PACKAGES: [&str; 12] = [
    "base",
    "bitstream",
    "bytecode",
    "folder",
    "legalize",
    "llvm",
    "pepper",
    "pexe",
    "record",
    "runtime",
    "system",
    "wasm",
];

/// The minimum supported release of Rust, from `rust-version` in the root `Cargo.toml`.
const OLDEST_RUST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Checks `.github/workflows` with actionlint, if it is installed.
pub(crate) fn workflows() -> Result<Outcome> {
    if !program("actionlint", &["--version"]).succeeds() {
        return Ok(Outcome::Skipped("actionlint is not installed".into()));
    }
    done(program("actionlint", &[]).run())
}

/// Packages the publishable crates, and builds each from its package.
pub(crate) fn packages() -> Result<Outcome> {
    let names = PACKAGES.map(|name| format!("--package=pinnacle-{name}"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let package = cargo(&["package", "--locked", "--allow-dirty"]);
    done(package.arguments(&names).run())
}

/// Checks that everything compiles with the minimum supported release of Rust.
pub(crate) fn oldest_rust() -> Result<Outcome> {
    let install = ["toolchain", "install", OLDEST_RUST, "--profile", "minimal"];
    let is_there = program("rustup", &["run", OLDEST_RUST, "rustc", "--version"]).succeeds();
    if !is_there && !program("rustup", &install).succeeds() {
        let reason = format!("rustup cannot install Rust {OLDEST_RUST}");
        return Ok(Outcome::Skipped(reason));
    }
    let check = ["run", OLDEST_RUST, "cargo", "check", "--locked"];
    let check = program("rustup", &check).arguments(&["--workspace", "--all-targets"]);
    done(check.run())
}

/// Runs all fuzz targets for two minutes in total.
pub(crate) fn fuzz_smoke() -> Result<()> {
    fuzz::run(&["--time", "2m"])
}

#[cfg(test)]
mod tests {
    use crate::ci::{STEPS, all_steps};
    use crate::process::root;
    use std::collections::BTreeSet;
    use std::fs;

    /// The names and contents of the workflow files.
    fn files() -> Vec<(String, String)> {
        let folder = root().join(".github/workflows");
        let entries = fs::read_dir(&folder).expect("a folder of workflows");
        let files = entries.map(|entry| {
            let path = entry.expect("a readable folder").path();
            let text = fs::read_to_string(&path).expect("a readable workflow");
            (path.display().to_string(), text)
        });
        files.collect()
    }

    /// The arguments of `--step` in a workflow, except in comments.
    fn steps(text: &str) -> BTreeSet<&str> {
        let commands = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        let after = commands.flat_map(|line| line.split("--step ").skip(1));
        let names = after.filter_map(|rest| match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => rest.split_whitespace().next(),
        });
        names.collect()
    }

    #[test]
    fn the_hosted_ci_runs_every_step_and_no_other() {
        let files = files();
        let named: BTreeSet<&str> = files.iter().flat_map(|(_, text)| steps(text)).collect();
        let known: BTreeSet<&str> = all_steps().map(|(name, _)| *name).collect();
        assert_eq!(named, known);
        assert!(STEPS.iter().any(|(name, _)| *name == "workflows"));
    }

    #[test]
    fn actions_are_pinned_by_commit() {
        for (file, text) in files() {
            for line in text.lines() {
                let line = line.trim_start().trim_start_matches("- ");
                let Some(action) = line.strip_prefix("uses: ") else {
                    continue;
                };
                let commit = action.split(['@', ' ']).nth(1).unwrap_or_default();
                let is_commit = commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
                assert!(is_commit, "{file}: {action} is not pinned by a commit");
            }
        }
    }

    #[test]
    fn names_of_steps_are_found() {
        let text = "# --step NAME\nrun: cargo xtask ci --step format --step \"the page\"\n";
        assert_eq!(steps(text), BTreeSet::from(["format", "the page"]));
    }
}
