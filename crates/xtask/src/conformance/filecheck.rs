//! Tests in LLVM's style: text files with comments that state the commands to run (`RUN`) and what
//! FileCheck must find in the output. For tests of PNaCl's LLVM, Pinnacle takes the place of its
//! tools.

mod script;

use super::bounded::{self, Bounds};
use super::options::Options;
use super::toolchain::{Toolchain, short};
use super::{Judgement, Run, Suite, files_below, read};
use crate::process::{Result, root};
use script::Script;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const SOURCE: &str = "`tests/passes`, checked by `FileCheck-19`";

/// The LLVM tools that Pinnacle replaces.
const OWN: [&str; 11] = [
    "llvm-as",
    "llvm-dis",
    "opt",
    "pnacl-abicheck",
    "pnacl-bcanalyzer",
    "pnacl-bccompress",
    "pnacl-bcdis",
    "pnacl-bcfuzz",
    "pnacl-freeze",
    "pnacl-opt",
    "pnacl-thaw",
];

/// Tools of PNaCl's LLVM that Pinnacle does not provide.
const MISSING: [&str; 1] = ["pnacl-bcfuzz"];

/// Tools that every system provides.
const USUAL: [&str; 14] = [
    "FileCheck",
    "cat",
    "cmp",
    "cp",
    "diff",
    "echo",
    "grep",
    "head",
    "mkdir",
    "not",
    "rm",
    "sed",
    "tail",
    "wc",
];

/// LLVM's `not`: succeeds if a command fails, unless a signal ended it.
const NOT: &str = "#!/bin/sh\n\
                   [ \"$1\" != --crash ] || shift\n\
                   \"$@\"\n\
                   status=$?\n\
                   [ $status -ne 0 ] && [ $status -lt 126 ]\n";

pub(super) const PNACL_SOURCE: &str =
    "`test` of PNaCl's LLVM at the beginning of 2014, its folders `NaCl` and `Transforms/NaCl`";

/// The LLVM release in whose syntax the tests of PNaCl's LLVM expect output.
const PNACL_RELEASE: &str = "3.4";

struct FileCheck {
    folder: PathBuf,
    cases: Vec<String>,
    /// The LLVM release in whose syntax `opt` prints; `None` for its default.
    release: Option<&'static str>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let own = root().join("tests/passes");
    let folder = options.from.clone().unwrap_or(own);
    let folder =
        std::fs::canonicalize(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let cases = tests_below(&folder)?;
    Ok(Box::new(FileCheck {
        folder,
        cases,
        release: None,
    }))
}

/// Finds the tests of PNaCl's LLVM that are not LLVM's own, in its folder `test`.
pub(super) fn prepare_pnacl(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = options.given("pnacl-llvm", "`test` of PNaCl's LLVM")?;
    let mut cases = tests_below(&folder)?;
    cases.retain(|case| case.starts_with("NaCl/") || case.starts_with("Transforms/NaCl/"));
    Ok(Box::new(FileCheck {
        folder,
        cases,
        release: Some(PNACL_RELEASE),
    }))
}

/// Returns the files below a folder that contain commands to run. Other files are inputs of these.
fn tests_below(folder: &Path) -> Result<Vec<String>> {
    let is_test = |name: &str| {
        let is_input = name.split('/').any(|part| part == "Inputs");
        let ends = [".ll", ".test", ".s", ".c", ".cpp"];
        !is_input && ends.iter().any(|end| name.ends_with(end))
    };
    let mut cases = files_below(folder, is_test)?;
    cases.retain(|case| read(&folder.join(case)).is_ok_and(|text| text.contains("RUN:")));
    Ok(cases)
}

impl Suite for FileCheck {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let path = self.folder.join(case);
        let script = Script::of(&read(&path)?);
        if let Some(feature) = script.requires.first() {
            return Ok(Judgement::NotApplicable(format!("it requires {feature}")));
        }
        let unknown = |tool: &&String| {
            MISSING.contains(&tool.as_str())
                || !OWN.contains(&tool.as_str()) && !USUAL.contains(&tool.as_str())
        };
        if let Some(tool) = script.tools().iter().find(unknown) {
            return Ok(Judgement::NotApplicable(format!("it runs {tool}")));
        }
        let variable = tools(toolchain, scratch, self.release)?;
        let mut runs = Vec::new();
        for (number, command) in script.commands.iter().enumerate() {
            let command = script::substituted(command, &path, scratch);
            let bounds = Bounds {
                time: Duration::from_secs(60),
                memory: Some(8 << 20),
            };
            let arguments = ["-o", "pipefail", "-c", &command];
            let variables = [("PATH", variable.as_os_str())];
            let ended = bounded::run(Path::new("bash"), arguments, &variables, scratch, &bounds)?;
            let failure = (!ended.is_good()).then(|| match ended.message() {
                "" => format!("exit status {}", ended.status),
                message => short(message),
            });
            runs.push(Run {
                configuration: format!("RUN {}", number + 1),
                failure,
            });
        }
        if script.expects_failure {
            let failed = runs.iter().any(|run| run.failure.is_some());
            let failure = (!failed).then(|| String::from("passes, against its XFAIL"));
            runs = vec![Run {
                configuration: String::from("XFAIL"),
                failure,
            }];
        }
        Ok(Judgement::Judged(runs))
    }
}

/// Makes a folder with the tools for a test. Returns a value of the variable `PATH` that includes
/// it.
///
/// With a release, `opt` and `llvm-dis` print in its syntax.
fn tools(toolchain: &Toolchain, scratch: &Path, release: Option<&str>) -> Result<OsString> {
    let folder = scratch.join("tools");
    let failed = |error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let link = |to: &Path, name: &str| {
        let link = folder.join(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(to, link).map_err(failed)
    };
    for name in OWN.iter().filter(|name| !MISSING.contains(name)) {
        link(toolchain.command(), name)?;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path);
    let checker = folders
        .map(|folder| folder.join("FileCheck-19"))
        .find(|path| path.is_file())
        .ok_or("FileCheck-19 was not found: install llvm-19-tools")?;
    link(&checker, "FileCheck")?;
    // Rename a script over the link of the same name. Writing through the link would overwrite the
    // command itself.
    let script = |name: &str, text: &str| {
        let written = folder.join(format!("{name}.new"));
        std::fs::write(&written, text).map_err(failed)?;
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&written, mode).map_err(failed)?;
        std::fs::rename(&written, folder.join(name)).map_err(failed)
    };
    script("not", NOT)?;
    if let Some(release) = release {
        let command = toolchain.command().display();
        for name in ["opt", "llvm-dis"] {
            let text = format!("#!/bin/sh\nexec {command} {name} -as-of={release} \"$@\"\n");
            script(name, &text)?;
        }
    }
    let all = std::iter::once(folder.clone()).chain(std::env::split_paths(&path));
    std::env::join_paths(all).map_err(|error| error.to_string())
}
