//! Every example of the documents and of the help texts is run: the blocks `sh` and `console` of
//! README.md and docs/*.md, and the lines below `Examples` of each `--help`.
//!
//! Each document and each help text gets a folder of its own with the files that
//! `examples/make.sh` makes. A command must succeed, and make the files that it names after `-o`.
//! A block `console` shows its output, in which a line `...` stands for any number of lines; if an
//! error is shown there the command must fail. An example that needs what `cargo xtask page` makes
//! is skipped by a build without it. What cannot be run here carries the reason: in a
//! document a comment `<!-- not run: REASON -->` before the block, for help texts a row of
//! [`examples::NOT_RUN`].

#[path = "documented/examples.rs"]
mod examples;
#[path = "documented/markdown.rs"]
mod markdown;
mod toolchain;

use examples::Example;
use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::skip::skip;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;
use toolchain::{Toolchain, run};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files that the documents name, made once.
fn files(toolchain: &Toolchain) -> Result<&'static Path, Failed> {
    static MADE: OnceLock<Result<TempDir, String>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut make = toolchain.within("sh");
        make.arg(root().join("examples/make.sh")).arg(folder.path());
        make.env("PINNACLE", env!("CARGO_BIN_EXE_pinnacle"));
        let output = run(&mut make).map_err(|failed| format!("{failed:?}"))?;
        match String::from_utf8_lossy(&output.stderr) {
            text if text.is_empty() => Ok(folder),
            text => Err(text.into_owned()),
        }
    });
    Ok(made.as_ref().map_err(String::as_str)?.path())
}

/// A folder with a copy of the files, in which examples are run one after the other.
struct Place {
    folder: TempDir,
    path: OsString,
    toolchain: &'static Toolchain,
}

impl Place {
    fn new(toolchain: &'static Toolchain) -> Result<Place, Failed> {
        let folder = tempfile::tempdir()?;
        let mut source = files(toolchain)?.as_os_str().to_owned();
        source.push("/.");
        run(Command::new("cp").arg("-R").arg(source).arg(folder.path()))?;
        let commands = folder.path().join(".commands");
        fs::create_dir(&commands)?;
        let pinnacle = env!("CARGO_BIN_EXE_pinnacle");
        link(Path::new(pinnacle), &commands.join("pinnacle"))?;
        let examples = root().join("examples").canonicalize()?;
        link(&examples, &folder.path().join("examples"))?;
        let mut path = commands.into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        Ok(Place {
            folder,
            path,
            toolchain,
        })
    }

    /// Returns true if a program is in PATH.
    fn has(&self, program: &str) -> bool {
        std::env::split_paths(&self.path).any(|folder| folder.join(program).is_file())
    }

    /// Runs an example and compares its output.
    fn run(&self, example: &Example) -> Result<(), Failed> {
        let place = &example.place;
        if let Some(missing) = example.programs().find(|program| !self.has(program)) {
            skip(format!(
                "{missing} is not installed, for an example of {place}"
            ));
            return Ok(());
        }
        let mut shell = self.toolchain.within("timeout");
        let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");
        shell.env("PINNACLE_CACHE_DIR", cache);
        shell
            .args(["120", "sh", "-e", "-c"])
            .arg(format!("exec 2>&1\n{}", example.command))
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("HOME", self.folder.path())
            .env("PINNACLE_PROGRESS", "never")
            .env("PAGER", "cat")
            .stdin(Stdio::null());
        // These examples would empty the cache that all tests share.
        if example.command.contains("cache clear") {
            shell.env("PINNACLE_CACHE_DIR", self.folder.path().join(".cache"));
        }
        let output = shell.output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        if pinnacle_serve::ASSETS.is_none() && text.contains(pinnacle_serve::NO_ASSETS) {
            skip(format!(
                "`cargo xtask page` was not run before this build, for {place}"
            ));
            return Ok(());
        }
        let told = || format!("{place}: {}\n{text}", example.command);
        if output.status.code() != Some(example.status) && !example.fails_as_shown(output.status) {
            return Err(format!("{}\nended with {}", told(), output.status).into());
        }
        if let Some(expected) = &example.output
            && !examples::shows(expected, &text)
        {
            let expected = expected.join("\n");
            return Err(format!("{}\nis shown with this output:\n{expected}", told()).into());
        }
        for name in example.outputs() {
            if !self.folder.path().join(&name).exists() {
                return Err(format!("{}\nhas not made {name}", told()).into());
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

/// Never called: examples need a shell, and [`run_all`] skips them without one.
#[cfg(not(unix))]
fn link(_from: &Path, _to: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Runs the examples of one text, and reports all failures.
fn run_all(examples: &[Example]) -> Result<(), Failed> {
    if examples.iter().all(|example| example.reason.is_some()) {
        return Ok(());
    }
    if !cfg!(unix) {
        skip("the examples are for a POSIX shell");
        return Ok(());
    }
    let Some(toolchain) = Toolchain::get() else {
        return Ok(());
    };
    let place = Place::new(toolchain)?;
    let examples = examples.iter().filter(|example| example.reason.is_none());
    let failed = examples.filter_map(|example| place.run(example).err());
    let failed: Vec<String> = failed
        .filter_map(|failed| failed.message().map(str::to_owned))
        .collect();
    match failed.is_empty() {
        true => Ok(()),
        false => Err(failed.join("\n\n").into()),
    }
}

/// Returns the documents, then the help texts, sorted by name.
fn texts() -> Result<Vec<(String, Vec<Example>)>, Failed> {
    let mut all = Vec::new();
    let mut paths = vec![root().join("README.md")];
    paths.extend(in_folder(&root().join("docs"), "md")?);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        all.push((
            name.clone().into_owned(),
            markdown::examples(&name, &fs::read_to_string(&path)?),
        ));
    }
    let helps = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/help");
    for path in in_folder(&helps, "txt")? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{name} --help");
        let examples = examples::of_help(&name, &fs::read_to_string(&path)?);
        all.push((name, examples));
    }
    Ok(all)
}

fn in_folder(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Failed> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort_unstable();
    Ok(paths)
}

/// Every row of [`examples::NOT_RUN`] and [`examples::STATUSES`] is needed by some example.
fn tables_are_needed(all: &[(String, Vec<Example>)]) -> Result<(), Failed> {
    let commands: BTreeSet<&str> = all
        .iter()
        .filter(|(name, _)| name.ends_with("--help"))
        .flat_map(|(_, examples)| examples.iter().map(|example| example.command.as_str()))
        .collect();
    let rows = (examples::NOT_RUN.iter().map(|row| row.0))
        .chain(examples::STATUSES.iter().map(|row| row.0));
    for row in rows {
        if !commands.iter().any(|command| command.contains(row)) {
            return Err(format!("no example of a help text has `{row}`").into());
        }
    }
    Ok(())
}

fn main() -> Result<(), Failed> {
    let texts = texts()?;
    let count = texts
        .iter()
        .map(|(_, examples)| examples.len())
        .sum::<usize>();
    assert!(count > 200, "only {count} examples are found");
    let needed = tables_are_needed(&texts);
    let mut trials: Vec<Trial> = texts
        .into_iter()
        .filter(|(_, examples)| !examples.is_empty())
        .map(|(name, examples)| Trial::test(name, move || run_all(&examples)))
        .collect();
    trials.push(Trial::test("tables", move || needed));
    trials.push(Trial::test("blocks", || {
        markdown::blocks_are_found();
        Ok(())
    }));
    trials.push(Trial::test("comparison", || {
        examples::outputs_are_compared();
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}
