//! Compiling the programs, as `pinnacle cc` does.

use anyhow::{Context, Result, bail};
use pinnacle_driver::tools::Tools;
use pinnacle_driver::{Environment, cc, sysroot};
use pinnacle_pexe::decode::{self, Program};
use pinnacle_testing::skip::skip;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The sysroot, built once and kept among what cargo builds, or what is missing for it.
fn root() -> &'static Result<PathBuf, String> {
    static ROOT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    ROOT.get_or_init(|| {
        let environment = Environment::of_process("test");
        Tools::find(None, &environment).map_err(|error| error.to_string())?;
        sysroot::newlib::find(None, &environment).map_err(|error| error.to_string())?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot");
        if !sysroot::is_current(&folder) {
            let options = sysroot::Options {
                folder: Some(folder.clone()),
                ..sysroot::Options::default()
            };
            // Where nothing is missing, a sysroot that cannot be built is a fault.
            sysroot::build(&options, &environment, &|_, _| ()).expect("the sysroot is built");
        }
        Ok(folder)
    })
}

/// Returns true if programs can be compiled.
pub(crate) fn is_there() -> bool {
    root().is_ok()
}

/// A program of its source; nothing, and a word about it, if there are no tools.
pub(crate) fn compile(source: &Path, libraries: &[String]) -> Result<Option<Arc<Program>>> {
    let sysroot = match root() {
        Ok(sysroot) => sysroot,
        Err(missing) => {
            skip(missing);
            return Ok(None);
        }
    };
    let folder = tempfile::tempdir()?;
    let output = folder.path().join("a.pexe");
    let mut arguments: Vec<OsString> = ["-O2", "-Wall", "-Wextra", "-Werror"]
        .map(Into::into)
        .into();
    arguments.push(format!("--sysroot={}", sysroot.display()).into());
    if source
        .extension()
        .is_some_and(|extension| extension == "cpp")
    {
        if !sysroot::has_cxx(sysroot) {
            skip("the library of C++ is not part of the sysroot");
            return Ok(None);
        }
        arguments.push("--driver-mode=g++".into());
    }
    arguments.push(source.into());
    let libraries = libraries.iter().map(|name| format!("-l{name}").into());
    arguments.extend(libraries);
    arguments.extend(["-lm".into(), "-o".into(), output.clone().into()]);
    if let Err(error) = cc::run(arguments, &Environment::of_process("test")) {
        bail!("{error}");
    }
    let bytes = std::fs::read(output)?;
    let program = decode::decode(&bytes, &decode::Options::default());
    Ok(Some(program.context("what cc makes can be read")?.into()))
}
